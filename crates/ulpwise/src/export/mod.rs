//! `ulpwise export`: witnesses as regression tests in the language and framework of the user's choice.
//!
//! What holds: a test is written only after it was built with the original source and run, and failed. It makes the call of the witness and asks the processor whether the
//! exception was raised, and whether the result is a number where it was none: it passes once the call raises the exception no more.

mod c;
mod case;
mod fortran;
mod rust;

use crate::args::{ExportArguments, Framework, TestLanguage};
use crate::failure::Failure;
use crate::output::{ExitStatus, Report};
use crate::progress::Progress;
use crate::render::{count, printable};
use case::Case;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_driver::witness::{Witness, read_all};
use ulpwise_llvm::{LoadOptions, ProgramInput, ProgramRequest, Sanitizer, build_program};
use ulpwise_native::{ConfinedRun, Launcher, ProgramEnd, ProgramLimits, run_confined};

/// What a test may take while it is tried.
const LIMITS: ProgramLimits = ProgramLimits { time: Duration::from_secs(10), memory: 4 << 30 };

/// Runs the command.
pub(crate) fn export(arguments: &ExportArguments) -> Result<Report, Failure> {
    let (language, framework) = (arguments.lang, arguments.framework.unwrap_or(Framework::Plain));
    if !framework.is_of(language) {
        return Err(Failure::bad_input(format!(
            "--framework {} is not for --lang {}",
            framework.id(),
            language.id()
        ))
        .help("gtest and catch2 are for cpp, cargo is for rust, plain is for all of them"));
    }
    let mut cases = Vec::new();
    let mut left_out = Vec::new();
    let witnesses = read_all(&arguments.witnesses, "")?;
    let progress = Progress::new("building and running a test");
    for (number, (file, witness)) in witnesses.iter().enumerate() {
        progress.part(number + 1, witnesses.len(), &witness.site);
        let tried = Case::new(witness).and_then(|case| {
            if language == TestLanguage::Rust { rust::can_call(&case).map(|()| case) } else { Ok(case) }
        });
        let tried = match tried {
            Ok(case) => fails(witness, &case)?.map(|()| case),
            Err(why) => Err(why),
        };
        match tried {
            Ok(case) => cases.push(case),
            Err(why) => left_out.push(format!("left out: {}: {why}", printable(&file.to_string_lossy()))),
        }
    }
    drop(progress);
    let mut errors: String = left_out.iter().map(|line| format!("{line}\n")).collect();
    if cases.is_empty() {
        let why = left_out.first().map_or("there is no witness", String::as_str);
        return Err(Failure::bad_input(format!("no test can be written: {why}")));
    }
    case::make_names_unique(&mut cases);
    let text = match (language, framework) {
        (TestLanguage::C, _) => c::write(&cases, c::Style::C),
        (TestLanguage::Cpp, Framework::Gtest) => c::write(&cases, c::Style::Gtest),
        (TestLanguage::Cpp, Framework::Catch2) => c::write(&cases, c::Style::Catch2),
        (TestLanguage::Cpp, _) => c::write(&cases, c::Style::Cpp),
        (TestLanguage::Rust, framework) => rust::write(&cases, framework == Framework::Cargo),
        (TestLanguage::Fortran, _) => fortran::write(&cases),
    };
    let Some(file) = &arguments.output else {
        return Ok(Report { output: text, errors, status: ExitStatus::Success });
    };
    std::fs::write(file, text)
        .map_err(|error| Failure::bad_input(format!("{} cannot be written: {error}", file.display())))?;
    let written = count(cases.len(), "test that fails", "tests that fail");
    errors.push_str(&format!("{}: {written} today\n", printable(&file.to_string_lossy())));
    Ok(Report { output: String::new(), errors, status: ExitStatus::Success })
}

/// Builds a test with the original source and runs it; why it does not fail, if it does not.
fn fails(witness: &Witness, case: &Case) -> Result<Result<(), String>, Failure> {
    let at = |file: &PathBuf| witness.directory.join(file);
    let input = ProgramInput {
        files: witness.files.iter().map(at).collect(),
        cflags: witness.cflags.clone(),
        rustflags: witness.rustflags.clone(),
        database: None,
    };
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::bad_input(format!("there is no folder for temporary files: {error}")))?;
    let libraries: Vec<PathBuf> = witness.link.iter().map(at).collect();
    let request = ProgramRequest {
        input: &input,
        driver: &c::write(std::slice::from_ref(case), c::Style::C),
        wrap: None,
        libraries: &libraries,
        folder: folder.path(),
        sanitizer: Sanitizer::None,
    };
    let program = build_program(request, &LoadOptions::default())?;
    let end = run(&program, folder.path())?;
    Ok(match end {
        ProgramEnd::Exited(1) => Ok(()),
        ProgramEnd::Exited(0) if case.property == ulpwise_interp::Exception::Underflow => {
            Err("the tiny result is exact and raises no flag, so that a test would pass".to_owned())
        }
        // The declaration that a test can make of it is one of a pointer.
        ProgramEnd::Exited(0) if witness.arguments.iter().any(|argument| argument.buffer) => Err(
            "the test would pass today: has the source changed, or is a structure passed by value that is too large for registers? Such calls are not exported".to_owned(),
        ),
        ProgramEnd::Exited(0) => Err("the test would pass today: has the source changed?".to_owned()),
        ProgramEnd::Exited(code) => Err(format!("the call ends the program with exit code {code}")),
        ProgramEnd::Signal(signal) => Err(format!("signal {signal} ends the call")),
        ProgramEnd::TimedOut => Err("the call does not end in time".to_owned()),
    })
}

fn run(program: &Path, folder: &Path) -> Result<ProgramEnd, Failure> {
    let run = ConfinedRun { program, arguments: &[], input: None, folder, limits: LIMITS };
    Ok(run_confined(&Launcher::this_program()?, run)?)
}
