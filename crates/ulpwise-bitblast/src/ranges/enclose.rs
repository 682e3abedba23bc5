//! Enclosures of operators' results, given those of the operands.
//!
//! The lower end is computed toward negative and the upper end toward positive, which enclose the
//! results of all other rounding modes, the signs of zeros included: toward negative, a sum that
//! cancels is -0. Where an end has no value, as infinity times zero has none, nothing is claimed.

use super::full;
use std::cmp::Ordering;
use ulpwise_expr::{Op, Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Integer, Rounding};
use ulpwise_solver::FloatBound;

const DOWN: Rounding = Rounding::TowardNegative;
const UP: Rounding = Rounding::TowardPositive;

/// The order of numbers with -0 below +0.
fn order(first: Float, second: Float) -> Ordering {
    let by_sign = || second.is_sign_negative().cmp(&first.is_sign_negative());
    match first.compare(second) {
        Some(Ordering::Equal) | None => by_sign(),
        Some(decided) => decided,
    }
}

pub(super) fn smaller(first: Float, second: Float) -> Float {
    if order(first, second).is_le() { first } else { second }
}

pub(super) fn larger(first: Float, second: Float) -> Float {
    if order(first, second).is_ge() { first } else { second }
}

fn may_be_infinite(bound: &FloatBound) -> bool {
    bound.numbers.is_some_and(|(low, high)| low.is_infinite() || high.is_infinite())
}

fn may_be_zero(bound: &FloatBound) -> bool {
    bound.numbers.is_some_and(|(low, high)| {
        low.is_zero() || high.is_zero() || low.is_sign_negative() != high.is_sign_negative()
    })
}

/// Where the value of a float term lies, given where those of its float operands do; `None` if
/// nothing is known.
pub fn enclosure(store: &TermStore, term: Term, bound_of: &dyn Fn(Term) -> FloatBound) -> Option<FloatBound> {
    let children = store.children(term);
    let of = |position: usize| bound_of(children[position]);
    match store.op(term) {
        Op::FpNeg => {
            let x = of(0);
            let numbers = x.numbers.map(|(low, high)| (high.negate(), low.negate()));
            Some(FloatBound { numbers, ..x })
        }
        Op::FpAbs => Some(absolute(of(0))),
        Op::Ite => Some(union(of(1), of(2))),
        Op::FpMin | Op::FpMax => {
            let (x, y) = (of(0), of(1));
            // A NaN loses.
            Some(FloatBound { nan: x.nan && y.nan, ..union(x, y) })
        }
        Op::FpAdd => sum(of(1), of(2)),
        Op::FpSub => {
            let y = of(2);
            let numbers = y.numbers.map(|(low, high)| (high.negate(), low.negate()));
            sum(of(1), FloatBound { numbers, ..y })
        }
        Op::FpMul => product(of(1), of(2)),
        Op::FpFma => sum(product(of(1), of(2))?, of(3)),
        Op::FpDiv => quotient(of(1), of(2)),
        Op::FpSqrt => root(of(1)),
        Op::FpRem | Op::FpFmod => remainder(of(0), of(1)),
        Op::FpRoundToIntegral => ends(of(1), |x| x.round_to_integral(DOWN).0, |x| x.round_to_integral(UP).0),
        Op::FpFromFp(format) => ends(of(1), |x| x.convert(format, DOWN).0, |x| x.convert(format, UP).0),
        Op::FpFromSigned(format) => integer(store, children[1], format, true),
        Op::FpFromUnsigned(format) => integer(store, children[1], format, false),
        _ => None,
    }
}

/// A monotone function of a number; the NaN stays one.
fn ends(x: FloatBound, low: impl Fn(Float) -> Float, high: impl Fn(Float) -> Float) -> Option<FloatBound> {
    Some(FloatBound { numbers: x.numbers.map(|(first, last)| (low(first), high(last))), ..x })
}

fn absolute(x: FloatBound) -> FloatBound {
    let numbers = x.numbers.map(|(low, high)| {
        let (first, last) = (low.abs(), high.abs());
        if low.is_sign_negative() == high.is_sign_negative() {
            (smaller(first, last), larger(first, last))
        } else {
            (Float::zero(low.format(), false), larger(first, last))
        }
    });
    FloatBound { numbers, ..x }
}

