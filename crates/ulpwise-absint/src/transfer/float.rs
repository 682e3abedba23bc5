//! Floating-point operators: results from the interval engine's projections, exceptions from the
//! magnitudes of operands.

use super::cancellation;
use super::magnitude::{self, finite, greatest_proper, least_proper, outward};
use crate::value::FloatValue;
use ulpwise_expr::Op;
use ulpwise_externals::Exceptions;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interp::Exception;
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_interval::project::float as project;
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp};

/// Two operands, and whether they are one value.
#[derive(Clone, Copy)]
pub(crate) struct FloatOperands<'a> {
    pub(crate) x: &'a FloatValue,
    pub(crate) y: &'a FloatValue,
    pub(crate) same: bool,
}

/// The interval engine's name of an operator that rounds.
fn rounded_operator(op: FloatBinaryOp) -> Option<Op> {
    match op {
        FloatBinaryOp::Add => Some(Op::FpAdd),
        FloatBinaryOp::Sub => Some(Op::FpSub),
        FloatBinaryOp::Mul => Some(Op::FpMul),
        FloatBinaryOp::Div => Some(Op::FpDiv),
        FloatBinaryOp::Rem => Some(Op::FpFmod),
        _ => None,
    }
}

/// Whether an operator rounds, as minima and maxima do not.
pub(crate) fn is_rounded(op: FloatBinaryOp) -> bool {
    rounded_operator(op).is_some()
}

/// The results of an operator of two operands.
pub(crate) fn binary(op: FloatBinaryOp, modes: RoundingDomain, operands: FloatOperands<'_>) -> FloatValue {
    let (x, y) = (&operands.x.domain, &operands.y.domain);
    let Some(operator) = rounded_operator(op) else { return min_max(op, operands.x, operands.y) };
    let mut results = FloatDomain::empty(x.format());
    for mode in modes.modes() {
        let repeated = operands.same.then(|| project::repeated_direct(operator, mode, x)).flatten();
        let part = repeated.unwrap_or_else(|| match op {
            FloatBinaryOp::Add => project::add_direct(mode, x, y),
            FloatBinaryOp::Sub => project::sub_direct(mode, x, y),
            FloatBinaryOp::Mul => project::mul_direct(mode, x, y),
            FloatBinaryOp::Div => project::div_direct(mode, x, y),
            _ => project::rem_direct(project::Remainder::Truncated, x, y),
        });
        results = results.union(&part);
    }
    if matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Sub) {
        let unit = cancellation_unit(x).max(cancellation_unit(y));
        magnitude::remove_below(&mut results, unit);
    }
    FloatValue::computed(results)
}

/// The least magnitude but zero that a sum with an operand from this set can have, as an ordinal.
///
/// A sum that is smaller than half of an operand x comes from another operand between half of x and
/// three halves of it. Both are multiples of a unit in the last place of x / 2, so their sum is
/// too, and it is exact.
fn cancellation_unit(x: &FloatDomain) -> i128 {
    let format = x.format();
    let Some(least) = magnitude::least(x) else { return 0 };
    let exponent = ordinal::float(format, least).ilogb();
    // Neither zero nor infinity has one.
    exponent.map_or(0, |exponent| {
        magnitude::power_of_two(format, exponent - i64::from(format.significand_bits()))
    })
}

fn min_max(op: FloatBinaryOp, x: &FloatValue, y: &FloatValue) -> FloatValue {
    let is_minimum =
        matches!(op, FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber);
    let mut results = if is_minimum {
        project::min_direct(&x.domain, &y.domain)
    } else {
        project::max_direct(&x.domain, &y.domain)
    };
    let nan_wins = matches!(op, FloatBinaryOp::Minimum | FloatBinaryOp::Maximum);
    let signaling = x.can_signal() || y.can_signal();
    if signaling || (nan_wins && (x.domain.can_be_nan() || y.domain.can_be_nan())) {
        results.add_nan();
    }
    FloatValue::new(results, signaling)
}

