//! `fopen` and `fclose`, and where a stream stands: `fseek`, `ftell`, `rewind`, `feof`.

use super::{standard, stream, with_stream};
use crate::executor::Executor;
use crate::files::Handle;
use crate::models::{ModelCall, Models};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::{MemoryFault, ObjectKind};

pub(super) const MODELS: Models = &[
    ("clearerr", |executor, state, call| with_stream(executor, state, call, 0, &[], forget_end)),
    ("fclose", close),
    ("feof", |executor, state, call| with_stream(executor, state, call, 0, &[], is_at_end)),
    ("ferror", has_error),
    ("fopen", open),
    ("fopen64", open),
    ("fseek", |executor, state, call| with_stream(executor, state, call, 0, &[1, 2], seek)),
    ("fseeko", |executor, state, call| with_stream(executor, state, call, 0, &[1, 2], seek)),
    ("ftell", |executor, state, call| with_stream(executor, state, call, 0, &[], tell)),
    ("ftello", |executor, state, call| with_stream(executor, state, call, 0, &[], tell)),
    ("rewind", |executor, state, call| with_stream(executor, state, call, 0, &[], rewind)),
];

/// As many bytes as glibc's streams have.
const STREAM_BYTES: u64 = 216;

fn open<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [name, mode] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    match opened(&mut state, name, mode) {
        Ok(handle) => {
            let handle = executor.terms.constant(64, handle.into());
            executor.returned(state, call.results, &[handle])
        }
        Err(end) => vec![Next::stops(state, end)],
    }
}

/// Opens a file; the path goes on only if it is certain what becomes of that.
fn opened(state: &mut PathState<'_>, name: u64, mode: u64) -> Result<Handle, PathEnd> {
    let unsupported = |what: String| Err(PathEnd::Unsupported(what));
    let memory = &state.interpreter.machine.memory;
    let text = |address: u64| match memory.c_string(address) {
        Ok(text) => Ok(String::from_utf8_lossy(text).into_owned()),
        Err(MemoryFault::Marked) => Err(PathEnd::Unsupported("a file whose name is symbolic".to_owned())),
        Err(fault) => Err(fault.into()),
    };
    let (name, mode) = (text(name)?, text(mode)?);
    let writes = match mode.as_bytes().first() {
        _ if mode.contains('+') => return unsupported(format!("opening '{name}' to read and write")),
        Some(b'r') => false,
        Some(b'w' | b'a') => true,
        _ => return unsupported(format!("opening '{name}' with the mode '{mode}'")),
    };
    let is_input = state.files.is_input(&name);
    if writes && is_input {
        return unsupported(format!("writing to '{name}', whose bytes are given"));
    }
    if !writes && state.files.is_written(&name) {
        return unsupported(format!("reading '{name}', which the program wrote"));
    }
    if !writes && !is_input {
        return unsupported(format!("reading '{name}', which is given no bytes (--file)"));
    }
    let memory = &mut state.interpreter.machine.memory;
    let handle = memory.allocate(STREAM_BYTES, ObjectKind::Host).ok_or(PathEnd::OutOfMemory)?;
    if writes {
        state.files.write(&name, handle);
    } else {
        state.files.read(&name, handle);
    }
    Ok(handle)
}

fn close<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let address = call.known(executor, 0).unwrap_or(0);
    if standard(&state, address).is_some() {
        return Executor::unsupported(state, "closing a standard stream");
    }
    if !state.files.close(address) {
        let end = match state.interpreter.machine.memory.read_anyway(address, 1) {
            Err(fault) => fault.into(),
            Ok(_) => PathEnd::Unsupported("closing a stream that was not opened by fopen".to_owned()),
        };
        return vec![Next::stops(state, end)];
    }
    match state.interpreter.machine.memory.free(address, ObjectKind::Host) {
        Ok(()) => zero(executor, state, call),
        Err(fault) => vec![Next::stops(state, fault)],
    }
}

fn zero<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let zero = executor.terms.constant(32, 0);
    executor.returned(state, call.results, &[zero])
}

/// Reading and writing never fail here.
fn has_error<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let address = call.known(executor, 0).unwrap_or(0);
    match state.interpreter.machine.memory.read_anyway(address, 1) {
        Ok(_) => zero(executor, state, call),
        Err(fault) => vec![Next::stops(state, fault)],
    }
}

fn is_at_end<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    let answer = executor.terms.constant(32, stream(&mut state, handle).met_end.into());
    executor.returned(state, call.results, &[answer])
}

fn forget_end<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    stream(&mut state, handle).met_end = false;
    executor.returned(state, call.results, &[])
}

fn rewind<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    stream(&mut state, handle).seek(0);
    executor.returned(state, call.results, &[])
}

fn tell<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    let position = executor.terms.constant(64, stream(&mut state, handle).position() as u128);
    executor.returned(state, call.results, &[position])
}

/// `fseek(stream, offset, whence)`: from the beginning, from where it stands, or from the end.
fn seek<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    handle: Handle,
) -> Nexts<'p> {
    let [offset, whence] = [1, 2].map(|at| call.known(executor, at).unwrap_or(0));
    let target = stream(&mut state, handle);
    let from = match whence as u32 {
        0 => 0,
        1 => target.position(),
        2 => target.length(),
        _ => return Executor::unsupported(state, "fseek from nowhere"),
    };
    let position = (from as i64).checked_add(offset.cast_signed()).and_then(|to| usize::try_from(to).ok());
    let Some(position) = position else {
        return Executor::unsupported(state, "fseek to a place before the beginning");
    };
    target.seek(position);
    zero(executor, state, call)
}
