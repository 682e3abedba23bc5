//! One program: what the check proves, held against native calls that record every operation.

use super::source::{FuzzedProgram, Input, InputType, STATE};
use crate::bench::driven::drive;
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;
use ulpwise_base::SplitMix64;
use ulpwise_driver::finding::Verdict;
use ulpwise_driver::{CheckOptions, ProgramFiles, check};
use ulpwise_llvm::{LoadOptions, Loaded, Loader, ProgramInput, runtime_library, runtime_unit};
use ulpwise_native::{Engine, EngineOptions, Launcher, NativeTarget, Passing};

/// How long a native call may take.
const CALL_LIMIT: Duration = Duration::from_millis(25);

/// How many calls are made at once.
const BATCH: usize = 2048;

/// How a trial is made.
#[derive(Clone, Copy)]
pub(super) struct TrialLimits {
    /// How long the check may take.
    pub(super) timeout: Duration,
    /// How many native calls are made.
    pub(super) calls: u64,
    pub(super) seed: u64,
    /// Whether what has a witness counts as proven: calls must contradict that.
    pub(super) pretends: bool,
}

/// A proof that a call contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrongProof {
    /// The operation and the exception.
    pub(super) fact: (String, &'static str),
    /// The analysis that proved it.
    pub(super) analysis: String,
    /// The words of the call of `drive`.
    pub(super) input: Vec<u64>,
}

/// What a trial came to.
#[derive(Default)]
pub(super) struct ProgramTrial {
    /// How many facts were proven, by analysis.
    pub(super) proven: BTreeMap<String, u64>,
    /// How many have witnesses, and how many are open.
    pub(super) witnesses: u64,
    pub(super) unknown: u64,
    /// How many native calls were made.
    pub(super) calls: u64,
    pub(super) wrong: Vec<WrongProof>,
}

