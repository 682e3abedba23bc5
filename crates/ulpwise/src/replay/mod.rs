//! `ulpwise replay`: makes the call of a witness again, in a fresh program that the compiler of its language makes of the original
//! source.
//!
//! What holds: the program is the user's own, built with the flags of the witness and linked with a driver; nothing of it is instrumented.
//! "Replayed" is said only if the processor itself raised the exception at the place of the site, and the call returned
//! the bits of the witness.
//!
//! Not done: functions that other files cannot call, operations of the x87 unit.

mod driver;

use crate::args::ReplayArguments;
use crate::failure::Failure;
use crate::json::document;
use crate::marshal;
use crate::output::{ExitStatus, Report};
use crate::render::printable;
use crate::witness::{Witness, fingerprint};
use driver::{REPORT_FILE, driver};
use serde_json::json;
use std::path::{Path, PathBuf};
use ulpwise_interp::number::float::exact;
use ulpwise_ir::{Module, SiteId, SiteKind, Type};
use ulpwise_llvm::{
    CodePlace, Input, LoadOptions, Loader, ProgramRequest, Sanitizer, build_program, code_places,
};
use ulpwise_native::{ConfinedRun, Launcher, ProgramEnd, ProgramLimits, run_confined};

/// How much memory the program may hold.
const MEMORY: u64 = 4 << 30;

/// What came of a replay.
struct Replayed {
    /// Where the exception happened, the place of the site among them or not.
    places: Vec<CodePlace>,
    /// What is different, one sentence each; nothing if the witness was replayed.
    differences: Vec<String>,
    /// What the user should know besides, one sentence each.
    notes: Vec<String>,
}

/// Runs the command.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<Report, Failure> {
    let witness = Witness::read(&arguments.witness)?;
    let files: Vec<PathBuf> = witness.files.iter().map(|file| witness.directory.join(file)).collect();
    let mut notes = changed_files(&witness, &files);
    let cflags = arguments.cflags.clone().unwrap_or_else(|| witness.cflags.clone());
    let input = Input { files, cflags, rustflags: witness.rustflags.clone(), database: None };
    let module = Loader::this_program()?.load(&input, &LoadOptions::default())?.module;
    let site = module.sites.ids().find(|&site| module.site_name(site) == witness.site);
    let Some(site) = site else {
        let gone = format!("the program has no site {} any more", witness.site);
        return Ok(report(
            arguments,
            &witness,
            &Replayed { places: Vec::new(), differences: vec![gone], notes },
        ));
    };
    notes.extend(other_place(&module, site, &witness));
    let refuse =
        |why: String| Failure::bad_input(format!("{} cannot be replayed: {why}", printable(&witness.site)));
    let library = match module.sites[site].kind {
        SiteKind::Libm(callee) => Some(module.functions[callee].name.as_str()),
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
    let program = build_program(request, &LoadOptions::default())?;
    let limits = ProgramLimits { time: arguments.timeout, memory: MEMORY };
    let launcher = Launcher::this_program()?;
    let run = ConfinedRun { program: &program, arguments: &[], input: None, folder: folder.path(), limits };
    let end = run_confined(&launcher, run)?;
    let mut replayed = judge(&module, site, &witness, &program, folder.path(), end)?;
    replayed.notes.splice(0..0, notes);
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

/// File, line and column of a site.
fn place_of(module: &Module, site: SiteId) -> Option<(String, u32, u32)> {
    let location = module.locations[module.sites[site].location?];
    let file = module.files[location.file].path().to_string_lossy().into_owned();
    Some((file, location.line, location.column))
}

/// Compares what the program wrote down with the witness.
fn judge(
    module: &Module,
    site: SiteId,
    witness: &Witness,
    program: &Path,
    folder: &Path,
    end: ProgramEnd,
) -> Result<Replayed, Failure> {
    let mut replayed = Replayed { places: Vec::new(), differences: Vec::new(), notes: Vec::new() };
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
        return Ok(replayed);
    }
    let places = code_places(program, &numbers("at"))?;
    replayed.places = places.iter().filter_map(|inlined| inlined.first().cloned()).collect();
    match place_of(module, site) {
        None if replayed.places.is_empty() => {
            replayed.differences.push(format!("there was no {}", witness.property.id()));
        }
        None => replayed.notes.push("without debug information nobody knows where it happened".to_owned()),
        Some((file, line, column)) => {
            let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
            let here = |place: &CodePlace| {
                (place.line, place.column) == (line, column) && name(&place.file) == name(&file)
            };
            if !places.iter().flatten().any(here) {
                let shown = format!("there was no {} at {file}:{line}:{column}", witness.property.id());
                replayed.differences.push(shown);
            }
        }
    }
    match &witness.output {
        Some(output) if !same_output(witness, output, &numbers("word")) => {
            replayed.differences.push("the call gave other bits".to_owned());
        }
        Some(_) => {}
        None => {
            replayed
                .notes
                .push("the call returned, which it did not when the witness was written".to_owned());
        }
    }
    Ok(replayed)
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

fn report(arguments: &ReplayArguments, witness: &Witness, replayed: &Replayed) -> Report {
    let holds = replayed.differences.is_empty();
    let status = if holds { ExitStatus::Success } else { ExitStatus::ProgramFailed };
    if arguments.json {
        let places: Vec<_> = replayed
            .places
            .iter()
            .map(|place| json!({"file": place.file, "line": place.line, "column": place.column}))
            .collect();
        let output = document(&json!({
            "format": "ulpwise-replay",
            "version": 1,
            "site": witness.site,
            "property": witness.property.id(),
            "replayed": holds,
            "differences": replayed.differences,
            "notes": replayed.notes,
            "places": places,
        }));
        return Report { output, errors: String::new(), status };
    }
    let mut output = String::new();
    for note in &replayed.notes {
        output.push_str(&format!("note: {}\n", printable(note)));
    }
    let what = format!("{} at {}", witness.property.id(), printable(&witness.site));
    if holds {
        output.push_str(&format!("replayed: {what}, with the same bits\n"));
    } else {
        for difference in &replayed.differences {
            output.push_str(&format!("not replayed: {what}: {}\n", printable(difference)));
        }
    }
    Report { output, errors: String::new(), status }
}
