//! `cargo xtask bench native`: what checks cost, and how fast calls go through the child.
//!
//! * Ten functions of GSL's at `-O2`, without checks, with checks of exceptions, and with
//!   double-double shadow values: time of the worker, what the loop around each call takes
//!   (measured on a function that does nothing) subtracted. The limits are 2.5 and 15 times.
//! * A function of twenty operations with checks: calls a second, parent and worker taking turns.
//!   The aim is a million.
//! * `--exhaustive`: all 2^32 floats through a function of twenty operations, by as many workers as
//!   `--jobs` says (2). The limit is 60 s on two cores.
//!
//! Batches are short and the fastest of many counts, so that a loaded machine matters less.

use super::agree::inputs::Inputs;
use super::agree::signature::{self, Signature};
use super::native_agree::{gsl_engine_options, target_of, words_of};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::time::Instant;
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{
    Counted, Engine, EngineOptions, Instrumentation, Launcher, NativeTarget, Optimisation, Passing,
    Precision, Unit, exhaust,
};
use xtask::gsl;

/// Functions of one to four parameters, with loops, tables, series and calls of libm.
const FUNCTIONS: [&str; 10] = [
    "gsl_sf_bessel_J0_e",
    "gsl_sf_gamma_e",
    "gsl_sf_erf_e",
    "gsl_sf_expint_E1_e",
    "gsl_sf_zeta_e",
    "gsl_sf_dilog_e",
    "gsl_sf_lambert_W0_e",
    "gsl_sf_psi_e",
    "gsl_sf_hyperg_2F1_e",
    "gsl_sf_ellint_RF_e",
];

/// The fastest of many short runs is one that nothing disturbed.
const RUNS: usize = 300;

/// Twenty operations in float or double.
fn twenty_operations(ty: &str) -> String {
    format!(
        "{ty} twenty({ty} x) {{ {ty} a = x * 3 + 1, b = a * x - 2, c = b / (x * x + 1), d = c * c + a;\n\
         {ty} e = d - b * 7, f = e * 5 + c, g = f / (d * d + 2), h = g * x + e; return h - g * 9 + f; }}\n\
         {ty} nothing({ty} x) {{ return x; }}\n"
    )
}

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct NativeOptions {
    /// All 2^32 floats through one function instead
    #[arg(long)]
    exhaustive: bool,
    /// Workers of --exhaustive
    #[arg(long, default_value_t = 2, value_parser = crate::positive)]
    jobs: usize,
}

/// Entry point of the benchmark.
pub(super) fn run(options: &NativeOptions) -> Result<()> {
    match options.exhaustive.then_some(options.jobs) {
        Some(jobs) => exhaustive(jobs),
        None => {
            calls()?;
            overhead()
        }
    }
}

fn compile(source: &str) -> Result<Vec<Unit>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    std::fs::write(&file, source)?;
    units(&file)
}

fn units(file: &Path) -> Result<Vec<Unit>> {
    let input = ProgramInput { files: vec![file.to_owned()], ..ProgramInput::default() };
    Ok(bitcode(&input, &LoadOptions::default())?)
}

fn optimised(instrumentation: Instrumentation) -> EngineOptions {
    EngineOptions { optimisation: Optimisation::Optimised, instrumentation, ..EngineOptions::default() }
}

fn scalar_target(name: &str) -> NativeTarget {
    NativeTarget { name: name.to_owned(), parameters: vec![Passing::Value], links: Vec::new() }
}

