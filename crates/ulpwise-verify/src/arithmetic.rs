//! What floating-point operations make of sets, and which exceptions they can raise.
//!
//! One idea carries all of it: cut the operands into pieces on which the operation is monotone in
//! each operand (by sign, zeros and infinities apart), and round the results at the corners, in the
//! exact arithmetic of `ulpwise-float`. Rounding is monotone too (IEEE 754, 4.3), so no result lies
//! outside of the corners'. Where any rounding mode is possible, the two directed ones enclose the
//! others.
//!
//! *Underflow* is a result that is tiny and not zero before rounding, flag or no flag.

use crate::float_set::{FloatSet, float, ordinal, power_of_two, top};
use crate::spans::{Span, Spans};
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp};

/// In which rounding modes the program may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundingAssumption {
    /// To nearest, ties to even.
    Nearest,
    /// Any of the processor's four.
    Any,
}

impl RoundingAssumption {
    /// The modes whose results enclose those of all.
    pub(crate) fn modes(self) -> &'static [Rounding] {
        match self {
            RoundingAssumption::Nearest => &[Rounding::NearestEven],
            RoundingAssumption::Any => &[Rounding::TowardNegative, Rounding::TowardPositive],
        }
    }

    /// The mode in which positive numbers become largest.
    fn outward(self) -> Rounding {
        match self {
            RoundingAssumption::Nearest => Rounding::NearestEven,
            RoundingAssumption::Any => Rounding::TowardPositive,
        }
    }
}

/// An operation that is monotone in each of its operands on every piece.
pub(crate) type Monotone<'a, const N: usize> = &'a dyn Fn([Float; N], Rounding) -> Float;

/// The numbers of a set, cut where signs change and with zeros and infinities apart.
fn pieces(set: &FloatSet) -> Vec<Span> {
    let top = top(set.format);
    let cuts = [
        Span::point(!top),
        Span::new(!top + 1, -2),
        Span::point(-1),
        Span::point(0),
        Span::new(1, top - 1),
        Span::point(top),
    ];
    set.numbers.iter().flat_map(|span| cuts.map(|cut| span.meet(cut))).filter(|cut| !cut.is_empty()).collect()
}

/// The numbers of a set with infinities apart: sums rise across signs and zeros, too (of two zeros
/// the sum rises with either, in every mode).
fn finite_pieces(set: &FloatSet) -> Vec<Span> {
    let top = top(set.format);
    let cuts = [Span::point(!top), Span::new(!top + 1, top - 1), Span::point(top)];
    set.numbers.iter().flat_map(|span| cuts.map(|cut| span.meet(cut))).filter(|cut| !cut.is_empty()).collect()
}

/// The results at the corners of pieces, and of all between them.
pub(crate) fn corners<const N: usize>(
    modes: &[Rounding],
    format: Format,
    operands: [Span; N],
    formats: [Format; N],
    operation: Monotone<'_, N>,
) -> FloatSet {
    let mut results = FloatSet::empty(format);
    let (mut low, mut high) = (i128::MAX, i128::MIN);
    for choice in 0..1_usize << N {
        let is_repeated = |at: usize| choice >> at & 1 == 1 && operands[at].low == operands[at].high;
        if (0..N).any(is_repeated) {
            continue;
        }
        let corner: [Float; N] = std::array::from_fn(|at| {
            let end = if choice >> at & 1 == 1 { operands[at].high } else { operands[at].low };
            float(formats[at], end)
        });
        for &mode in modes {
            let result = operation(corner, mode);
            if result.is_nan() {
                results.quiet = true;
            } else {
                let at = ordinal(result);
                (low, high) = (low.min(at), high.max(at));
            }
        }
    }
    results.numbers = Spans::new([Span::new(low, high)]);
    results
}

/// The results for all pieces of two operands.
fn by_pieces(modes: &[Rounding], x: &FloatSet, y: &FloatSet, operation: Monotone<'_, 2>) -> FloatSet {
    at_corners(modes, (x, pieces(x)), (y, pieces(y)), operation)
}

/// The results of sums.
fn sums(modes: &[Rounding], x: &FloatSet, y: &FloatSet) -> FloatSet {
    at_corners(modes, (x, finite_pieces(x)), (y, finite_pieces(y)), &add)
}

