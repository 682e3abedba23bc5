//! What is believed of functions that the program does not define: the facts of `ulpwise-externals`
//! (domains, poles, ranges, monotone pieces, errors, effects), and that the library raises no flags
//! but those that the facts tell.

use crate::arithmetic::{self, RoundingAssumption};
use crate::elementary;
use crate::float_set::{FloatSet, ordinal, power_of_two, top};
use crate::spans::{Span, Spans};
use ulpwise_externals::{
    ArgumentSet, Effects, Environment, Exception, Exceptions, FloatType, MathFacts, ReturnedValue, Returns,
    ULPS_MARGIN, lookup,
};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp};

/// How a call of a function that the program does not define is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Following {
    /// It writes at most what its arguments point at, and returns anything.
    Contained,
    /// It does not return.
    Ends,
    /// It returns an object of its own, or null.
    Allocates,
    /// It may change the rounding mode.
    SetsRounding,
    /// It leaves functions behind without their returning.
    Jumps,
    /// It may do anything.
    Unknown,
}

impl Following {
    pub(crate) fn new(effects: Option<&Effects>) -> Following {
        let Some(effects) = effects else { return Following::Unknown };
        match effects.returns {
            Returns::Elsewhere => return Following::Jumps,
            Returns::Never if effects.may_throw => return Following::Unknown,
            Returns::Never => return Following::Ends,
            Returns::Always | Returns::Perhaps => {}
        }
        if effects.changes.intersects(Environment::ROUNDING) {
            return Following::SetsRounding;
        }
        let is_contained = effects.writes.is_within_targets()
            && !effects.may_call_back
            && !effects.changes.intersects(Environment::HANDLERS | Environment::TRAPS);
        match effects.returned {
            ReturnedValue::NewObject if is_contained => Following::Allocates,
            ReturnedValue::Any if is_contained && !effects.may_throw => Following::Contained,
            ReturnedValue::NewObject | ReturnedValue::MovedObject | ReturnedValue::Any => Following::Unknown,
        }
    }
}

/// The results of a function of the mathematical library and what it can raise; `None` if nothing
/// is known of it.
pub(crate) fn call(
    name: &str,
    rounding: RoundingAssumption,
    arguments: &[FloatSet],
) -> Option<(FloatSet, Exceptions)> {
    let named = lookup(name)?;
    let facts = named.math()?;
    let (format, double) = match named.float? {
        FloatType::Double => (Format::F64, true),
        FloatType::Float => (Format::F32, false),
        FloatType::LongDouble | FloatType::Quad => return None,
    };
    if arguments.is_empty() || arguments.iter().any(|argument| argument.format != format) {
        return None;
    }
    match (named.external.name, arguments) {
        ("fmod", [x, y]) => {
            let raised = arithmetic::binary_exceptions(FloatBinaryOp::Rem, rounding, x, y, false);
            let tiny = x.has_subnormal() || y.has_subnormal();
            let raised = raised.with_if(tiny, Exception::Underflow);
            Some((arithmetic::binary(FloatBinaryOp::Rem, rounding, x, y, false), raised))
        }
        ("fmin" | "fmax", [x, y]) => {
            let op =
                if named.external.name == "fmin" { FloatBinaryOp::MinNum } else { FloatBinaryOp::MaxNum };
            let raised = arithmetic::binary_exceptions(op, rounding, x, y, false);
            Some((arithmetic::binary(op, rounding, x, y, false), raised))
        }
        ("frexp", [x]) => Some(significand(x)),
        ("ldexp" | "scalbn", [x]) => Some(scaled(x)),
        (name, [x]) if FloatUnaryOp::from_function_name(name).is_some() => {
            let op = FloatUnaryOp::from_function_name(name)?;
            (op != FloatUnaryOp::Canonicalize).then(|| arithmetic::unary(op, rounding, x))
        }
        // fail-closed: what the table does not bound has no result here.
        _ => {
            let function = facts.function?;
            let ulps = facts.ulps?[usize::from(!double)];
            (function.arity() == arguments.len())
                .then(|| enclosed(facts, i128::from(ulps + ULPS_MARGIN), rounding, arguments))
        }
    }
}