/// The exceptions that an operator of two operands can raise.
pub(crate) fn binary_exceptions(
    op: FloatBinaryOp,
    modes: RoundingDomain,
    operands: FloatOperands<'_>,
) -> Exceptions {
    let FloatOperands { x, y, same } = operands;
    let signals = Exceptions::NONE.with_if(x.can_signal() || y.can_signal(), Exception::Invalid);
    let (x, y) = (&x.domain, &y.domain);
    signals.union(match op {
        FloatBinaryOp::Add if same => doubled(modes, x),
        FloatBinaryOp::Add => sum(modes, x, y),
        FloatBinaryOp::Sub if same => Exceptions::NONE
            .with_if(x.can_be_infinite(), Exception::Invalid)
            .with_if(greatest_proper(x).is_some(), Exception::Cancellation),
        FloatBinaryOp::Sub => sum(modes, x, &y.negated()),
        FloatBinaryOp::Mul => product(modes, x, y, same),
        FloatBinaryOp::Div if same => {
            Exceptions::NONE.with_if(x.can_be_zero() || x.can_be_infinite(), Exception::Invalid)
        }
        FloatBinaryOp::Div => quotient(modes, x, y),
        FloatBinaryOp::Rem => {
            Exceptions::NONE.with_if(x.can_be_infinite() || y.can_be_zero(), Exception::Invalid).with_if(
                magnitude::has_subnormal(&project::rem_direct(project::Remainder::Truncated, x, y)),
                Exception::Underflow,
            )
        }
        _ => Exceptions::NONE,
    })
}

/// The exceptions of x + x.
fn doubled(modes: RoundingDomain, x: &FloatDomain) -> Exceptions {
    let overflows = greatest_proper(x).is_some_and(|x| x.add(x, outward(modes)).0.is_infinite());
    Exceptions::NONE
        .with_if(overflows, Exception::Overflow)
        .with_if(magnitude::has_subnormal(x), Exception::Underflow)
}

fn sum(modes: RoundingDomain, x: &FloatDomain, y: &FloatDomain) -> Exceptions {
    let format = x.format();
    let top = ordinal::infinity(format);
    let invalid = (x.contains_ordinal(top) && y.contains_ordinal(!top))
        || (x.contains_ordinal(!top) && y.contains_ordinal(top));
    let (finite_x, finite_y) = (finite(x), finite(y));
    let overflows = match modes.singleton_value() {
        Some(Rounding::NearestEven) => {
            project::add_direct(Rounding::NearestEven, &finite_x, &finite_y).can_be_infinite()
        }
        _ => [Rounding::TowardPositive, Rounding::TowardNegative]
            .into_iter()
            .any(|mode| project::add_direct(mode, &finite_x, &finite_y).can_be_infinite()),
    };
    // An operand that is not small leaves a sum that is zero or not small: see `cancellation_unit`.
    let limit =
        magnitude::power_of_two(format, format.min_exponent() + i64::from(format.significand_bits()) + 1);
    let small = |mut numbers: FloatDomain| {
        numbers.intersect_range(OrdinalRange::new(!limit, limit));
        numbers
    };
    let tiny = project::add_direct(Rounding::NearestEven, &small(finite_x), &small(finite_y));
    Exceptions::NONE
        .with_if(invalid, Exception::Invalid)
        .with_if(overflows, Exception::Overflow)
        .with_if(magnitude::has_subnormal(&tiny), Exception::Underflow)
        .with_if(cancellation::is_possible(modes, x, y), Exception::Cancellation)
}

/// Whether a positive number is smaller than the smallest normal one, as a result that was rounded
/// towards zero shows.
fn is_below_normal((rounded, _): (Float, ulpwise_float::Flags)) -> bool {
    rounded.is_zero() || rounded.is_subnormal()
}

fn product(modes: RoundingDomain, x: &FloatDomain, y: &FloatDomain, same: bool) -> Exceptions {
    let zero_by_infinity =
        (x.can_be_zero() && y.can_be_infinite()) || (x.can_be_infinite() && y.can_be_zero());
    let greatest = greatest_proper(x).zip(greatest_proper(y));
    let least = least_proper(x).zip(least_proper(y));
    Exceptions::NONE
        .with_if(zero_by_infinity && !same, Exception::Invalid)
        .with_if(greatest.is_some_and(|(x, y)| x.mul(y, outward(modes)).0.is_infinite()), Exception::Overflow)
        .with_if(
            least.is_some_and(|(x, y)| is_below_normal(x.mul(y, Rounding::TowardZero))),
            Exception::Underflow,
        )
}