/// Checks a program and calls it.
pub(super) fn try_program(
    source: &FuzzedProgram,
    folder: &Path,
    limits: TrialLimits,
) -> Result<ProgramTrial> {
    let file = folder.join(format!("program.{}", source.language.extension()));
    std::fs::write(&file, source.text()).context("the program cannot be written")?;
    let mut options = CheckOptions::new([&file]);
    options.program = source.options(&file);
    options.functions = vec!["f".to_owned()];
    options.domain.ranges = source.ranges();
    options.timeout = limits.timeout;
    let report = drive(limits.timeout, |context| check(&options, context))?;
    let run = &report.run;
    let function = run.functions.first().context("the function is not checked")?;
    let mut trial = ProgramTrial::default();
    let mut proven: BTreeMap<(&str, &'static str), &str> = BTreeMap::new();
    for entry in &function.ledger {
        match &entry.verdict {
            Verdict::Proven(analysis) => {
                *trial.proven.entry(analysis.clone()).or_default() += 1;
                proven.insert((&run.sites[entry.site].id, entry.property.id()), analysis);
            }
            Verdict::Witness(_) => {
                trial.witnesses += 1;
                if limits.pretends {
                    proven.insert((&run.sites[entry.site].id, entry.property.id()), "pretended");
                }
            }
            Verdict::Unknown(_) => trial.unknown += 1,
        }
    }
    // What the second opinion of the check itself has found out.
    for refuted in &function.refuted {
        let (site, property) = refuted.goal;
        let fact = (run.sites[site].id.clone(), property.id());
        trial.wrong.push(WrongProof { fact, analysis: refuted.by.clone(), input: Vec::new() });
    }
    if !proven.is_empty() {
        hold_against_calls(source, &file, limits, &proven, &mut trial)?;
    }
    Ok(trial)
}

fn hold_against_calls(
    source: &FuzzedProgram,
    file: &Path,
    limits: TrialLimits,
    proven: &BTreeMap<(&str, &'static str), &str>,
    trial: &mut ProgramTrial,
) -> Result<()> {
    let loaded = load(source, file)?;
    let parameters = vec![Passing::Value; source.inputs.len() + STATE.len()];
    let targets = [NativeTarget { name: "drive".to_owned(), parameters, links: Vec::new() }];
    let options = EngineOptions {
        call_limit: CALL_LIMIT,
        links: runtime_library(&loaded.module).into_iter().collect(),
        ..EngineOptions::default()
    };
    let mut engine = Engine::start(&Launcher::this_program()?, &loaded.units, &targets, &options)?;
    let mut random = SplitMix64::new(limits.seed);
    let width = source.inputs.len() + STATE.len();
    let mut seen = BTreeSet::new();
    while trial.calls < limits.calls {
        let mut words = Vec::with_capacity(BATCH * width);
        for _ in 0..BATCH {
            words.extend(source.inputs.iter().map(|input| draw(input, &mut random)));
            words.extend(STATE.map(|ty| draw(&Input { name: "", ty, range: None }, &mut random)));
        }
        let explored = engine.explore(0, &words)?;
        trial.calls += BATCH as u64;
        for (call, site, exception) in explored.events {
            let name = loaded.module.site_name(site);
            let Some(&analysis) = proven.get(&(name.as_str(), exception.id())) else { continue };
            let fact = (name.clone(), exception.id());
            if seen.insert(fact.clone()) {
                let input = words[call as usize * width..][..width].to_vec();
                trial.wrong.push(WrongProof { fact, analysis: analysis.to_owned(), input });
            }
        }
    }
    Ok(())
}

/// The program as the check loads it.
fn load(source: &FuzzedProgram, file: &Path) -> Result<Loaded> {
    let ProgramFiles { files, cflags, rustflags, .. } = source.options(file);
    let input = ProgramInput { files, cflags, rustflags, ..ProgramInput::default() };
    let (loader, options) = (Loader::this_program()?, LoadOptions::default());
    let mut loaded = loader.load(&input, &options)?;
    if let Some(runtime) = runtime_unit(&loaded.module, &options)? {
        loaded.units.push(runtime);
        loaded = loader.load_units(loaded.units, &options)?;
    }
    Ok(loaded)
}

/// Numbers at which programs behave otherwise than elsewhere.
const SPECIALS: [f64; 18] = [
    0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.25, 0.1, 1e-10, 1e10, 1e-300, 1e300, 5e-324, -5e-324, 1.25, 1e154,
    1e-154, 100.0,
];

/// A value within the range of an input, as the word of a call.
fn draw(input: &Input, random: &mut SplitMix64) -> u64 {
    let (low, high) = input.range.unwrap_or(match input.ty {
        InputType::Double => (-f64::MAX, f64::MAX),
        InputType::Float => (-f64::from(f32::MAX), f64::from(f32::MAX)),
        InputType::Int => (f64::from(i32::MIN), f64::from(i32::MAX)),
    });
    let number = number(low, high, random).clamp(low, high);
    match input.ty {
        InputType::Double => number.to_bits(),
        // An end that is no float lies outside after rounding.
        InputType::Float => {
            let float = number as f32;
            let inside = match f64::from(float) {
                rounded if rounded < low => float.next_up(),
                rounded if rounded > high => float.next_down(),
                _ => float,
            };
            u64::from(inside.to_bits())
        }
        InputType::Int => u64::from((number as i32).cast_unsigned()),
    }
}

fn number(low: f64, high: f64, random: &mut SplitMix64) -> f64 {
    let share = random.below(1 << 53) as f64 / (1_u64 << 53) as f64;
    match random.below(8) {
        0 => low,
        1 => high,
        2 => *random.choose(&SPECIALS),
        3 => step(*random.choose(&SPECIALS), random),
        4 => step(if random.below(2) == 0 { low } else { high }, random),
        5 => low + share * (high / 2.0 - low / 2.0) * 2.0,
        6 => random.below(41) as f64 - 20.0,
        _ => {
            let exponent = random.below(2100) as i32 - 1075;
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            sign * (1.0 + share) * 2.0_f64.powi(exponent.clamp(-1074, 1023))
        }
    }
}

/// A number a few steps away.
fn step(number: f64, random: &mut SplitMix64) -> f64 {
    (0..random.below(4)).fold(number, |number, _| number.next_up()) - 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_ranges() {
        let mut random = SplitMix64::new(3);
        for (ty, range) in [
            (InputType::Double, (1e-300, 3.0)),
            (InputType::Float, (1e-3, 1e6)),
            (InputType::Float, (-1e-3, 0.0)),
            (InputType::Int, (-7.0, 12.0)),
        ] {
            let input = Input { name: "x", ty, range: Some(range) };
            for _ in 0..2000 {
                let word = draw(&input, &mut random);
                let value = match ty {
                    InputType::Double => f64::from_bits(word),
                    InputType::Float => f64::from(f32::from_bits(word as u32)),
                    InputType::Int => f64::from((word as u32).cast_signed()),
                };
                assert!((range.0..=range.1).contains(&value), "{ty:?}: {value:e}");
            }
        }
    }
}
