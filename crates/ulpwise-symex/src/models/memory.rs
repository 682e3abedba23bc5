//! Functions that move and compare bytes.

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};

pub(super) const MODELS: Models =
    &[("memcmp", compare), ("memcpy", copy), ("memmove", copy), ("memset", fill)];

/// How many bytes are compared in one term.
const MAX_COMPARED: u64 = 4096;

fn copy<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2]) {
        return executor.enumerate(state, open);
    }
    let [to, from, len] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    match state.copy_bytes(&mut executor.terms, to, from, len as usize) {
        Ok(()) => {
            let address = call.argument(executor, 0);
            executor.returned(state, call.results, &[address])
        }
        Err(fault) => vec![Next::stops(state, fault)],
    }
}

fn fill<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 2]) {
        return executor.enumerate(state, open);
    }
    let [to, len] = [0, 2].map(|at| call.known(executor, at).unwrap_or(0));
    let byte = call.argument(executor, 1);
    let byte = executor.terms.bits(byte);
    let byte = executor.terms.store.bv_extract(byte, 7, 0);
    match executor.fill(&mut state, to, byte, len) {
        Ok(()) => {
            let address = call.argument(executor, 0);
            executor.returned(state, call.results, &[address])
        }
        Err(fault) => vec![Next::stops(state, fault)],
    }
}

/// The difference of the first bytes that differ, or zero.
fn compare<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2]) {
        return executor.enumerate(state, open);
    }
    let [first, second, len] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    if len > MAX_COMPARED {
        return Executor::unsupported(state, format!("memcmp of {len} bytes of which some are symbolic"));
    }
    let mut answer = executor.terms.constant(32, 0);
    for at in (0..len).rev() {
        let bytes = [first, second].map(|start| state.load_bytes(&mut executor.terms, start + at, 1));
        let [Ok(a), Ok(b)] = bytes else {
            let fault = bytes.into_iter().find_map(Result::err).expect("one of them failed");
            return vec![Next::stops(state, fault)];
        };
        let [a, b] = [a, b].map(|byte| {
            let bits = executor.terms.bits(byte);
            executor.terms.store.bv_zero_extend(bits, 24)
        });
        let difference = executor.terms.store.bv_sub(a, b);
        let equal = executor.terms.store.eq(a, b);
        answer = executor.terms.store.ite(equal, answer, difference);
    }
    executor.returned(state, call.results, &[answer])
}