fn at_corners(
    modes: &[Rounding],
    (x, xs): (&FloatSet, Vec<Span>),
    (y, ys): (&FloatSet, Vec<Span>),
    operation: Monotone<'_, 2>,
) -> FloatSet {
    let mut results = FloatSet::empty(x.format);
    results.quiet = x.can_be_nan() || y.can_be_nan();
    let mut spans = Vec::new();
    for &x_piece in &xs {
        for &y_piece in &ys {
            let part = corners(modes, x.format, [x_piece, y_piece], [x.format; 2], operation);
            results.quiet |= part.quiet;
            spans.extend(part.numbers.iter());
        }
    }
    results.numbers = Spans::new(spans);
    results
}

/// The results of an operation of an operand with itself, piece by piece.
fn with_itself(modes: &[Rounding], x: &FloatSet, operation: Monotone<'_, 2>) -> FloatSet {
    let mut results = FloatSet::empty(x.format);
    results.quiet = x.can_be_nan();
    for piece in pieces(x) {
        let part = corners(modes, x.format, [piece], [x.format], &|[x], mode| operation([x, x], mode));
        results = results.union(&part);
    }
    results
}

fn add([x, y]: [Float; 2], mode: Rounding) -> Float {
    x.add(y, mode).0
}

fn mul([x, y]: [Float; 2], mode: Rounding) -> Float {
    x.mul(y, mode).0
}

fn div([x, y]: [Float; 2], mode: Rounding) -> Float {
    x.div(y, mode).0
}

/// The results of an operator of two operands, which may be one value.
pub(crate) fn binary(
    op: FloatBinaryOp,
    rounding: RoundingAssumption,
    x: &FloatSet,
    y: &FloatSet,
    same: bool,
) -> FloatSet {
    let modes = rounding.modes();
    match op {
        FloatBinaryOp::Add if same => with_itself(modes, x, &add),
        FloatBinaryOp::Add => sum(modes, x, y),
        FloatBinaryOp::Sub if same => with_itself(modes, x, &|[x, y], mode| x.sub(y, mode).0),
        FloatBinaryOp::Sub => sum(modes, x, &y.negated()),
        FloatBinaryOp::Mul if same => with_itself(modes, x, &mul),
        FloatBinaryOp::Mul => by_pieces(modes, x, y, &mul),
        FloatBinaryOp::Div if same => with_itself(modes, x, &div),
        FloatBinaryOp::Div => by_pieces(modes, x, y, &div),
        FloatBinaryOp::Rem => remainder(x, y),
        FloatBinaryOp::MinNum
        | FloatBinaryOp::MaxNum
        | FloatBinaryOp::Minimum
        | FloatBinaryOp::Maximum
        | FloatBinaryOp::MinimumNumber
        | FloatBinaryOp::MaximumNumber => extremum(op, x, y),
    }
}

/// Sums. One that is smaller than half of an operand x comes from another operand between half of x
/// and three halves of it: both are multiples of a unit in the last place of x / 2, so the sum is
/// exact, and zero or at least that unit.
fn sum(modes: &[Rounding], x: &FloatSet, y: &FloatSet) -> FloatSet {
    let mut results = sums(modes, x, y);
    let unit = |set: &FloatSet| {
        let least = set.magnitudes().numbers.low().map(|least| float(set.format, least));
        let exponent = least.and_then(Float::ilogb)?;
        Some(power_of_two(set.format, exponent - i64::from(set.format.significand_bits())))
    };
    let unit = unit(x).max(unit(y)).unwrap_or(0);
    if unit > 1 {
        results.numbers = results.numbers.without(Span::new(1, unit - 1)).without(Span::new(!(unit - 1), !1));
    }
    results
}

/// Remainders have the sign of the dividend, are not greater than it and less than the divisor.
fn remainder(x: &FloatSet, y: &FloatSet) -> FloatSet {
    let mut results = FloatSet::empty(x.format);
    results.quiet = x.can_be_nan() || y.can_be_nan() || x.can_be_infinite() || y.can_be_zero();
    let Some(divisor) = y.magnitudes().numbers.high() else { return results };
    let finite = x.finite();
    if let (Some(low), Some(high)) = (finite.numbers.low(), finite.numbers.high()) {
        let below = (low < 0).then(|| Span::new(low.max(!divisor), -1));
        let above = (high >= 0).then(|| Span::new(0, high.min(divisor)));
        results.numbers = Spans::new(below.into_iter().chain(above));
    }
    results
}

