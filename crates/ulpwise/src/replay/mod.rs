//! `ulpwise replay`: makes the call of a witness again, in a fresh program that the compiler of its language makes of the original
//! source.
//!
//! What holds: the program is the user's own, built with the flags of the witness and linked with a driver; nothing of it is instrumented.
//! "Replayed" is said only if the processor itself raised the exception at the place of the site, or gave the value there that is too far from the true one, and the
//! call returned the bits of the witness. How far it is from that is measured by `instability`.
//!
//! Not done: functions that other files cannot call, operations of the x87 unit.

mod driver;
mod instability;
mod watch;

use crate::args::ReplayArguments;
use crate::failure::Failure;
use crate::output::{ExitStatus, Report};
use crate::progress::Progress;
use crate::render::printable;
use driver::{REPORT_FILE, driver};
use instability::{Measured, MeasuredDocument, Twins};
use serde::Serialize;
use std::path::{Path, PathBuf};
use ulpwise_driver::witness::{Flaw, Instability, Witness, fingerprint, place_of};
use ulpwise_finding::SourceLocation;
use ulpwise_harness::marshal;
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{FloatUnaryOp, Module, SiteId, SiteKind, Type};
use ulpwise_llvm::{
    LoadOptions, Loader, ProgramInput, ProgramRequest, Sanitizer, SourceSpan, build_program, source_spans,
};
use ulpwise_native::{ConfinedRun, Launcher, ProgramEnd, ProgramLimits, run_confined};
use ulpwise_report::json::{VERSION, document};
use ulpwise_report::text::percent;

/// How much memory the program may hold.
const MEMORY: u64 = 4 << 30;

/// What came of a replay.
struct Replayed {
    /// Where the exception happened, the place of the site among them or not.
    places: Vec<SourceSpan>,
    /// What is different, one sentence each; nothing if the witness was replayed.
    differences: Vec<String>,
    /// What the user should know besides, one sentence each.
    notes: Vec<String>,
    /// How far a value is from the true one, if the witness is about that and it is too far again.
    measured: Option<Measured>,
}

impl Replayed {
    fn new(notes: Vec<String>) -> Replayed {
        Replayed { places: Vec::new(), differences: Vec::new(), notes, measured: None }
    }
}

/// What the program wrote down.
struct Seen {
    /// What the call gave back.
    words: Vec<u64>,
    /// Whether what is looked for happened at the place of the site.
    is_at_site: bool,
    /// That place.
    place: Option<String>,
    /// Whether the call went on without being looked at.
    is_cut: bool,
    /// Whether the operation may be a call of the mathematical library.
    is_library_call: bool,
}

/// Runs the command.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<Report, Failure> {
    let witness = Witness::read(&arguments.witness)?;
    let files: Vec<PathBuf> = witness.files.iter().map(|file| witness.directory.join(file)).collect();
    let notes = changed_files(&witness, &files);
    let is_changed = !notes.is_empty();
    let cflags = arguments.cflags.clone().unwrap_or_else(|| witness.cflags.clone());
    let input = ProgramInput { files, cflags, rustflags: witness.rustflags.clone(), database: None };
    let progress = Progress::new("compiling");
    let module = Loader::this_program()?.load(&input, &LoadOptions::default())?.module;
    let site = module.sites.ids().find(|&site| module.site_name(site) == witness.site);
    let mut replayed = Replayed::new(notes);
    if site.is_none() && witness.flaw.is_at_operation() {
        replayed.differences.push(format!("the program has no site {} any more", witness.site));
        return Ok(report(arguments, &witness, &replayed));
    }
    replayed.notes.extend(site.and_then(|site| other_place(&module, site, &witness)));
    let refuse =
        |why: String| Failure::bad_input(format!("{} cannot be replayed: {why}", printable(&witness.site)));
    let library = match site.map(|site| module.sites[site].kind) {
        Some(SiteKind::Libm(callee)) => Some(module.functions[callee].name.as_str()),
        _ => None,
    };
    if let Some(function) = module.function_named(&witness.function)
        && marshal::has_structures(&module, &module.functions[function])
    {
        return Err(refuse("its function takes or returns a structure by value".to_owned()));
    }
    let driver = driver(&witness, library).map_err(refuse)?;
    let folder =
        tempfile::tempdir().map_err(|error| refuse(format!("there is no folder for it ({error})")))?;
    let libraries: Vec<PathBuf> = witness.link.iter().map(|file| witness.directory.join(file)).collect();
    let request = ProgramRequest {
        input: &input,
        driver: &driver.source,
        wrap: driver.wrapped.as_deref(),
        libraries: &libraries,
        folder: folder.path(),
        sanitizer: Sanitizer::None,
    };
    progress.phase("building the program");
    let program = build_program(request, &LoadOptions::default())?;
    progress.phase_within("running it", Some(arguments.timeout));
    let limits = ProgramLimits { time: arguments.timeout, memory: MEMORY };
    let launcher = Launcher::this_program()?;
    let run = ConfinedRun { program: &program, arguments: &[], input: None, folder: folder.path(), limits };
    let end = run_confined(&launcher, run)?;
    progress.phase("looking where it happened");
    let Some(seen) = seen(&mut replayed, (&module, site), &program, folder.path(), end)? else {
        return Ok(report(arguments, &witness, &replayed));
    };
    judge_output(&mut replayed, &witness, &seen);
    match &witness.flaw {
        Flaw::Raises(_) => judge_exception(&mut replayed, &witness, &seen),
        Flaw::Unstable(instability) => {
            let twins = Twins { arguments, input: &input, libraries: &libraries };
            let error = twins.error(&witness, instability, site)?;
            instability::judge(&mut replayed, instability, &seen, error, is_changed);
        }
    }
    Ok(report(arguments, &witness, &replayed))
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
fn other_place(module: &Module, site: SiteId, witness: &Witness) -> Option<String> {
    let (file, line, column) = place_of(module, site)?;
    let then = witness.place.as_ref()?;
    let moved = (line, column) != (then.1, then.2);
    moved.then(|| {
        format!("{} stands at {file}:{line}:{column} now, and stood at {}:{}", witness.site, then.1, then.2)
    })
}

