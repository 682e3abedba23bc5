//! The loading process: reads a request from standard input, answers on standard output.
//!
//! Its parent set the limits it runs under. It may crash; that is what it is for.

use super::{Loaded, fast_math, merge, merge_compatible, prepare, protocol, session::Session};
use crate::compile::Unit;
use crate::error::LlvmError;
use inkwell::module::Module;
use rustix::process::{Signal, set_parent_process_death_signal};
use std::io::{Read, Write};
use std::process::ExitCode;

/// LLVM and lowering walk nested types and constants recursively.
pub(super) const STACK_SIZE: usize = 256 << 20;

/// The exit code after a panic, as Rust's own.
pub(super) const PANICKED: u8 = 101;

/// What the program does that was called with [`super::CHILD_COMMAND`].
pub fn child_main() -> ExitCode {
    // The answer is useless once the parent is gone. Failing to arrange for that is no
    // reason to fail: the CPU limit ends the process as well.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(serve);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        // The panic's message is on standard error already.
        Ok(Err(_)) => ExitCode::from(PANICKED),
        Ok(Ok(Err(_))) => ExitCode::FAILURE,
        Err(error) => {
            // In the words by which the parent knows that the memory limit was reached.
            let _ = writeln!(std::io::stderr(), "memory allocation of a stack failed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> std::io::Result<()> {
    let mut message = Vec::new();
    std::io::stdin().lock().read_to_end(&mut message)?;
    let answer = match protocol::read_request(&message) {
        Some((units, true)) => protocol::answer(&load_compatible(units)),
        Some((units, false)) => protocol::answer(&load(units)),
        None => protocol::answer(&Err(LlvmError::Internal { message: "the request is cut short".into() })),
    };
    let mut output = std::io::stdout().lock();
    output.write_all(&answer)?;
    output.flush()
}

/// Loads units in this very process.
pub(super) fn load(units: Vec<Unit>) -> Result<Loaded, LlvmError> {
    let session = Session::new();
    let module = merge(&session, &units)?;
    lower(&session, &module, units)
}

/// The same without units that define what an earlier one defines.
fn load_compatible(units: Vec<Unit>) -> Result<Loaded, LlvmError> {
    let session = Session::new();
    let (module, taken) = merge_compatible(&session, &units)?;
    let units = units.into_iter().enumerate().filter(|(number, _)| taken.binary_search(number).is_ok());
    lower(&session, &module, units.map(|(_, unit)| unit).collect())
}

fn lower(session: &Session, module: &Module<'_>, units: Vec<Unit>) -> Result<Loaded, LlvmError> {
    prepare(module)?;
    let warning = fast_math::warning(module);
    let is_open_to_code_generator = warning.is_some();
    if let Some(warning) = warning {
        session.warn(warning);
    }
    let lowered = crate::lower::lower_module(module)?;
    let warnings = session.take_warnings();
    Ok(Loaded { module: lowered, units, warnings, is_open_to_code_generator })
}
