//! Witnesses as regression tests in a language and for a framework.
//!
//! What holds: a test is written only after it was built with the original source and run, and
//! failed. It makes the call of the witness and asks the processor whether the exception was
//! raised, and whether the result is a number where it was none: it passes once the call raises the
//! exception no more.

mod c;
mod case;
mod fortran;
mod rust;

use crate::context::RunContext;
use crate::describe::printable;
use crate::error::DriverError;
use crate::load::program_input;
use crate::options::{ExportOptions, TestFramework, TestLanguage};
use crate::project::with_project;
use crate::witness::{Witness, read_all};
use c::TestStyle;
use case::TestCase;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_ir::Type;
use ulpwise_llvm::{LoadOptions, ProgramInput, ProgramRequest, Sanitizer, build_program};
use ulpwise_native::{ConfinedRun, Launcher, ProgramEnd, ProgramLimits, run_confined};

/// What a test may take while it is tried.
const LIMITS: ProgramLimits = ProgramLimits { time: Duration::from_secs(10), memory: 4 << 30 };

/// Regression tests, and the witnesses that none was written of.
#[derive(Debug)]
pub struct ExportReport {
    /// The file of tests.
    pub text: String,
    /// How many tests it has. All of them fail today.
    pub tests: usize,
    /// The witnesses without a test.
    pub left_out: Vec<LeftOutWitness>,
}

/// A witness that no test was written of.
#[derive(Debug)]
pub struct LeftOutWitness {
    /// Its file.
    pub file: PathBuf,
    /// Why there is no test.
    pub reason: NotExported,
}

impl std::fmt::Display for LeftOutWitness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "left out: {}: {}", printable(&self.file.to_string_lossy()), self.reason)
    }
}

/// Why no test is written of a witness.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExported {
    /// The witness is about what ordinary results have.
    #[error("{0} is no defect by itself")]
    OnRequest(&'static str),
    /// The witness is about lost precision.
    #[error("what loses precision raises no flag that a test could look at")]
    Instability,
    /// The witness is about flush-to-zero.
    #[error("it is about a processor that flushes to zero")]
    FlushToZero,
    /// The function returns something wide.
    #[error("its result is wider than 64 bits")]
    WideResult,
    /// A parameter has a type that only its own language has.
    #[error("{parameter} is of type {ty}, which other languages do not have")]
    ParameterType {
        /// The parameter's name.
        parameter: String,
        /// Its type.
        ty: Type,
    },
    /// A function in Rust takes references.
    #[error("it takes references, which a test in Rust cannot make of bits")]
    References,
    /// A test in Rust would need half precision.
    #[error("stable Rust has no floats of 16 bits")]
    HalfFloats,
    /// The flag of an underflow is raised for inexact results only.
    #[error("the tiny result is exact and raises no flag, so that a test would pass")]
    ExactUnderflow,
    /// The test passes; the function takes something behind a pointer.
    #[error(
        "the test would pass today: has the source changed, or is a structure passed by value that is too large for registers? Such calls are not exported"
    )]
    PassesWithBuffer,
    /// The test passes.
    #[error("the test would pass today: has the source changed?")]
    Passes,
    /// The call ends the program.
    #[error("the call ends the program with exit code {0}")]
    Exits(i32),
    /// The call ends by a signal.
    #[error("signal {0} ends the call")]
    Signal(i32),
    /// The call takes too long.
    #[error("the call does not end in time")]
    TimedOut,
}

