//! C strings of symbolic bytes.
//!
//! What a comparison or search delivers is one term over all places where it can stop. Functions
//! that write go one way for each length that the string can have. A string that may run out of its
//! object is a path of its own, which ends there.

use super::character::other_case;
use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_interp::memory::{MemoryFault, ObjectKind};

pub(super) const MODELS: Models = &[
    ("index", strchr),
    ("memchr", memchr),
    ("stpcpy", stpcpy),
    ("strcasecmp", |executor, state, call| compare_strings(executor, state, call, false, true)),
    ("strcat", strcat),
    ("strchr", strchr),
    ("strcmp", |executor, state, call| compare_strings(executor, state, call, false, false)),
    ("strcoll", |executor, state, call| compare_strings(executor, state, call, false, false)),
    ("strcpy", strcpy),
    ("strdup", strdup),
    ("strlen", strlen),
    ("strncasecmp", |executor, state, call| compare_strings(executor, state, call, true, true)),
    ("strncmp", |executor, state, call| compare_strings(executor, state, call, true, false)),
    ("strncpy", strncpy),
    ("strnlen", strnlen),
];

/// Where a walk over bytes can stop: the condition, and what is delivered then.
pub(super) struct Stops {
    cases: Vec<(Term, Term)>,
    /// What it ran into, if it may go on after the last case.
    fault: Option<MemoryFault>,
}

/// Says when a walk stops at a place, and what is delivered then.
pub(super) type Visit<'a, 'p, 's> =
    &'a mut dyn FnMut(&mut Executor<'p, 's>, &PathState<'p>, u64) -> Result<Vec<(Term, Term)>, MemoryFault>;

/// Walks over bytes until it is certain to stop.
pub(super) fn walk<'p, 's>(
    executor: &mut Executor<'p, 's>,
    state: &PathState<'p>,
    limit: u64,
    visit: Visit<'_, 'p, 's>,
) -> Stops {
    let mut stops = Stops { cases: Vec::new(), fault: None };
    for at in 0..limit {
        match visit(executor, state, at) {
            Err(fault) => {
                stops.fault = Some(fault);
                break;
            }
            Ok(cases) => {
                let is_last =
                    cases.iter().any(|&(stop, _)| executor.terms.store.bool_constant(stop) == Some(true));
                stops.cases.extend(cases);
                if is_last {
                    break;
                }
            }
        }
    }
    stops
}

/// Goes on after a walk: with what it delivers, or `otherwise` where it went to its end, and on
/// another path with what it ran into.
pub(super) fn finish<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    stops: Stops,
    otherwise: Term,
) -> Nexts<'p> {
    let mut nexts = Vec::new();
    let mut left = Some(state);
    if let Some(fault) = stops.fault {
        let conditions: Vec<Term> = stops.cases.iter().map(|&(stop, _)| stop).collect();
        let stopped = executor.terms.store.or(&conditions);
        let split = executor.questions.split(&mut executor.terms, left.take().expect("a path"), stopped);
        nexts.extend(split.fails.map(|state| Next::stops(state, fault)));
        left = split.holds;
    }
    if let Some(state) = left {
        let mut value = otherwise;
        for (stop, delivered) in stops.cases.into_iter().rev() {
            value = executor.terms.store.ite(stop, delivered, value);
        }
        nexts.extend(executor.returned(state, call.results, &[value]));
    }
    nexts
}

/// A byte, as 32 bits.
pub(super) fn byte<'p>(
    executor: &mut Executor<'p, '_>,
    state: &PathState<'p>,
    address: u64,
) -> Result<Term, MemoryFault> {
    let byte = state.load_bytes(&mut executor.terms, address, 1)?;
    let bits = executor.terms.bits(byte);
    Ok(executor.terms.store.bv_zero_extend(bits, 24))
}

pub(super) fn is_zero(executor: &mut Executor<'_, '_>, byte: Term) -> Term {
    let is_nonzero = executor.terms.is_not_zero(byte);
    executor.terms.store.not(is_nonzero)
}

fn length<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    limit: u64,
) -> Nexts<'p> {
    let start = call.known(executor, 0).unwrap_or(0);
    let stops = walk(executor, &state, limit, &mut |executor, state, at| {
        let byte = byte(executor, state, start.wrapping_add(at))?;
        let end = is_zero(executor, byte);
        Ok(vec![(end, executor.terms.constant(64, at.into()))])
    });
    let otherwise = executor.terms.constant(64, limit.into());
    finish(executor, state, call, stops, otherwise)
}

fn strlen<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0]) {
        Some(open) => executor.enumerate(state, open),
        None => length(executor, state, call, u64::MAX),
    }
}

fn strnlen<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0, 1]) {
        Some(open) => executor.enumerate(state, open),
        None => {
            let limit = call.known(executor, 1).unwrap_or(0);
            length(executor, state, call, limit)
        }
    }
}

/// The difference of the first bytes that differ, or zero; perhaps of at most so many as the third
/// argument says, and of small letters instead of capitals.
fn compare_strings<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    is_limited: bool,
    ignores_case: bool,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, if is_limited { &[0, 1, 2] } else { &[0, 1] }) {
        return executor.enumerate(state, open);
    }
    let limit = if is_limited { call.known(executor, 2).unwrap_or(0) } else { u64::MAX };
    let [first, second] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    let stops = walk(executor, &state, limit, &mut |executor, state, at| {
        let mut a = byte(executor, state, first.wrapping_add(at))?;
        let mut b = byte(executor, state, second.wrapping_add(at))?;
        if ignores_case {
            [a, b] = [a, b].map(|byte| other_case(&mut executor.terms, byte, u8::is_ascii_uppercase));
        }
        let same = executor.terms.store.eq(a, b);
        let ends = is_zero(executor, a);
        let differ = executor.terms.store.not(same);
        let stop = executor.terms.store.or(&[differ, ends]);
        Ok(vec![(stop, executor.terms.store.bv_sub(a, b))])
    });
    let equal = executor.terms.constant(32, 0);
    finish(executor, state, call, stops, equal)
}

