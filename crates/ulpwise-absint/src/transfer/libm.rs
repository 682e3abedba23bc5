//! Functions of the mathematical library: results from the interval engine's enclosures, exceptions
//! from tables.
//!
//! Which flags glibc raises is its affair. The table of `ulpwise-externals` says what IEEE 754
//! (clause 9.2.1) and C (annex F) have each function raise; here it is on the side of more:
//! overflow wherever the enclosure of finite arguments reaches the largest number, underflow
//! wherever it comes down to the smallest normal one. That glibc raises nothing else is an
//! assumption, which tests and benchmarks try to refute.

use super::extended;
use super::float::{FloatOperands, binary, binary_exceptions, unary};
use super::magnitude::{self, finite, without_zeros};
use crate::value::FloatValue;
use std::sync::OnceLock;
use ulpwise_externals::{ArgumentSet, Exception, Exceptions, FloatType, LibmFunction, lookup};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{LibmFunction as HostFunction, LibmValue, Type};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_interval::libm::enclosure;
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp};

/// A function that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// An operator that is also an instruction.
    Unary(FloatUnaryOp),
    /// The same with two operands.
    Binary(FloatBinaryOp),
    /// A function that the interval engine encloses.
    Enclosed(LibmFunction),
    /// Significand in ±[0.5, 1), the exponent through a pointer.
    Frexp,
    /// A power of two as a factor.
    Ldexp,
    /// A power with an integer exponent, of which [`super::power`] knows more.
    Powi,
}

/// The function of that name and its format; `None` if it is not understood here.
pub(crate) fn known(name: &str) -> Option<(Known, Format)> {
    let named = lookup(name)?;
    let facts = named.math()?;
    let format = match named.float? {
        FloatType::Double => Format::F64,
        FloatType::Float => Format::F32,
        FloatType::LongDouble => Format::X87_NUMBERS,
        FloatType::Quad => return None,
    };
    let known = match named.external.name {
        "fmod" => Known::Binary(FloatBinaryOp::Rem),
        // Which of two zeros they return differs.
        "fmin" | "fmax" if format == Format::X87_NUMBERS => return None,
        "fmin" => Known::Binary(FloatBinaryOp::MinNum),
        "fmax" => Known::Binary(FloatBinaryOp::MaxNum),
        "frexp" => Known::Frexp,
        "ldexp" | "scalbn" => Known::Ldexp,
        "__powi" => Known::Powi,
        name => {
            let operator = FloatUnaryOp::from_function_name(name);
            match operator.filter(|&op| op != FloatUnaryOp::Canonicalize) {
                Some(op) => Known::Unary(op),
                None => {
                    let function = facts.function?;
                    let is_enclosed = format != Format::X87_NUMBERS || extended::is_smooth(function);
                    Known::Enclosed(Some(function).filter(|_| is_enclosed)?)
                }
            }
        }
    };
    Some((known, format))
}

/// The results of a function and the exceptions that it can raise; `None` if it takes other
/// arguments.
pub(crate) fn call(
    function: Known,
    modes: RoundingDomain,
    arguments: &[FloatValue],
) -> Option<(FloatValue, Exceptions)> {
    match (function, arguments) {
        (Known::Unary(op), [x]) => Some(unary(op, modes, x)),
        (Known::Binary(op), [x, y]) => {
            let operands = FloatOperands { x, y, same: false };
            let mut raised = binary_exceptions(op, modes, operands);
            // A minimum that hands on a tiny operand does not make it, but of two zeros or NaNs it
            // may choose either.
            if op == FloatBinaryOp::Rem {
                raised = raised.with_if(
                    magnitude::has_subnormal(&x.domain) || magnitude::has_subnormal(&y.domain),
                    Exception::Underflow,
                );
            }
            Some((binary(op, modes, operands), raised))
        }
        (Known::Enclosed(function), _) if function.arity() == arguments.len() => {
            let format = arguments.first()?.domain.format();
            if format == Format::X87_NUMBERS {
                let doubles: Option<Vec<FloatValue>> =
                    arguments.iter().map(extended::doubles_around).collect();
                return Some(extended::widened(format, enclosed(function, modes, &doubles?)));
            }
            Some(enclosed(function, modes, arguments))
        }
        (Known::Frexp, [x]) => Some(frexp(x)),
        (Known::Ldexp, [x]) => Some(ldexp(x)),
        _ => None,
    }
}

