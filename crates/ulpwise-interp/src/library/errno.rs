//! `errno`.

use super::{Models, ReturnedSlots};
use crate::frame::Argument;
use crate::interpreter::Interpreter;
use crate::path_end::PathEnd;

pub(super) const MODELS: Models = &[("__errno_location", errno_location)];

fn errno_location(interpreter: &mut Interpreter<'_>, _: &[Argument]) -> Result<ReturnedSlots, PathEnd> {
    let machine = &mut interpreter.machine;
    let address = machine.library.errno_address(&mut machine.memory).ok_or(PathEnd::OutOfMemory)?;
    Ok(ReturnedSlots::one(address))
}
