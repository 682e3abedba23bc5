//! Operators on floats as tables of projections, and how a constraint is narrowed with them: for
//! each rounding mode that is left, the results united.

use super::remainder::{Remainder, rem_direct, rem_indirect_dividend, rem_indirect_divisor};
use super::repeated::{repeated_direct, repeated_indirect, square_plus_direct, square_plus_indirect};
use super::{add, divide, fma, min_max, multiply, unary};
use crate::domain::{Change, FloatDomain, RoundingDomain};
use crate::project::Recorder;
use ulpwise_expr::{Op, OpKind};
use ulpwise_float::{Format, Rounding};

/// The projections of an operator on two floats. Operators without a rounding mode disregard it.
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

/// All operators that take two floats to a float.
pub const BINARY: &[Binary] = &[
    Binary {
        op: Op::FpAdd,
        direct: add::add_direct,
        first: add::add_indirect,
        second: |mode, z, x, y| add::add_indirect(mode, z, y, x),
    },
    Binary {
        op: Op::FpSub,
        direct: add::sub_direct,
        first: add::sub_indirect_minuend,
        second: add::sub_indirect_subtrahend,
    },
    Binary {
        op: Op::FpMul,
        direct: multiply::mul_direct,
        first: multiply::mul_indirect,
        second: |mode, z, x, y| multiply::mul_indirect(mode, z, y, x),
    },
    Binary {
        op: Op::FpDiv,
        direct: divide::div_direct,
        first: divide::div_indirect_dividend,
        second: divide::div_indirect_divisor,
    },
    Binary {
        op: Op::FpRem,
        direct: |_, x, y| rem_direct(Remainder::Nearest, x, y),
        first: |_, z, x, y| rem_indirect_dividend(Remainder::Nearest, z, x, y),
        second: |_, z, x, y| rem_indirect_divisor(Remainder::Nearest, z, x, y),
    },
    Binary {
        op: Op::FpFmod,
        direct: |_, x, y| rem_direct(Remainder::Truncated, x, y),
        first: |_, z, x, y| rem_indirect_dividend(Remainder::Truncated, z, x, y),
        second: |_, z, x, y| rem_indirect_divisor(Remainder::Truncated, z, x, y),
    },
    Binary {
        op: Op::FpMin,
        direct: |_, x, y| min_max::min_direct(x, y),
        first: |_, z, _, y| min_max::min_indirect(z, y),
        second: |_, z, x, _| min_max::min_indirect(z, x),
    },
    Binary {
        op: Op::FpMax,
        direct: |_, x, y| min_max::max_direct(x, y),
        first: |_, z, _, y| min_max::max_indirect(z, y),
        second: |_, z, x, _| min_max::max_indirect(z, x),
    },
];

/// The projections of an operator on a rounding mode and one float.
#[derive(Clone, Copy, Debug)]
pub struct Unary {
    /// The operator.
    pub kind: OpKind,
    /// The results of x in a format.
    pub direct: fn(Rounding, &FloatDomain, Format) -> FloatDomain,
    /// From the result and x: the operand, as far as it is in x.
    pub indirect: fn(Rounding, &FloatDomain, &FloatDomain) -> FloatDomain,
}

/// All operators that take a rounding mode and a float to a float.
pub const UNARY: &[Unary] = &[
    Unary {
        kind: OpKind::FpSqrt,
        direct: |mode, x, _| unary::sqrt_direct(mode, x),
        indirect: |mode, z, _| unary::sqrt_indirect(mode, z),
    },
    Unary {
        kind: OpKind::FpRoundToIntegral,
        direct: |mode, x, _| unary::round_to_integral_direct(mode, x),
        indirect: unary::round_to_integral_indirect,
    },
    Unary { kind: OpKind::FpFromFp, direct: unary::convert_direct, indirect: unary::convert_indirect },
];

/// The projections of an operator in [`BINARY`].
pub(super) fn binary(op: Op) -> Option<&'static Binary> {
    BINARY.iter().find(|binary| binary.op == op)
}

/// The projections of an operator in [`UNARY`].
pub(super) fn unary(op: Op) -> Option<&'static Unary> {
    UNARY.iter().find(|unary| unary.kind == op.kind())
}

/// The results and operands that are left in some rounding mode, and the modes in which any are.
struct Collected<const N: usize> {
    modes: RoundingDomain,
    result: FloatDomain,
    operands: [FloatDomain; N],
}