/// What `frexp` delivers: zeros, infinities and NaNs are their own significands.
fn significand(x: &FloatSet) -> (FloatSet, Exceptions) {
    let (top, half, one) = (top(x.format), power_of_two(x.format, -1), power_of_two(x.format, 0));
    let own = [!top, -1, 0, top].into_iter().filter(|&at| x.numbers.contains(at)).map(Span::point);
    let above = x.numbers.meets(Span::new(1, top - 1)).then(|| Span::new(half, one - 1));
    let below = x.numbers.meets(Span::new(!top + 1, -2)).then(|| Span::new(!(one - 1), !half));
    let numbers = Spans::new(own.chain(above).chain(below));
    let result = FloatSet { format: x.format, numbers, quiet: x.can_be_nan(), signaling: false };
    (result, Exceptions::NONE.with(Exception::Inexact).with_if(x.signaling, Exception::Invalid))
}

/// What `ldexp` delivers for any power: only the sign is kept.
fn scaled(x: &FloatSet) -> (FloatSet, Exceptions) {
    let top = top(x.format);
    let below = x.numbers.low().filter(|&low| low < 0).map(|_| Span::new(!top, -1));
    let above = x.numbers.high().filter(|&high| high >= 0).map(|_| Span::new(0, top));
    let numbers = Spans::new(below.into_iter().chain(above));
    let scales = x.least_proper().is_some();
    let raised = Exceptions::NONE
        .with(Exception::Inexact)
        .with_if(x.signaling, Exception::Invalid)
        .with_if(scales, Exception::Overflow)
        .with_if(scales, Exception::Underflow);
    (FloatSet { format: x.format, numbers, quiet: x.can_be_nan(), signaling: false }, raised)
}

/// The ordinal of a number of the table, rounded outwards and moved by the error where the rounding
/// mode is not the one the table is known for.
fn bound(format: Format, number: f64, is_upper: bool, slack: i128) -> i128 {
    let mode = if is_upper { Rounding::TowardPositive } else { Rounding::TowardNegative };
    let at = ordinal(Float::from_f64(number).convert(format, mode).0);
    let is_end = number.is_infinite() || number == 0.0;
    let moved = if is_end {
        at
    } else if is_upper {
        at + slack
    } else {
        at - slack
    };
    moved.clamp(!top(format), top(format))
}

/// The numbers between two of the table.
fn between(format: Format, [low, high]: [f64; 2], slack: i128) -> Span {
    Span::new(bound(format, low, false, slack), bound(format, high, true, slack))
}

fn enclosed(
    facts: &MathFacts,
    ulps: i128,
    rounding: RoundingAssumption,
    arguments: &[FloatSet],
) -> (FloatSet, Exceptions) {
    let format = arguments[0].format;
    // To nearest the library is believed to stay within the exact range.
    let slack = if rounding == RoundingAssumption::Nearest { 0 } else { 2 * ulps };
    let numbers = |arguments: &[FloatSet]| {
        if arguments.iter().any(|argument| argument.numbers.is_empty()) {
            return Spans::default();
        }
        let range = between(format, facts.range, slack);
        let range = range.meet(computed(facts, ulps, arguments));
        if facts.pieces.is_empty() || arguments.len() != 1 {
            return Spans::new([range]);
        }
        let met = facts.pieces.iter().filter(|piece| {
            let span = between(format, piece.between, 0);
            let zero_below = if span.low == 0 { -1 } else { span.low };
            let zero_above = if span.high == -1 { 0 } else { span.high };
            arguments[0].numbers.meets(Span::new(zero_below, zero_above))
        });
        Spans::new(met.map(|piece| between(format, piece.within, slack))).clip(range)
    };
    let signals = arguments.iter().any(|argument| argument.signaling);
    let any_nan = arguments.iter().any(FloatSet::can_be_nan);
    let invalid = meets(facts.invalid, arguments);
    // A NaN beside a number may be swallowed: hypot(NaN, inf), pow(NaN, 0).
    let with_nan = any_nan && arguments.len() > 1;
    let results = FloatSet {
        format,
        numbers: if with_nan {
            Spans::new([between(format, facts.range, slack)])
        } else {
            numbers(arguments)
        },
        quiet: any_nan || invalid,
        signaling: false,
    };
    let finite: Vec<FloatSet> =
        arguments.iter().map(|argument| without(&argument.finite(), facts.poles)).collect();
    let proper: Vec<FloatSet> = {
        let mut proper = finite.clone();
        facts.zeros.iter().for_each(|&zero| proper[0] = without_point(&proper[0], zero));
        proper
    };
    let largest = top(format) - 1;
    let overflows = facts.raises.contains(Exception::Overflow)
        && numbers(&finite).iter().any(|span| span.low <= !largest || span.high >= largest);
    let least = ordinal(Float::min_normal(format, false));
    let underflows =
        facts.raises.contains(Exception::Underflow) && numbers(&proper).meets(Span::new(!least, least));
    let raised = Exceptions::NONE
        .with(Exception::Inexact)
        .with_if(signals || invalid, Exception::Invalid)
        .with_if(meets(facts.poles, arguments), Exception::DivideByZero)
        .with_if(overflows, Exception::Overflow)
        .with_if(underflows, Exception::Underflow);
    (results, raised)
}

