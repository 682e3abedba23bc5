//! One step: the value of an operator applied to slots.
//!
//! Floats and doubles are computed by the machine, bit-vectors on integers; what is left (other
//! formats, rounding to nearest with ties away, remainders, conversions to integers) goes through
//! the reference semantics. Either way the value is the same as the reference evaluator's under a
//! model that chooses no unspecified case.

use crate::native::{self, Host};
use crate::program::{EvaluationProgram, ProgramStep};
use crate::shape::{Slot, ValueShape, signed, slot_of};
use ulpwise_expr::{AppliedValue, Op, UnspecifiedCase, Value, apply};
use ulpwise_float::order::{is_nan, mask};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Libm, Reason};

/// The value of a step, from those of its operands.
///
/// # Errors
/// If it is a libm term without an oracle, or a number too large.
#[inline]
pub(crate) fn evaluate(
    program: &EvaluationProgram,
    number: u32,
    slots: &[Slot],
    libm: Option<&Libm<'_>>,
) -> Result<Slot, Reason> {
    let step = program.steps[number as usize];
    let operands = program.operands_of(step);
    let at = |position: usize| slots[operands[position] as usize];
    let bit = u128::from;
    Ok(match step.op {
        Op::Constant | Op::Variable(_) => slots[number as usize],
        Op::Not => at(0) ^ 1,
        Op::And => bit(operands.iter().all(|&operand| slots[operand as usize] != 0)),
        Op::Or => bit(operands.iter().any(|&operand| slots[operand as usize] != 0)),
        Op::Eq => bit(at(0) == at(1)),
        Op::Ite => {
            if at(0) != 0 {
                at(1)
            } else {
                at(2)
            }
        }
        _ => match shape_of_operands(program, operands) {
            ValueShape::Float(Format::F64) => return native_or_exact::<f64>(program, step, slots, libm),
            ValueShape::Float(Format::F32) => return native_or_exact::<f32>(program, step, slots, libm),
            ValueShape::BitVec(width) => match bit_vector(step, width, operands, slots) {
                Some(slot) => slot,
                None => return exact(program, step, slots, libm),
            },
            _ => return exact(program, step, slots, libm),
        },
    })
}

/// The shape of the first operand that is no rounding mode.
fn shape_of_operands(program: &EvaluationProgram, operands: &[u32]) -> ValueShape {
    let shape = |position: usize| program.steps[operands[position] as usize].shape;
    match shape(0) {
        ValueShape::Rounding if operands.len() > 1 => shape(1),
        first => first,
    }
}

/// Operators whose operands are bit-vectors; `None` if this is none that is computed here.
fn bit_vector(step: ProgramStep, width: u32, operands: &[u32], slots: &[Slot]) -> Option<Slot> {
    let a = slots[operands[0] as usize];
    let b = operands.get(1).map_or(0, |&operand| slots[operand as usize]);
    let ones = mask(width);
    let is_negative = a >> (width - 1) & 1 == 1;
    Some(match step.op {
        Op::BvNot => !a & ones,
        Op::BvNeg => a.wrapping_neg() & ones,
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvAdd => a.wrapping_add(b) & ones,
        Op::BvSub => a.wrapping_sub(b) & ones,
        Op::BvMul => a.wrapping_mul(b) & ones,
        Op::BvUdiv => a.checked_div(b).unwrap_or(ones),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv => match signed(width, a).checked_div(signed(width, b)) {
            Some(quotient) => quotient as u128 & ones,
            None if b == 0 => {
                if is_negative {
                    1
                } else {
                    ones
                }
            }
            None => a,
        },
        Op::BvSrem => match signed(width, a).checked_rem(signed(width, b)) {
            Some(remainder) => remainder as u128 & ones,
            None if b == 0 => a,
            None => 0,
        },
        Op::BvShl => {
            if b >= u128::from(width) {
                0
            } else {
                a << b & ones
            }
        }
        Op::BvLshr => {
            if b >= u128::from(width) {
                0
            } else {
                a >> b
            }
        }
        Op::BvAshr => (signed(width, a) >> b.min(u128::from(width - 1))) as u128 & ones,
        Op::BvUlt => u128::from(a < b),
        Op::BvSlt => u128::from(signed(width, a) < signed(width, b)),
        Op::BvConcat => {
            let low_width = step.shape.width() - width;
            a << low_width | b
        }
        Op::BvExtract { high, low } => a >> low & mask(high - low + 1),
        Op::BvZeroExtend { .. } => a,
        Op::BvSignExtend { .. } => signed(width, a) as u128 & mask(step.shape.width()),
        Op::FpFromBits(_) => step.shape.normalised(a),
        _ => return None,
    })
}

