//! Operators with a rounding mode: projected for each mode that is left, and the results united.

use super::*;
use crate::domain::{Change, FloatDomain, RoundingDomain};
use crate::project::Recorder;
use ulpwise_expr::Op;
use ulpwise_float::Rounding;

/// The projections of an operator that takes a rounding mode and two floats.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// The operator.
    pub op: Op,
    /// The results of x and y.
    pub direct: fn(Rounding, &FloatDomain, &FloatDomain) -> FloatDomain,
    /// From the result, x and y: the first operand, as far as it is in x.
    pub first: fn(Rounding, &FloatDomain, &FloatDomain, &FloatDomain) -> FloatDomain,
    /// From the result, x and y: the second operand, as far as it is in y.
    pub second: fn(Rounding, &FloatDomain, &FloatDomain, &FloatDomain) -> FloatDomain,
}

/// The operators that take a rounding mode and two floats.
pub const BINARY: &[Binary] = &[
    Binary {
        op: Op::FpAdd,
        direct: add_direct,
        first: add_indirect,
        second: |mode, z, x, y| add_indirect(mode, z, y, x),
    },
    Binary {
        op: Op::FpSub,
        direct: sub_direct,
        first: sub_indirect_minuend,
        second: sub_indirect_subtrahend,
    },
    Binary {
        op: Op::FpMul,
        direct: mul_direct,
        first: mul_indirect,
        second: |mode, z, x, y| mul_indirect(mode, z, y, x),
    },
    Binary { op: Op::FpDiv, direct: div_direct, first: div_indirect_dividend, second: div_indirect_divisor },
];

/// The projections of an operator, if it is one of [`BINARY`].
pub(super) fn binary(op: Op) -> Option<&'static Binary> {
    BINARY.iter().find(|binary| binary.op == op)
}

pub(super) fn project_binary(
    binary: &Binary,
    modes: &mut RoundingDomain,
    (x, y): (&mut FloatDomain, &mut FloatDomain),
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let format = z.format();
    let mut left = RoundingDomain::EMPTY;
    let (mut for_x, mut for_y, mut for_z) =
        (FloatDomain::empty(x.format()), FloatDomain::empty(y.format()), FloatDomain::empty(format));
    for mode in modes.modes() {
        let mut results = *z;
        if results.intersect(&(binary.direct)(mode, x, y)) == Change::Empty {
            continue;
        }
        let (mut firsts, mut seconds) = (*x, *y);
        if firsts.intersect(&(binary.first)(mode, &results, x, y)) == Change::Empty
            || seconds.intersect(&(binary.second)(mode, &results, &firsts, y)) == Change::Empty
        {
            continue;
        }
        left = left.union(RoundingDomain::singleton(mode));
        (for_x, for_y, for_z) = (for_x.union(&firsts), for_y.union(&seconds), for_z.union(&results));
    }
    recorder.argument(0, modes.intersect(left));
    recorder.argument(1, x.intersect(&for_x));
    recorder.argument(2, y.intersect(&for_y));
    recorder.result(z.intersect(&for_z));
}
