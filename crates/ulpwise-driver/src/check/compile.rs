//! A check that other processes will make: the program compiled once, and the functions that there
//! are to check, with what says how long each may take.

use super::{PreparedCheck, make_folders, prepare};
use crate::compiled;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::formulas::check_options;
use crate::load::check_links;
use crate::on_large_stack;
use crate::options::CheckOptions;
use serde::{Deserialize, Serialize};
use std::path::Path;
use ulpwise_exceptions::Ledger;
use ulpwise_harness::Headers;
use ulpwise_harness::names::source_name;
use ulpwise_harness::reach::reached_functions;
use ulpwise_interp::Exception;

/// A function that is to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompiledFunction {
    /// The linker's name.
    pub linker_name: String,
    /// The source's name.
    pub name: String,
    /// How many exceptions at how many operations there are to decide.
    pub questions: usize,
    /// How many instructions it and all that it calls have.
    pub instructions: usize,
}

/// Compiles the program of a check into a file, which [`crate::ProgramFiles::compiled`] names then.
/// Gives the options with everything in them that the sources say, and the functions.
///
/// # Errors
/// The program does not load, an option is wrong, or the file cannot be written.
pub fn compile_check(
    options: &CheckOptions,
    file: &Path,
    context: &RunContext,
) -> Result<(CheckOptions, Vec<CompiledFunction>), DriverError> {
    on_large_stack(|| {
        let options = check_options(options);
        make_folders(&options)?;
        check_links(&options.links)?;
        let headers = Headers::write()?;
        let mut input = options.program.clone();
        input.cflags = headers.flags(&input.cflags);
        context.progress.phase("compiling");
        let PreparedCheck { loaded, names, contracts, .. } = prepare(&options, &input, &headers)?;
        let options = CheckOptions { contracts, ..options };
        std::fs::write(file, compiled::text(&loaded))
            .map_err(|error| DriverError::Unwritable { path: file.to_owned(), error })?;
        let module = &loaded.module;
        let function = |name: &String| {
            let id = module.function_named(name)?;
            let size = |id| module.functions[id].body.as_ref().map_or(0, |body| body.insts.len());
            Some(CompiledFunction {
                linker_name: name.clone(),
                name: source_name(&module.functions[id]),
                questions: Ledger::new(module, id, &Exception::ALL[..4]).entries().count(),
                instructions: reached_functions(module, id).into_iter().map(size).sum(),
            })
        };
        Ok((options.clone(), names.iter().filter_map(function).collect()))
    })
}
