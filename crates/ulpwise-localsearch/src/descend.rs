//! From a root that does not hold down to one variable, and the value that would make it hold if
//! nothing else changed.
//!
//! On the way every operator is inverted for one operand, the others fixed. Rounding makes most
//! inverses inexact; the distance decides afterwards whether the value was a good idea.

use crate::invert::invert;
use crate::shape::{Slot, ValueShape, signed};
use crate::state::SearchState;
use ulpwise_base::SplitMix64;
use ulpwise_expr::Op;
use ulpwise_float::Format;
use ulpwise_float::moves::near;
use ulpwise_float::order::{canonical_nan, from_ordinal, infinity, is_nan, mask, ordinal};

/// A variable and the value that it should have.
pub(crate) type Proposal = (u32, Slot);

/// How deep a descent goes before it is given up.
const MAX_DEPTH: usize = 100_000;

/// A proposal that makes the root hold, as far as inverses go; `None` if the way down ends at an
/// operator without one.
pub(crate) fn descend(state: &SearchState<'_>, root: u32, random: &mut SplitMix64) -> Option<Proposal> {
    let mut step = root;
    let mut target: Slot = 1;
    for _ in 0..MAX_DEPTH {
        if let Some(variable) = state.program.variable_of[step as usize] {
            return Some((variable, state.program.shape_of(variable).normalised(target)));
        }
        (step, target) = match state.program.steps[step as usize].shape {
            ValueShape::Bool => below_truth_value(state, step, target != 0, random)?,
            _ => below_term(state, step, target, random)?,
        };
    }
    None
}

/// One operand among those with a variable below.
fn any_varying(
    state: &SearchState<'_>,
    step: u32,
    skip_first: bool,
    random: &mut SplitMix64,
) -> Option<usize> {
    let operands = state.program.operands_of(state.program.steps[step as usize]);
    let varying: Vec<usize> = (usize::from(skip_first)..operands.len())
        .filter(|&position| state.program.steps[operands[position] as usize].varies)
        .collect();
    (!varying.is_empty()).then(|| *random.choose(&varying))
}

fn below_truth_value(
    state: &SearchState<'_>,
    step: u32,
    wanted: bool,
    random: &mut SplitMix64,
) -> Option<(u32, Slot)> {
    let program = state.program;
    let this = program.steps[step as usize];
    let operands = program.operands_of(this);
    let holds = |operand: u32| state.slots[operand as usize] != 0;
    match this.op {
        Op::Not => Some((operands[0], Slot::from(!wanted))),
        Op::And | Op::Or => {
            // To satisfy all, one that is wrong; to satisfy one, any.
            let all = (this.op == Op::And) == wanted;
            let candidates: Vec<u32> = operands
                .iter()
                .copied()
                .filter(|&operand| {
                    program.steps[operand as usize].varies && (!all || holds(operand) != wanted)
                })
                .collect();
            (!candidates.is_empty()).then(|| (*random.choose(&candidates), Slot::from(wanted)))
        }
        Op::Ite => below_conditional(state, step, Slot::from(wanted), random),
        Op::Eq if program.steps[operands[0] as usize].shape == ValueShape::Bool => {
            let position = any_varying(state, step, false, random)?;
            let other = holds(operands[1 - position]);
            Some((operands[position], Slot::from(other == wanted)))
        }
        _ => {
            let position = any_varying(state, step, false, random)?;
            let other = operands.get(1 - position.min(1)).map_or(0, |&operand| state.slots[operand as usize]);
            let current = state.slots[operands[position] as usize];
            let goal = match program.steps[operands[position] as usize].shape {
                ValueShape::Float(format) => {
                    float_goal(this.op, format, position, wanted, other, current, random)
                }
                ValueShape::BitVec(width) => bit_vector_goal(this.op, width, position, wanted, other, random),
                _ => other,
            };
            Some((operands[position], goal))
        }
    }
}

