//! Bit-vector operators.

use super::ill_sorted;
use crate::op::Op;
use crate::value::{BitVector, Value};

pub(super) fn apply(op: Op, arguments: &[&Value]) -> Value {
    match *arguments {
        [Value::BitVec(operand)] => Value::BitVec(unary(op, operand)),
        [Value::BitVec(first), Value::BitVec(second)] => binary(op, first, second),
        _ => ill_sorted(op, arguments),
    }
}

fn unary(op: Op, operand: &BitVector) -> BitVector {
    match op {
        Op::BvNot => !operand,
        Op::BvNeg => operand.neg(),
        Op::BvExtract { high, low } => operand.extract(high, low),
        Op::BvZeroExtend { by } => operand.zero_extend(by),
        Op::BvSignExtend { by } => operand.sign_extend(by),
        _ => panic!("{op} applied to one bit-vector"),
    }
}

fn binary(op: Op, first: &BitVector, second: &BitVector) -> Value {
    let result = match op {
        Op::BvUlt => return Value::Bool(first.unsigned_cmp(second).is_lt()),
        Op::BvSlt => return Value::Bool(first.signed_cmp(second).is_lt()),
        Op::BvAnd => first & second,
        Op::BvOr => first | second,
        Op::BvXor => first ^ second,
        Op::BvAdd => first.add(second),
        Op::BvSub => first.sub(second),
        Op::BvMul => first.mul(second),
        Op::BvUdiv => first.unsigned_div(second),
        Op::BvUrem => first.unsigned_rem(second),
        Op::BvSdiv => first.signed_div(second),
        Op::BvSrem => first.signed_rem(second),
        Op::BvSmod => first.signed_mod(second),
        Op::BvShl => first.shift_left(second),
        Op::BvLshr => first.logical_shift_right(second),
        Op::BvAshr => first.arithmetic_shift_right(second),
        Op::BvConcat => first.concat(second),
        _ => panic!("{op} applied to two bit-vectors"),
    };
    Value::BitVec(result)
}
