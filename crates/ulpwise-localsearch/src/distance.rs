//! How far a truth value is from being true, and from being false.
//!
//! An atom's distance is the logarithm of the number of floats (or integers) between where its
//! operands are and where they would have to be: a step in the last place counts as much near the
//! goal as a step in the exponent far from it. A conjunction costs the sum of its parts, a
//! disjunction the least of them. Exactly one of the two distances is 0.

use crate::program::EvaluationProgram;
use crate::shape::{Slot, ValueShape, signed};
use ulpwise_expr::Op;
use ulpwise_float::Format;
use ulpwise_float::order::{infinity, is_nan, numeric_ordinal, ordinal};

/// What it costs to get rid of a NaN, or to get one.
const NAN: f32 = 70.0;

/// What it costs to change a truth value that has no measure.
const FLIP: f32 = 1.0;

/// The distances of one truth value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Distance {
    pub(crate) to_true: f32,
    pub(crate) to_false: f32,
}

impl Distance {
    fn new(holds: bool, missing: f32, surplus: f32) -> Distance {
        if holds {
            Distance { to_true: 0.0, to_false: surplus.max(FLIP) }
        } else {
            Distance { to_true: missing.max(FLIP), to_false: 0.0 }
        }
    }

    fn swapped(self) -> Distance {
        Distance { to_true: self.to_false, to_false: self.to_true }
    }
}

/// The logarithm to base 2 of a count plus one, straight between powers of two: monotone, and much
/// cheaper.
#[inline]
fn logarithm(count: u128) -> f32 {
    let bits = (count as f64 + 1.0).to_bits() as i64 - (1023 << 52);
    (bits as f64 / (1_u64 << 52) as f64) as f32
}

/// The distances of a step that is a truth value.
pub(crate) fn distance(
    program: &EvaluationProgram,
    number: u32,
    slots: &[Slot],
    distances: &[Distance],
) -> Distance {
    let step = program.steps[number as usize];
    let operands = program.operands_of(step);
    let holds = slots[number as usize] != 0;
    let of = |position: usize| distances[operands[position] as usize];
    let children = || operands.iter().map(|&operand| distances[operand as usize]);
    match step.op {
        Op::Not => of(0).swapped(),
        Op::And => Distance {
            to_true: children().map(|child| child.to_true).sum(),
            to_false: children().map(|child| child.to_false).fold(f32::INFINITY, f32::min),
        },
        Op::Or => Distance {
            to_true: children().map(|child| child.to_true).fold(f32::INFINITY, f32::min),
            to_false: children().map(|child| child.to_false).sum(),
        },
        Op::Ite => {
            let (condition, then, other) = (of(0), of(1), of(2));
            let least = |a: f32, b: f32| (condition.to_true + a).min(condition.to_false + b);
            Distance {
                to_true: least(then.to_true, other.to_true),
                to_false: least(then.to_false, other.to_false),
            }
        }
        Op::Constant | Op::Variable(_) => Distance::new(holds, FLIP, FLIP),
        _ => atom(program, number, slots, distances, holds),
    }
}

fn atom(
    program: &EvaluationProgram,
    number: u32,
    slots: &[Slot],
    distances: &[Distance],
    holds: bool,
) -> Distance {
    let step = program.steps[number as usize];
    let operands = program.operands_of(step);
    let at = |position: usize| slots[operands[position] as usize];
    match (step.op, program.steps[operands[0] as usize].shape) {
        (Op::Eq, ValueShape::Bool) => {
            let [a, b] = [0, 1].map(|position: usize| distances[operands[position] as usize]);
            let same = (a.to_true + b.to_true).min(a.to_false + b.to_false);
            let different = (a.to_true + b.to_false).min(a.to_false + b.to_true);
            Distance::new(holds, same, different)
        }
        (_, ValueShape::Float(format)) => {
            float_atom(step.op, format, holds, at(0), operands.get(1).map_or(0, |_| at(1)))
        }
        (op, ValueShape::BitVec(width)) => bit_vector_atom(op, width, holds, at(0), at(1)),
        _ => Distance::new(holds, FLIP, FLIP),
    }
}

fn float_atom(op: Op, format: Format, holds: bool, a: Slot, b: Slot) -> Distance {
    let gap = |a: i128, b: i128| logarithm(a.abs_diff(b));
    let unordered = is_nan(format, a) || is_nan(format, b);
    let [x, y] = [a, b].map(|slot| numeric_ordinal(format, slot));
    let magnitude = x.unsigned_abs();
    let normal = 1_u128 << (format.significand_bits() - 1);
    match op {
        Op::Eq if is_nan(format, a) != is_nan(format, b) => Distance::new(holds, NAN, FLIP),
        Op::Eq => Distance::new(holds, gap(ordinal(format, a), ordinal(format, b)), FLIP),
        Op::FpLt | Op::FpLeq | Op::FpEq if unordered => Distance::new(holds, NAN, FLIP),
        Op::FpEq => Distance::new(holds, gap(x, y), FLIP),
        Op::FpLt => Distance::new(holds, gap(x, y) + FLIP, gap(x, y)),
        Op::FpLeq => Distance::new(holds, gap(x, y), gap(x, y) + FLIP),
        Op::FpIsNan => Distance::new(holds, NAN, NAN),
        _ if is_nan(format, a) => Distance::new(holds, NAN, NAN),
        Op::FpIsInfinite => Distance::new(holds, logarithm(infinity(format).abs_diff(magnitude)), FLIP),
        Op::FpIsZero => Distance::new(holds, logarithm(magnitude), FLIP),
        Op::FpIsSubnormal => {
            let outside = if magnitude == 0 { 0 } else { magnitude.abs_diff(normal) };
            Distance::new(
                holds,
                logarithm(outside) + FLIP,
                logarithm(magnitude.min(normal.abs_diff(magnitude))),
            )
        }
        Op::FpIsNormal => {
            let outside = normal.saturating_sub(magnitude);
            Distance::new(holds, logarithm(outside), logarithm(magnitude.abs_diff(normal)))
        }
        Op::FpIsNegative | Op::FpIsPositive => {
            Distance::new(holds, logarithm(magnitude), logarithm(magnitude))
        }
        _ => Distance::new(holds, FLIP, FLIP),
    }
}

fn bit_vector_atom(op: Op, width: u32, holds: bool, a: Slot, b: Slot) -> Distance {
    let gap = match op {
        Op::BvSlt => logarithm(signed(width, a).abs_diff(signed(width, b))),
        _ => logarithm(a.abs_diff(b)),
    };
    match op {
        // Whichever is closer: by counting or by flipping bits.
        Op::Eq => Distance::new(holds, gap.min((a ^ b).count_ones() as f32), FLIP),
        Op::BvUlt | Op::BvSlt => Distance::new(holds, gap + FLIP, gap),
        _ => Distance::new(holds, FLIP, FLIP),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closer_is_cheaper_and_what_holds_costs_nothing() {
        let format = Format::F64;
        let slot = |value: f64| u128::from(value.to_bits());
        let cost = |a: f64, b: f64| float_atom(Op::FpLt, format, a < b, slot(a), slot(b)).to_true;
        assert_eq!(cost(1.0, 2.0), 0.0);
        assert!(cost(1.0, 1.0) > 0.0);
        assert!(cost(1.0, 1.0) < cost(1.0 + f64::EPSILON, 1.0));
        assert!(cost(1.5, 1.0) < cost(1e300, 1.0));
        assert!(cost(1e300, 1.0) < cost(f64::NAN, 1.0) + 1.0);
        assert!((0..1000).all(|count| logarithm(count) < logarithm(count + 1)));
    }
}