/// Narrows copies of the result and the operands in every mode and unites what is left.
fn collect<const N: usize>(
    modes: RoundingDomain,
    result: &FloatDomain,
    operands: [&FloatDomain; N],
    narrow: impl Fn(Rounding, &mut FloatDomain, &mut [FloatDomain; N]) -> Change,
) -> Collected<N> {
    let mut collected: Option<Collected<N>> = None;
    for mode in modes.modes() {
        let (mut own_result, mut own) = (*result, operands.map(|operand| *operand));
        if narrow(mode, &mut own_result, &mut own) == Change::Empty {
            continue;
        }
        let mode = RoundingDomain::singleton(mode);
        match &mut collected {
            None => collected = Some(Collected { modes: mode, result: own_result, operands: own }),
            Some(all) => {
                all.modes = all.modes.union(mode);
                all.result = all.result.union(&own_result);
                for (united, own) in all.operands.iter_mut().zip(&own) {
                    *united = united.union(own);
                }
            }
        }
    }
    collected.unwrap_or_else(|| Collected {
        modes: RoundingDomain::EMPTY,
        result: FloatDomain::empty(result.format()),
        operands: operands.map(|operand| FloatDomain::empty(operand.format())),
    })
}

/// Narrows the domains to what was collected. Operands follow the rounding mode, if there is one.
fn apply<const N: usize>(
    collected: &Collected<N>,
    modes: Option<&mut RoundingDomain>,
    result: &mut FloatDomain,
    operands: [&mut FloatDomain; N],
    recorder: &mut Recorder,
) {
    let first = usize::from(modes.is_some());
    if let Some(modes) = modes {
        recorder.argument(0, modes.intersect(collected.modes));
    }
    for (index, (operand, left)) in operands.into_iter().zip(&collected.operands).enumerate() {
        recorder.argument(first + index, operand.intersect(left));
    }
    recorder.result(result.intersect(&collected.result));
}

/// Intersects, and says whether anything is left.
fn keep(domain: &mut FloatDomain, set: &FloatDomain) -> bool {
    domain.intersect(set) != Change::Empty
}

fn change(left: bool) -> Change {
    if left { Change::Narrowed } else { Change::Empty }
}

pub(super) fn project_binary(
    binary: &Binary,
    modes: Option<&mut RoundingDomain>,
    (x, y): (&mut FloatDomain, &mut FloatDomain),
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let possible = modes.as_deref().map_or(RoundingDomain::singleton(Rounding::NearestEven), |modes| *modes);
    let collected = collect(possible, z, [&*x, &*y], |mode, z, [x, y]| {
        change(
            keep(z, &(binary.direct)(mode, x, y))
                && keep(x, &(binary.first)(mode, z, x, y))
                && keep(y, &(binary.second)(mode, z, x, y)),
        )
    });
    apply(&collected, modes, z, [x, y], recorder);
}

pub(super) fn project_unary(
    unary: &Unary,
    modes: &mut RoundingDomain,
    x: &mut FloatDomain,
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let format = z.format();
    let collected = collect(*modes, z, [&*x], |mode, z, [x]| {
        change(keep(z, &(unary.direct)(mode, x, format)) && keep(x, &(unary.indirect)(mode, z, x)))
    });
    apply(&collected, Some(modes), z, [x], recorder);
}

pub(super) fn project_fma(
    modes: &mut RoundingDomain,
    [x, y, w]: [&mut FloatDomain; 3],
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let collected = collect(*modes, z, [&*x, &*y, &*w], |mode, z, [x, y, w]| {
        change(
            keep(z, &fma::fma_direct(mode, [x, y, w]))
                && keep(w, &fma::fma_indirect_summand(mode, z, [x, y, w]))
                && keep(x, &fma::fma_indirect_factor(mode, z, [x, y, w]))
                && keep(y, &fma::fma_indirect_factor(mode, z, [y, x, w])),
        )
    });
    apply(&collected, Some(modes), z, [x, y, w], recorder);
}

/// Narrows `z = op(x, x)`; false if equal operands are nothing special.
pub(super) fn project_repeated(
    op: Op,
    modes: Option<&mut RoundingDomain>,
    (x, y): (&mut FloatDomain, &mut FloatDomain),
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) -> bool {
    if repeated_direct(op, Rounding::NearestEven, x).is_none() {
        return false;
    }
    let possible = modes.as_deref().map_or(RoundingDomain::singleton(Rounding::NearestEven), |modes| *modes);
    let collected = collect(possible, z, [&*x, &*y], |mode, z, [x, y]| {
        let left = repeated_direct(op, mode, x).is_some_and(|results| keep(z, &results))
            && repeated_indirect(op, mode, z, x).is_some_and(|operands| keep(x, &operands));
        *y = *x;
        change(left)
    });
    apply(&collected, modes, z, [x, y], recorder);
    true
}

/// Narrows `z = x * x + w`.
pub(super) fn project_square_plus(
    modes: &mut RoundingDomain,
    [x, y, w]: [&mut FloatDomain; 3],
    z: &mut FloatDomain,
    recorder: &mut Recorder,
) {
    let collected = collect(*modes, z, [&*x, &*y, &*w], |mode, z, [x, y, w]| {
        let left = keep(z, &square_plus_direct(mode, x, w))
            && keep(w, &fma::fma_indirect_summand(mode, z, [x, x, w]))
            && keep(x, &square_plus_indirect(mode, z, x, w));
        *y = *x;
        change(left)
    });
    apply(&collected, Some(modes), z, [x, y, w], recorder);
}
