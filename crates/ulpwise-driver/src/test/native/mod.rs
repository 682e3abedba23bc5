//! Tests replayed as machine code: the original program, compiled anew and linked with a run time
//! that answers its wishes for inputs.
//!
//! What holds: a failure is *confirmed* only if the program itself, run on the inputs, fails in the
//! same way at the same line: its own assertion, `abort`, a fault of the processor, or what clang's
//! sanitizers say of it. Programs run confined, with limits of time and memory.

mod call;
mod inputs;
mod runtime;
mod sanitizer;

pub(super) use call::main_text;
pub(super) use inputs::{ArgvShape, ReplayInputs};
pub(super) use runtime::{bytes_of, embedded};

use super::failures::PathFailure;
use crate::context::RunContext;
use crate::error::DriverError;
use sanitizer::{Complaint, complaints};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;
use ulpwise_ir::Module;
use ulpwise_llvm::{
    LlvmError, LoadOptions, Probe, ProgramInput, ProgramRequest, Sanitizer, SourceSpan,
    build_counting_program, build_program, source_spans,
};
use ulpwise_native::{ConfinedRun, Coverage, Launcher, ProgramEnd, ProgramLimits, run_confined};
use ulpwise_symex::InputValue;

/// How much memory a program may hold. Under a sanitizer it has no limit, because that takes
/// terabytes of addresses for itself.
const MEMORY: u64 = 4 << 30;

/// How long one run may take.
const TIME: Duration = Duration::from_secs(10);

/// How long building a program and running it may take each once the run was cancelled: what was
/// found is still confirmed if that is a matter of a moment.
const CLOSING: Duration = Duration::from_millis(700);

/// Replays tests of one program.
pub(super) struct NativeReplay<'m> {
    module: &'m Module,
    input: ProgramInput,
    /// What calls the function under test, if that is not the program's own `main`.
    caller: String,
    /// The arguments of `main` that are inputs: the first inputs are theirs.
    argv: ArgvShape,
    launcher: Launcher,
    /// The limits of building a program.
    load: LoadOptions,
    /// How long one run may take.
    time: Duration,
    /// Where the programs are built, and where they run.
    folder: TempDir,
    plain: OnceCell<Result<PathBuf, NotConfirmed>>,
    watched: OnceCell<Result<PathBuf, NotConfirmed>>,
    initialised: OnceCell<Result<PathBuf, NotConfirmed>>,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub(super) enum ReplayEnd {
    /// By itself, with this code.
    Returned(i32),
    /// The run time reports how, and where.
    Reported(String, u64),
    /// Otherwise.
    Otherwise(ProgramEnd),
}

