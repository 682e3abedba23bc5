//! Streams of the C library whose bytes are inputs: opened, closed, read and moved about in.
//! [`files`](crate::files) keeps them.

mod open;
mod read;

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::files::{Handle, STANDARD_INPUT, Stream};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_externals::is_stream_variable;
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::Memory;

pub(super) const TABLES: [Models; 2] = [open::MODELS, read::MODELS];

/// Which of the program's own streams is at an address.
fn standard<'p>(state: &PathState<'p>, address: u64) -> Option<&'p str> {
    let globals = state.interpreter.program().module().globals.iter_enumerated();
    let mut here = globals.filter(|&(id, _)| Memory::global_address(id) == address);
    let name = here.next().map(|(_, global)| global.name.as_str())?;
    is_stream_variable(name).then_some(name)
}

/// The stream at an address, to read from.
pub(super) fn reading(state: &PathState<'_>, address: u64) -> Result<Handle, PathEnd> {
    let handle = match standard(state, address) {
        Some("stdin") => STANDARD_INPUT,
        Some(name) => return Err(PathEnd::Unsupported(format!("reading {name}"))),
        None => address,
    };
    readable(state, handle)
}

/// Standard input, to read from.
pub(super) fn standard_input(state: &PathState<'_>) -> Result<Handle, PathEnd> {
    readable(state, STANDARD_INPUT)
}

fn readable(state: &PathState<'_>, handle: Handle) -> Result<Handle, PathEnd> {
    match state.files.stream(handle) {
        Some(stream) if stream.is_written() => {
            Err(PathEnd::Unsupported("reading a stream that is open for writing".to_owned()))
        }
        Some(_) => Ok(handle),
        None if handle == STANDARD_INPUT => {
            Err(PathEnd::Unsupported("reading standard input, which is given no bytes (--stdin)".to_owned()))
        }
        None => {
            // A stream that was closed is an object that is gone.
            state.interpreter.machine.memory.read_anyway(handle, 1)?;
            Err(PathEnd::Unsupported("reading a stream that was not opened by fopen".to_owned()))
        }
    }
}

/// What is done with a stream.
type Act = for<'e, 'p, 's> fn(&'e mut Executor<'p, 's>, PathState<'p>, &ModelCall, Handle) -> Nexts<'p>;

/// Does something with the stream that an argument is; `known` are the arguments whose values must
/// be known besides.
fn with_stream<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    at: usize,
    known: &[usize],
    act: Act,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[at]).or_else(|| call.first_open(&state, known)) {
        return executor.enumerate(state, open);
    }
    let address = call.known(executor, at).unwrap_or(0);
    match reading(&state, address) {
        Ok(handle) => act(executor, state, call, handle),
        Err(end) => vec![Next::stops(state, end)],
    }
}

/// A stream of which [`reading`] gave the handle.
fn stream<'s>(state: &'s mut PathState<'_>, handle: Handle) -> &'s mut Stream {
    state.files.stream_mut(handle).expect("the stream is open")
}
