//! What clang has a program call where a signed integer overflows and it was asked to check that.

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_interp::PathEnd;

pub(super) const MODELS: Models = &[
    ("__ubsan_handle_add_overflow", overflows),
    ("__ubsan_handle_add_overflow_abort", overflows),
    ("__ubsan_handle_divrem_overflow", division_overflows),
    ("__ubsan_handle_divrem_overflow_abort", division_overflows),
    ("__ubsan_handle_mul_overflow", overflows),
    ("__ubsan_handle_mul_overflow_abort", overflows),
    ("__ubsan_handle_negate_overflow", overflows),
    ("__ubsan_handle_negate_overflow_abort", overflows),
    ("__ubsan_handle_sub_overflow", overflows),
    ("__ubsan_handle_sub_overflow_abort", overflows),
];

fn overflows<'p>(_: &mut Executor<'p, '_>, state: PathState<'p>, _: &ModelCall) -> Nexts<'p> {
    vec![Next::stops(state, PathEnd::SignedOverflow)]
}

fn division_overflows<'p>(_: &mut Executor<'p, '_>, state: PathState<'p>, _: &ModelCall) -> Nexts<'p> {
    vec![Next::stops(state, PathEnd::IntDivisionOverflow)]
}
