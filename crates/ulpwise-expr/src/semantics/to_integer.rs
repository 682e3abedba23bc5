//! Conversions of floats to integers and reals, which leave what does not fit open.

use super::{AppliedValue, ill_sorted};
use crate::op::Op;
use crate::value::{BitVector, Value};
use dashu_int::ops::BitTest;
use ulpwise_float::Float;

pub(super) fn apply(op: Op, arguments: &[&Value]) -> AppliedValue {
    let converted = match (op, arguments) {
        (Op::FpToUnsigned { width }, [Value::Rounding(rounding), Value::Float(x)]) => {
            let value = x.to_unsigned(width, *rounding).0;
            value.map(|value| Value::BitVec(BitVector::new(width, value)))
        }
        (Op::FpToSigned { width }, [Value::Rounding(rounding), Value::Float(x)]) => {
            let value = x.to_signed(width, *rounding).0;
            value.map(|value| Value::BitVec(BitVector::from_integer(width, &value)))
        }
        (Op::FpToReal, [Value::Float(x)]) => return to_real(*x),
        _ => ill_sorted(op, arguments),
    };
    converted.map_or(AppliedValue::Unspecified, AppliedValue::Value)
}

/// The exact value. An exponent of thirty bits would make numbers of gigabytes, so its size is
/// looked at first.
fn to_real(x: Float) -> AppliedValue {
    let Some((_, significand, exponent)) = x.to_exact_parts() else { return AppliedValue::Unspecified };
    if significand.bit_len() as u64 + exponent.unsigned_abs() > Value::MAX_REAL_BITS {
        return AppliedValue::TooLarge;
    }
    x.to_rational().map_or(AppliedValue::Unspecified, AppliedValue::real)
}
