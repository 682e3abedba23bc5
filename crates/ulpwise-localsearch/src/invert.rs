//! The operand that an operator would need to deliver a wanted value, the other operands fixed.
//!
//! Inverses of float operators are computed exactly and rounded to nearest, so they are good
//! guesses and no more.

use crate::shape::{Slot, ValueShape, signed, slot_of};
use crate::state::SearchState;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{LibmFunction, Op, Value};
use ulpwise_float::order::mask;
use ulpwise_float::{Env, Float, Integer, Rounding};

/// The value for the operand at `position`; `None` if there is no inverse to speak of.
pub(crate) fn invert(
    state: &SearchState<'_>,
    step: u32,
    position: usize,
    target: Slot,
    random: &mut SplitMix64,
) -> Option<Slot> {
    let program = state.program;
    let this = program.steps[step as usize];
    let operands = program.operands_of(this);
    let shape = program.steps[operands[position] as usize].shape;
    match (this.shape, shape) {
        (_, ValueShape::BitVec(width)) if !matches!(this.shape, ValueShape::Float(_)) => {
            let current = state.slots[operands[position] as usize];
            let other = operands.get(1 - position.min(1)).map_or(0, |&operand| state.slots[operand as usize]);
            bit_vector(this.op, width, this.shape.width(), position, target, current, other, random)
        }
        _ => {
            let value = float(state, step, position, this.shape.value(target), random)?;
            slot_of(&value)
        }
    }
}

/// Inverses of operators with a float as result or operand.
fn float(
    state: &SearchState<'_>,
    step: u32,
    position: usize,
    target: Value,
    random: &mut SplitMix64,
) -> Option<Value> {
    let program = state.program;
    let this = program.steps[step as usize];
    let operands = program.operands_of(this);
    let env = Env::from(Rounding::NearestEven);
    let operand = |position: usize| program.value(operands[position], &state.slots).as_float();
    let shape = program.steps[operands[position] as usize].shape;
    if let (Value::BitVec(bits), ValueShape::Float(format)) = (&target, shape) {
        return Some(match this.op {
            Op::FpToBits => shape.value(slot_of(&target)?),
            Op::FpToSigned { .. } => Value::float(Float::from_integer(format, &bits.signed(), env).0),
            _ => Value::float(Float::from_integer(format, &Integer::from(bits.unsigned().clone()), env).0),
        });
    }
    let wanted = target.as_float()?;
    let result = match (this.op, position) {
        (Op::FpNeg, _) => wanted.negate(),
        (Op::FpAbs, _) => {
            if random.below(2) == 0 {
                wanted
            } else {
                wanted.negate()
            }
        }
        (Op::FpAdd, _) => wanted.sub(operand(3 - position)?, env).0,
        (Op::FpSub, 1) => wanted.add(operand(2)?, env).0,
        (Op::FpSub, _) => operand(1)?.sub(wanted, env).0,
        (Op::FpMul, _) => wanted.div(operand(3 - position)?, env).0,
        (Op::FpDiv, 1) => wanted.mul(operand(2)?, env).0,
        (Op::FpDiv, _) => operand(1)?.div(wanted, env).0,
        (Op::FpFma, 3) => wanted.sub(operand(1)?.mul(operand(2)?, env).0, env).0,
        (Op::FpFma, _) => wanted.sub(operand(3)?, env).0.div(operand(3 - position)?, env).0,
        (Op::FpSqrt, _) => wanted.mul(wanted, env).0,
        (Op::FpRoundToIntegral | Op::FpMin | Op::FpMax | Op::FpRem | Op::FpFmod, _) => wanted,
        (Op::FpFromFp(_), _) => match shape {
            ValueShape::Float(source) => wanted.convert(source, env).0,
            _ => return None,
        },
        (Op::FpFromBits(_), _) => return Some(shape.value(slot_of(&target)?)),
        (Op::FpFromSigned(_) | Op::FpFromUnsigned(_), _) => return Some(shape.value(integer(wanted)?)),
        (Op::Libm(function), _) => return libm(state, function, wanted).map(Value::float),
        _ => return None,
    };
    Some(Value::float(result))
}

/// The nearest integer, as the low bits of a slot.
fn integer(value: Float) -> Option<Slot> {
    if !value.is_finite() {
        return None;
    }
    let number = value.round_to_integral(Env::from(Rounding::NearestEven)).0.to_rational()?;
    let number = number.numerator().clone();
    i128::try_from(number).ok().map(|number| number as u128)
}

/// What the inverse function of the machine's libm delivers.
fn libm(state: &SearchState<'_>, function: LibmFunction, wanted: Float) -> Option<Float> {
    let inverse = match function {
        LibmFunction::Cbrt => {
            let env = Env::from(Rounding::NearestEven);
            return Some(wanted.mul(wanted, env).0.mul(wanted, env).0);
        }
        LibmFunction::Hypot => return Some(wanted),
        function => function.facts().inverse?,
    };
    state.libm()?(inverse, Rounding::NearestEven, &[wanted])
}

/// Inverses of operators on bit-vectors.
#[expect(clippy::too_many_arguments, reason = "all of them are plain numbers")]
fn bit_vector(
    op: Op,
    width: u32,
    result_width: u32,
    position: usize,
    target: Slot,
    current: Slot,
    other: Slot,
    random: &mut SplitMix64,
) -> Option<Slot> {
    let ones = mask(width);
    let noise = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    let value = match (op, position) {
        (Op::BvNot, _) => !target,
        (Op::BvNeg, _) => target.wrapping_neg(),
        (Op::BvAnd, _) => target | current & !other,
        (Op::BvOr, _) => target & !other | current & other,
        (Op::BvXor, _) => target ^ other,
        (Op::BvAdd, _) => target.wrapping_sub(other),
        (Op::BvSub, 0) => target.wrapping_add(other),
        (Op::BvSub, _) => other.wrapping_sub(target),
        (Op::BvMul, _) if other & 1 == 1 => target.wrapping_mul(inverse_modulo(other)),
        (Op::BvMul, _) => target.checked_div(other)?,
        (Op::BvUdiv, 0) => target.wrapping_mul(other).wrapping_add(noise.checked_rem(other).unwrap_or(0)),
        (Op::BvUdiv, _) => other.checked_div(target)?,
        (Op::BvUrem | Op::BvSrem | Op::BvSmod, 0) => target,
        (Op::BvSdiv, 0) => target.wrapping_mul(other),
        (Op::BvShl, 0) if other < u128::from(width) => target >> other,
        (Op::BvLshr | Op::BvAshr, 0) if other < u128::from(width) => {
            target << other | noise & mask(other as u32)
        }
        (Op::BvConcat, 0) => target >> (result_width - width),
        (Op::BvConcat, _) => target,
        (Op::BvExtract { high, low }, _) => {
            let field = mask(high - low + 1) << low;
            current & !field | target << low & field
        }
        (Op::BvZeroExtend { .. }, _) => target,
        (Op::BvSignExtend { .. }, _) => signed(result_width, target) as u128,
        _ => return None,
    };
    Some(value & ones)
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration, which doubles the number of
/// right bits.
fn inverse_modulo(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in [1, 3, 0xdead_beef, u128::MAX] {
            assert_eq!(odd.wrapping_mul(inverse_modulo(odd)), 1);
        }
    }
}