/// Minima and maxima: one of the operands, a NaN only where the operator says so.
fn extremum(op: FloatBinaryOp, x: &FloatSet, y: &FloatSet) -> FloatSet {
    let least = [FloatBinaryOp::MinNum, FloatBinaryOp::Minimum, FloatBinaryOp::MinimumNumber];
    let is_least = least.contains(&op);
    // fail-closed: where a NaN is not handed on, it is added below if it may signal.
    let hands_on_nan = matches!(op, FloatBinaryOp::Minimum | FloatBinaryOp::Maximum);
    let signals = x.signaling || y.signaling;
    let any_nan = x.can_be_nan() || y.can_be_nan();
    let both_nan = x.can_be_nan() && y.can_be_nan();
    let mut numbers = Spans::default();
    if x.can_be_nan() {
        numbers = numbers.union(&y.numbers);
    }
    if y.can_be_nan() {
        numbers = numbers.union(&x.numbers);
    }
    let ends = [&x.numbers, &y.numbers].map(|set| set.low().zip(set.high()));
    if let [Some((x_low, x_high)), Some((y_low, y_high))] = ends {
        // Of two zeros either may come out.
        let limit = if is_least { x_high.min(y_high) } else { x_low.max(y_low) };
        let (limit, low, high) = if (-1..=0).contains(&limit) { (0, -1, 0) } else { (limit, limit, limit) };
        let kept = if is_least { Span::new(i128::MIN, high.max(limit)) } else { Span::new(low, i128::MAX) };
        numbers = numbers.union(&x.numbers.union(&y.numbers).clip(kept));
    }
    FloatSet {
        format: x.format,
        numbers,
        quiet: both_nan || signals || (hands_on_nan && any_nan),
        signaling: signals,
    }
}

/// The exceptions that an operator of two operands can raise. That a result was rounded is never
/// excluded.
pub(crate) fn binary_exceptions(
    op: FloatBinaryOp,
    rounding: RoundingAssumption,
    x: &FloatSet,
    y: &FloatSet,
    same: bool,
) -> Exceptions {
    let raised = match op {
        FloatBinaryOp::Add if same => doubled(rounding, x),
        FloatBinaryOp::Add => sum_exceptions(rounding, x, y),
        FloatBinaryOp::Sub if same => Exceptions::NONE
            .with_if(x.can_be_infinite(), Exception::Invalid)
            .with_if(x.greatest_proper().is_some(), Exception::Cancellation),
        FloatBinaryOp::Sub => sum_exceptions(rounding, x, &y.negated()),
        FloatBinaryOp::Mul => product_exceptions(rounding, x, y, same),
        FloatBinaryOp::Div if same => {
            Exceptions::NONE.with_if(x.can_be_zero() || x.can_be_infinite(), Exception::Invalid)
        }
        FloatBinaryOp::Div => quotient_exceptions(rounding, x, y),
        FloatBinaryOp::Rem => Exceptions::NONE
            .with_if(x.can_be_infinite() || y.can_be_zero(), Exception::Invalid)
            .with_if(remainder(x, y).has_subnormal(), Exception::Underflow),
        FloatBinaryOp::MinNum
        | FloatBinaryOp::MaxNum
        | FloatBinaryOp::Minimum
        | FloatBinaryOp::Maximum
        | FloatBinaryOp::MinimumNumber
        | FloatBinaryOp::MaximumNumber => Exceptions::NONE,
    };
    raised.with(Exception::Inexact).with_if(x.signaling || y.signaling, Exception::Invalid)
}

fn doubled(rounding: RoundingAssumption, x: &FloatSet) -> Exceptions {
    let overflows = x.greatest_proper().is_some_and(|x| x.add(x, rounding.outward()).0.is_infinite());
    Exceptions::NONE.with_if(overflows, Exception::Overflow).with_if(x.has_subnormal(), Exception::Underflow)
}

