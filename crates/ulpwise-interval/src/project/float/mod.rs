//! Projections of floating-point operators.
//!
//! Direct projections are functions `…_direct(mode, operands) -> FloatDomain`, indirect ones
//! `…_indirect…`. All of them take domains and return a set that holds every solution; rounding
//! modes are dealt with one by one.

mod add;
mod bits;
mod classify;
mod compare;
mod divide;
mod fma;
mod host;
mod integers;
mod largest_unit;
mod magnitude;
mod min_max;
mod monotone;
mod multiply;
mod real;
mod remainder;
mod repeated;
mod rounded;
mod sign;
mod unary;

pub use add::{add_direct, add_indirect, sub_direct, sub_indirect_minuend, sub_indirect_subtrahend};
pub use bits::{from_bits_direct, from_bits_indirect, to_bits_direct, to_bits_indirect};
pub use classify::class;
pub use compare::{truth, when_false, when_true};
pub use divide::{div_direct, div_indirect_dividend, div_indirect_divisor};
pub use fma::{fma_direct, fma_indirect_factor, fma_indirect_summand};
pub use integers::{
    Signedness, from_integer_direct, from_integer_indirect, to_integer_direct, to_integer_indirect,
};
pub use min_max::{max_direct, max_indirect, min_direct, min_indirect};
pub use multiply::{mul_direct, mul_indirect};
pub use remainder::{Remainder, rem_direct, rem_indirect_dividend, rem_indirect_divisor};
pub use repeated::{repeated_direct, repeated_indirect, square_plus_direct, square_plus_indirect};
pub use rounded::{BINARY, Binary, UNARY, Unary};
pub use sign::{abs_direct, abs_indirect, neg};
pub use unary::{
    convert_direct, convert_indirect, round_to_integral_direct, round_to_integral_indirect, sqrt_direct,
    sqrt_indirect,
};

use super::Recorder;
use crate::domain::{Domain, RoundingDomain};
use ulpwise_expr::Op;
use ulpwise_float::Rounding;

/// Narrows a constraint whose operator takes or gives a float.
pub(super) fn project(op: Op, args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    match (args, result) {
        ([Domain::Float(x)], Domain::Float(z)) => project_sign(op, x, z, recorder),
        ([Domain::Float(x)], Domain::Bool(truth)) => classify::project(op, x, truth, recorder),
        ([Domain::Float(x), Domain::Float(y)], Domain::Bool(truth)) => {
            compare::project(op, (x, y), truth, recorder);
        }
        ([Domain::Float(x), Domain::Float(y)], Domain::Float(z)) => {
            let binary = rounded::binary(op).unwrap_or_else(|| panic!("{op} takes two floats to a float"));
            rounded::project_binary(binary, None, (x, y), z, recorder);
        }
        ([Domain::Rounding(modes), Domain::Float(x), Domain::Float(y)], Domain::Float(z)) => {
            let is_nearest = *modes == RoundingDomain::singleton(Rounding::NearestEven);
            if is_nearest && host::project(op, [x, y, z], 1, recorder) {
                return;
            }
            let binary = rounded::binary(op).unwrap_or_else(|| panic!("{op} takes two floats to a float"));
            rounded::project_binary(binary, Some(modes), (x, y), z, recorder);
        }
        ([Domain::Rounding(modes), Domain::Float(x)], Domain::Float(z)) => {
            let unary = rounded::unary(op).unwrap_or_else(|| panic!("{op} takes a float to a float"));
            rounded::project_unary(unary, modes, x, z, recorder);
        }
        (
            [Domain::Rounding(modes), Domain::Float(x), Domain::Float(y), Domain::Float(w)],
            Domain::Float(z),
        ) => {
            rounded::project_fma(modes, [x, y, w], z, recorder);
        }
        (args, result) => bits_and_integers(op, args, result, recorder),
    }
}

/// Narrows a constraint whose two operands (for a fused multiply-add: factors) are one variable;
/// false if that is nothing special for the operator. Both operands have the same domain, and keep
/// it.
pub(super) fn project_repeated(
    op: Op,
    args: &mut [Domain],
    result: &mut Domain,
    recorder: &mut Recorder,
) -> bool {
    match (args, result) {
        ([Domain::Float(x), Domain::Float(y)], Domain::Bool(truth)) => {
            let Some((possible, if_true, if_false)) = repeated::repeated_comparison(op, x) else {
                return false;
            };
            recorder.result(truth.intersect(possible));
            let left = match truth.singleton_value() {
                Some(true) => if_true,
                Some(false) => if_false,
                None => return true,
            };
            recorder.argument(0, x.intersect(&left));
            recorder.argument(1, y.intersect(&left));
            true
        }
        ([Domain::Float(x), Domain::Float(y)], Domain::Float(z)) => {
            rounded::project_repeated(op, None, (x, y), z, recorder)
        }
        ([Domain::Rounding(modes), Domain::Float(x), Domain::Float(y)], Domain::Float(z)) => {
            rounded::project_repeated(op, Some(modes), (x, y), z, recorder)
        }
        (
            [Domain::Rounding(modes), Domain::Float(x), Domain::Float(y), Domain::Float(w)],
            Domain::Float(z),
        ) => {
            rounded::project_square_plus(modes, [x, y, w], z, recorder);
            true
        }
        _ => false,
    }
}

fn project_sign(
    op: Op,
    x: &mut crate::domain::FloatDomain,
    z: &mut crate::domain::FloatDomain,
    recorder: &mut Recorder,
) {
    match op {
        Op::FpNeg => {
            recorder.result(z.intersect(&neg(x)));
            recorder.argument(0, x.intersect(&neg(z)));
        }
        Op::FpAbs => {
            recorder.result(z.intersect(&abs_direct(x)));
            recorder.argument(0, x.intersect(&abs_indirect(z)));
        }
        _ => panic!("{op} takes one float to a float"),
    }
}

fn bits_and_integers(op: Op, args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    match (op, args, result) {
        (Op::FpFromBits(format), [Domain::BitVec(x)], Domain::Float(z)) => {
            recorder.result(z.intersect(&from_bits_direct(x, format)));
            recorder.argument(0, x.intersect(&from_bits_indirect(z, x)));
        }
        (Op::FpToBits, [Domain::Float(x)], Domain::BitVec(z)) => {
            recorder.result(z.intersect(&to_bits_direct(x)));
            recorder.argument(0, x.intersect(&to_bits_indirect(z, x.format())));
        }
        (
            Op::FpFromSigned(_) | Op::FpFromUnsigned(_),
            [Domain::Rounding(modes), Domain::BitVec(x)],
            Domain::Float(z),
        ) => integers::project_from(signedness(op), modes, x, z, recorder),
        (
            Op::FpToSigned { .. } | Op::FpToUnsigned { .. },
            [Domain::Rounding(modes), Domain::Float(x)],
            Domain::BitVec(z),
        ) => integers::project_to(signedness(op), modes, x, z, recorder),
        (op, args, _) => panic!("{op} applied to {args:?}"),
    }
}

fn signedness(op: Op) -> Signedness {
    match op {
        Op::FpFromSigned(_) | Op::FpToSigned { .. } => Signedness::Signed,
        _ => Signedness::Unsigned,
    }
}