impl<'m> NativeReplay<'m> {
    /// For a program that was loaded from this input, with a `main` for it if it is not to be its
    /// own, and the symbolic arguments of its own one that paths began with.
    pub(super) fn new(
        module: &'m Module,
        input: ProgramInput,
        caller: String,
        argv: ArgvShape,
    ) -> Result<NativeReplay<'m>, DriverError> {
        let launcher = Launcher::this_program()?;
        let folder = tempfile::Builder::new().prefix("ulpwise-").tempdir();
        let folder = folder.map_err(|error| {
            DriverError::refused(format!("there is no folder to replay tests in: {error}"))
        })?;
        let (plain, watched, initialised) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (load, time) = (LoadOptions::default(), TIME);
        Ok(NativeReplay {
            module,
            input,
            caller,
            argv,
            launcher,
            load,
            time,
            folder,
            plain,
            watched,
            initialised,
        })
    }

    /// The same with a limit of memory in MiB for compilers, and ended when the run is.
    pub(super) fn within(mut self, mebibytes: u64, context: &RunContext) -> NativeReplay<'m> {
        self.load.memory_limit = mebibytes << 20;
        if context.cancel.is_cancelled() {
            (self.load.time_limit, self.time) = (CLOSING, CLOSING);
        } else {
            self.load.cancel = context.cancel.clone();
            self.launcher.limits.cancel = context.cancel.clone();
        }
        self
    }

    /// Whether a failure happens when the program runs on these inputs; otherwise why it is not
    /// certain.
    pub(super) fn confirm(&self, failure: &PathFailure, inputs: &[InputValue]) -> Result<(), NotConfirmed> {
        match failure.kind {
            "assert" | "abort" => {
                let program = self.program(&self.plain, Sanitizer::None)?;
                match self.run(&program, inputs, MEMORY)? {
                    ReplayEnd::Reported(kind, address) if kind == failure.kind => {
                        self.is_at(&program, &[address], failure)
                    }
                    ended => Err(NotConfirmed::Ended(ended)),
                }
            }
            "uninitialised-read" => {
                let program = self.program(&self.initialised, Sanitizer::Memory)?;
                let ended = self.run(&program, inputs, u64::MAX)?;
                // It complains where the value decides about something, which may be lines after
                // the read.
                if complaints(&inputs::own_folder(&self.work())).is_empty() {
                    Err(NotConfirmed::Ended(ended))
                } else {
                    Ok(())
                }
            }
            _ => {
                let program = self.program(&self.watched, Sanitizer::AddressAndUndefined);
                match program {
                    Ok(program) => self.watch(&program, failure, inputs),
                    // Some failures show without: the processor faults at the line.
                    Err(missing) => self.fault(failure, inputs).map_err(|why| NotConfirmed::Unwatched {
                        missing: missing.to_string(),
                        why: why.to_string(),
                    }),
                }
            }
        }
    }

    /// Whether a sanitizer complains at the line of a failure.
    fn watch(
        &self,
        program: &Path,
        failure: &PathFailure,
        inputs: &[InputValue],
    ) -> Result<(), NotConfirmed> {
        let ended = self.run(program, inputs, u64::MAX)?;
        let complaints = complaints(&inputs::own_folder(&self.work()));
        for complaint in &complaints {
            let here = match complaint {
                Complaint::At(file, line) => is_at_line(failure, file, *line),
                Complaint::Calls(addresses) => self.is_at(program, addresses, failure).is_ok(),
            };
            if here {
                return Ok(());
            }
        }
        Err(if complaints.is_empty() { NotConfirmed::Ended(ended) } else { NotConfirmed::OtherComplaint })
    }

    /// Whether the processor faults at the line of a failure, where there is no sanitizer.
    fn fault(&self, failure: &PathFailure, inputs: &[InputValue]) -> Result<(), NotConfirmed> {
        let program = self.program(&self.plain, Sanitizer::None)?;
        match self.run(&program, inputs, MEMORY)? {
            ReplayEnd::Reported(kind, address) if kind.starts_with("sig") => {
                self.is_at(&program, &[address], failure)
            }
            ended => Err(NotConfirmed::Ended(ended)),
        }
    }

    /// Whether one of the calls that return to these addresses is at the line of a failure.
    fn is_at(&self, program: &Path, addresses: &[u64], failure: &PathFailure) -> Result<(), NotConfirmed> {
        let calls: Vec<u64> = addresses.iter().map(|address| address.saturating_sub(1)).collect();
        let spans = source_spans(program, &calls).map_err(NotConfirmed::not_runnable)?;
        let here = |span: &SourceSpan| is_at_line(failure, &span.file, span.line);
        if spans.iter().flatten().any(here) {
            return Ok(());
        }
        Err(spans.iter().flatten().next().map_or(NotConfirmed::WithoutLine, |span| NotConfirmed::OtherLine {
            file: span.file.clone(),
            line: span.line,
        }))
    }

    /// The program with or without a sanitizer, built when it is needed first.
    fn program(
        &self,
        built: &OnceCell<Result<PathBuf, NotConfirmed>>,
        sanitizer: Sanitizer,
    ) -> Result<PathBuf, NotConfirmed> {
        let build = || {
            let folder = self.folder.path().join(format!("{sanitizer:?}"));
            std::fs::create_dir_all(&folder).map_err(NotConfirmed::not_runnable)?;
            let driver = runtime::replaying(self.module, sanitizer == Sanitizer::None, None) + &self.caller;
            let request = self.request(&driver, &folder, sanitizer);
            build_program(request, &self.load).map_err(|error| NotConfirmed::NotBuilt {
                sanitizer: sanitizer != Sanitizer::None,
                reason: build_problem(&error),
            })
        };
        built.get_or_init(build).clone()
    }

    fn request<'r>(&'r self, driver: &'r str, folder: &'r Path, sanitizer: Sanitizer) -> ProgramRequest<'r> {
        ProgramRequest { input: &self.input, driver, wrap: None, libraries: &[], folder, sanitizer }
    }

    /// Runs a program on inputs.
    fn run(&self, program: &Path, inputs: &[InputValue], memory: u64) -> Result<ReplayEnd, NotConfirmed> {
        let replayed = ReplayInputs::new(inputs, self.argv);
        let work = self.work();
        let own = replayed.prepare(&work).map_err(NotConfirmed::not_runnable)?;
        let limits = ProgramLimits { time: self.time, memory };
        let input = replayed.has_standard_input().then_some(own.input.as_path());
        let run = ConfinedRun { program, arguments: &replayed.arguments, input, folder: &work, limits };
        let end = run_confined(&self.launcher, run).map_err(NotConfirmed::not_runnable)?;
        let text = std::fs::read_to_string(own.report).unwrap_or_default();
        let reported = text.lines().next().and_then(|line| line.split_once(' '));
        Ok(match (reported, end) {
            (Some((kind, address)), _) => {
                ReplayEnd::Reported(kind.to_owned(), u64::from_str_radix(address, 16).unwrap_or(0))
            }
            (None, ProgramEnd::Exited(code)) => ReplayEnd::Returned(code),
            (None, end) => ReplayEnd::Otherwise(end),
        })
    }

    /// The folder that programs run in.
    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    /// How often lines and branches run under all these tests together.
    pub(super) fn coverage<'t>(
        &self,
        tests: impl Iterator<Item = &'t [InputValue]>,
    ) -> Result<Coverage, NotConfirmed> {
        let folder = self.folder.path().join("counting");
        std::fs::create_dir_all(&folder).map_err(NotConfirmed::not_runnable)?;
        let driver = |counters: usize| runtime::replaying(self.module, true, Some(counters)) + &self.caller;
        let request = self.request("", &folder, Sanitizer::None);
        let (program, probes): (PathBuf, Vec<Probe>) = build_counting_program(request, &driver, &self.load)
            .map_err(|error| NotConfirmed::NotBuilt {
            sanitizer: false,
            reason: build_problem(&error),
        })?;
        for inputs in tests {
            self.run(&program, inputs, MEMORY)?;
        }
        let bytes = std::fs::read(inputs::own_folder(&self.work()).join("counters")).unwrap_or_default();
        let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let counts = words.chain(std::iter::repeat(0));
        Ok(Coverage { counts: probes.into_iter().zip(counts).collect() })
    }
}

