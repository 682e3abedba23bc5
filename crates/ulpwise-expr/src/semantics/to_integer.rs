//! Conversions of floats to integers and reals, which leave what does not fit open.

use super::{Outcome, ill_sorted};
use crate::op::Op;
use crate::value::{BitVector, Value};

pub(super) fn apply(op: Op, arguments: &[&Value]) -> Outcome {
    let converted = match (op, arguments) {
        (Op::FpToUnsigned { width }, [Value::Rounding(rounding), Value::Float(x)]) => {
            let value = x.to_unsigned(width, *rounding).0;
            value.map(|value| Value::BitVec(BitVector::new(width, value)))
        }
        (Op::FpToSigned { width }, [Value::Rounding(rounding), Value::Float(x)]) => {
            let value = x.to_signed(width, *rounding).0;
            value.map(|value| Value::BitVec(BitVector::from_integer(width, &value)))
        }
        (Op::FpToReal, [Value::Float(x)]) => x.to_rational().map(Value::Real),
        _ => ill_sorted(op, arguments),
    };
    converted.map_or(Outcome::Unspecified, Outcome::Value)
}
