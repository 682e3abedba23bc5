//! `cargo xtask fuzz bitcode`: damaged bitcode through the loader, with a real loading process.
//!
//! Each case must load or be refused as bad input within the time limit. A panic of lowering, an
//! answer that cannot be read, or a module that our own verifier refuses is a bug of ours: the task
//! then fails and keeps the file.

use super::FuzzOptions;
use super::damage::damage;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ulpwise_base::SplitMix64;
use ulpwise_llvm::{LlvmError, LoadOptions, Loader, ProgramInput};
use xtask::process::capture;

/// How many cases run at once.
const WORKERS: usize = 2;

/// What is damaged: a program with most features of the IR, compiled in different ways.
const SEEDS: [(&str, &[&str]); 4] = [
    ("clang-22", &["-O0", "-g"]),
    ("clang-22", &["-O2", "-g", "-march=haswell"]),
    ("clang-22", &["-O1"]),
    ("clang++-22", &["-O0", "-g", "-x", "c++"]),
];

const PROGRAM: &str = include_str!("bitcode_seed.c");

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LoadOutcome {
    Loaded,
    Refused,
    CrashedInTheChild,
    OutOfTime,
    OutOfMemory,
    Bug,
}

impl LoadOutcome {
    fn from_error(error: &LlvmError) -> Self {
        match error {
            LlvmError::Internal { .. } => Self::Bug,
            LlvmError::LoaderCrashed { .. } => Self::CrashedInTheChild,
            LlvmError::TimedOut { .. } => Self::OutOfTime,
            LlvmError::OutOfMemory { .. } => Self::OutOfMemory,
            _ => Self::Refused,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Refused => "refused",
            Self::CrashedInTheChild => "crashed in the child",
            Self::OutOfTime => "out of time in the child",
            Self::OutOfMemory => "out of memory in the child",
            Self::Bug => "bugs of ours",
        }
    }
}

#[expect(clippy::print_stdout, reason = "the counts are the task's result")]
pub(super) fn run(options: &FuzzOptions) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let seeds = seeds(folder.path())?;
    let bugs_folder = std::env::temp_dir().join("ulpwise-fuzz-bitcode");
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let counts: Mutex<BTreeMap<LoadOutcome, u64>> = Mutex::default();
    let work = |worker: usize| -> Result<()> {
        let file = folder.path().join(format!("damaged-{worker}.bc"));
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= options.cases() || options.is_over(start) {
                return Ok(());
            }
            let mut random = SplitMix64::new(options.seed.wrapping_add(case));
            let seed: &Vec<u8> = random.choose(&seeds);
            let damaged = damage(seed, &mut random);
            fs::write(&file, &damaged)?;
            let (outcome, sentence) = load(&file)?;
            *counts.lock().expect("no worker panics").entry(outcome).or_default() += 1;
            if outcome == LoadOutcome::Bug {
                keep(&bugs_folder, case, &damaged, &sentence)?;
            }
        }
    };
    std::thread::scope(|scope| -> Result<()> {
        let work = &work;
        let workers: Vec<_> = (0..WORKERS).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
    })?;
    let counts = counts.into_inner().expect("no worker panics");
    println!("{} cases from seed {}", counts.values().sum::<u64>(), options.seed);
    for (outcome, count) in &counts {
        println!("{count:>8}  {}", outcome.name());
    }
    let bugs = counts.get(&LoadOutcome::Bug).copied().unwrap_or(0);
    ensure!(bugs == 0, "{bugs} cases show a bug of ours; the files are in {}", bugs_folder.display());
    Ok(())
}

/// The undamaged bitcode files.
fn seeds(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let source = folder.join("seed.c");
    fs::write(&source, PROGRAM)?;
    let mut seeds = Vec::new();
    for (index, (compiler, flags)) in SEEDS.iter().enumerate() {
        let bitcode = folder.join(format!("seed-{index}.bc"));
        let mut arguments: Vec<PathBuf> = flags.iter().map(PathBuf::from).collect();
        arguments.extend(["-emit-llvm", "-c", "-o"].map(PathBuf::from));
        arguments.extend([bitcode.clone(), source.clone()]);
        capture(folder, compiler, &arguments)?;
        let (outcome, sentence) = load(&bitcode)?;
        ensure!(outcome == LoadOutcome::Loaded, "undamaged bitcode does not load: {sentence}");
        seeds.push(fs::read(&bitcode).context("what the compiler just wrote")?);
    }
    Ok(seeds)
}

/// Loads a file; the sentence is the error's.
fn load(file: &Path) -> Result<(LoadOutcome, String)> {
    let options = LoadOptions { time_limit: Duration::from_secs(20), ..LoadOptions::default() };
    let input = ProgramInput { files: vec![file.to_path_buf()], ..ProgramInput::default() };
    Ok(match Loader::this_program()?.load(&input, &options) {
        Ok(loaded) => match ulpwise_ir::verify::verify(&loaded.module) {
            Ok(()) => (LoadOutcome::Loaded, String::new()),
            Err(errors) => (LoadOutcome::Bug, format!("{:?}", errors.first())),
        },
        Err(error) => (LoadOutcome::from_error(&error), error.to_string()),
    })
}

#[expect(clippy::print_stdout, reason = "a bug is worth a line at once")]
fn keep(folder: &Path, case: u64, damaged: &[u8], sentence: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("case-{case}.bc"));
    fs::write(&path, damaged)?;
    println!("case {case}: {sentence} ({})", path.display());
    Ok(())
}