fn sum_exceptions(rounding: RoundingAssumption, x: &FloatSet, y: &FloatSet) -> Exceptions {
    let infinity = top(x.format);
    let opposite =
        |sign: fn(i128) -> i128| x.numbers.contains(sign(infinity)) && y.numbers.contains(!sign(infinity));
    let invalid = opposite(|at| at) || opposite(|at| !at);
    let (x, y) = (x.finite(), y.finite());
    let overflows = sums(rounding.modes(), &x, &y).can_be_infinite();
    // Tiny sums are exact, and come only of numbers so small: see `sum`.
    let format = x.format;
    let limit = power_of_two(format, format.min_exponent() + i64::from(format.significand_bits()) + 1);
    let small = |set: &FloatSet| FloatSet::of_spans(format, set.numbers.clip(Span::new(!limit, limit)));
    let tiny = sums(&[Rounding::NearestEven], &small(&x), &small(&y));
    let signs = |set: &FloatSet| {
        let proper = set.numbers.without(Span::new(-1, 0));
        [proper.low().is_some_and(|low| low < 0), proper.high().is_some_and(|high| high > 0)]
    };
    let ([x_below, x_above], [y_below, y_above]) = (signs(&x), signs(&y));
    Exceptions::NONE
        .with_if(invalid, Exception::Invalid)
        .with_if(overflows, Exception::Overflow)
        .with_if(tiny.has_subnormal(), Exception::Underflow)
        .with_if((x_below && y_above) || (x_above && y_below), Exception::Cancellation)
}

/// Whether a positive number was tiny, as rounding it towards zero shows.
fn was_tiny(rounded: Float) -> bool {
    rounded.is_zero() || rounded.is_subnormal()
}

fn product_exceptions(rounding: RoundingAssumption, x: &FloatSet, y: &FloatSet, same: bool) -> Exceptions {
    let zero_by_infinity =
        (x.can_be_zero() && y.can_be_infinite()) || (x.can_be_infinite() && y.can_be_zero());
    let greatest = x.greatest_proper().zip(y.greatest_proper());
    let least = x.least_proper().zip(y.least_proper());
    Exceptions::NONE
        .with_if(zero_by_infinity && !same, Exception::Invalid)
        .with_if(
            greatest.is_some_and(|(x, y)| x.mul(y, rounding.outward()).0.is_infinite()),
            Exception::Overflow,
        )
        .with_if(least.is_some_and(|(x, y)| was_tiny(x.mul(y, Rounding::TowardZero).0)), Exception::Underflow)
}

fn quotient_exceptions(rounding: RoundingAssumption, x: &FloatSet, y: &FloatSet) -> Exceptions {
    let invalid = (x.can_be_zero() && y.can_be_zero()) || (x.can_be_infinite() && y.can_be_infinite());
    let steepest = x.greatest_proper().zip(y.least_proper());
    let flattest = x.least_proper().zip(y.greatest_proper());
    Exceptions::NONE
        .with_if(invalid, Exception::Invalid)
        .with_if(y.can_be_zero() && x.greatest_proper().is_some(), Exception::DivideByZero)
        .with_if(
            steepest.is_some_and(|(x, y)| x.div(y, rounding.outward()).0.is_infinite()),
            Exception::Overflow,
        )
        .with_if(
            flattest.is_some_and(|(x, y)| was_tiny(x.div(y, Rounding::TowardZero).0)),
            Exception::Underflow,
        )
}

