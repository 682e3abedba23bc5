//! One function: what is proven of its errors, held against calls in four rounding modes.

use super::program::BoundedFunction;
use crate::bench::driven::drive;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::time::Duration;
use ulpwise_driver::finding::{EntryDetail, ErrorBound, Run, RunDetail, ValueTarget, Verdict};
use ulpwise_driver::{AccuracyOptions, InputDomain, StabilityOptions, StabilityScope};
use xtask::process::{capture, llvm_tool};

/// How a trial is made.
#[derive(Clone, Copy)]
pub(super) struct TrialLimits {
    /// How long each of both analyses may take.
    pub(super) timeout: Duration,
    /// How many inputs are drawn.
    pub(super) calls: u64,
    pub(super) seed: u64,
    /// What bounds are divided by before they are tried: more than one makes them wrong.
    pub(super) pretended: f64,
}

/// What is proven of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ProvenBounds {
    /// The largest absolute and relative error to nearest.
    pub(super) absolute: Option<f64>,
    pub(super) relative: Option<f64>,
    /// The largest relative error in any rounding mode.
    pub(super) any_mode: Option<f64>,
    /// Whether that is called stable, and not only known.
    pub(super) is_stable: bool,
}

impl ProvenBounds {
    /// How many bounds these are.
    pub(super) fn count(&self) -> u64 {
        [self.absolute, self.relative, self.any_mode].into_iter().flatten().count() as u64
    }
}

/// What a trial came to.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionTrial {
    pub(super) proven: ProvenBounds,
    /// Why there is no bound to nearest, or none in all modes.
    pub(super) refused: Vec<String>,
    /// How much of the bounds was seen, at most.
    pub(super) closest: f64,
    /// Inputs whose error is above a bound.
    pub(super) wrong: Option<String>,
}

/// Bounds the errors of a function and tries it.
pub(super) fn try_function(
    function: &BoundedFunction,
    folder: &Path,
    limits: TrialLimits,
) -> Result<FunctionTrial> {
    let file = folder.join("function.c");
    std::fs::write(&file, function.text()).context("the function cannot be written")?;
    let mut trial = FunctionTrial::default();
    let domain = InputDomain { ranges: function.ranges(), ..InputDomain::default() };
    bound_to_nearest(&file, &domain, limits, &mut trial)?;
    bound_in_any_mode(&file, &domain, limits, &mut trial)?;
    if trial.proven.count() > 0 {
        hold_against_calls(function, folder, limits, &mut trial)?;
    }
    Ok(trial)
}

fn bound_to_nearest(
    file: &Path,
    domain: &InputDomain,
    limits: TrialLimits,
    trial: &mut FunctionTrial,
) -> Result<()> {
    let options = AccuracyOptions {
        function: Some("f".to_owned()),
        domain: domain.clone(),
        timeout: limits.timeout,
        calls: Some(64),
        symbolic: Some(Duration::ZERO),
        boxes: 16,
        ..AccuracyOptions::new([file])
    };
    let run = drive(options.timeout, |context| ulpwise_driver::accuracy(&options, context))?;
    if run.contradicts_itself() {
        trial.wrong = Some("accuracy: its own search found an error above the bound".to_owned());
    }
    let RunDetail::Accuracy(detail) = &run.detail else { bail!("the function was not measured") };
    match detail.bound.as_ref().context("no bound was asked for")? {
        ErrorBound::Refused { why, .. } => trial.refused.push(format!("accuracy: {why}")),
        &ErrorBound::Proven { absolute, relative, .. } => {
            (trial.proven.absolute, trial.proven.relative) = (Some(absolute), relative);
        }
    }
    Ok(())
}

fn bound_in_any_mode(
    file: &Path,
    domain: &InputDomain,
    limits: TrialLimits,
    trial: &mut FunctionTrial,
) -> Result<()> {
    // What is tolerated decides what is looked at more closely.
    let tolerances = [1e-14, 1e-6, 1e-3, 0.1];
    let options = StabilityOptions {
        function: Some("f".to_owned()),
        domain: domain.clone(),
        tolerance: tolerances[(limits.seed % 4) as usize],
        at: vec![StabilityScope::Return],
        timeout: limits.timeout,
        ..StabilityOptions::new([file])
    };
    let run = drive(options.timeout, |context| ulpwise_driver::stability(&options, context))?;
    match returned(&run) {
        Some((bound, is_stable)) if bound.is_finite() => {
            (trial.proven.any_mode, trial.proven.is_stable) = (Some(bound), is_stable);
        }
        Some(_) => trial.refused.push("stability: no finite bound".to_owned()),
        None => trial.refused.push("stability: a run loses precision, or nothing is said".to_owned()),
    }
    Ok(())
}

/// The bound of what is returned, and whether it is called stable.
fn returned(run: &Run) -> Option<(f64, bool)> {
    run.functions.iter().flat_map(|function| &function.ledger).find_map(|entry| {
        let EntryDetail::Stability(detail) = &entry.detail else { return None };
        match (&detail.target, &entry.verdict) {
            (ValueTarget::Returned(0), Verdict::Proven(_)) => Some((detail.bound, true)),
            (ValueTarget::Returned(0), Verdict::Unknown(_)) => Some((detail.bound, false)),
            _ => None,
        }
    })
}

fn hold_against_calls(
    function: &BoundedFunction,
    folder: &Path,
    limits: TrialLimits,
    trial: &mut FunctionTrial,
) -> Result<()> {
    std::fs::write(folder.join("bounds.h"), include_str!("../../bench/accuracy/bounds.h"))?;
    std::fs::write(folder.join("trial.c"), function.trial())?;
    let program = folder.join("trial");
    let arguments = ["-O0", "-frounding-math", "-ffp-contract=off", "-w", "-o", "trial", "trial.c", "-lm"];
    capture(folder, llvm_tool("clang"), arguments)?;
    let ProvenBounds { absolute, relative, any_mode, .. } = trial.proven;
    let bound = |bound: Option<f64>| {
        // A bound below zero is none.
        let bound = bound.map_or(-1.0, |bound| bound / limits.pretended);
        format!("{bound:e}")
    };
    let numbers = [
        limits.calls.to_string(),
        limits.seed.to_string(),
        bound(absolute),
        bound(relative),
        bound(any_mode),
    ];
    let text = capture(folder, &program, &numbers)?;
    let last = text.lines().last().unwrap_or_default();
    let numbers: Vec<f64> = last.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let &[seen_absolute, seen_relative, above, seen_any, above_any] = &numbers[..] else {
        bail!("the trial says {text}");
    };
    let part = |seen: f64, bound: Option<f64>| match bound {
        Some(bound) if bound > 0.0 => seen / bound,
        _ => 0.0,
    };
    trial.closest =
        part(seen_absolute, absolute).max(part(seen_relative, relative)).max(part(seen_any, any_mode));
    if above + above_any > 0.0 && trial.wrong.is_none() {
        trial.wrong = Some(text.lines().next().unwrap_or_default().to_owned());
    }
    Ok(())
}