/// Whether a line is that of a failure. Without debug information any line may be.
fn is_at_line(failure: &PathFailure, file: &str, line: u32) -> bool {
    let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
    let is_it = |(own, at): &(String, u32)| *at == line && name(own) == name(file);
    failure.line.as_ref().is_none_or(is_it)
}

/// Why it is not certain that the program fails.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum NotConfirmed {
    /// The inputs were not tried.
    #[error("it was not run natively")]
    NotRun,
    /// The program cannot be run.
    #[error("the program that replays it cannot be run: {0}")]
    NotRunnable(String),
    /// The program cannot be built.
    #[error("the program that replays it{} cannot be built: {reason}",
            if *.sanitizer { " with clang's sanitizers" } else { "" })]
    NotBuilt {
        /// Whether a sanitizer was to watch it, whose run-time library may be missing.
        sanitizer: bool,
        /// What the compiler or the linker says.
        reason: String,
    },
    /// The sanitizer is missing, and without it the failure does not show.
    #[error("{missing}; without, {why}")]
    Unwatched {
        /// Why there is no sanitizer.
        missing: String,
        /// What happens without.
        why: String,
    },
    /// The program ends otherwise.
    #[error("run natively, {}", describe_end(.0))]
    Ended(ReplayEnd),
    /// A sanitizer complains about something else.
    #[error("the sanitizer complains at another place")]
    OtherComplaint,
    /// The program fails in code without lines.
    #[error("it fails at a place without a line")]
    WithoutLine,
    /// The program fails at another line.
    #[error("it fails at {file}:{line}")]
    OtherLine {
        /// The file.
        file: String,
        /// The line in it.
        line: u32,
    },
}

