//! Tests replayed as machine code: the original program, compiled anew and linked with a run time that answers its wishes for inputs.
//!
//! What holds: a failure is *confirmed* only if the program itself, run on the inputs, fails in the same way at the same line: its own assertion,
//! `abort`, a fault of the processor, or what clang's sanitizers say of it. Programs run confined, with limits of time and memory.

mod call;
mod given;
mod runtime;
mod sanitizer;

pub(super) use call::main_text;
pub(super) use given::Natively;
pub(super) use runtime::{bytes_of, embedded};

use super::findings::Finding;
use crate::failure::Failure;
use sanitizer::{Complaint, complaints};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;
use ulpwise_ir::Module;
use ulpwise_llvm::{
    LoadOptions, Probe, ProgramInput, ProgramRequest, Sanitizer, SourceSpan, build_counting_program,
    build_program, source_spans,
};
use ulpwise_native::{ConfinedRun, Coverage, Launcher, ProgramEnd, ProgramLimits, run_confined};
use ulpwise_symex::InputValue;

/// How much memory a program may hold. Under a sanitizer it has no limit, because that takes terabytes of addresses for itself.
const MEMORY: u64 = 4 << 30;

/// How long one run may take.
const TIME: Duration = Duration::from_secs(10);

/// Replays tests of one program.
pub(super) struct Native<'m> {
    module: &'m Module,
    input: ProgramInput,
    /// What calls the function under test, if that is not the program's own `main`.
    caller: String,
    /// How many characters each argument of `main` has, and how many arguments: the first inputs are theirs.
    arguments: (usize, usize),
    launcher: Launcher,
    /// Where the programs are built, and where they run.
    folder: TempDir,
    plain: OnceCell<Result<PathBuf, String>>,
    watched: OnceCell<Result<PathBuf, String>>,
    initialised: OnceCell<Result<PathBuf, String>>,
}

/// How a run ended.
enum Ended {
    /// By itself, with this code.
    Returned(i32),
    /// The run time says how, and where.
    Told(String, u64),
    /// Otherwise.
    Otherwise(ProgramEnd),
}