/// The results that the exact values and the library's error leave possible, where these are known:
/// arguments that are infinite or beyond what a bound is known of leave that side open.
fn computed(facts: &MathFacts, ulps: i128, arguments: &[FloatSet]) -> Span {
    let format = arguments[0].format;
    let any = Span::new(!top(format), top(format));
    let ends = |set: &FloatSet| {
        let (low, high) = (set.numbers.low()?, set.numbers.high()?);
        Some([low, high].map(|at| crate::float_set::float(format, at)))
    };
    let ends: Option<Vec<[Float; 2]>> = arguments.iter().map(ends).collect();
    let (Some(function), Some(ends)) = (facts.function, ends) else { return any };
    let [low, high] = elementary::enclosure(function, &ends);
    let low = low.map(|low| ordinal(low.convert(format, Rounding::TowardNegative).0) - ulps);
    let high = high.map(|high| ordinal(high.convert(format, Rounding::TowardPositive).0) + ulps);
    Span::new(low.unwrap_or(any.low), high.unwrap_or(any.high)).meet(any)
}

/// A number of the table; zero stands for both zeros.
fn point(format: Format, number: f64) -> Span {
    if number == 0.0 {
        return Span::new(-1, 0);
    }
    Span::point(ordinal(Float::from_f64(number).convert(format, Rounding::NearestEven).0))
}

fn without_point(set: &FloatSet, number: f64) -> FloatSet {
    FloatSet { numbers: set.numbers.without(point(set.format, number)), ..set.clone() }
}

/// A set without the poles that are known as numbers.
fn without(set: &FloatSet, poles: ArgumentSet) -> FloatSet {
    match poles {
        ArgumentSet::Points(points) => points.iter().fold(set.clone(), |left, &at| without_point(&left, at)),
        _ => set.clone(), // fail-closed: nothing is taken away.
    }
}

/// Whether some arguments may be in a set of the table.
fn meets(set: ArgumentSet, arguments: &[FloatSet]) -> bool {
    let x = &arguments[0];
    let (format, top) = (x.format, top(x.format));
    match set {
        ArgumentSet::Empty => false,
        ArgumentSet::Below(limit) => x.numbers.meets(Span::new(!top, point(format, limit).low - 1)),
        ArgumentSet::Beyond(limit) => {
            let limit = point(format, limit).high;
            x.numbers.meets(Span::new(!top, !limit - 1)) || x.numbers.meets(Span::new(limit + 1, top))
        }
        ArgumentSet::Infinities => x.can_be_infinite(),
        ArgumentSet::Points(points) => points.iter().any(|&at| x.numbers.meets(point(format, at))),
        ArgumentSet::FractionalPowers => {
            let exponent = arguments.get(1).and_then(|set| set.numbers.single());
            let exponent = exponent.map(|at| crate::float_set::float(format, at));
            let is_integer = exponent
                .is_some_and(|y| y.is_finite() && y.round_to_integral(Rounding::TowardZero).0 == y)
                && arguments.get(1).is_some_and(|set| !set.can_be_nan());
            x.numbers.meets(Span::new(!top + 1, -2)) && !is_integer
        }
        ArgumentSet::NegativePowersOfZero => {
            x.can_be_zero() && arguments.get(1).is_some_and(FloatSet::can_be_negative)
        }
        ArgumentSet::NegativeIntegers
        | ArgumentSet::NonPositiveIntegers
        | ArgumentSet::ImpossibleDivisions
        | ArgumentSet::Unknown => true,
    }
}
