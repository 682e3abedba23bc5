//! Makes the call of a witness again, in a fresh program that the compiler of its language makes of
//! the original source.
//!
//! What holds: the program is the user's own, built with the flags of the witness and linked with
//! code that makes the call; nothing of it is instrumented. "Replayed" is said only if the
//! processor itself raised the exception at the source location of the site, or gave the value
//! there that is too far from the exact one, and the call returned the bits of the witness.
//! `instability` measures how far the value is from the exact one.
//!
//! Not done: functions that other files cannot call, operations of the x87 unit.

mod call_program;
mod instability;
mod watch;

use crate::context::RunContext;
use crate::describe::printable;
use crate::error::DriverError;
use crate::load::{LoadLimits, load_to_run, native_links, program_input};
use crate::missing::stand_ins;
use crate::options::ReplayOptions;
use crate::project::with_project;
use crate::witness::{Flaw, Witness, fingerprint, place_of};
use call_program::{REPORT_FILE, write_call_program};
use instability::ShadowCall;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use ulpwise_finding::{ReplayReport, SourceLocation};
use ulpwise_harness::marshal;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatUnaryOp, Module, SiteId, SiteKind, Type};
use ulpwise_llvm::{
    LoadOptions, ProgramInput, ProgramRequest, Sanitizer, SourceSpan, Unit, build_program, is_runtime_unit,
    source_spans,
};
use ulpwise_native::{ConfinedRun, Launcher, ProgramEnd, ProgramLimits, run_confined};

/// How much memory the program may hold.
const MEMORY: u64 = 4 << 30;

/// Why the call of a witness cannot be made again.
#[derive(Debug, thiserror::Error)]
pub enum NotReplayable {
    /// A structure is passed by value.
    #[error("its function takes or returns a structure by value")]
    Structures,
    /// C has no such type.
    #[error("a value of type {0} has no counterpart in C")]
    Type(Type),
    /// The site is a call of a library function that cannot be wrapped.
    #[error("calls of {0} are not replayed")]
    LibraryFunction(String),
    /// The processor does not show it.
    #[error("no flag of the processor shows {0}; `ulpwise run` does")]
    NoFlag(&'static str),
    /// The program has no folder to run in.
    #[error("there is no folder for it ({0})")]
    NoFolder(std::io::Error),
}

/// What the program wrote down.
struct Seen {
    /// What the call gave back.
    words: Vec<u64>,
    /// Whether what is looked for happened at the source location of the site.
    is_at_site: bool,
    /// That location.
    location: Option<String>,
    /// Whether the call went on without being looked at.
    is_cut: bool,
    /// Whether the operation may be a call of the mathematical library.
    is_library_call: bool,
}

/// A program that made the call.
struct FinishedProgram {
    program: PathBuf,
    /// Where it ran and wrote its report.
    folder: TempDir,
    end: ProgramEnd,
}

/// Makes the call of a witness again.
///
/// # Errors
/// The witness cannot be read, its program does not build, or its call cannot be made by other
/// code.
pub fn replay(options: &ReplayOptions, context: &RunContext) -> Result<ReplayReport, DriverError> {
    let witness = Witness::read(&options.witness)?;
    if !options.trusts_witness {
        witness.check_flags(&options.witness, options.cflags.as_deref())?;
    }
    let files: Vec<PathBuf> = witness.files.iter().map(|file| witness.directory.join(file)).collect();
    let notes = changed_files(&witness, &files);
    let is_changed = !notes.is_empty();
    let program = witness.program(options.cflags.as_deref(), options.trusts_witness);
    let program = with_project(&program, context)?;
    context.progress.phase("compiling");
    let loaded = load_to_run(&program, &[], LoadLimits::default())?;
    let module = &loaded.module;
    // The folder lives as long as the program is built of what is in it.
    let (_runtime, input) = with_runtime(program_input(&program), &loaded.units)?;
    let site = module.sites.ids().find(|&site| module.site_name(site) == witness.site);
    let mut replayed = ReplayReport {
        site: witness.site.clone(),
        property: witness.flaw.id().to_owned(),
        notes,
        ..ReplayReport::default()
    };
    if site.is_none() && witness.flaw.is_at_operation() {
        replayed.differences.push(format!("the program has no site {} any more", witness.site));
        return Ok(replayed);
    }
    replayed.notes.extend(site.and_then(|site| moved_site(module, site, &witness)));
    let libraries: Vec<PathBuf> = witness.link.iter().map(|file| witness.directory.join(file)).collect();
    let call = ReplayedCall { witness: &witness, input: &input, libraries: &libraries, options, context };
    let finished = call.make(module, site)?;
    context.progress.phase("looking where it happened");
    let Some(seen) = read_report(&mut replayed, module, site, &finished)? else {
        return Ok(replayed);
    };
    judge_output(&mut replayed, &witness, &seen);
    match &witness.flaw {
        Flaw::Raises(_) => judge_exception(&mut replayed, &witness, &seen),
        Flaw::Unstable(instability) => {
            let libraries = native_links(&loaded.module, &libraries);
            let shadow =
                ShadowCall { call_limit: options.timeout, units: &loaded.units, libraries: &libraries };
            let error = shadow.error(&witness, instability, site)?;
            instability::judge(&mut replayed, instability, &seen, error, is_changed);
        }
    }
    Ok(replayed)
}

/// The files of a program with those of ulpwise's own that were loaded with it, and the folder where
/// these are.
fn with_runtime(mut input: ProgramInput, units: &[Unit]) -> Result<(TempDir, ProgramInput), DriverError> {
    let folder = tempfile::tempdir().map_err(DriverError::NoTemporaryFolder)?;
    for (number, unit) in units.iter().filter(|unit| is_runtime_unit(unit)).enumerate() {
        let file = folder.path().join(format!("runtime{number}.bc"));
        std::fs::write(&file, &unit.bytes).map_err(DriverError::NoTemporaryFolder)?;
        input.files.push(file);
    }
    Ok((folder, input))
}

/// A call that is made again.
struct ReplayedCall<'a> {
    witness: &'a Witness,
    input: &'a ProgramInput,
    libraries: &'a [PathBuf],
    options: &'a ReplayOptions,
    context: &'a RunContext,
}

