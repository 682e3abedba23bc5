//! `cargo xtask bench accuracy`: how large errors `ulpwise accuracy` finds in 21 routines, beside a
//! random search with the same time in the same run and beside published figures.
//!
//! What the driver reports is measured once more by `truth.py`, which calls the routines in a plain shared library and computes what is right from
//! their mathematical definitions: an error that it does not confirm fails the benchmark.
//!
//! The aims: at least the largest reported error on every routine; two orders of magnitude ahead of
//! the random search in the geometric mean, where an error of zero counts as 10^-17.
//!
//! With `--bounds` it holds what is proven of the classics against ten million random inputs of
//! each instead (`--inputs N` of another number).

mod bounds;
pub(crate) mod formulas;
pub(crate) mod functions;
mod programs;
mod truth;

use super::driven::drive;
use crate::meschach;
use anyhow::{Context, Result, bail, ensure};
use programs::{PROGRAMS, Routine, Source};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_accuracy::Strategy;
use ulpwise_driver::ProgramFiles;
use ulpwise_driver::finding::{EntryDetail, ErrorDetail, LedgerEntry, Property, Run, RunDetail};
use xtask::gsl;
use xtask::process::{capture, llvm_tool};

/// What counts for an error of zero in a geometric mean, as a decimal logarithm.
const NONE: f64 = -17.0;

/// How far a number that is shown with two digits may be below a power of ten, as a decimal
/// logarithm: that of 10 / 9.95.
const ROUNDED: f64 = 0.002_176;

/// How far two logarithms of one error may be apart.
const AGREEMENT: f64 = 1e-3;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct AccuracyOptions {
    /// Seconds of each search
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How many at once
    #[arg(long, default_value_t = 2, value_parser = crate::positive)]
    jobs: usize,
    /// Only the program of this name
    #[arg(long)]
    only: Option<String>,
    /// Compare proven bounds with random inputs instead
    #[arg(long)]
    bounds: bool,
    /// How many inputs of each function bounds are compared with
    #[arg(long, default_value_t = 10_000_000)]
    inputs: u64,
}

/// The sources of the programs, and each as a plain shared library.
struct Sources {
    folder: tempfile::TempDir,
    meschach: PathBuf,
    gsl: gsl::Gsl,
}

/// Meschach's files that the routines need, and those that these refer to although none is called.
const MESCHACH: &str = "vecop norm matop lufactor qrfactor hsehldr machine memory err memstat meminfo copy init pxop submat \
                        bdfactor sparse sprow iter0 ivecop zmemory zvecop znorm zmatop zcopy matrixio otherio sparseio \
                        zmatio zmachine zfunc solve";

const GSL: [&str; 5] = ["wmean.c", "wvariance.c", "wabsdev.c", "wskew.c", "wkurtosis.c"];

impl Sources {
    fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("sums.c"), include_str!("sums.c"))?;
        Ok(Self { folder, meschach: meschach::locate_or_fetch()?, gsl: gsl::locate_or_build()? })
    }

    /// The files of a program and the flags they are compiled with.
    fn files_and_flags(&self, source: Source) -> (Vec<PathBuf>, Vec<String>) {
        match source {
            Source::Sums => (vec![self.folder.path().join("sums.c")], Vec::new()),
            Source::Meschach => {
                let files = MESCHACH.split_whitespace();
                let files = files.map(|file| self.meschach.join(format!("{file}.c"))).collect();
                (files, vec!["-w".to_owned(), "-std=gnu89".to_owned()])
            }
            Source::Gsl => {
                let files = GSL.iter().map(|file| self.gsl.sources().join("statistics").join(file)).collect();
                let include = |folder: PathBuf| format!("-I{}", folder.display());
                let flags = ["-w".to_owned(), "-mlong-double-64".to_owned()];
                let folders = [include(self.gsl.include()), include(self.gsl.sources())];
                (files, flags.into_iter().chain(folders).collect())
            }
        }
    }

    /// The same as machine code, without ulpwise.
    fn library(&self, source: Source) -> Result<PathBuf> {
        let library = self.folder.path().join(format!("{source:?}.so"));
        if !library.exists() {
            let (files, flags) = self.files_and_flags(source);
            let mut arguments: Vec<String> =
                ["-O0", "-ffp-contract=off", "-fPIC", "-shared", "-o"].map(str::to_owned).to_vec();
            arguments.push(library.display().to_string());
            arguments.extend(flags);
            arguments.extend(files.iter().map(|file| file.display().to_string()));
            arguments.push("-lm".to_owned());
            capture(self.folder.path(), llvm_tool("clang"), arguments)?;
        }
        Ok(library)
    }
}

