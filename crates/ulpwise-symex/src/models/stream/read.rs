//! Characters, lines and bytes from streams.

use super::{standard_input, stream, with_stream};
use crate::executor::Executor;
use crate::files::Handle;
use crate::models::alloc::resized;
use crate::models::{ModelCall, Models};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::ObjectKind;
use ulpwise_ir::Type;

pub(super) const MODELS: Models = &[
    ("_IO_getc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("fgetc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("fgets", |executor, state, call| with_stream(executor, state, call, 2, &[0, 1], get_line)),
    ("fread", |executor, state, call| with_stream(executor, state, call, 3, &[0, 1, 2], read)),
    ("getc", |executor, state, call| with_stream(executor, state, call, 0, &[], get)),
    ("getchar", get_from_input),
    ("getline", |executor, state, call| with_stream(executor, state, call, 2, &[0, 1], get_whole_line)),
    ("ungetc", |executor, state, call| with_stream(executor, state, call, 1, &[], push_back)),
];

/// What functions return for "no character".
const END: u32 = u32::MAX;

/// How many bytes `getline` makes room for at first, as glibc's does.
const FIRST_ROOM: u64 = 120;

fn get<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
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

fn get_from_input<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match standard_input(&state) {
        Ok(handle) => get(executor, state, call, handle),
        Err(end) => vec![Next::stops(state, end)],
    }
}

/// `ungetc(character, stream)`; pushing back "no character" does nothing.
fn push_back<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
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
fn read<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
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
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    let room = call.known(executor, 1).unwrap_or(0) as i32;
    let upcoming = stream(&mut state, handle).upcoming();
    if room <= 0 || (room > 1 && upcoming.is_empty()) {
        stream(&mut state, handle).met_end |= room > 1;
        let null = executor.terms.constant(64, 0);
        return executor.returned(state, call.results, &[null]);
    }
    let to = call.known(executor, 0).unwrap_or(0);
    by_line(executor, state, handle, room as usize - 1, &mut |executor, mut state, line| {
        let end = executor.terms.constant(8, 0);
        match executor.store_all(&mut state, to, line.iter().copied().chain([end])) {
            Ok(()) => {
                let address = call.argument(executor, 0);
                executor.returned(state, call.results, &[address])
            }
            Err(fault) => vec![Next::stops(state, fault)],
        }
    })
}

/// What is done with a path that has taken a line.
type WithLine<'a, 'p, 's> = &'a mut dyn FnMut(&mut Executor<'p, 's>, PathState<'p>, &[Term]) -> Nexts<'p>;

/// Takes a line of at most so many bytes from a stream, on a path for each place where it may end.
fn by_line<'p, 's>(
    executor: &mut Executor<'p, 's>,
    mut state: PathState<'p>,
    handle: Handle,
    most: usize,
    act: WithLine<'_, 'p, 's>,
) -> Nexts<'p> {
    let upcoming = stream(&mut state, handle).upcoming();
    let taken = upcoming.len().min(most);
    let mut nexts = Vec::new();
    let mut left = Some(state);
    let newline = executor.terms.constant(8, b'\n'.into());
    for at in 0..taken {
        let Some(state) = left.take() else { break };
        let is_last = executor.terms.store.eq(upcoming[at], newline);
        let split = executor.questions.split(&mut executor.terms, state, is_last);
        if let Some(mut state) = split.holds {
            stream(&mut state, handle).consume(at + 1);
            nexts.extend(act(executor, state, &upcoming[..=at]));
        }
        left = split.fails;
    }
    if let Some(mut state) = left {
        let source = stream(&mut state, handle);
        source.consume(taken);
        source.met_end |= taken < most;
        nexts.extend(act(executor, state, &upcoming[..taken]));
    }
    nexts
}

/// `getline(&line, &room, stream)`: a line of any length, in memory that grows with it.
fn get_whole_line<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    let [place, room_place] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    if stream(&mut state, handle).upcoming().is_empty() {
        stream(&mut state, handle).met_end = true;
        let none = executor.terms.constant(64, u64::MAX.into());
        return executor.returned(state, call.results, &[none]);
    }
    by_line(executor, state, handle, usize::MAX, &mut |executor, mut state, line| match keep_line(
        executor, &mut state, place, room_place, line,
    ) {
        Ok(()) => {
            let length = executor.terms.constant(64, line.len() as u128);
            executor.returned(state, call.results, &[length])
        }
        Err(end) => vec![Next::stops(state, end)],
    })
}

/// Stores a line where a pointer points at, in an object that is made larger if it has to be.
fn keep_line(
    executor: &mut Executor<'_, '_>,
    state: &mut PathState<'_>,
    place: u64,
    room_place: u64,
    line: &[Term],
) -> Result<(), PathEnd> {
    let (ty, unknown) = (Type::Int(64), || PathEnd::Unsupported("getline into a symbolic place".to_owned()));
    let mut known = [place, room_place];
    for value in &mut known {
        let term = state.load(&mut executor.terms, *value, ty)?;
        *value = executor.terms.known(term).ok_or_else(unknown)? as u64;
    }
    let [mut to, room] = known;
    let needed = line.len() as u64 + 1;
    if to == 0 || room < needed {
        let room = needed.max(2 * room).max(FIRST_ROOM);
        to = match to {
            0 => state.interpreter.machine.memory.allocate(room, ObjectKind::Heap).unwrap_or(0),
            old => resized(&mut executor.terms, state, old, room)?,
        };
        if to == 0 {
            return Err(PathEnd::OutOfMemory);
        }
        for (place, value) in [(place, to), (room_place, room)] {
            let value = executor.terms.constant(64, value.into());
            state.store(&mut executor.terms, place, ty, value)?;
        }
    }
    let end = executor.terms.constant(8, 0);
    executor.store_all(state, to, line.iter().copied().chain([end]))?;
    Ok(())
}