impl ReplayedCall<'_> {
    /// Builds the program and runs it.
    fn make(&self, module: &Module, site: Option<SiteId>) -> Result<FinishedProgram, DriverError> {
        let witness = self.witness;
        let refuse = |reason| DriverError::NotReplayable { site: printable(&witness.site), reason };
        let library = match site.map(|site| module.sites[site].kind) {
            Some(SiteKind::Libm(callee)) => Some(module.functions[callee].name.as_str()),
            _ => None,
        };
        if let Some(function) = module.function_named(&witness.function)
            && marshal::has_structures(module, &module.functions[function])
        {
            return Err(refuse(NotReplayable::Structures));
        }
        let caller = write_call_program(witness, library).map_err(refuse)?;
        let folder = tempfile::tempdir().map_err(|error| refuse(NotReplayable::NoFolder(error)))?;
        let driver = format!("{}\n{}", caller.source, stand_ins(module, self.libraries));
        let request = ProgramRequest {
            input: self.input,
            driver: &driver,
            wrap: caller.wrapped.as_deref(),
            libraries: self.libraries,
            folder: folder.path(),
            sanitizer: Sanitizer::None,
        };
        let progress = &self.context.progress;
        progress.phase("building the program");
        let program = build_program(request, &LoadOptions::default())?;
        progress.phase_within("running it", Some(self.options.timeout));
        let limits = ProgramLimits { time: self.options.timeout, memory: MEMORY };
        let run =
            ConfinedRun { program: &program, arguments: &[], input: None, folder: folder.path(), limits };
        let end = run_confined(&Launcher::this_program()?, run)?;
        Ok(FinishedProgram { program, folder, end })
    }
}

/// A note for each file that is not what it was.
fn changed_files(witness: &Witness, files: &[PathBuf]) -> Vec<String> {
    let changed = files.iter().zip(&witness.contents).filter(|(file, content)| {
        // A file that cannot be read is an error of its own, later.
        fingerprint(file).is_ok_and(|now| now != **content)
    });
    changed.map(|(file, _)| format!("{} has changed since the witness was written", file.display())).collect()
}

