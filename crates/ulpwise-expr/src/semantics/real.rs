//! Real arithmetic on exact rationals.
//!
//! Numbers grow with every product, and a short text says "squared" sixty times. What exceeds the
//! limit is not kept; one operation on operands within it makes at most a number of twice that
//! size.

use super::{AppliedValue, ill_sorted};
use crate::op::Op;
use crate::value::Value;

pub(super) fn apply(op: Op, arguments: &[&Value]) -> AppliedValue {
    let result = match (op, arguments) {
        (Op::RealNeg, [Value::Real(x)]) => -x,
        (Op::RealAdd, [Value::Real(x), Value::Real(y)]) => x + y,
        (Op::RealMul, [Value::Real(x), Value::Real(y)]) => x * y,
        (Op::RealDiv, [Value::Real(_), Value::Real(y)]) if y.is_zero() => return AppliedValue::Unspecified,
        (Op::RealDiv, [Value::Real(x), Value::Real(y)]) => x / y,
        (Op::RealLt, [Value::Real(x), Value::Real(y)]) => return AppliedValue::Value(Value::Bool(x < y)),
        _ => ill_sorted(op, arguments),
    };
    AppliedValue::real(result)
}
