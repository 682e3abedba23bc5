//! Hulls of operations from hulls of operands.
//!
//! Rounding is monotone, so the ends of a result come from ends of the operands. A mode that is not
//! known is taken as downwards for the lower end and upwards for the upper one. Operands that may
//! be infinite give no knowledge but for signs: the relaxation has no use for infinities.

use crate::hull::{Hull, ordinal};
use ulpwise_expr::Op;
use ulpwise_float::{Float, Format, Rounding};

/// The hull of an application to floats. `rounding` is `None` for a mode that is not known.
pub(crate) fn evaluate(
    op: Op,
    format: Format,
    rounding: Option<Rounding>,
    operands: &[(Hull, Format)],
) -> Hull {
    let exact = match (op, operands) {
        (Op::FpNeg, &[(x, _)]) => Some(Hull { low: !x.high, high: !x.low, nan: x.nan }),
        (Op::FpAbs, &[(x, _)]) => Some(absolute(x)),
        (Op::FpMin, &[(x, _), (y, _)]) => Some(least(x, y)),
        // The greatest of two is the opposite of the least of their opposites.
        (Op::FpMax, &[(x, _), (y, _)]) => Some(negated(least(negated(x), negated(y)))),
        _ => None,
    };
    exact.unwrap_or_else(|| rounded(op, format, rounding, operands))
}

fn negated(x: Hull) -> Hull {
    Hull { low: !x.high, high: !x.low, nan: x.nan }
}

fn absolute(x: Hull) -> Hull {
    if !x.has_numbers() || x.low >= 0 {
        return x;
    }
    if x.high < 0 {
        return negated(x);
    }
    Hull { low: 0, high: x.high.max(!x.low), nan: x.nan }
}

/// Of zeros with opposite signs either may come, and a NaN loses.
fn least(x: Hull, y: Hull) -> Hull {
    let mut hull = x.join(y);
    if !x.nan && !y.nan {
        hull.high = x.high.min(y.high);
    }
    Hull { nan: x.nan && y.nan, ..hull }.with_both_zeros()
}

/// An operation that rounds its result, or one of which nothing is known.
fn rounded(op: Op, format: Format, rounding: Option<Rounding>, operands: &[(Hull, Format)]) -> Hull {
    let is_arithmetic = matches!(
        op,
        Op::FpAdd
            | Op::FpSub
            | Op::FpMul
            | Op::FpDiv
            | Op::FpFma
            | Op::FpSqrt
            | Op::FpRoundToIntegral
            | Op::FpFromFp(_)
    );
    if !is_arithmetic {
        return Hull::full(format);
    }
    let mut ends = Vec::with_capacity(3);
    for &(hull, format) in operands {
        match hull.numbers(format) {
            // Every one of these operations delivers NaN for NaN.
            None => return Hull::NAN,
            Some(numbers) => ends.push(numbers),
        }
    }
    let nan = operands.iter().any(|(hull, _)| hull.nan);
    if !operands.iter().all(|(hull, format)| hull.has_finite_ends(*format)) {
        return Hull::full(format);
    }
    let down = rounding.unwrap_or(Rounding::TowardNegative);
    let up = rounding.unwrap_or(Rounding::TowardPositive);
    let Some((low, high)) = result_ends(op, &ends, down, up) else { return Hull::full(format) };
    let becomes_nan = op == Op::FpSqrt && operands[0].0.low < -1;
    Hull { low: ordinal(low), high: ordinal(high), nan: nan || becomes_nan }.with_both_zeros()
}

/// The least and the greatest result of operands that are finite numbers.
fn result_ends(op: Op, ends: &[(Float, Float)], down: Rounding, up: Rounding) -> Option<(Float, Float)> {
    Some(match (op, ends) {
        (Op::FpAdd, &[x, y]) => (x.0.add(y.0, down).0, x.1.add(y.1, up).0),
        (Op::FpSub, &[x, y]) => (x.0.sub(y.1, down).0, x.1.sub(y.0, up).0),
        (Op::FpMul, &[x, y]) => corners(x, y, |a, b| (a.mul(b, down).0, a.mul(b, up).0)),
        (Op::FpDiv, &[x, y]) => {
            let spans_zero =
                y.0.is_zero() || y.1.is_zero() || y.0.is_sign_negative() != y.1.is_sign_negative();
            if spans_zero {
                return None;
            }
            corners(x, y, |a, b| (a.div(b, down).0, a.div(b, up).0))
        }
        (Op::FpFma, &[x, y, z]) => corners(x, y, |a, b| (a.fma(b, z.0, down).0, a.fma(b, z.1, up).0)),
        (Op::FpSqrt, &[x]) => {
            if x.1.is_sign_negative() && !x.1.is_zero() {
                return None;
            }
            let low = if x.0.is_sign_negative() { Float::zero(x.0.format(), true) } else { x.0 };
            (low.sqrt(down).0, x.1.sqrt(up).0)
        }
        (Op::FpRoundToIntegral, &[x]) => (x.0.round_to_integral(down).0, x.1.round_to_integral(up).0),
        (Op::FpFromFp(format), &[x]) => (x.0.convert(format, down).0, x.1.convert(format, up).0),
        _ => return None,
    })
}

/// The least lower and the greatest upper result over the four pairs of ends. Finite operands
/// deliver no NaN here.
fn corners(
    x: (Float, Float),
    y: (Float, Float),
    apply: impl Fn(Float, Float) -> (Float, Float),
) -> (Float, Float) {
    let results = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)].map(|(a, b)| apply(a, b));
    let lower = |a: Float, b: Float| if ordinal(b) < ordinal(a) { b } else { a };
    let higher = |a: Float, b: Float| if ordinal(b) > ordinal(a) { b } else { a };
    results.into_iter().reduce(|a, b| (lower(a.0, b.0), higher(a.1, b.1))).unwrap_or((x.0, x.1))
}