impl NotConfirmed {
    /// Whether the program ran to its end without the failure, watched by what would have seen it.
    pub(super) fn is_refuted(&self) -> bool {
        match self {
            Self::Ended(ReplayEnd::Returned(_)) => true,
            Self::Ended(ReplayEnd::Reported(..) | ReplayEnd::Otherwise(_))
            | Self::NotRun
            | Self::NotRunnable(_)
            | Self::NotBuilt { .. }
            | Self::Unwatched { .. }
            | Self::OtherComplaint
            | Self::WithoutLine
            | Self::OtherLine { .. } => false,
        }
    }

    fn not_runnable(error: impl std::fmt::Display) -> Self {
        Self::NotRunnable(error.to_string())
    }
}

/// Why a program cannot be built, in one line: the first thing that the compiler or the linker calls
/// an error, or else ulpwise's own sentence.
fn build_problem(error: &LlvmError) -> String {
    let said = error.compiler_output().unwrap_or_default();
    // A linker names what is missing; clang only says that the linker failed.
    let words = ["undefined reference", "undefined symbol", "cannot find", "cannot open", "error: "];
    let named = words.iter().find_map(|word| {
        let mut lines = said.lines().filter(|line| !line.contains("linker command failed"));
        lines.find_map(|line| line.find(word).map(|at| line[at..].trim_start_matches("error: ").trim()))
    });
    named.map_or_else(|| error.to_string(), str::to_owned)
}

/// What happened instead.
fn describe_end(end: &ReplayEnd) -> String {
    match end {
        ReplayEnd::Reported(kind, _) => format!("the program ends otherwise ({kind})"),
        ReplayEnd::Otherwise(ProgramEnd::TimedOut) => "the program does not end in time".to_owned(),
        ReplayEnd::Otherwise(ProgramEnd::Signal(signal)) => {
            format!("the program is ended by signal {signal}")
        }
        ReplayEnd::Returned(code) | ReplayEnd::Otherwise(ProgramEnd::Exited(code)) => {
            format!("the program exits with code {code}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(compiler_output: &str) -> LlvmError {
        let (path, compiler) = ("/tmp/x/program".into(), "clang-22".to_owned());
        LlvmError::CompileFailed { path, compiler, compiler_output: compiler_output.to_owned() }
    }

    #[test]
    fn the_reason_is_what_the_linker_or_the_compiler_names() {
        let linked = "/usr/bin/ld: /tmp/x/0.o: in function `f':\na.c:2:(.text+0x1c): undefined reference to \
                      `__truncsfbf2'\nclang: error: linker command failed with exit code 1\n";
        assert_eq!(build_problem(&failed(linked)), "undefined reference to `__truncsfbf2'");
        let missing = "/usr/bin/ld: cannot find /usr/lib/libclang_rt.asan.a: No such file\n\
                       clang: error: linker command failed with exit code 1\n";
        assert_eq!(build_problem(&failed(missing)), "cannot find /usr/lib/libclang_rt.asan.a: No such file");
        assert_eq!(build_problem(&failed("a.c:1:2: error: no such type\n")), "no such type");
        assert_eq!(build_problem(&failed("")), "/tmp/x/program does not compile: see clang-22's message");
    }
}