fn below_conditional(
    state: &SearchState<'_>,
    step: u32,
    target: Slot,
    random: &mut SplitMix64,
) -> Option<(u32, Slot)> {
    let program = state.program;
    let operands = program.operands_of(program.steps[step as usize]);
    let condition = state.slots[operands[0] as usize] != 0;
    let (taken, other) = if condition { (operands[1], operands[2]) } else { (operands[2], operands[1]) };
    let varies = |operand: u32| program.steps[operand as usize].varies;
    let fits_other = state.slots[other as usize] == target;
    if varies(operands[0]) && (fits_other || !varies(taken) || random.below(4) == 0) {
        return Some((operands[0], Slot::from(!condition)));
    }
    varies(taken).then_some((taken, target))
}

/// What one side of a comparison, or the operand of a predicate, should be.
fn float_goal(
    op: Op,
    format: Format,
    position: usize,
    wanted: bool,
    other: Slot,
    current: Slot,
    random: &mut SplitMix64,
) -> Slot {
    let magnitude_below = |limit: u128, random: &mut SplitMix64| u128::from(random.next_u64()) % limit.max(1);
    let normal = 1_u128 << (format.significand_bits() - 1);
    match op {
        Op::Eq if wanted => other,
        Op::FpEq if wanted => other,
        Op::Eq | Op::FpEq => near(format, other, random),
        Op::FpLt | Op::FpLeq => {
            if is_nan(format, other) {
                return if wanted { current } else { other };
            }
            // Whether this side has to be the smaller one.
            let below = (position == 0) == wanted;
            let may_equal = (op == Op::FpLeq) == wanted;
            let least = i128::from(!may_equal);
            let distance = match random.below(4) {
                0 | 1 => least,
                _ => least + i128::from(random.next_u64() >> random.below(64)),
            };
            let start = ordinal(format, other);
            from_ordinal(format, if below { start - distance } else { start + distance })
        }
        Op::FpIsNan if wanted => canonical_nan(format),
        Op::FpIsInfinite if wanted => infinity(format) | (current & 1 << (format.width() - 1)),
        Op::FpIsZero if wanted => current & 1 << (format.width() - 1),
        Op::FpIsSubnormal if wanted => magnitude_below(normal - 1, random) + 1,
        Op::FpIsNormal if wanted => normal + magnitude_below(infinity(format) - normal, random),
        Op::FpIsNegative => current & mask(format.width() - 1) | u128::from(wanted) << (format.width() - 1),
        Op::FpIsPositive => current & mask(format.width() - 1) | u128::from(!wanted) << (format.width() - 1),
        _ => from_ordinal(format, i128::from(random.next_u64() as i64)),
    }
}

fn bit_vector_goal(
    op: Op,
    width: u32,
    position: usize,
    wanted: bool,
    other: Slot,
    random: &mut SplitMix64,
) -> Slot {
    let ones = mask(width);
    let below = (position == 0) == wanted;
    let step = match random.below(3) {
        0 => 1,
        _ => 1 + (u128::from(random.next_u64()) >> random.below(64)),
    };
    match op {
        Op::Eq if wanted => other,
        Op::BvUlt | Op::BvSlt => {
            let (low, high) = if op == Op::BvUlt {
                (0, ones as i128)
            } else {
                (-((ones / 2) as i128) - 1, (ones / 2) as i128)
            };
            let start = if op == Op::BvUlt { other as i128 } else { signed(width, other) };
            // Equality satisfies what is not less.
            let step = if wanted { step as i128 } else { step as i128 - 1 };
            let goal = if below {
                start.saturating_sub(step).max(low)
            } else {
                start.saturating_add(step).min(high)
            };
            goal as u128 & ones
        }
        _ => other.wrapping_add(step) & ones,
    }
}

fn below_term(
    state: &SearchState<'_>,
    step: u32,
    target: Slot,
    random: &mut SplitMix64,
) -> Option<(u32, Slot)> {
    let program = state.program;
    let this = program.steps[step as usize];
    if this.op == Op::Ite {
        return below_conditional(state, step, target, random);
    }
    let position = any_varying(state, step, this.op.kind().takes_rounding_mode(), random)?;
    let operand = program.operands_of(this)[position];
    Some((operand, invert(state, step, position, target, random)?))
}