/// What a search found: decimal logarithms of the largest errors, where something other than zero
/// is right, and by the definition.
#[derive(Clone, Copy)]
struct Found {
    not_zero: Option<f64>,
    any: Option<f64>,
    calls: u64,
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &AccuracyOptions) -> Result<()> {
    if options.bounds {
        return bounds::run(options);
    }
    let sources = Sources::new()?;
    println!(
        "| program | guided | where 0 is not right | random | FPGen | S3FP | random (reported) | calls | random calls |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let (mut guided, mut random, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    for program in
        PROGRAMS.iter().filter(|program| options.only.as_ref().is_none_or(|only| program.name == only))
    {
        let [ours, theirs] =
            [Strategy::Guided, Strategy::Random].map(|strategy| search(&sources, program, options, strategy));
        let (ours, theirs) = (ours?, theirs?);
        let [fpgen, s3fp, reported] = program.reported.map(|error| format!("{error:.1e}"));
        println!(
            "| {} | {} | {} | {} | {fpgen} | {s3fp} | {reported} | {} | {} |",
            program.name,
            shown(ours.any),
            shown(ours.not_zero),
            shown(theirs.any),
            ours.calls,
            theirs.calls
        );
        if 10f64.powf(ours.any.unwrap_or(f64::NEG_INFINITY).min(300.0)) < 0.99 * program.best_reported() {
            behind.push(program.name);
        }
        guided.push(ours);
        random.push(theirs);
    }
    let mean = |found: &[Found], of: fn(&Found) -> Option<f64>| {
        found.iter().map(|one| of(one).unwrap_or(NONE).max(NONE)).sum::<f64>() / found.len().max(1) as f64
    };
    println!(
        "\ngeometric means: 10^{:.1} guided, 10^{:.1} guided where something other than 0 is right, 10^{:.1} random",
        mean(&guided, |one| one.any),
        mean(&guided, |one| one.not_zero),
        mean(&random, |one| one.any)
    );
    println!(
        "behind the largest reported error: {}",
        if behind.is_empty() { "none".to_owned() } else { behind.join(", ") }
    );
    Ok(())
}

fn shown(log10: Option<f64>) -> String {
    match log10 {
        None => "0".to_owned(),
        Some(log10) => {
            // What would be rounded to 10.0 is 1.0 of the next power.
            let exponent = (log10 + ROUNDED).floor();
            format!("{:.1}e{exponent}", 10f64.powf(log10 - exponent))
        }
    }
}

/// Searches a program, and measures what is reported once more.
fn search(
    sources: &Sources,
    program: &Routine,
    options: &AccuracyOptions,
    strategy: Strategy,
) -> Result<Found> {
    let run = searched(sources, program, options, strategy)?;
    let RunDetail::Accuracy(detail) = &run.detail else { bail!("{} was not searched", program.name) };
    let mut found = Found { not_zero: None, any: None, calls: detail.calls };
    let library = sources.library(program.source)?;
    for (entry, error) in errors(&run) {
        let Some(log2) = error.worst.as_ref().and_then(|worst| worst.error_log2) else { continue };
        if !matches!(entry.property, Property::Inaccurate | Property::NotZero) {
            continue;
        }
        let claimed = log2 * std::f64::consts::LOG10_2;
        let measured = truth::measure(program, &library, &error.arguments, sources.folder.path())?;
        ensure!(
            measured.is_some_and(|measured| (measured - claimed).abs() <= AGREEMENT || measured > claimed),
            "{}: an error of 10^{claimed} was reported, and {measured:?} is measured on {:?}",
            program.name,
            error.arguments
        );
        if entry.property == Property::Inaccurate {
            found.not_zero = Some(claimed);
        }
        found.any = Some(found.any.map_or(claimed, |known| known.max(claimed)));
    }
    Ok(found)
}

/// The run of the driver.
fn searched(
    sources: &Sources,
    program: &Routine,
    options: &AccuracyOptions,
    strategy: Strategy,
) -> Result<Run> {
    let (files, flags) = sources.files_and_flags(program.source);
    let (domain, outputs) = program.domain_and_outputs();
    let options = ulpwise_driver::AccuracyOptions {
        program: ProgramFiles { cflags: flags.join(" "), ..ProgramFiles::new(files) },
        function: Some(program.function.to_owned()),
        domain,
        float_inputs: true,
        outputs,
        timeout: Duration::try_from_secs_f64(options.seconds)?,
        jobs: options.jobs,
        strategy,
        ..ulpwise_driver::AccuracyOptions::default()
    };
    let run = drive(options.timeout, |context| ulpwise_driver::accuracy(&options, context));
    let run = run.with_context(|| program.name)?;
    ensure!(!run.contradicts_itself(), "{}: a larger error than the bound was measured", program.name);
    Ok(run)
}

/// The errors that a search found.
fn errors(run: &Run) -> impl Iterator<Item = (&LedgerEntry, &ErrorDetail)> {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    entries.filter_map(|entry| match &entry.detail {
        EntryDetail::Accuracy(error) => Some((entry, &**error)),
        _ => None,
    })
}