/// Writes witnesses as regression tests.
///
/// # Errors
/// A witness cannot be read, a program does not build, or no witness gives a test.
pub fn export(options: &ExportOptions, context: &RunContext) -> Result<ExportReport, DriverError> {
    let (language, framework) = (options.language, options.framework);
    if !framework.runs(language) {
        let message = format!("--framework {} is not for --lang {}", framework.id(), language.id());
        return Err(DriverError::refused(message)
            .with_help("gtest and catch2 are for cpp, cargo is for rust, plain is for all of them"));
    }
    let mut cases = Vec::new();
    let mut left_out = Vec::new();
    let witnesses = read_all(&options.witnesses, "")?;
    if !options.trusts_witnesses {
        witnesses.iter().try_for_each(|(file, witness)| witness.check_flags(file, None))?;
    }
    context.progress.phase("building and running a test");
    for (number, (file, witness)) in witnesses.iter().enumerate() {
        context.progress.part(number + 1, witnesses.len(), &witness.site);
        match try_case(witness, language, (options.trusts_witnesses, context))? {
            Ok(case) => cases.push(case),
            Err(reason) => left_out.push(LeftOutWitness { file: file.clone(), reason }),
        }
    }
    if cases.is_empty() {
        let why = left_out.first().map_or_else(|| "there is no witness".to_owned(), ToString::to_string);
        return Err(DriverError::refused(format!("no test can be written: {why}")));
    }
    case::make_names_unique(&mut cases);
    let text = match (language, framework) {
        (TestLanguage::C, _) => c::write(&cases, TestStyle::C),
        (TestLanguage::Cpp, TestFramework::Gtest) => c::write(&cases, TestStyle::Gtest),
        (TestLanguage::Cpp, TestFramework::Catch2) => c::write(&cases, TestStyle::Catch2),
        (TestLanguage::Cpp, _) => c::write(&cases, TestStyle::Cpp),
        (TestLanguage::Rust, framework) => rust::write(&cases, framework == TestFramework::Cargo),
        (TestLanguage::Fortran, _) => fortran::write(&cases),
    };
    Ok(ExportReport { text, tests: cases.len(), left_out })
}

/// The test of a witness, if it fails today.
fn try_case(
    witness: &Witness,
    language: TestLanguage,
    (trusts_database, context): (bool, &RunContext),
) -> Result<Result<TestCase, NotExported>, DriverError> {
    let case = match TestCase::new(witness) {
        Ok(case) => case,
        Err(reason) => return Ok(Err(reason)),
    };
    if language == TestLanguage::Rust
        && let Err(reason) = rust::can_call(&case)
    {
        return Ok(Err(reason));
    }
    let program = with_project(&witness.program(None, trusts_database), context)?;
    Ok(match run_case(witness, &case, &program_input(&program))? {
        ProgramEnd::Exited(1) => Ok(case),
        ProgramEnd::Exited(0) if case.property == ulpwise_interp::Exception::Underflow => {
            Err(NotExported::ExactUnderflow)
        }
        // The declaration that a test can make of it is one of a pointer.
        ProgramEnd::Exited(0) if witness.arguments.iter().any(|argument| argument.buffer) => {
            Err(NotExported::PassesWithBuffer)
        }
        ProgramEnd::Exited(0) => Err(NotExported::Passes),
        ProgramEnd::Exited(code) => Err(NotExported::Exits(code)),
        ProgramEnd::Signal(signal) => Err(NotExported::Signal(signal)),
        ProgramEnd::TimedOut => Err(NotExported::TimedOut),
    })
}

/// Builds a test with the original source and runs it.
fn run_case(witness: &Witness, case: &TestCase, input: &ProgramInput) -> Result<ProgramEnd, DriverError> {
    let at = |file: &PathBuf| witness.directory.join(file);
    let folder = tempfile::tempdir().map_err(DriverError::NoTemporaryFolder)?;
    let libraries: Vec<PathBuf> = witness.link.iter().map(at).collect();
    let request = ProgramRequest {
        input,
        driver: &c::write(std::slice::from_ref(case), TestStyle::C),
        wrap: None,
        libraries: &libraries,
        folder: folder.path(),
        sanitizer: Sanitizer::None,
    };
    let program = build_program(request, &LoadOptions::default())?;
    run_program(&program, folder.path())
}

fn run_program(program: &Path, folder: &Path) -> Result<ProgramEnd, DriverError> {
    let run = ConfinedRun { program, arguments: &[], input: None, folder, limits: LIMITS };
    Ok(run_confined(&Launcher::this_program()?, run)?)
}
