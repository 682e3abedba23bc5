//! The paper's tables: sums of unknown integers in single precision.

use anyhow::{Context, Result, anyhow, ensure};
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_finding::UpperBound;
use ulpwise_interp::Program;
use ulpwise_ir::{Module, Type};
use ulpwise_stability::{
    Exploration, ExploreOptions, Invariants, RoundingModel, StabilityError, StabilityOptions,
    StabilityResult, StabilityTarget, StabilityVerdict, explore, inputs_of, judge,
};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint, Given};

/// Steps of the paper's model before the loop, and in each of its turns.
const STEPS: (u32, u32) = (5, 7);

fn compiled(source: &str) -> Result<Module> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("sum.c");
    std::fs::write(&file, source)?;
    let input = ulpwise_llvm::ProgramInput { files: vec![file], ..ulpwise_llvm::ProgramInput::default() };
    let loaded = ulpwise_llvm::load_in_process(&input, &ulpwise_llvm::LoadOptions::default());
    Ok(loaded.map_err(|error| anyhow!("{error}"))?.module)
}

/// A function of an array of integers between two numbers, and perhaps of how many of them count.
fn entry(module: &Module, length: usize, low: i32, high: i32, counted: bool) -> Result<EntryPoint> {
    let function = module.function_named("sum").context("there is no function")?;
    let bits = |value: i32| u128::from(value.cast_unsigned());
    let element = |at: usize| {
        (
            4 * at as u64,
            Content::Any(format!("v[{at}]"), Type::Int(32), Bounds::Signed(bits(low), bits(high))),
        )
    };
    let array = EntryObject { size: 4 * length as u64, contents: (0..length).map(element).collect() };
    let mut objects = vec![EntryObject { size: 8, contents: vec![(0, Content::Address(array))] }];
    let mut given = vec![Given::Part(0, 0)];
    if counted {
        let count = Content::Any("n".to_owned(), Type::Int(32), Bounds::Signed(0, length as u128));
        objects.push(EntryObject { size: 4, contents: vec![(0, count)] });
        given.push(Given::Part(1, 0));
    }
    Ok(EntryPoint { objects, ..EntryPoint::new(function, given) })
}

/// The paths of a sum.
fn explored(module: &Module, entry: &EntryPoint, model: &RoundingModel, bound: u32) -> Result<Exploration> {
    let program = Program::new(module, 1 << 28).map_err(|error| anyhow!("{error}"))?;
    let inputs = inputs_of(entry).map_err(|error| anyhow!(error))?;
    let options = ExploreOptions { loop_bound: bound, ..ExploreOptions::default() };
    explore(&program, entry, &inputs, model, &options).map_err(|end| anyhow!("{end}"))
}

/// Table I: how many integers have to be added until a sum reaches a target? Both the run that does
/// and the proof that fewer do not.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn reaching_targets() -> Result<()> {
    println!("## Table I: a sum of unknown integers of unknown number reaches a target\n");
    println!(
        "| depth | integers | full ms | simple ms | a run reaches it | fewer integers do not |\n|--:|--:|--:|--:|---|---|"
    );
    for depth in [12, 19, 26, 33, 40, 47, 54, 75, 103, 152, 201] {
        let turns = (depth - STEPS.0) / STEPS.1;
        let target = (f64::from(turns) - 0.5) * 2f64.powi(31);
        let source = format!(
            "int sum(const int *v, int n) {{ float s = 0; for (int i = 0; i < n; i++) {{ s += v[i]; if (s >= {target:e}f) return 1; }} return 0; }}"
        );
        let module = compiled(&source)?;
        let mut times = Vec::new();
        let mut answers = (false, false);
        for invariants in [Invariants { status: false, ..Invariants::ALL }, Invariants::ALL] {
            let model = RoundingModel { invariants, ..RoundingModel::default() };
            let begin = Instant::now();
            let enough = explored(
                &module,
                &entry(&module, turns as usize, i32::MIN, i32::MAX, true)?,
                &model,
                4 * turns,
            )?;
            let fewer = explored(
                &module,
                &entry(&module, turns as usize - 1, i32::MIN, i32::MAX, true)?,
                &model,
                4 * turns,
            )?;
            let reached = enough.inputs_that_return(1, &StabilityOptions::default().modes).is_some();
            let is_impossible =
                fewer.may_return(1).is_none() && fewer.missed.is_empty() && fewer.cut_off == 0;
            times.push(begin.elapsed().as_secs_f64());
            answers = (reached, is_impossible);
        }
        let said = |holds: bool| if holds { "shown" } else { "open" };
        println!(
            "| {depth} | {turns} | {:.2} | {:.2} | {} | {} |",
            1e3 * times[0],
            1e3 * times[1],
            said(answers.0),
            if answers.1 { "proven" } else { "open" }
        );
        ensure!(answers == (true, true), "depth {depth} is not solved");
    }
    Ok(())
}

