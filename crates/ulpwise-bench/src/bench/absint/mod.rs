//! `cargo xtask bench absint`: how much of GSL's ledger abstract interpretation proves, and whether
//! sampling refutes any of it.
//!
//! Each of the 231 scalar functions that return an error code and take a double is looked at with
//! all finite inputs. A *pair* is a site and an exception that its operation can raise at all.
//! Pairs are counted for each function that reaches the site, and once over all functions: there a
//! pair is proven if it is so in every function. Then a sampler calls each function natively for as
//! long as it may, and whatever it raises must not have been called impossible; if one was, the
//! benchmark fails.

mod ledger;

use super::agree::UNTOUCHED;
use super::agree::signature::{self, Parameter, Signature};
use super::native_agree::{gsl_engine_options, target_of};
use super::native_search::baseline::{self, Drawing};
use anyhow::{Context, Result, ensure};
use ledger::{Ledger, Look};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use ulpwise_absint::{AbsintArgument, AbsintEntry, AbsintOptions, Analysis, analyse};
use ulpwise_base::Budget;
use ulpwise_float::Float;
use ulpwise_ir::Module;
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{Engine, EngineOptions, Launcher, NativeTarget};
use xtask::gsl;

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct AbsintBenchOptions {
    /// Seconds of sampling for each function; 0 for none
    #[arg(long, default_value_t = 0.1)]
    seconds: f64,
    /// Seconds of analysis for each function
    #[arg(long, default_value_t = 10.0)]
    limit: f64,
    /// Parts of the inputs
    #[arg(long, default_value_t = AbsintOptions::default().max_parts)]
    parts: usize,
    /// Only every n-th function
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    every: usize,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
    /// How many functions are shown
    #[arg(long, default_value_t = 10)]
    worst: usize,
    /// Slots of the functions in which values have affine forms; 0 for none
    #[arg(long, default_value_t = AbsintOptions::default().affine_slots)]
    affine: usize,
}

/// Entry point of the benchmark.
pub(super) fn run(options: &AbsintBenchOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let module = super::loading::load(&gsl.bitcode())?;
    let signatures = signature::all(&gsl)?.into_iter().filter(|signature| {
        let name = &signature.name;
        let takes_double = signature.parameters.contains(&Parameter::Double);
        name.ends_with("_e") && takes_double && name.contains(&options.only)
    });
    let signatures: Vec<Signature> = signatures.step_by(options.every).collect();
    ensure!(!signatures.is_empty(), "no function is left");
    let mut ledger = Ledger::new(&module);
    let mut analyses = Vec::new();
    for (number, signature) in signatures.iter().enumerate() {
        let (analysis, cpu) = look(options, &module, signature)?;
        ledger.add(Look { name: &signature.name, cpu, analysis: &analysis });
        tell_progress(number + 1, signatures.len(), &signature.name, cpu, &analysis);
        analyses.push(analysis);
    }
    ledger.report(options.worst);
    if options.seconds > 0.0 {
        refute(options, &gsl, &module, &signatures, &analyses)?;
    }
    Ok(())
}

/// Looks at a function with all finite inputs; the CPU time that took.
fn look(
    options: &AbsintBenchOptions,
    module: &Module,
    signature: &Signature,
) -> Result<(Analysis, Duration)> {
    let function = module.function_named(&signature.name).context("a function of the module")?;
    let arguments = signature.parameters.iter().map(|parameter| match *parameter {
        Parameter::Double => AbsintArgument::Float {
            low: Float::from_f64(-f64::MAX),
            high: Float::from_f64(f64::MAX),
            may_be_nan: false,
        },
        Parameter::Mode => AbsintArgument::Int { low: 0, high: 2 },
        Parameter::Int | Parameter::Unsigned => AbsintArgument::Any,
        Parameter::Out(words) => AbsintArgument::Object { size: 8 * words as u64, contents: Vec::new() },
    });
    let entry = AbsintEntry { function, arguments: arguments.collect() };
    let budget = Budget::unlimited().with_time(Duration::from_secs_f64(options.limit));
    let analysis_options =
        AbsintOptions { max_parts: options.parts, affine_slots: options.affine, ..AbsintOptions::default() };
    let start = cpu_time();
    let analysis = analyse(module, &entry, &analysis_options, &budget);
    Ok((analysis, cpu_time() - start))
}

#[expect(clippy::print_stderr, reason = "progress is not the result")]
fn tell_progress(number: usize, all: usize, name: &str, cpu: Duration, analysis: &Analysis) {
    let statistics = analysis.statistics();
    let end = analysis.is_complete().map_or_else(|why| format!("; {why}"), |()| String::new());
    eprintln!(
        "{number}/{all}: {name}: {:.2} s, {} steps, {} looks, {} repeated, {} parts{end}",
        cpu.as_secs_f64(),
        statistics.steps,
        statistics.contexts,
        statistics.repeated_calls,
        statistics.parts,
    );
}

/// Samples every function and fails if something happens that was called impossible.
#[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
fn refute(
    options: &AbsintBenchOptions,
    gsl: &gsl::Gsl,
    module: &Module,
    signatures: &[Signature],
    analyses: &[Analysis],
) -> Result<()> {
    let input = ProgramInput { files: vec![gsl.bitcode()], ..ProgramInput::default() };
    let units = bitcode(&input, &LoadOptions::default())?;
    let targets: Vec<NativeTarget> = signatures.iter().map(target_of).collect();
    let engine_options = EngineOptions { call_limit: Duration::from_millis(15), ..gsl_engine_options(true) };
    let mut engine = Engine::start(&Launcher::this_program()?, &units, &targets, &engine_options)?;
    let (mut pairs, mut refuted) = (0, Vec::new());
    for (target, (signature, analysis)) in signatures.iter().zip(analyses).enumerate() {
        if analysis.is_complete().is_err() {
            continue;
        }
        let limit = Duration::from_secs_f64(options.seconds);
        let drawing = Drawing { untouched: UNTOUCHED, seed: target as u64, limit, mutates: false };
        let (found, _) = baseline::sample(&mut engine, target, signature, drawing)?;
        for ((site, exception), found) in found {
            if exception.is_on_request() {
                continue;
            }
            pairs += 1;
            if !analysis.may_raise(site).contains(exception) {
                let call = signature.describe(&found.input);
                refuted.push(format!("{} {} by {call}", module.site_name(site), exception.id()));
            }
        }
    }
    println!("sampling: {pairs} pairs were raised; {} of them had been called impossible", refuted.len());
    refuted.iter().for_each(|refuted| println!("  {refuted}"));
    ensure!(refuted.is_empty(), "a proof is wrong");
    Ok(())
}

/// The CPU time of all threads: the analysis has one of its own.
fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
