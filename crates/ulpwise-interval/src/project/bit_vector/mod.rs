//! Projections of bit-vector operators of up to 128 bits, on intervals and known bits.
//!
//! They are sound and not optimal: two of three descriptions are computed by rules of their own,
//! and the domain draws its conclusions from all of them.

mod arithmetic;
mod bitwise;
mod divide;
mod shift;
mod structure;

use super::Recorder;
use crate::domain::{BitVecDomain, BoolDomain, Domain};
use ulpwise_expr::Op;

pub(super) fn project(op: Op, args: &mut [Domain], result: &mut Domain, recorder: &mut Recorder) {
    match (args, result) {
        ([Domain::BitVec(x)], Domain::BitVec(z)) => structure::project_unary(op, x, z, recorder),
        ([Domain::BitVec(x), Domain::BitVec(y)], Domain::Bool(truth)) => {
            project_comparison(op, (x, y), truth, recorder);
        }
        ([Domain::BitVec(x), Domain::BitVec(y)], Domain::BitVec(z)) => match op {
            Op::BvConcat => structure::project_concat(x, y, z, recorder),
            Op::BvAnd | Op::BvOr | Op::BvXor => bitwise::project(op, (x, y), z, recorder),
            Op::BvAdd | Op::BvSub | Op::BvMul => arithmetic::project(op, (x, y), z, recorder),
            Op::BvShl | Op::BvLshr | Op::BvAshr => shift::project(op, (x, y), z, recorder),
            _ => divide::project(op, (x, y), z, recorder),
        },
        (args, _) => panic!("{op} applied to {args:?}"),
    }
}

/// Unsigned and signed less-than.
fn project_comparison(
    op: Op,
    (x, y): (&mut BitVecDomain, &mut BitVecDomain),
    truth: &mut BoolDomain,
    recorder: &mut Recorder,
) {
    let can_hold_and_fail = match op {
        Op::BvUlt => (x.unsigned().0 < y.unsigned().1, x.unsigned().1 >= y.unsigned().0),
        Op::BvSlt => (x.signed().0 < y.signed().1, x.signed().1 >= y.signed().0),
        _ => panic!("{op} is not a comparison"),
    };
    recorder.result(truth.intersect(BoolDomain::new(can_hold_and_fail.1, can_hold_and_fail.0)));
    let Some(holds) = truth.singleton_value() else { return };
    let width = x.width();
    // What fails is y <= x.
    let strict = i128::from(holds);
    let (small, large, small_at) = if holds { (x, y, 0) } else { (y, x, 1) };
    let (for_small, for_large) = if op == Op::BvUlt {
        let (least, greatest) = (small.unsigned().0, large.unsigned().1);
        // It can hold, so neither step leaves the range of the numbers.
        let (from, to) = (least + strict as u128, greatest - strict as u128);
        (BitVecDomain::unsigned_between(width, 0, to), BitVecDomain::unsigned_between(width, from, u128::MAX))
    } else {
        let (from, to) = (small.signed().0 + strict, large.signed().1 - strict);
        (
            BitVecDomain::signed_between(width, i128::MIN, to),
            BitVecDomain::signed_between(width, from, i128::MAX),
        )
    };
    recorder.argument(small_at, small.intersect(&for_small));
    recorder.argument(1 - small_at, large.intersect(&for_large));
}