fn union(x: FloatBound, y: FloatBound) -> FloatBound {
    let numbers = match (x.numbers, y.numbers) {
        (Some((a, b)), Some((c, d))) => Some((smaller(a, c), larger(b, d))),
        (only, None) | (None, only) => only,
    };
    FloatBound { numbers, nan: x.nan || y.nan }
}

/// A result that is a number only if both operands are.
fn from_ends(low: Float, high: Float, nan: bool) -> FloatBound {
    if low.is_nan() || high.is_nan() {
        return full(low.format());
    }
    FloatBound { numbers: Some((low, high)), nan }
}

fn sum(x: FloatBound, y: FloatBound) -> Option<FloatBound> {
    let ((a, b), (c, d)) = (x.numbers?, y.numbers?);
    let nan = x.nan || y.nan || (may_be_infinite(&x) && may_be_infinite(&y));
    Some(from_ends(a.add(c, DOWN).0, b.add(d, UP).0, nan))
}

/// The hull of the values at the four corners.
fn corners(
    (a, b): (Float, Float),
    (c, d): (Float, Float),
    nan: bool,
    operator: impl Fn(Float, Float, Rounding) -> Float,
) -> FloatBound {
    let corners = [(a, c), (a, d), (b, c), (b, d)];
    let lows = corners.map(|(x, y)| operator(x, y, DOWN));
    let highs = corners.map(|(x, y)| operator(x, y, UP));
    if lows.iter().chain(&highs).any(|value| value.is_nan()) {
        return full(lows[0].format());
    }
    let low = lows.into_iter().fold(lows[0], smaller);
    let high = highs.into_iter().fold(highs[0], larger);
    from_ends(low, high, nan)
}

fn product(x: FloatBound, y: FloatBound) -> Option<FloatBound> {
    let invalid = (may_be_infinite(&x) && may_be_zero(&y)) || (may_be_zero(&x) && may_be_infinite(&y));
    let nan = x.nan || y.nan || invalid;
    Some(corners(x.numbers?, y.numbers?, nan, |x, y, mode| x.mul(y, mode).0))
}

fn quotient(x: FloatBound, y: FloatBound) -> Option<FloatBound> {
    if may_be_zero(&y) {
        return None;
    }
    let nan = x.nan || y.nan || (may_be_infinite(&x) && may_be_infinite(&y));
    Some(corners(x.numbers?, y.numbers?, nan, |x, y, mode| x.div(y, mode).0))
}

fn root(x: FloatBound) -> Option<FloatBound> {
    let (low, high) = x.numbers?;
    let zero = Float::zero(low.format(), true);
    if high.is_sign_negative() && !high.is_zero() {
        return Some(FloatBound { numbers: None, nan: true });
    }
    let is_negative = low.is_sign_negative() && !low.is_zero();
    // The root of -0 is -0.
    let least = if low.is_sign_negative() { zero } else { low.sqrt(DOWN).0 };
    Some(from_ends(least, high.sqrt(UP).0, x.nan || is_negative))
}

/// A remainder is no larger than either operand.
fn remainder(x: FloatBound, y: FloatBound) -> Option<FloatBound> {
    let nan = x.nan || y.nan || may_be_infinite(&x) || may_be_zero(&y);
    let magnitude = |(low, high): (Float, Float)| larger(low.abs(), high.abs());
    let most = smaller(magnitude(x.numbers?), magnitude(y.numbers?));
    Some(FloatBound { numbers: Some((most.negate(), most)), nan })
}

fn integer(store: &TermStore, operand: Term, format: Format, signed: bool) -> Option<FloatBound> {
    let Sort::BitVec(width) = store.sort(operand) else { return None };
    let bits = if signed { width - 1 } else { width };
    let beyond = Integer::from(1) << bits as usize;
    let least = if signed { -beyond.clone() } else { Integer::from(0) };
    let most = beyond - Integer::from(1);
    let low = Float::from_integer(format, &least, DOWN).0;
    let high = Float::from_integer(format, &most, UP).0;
    Some(FloatBound { numbers: Some((low, high)), nan: false })
}