#[expect(clippy::print_stdout, reason = "the figures are the benchmark's result")]
fn calls() -> Result<()> {
    let units = compile(&twenty_operations("double"))?;
    let launcher = Launcher::this_program()?;
    let mut engine = Engine::start(
        &launcher,
        &units,
        &[scalar_target("twenty")],
        &optimised(Instrumentation::Exceptions),
    )?;
    let count = 50_000;
    let inputs: Vec<u64> = (0..count).map(|at| (0.001 * at as f64 - 100.0).to_bits()).collect();
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let before = Instant::now();
        engine.explore(0, &inputs)?;
        best = best.min(before.elapsed().as_secs_f64());
    }
    println!(
        "20 operations with checks, through the child: {:.1} million calls a second",
        count as f64 / best / 1e6
    );
    ensure!(count as f64 / best >= 1e6, "less than a million calls a second");
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
fn overhead() -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let all = signature::all(&gsl)?;
    let signatures = FUNCTIONS.map(|name| {
        all.iter().find(|signature| signature.name == name).with_context(|| format!("no {name}"))
    });
    let signatures: Vec<&Signature> = signatures.into_iter().collect::<Result<_>>()?;
    let targets: Vec<NativeTarget> = signatures.iter().map(|signature| target_of(signature)).collect();
    let units = units(&gsl.bitcode())?;
    let launcher = Launcher::this_program()?;
    let engine = |instrumentation| -> Result<Engine> {
        let options = EngineOptions { instrumentation, ..gsl_engine_options(true) };
        Ok(Engine::start(&launcher, &units, &targets, &options)?)
    };
    let mut plain = engine(Instrumentation::None)?;
    let mut checked = engine(Instrumentation::Exceptions)?;
    let mut shadowed = engine(Instrumentation::Shadow(Precision::DoubleDouble))?;
    let empty_units = compile(&twenty_operations("double"))?;
    let mut empty = Engine::start(
        &launcher,
        &empty_units,
        &[scalar_target("nothing")],
        &optimised(Instrumentation::None),
    )?;
    let words: Vec<u64> = (0..50_000).collect();
    let loop_time = fastest(&mut empty, 0, &words)? / words.len() as f64;
    println!("the loop around a call: {:.1} ns", loop_time * 1e9);
    println!(
        "{:<24}{:>12}{:>12}{:>8}{:>12}{:>8}",
        "function", "plain ns", "checked ns", "ratio", "shadow ns", "ratio"
    );
    let (mut worst, mut worst_shadow) = (0.0_f64, 0.0_f64);
    for (target, signature) in signatures.iter().enumerate() {
        let mut inputs = Inputs::new(7);
        let count = 400;
        let words: Vec<u64> =
            (0..count).flat_map(|_| words_of(signature, &inputs.ordinary(signature))).collect();
        let each = |seconds: f64| seconds / f64::from(count) - loop_time;
        let mut best = [f64::INFINITY; 3];
        for _ in 0..RUNS {
            for (engine, best) in [&mut plain, &mut checked, &mut shadowed].into_iter().zip(&mut best) {
                engine.explore(target, &words)?;
                *best = best.min(each(engine.last_batch_elapsed().as_secs_f64()));
            }
        }
        let [without, with, shadow] = best;
        let (ratio, shadow_ratio) = (with / without, shadow / without);
        println!(
            "{:<24}{:>12.1}{:>12.1}{ratio:>8.2}{:>12.1}{shadow_ratio:>8.2}",
            signature.name,
            without * 1e9,
            with * 1e9,
            shadow * 1e9
        );
        worst = worst.max(ratio);
        worst_shadow = worst_shadow.max(shadow_ratio);
    }
    println!("worst ratios: {worst:.2} with checks, {worst_shadow:.2} with shadow values");
    ensure!(worst <= 2.5, "checks cost more than 2.5 times the function");
    ensure!(worst_shadow <= 15.0, "shadow values cost more than 15 times the function");
    Ok(())
}

fn fastest(engine: &mut Engine, target: usize, words: &[u64]) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        engine.explore(target, words)?;
        best = best.min(engine.last_batch_elapsed().as_secs_f64());
    }
    Ok(best)
}

#[expect(clippy::print_stdout, reason = "the figures are the benchmark's result")]
fn exhaustive(jobs: usize) -> Result<()> {
    let units = compile(&twenty_operations("float"))?;
    let launcher = Launcher::this_program()?;
    let digits = [Counted::bits(0, 32)];
    let start = Instant::now();
    let progress = |done: u64, total: u64| {
        if done.is_multiple_of(1 << 28) {
            println!("{:>4} % after {:.1} s", 100 * done / total, start.elapsed().as_secs_f64());
        }
        true
    };
    let options = optimised(Instrumentation::Exceptions);
    let found = exhaust(&launcher, &units, &scalar_target("twenty"), &digits, &options, jobs, &progress)?;
    ensure!(found.is_complete(&digits), "calls did not return: {:?}", found.ends.first());
    println!(
        "all 2^32 floats: {:.1} s of CPU time, {:.1} s by the clock with {jobs} jobs; {} exceptions at sites",
        found.cpu.as_secs_f64(),
        start.elapsed().as_secs_f64(),
        found.events.len()
    );
    ensure!(found.cpu.as_secs_f64() / 2.0 <= 60.0, "more than 60 s on two cores");
    Ok(())
}