/// Judges the sum of so many positive integers, with 10 % of error tolerated.
fn judged(
    module: &Module,
    length: usize,
    model: RoundingModel,
    tries: usize,
) -> Result<(StabilityResult, f64)> {
    let begin = Instant::now();
    let entry = entry(module, length, 1, i32::MAX, false)?;
    let explored = explored(module, &entry, &model, 64)?;
    let options = StabilityOptions {
        tolerance: 0.1,
        model,
        tries,
        regions: 64,
        budget: Budget::unlimited().with_time(Duration::from_secs(10)),
        ..StabilityOptions::default()
    };
    let stability = judge(&explored, &options, &mut |_, _| Err(StabilityError::NotCalled));
    Ok((stability, begin.elapsed().as_secs_f64()))
}

fn sum_of(length: usize) -> Result<Module> {
    compiled(&format!(
        "float sum(const int *v) {{ float s = 0; for (int i = 0; i < {length}; i++) s += v[i]; return s; }}"
    ))
}

/// Whether the sum is proven to be stable, and the bound.
fn is_stable(stability: &StabilityResult) -> (bool, f64) {
    match stability.verdicts.get(&StabilityTarget::Returned(0)) {
        Some(StabilityVerdict::Stable { bound, .. }) => (true, *bound),
        Some(StabilityVerdict::Unknown { bound, .. }) => (false, *bound),
        _ => (false, f64::INFINITY),
    }
}

/// Table II: the sum of n positive integers, with what is known before and without.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn invariants() -> Result<()> {
    let none = Invariants::NONE;
    let columns = [
        none,
        Invariants { status: true, ..none },
        Invariants { status: true, sign: true, product: true, normal: false },
        Invariants::ALL,
    ];
    println!("\n## Table II: the sum of n positive integers errs by less than 10 %\n");
    println!(
        "| n | full | status | and signs, products | and number range | error at most |\n|--:|--:|--:|--:|--:|--:|"
    );
    for length in (1..=15).chain([20, 50, 100, 200, 500, 1000]) {
        let module = sum_of(length)?;
        let mut cells = Vec::new();
        let mut last = (false, 0.0);
        for invariants in columns {
            let model = RoundingModel { invariants, ..RoundingModel::default() };
            let (stability, seconds) = judged(&module, length, model, 200)?;
            last = is_stable(&stability);
            cells.push(format!("{:.2} ms{}", 1e3 * seconds, if last.0 { "" } else { " (open)" }));
        }
        println!("| {length} | {} | {} |", cells.join(" | "), UpperBound(last.1).percent());
        ensure!(last.0, "the sum of {length} integers is not proven");
    }
    Ok(())
}

/// Table III: coarser errors of each rounding. Where the bound is not tolerated any more, the
/// format's own decides.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn coarse_errors() -> Result<()> {
    let lengths = [5, 10, 15, 20, 25, 30, 35];
    println!("\n## Table III: the same with a coarser error δ of each rounding\n");
    println!("| log2 δ | {} |", lengths.map(|length| format!("n = {length}")).join(" | "));
    println!("|--:|{}", "--:|".repeat(lengths.len()));
    for exponent in [-22, -20, -18, -16, -14, -12, -10, -9, -8, -6, -4, -2] {
        let mut cells = Vec::new();
        for length in lengths {
            let module = sum_of(length)?;
            let coarse = RoundingModel { coarse: Some(exponent), ..RoundingModel::default() };
            let begin = Instant::now();
            let (stability, _) = judged(&module, length, coarse, 200)?;
            let mut cell = String::new();
            if !is_stable(&stability).0 {
                // No run was found: the alarm is the coarse error's. The format's own error
                // decides.
                let (own, _) = judged(&module, length, RoundingModel::default(), 200)?;
                ensure!(is_stable(&own).0, "n = {length} is open");
                cell.push_str("spurious, refined ");
            }
            cells.push(format!("{cell}{:.2} ms", 1e3 * begin.elapsed().as_secs_f64()));
        }
        println!("| {exponent} | {} |", cells.join(" | "));
    }
    Ok(())
}