/// Reads what the program wrote down; `None` if the call did not return, which is a difference.
fn seen(
    replayed: &mut Replayed,
    (module, site): (&Module, Option<SiteId>),
    program: &Path,
    folder: &Path,
    end: ProgramEnd,
) -> Result<Option<Seen>, Failure> {
    let text = std::fs::read_to_string(folder.join(REPORT_FILE)).unwrap_or_default();
    let numbers = |word: &str| -> Vec<u64> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
        lines.filter_map(|digits| u64::from_str_radix(digits, 16).ok()).collect()
    };
    if end != ProgramEnd::Exited(0) || !text.ends_with("end\n") {
        replayed.differences.push(match end {
            ProgramEnd::TimedOut => "the call did not end in time".to_owned(),
            ProgramEnd::Signal(signal) => format!("signal {signal} ended the program"),
            ProgramEnd::Exited(code) => {
                format!("the program exited with code {code} before the call returned")
            }
        });
        return Ok(None);
    }
    let places = source_spans(program, &numbers("at"))?;
    replayed.places = places.iter().filter_map(|inlined| inlined.first().cloned()).collect();
    let place = site.and_then(|site| place_of(module, site));
    let is_at_site = match &place {
        None => !replayed.places.is_empty(),
        Some((file, line, column)) => {
            let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
            let here = |place: &SourceSpan| {
                (place.line, place.column) == (*line, *column) && name(&place.file) == name(file)
            };
            places.iter().flatten().any(here)
        }
    };
    if place.is_none() && is_at_site {
        replayed.notes.push("without debug information nobody knows where it happened".to_owned());
    }
    let place = place.map(|(file, line, column)| format!("{file}:{line}:{column}"));
    let is_library_call = site.is_some_and(|site| may_be_library_call(module.sites[site].kind));
    let (words, is_cut) = (numbers("word"), !numbers("cut").is_empty());
    Ok(Some(Seen { words, is_at_site, place, is_cut, is_library_call }))
}

/// Whether compilers may call a function for an operation: of what stands for one instruction in every processor, they do not.
fn may_be_library_call(kind: SiteKind) -> bool {
    match kind {
        SiteKind::Libm(_) | SiteKind::Fma(_) => true,
        SiteKind::Unary(op, _) => op != FloatUnaryOp::Sqrt,
        _ => false,
    }
}

fn judge_exception(replayed: &mut Replayed, witness: &Witness, seen: &Seen) {
    if seen.is_at_site {
        return;
    }
    let place = seen.place.as_ref().map(|place| format!(" at {place}"));
    replayed.differences.push(format!("there was no {}{}", witness.flaw.id(), place.unwrap_or_default()));
}

fn judge_output(replayed: &mut Replayed, witness: &Witness, seen: &Seen) {
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

/// What `--json` prints.
#[derive(Serialize)]
struct ReplayDocument<'a> {
    format: &'static str,
    version: u32,
    site: &'a str,
    property: &'static str,
    replayed: bool,
    differences: &'a [String],
    notes: &'a [String],
    places: Vec<SourceLocation>,
    instability: Option<MeasuredDocument>,
}

fn report(arguments: &ReplayArguments, witness: &Witness, replayed: &Replayed) -> Report {
    let holds = replayed.differences.is_empty();
    let status = if holds { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    if arguments.json {
        let places = replayed.places.iter();
        let output = document(&ReplayDocument {
            format: "ulpwise-replay",
            version: VERSION,
            site: &witness.site,
            property: witness.flaw.id(),
            replayed: holds,
            differences: &replayed.differences,
            notes: &replayed.notes,
            places: places
                .map(|place| SourceLocation {
                    file: Some(place.file.clone()),
                    line: place.line,
                    column: place.column,
                })
                .collect(),
            instability: replayed.measured.as_ref().map(Measured::document),
        });
        return Report { output, errors: String::new(), status };
    }
    let mut output = String::new();
    for note in &replayed.notes {
        output.push_str(&format!("note: {}\n", printable(note)));
    }
    let what = format!("{} at {}", witness.flaw.id(), printable(&witness.site));
    if holds {
        output.push_str(&format!("replayed: {what}, with the same bits{}\n", how_far(witness, replayed)));
    } else {
        for difference in &replayed.differences {
            output.push_str(&format!("not replayed: {what}: {}\n", printable(difference)));
        }
    }
    Report { output, errors: String::new(), status }
}

/// How far a value is from the true one, as the end of a sentence.
fn how_far(witness: &Witness, replayed: &Replayed) -> String {
    match (&witness.flaw, &replayed.measured) {
        (Flaw::Unstable(Instability { computed: None, .. }), Some(_)) => {
            "; true values would decide otherwise".to_owned()
        }
        (Flaw::Unstable(instability), Some(measured)) => {
            let error = match measured.error.is_finite() {
                true => format!("error {}", percent(measured.error)),
                false => "no share of the true value says how far it is from that".to_owned(),
            };
            format!("; {error}, {} is tolerated", percent(instability.tolerance))
        }
        _ => String::new(),
    }
}
