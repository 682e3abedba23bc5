//! The heap where sizes or addresses are terms, and `realloc` of objects with symbolic bytes.
//!
//! A size that is a term is followed one value at a time, as long as it is bounded: beyond
//! [`MAX_SIZE`] the path ends as unsupported.

use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::Terms;
use ulpwise_interp::memory::{MemoryFault, ObjectKind};

pub(super) const MODELS: Models = &[
    ("_Znam", malloc),
    ("_Znwm", malloc),
    ("__rust_alloc", malloc),
    ("__rust_alloc_zeroed", malloc),
    ("__rust_dealloc", rust_dealloc),
    ("__rust_realloc", rust_realloc),
    ("aligned_alloc", aligned),
    ("calloc", calloc),
    ("free", free),
    ("malloc", malloc),
    ("memalign", aligned),
    ("posix_memalign", all_known),
    ("realloc", realloc),
    ("reallocarray", all_known),
];

/// The greatest number of bytes, or of elements, that is followed value by value.
const MAX_SIZE: u64 = 1 << 16;

/// Follows the values of the arguments that are counts one by one.
fn sized<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    counts: &[usize],
) -> Nexts<'p> {
    let Some(open) = call.first_open(&state, counts) else { return outside(executor, state, call) };
    let count = state.get(&mut executor.terms, open);
    let count = executor.terms.bits(count);
    let width = executor.terms.store.width(count);
    let limit = executor.terms.store.bv(width, MAX_SIZE);
    let is_small = executor.terms.store.bv_ule(count, limit);
    let split = executor.questions.split(&mut executor.terms, state, is_small);
    let mut nexts = Vec::new();
    if let Some(state) = split.fails {
        let name = &state.interpreter.program().module().functions[call.callee].name;
        let what = format!("a call of '{name}' with a symbolic size beyond {MAX_SIZE}");
        nexts.extend(Executor::unsupported(state, what));
    }
    if let Some(state) = split.holds {
        nexts.extend(executor.enumerate(state, open));
    }
    nexts
}

fn malloc<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    sized(executor, state, call, &[0])
}

fn calloc<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    sized(executor, state, call, &[0, 1])
}

fn aligned<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    sized(executor, state, call, &[0, 1])
}

fn all_known<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    sized(executor, state, call, &[0, 1, 2])
}

fn rust_dealloc<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0]) {
        Some(open) => executor.enumerate(state, open),
        None => sized(executor, state, call, &[1, 2]),
    }
}

fn rust_realloc<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0]) {
        Some(open) => executor.enumerate(state, open),
        None => sized(executor, state, call, &[1, 2, 3]),
    }
}

fn free<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0]) {
        Some(open) => executor.enumerate(state, open),
        None => outside(executor, state, call),
    }
}

fn realloc<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if call.first_open(&state, &[1]).is_some() {
        return sized(executor, state, call, &[1]);
    }
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let [old, bytes] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    // No bytes at all are a wish to free the object.
    if old == 0 || bytes == 0 {
        return outside(executor, state, call);
    }
    match resized(&mut executor.terms, &mut state, old, bytes) {
        Err(fault) => vec![Next::stops(state, fault)],
        Ok(new) => {
            let new = executor.terms.constant(64, new.into());
            executor.returned(state, call.results, &[new])
        }
    }
}

/// A new object with the bytes of an old one, which is gone; null when memory is used up.
pub(super) fn resized(
    terms: &mut Terms,
    state: &mut PathState<'_>,
    old: u64,
    bytes: u64,
) -> Result<u64, MemoryFault> {
    let memory = &mut state.interpreter.machine.memory;
    let old_bytes = memory.heap_object_len(old)?;
    let Some(new) = memory.allocate(bytes, ObjectKind::Heap) else { return Ok(0) };
    state.copy_bytes(terms, new, old, old_bytes.min(bytes) as usize)?;
    state.interpreter.machine.memory.free(old, ObjectKind::Heap)?;
    Ok(new)
}
