//! Characters, lines and bytes from streams.

use super::{standard_input, stream, with_stream};
use crate::executor::Executor;
use crate::files::Handle;
use crate::models::{Call, Models};
use crate::state::State;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;

pub(super) const MODELS: Models = &[
    ("_IO_getc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("fgetc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("fgets", |executor, state, call| with_stream(executor, state, call, 2, &[0, 1], get_line)),
    ("fread", |executor, state, call| with_stream(executor, state, call, 3, &[0, 1, 2], read)),
    ("getc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("getchar", get_from_input),
    ("ungetc", |executor, state, call| with_stream(executor, state, call, 1, &[], push_back)),
];

/// What functions return for "no character".
const END: u32 = u32::MAX;

fn get<'p>(executor: &mut Executor<'p, '_>, mut state: State<'p>, call: &Call, handle: Handle) -> Nexts<'p> {
    let source = stream(&mut state, handle);
    let character = match source.upcoming().first() {
        Some(&byte) => {
            source.consume(1);
            executor.terms.store.bv_zero_extend(byte, 24)
        }
        None => {
            source.met_end = true;
            executor.terms.constant(32, END.into())
        }
    };
    executor.returned(state, call.results, &[character])
}

fn get_from_input<'p>(executor: &mut Executor<'p, '_>, state: State<'p>, call: &Call) -> Nexts<'p> {
    match standard_input(&state) {
        Ok(handle) => get(executor, state, call, handle),
        Err(end) => vec![Next::stops(state, end)],
    }
}

/// `ungetc(character, stream)`; pushing back "no character" does nothing.
fn push_back<'p>(
    executor: &mut Executor<'p, '_>,
    state: State<'p>,
    call: &Call,
    handle: Handle,
) -> Nexts<'p> {
    let character = call.argument(executor, 0);
    let character = executor.terms.bits(character);
    let end = executor.terms.constant(32, END.into());
    let is_none = executor.terms.store.eq(character, end);
    let split = executor.questions.split(&mut executor.terms, state, is_none);
    let mut nexts = Vec::new();
    if let Some(state) = split.holds {
        nexts.extend(executor.returned(state, call.results, &[end]));
    }
    if let Some(mut state) = split.fails {
        let byte = executor.terms.store.bv_extract(character, 7, 0);
        stream(&mut state, handle).push_back(byte);
        let pushed = executor.terms.store.bv_zero_extend(byte, 24);
        nexts.extend(executor.returned(state, call.results, &[pushed]));
    }
    nexts
}

/// `fread(to, size, count, stream)`.
fn read<'p>(executor: &mut Executor<'p, '_>, mut state: State<'p>, call: &Call, handle: Handle) -> Nexts<'p> {
    let [to, size, count] = [0, 1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    let wanted = usize::try_from(size.saturating_mul(count)).unwrap_or(usize::MAX);
    let source = stream(&mut state, handle);
    let upcoming = source.upcoming();
    let got = wanted.min(upcoming.len());
    source.consume(got);
    source.met_end |= got < wanted;
    if let Err(fault) = executor.store_all(&mut state, to, upcoming[..got].iter().copied()) {
        return vec![Next::stops(state, fault)];
    }
    let whole = (got as u64).checked_div(size).unwrap_or(0);
    let whole = executor.terms.constant(64, whole.into());
    executor.returned(state, call.results, &[whole])
}

/// `fgets(to, room, stream)`, on a path for each place where the line may end.
fn get_line<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: State<'p>,
    call: &Call,
    handle: Handle,
) -> Nexts<'p> {
    let room = call.known(executor, 1).unwrap_or(0) as i32;
    let upcoming = stream(&mut state, handle).upcoming();
    if room <= 0 || (room > 1 && upcoming.is_empty()) {
        stream(&mut state, handle).met_end |= room > 1;
        let null = executor.terms.constant(64, 0);
        return executor.returned(state, call.results, &[null]);
    }
    let most = upcoming.len().min(room as usize - 1);
    let mut nexts = Vec::new();
    let mut left = Some(state);
    let newline = executor.terms.constant(8, b'\n'.into());
    for at in 0..most {
        let Some(state) = left.take() else { break };
        let is_last = executor.terms.store.eq(upcoming[at], newline);
        let split = executor.questions.split(&mut executor.terms, state, is_last);
        if let Some(state) = split.holds {
            nexts.extend(line(executor, state, call, handle, &upcoming[..=at]));
        }
        left = split.fails;
    }
    if let Some(mut state) = left {
        stream(&mut state, handle).met_end |= most < room as usize - 1;
        nexts.extend(line(executor, state, call, handle, &upcoming[..most]));
    }
    nexts
}

/// Delivers a line.
fn line<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: State<'p>,
    call: &Call,
    handle: Handle,
    bytes: &[Term],
) -> Nexts<'p> {
    stream(&mut state, handle).consume(bytes.len());
    let to = call.known(executor, 0).unwrap_or(0);
    let end = executor.terms.constant(8, 0);
    match executor.store_all(&mut state, to, bytes.iter().copied().chain([end])) {
        Ok(()) => {
            let address = call.argument(executor, 0);
            executor.returned(state, call.results, &[address])
        }
        Err(fault) => vec![Next::stops(state, fault)],
    }
}
