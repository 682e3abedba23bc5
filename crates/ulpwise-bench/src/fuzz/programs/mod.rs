//! Random programs whose proofs are held against native calls: an adversary that is kept.
//!
//! A program is made of a number alone. What `check` proves of its function is compared with what
//! native calls raise, in any state of the program's variables. A proof that a call contradicts is a
//! bug of ulpwise: the program is made smaller and kept.

mod language;
mod source;
mod trial;

use super::{FuzzOptions, pieces};
use anyhow::{Context, Result, bail};
use language::FuzzedLanguage;
use source::{FuzzedProgram, Input, InputType};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use trial::{TrialLimits, WrongProof, try_program};
use ulpwise_base::SplitMix64;

/// What `fuzz programs` understands.
#[derive(Debug, clap::Args)]
pub(crate) struct ProgramsOptions {
    #[command(flatten)]
    common: FuzzOptions,
    /// How long a check may take, in milliseconds
    #[arg(long, default_value_t = 1000)]
    timeout_ms: u64,
    /// How many native calls each program gets
    #[arg(long, default_value_t = 200_000)]
    calls: u64,
    /// How many programs are tried at once
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    jobs: usize,
    /// Take what has a witness for proven, too: the campaign must then find wrong proofs
    #[arg(long)]
    pretend: bool,
    /// The language of all programs; otherwise most are C, and every eighth is C++, Fortran and Rust
    #[arg(long)]
    language: Option<FuzzedLanguage>,
    /// A folder that gets the programs with wrong proofs
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// What was counted.
#[derive(Default)]
struct Totals {
    programs: BTreeMap<&'static str, u64>,
    refused: BTreeMap<String, u64>,
    proven: BTreeMap<String, u64>,
    witnesses: u64,
    unknown: u64,
    calls: u64,
    wrong: Vec<String>,
}

/// Runs the campaign.
#[expect(clippy::print_stdout, reason = "the counts are the result of the campaign")]
pub(crate) fn run(options: &ProgramsOptions) -> Result<()> {
    let start = Instant::now();
    let (next, totals) = (AtomicU64::new(0), Mutex::new(Totals::default()));
    let work = || -> Result<()> {
        let folder = tempfile::tempdir().context("there is no folder for programs")?;
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if case >= options.common.cases() || options.common.is_over(start) {
                return Ok(());
            }
            try_case(options, options.common.seed.wrapping_add(case), folder.path(), &totals)?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    let totals = totals.into_inner().expect("no thread panics while it counts");
    let proven: u64 = totals.proven.values().sum();
    println!(
        "{} programs {:?}, {proven} facts proven {:?}, {} with witnesses, {} unknown, {} native calls, {:.0} s",
        totals.programs.values().sum::<u64>(),
        totals.programs,
        totals.proven,
        totals.witnesses,
        totals.unknown,
        totals.calls,
        start.elapsed().as_secs_f64()
    );
    for (why, count) in &totals.refused {
        println!("  {count} not checked: {why}");
    }
    if totals.wrong.is_empty() {
        return Ok(());
    }
    totals.wrong.iter().for_each(|wrong| println!("{wrong}"));
    bail!("{} programs have wrong proofs", totals.wrong.len())
}

/// Most programs are C, which has most of what proofs have been wrong about.
fn language_of(seed: u64) -> FuzzedLanguage {
    match seed % 8 {
        0 => FuzzedLanguage::Cpp,
        1 => FuzzedLanguage::Fortran,
        2 => FuzzedLanguage::Rust,
        _ => FuzzedLanguage::C,
    }
}

/// The program of a seed.
fn generate(language: FuzzedLanguage, seed: u64) -> FuzzedProgram {
    let mut random = SplitMix64::new(seed);
    let inputs =
        [("x", InputType::Double), ("y", InputType::Double), ("z", InputType::Float), ("n", InputType::Int)]
            .map(|(name, ty)| Input { name, ty, range: range(ty, &mut random) });
    let flags = *random.choose(language.flags());
    // Small programs have proofs along paths, large ones meet more of each other.
    let statements = 1 + if random.below(2) == 0 { random.below(3) } else { 3 + random.below(6) };
    FuzzedProgram {
        language,
        inputs: inputs.to_vec(),
        body: language.body(random, statements as usize),
        flags,
    }
}

/// Ends of ranges of numbers.
const ENDS: [f64; 12] = [-1e300, -1e10, -100.0, -1.0, -1e-3, 0.0, 1e-300, 1e-3, 1.0, 3.0, 1e6, 1e300];

fn range(ty: InputType, random: &mut SplitMix64) -> Option<(f64, f64)> {
    if random.below(3) == 0 {
        return None;
    }
    if ty == InputType::Int {
        let low = random.below(40) as f64 - 20.0;
        return Some((low, low + random.below(30) as f64));
    }
    let ends: Vec<f64> = match ty {
        InputType::Float => ENDS.into_iter().filter(|end| end.abs() < 1e30 && *end != 1e-300).collect(),
        InputType::Double | InputType::Int => ENDS.to_vec(),
    };
    let mut chosen = [*random.choose(&ends), *random.choose(&ends)];
    chosen.sort_by(f64::total_cmp);
    Some((chosen[0], chosen[1]))
}

fn try_case(options: &ProgramsOptions, seed: u64, folder: &Path, totals: &Mutex<Totals>) -> Result<()> {
    let timeout = Duration::from_millis(options.timeout_ms);
    let limits = TrialLimits { timeout, calls: options.calls, seed, pretends: options.pretend };
    let source = generate(options.language.unwrap_or_else(|| language_of(seed)), seed);
    let tried = try_program(&source, folder, limits);
    let lock = || totals.lock().expect("no thread panics while it counts");
    let trial = match tried {
        Ok(trial) => trial,
        Err(error) => {
            let why = format!("{error:#}").lines().next().unwrap_or_default().to_owned();
            let why = format!("{}: {why}", source.language.extension());
            *lock().refused.entry(why).or_default() += 1;
            return Ok(());
        }
    };
    {
        let mut totals = lock();
        *totals.programs.entry(source.language.extension()).or_default() += 1;
        for (analysis, count) in &trial.proven {
            *totals.proven.entry(analysis.clone()).or_default() += count;
        }
        totals.witnesses += trial.witnesses;
        totals.unknown += trial.unknown;
        totals.calls += trial.calls;
    }
    if let Some(wrong) = trial.wrong.first() {
        // What is only pretended needs no smaller program.
        let (smaller, wrong) = match options.pretend {
            true => (source, wrong.clone()),
            false => smallest(source, wrong, folder, limits),
        };
        let report = describe(seed, &smaller, &wrong);
        if let Some(keep) = &options.keep {
            std::fs::create_dir_all(keep)?;
            let name = format!("wrong-{seed}.{}", smaller.language.extension());
            std::fs::write(keep.join(name), &report)?;
        }
        lock().wrong.push(report);
    }
    Ok(())
}

/// A smaller program with a wrong proof, and the proof.
fn smallest(
    source: FuzzedProgram,
    wrong: &WrongProof,
    folder: &Path,
    limits: TrialLimits,
) -> (FuzzedProgram, WrongProof) {
    let first_wrong = |source: &FuzzedProgram| {
        let trial = try_program(source, folder, limits).ok()?;
        trial.wrong.into_iter().next()
    };
    let with = |body: &[pieces::SourcePiece]| FuzzedProgram { body: body.to_vec(), ..source.clone() };
    let smaller = with(&pieces::shrink(&source.body, |body| first_wrong(&with(body)).is_some()));
    match first_wrong(&smaller) {
        Some(wrong) => (smaller, wrong),
        // It does not show every time.
        None => (source, wrong.clone()),
    }
}

/// A program with a wrong proof, with all that is needed to see it again.
fn describe(seed: u64, source: &FuzzedProgram, wrong: &WrongProof) -> String {
    let WrongProof { fact: (site, property), analysis, input } = wrong;
    let values: Vec<String> = input.iter().map(|word| format!("{word:#x}")).collect();
    let ranges: Vec<String> = source.ranges().iter().map(|range| format!("--range {range}")).collect();
    let remark = source.language.remark();
    format!(
        "{remark} seed {seed}: {property} at {site} was called proven ({analysis}) and happens\n\
         {remark} ulpwise check FILE --fn f, flags '{}' {}\n{remark} drive({})\n{}",
        source.flags,
        ranges.join(" "),
        values.join(", "),
        source.text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_names_a_program() {
        for language in [FuzzedLanguage::C, FuzzedLanguage::Fortran] {
            assert_eq!(generate(language, 7), generate(language, 7));
            assert_ne!(generate(language, 7).text(), generate(language, 8).text());
        }
    }
}
