//! Sources to a program that can be started: what their compilers make of them, linked with a
//! driver in C.
//!
//! What holds: the sources are compiled with the same flags as for loading, debug information
//! included, so that operations are where the user's own build has them; nothing of ulpwise's is
//! linked in but the driver that the caller gives.

use super::toolchain::Compiler;
use super::{Plan, run};
use crate::coverage::{Probe, counting_bitcode};
use crate::error::LlvmError;
use crate::input::{LoadOptions, ProgramInput};
use crate::process::{Limits, ProcessFailure, Running};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A program to be built.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRequest<'r> {
    /// The sources and their flags.
    pub input: &'r ProgramInput,
    /// A C source with a `main`.
    pub driver: &'r str,
    /// A function whose calls go to `__wrap_` and its name, which the driver defines.
    pub wrap: Option<&'r str>,
    /// Libraries and object files to link.
    pub libraries: &'r [PathBuf],
    /// Where everything is written.
    pub folder: &'r Path,
    /// What watches the program while it runs.
    pub sanitizer: Sanitizer,
}

/// What watches a program while it runs: code that clang adds, and its run-time library, which may
/// not be installed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sanitizer {
    /// Nothing.
    #[default]
    None,
    /// Accesses to memory, and operations that C leaves undefined.
    AddressAndUndefined,
    /// The use of uninitialised memory.
    Memory,
}

impl Sanitizer {
    /// The flags for compiling and for linking.
    pub(super) fn flags(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            // After an undefined operation the program goes on, because it may be another that is
            // looked for.
            Self::AddressAndUndefined => &[
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fsanitize-recover=undefined,float-cast-overflow",
                "-fno-omit-frame-pointer",
            ],
            Self::Memory => &["-fsanitize=memory", "-fno-omit-frame-pointer"],
        }
    }

    /// The flags for the driver: accesses beyond what it passes are only seen if it says where that
    /// ends.
    fn driver_flags(self) -> &'static [&'static str] {
        match self {
            Self::AddressAndUndefined => &["-fsanitize=address"],
            Self::None | Self::Memory => &[],
        }
    }
}

/// Builds a program and returns its file.
///
/// # Errors
/// A compiler that is missing or refuses a file, a name that is defined nowhere, a limit.
pub fn build_program(request: ProgramRequest<'_>, options: &LoadOptions) -> Result<PathBuf, LlvmError> {
    let deadline = options.deadline();
    let plan = Plan::new(request.input, Some(request.folder), request.sanitizer.flags())?;
    let used = plan.compilers();
    let mut objects = run::run(plan.lanes, options, deadline)?;
    objects.sort_by_key(|(position, _)| *position);
    let objects = objects.into_iter().map(|(_, unit)| unit.path).collect();
    link(request, &used, objects, request.driver, options, deadline)
}

/// Builds a program that counts how often its blocks and branches are taken, and returns its file
/// and what it counts. The counters are words where the pointer `ulpwise_counters` says, which the
/// driver, a function of their number, has to set before anything else runs.
///
/// # Errors
/// As [`build_program`].
pub fn build_counting_program(
    request: ProgramRequest<'_>,
    driver: &dyn Fn(usize) -> String,
    options: &LoadOptions,
) -> Result<(PathBuf, Vec<Probe>), LlvmError> {
    let deadline = options.deadline();
    let used = Plan::new(request.input, None, &[])?.compilers();
    let units = super::compile(request.input, options, deadline)?;
    let (bitcode, probes) = counting_bitcode(&units)?;
    let (source, object) = (request.folder.join("counting.bc"), request.folder.join("counting.o"));
    std::fs::write(&source, bitcode)
        .map_err(|error| LlvmError::Unreadable { path: source.clone(), reason: error.to_string() })?;
    let arguments = ["-O0", "-w", "-c", "-o"].map(OsString::from);
    let arguments = arguments.into_iter().chain([object.clone().into(), source.clone().into()]);
    call(Compiler::Clang, arguments.collect(), &source, options, deadline)?;
    let mut objects = vec![object];
    if used.contains(&Compiler::Rustc) {
        objects.push(rust_library(request.folder, options, deadline)?);
    }
    let program = link(request, &used, objects, &driver(probes.len()), options, deadline)?;
    Ok((program, probes))
}

/// Rust's own library as an archive that a program in C can be linked with: that of an empty crate.
fn rust_library(folder: &Path, options: &LoadOptions, deadline: Instant) -> Result<PathBuf, LlvmError> {
    let (source, archive) = (folder.join("empty.rs"), folder.join("libempty.a"));
    std::fs::write(&source, "")
        .map_err(|error| LlvmError::Unreadable { path: source.clone(), reason: error.to_string() })?;
    let arguments = ["--crate-type=staticlib", "--crate-name=empty", "-o"].map(OsString::from);
    let arguments = arguments.into_iter().chain([archive.clone().into(), source.clone().into()]);
    call(Compiler::Rustc, arguments.collect(), &source, options, deadline)?;
    Ok(archive)
}

/// Compiles the driver and links everything.
fn link(
    request: ProgramRequest<'_>,
    used: &[Compiler],
    objects: Vec<PathBuf>,
    driver_text: &str,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<PathBuf, LlvmError> {
    let source = request.folder.join("driver.c");
    let unwritable =
        |error: std::io::Error| LlvmError::Unreadable { path: source.clone(), reason: error.to_string() };
    std::fs::write(&source, driver_text).map_err(unwritable)?;
    let driver = request.folder.join("driver.o");
    let flags = request.sanitizer.driver_flags().iter();
    let arguments = flags.chain(&["-O0", "-w", "-c", "-o"]).map(OsString::from);
    let arguments = arguments.chain([driver.clone().into(), source.clone().into()]);
    call(Compiler::Clang, arguments.collect(), &source, options, deadline)?;

    // The compiler that knows the language's own library links.
    let linker = [Compiler::Flang, Compiler::ClangCxx].into_iter().find(|compiler| used.contains(compiler));
    let linker = linker.unwrap_or(Compiler::Clang);
    let program = request.folder.join("program");
    let mut arguments: Vec<OsString> =
        vec!["-no-pie".into(), "-o".into(), program.clone().into(), driver.into()];
    arguments.extend(objects.into_iter().map(PathBuf::into_os_string));
    arguments.extend(request.sanitizer.flags().iter().map(OsString::from));
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
) -> Result<(), LlvmError> {
    let program = compiler.find(about)?;
    let limits = Limits { memory: options.memory_limit, cpu: options.time_limit };
    let unusable = |error: std::io::Error| LlvmError::CompilerUnusable {
        program: program.clone(),
        reason: error.to_string(),
    };
    let mut command = Command::new(&program);
    command.args(arguments);
    match Running::spawn(&mut command, limits).map_err(unusable)?.finish(b"", deadline, &options.cancel) {
        Ok(finished) if finished.status.success() => Ok(()),
        Ok(finished) => Err(LlvmError::CompileFailed {
            path: about.to_path_buf(),
            compiler: compiler.name().into(),
            compiler_output: finished.stderr_text(),
        }),
        Err(ProcessFailure::DeadlinePassed) => {
            Err(LlvmError::TimedOut { what: super::compiling(about), limit: options.time_limit })
        }
        Err(ProcessFailure::Cancelled) => Err(LlvmError::Cancelled { what: super::compiling(about) }),
        Err(ProcessFailure::Io(error)) => Err(unusable(error)),
    }
}
