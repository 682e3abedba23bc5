//! Floating-point operators: `ulpwise-float` with its flags dropped and one NaN.

use super::{AppliedValue, ill_sorted};
use crate::op::Op;
use crate::value::{BitVector, Value};
use ulpwise_float::{Env, Float, Format, Integer, NanRule, Natural, Rounding};

/// Arithmetic in the given direction with one NaN, as SMT-LIB has it.
fn env(rounding: Rounding) -> Env {
    Env::from(rounding).with_nan(NanRule::Canonical)
}

pub(super) fn apply(op: Op, arguments: &[&Value]) -> Value {
    match *arguments {
        [Value::Float(x)] => unary(op, *x),
        [Value::Float(x), Value::Float(y)] => binary(op, *x, *y),
        [Value::Rounding(rounding), Value::Float(x)] => Value::float(rounded_unary(op, env(*rounding), *x)),
        [Value::Rounding(rounding), Value::Float(x), Value::Float(y)] => {
            Value::float(rounded_binary(op, env(*rounding), *x, *y))
        }
        [Value::Rounding(rounding), Value::Float(x), Value::Float(y), Value::Float(z)] if op == Op::FpFma => {
            Value::float(x.fma(*y, *z, env(*rounding)).0)
        }
        [Value::BitVec(bits)] => match op {
            Op::FpFromBits(format) => Value::float(from_bits(format, bits)),
            _ => ill_sorted(op, arguments),
        },
        [Value::Rounding(rounding), number] => Value::float(from_number(op, env(*rounding), number)),
        _ => ill_sorted(op, arguments),
    }
}

/// Minimum and maximum, which leave zeros of opposite sign open.
pub(super) fn apply_min_max(op: Op, arguments: &[&Value]) -> AppliedValue {
    let [Value::Float(x), Value::Float(y)] = *arguments else { ill_sorted(op, arguments) };
    if x.is_zero() && y.is_zero() && x != y {
        return AppliedValue::Unspecified;
    }
    AppliedValue::Value(Value::float(if op == Op::FpMin { x.smtlib_min(*y) } else { x.smtlib_max(*y) }))
}

fn unary(op: Op, x: Float) -> Value {
    match op {
        Op::FpAbs => Value::float(x.abs()),
        Op::FpNeg => Value::float(x.negate()),
        Op::FpIsNormal => Value::Bool(x.is_normal()),
        Op::FpIsSubnormal => Value::Bool(x.is_subnormal()),
        Op::FpIsZero => Value::Bool(x.is_zero()),
        Op::FpIsInfinite => Value::Bool(x.is_infinite()),
        Op::FpIsNan => Value::Bool(x.is_nan()),
        Op::FpIsNegative => Value::Bool(!x.is_nan() && x.is_sign_negative()),
        Op::FpIsPositive => Value::Bool(!x.is_nan() && !x.is_sign_negative()),
        Op::FpToBits => Value::BitVec(to_bits(x)),
        _ => panic!("{op} applied to one float"),
    }
}

fn binary(op: Op, x: Float, y: Float) -> Value {
    let env = env(Rounding::NearestEven);
    match op {
        Op::FpLeq => Value::Bool(x.compares_less_equal(y)),
        Op::FpLt => Value::Bool(x.compares_less(y)),
        Op::FpEq => Value::Bool(x.compares_equal(y)),
        Op::FpRem => Value::float(x.remainder(y, env).0),
        Op::FpFmod => Value::float(x.fmod(y, env).0),
        _ => panic!("{op} applied to two floats"),
    }
}

fn rounded_unary(op: Op, env: Env, x: Float) -> Float {
    match op {
        Op::FpSqrt => x.sqrt(env).0,
        Op::FpRoundToIntegral => x.round_to_integral(env).0,
        Op::FpFromFp(format) => x.convert(format, env).0,
        _ => panic!("{op} applied to a rounding mode and a float"),
    }
}

fn rounded_binary(op: Op, env: Env, x: Float, y: Float) -> Float {
    match op {
        Op::FpAdd => x.add(y, env).0,
        Op::FpSub => x.sub(y, env).0,
        Op::FpMul => x.mul(y, env).0,
        Op::FpDiv => x.div(y, env).0,
        _ => panic!("{op} applied to a rounding mode and two floats"),
    }
}

fn from_number(op: Op, env: Env, number: &Value) -> Float {
    match (op, number) {
        (Op::FpFromReal(format), Value::Real(value)) => Float::from_rational(format, value, env).0,
        (Op::FpFromSigned(format), Value::BitVec(value)) => {
            Float::from_integer(format, &value.signed(), env).0
        }
        (Op::FpFromUnsigned(format), Value::BitVec(value)) => {
            Float::from_integer(format, &Integer::from(value.unsigned().clone()), env).0
        }
        _ => panic!("{op} applied to a rounding mode and {number:?}"),
    }
}

/// The datum with an encoding.
pub(crate) fn from_bits(format: Format, bits: &BitVector) -> Float {
    Float::from_limbs(format, bits.unsigned().as_words())
}

/// The encoding of a datum.
pub(crate) fn to_bits(x: Float) -> BitVector {
    BitVector::new(x.format().width(), Natural::from_words(x.limbs()))
}