/// The significand: zeros, infinities and the NaN are their own.
fn frexp(x: &FloatValue) -> (FloatValue, Exceptions) {
    let format = x.domain.format();
    let mut results = x.domain;
    let top = ordinal::infinity(format);
    let special = [
        OrdinalRange::new(!top, !top),
        OrdinalRange::new(-1, -1),
        OrdinalRange::new(0, 0),
        OrdinalRange::new(top, top),
    ];
    results = FloatDomain::from_parts(format, results.can_be_nan(), ulpwise_interval::domain::Ranges::EMPTY);
    for range in special {
        if x.domain.contains_ordinal(range.low) {
            results.add_range(range);
        }
    }
    let (half, one) = (magnitude::power_of_two(format, -1), magnitude::power_of_two(format, 0));
    let others = without_zeros(&finite(&x.domain));
    if others.hull().is_some_and(|hull| hull.high > 0) {
        results.add_range(OrdinalRange::new(half, one - 1));
    }
    if others.hull().is_some_and(|hull| hull.low < 0) {
        results.add_range(OrdinalRange::new(!(one - 1), !half));
    }
    (FloatValue::computed(results), Exceptions::NONE.with_if(x.can_signal(), Exception::Invalid))
}

/// The factor is any: only the sign is kept.
fn ldexp(x: &FloatValue) -> (FloatValue, Exceptions) {
    let format = x.domain.format();
    let top = ordinal::infinity(format);
    let mut results = FloatDomain::empty(format);
    if x.domain.can_be_nan() {
        results.add_nan();
    }
    if x.domain.hull().is_some_and(|hull| hull.low < 0) {
        results.add_range(OrdinalRange::new(!top, -1));
    }
    if x.domain.hull().is_some_and(|hull| hull.high >= 0) {
        results.add_range(OrdinalRange::new(0, top));
    }
    let scales = magnitude::least_proper(&x.domain).is_some();
    let raised = Exceptions::NONE
        .with_if(x.can_signal(), Exception::Invalid)
        .with_if(scales, Exception::Overflow)
        .with_if(scales, Exception::Underflow);
    (FloatValue::computed(results), raised)
}

fn enclosed(
    function: LibmFunction,
    modes: RoundingDomain,
    arguments: &[FloatValue],
) -> (FloatValue, Exceptions) {
    let format = arguments[0].domain.format();
    let domains: Vec<FloatDomain> = arguments.iter().map(|argument| argument.domain).collect();
    let enclose = |domains: &[FloatDomain]| {
        if domains.iter().any(FloatDomain::is_empty) {
            return Some(FloatDomain::empty(format));
        }
        let mut results = enclosure(function, modes, domains, &host)?;
        keep_from_zero(function, domains, &mut results);
        Some(results)
    };
    let signals = arguments.iter().any(FloatValue::can_signal);
    let Some(mut results) = enclose(&domains) else {
        return (FloatValue::computed(FloatDomain::full(format)), Exceptions::LIBRARY);
    };
    // C's library gives NaN for a signalling one where a quiet one has another result (pow, hypot).
    if signals {
        results.add_nan();
    }
    let proper: Vec<FloatDomain> = domains.iter().map(finite).collect();
    let overflows = function.facts().raises.contains(Exception::Overflow)
        && enclose(&without_poles(function, &proper))
            .is_none_or(|results| magnitude::reaches_overflow(&results));
    let underflows =
        enclose(&without_exact_zeros(function, &proper)).is_none_or(|results| magnitude::has_small(&results));
    let (invalid, divide_by_zero) = domain_errors(function, &domains);
    let raised = Exceptions::NONE
        .with_if(signals || invalid, Exception::Invalid)
        .with_if(divide_by_zero, Exception::DivideByZero)
        .with_if(overflows, Exception::Overflow)
        .with_if(underflows, Exception::Underflow);
    (FloatValue::computed(results), raised)
}

/// No double or float but zero comes nearer to a multiple of pi / 2 than this power of two.
const NEAREST_TO_QUARTER_TURNS: i64 = -70;

/// Sines and cosines of floats are zero only at zero, and tangents too.
fn keep_from_zero(function: LibmFunction, domains: &[FloatDomain], results: &mut FloatDomain) {
    if !matches!(function, LibmFunction::Sin | LibmFunction::Cos | LibmFunction::Tan) {
        return;
    }
    let format = results.format();
    let mut least = magnitude::power_of_two(format, NEAREST_TO_QUARTER_TURNS);
    if function != LibmFunction::Cos {
        // Near zero they are about their argument.
        let argument = magnitude::least(&domains[0]).unwrap_or(0);
        let half = ordinal::from_float(ordinal::float(format, argument).scalbn(-1, Rounding::TowardZero).0);
        least = least.min(half);
    }
    magnitude::remove_below(results, least);
    let is_zero_possible = function != LibmFunction::Cos && domains[0].can_be_zero();
    if least > 0 && !is_zero_possible {
        results.remove_range(OrdinalRange::new(ordinal::MINUS_ZERO, ordinal::PLUS_ZERO));
    }
}