impl<'m> Native<'m> {
    /// For a program that was loaded from this input, with a `main` for it if it is not to be its own, and as many symbolic arguments of its own
    /// one, of as many characters, as paths began with.
    pub(super) fn new(
        module: &'m Module,
        input: ProgramInput,
        caller: String,
        arguments: (usize, usize),
    ) -> Result<Native<'m>, Failure> {
        let launcher = Launcher::this_program()?;
        let folder = tempfile::Builder::new().prefix("ulpwise-").tempdir();
        let folder = folder
            .map_err(|error| Failure::bad_input(format!("there is no folder to replay tests in: {error}")))?;
        let (plain, watched, initialised) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Ok(Native { module, input, caller, arguments, launcher, folder, plain, watched, initialised })
    }

    /// Whether a failure happens when the program runs on these inputs; otherwise why it is not certain.
    pub(super) fn confirm(&self, finding: &Finding, inputs: &[InputValue]) -> Result<(), String> {
        match finding.kind {
            "assert" | "abort" => {
                let program = self.program(&self.plain, Sanitizer::None)?;
                match self.run(&program, inputs, MEMORY)? {
                    Ended::Told(kind, address) if kind == finding.kind => {
                        self.is_at(&program, &[address], finding)
                    }
                    ended => Err(told(&ended)),
                }
            }
            "uninitialised-read" => {
                let program = self.program(&self.initialised, Sanitizer::Memory)?;
                let ended = self.run(&program, inputs, u64::MAX)?;
                // It complains where the value decides about something, which may be lines after the read.
                if complaints(&given::own_folder(&self.work())).is_empty() {
                    Err(told(&ended))
                } else {
                    Ok(())
                }
            }
            _ => {
                let program = self.program(&self.watched, Sanitizer::AddressAndUndefined);
                match program {
                    Ok(program) => self.watch(&program, finding, inputs),
                    Err(_) => self.fault(finding, inputs),
                }
            }
        }
    }

    /// Whether a sanitizer complains at the place of a failure.
    fn watch(&self, program: &Path, finding: &Finding, inputs: &[InputValue]) -> Result<(), String> {
        let ended = self.run(program, inputs, u64::MAX)?;
        let complaints = complaints(&given::own_folder(&self.work()));
        for complaint in &complaints {
            let here = match complaint {
                Complaint::At(file, line) => is_place(finding, file, *line),
                Complaint::Calls(addresses) => self.is_at(program, addresses, finding).is_ok(),
            };
            if here {
                return Ok(());
            }
        }
        Err(if complaints.is_empty() {
            told(&ended)
        } else {
            "the sanitizer complains at another place".to_owned()
        })
    }

    /// Whether the processor faults at the place of a failure, where there is no sanitizer.
    fn fault(&self, finding: &Finding, inputs: &[InputValue]) -> Result<(), String> {
        let program = self.program(&self.plain, Sanitizer::None)?;
        match self.run(&program, inputs, MEMORY)? {
            Ended::Told(kind, address) if kind.starts_with("sig") => {
                self.is_at(&program, &[address], finding)
            }
            ended => Err(told(&ended)),
        }
    }

    /// Whether one of the calls that return to these addresses is at the place of a failure.
    fn is_at(&self, program: &Path, addresses: &[u64], finding: &Finding) -> Result<(), String> {
        let calls: Vec<u64> = addresses.iter().map(|address| address.saturating_sub(1)).collect();
        let places = source_spans(program, &calls).map_err(|error| error.to_string())?;
        let here = |place: &SourceSpan| is_place(finding, &place.file, place.line);
        if places.iter().flatten().any(here) {
            return Ok(());
        }
        let shown = places.iter().flatten().next();
        Err(shown.map_or_else(
            || "it fails at a place without a line".to_owned(),
            |place| format!("it fails at {}:{}", place.file, place.line),
        ))
    }

    /// The program with or without a sanitizer, built when it is needed first.
    fn program(
        &self,
        built: &OnceCell<Result<PathBuf, String>>,
        sanitizer: Sanitizer,
    ) -> Result<PathBuf, String> {
        let build = || {
            let folder = self.folder.path().join(format!("{sanitizer:?}"));
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let driver = runtime::replaying(self.module, sanitizer == Sanitizer::None, None) + &self.caller;
            let request = self.request(&driver, &folder, sanitizer);
            build_program(request, &LoadOptions::default()).map_err(|error| error.to_string())
        };
        built.get_or_init(build).clone()
    }

    fn request<'r>(&'r self, driver: &'r str, folder: &'r Path, sanitizer: Sanitizer) -> ProgramRequest<'r> {
        ProgramRequest { input: &self.input, driver, wrap: None, libraries: &[], folder, sanitizer }
    }

    /// Runs a program on inputs.
    fn run(&self, program: &Path, inputs: &[InputValue], memory: u64) -> Result<Ended, String> {
        let natively = Natively::new(inputs, self.arguments);
        let work = self.work();
        let own = natively.prepare(&work).map_err(|error| error.to_string())?;
        let limits = ProgramLimits { time: TIME, memory };
        let input = natively.has_standard_input().then_some(own.input.as_path());
        let run = ConfinedRun { program, arguments: &natively.arguments, input, folder: &work, limits };
        let end = run_confined(&self.launcher, run).map_err(|error| error.to_string())?;
        let text = std::fs::read_to_string(own.report).unwrap_or_default();
        let told = text.lines().next().and_then(|line| line.split_once(' '));
        Ok(match (told, end) {
            (Some((kind, address)), _) => {
                Ended::Told(kind.to_owned(), u64::from_str_radix(address, 16).unwrap_or(0))
            }
            (None, ProgramEnd::Exited(code)) => Ended::Returned(code),
            (None, end) => Ended::Otherwise(end),
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
    ) -> Result<Coverage, Failure> {
        let folder = self.folder.path().join("counting");
        let unwritable = |error: std::io::Error| {
            Failure::bad_input(format!("tests cannot be replayed to measure coverage: {error}"))
        };
        std::fs::create_dir_all(&folder).map_err(unwritable)?;
        let driver = |counters: usize| runtime::replaying(self.module, true, Some(counters)) + &self.caller;
        let request = self.request("", &folder, Sanitizer::None);
        let (program, probes): (PathBuf, Vec<Probe>) =
            build_counting_program(request, &driver, &LoadOptions::default())?;
        for inputs in tests {
            self.run(&program, inputs, MEMORY).map_err(Failure::bad_input)?;
        }
        let bytes = std::fs::read(given::own_folder(&self.work()).join("counters")).unwrap_or_default();
        let words = bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let counts = words.chain(std::iter::repeat(0));
        Ok(Coverage { counts: probes.into_iter().zip(counts).collect() })
    }
}

/// Whether a line is that of a failure; without debug information nobody can tell.
fn is_place(finding: &Finding, file: &str, line: u32) -> bool {
    let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
    let is_it = |(own, at): &(String, u32)| *at == line && name(own) == name(file);
    finding.place.as_ref().is_none_or(is_it)
}

/// What happened instead.
fn told(ended: &Ended) -> String {
    match ended {
        Ended::Returned(code) => format!("run natively, the program exits with code {code}"),
        Ended::Told(kind, _) => format!("run natively, the program ends otherwise ({kind})"),
        Ended::Otherwise(ProgramEnd::TimedOut) => "run natively, the program does not end in time".to_owned(),
        Ended::Otherwise(ProgramEnd::Signal(signal)) => {
            format!("run natively, the program is ended by signal {signal}")
        }
        Ended::Otherwise(ProgramEnd::Exited(code)) => {
            format!("run natively, the program exits with code {code}")
        }
    }
}