/// The results of an operator of one operand, and what it can raise.
pub(crate) fn unary(op: FloatUnaryOp, rounding: RoundingAssumption, x: &FloatSet) -> (FloatSet, Exceptions) {
    let modes: &[Rounding] = match op {
        FloatUnaryOp::Sqrt | FloatUnaryOp::Rint | FloatUnaryOp::NearbyInt => rounding.modes(),
        FloatUnaryOp::Floor => &[Rounding::TowardNegative],
        FloatUnaryOp::Ceil => &[Rounding::TowardPositive],
        FloatUnaryOp::Trunc => &[Rounding::TowardZero],
        FloatUnaryOp::Round => &[Rounding::NearestAway],
        FloatUnaryOp::RoundEven => &[Rounding::NearestEven],
        FloatUnaryOp::Canonicalize => &[],
    };
    let invalid = x.signaling || (op == FloatUnaryOp::Sqrt && x.can_be_negative());
    let raised = Exceptions::NONE.with(Exception::Inexact).with_if(invalid, Exception::Invalid);
    let mut results = FloatSet { quiet: x.can_be_nan(), ..FloatSet::empty(x.format) };
    if op == FloatUnaryOp::Canonicalize {
        return (FloatSet { numbers: x.numbers.clone(), ..results }, raised);
    }
    for piece in pieces(x) {
        let part = corners(modes, x.format, [piece], [x.format], &|[x], mode| match op {
            FloatUnaryOp::Sqrt => x.sqrt(mode).0,
            FloatUnaryOp::Rint
            | FloatUnaryOp::NearbyInt
            | FloatUnaryOp::Floor
            | FloatUnaryOp::Ceil
            | FloatUnaryOp::Trunc
            | FloatUnaryOp::Round
            | FloatUnaryOp::RoundEven
            | FloatUnaryOp::Canonicalize => x.round_to_integral(mode).0,
        });
        results = results.union(&part);
    }
    (results, raised)
}

/// The results of a fused multiply-add, and what it can raise.
pub(crate) fn fma(rounding: RoundingAssumption, [x, y, w]: [&FloatSet; 3]) -> (FloatSet, Exceptions) {
    let all = |modes: &[Rounding], operands: [&FloatSet; 3]| {
        let mut results = FloatSet::empty(x.format);
        let [xs, ys, ws] = operands.map(pieces);
        for &x_piece in &xs {
            for &y_piece in &ys {
                for &w_piece in &ws {
                    let spans = [x_piece, y_piece, w_piece];
                    let fused: Monotone<'_, 3> = &|[x, y, w], mode| x.fma(y, w, mode).0;
                    results = results.union(&corners(modes, x.format, spans, [x.format; 3], fused));
                }
            }
        }
        results
    };
    let mut results = all(rounding.modes(), [x, y, w]);
    let operands = [x, y, w];
    let any_nan = operands.iter().any(|set| set.can_be_nan());
    let invalid = results.quiet || operands.iter().any(|set| set.signaling || set.can_be_infinite());
    results.quiet |= any_nan;
    let finite = operands.map(FloatSet::finite);
    let overflows = all(rounding.modes(), [&finite[0], &finite[1], &finite[2]]).can_be_infinite();
    let least_normal = ordinal(Float::min_normal(x.format, false));
    let towards_zero = all(&[Rounding::TowardZero], [&finite[0], &finite[1], &finite[2]]);
    let tiny = towards_zero.numbers.meets(Span::new(!least_normal, least_normal));
    let raised = Exceptions::NONE
        .with(Exception::Inexact)
        .with_if(invalid, Exception::Invalid)
        .with_if(overflows, Exception::Overflow)
        .with_if(tiny, Exception::Underflow);
    (results, raised)
}

/// To another format, and what that can raise.
pub(crate) fn convert(rounding: RoundingAssumption, x: &FloatSet, to: Format) -> (FloatSet, Exceptions) {
    let all = |set: &FloatSet| {
        let parts = pieces(set).into_iter().map(|piece| {
            corners(rounding.modes(), to, [piece], [x.format], &|[x], mode| x.convert(to, mode).0)
        });
        parts.fold(FloatSet::empty(to), |all, part| all.union(&part))
    };
    let results = FloatSet { quiet: x.can_be_nan(), ..all(x) };
    let keeps_all = x.format.significand_bits() <= to.significand_bits()
        && x.format.exponent_bits() <= to.exponent_bits();
    let tiny = x.least_proper().is_some_and(|least| was_tiny(least.convert(to, Rounding::TowardZero).0));
    let raised = Exceptions::NONE
        .with(Exception::Inexact)
        .with_if(x.signaling, Exception::Invalid)
        .with_if(all(&x.finite()).can_be_infinite(), Exception::Overflow)
        .with_if(tiny && !keeps_all, Exception::Underflow);
    (results, raised)
}