/// Finite arguments but those at which the function is infinite without overflowing.
fn without_poles(function: LibmFunction, finite: &[FloatDomain]) -> Vec<FloatDomain> {
    let mut others = finite.to_vec();
    match function.facts().poles {
        ArgumentSet::Points(points) => points.iter().for_each(|&point| remove(&mut others[0], point)),
        ArgumentSet::NegativePowersOfZero => others[0] = without_zeros(&others[0]),
        _ => {}
    }
    others
}

/// Finite arguments but poles, and those at which the function is exactly zero and raises nothing
/// for it.
fn without_exact_zeros(function: LibmFunction, finite: &[FloatDomain]) -> Vec<FloatDomain> {
    let mut others = without_poles(function, finite);
    function.facts().zeros.iter().for_each(|&zero| remove(&mut others[0], zero));
    others
}

/// Removes a number; zero stands for both zeros.
fn remove(domain: &mut FloatDomain, number: f64) {
    if number == 0.0 {
        *domain = without_zeros(domain);
    } else {
        let at = ordinal_of(domain.format(), number);
        domain.remove_range(OrdinalRange::new(at, at));
    }
}

/// The ordinal of a small integer.
fn ordinal_of(format: Format, number: f64) -> i128 {
    ordinal::from_float(Float::from_f64(number).convert(format, Rounding::NearestEven).0)
}

/// Whether some argument is outside of the function's domain, and whether one is a pole.
fn domain_errors(function: LibmFunction, domains: &[FloatDomain]) -> (bool, bool) {
    let facts = function.facts();
    (meets(facts.invalid, domains), meets(facts.poles, domains))
}

/// Whether some arguments are in a set, as far as that is known here; those of which nothing is
/// known are.
fn meets(set: ArgumentSet, domains: &[FloatDomain]) -> bool {
    let x = &domains[0];
    let top = ordinal::infinity(x.format());
    let holds_some = |low: i128, high: i128| {
        x.ranges().iter().any(|range| !range.intersect(OrdinalRange::new(low, high)).is_empty())
    };
    match set {
        ArgumentSet::Empty => false,
        // Minus zero is not below zero.
        ArgumentSet::Below(0.0) => holds_some(!top, ordinal::MINUS_ZERO - 1),
        ArgumentSet::Below(bound) => holds_some(!top, ordinal_of(x.format(), bound) - 1),
        ArgumentSet::Beyond(bound) => {
            let bound = ordinal_of(x.format(), bound);
            holds_some(!top, !bound - 1) || holds_some(bound + 1, top)
        }
        ArgumentSet::Infinities => x.can_be_infinite(),
        ArgumentSet::Points(points) => points.iter().any(|&point| {
            if point == 0.0 { x.can_be_zero() } else { x.contains_ordinal(ordinal_of(x.format(), point)) }
        }),
        ArgumentSet::FractionalPowers => {
            let is_integer = domains[1]
                .singleton_value()
                .is_some_and(|y| y.is_finite() && y.round_to_integral(Rounding::TowardZero).0 == y);
            holds_some(!top + 1, ordinal::MINUS_ZERO - 1) && !is_integer
        }
        ArgumentSet::NegativePowersOfZero => {
            x.can_be_zero() && domains[1].hull().is_some_and(|hull| hull.low < ordinal::MINUS_ZERO)
        }
        ArgumentSet::NegativeIntegers
        | ArgumentSet::NonPositiveIntegers
        | ArgumentSet::ImpossibleDivisions
        | ArgumentSet::Unknown => true,
    }
}

/// What this machine's library delivers.
fn host(function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
    let mode = RoundingMode::from_exact(rounding)?;
    let format = arguments.first()?.format();
    let (index, ty) = match format {
        Format::F64 => (0, Type::F64),
        Format::F32 => (1, Type::F32),
        _ => return None,
    };
    let called = host_functions()[function as usize][index]?;
    let mut values = [LibmValue::Int(0); 2];
    for (value, argument) in values.iter_mut().zip(arguments) {
        *value = LibmValue::from_bits(ty, argument.to_bits());
    }
    let outcome = called.call(mode, &values[..arguments.len()]);
    Some(Float::from_bits(format, outcome.results.first()?.bits()))
}

/// The functions of the machine for double and float, in the order of [`LibmFunction::ALL`]: found
/// by name once, called often.
fn host_functions() -> &'static [[Option<HostFunction>; 2]] {
    static FUNCTIONS: OnceLock<Vec<[Option<HostFunction>; 2]>> = OnceLock::new();
    let find = |function: &LibmFunction| {
        ["", "f"].map(|suffix| ulpwise_host::libm::lookup(&format!("{function}{suffix}")))
    };
    FUNCTIONS.get_or_init(|| LibmFunction::ALL.iter().map(find).collect())
}
