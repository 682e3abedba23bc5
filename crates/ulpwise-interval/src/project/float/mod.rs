//! Projections of floating-point operators.
//!
//! Direct projections are functions `…_direct(mode, operands) -> FloatDomain`, indirect ones `…_indirect…`. All of them take
//! domains and return a set that holds every solution; rounding modes are dealt with one by one.

mod add;
mod compare;
mod divide;
mod magnitude;
mod multiply;
mod real;
mod rounded;
mod sign;

pub use add::{add_direct, add_indirect, sub_direct, sub_indirect_minuend, sub_indirect_subtrahend};
pub use compare::{truth, when_false, when_true};
pub use divide::{div_direct, div_indirect_dividend, div_indirect_divisor};
pub use multiply::{mul_direct, mul_indirect};
pub use rounded::{BINARY, Binary};
pub use sign::{abs_direct, abs_indirect, neg};

use super::Recorder;
use crate::domain::Domain;
use ulpwise_expr::Op;

pub(super) fn project(op: Op, args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    match (op, args, result) {
        (Op::FpNeg, [Domain::Float(x)], Domain::Float(z)) => {
            recorder.result(z.intersect(&neg(x)));
            recorder.argument(0, x.intersect(&neg(z)));
        }
        (Op::FpAbs, [Domain::Float(x)], Domain::Float(z)) => {
            recorder.result(z.intersect(&abs_direct(x)));
            recorder.argument(0, x.intersect(&abs_indirect(z)));
        }
        (Op::FpLeq | Op::FpLt | Op::FpEq, [Domain::Float(x), Domain::Float(y)], Domain::Bool(truth)) => {
            compare::project(op, (x, y), truth, recorder);
        }
        (_, [Domain::Rounding(modes), Domain::Float(x), Domain::Float(y)], Domain::Float(z)) => {
            if let Some(binary) = rounded::binary(op) {
                rounded::project_binary(binary, modes, (x, y), z, recorder);
            }
        }
        _ => {}
    }
}
