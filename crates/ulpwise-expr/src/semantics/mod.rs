//! The meaning of every operator on values, in exact arithmetic: what constant folding and the
//! evaluator share.
//!
//! Arguments are well-sorted (the builder saw to that); anything else is a bug and panics.

mod bit_vector;
mod core;
mod float;
mod real;
mod to_integer;

pub(crate) use float::{from_bits as float_from_bits, to_bits as float_to_bits};

use crate::op::{Op, OpKind};
use crate::value::Value;
use ulpwise_float::Rational;

/// What an application to values delivers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppliedValue {
    /// The one value it has.
    Value(Value),
    /// SMT-LIB leaves the value open for these arguments.
    Unspecified,
    /// The caller has to ask for the value of this libm call.
    Libm,
    /// The real number it has would exceed [`Value::MAX_REAL_BITS`].
    TooLarge,
}

impl AppliedValue {
    /// The outcome that is a real number, unless that is too large.
    fn real(value: Rational) -> AppliedValue {
        let value = Value::Real(value);
        if value.is_within_limit() { AppliedValue::Value(value) } else { AppliedValue::TooLarge }
    }
}

/// The value of an operator applied to values.
///
/// # Panics
/// If `op` is a leaf, or the arguments are not well-sorted.
pub fn apply(op: Op, arguments: &[&Value]) -> AppliedValue {
    match op {
        Op::Not | Op::And | Op::Or | Op::Eq | Op::Ite => AppliedValue::Value(core::apply(op, arguments)),
        Op::ArraySelect | Op::ArrayStore | Op::ArrayConstant { .. } => {
            AppliedValue::Value(core::apply_array(op, arguments))
        }
        Op::FpToUnsigned { .. } | Op::FpToSigned { .. } | Op::FpToReal => to_integer::apply(op, arguments),
        Op::FpMin | Op::FpMax => float::apply_min_max(op, arguments),
        Op::RealNeg | Op::RealAdd | Op::RealMul | Op::RealDiv | Op::RealLt => real::apply(op, arguments),
        Op::Libm(_) => AppliedValue::Libm,
        Op::Variable(_) | Op::Constant => panic!("{op:?} is not applied to anything"),
        // Of the rest, all operators on bit-vectors deliver such, or compare them.
        _ if op.kind() != OpKind::FpFromBits && matches!(arguments, [Value::BitVec(_), ..]) => {
            AppliedValue::Value(bit_vector::apply(op, arguments))
        }
        _ => AppliedValue::Value(float::apply(op, arguments)),
    }
}

/// A bug: the builder let an ill-sorted application pass.
#[cold]
fn ill_sorted(op: Op, arguments: &[&Value]) -> ! {
    panic!("{op} applied to {arguments:?}");
}