/// Operators on `float` and `double`.
fn native_or_exact<T: Host>(
    program: &EvaluationProgram,
    step: ProgramStep,
    slots: &[Slot],
    libm: Option<&Libm<'_>>,
) -> Result<Slot, Reason> {
    let operands = program.operands_of(step);
    let at = |position: usize| slots[operands[position] as usize];
    let datum = |position: usize| T::from_slot(at(position));
    let bit = u128::from;
    let format = T::FORMAT;
    let result = match step.op {
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv => {
            native::binary(step.op, Rounding::ALL[at(0) as usize], datum(1), datum(2)).map(T::to_slot)
        }
        Op::FpSqrt => native::sqrt(Rounding::ALL[at(0) as usize], datum(1)).map(T::to_slot),
        Op::FpFma => native::fma(Rounding::ALL[at(0) as usize], datum(1), datum(2), datum(3)).map(T::to_slot),
        Op::FpNeg if !is_nan(format, at(0)) => Some(at(0) ^ 1 << (format.width() - 1)),
        Op::FpAbs => Some(at(0) & mask(format.width() - 1)),
        Op::FpLt => Some(bit(datum(0) < datum(1))),
        Op::FpLeq => Some(bit(datum(0) <= datum(1))),
        Op::FpEq => Some(bit(datum(0) == datum(1))),
        Op::FpIsNan => Some(bit(is_nan(format, at(0)))),
        Op::FpIsNegative => Some(bit(!is_nan(format, at(0)) && at(0) >> (format.width() - 1) == 1)),
        Op::FpIsPositive => Some(bit(!is_nan(format, at(0)) && at(0) >> (format.width() - 1) == 0)),
        Op::FpToBits => Some(at(0)),
        Op::FpFromFp(target) => native::convert(target, Rounding::ALL[at(0) as usize], datum(1)),
        _ => None,
    };
    result.map_or_else(|| exact(program, step, slots, libm), Ok)
}

/// Any operator, by the reference semantics.
fn exact(
    program: &EvaluationProgram,
    step: ProgramStep,
    slots: &[Slot],
    libm: Option<&Libm<'_>>,
) -> Result<Slot, Reason> {
    let values: Vec<Value> =
        program.operands_of(step).iter().map(|&operand| program.value(operand, slots)).collect();
    let references: Vec<&Value> = values.iter().collect();
    let value = match apply(step.op, &references) {
        AppliedValue::Value(value) => value,
        AppliedValue::Unspecified => UnspecifiedCase { op: step.op, arguments: values }.default_value(),
        AppliedValue::Libm => return libm_value(step.op, &values, libm),
        AppliedValue::TooLarge => return Err(Reason::TooLarge("a real number".to_owned())),
    };
    slot_of(&value).ok_or_else(|| Reason::Unsupported(format!("search over {}", step.op)))
}

fn libm_value(op: Op, values: &[Value], libm: Option<&Libm<'_>>) -> Result<Slot, Reason> {
    let unsupported = || Reason::Unsupported(format!("{op}, which this machine cannot evaluate"));
    let (Op::Libm(function), [Value::Rounding(rounding), floats @ ..]) = (op, values) else {
        return Err(unsupported());
    };
    let floats: Vec<Float> = floats.iter().filter_map(Value::as_float).collect();
    let result = libm.and_then(|libm| libm(function, *rounding, &floats)).ok_or_else(unsupported)?;
    slot_of(&Value::float(result)).ok_or_else(unsupported)
}