/// A note if the site stands elsewhere now.
fn moved_site(module: &Module, site: SiteId, witness: &Witness) -> Option<String> {
    let (file, line, column) = place_of(module, site)?;
    let then = witness.place.as_ref()?;
    let moved = (line, column) != (then.1, then.2);
    moved.then(|| {
        format!("{} stands at {file}:{line}:{column} now, and stood at {}:{}", witness.site, then.1, then.2)
    })
}

/// Reads what the program wrote down; `None` if the call did not return, which is a difference.
fn read_report(
    replayed: &mut ReplayReport,
    module: &Module,
    site: Option<SiteId>,
    finished: &FinishedProgram,
) -> Result<Option<Seen>, DriverError> {
    let text = std::fs::read_to_string(finished.folder.path().join(REPORT_FILE)).unwrap_or_default();
    let numbers = |word: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
        lines.filter_map(|digits| u64::from_str_radix(digits, 16).ok()).collect()
    };
    if finished.end != ProgramEnd::Exited(0) || !text.ends_with("end\n") {
        replayed.differences.push(match finished.end {
            ProgramEnd::TimedOut => "the call did not end in time".to_owned(),
            ProgramEnd::Signal(signal) => format!("signal {signal} ended the program"),
            ProgramEnd::Exited(code) => {
                format!("the program exited with code {code} before the call returned")
            }
        });
        return Ok(None);
    }
    let spans = source_spans(&finished.program, &numbers("at"))?;
    replayed.locations = spans.iter().filter_map(|inlined| inlined.first()).map(location_of).collect();
    let location = site.and_then(|site| place_of(module, site));
    let is_at_site = match &location {
        None => !replayed.locations.is_empty(),
        Some((file, line, column)) => {
            let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
            let here = |span: &SourceSpan| {
                (span.line, span.column) == (*line, *column) && name(&span.file) == name(file)
            };
            spans.iter().flatten().any(here)
        }
    };
    if location.is_none() && is_at_site {
        replayed.notes.push("without debug information it is not known where it happened".to_owned());
    }
    let location = location.map(|(file, line, column)| format!("{file}:{line}:{column}"));
    let is_library_call = site.is_some_and(|site| may_be_library_call(module.sites[site].kind));
    let (words, is_cut) = (numbers("word"), !numbers("cut").is_empty());
    Ok(Some(Seen { words, is_at_site, location, is_cut, is_library_call }))
}

fn location_of(span: &SourceSpan) -> SourceLocation {
    SourceLocation { file: Some(span.file.clone()), line: span.line, column: span.column }
}

/// Whether compilers may call a function for an operation: of what stands for one instruction in
/// every processor, they do not.
fn may_be_library_call(kind: SiteKind) -> bool {
    match kind {
        SiteKind::Libm(_) | SiteKind::Fma(_) => true,
        SiteKind::Unary(op, _) => op != FloatUnaryOp::Sqrt,
        _ => false,
    }
}

fn judge_exception(replayed: &mut ReplayReport, witness: &Witness, seen: &Seen) {
    if seen.is_at_site {
        return;
    }
    let location = seen.location.as_ref().map(|location| format!(" at {location}"));
    replayed.differences.push(format!("there was no {}{}", witness.flaw.id(), location.unwrap_or_default()));
}

fn judge_output(replayed: &mut ReplayReport, witness: &Witness, seen: &Seen) {
    match &witness.output {
        Some(output) if !same_output(witness, output, &seen.words) => {
            replayed.differences.push("the call gave other bits".to_owned());
        }
        Some(_) => {}
        None => {
            replayed
                .notes
                .push("the call returned, which it did not when the witness was written".to_owned());
        }
    }
}

/// Whether both are the same bits; which NaN a result is does not matter.
fn same_output(witness: &Witness, expected: &[u64], got: &[u64]) -> bool {
    let float = match witness.result {
        Some(Type::Float(format)) if format.bits() <= 64 => Some(format),
        _ => None,
    };
    let both_nan = |format| {
        let is_nan = |words: &[u64]| words.first().is_some_and(|&word| exact(format, word.into()).is_nan());
        is_nan(expected) && is_nan(got)
    };
    let start = usize::from(float.is_some_and(both_nan));
    expected.len() == got.len() && expected[start..] == got[start..]
}
