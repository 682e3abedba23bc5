//! Sources to a program that can be started: what their compilers make of them, linked with a driver in C.
//!
//! What holds: the sources are compiled with the same flags as for loading, debug information included, so that operations are where the
//! user's own build has them; nothing of ulpwise's is linked in but the driver that the caller gives.

use super::toolchain::Compiler;
use super::{Plan, run};
use crate::error::Error;
use crate::input::{Input, LoadOptions};
use crate::process::{Failure, Limits, Running};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A program to be built.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRequest<'r> {
    /// The sources and their flags.
    pub input: &'r Input,
    /// A C source with a `main`.
    pub driver: &'r str,
    /// A function whose calls go to `__wrap_` and its name, which the driver defines.
    pub wrap: Option<&'r str>,
    /// Libraries and object files to link.
    pub libraries: &'r [PathBuf],
    /// Where everything is written.
    pub folder: &'r Path,
}

/// Builds a program and returns its file.
///
/// # Errors
/// A compiler that is missing or refuses a file, a name that is defined nowhere, a limit.
pub fn build_program(request: ProgramRequest<'_>, options: &LoadOptions) -> Result<PathBuf, Error> {
    let deadline = options.deadline();
    let plan = Plan::of(request.input, Some(request.folder))?;
    let used: Vec<Compiler> =
        plan.lanes.iter().flat_map(|lane| lane.jobs.iter().map(|job| job.compiler)).collect();
    let mut objects = run::run(plan.lanes, options, deadline)?;
    objects.sort_by_key(|(position, _)| *position);
    let source = request.folder.join("driver.c");
    let unwritable =
        |error: std::io::Error| Error::Unreadable { path: source.clone(), reason: error.to_string() };
    std::fs::write(&source, request.driver).map_err(unwritable)?;
    let driver = request.folder.join("driver.o");
    let arguments = ["-O0", "-w", "-c", "-o"].map(OsString::from);
    let arguments = arguments.into_iter().chain([driver.clone().into(), source.clone().into()]);
    call(Compiler::Clang, arguments.collect(), &source, options, deadline)?;

    // Whoever knows the language's own library links.
    let linker = [Compiler::Flang, Compiler::ClangCxx].into_iter().find(|compiler| used.contains(compiler));
    let linker = linker.unwrap_or(Compiler::Clang);
    let program = request.folder.join("program");
    let mut arguments: Vec<OsString> =
        vec!["-no-pie".into(), "-o".into(), program.clone().into(), driver.into()];
    arguments.extend(objects.into_iter().map(|(_, unit)| unit.path.into_os_string()));
    arguments.extend(request.libraries.iter().map(|file| file.clone().into_os_string()));
    arguments.extend(request.wrap.map(|name| format!("-Wl,--wrap={name}").into()));
    arguments.extend(["-lm", "-lpthread", "-ldl"].map(OsString::from));
    call(linker, arguments, &program, options, deadline)?;
    Ok(program)
}

fn call(
    compiler: Compiler,
    arguments: Vec<OsString>,
    about: &Path,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<(), Error> {
    let program = compiler.find(about)?;
    let limits = Limits { memory: options.memory_limit, cpu: options.time_limit };
    let unusable = |error: std::io::Error| Error::CompilerUnusable {
        program: program.clone(),
        reason: error.to_string(),
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    match Running::spawn(&mut command, limits).map_err(unusable)?.finish(b"", deadline) {
        Ok(finished) if finished.status.success() => Ok(()),
        Ok(finished) => Err(Error::CompileFailed {
            path: about.to_path_buf(),
            compiler: compiler.name().into(),
            compiler_output: finished.stderr_text(),
        }),
        Err(Failure::DeadlinePassed) => {
            Err(Error::TimedOut { what: super::compiling(about), limit: options.time_limit })
        }
        Err(Failure::Io(error)) => Err(unusable(error)),
    }
}
