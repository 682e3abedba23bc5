//! Machine code of a program: instrumented, compiled to an object file, linked into a process.
//!
//! Two steps, because the second one is cheap and is done again for every fresh process: [`compile_native`] makes
//! [`NativeCode`] of bitcode, [`LinkedCode`] puts it into memory with LLVM's LLJIT and finds its functions.
//!
//! What holds: functions are called through drivers (`ulpwise_call_N`) that take arguments from an array of words and put
//! results into another, so that nobody outside needs to know a calling convention; `-O0` code computes the operations as they
//! stand in the IR, `-O2` code may reorder what no result depends on.
//!
//! Deliberately absent: the process that the code runs in, and any protection from it.

mod driver;
mod link;
mod object;
mod prepare;
mod tables;

pub use driver::{Passing, Target, TargetLayout};
pub use link::{Definition, LinkedCode};

use crate::compile::Unit;
use crate::error::Error;
use crate::instrument;
use crate::load::{Session, merge, prepare as prepare_for_lowering};
use crate::lower::lower_with_origins;
use ulpwise_ir::{Module, SiteId};

/// How much the machine code tells about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instrumentation {
    /// Nothing.
    None,
    /// Every exception at every site.
    Exceptions,
}

/// How machine code is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeOptions {
    /// What it tells.
    pub instrumentation: Instrumentation,
    /// Whether it is optimised: for search; replay runs the program as it stands.
    pub optimise: bool,
    /// The functions that will be called.
    pub targets: Vec<Target>,
    /// Functions without parameters to be called once, after the constructors: the program is then as every call finds it.
    pub setup: Vec<String>,
}

/// A program as machine code that was not linked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCode {
    /// The same program in our IR: the numbers of sites are its.
    pub module: Module,
    /// An object file in ELF.
    pub object: Vec<u8>,
    /// What it needs from elsewhere, in order of the names.
    pub externals: Vec<String>,
    /// The sites whose exceptions are not told.
    pub unobserved: Vec<SiteId>,
    /// How the functions are called, in the order of the targets.
    pub layouts: Vec<TargetLayout>,
    /// Whether the program may change the rounding mode or look at flags.
    pub uses_float_environment: bool,
    /// What the user should know about the program, one sentence each.
    pub warnings: Vec<String>,
}

/// Compiles bitcode, in this very process: a crash of LLVM is a crash of the caller.
///
/// # Errors
/// Whatever is wrong with the bitcode, and targets that are missing or that no driver can call.
pub fn compile_native(units: &[Unit], options: &NativeOptions) -> Result<NativeCode, Error> {
    let session = Session::new();
    let module = merge(&session, units)?;
    prepare_for_lowering(&module)?;
    let (lowered, origins) = lower_with_origins(&module)?;
    let (text, layouts) = driver::drivers(&module, &options.targets)?;
    let setup: Vec<Target> =
        options.setup.iter().map(|name| Target { name: name.clone(), parameters: Vec::new() }).collect();
    driver::drivers(&module, &setup)?;
    let uses_float_environment = tables::uses_float_environment(&module, &lowered);
    let unobserved = match options.instrumentation {
        Instrumentation::None => Vec::new(),
        Instrumentation::Exceptions => instrument::instrument(&session, &module, &lowered, &origins)?,
    };
    prepare::prepare(&session, &module, options)?;
    crate::load::link_text(&session, &module, &text)?;
    let machine = object::Machine::new(options.optimise)?;
    machine.run_passes(&module, options.optimise, options.targets.len())?;
    tables::add_writable_globals(&module);
    let externals = tables::externals(&module);
    let object = machine.emit(&module)?;
    let warnings = session.take_warnings();
    Ok(NativeCode {
        module: lowered,
        object,
        externals,
        unobserved,
        layouts,
        uses_float_environment,
        warnings,
    })
}