fn quotient(modes: RoundingDomain, x: &FloatDomain, y: &FloatDomain) -> Exceptions {
    let invalid = (x.can_be_zero() && y.can_be_zero()) || (x.can_be_infinite() && y.can_be_infinite());
    let steepest = greatest_proper(x).zip(least_proper(y));
    let flattest = least_proper(x).zip(greatest_proper(y));
    Exceptions::NONE
        .with_if(invalid, Exception::Invalid)
        .with_if(y.can_be_zero() && greatest_proper(x).is_some(), Exception::DivideByZero)
        .with_if(steepest.is_some_and(|(x, y)| x.div(y, outward(modes)).0.is_infinite()), Exception::Overflow)
        .with_if(
            flattest.is_some_and(|(x, y)| is_below_normal(x.div(y, Rounding::TowardZero))),
            Exception::Underflow,
        )
}

/// The mode that an operator of one operand rounds in, if it is not that of the moment.
fn own_mode(op: FloatUnaryOp) -> Option<Rounding> {
    match op {
        FloatUnaryOp::Floor => Some(Rounding::TowardNegative),
        FloatUnaryOp::Ceil => Some(Rounding::TowardPositive),
        FloatUnaryOp::Trunc => Some(Rounding::TowardZero),
        FloatUnaryOp::Round => Some(Rounding::NearestAway),
        FloatUnaryOp::RoundEven => Some(Rounding::NearestEven),
        _ => None,
    }
}

/// The results of an operator of one operand, and the exceptions that it can raise.
pub(crate) fn unary(op: FloatUnaryOp, modes: RoundingDomain, x: &FloatValue) -> (FloatValue, Exceptions) {
    let signals = Exceptions::NONE.with_if(x.can_signal(), Exception::Invalid);
    let domain = &x.domain;
    if op == FloatUnaryOp::Canonicalize {
        return (FloatValue::computed(*domain), signals);
    }
    let modes = own_mode(op).map_or(modes, RoundingDomain::singleton);
    let mut results = FloatDomain::empty(domain.format());
    for mode in modes.modes() {
        let part = if op == FloatUnaryOp::Sqrt {
            project::sqrt_direct(mode, domain)
        } else {
            project::round_to_integral_direct(mode, domain)
        };
        results = results.union(&part);
    }
    let negative = domain.hull().is_some_and(|hull| hull.low < ordinal::MINUS_ZERO);
    let raised = signals.with_if(op == FloatUnaryOp::Sqrt && negative, Exception::Invalid);
    (FloatValue::computed(results), raised)
}

/// The results of a fused multiply-add, and the exceptions that it can raise.
pub(crate) fn fma(modes: RoundingDomain, operands: [&FloatValue; 3]) -> (FloatValue, Exceptions) {
    let domains = operands.map(|operand| &operand.domain);
    let direct = |modes: RoundingDomain, [x, y, w]: [&FloatDomain; 3]| {
        let empty = FloatDomain::empty(x.format());
        modes
            .modes()
            .map(|mode| project::fma_direct(mode, [x, y, w]))
            .fold(empty, |all, part| all.union(&part))
    };
    let results = direct(modes, domains);
    let finite_operands = domains.map(finite);
    let [x, y, w] = &finite_operands;
    let mut both = RoundingDomain::singleton(Rounding::TowardPositive);
    both = both.union(RoundingDomain::singleton(Rounding::TowardNegative));
    let outward = if modes.singleton_value() == Some(Rounding::NearestEven) { modes } else { both };
    let towards_zero = direct(RoundingDomain::singleton(Rounding::TowardZero), [x, y, w]);
    let raised = Exceptions::NONE
        .with_if(
            operands.iter().any(|operand| operand.can_signal() || operand.domain.can_be_infinite()),
            Exception::Invalid,
        )
        .with_if(direct(outward, [x, y, w]).can_be_infinite(), Exception::Overflow)
        .with_if(magnitude::has_small(&towards_zero), Exception::Underflow);
    (FloatValue::computed(results), raised)
}

/// The invalid operation that a comparison can be.
pub(crate) fn compare_exceptions(signaling: bool, x: &FloatValue, y: &FloatValue) -> Exceptions {
    let any_nan = x.domain.can_be_nan() || y.domain.can_be_nan();
    let raises = x.can_signal() || y.can_signal() || (signaling && any_nan);
    Exceptions::NONE.with_if(raises, Exception::Invalid)
}

/// What an operation on operands of which nothing is known delivers.
pub(crate) fn anything(format: Option<Format>) -> Option<FloatValue> {
    format.map(|format| FloatValue::computed(FloatDomain::full(format)))
}
