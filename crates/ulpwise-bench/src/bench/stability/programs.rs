//! The programs of `corpus/stability`, and native runs against the bounds that are proven of them.

use crate::bench::driven::drive;
use anyhow::{Context, Result, ensure};
use std::time::{Duration, Instant};
use ulpwise_corpus::{ObservedVerdict, StabilityProgram, StabilitySpan, stability_programs};
use ulpwise_driver::finding::{BoundTrial, EntryDetail, Run, RunDetail, ValueTarget, Verdict};
use ulpwise_driver::{InputDomain, StabilityOptions};

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn judge(runs: u64) -> Result<()> {
    let programs = stability_programs()?;
    // One of them has no inputs, and one call says all.
    let each = runs.div_ceil(programs.len() as u64 - 1).next_multiple_of(4);
    println!("\n## Programs with known answers\n");
    println!(
        "| program | stable | unstable | unknown | as known | s | native runs | largest error seen, of its bound |"
    );
    println!("|---|--:|--:|--:|---|--:|--:|--:|");
    let (mut wrong, mut open, mut all_runs) = (Vec::new(), 0, 0);
    for program in &programs {
        let begin = Instant::now();
        let observed = observe(&analyze(program, 0)?);
        let seconds = begin.elapsed().as_secs_f64();
        let tried = analyze(program, each)?;
        let trial = trial(&tried);
        let judgement = program.judge_verdicts(&observed);
        let count = |stable| observed.iter().filter(|verdict| verdict.stable == stable).count();
        let made = trial.map_or(0, |trial| trial.runs);
        all_runs += made;
        wrong.extend(judgement.wrong.iter().map(|what| format!("{}: {what}", program.name)));
        for exceeded in trial.map_or(&[][..], |trial| &trial.exceeded) {
            wrong.push(format!("{}: a bound is exceeded: {exceeded:?}", program.name));
        }
        open += usize::from(!judgement.open.is_empty());
        let verdict = match (judgement.wrong.is_empty(), judgement.open.is_empty()) {
            (true, true) => "yes",
            (true, false) => "open",
            (false, _) => "WRONG",
        };
        let closest = trial.map(|trial| trial.closest).filter(|&part| part > 0.0);
        println!(
            "| {} | {} | {} | {} | {verdict} | {seconds:.2} | {made} | {} |",
            program.name,
            count(Some(true)),
            count(Some(false)),
            count(None),
            closest.map_or("–".to_owned(), |part| format!("{:.0} %", 100.0 * part)),
        );
    }
    println!(
        "\n{} programs, {} decided in every place, {} wrong; {all_runs} native runs in four rounding modes",
        programs.len(),
        programs.len() - open,
        wrong.len()
    );
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// What is found out of a program, perhaps with native runs.
fn analyze(program: &StabilityProgram, trials: u64) -> Result<Run> {
    let domain = InputDomain {
        lengths: program.lengths.clone(),
        ranges: program.ranges.clone(),
        ..InputDomain::default()
    };
    let options = StabilityOptions {
        function: Some(program.function.clone()),
        domain,
        tolerance: program.tolerance,
        trials,
        ..StabilityOptions::new([&program.source])
    };
    // A native run is far quicker than a millisecond.
    let limit = options.timeout + Duration::from_millis(trials);
    let run = drive(limit, |context| ulpwise_driver::stability(&options, context));
    run.with_context(|| program.name.clone())
}

/// The verdicts of a run.
fn observe(run: &Run) -> Vec<ObservedVerdict> {
    let entries = run.functions.iter().flat_map(|function| &function.ledger);
    let observed = entries.filter_map(|entry| {
        let EntryDetail::Stability(detail) = &entry.detail else { return None };
        let span = match detail.target {
            ValueTarget::Returned(_) => Some(StabilitySpan::Return),
            ValueTarget::Written(_) => None,
            ValueTarget::Operation { .. } => {
                run.place(entry.site).map(|span| StabilitySpan::Line(span.line.into()))
            }
        };
        let stable = match entry.verdict {
            Verdict::Proven(_) => Some(true),
            Verdict::Witness(_) => Some(false),
            Verdict::Unknown(_) => None,
        };
        Some(ObservedVerdict { span, stable })
    });
    observed.collect()
}

/// The native runs.
fn trial(run: &Run) -> Option<&BoundTrial> {
    if let RunDetail::Stability(detail) = &run.detail { detail.trial.as_ref() } else { None }
}