/// The address of the first byte that is the one looked for; null where there is none.
fn find<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    limit: u64,
    ends_at_zero: bool,
) -> Nexts<'p> {
    let start = call.known(executor, 0).unwrap_or(0);
    let wanted = call.argument(executor, 1);
    let wanted = executor.terms.bits(wanted);
    let wanted = executor.terms.store.bv_extract(wanted, 7, 0);
    let wanted = executor.terms.store.bv_zero_extend(wanted, 24);
    let null = executor.terms.constant(64, 0);
    let stops = walk(executor, &state, limit, &mut |executor, state, at| {
        let address = start.wrapping_add(at);
        let byte = byte(executor, state, address)?;
        let found = executor.terms.store.eq(byte, wanted);
        let mut cases = vec![(found, executor.terms.constant(64, address.into()))];
        if ends_at_zero {
            cases.push((is_zero(executor, byte), null));
        }
        Ok(cases)
    });
    finish(executor, state, call, stops, null)
}

fn strchr<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0]) {
        Some(open) => executor.enumerate(state, open),
        None => find(executor, state, call, u64::MAX, true),
    }
}

fn memchr<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match call.first_open(&state, &[0, 2]) {
        Some(open) => executor.enumerate(state, open),
        None => {
            let limit = call.known(executor, 2).unwrap_or(0);
            find(executor, state, call, limit, false)
        }
    }
}

/// What is done with a path on which the string at an address has a certain length.
type WithLength<'a, 'p, 's> = &'a mut dyn FnMut(&mut Executor<'p, 's>, PathState<'p>, u64) -> Nexts<'p>;

/// Follows each length that the string at an address can have, up to a limit.
fn by_length<'p, 's>(
    executor: &mut Executor<'p, 's>,
    state: PathState<'p>,
    start: u64,
    limit: u64,
    act: WithLength<'_, 'p, 's>,
) -> Nexts<'p> {
    let mut nexts = Vec::new();
    let mut left = Some(state);
    for at in 0..limit {
        let Some(state) = left.take() else { return nexts };
        let byte = match byte(executor, &state, start.wrapping_add(at)) {
            Ok(byte) => byte,
            Err(fault) => {
                nexts.push(Next::stops(state, fault));
                return nexts;
            }
        };
        let ends = is_zero(executor, byte);
        let split = executor.questions.split(&mut executor.terms, state, ends);
        if let Some(state) = split.holds {
            nexts.extend(act(executor, state, at));
        }
        left = split.fails;
    }
    if let Some(state) = left {
        nexts.extend(act(executor, state, limit));
    }
    nexts
}

/// A copy of a string: `len` bytes, then so many zeros; the call returns `result`.
struct Copying {
    to: u64,
    from: u64,
    len: u64,
    zeros: u64,
    result: u64,
}

fn copy_string<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    Copying { to, from, len, zeros, result }: Copying,
) -> Nexts<'p> {
    let zero = executor.terms.constant(8, 0);
    let copied = state
        .copy_bytes(&mut executor.terms, to, from, len as usize)
        .and_then(|()| executor.fill(&mut state, to.wrapping_add(len), zero, zeros));
    match copied {
        Err(fault) => vec![Next::stops(state, fault)],
        Ok(()) => {
            let result = executor.terms.constant(64, result.into());
            executor.returned(state, call.results, &[result])
        }
    }
}

fn strcpy<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [to, from] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    by_length(executor, state, from, u64::MAX, &mut |executor, state, len| {
        copy_string(executor, state, call, Copying { to, from, len, zeros: 1, result: to })
    })
}

fn stpcpy<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [to, from] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    by_length(executor, state, from, u64::MAX, &mut |executor, state, len| {
        copy_string(executor, state, call, Copying { to, from, len, zeros: 1, result: to.wrapping_add(len) })
    })
}

fn strcat<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [to, from] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    by_length(executor, state, to, u64::MAX, &mut |executor, state, start| {
        by_length(executor, state, from, u64::MAX, &mut |executor, state, len| {
            let end = to.wrapping_add(start);
            copy_string(executor, state, call, Copying { to: end, from, len, zeros: 1, result: to })
        })
    })
}

/// Copies at most as many bytes as the third argument says, and fills up with zeros.
fn strncpy<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2]) {
        return executor.enumerate(state, open);
    }
    let [to, from, room] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    by_length(executor, state, from, room, &mut |executor, state, len| {
        copy_string(executor, state, call, Copying { to, from, len, zeros: room - len, result: to })
    })
}

fn strdup<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let from = call.known(executor, 0).unwrap_or(0);
    by_length(executor, state, from, u64::MAX, &mut |executor, mut state, len| match state
        .interpreter
        .machine
        .memory
        .allocate(len + 1, ObjectKind::Heap)
    {
        Some(to) => copy_string(executor, state, call, Copying { to, from, len, zeros: 1, result: to }),
        None => outside(executor, state, call),
    })
}
