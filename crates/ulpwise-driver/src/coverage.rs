//! Counts how often lines and branches run in given calls, or in those of witnesses.
//!
//! What holds: the calls are made natively, in unoptimised code, so that lines run as they are
//! written; what a call ran before it crashed or was stopped counts.
//!
//! Not done: calls that `search` cannot make either (structures passed by value, parameters wider
//! than 64 bits).

use crate::context::RunContext;
use crate::describe::from_here;
use crate::error::DriverError;
use crate::load::{LoadLimits, check_links, load, native_links};
use crate::on_large_stack;
use crate::options::CoverageOptions;
use crate::project::with_project;
use crate::witness::{Witness, read_all};
use std::path::Path;
use ulpwise_finding::{BranchHits, CoverageRun, FileHits, FunctionHits, LineHits};
use ulpwise_harness::plain_call::PlainInputs;
use ulpwise_harness::resolve::resolve;
use ulpwise_host::RoundingMode;
use ulpwise_ir::Module;
use ulpwise_native::{CallEnd, Engine, EngineOptions, FileCoverage, Instrumentation, Launcher, Optimisation};

/// What ran in given calls.
#[derive(Clone, Debug)]
pub struct CoverageReport {
    /// How often functions, lines and branches ran.
    pub run: CoverageRun,
    /// The same as a tracefile of lcov's.
    pub tracefile: String,
}

/// Counts how often lines and branches run.
///
/// # Errors
/// The program does not load, a call does not fit its function, or ulpwise has a bug.
pub fn coverage(options: &CoverageOptions, context: &RunContext) -> Result<CoverageReport, DriverError> {
    let program = with_project(&options.program, context)?;
    let options = &CoverageOptions { program, ..options.clone() };
    on_large_stack(|| count_lines(options, context))
}

fn count_lines(options: &CoverageOptions, context: &RunContext) -> Result<CoverageReport, DriverError> {
    check_links(&options.links)?;
    // Before the compilers are started for nothing.
    let witnesses = read_all(&options.witnesses, "--witnesses")?;
    context.progress.phase("compiling");
    let loaded = load(&options.program, &options.links, LoadLimits::default())?;
    let batches = batches(&loaded.module, options, &witnesses)?;
    let engine_options = EngineOptions {
        instrumentation: Instrumentation::Coverage,
        optimisation: Optimisation::Unoptimised,
        links: native_links(&loaded.module, &options.links),
        call_limit: options.call_timeout,
        ..EngineOptions::default()
    };
    let targets: Vec<_> = batches.iter().map(|batch| batch.inputs.target.clone()).collect();
    let mut engine = Engine::start(&Launcher::this_program()?, &loaded.units, &targets, &engine_options)?;
    let (mut made, mut not_returned) = (0, 0);
    for (target, batch) in batches.iter().enumerate() {
        context.progress.phase("making calls");
        context.progress.part(target + 1, batches.len(), &batch.inputs.target.name);
        engine.set_rounding(batch.environment.rounding);
        engine.set_flushing(batch.environment.flushes);
        let calls = engine.run(target, &batch.words)?;
        made += calls.len();
        not_returned += calls.iter().filter(|call| call.end != CallEnd::Returned).count();
    }
    let coverage = engine.coverage();
    let files = coverage.files().into_iter().map(|(path, file)| file_hits(path, &file)).collect();
    let run = CoverageRun { calls: made, not_returned, files, warnings: loaded.warnings.clone() };
    Ok(CoverageReport { run, tracefile: coverage.to_lcov() })
}

/// The calls to make, by function and environment.
fn batches(
    module: &Module,
    options: &CoverageOptions,
    witnesses: &[(std::path::PathBuf, Witness)],
) -> Result<Vec<CallBatch>, DriverError> {
    let mut batches = Vec::new();
    if !options.calls.is_empty() {
        let function = resolve(module, options.function.as_deref())?;
        let inputs = PlainInputs::new(module, &module.functions[function], &[])?;
        let environment = FloatEnvironment { rounding: RoundingMode::NearestEven, flushes: false };
        for call in &options.calls {
            CallBatch::add(&mut batches, &inputs, environment, inputs.call(call)?);
        }
    }
    for (file, witness) in witnesses {
        let (inputs, words) = witness_call(module, file, witness)?;
        let environment = FloatEnvironment { rounding: witness.rounding, flushes: witness.ftz };
        CallBatch::add(&mut batches, &inputs, environment, words);
    }
    Ok(batches)
}

/// What ran of a file, as plain data.
fn file_hits(path: &str, file: &FileCoverage<'_>) -> FileHits {
    let functions = file.functions.iter();
    let branches = file.branches.iter();
    FileHits {
        path: path.to_owned(),
        shown_path: from_here(path.as_ref()),
        functions: functions
            .map(|&(name, line, count)| FunctionHits { name: name.to_owned(), line, count })
            .collect(),
        lines: file.lines.iter().map(|(&line, &count)| LineHits { line, count }).collect(),
        branches: branches
            .map(|(&(line, block, way), &count)| BranchHits { line, block, way, count })
            .collect(),
    }
}

/// The state of the processor in which calls begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FloatEnvironment {
    rounding: RoundingMode,
    /// Whether numbers below the smallest normal one count as zeros.
    flushes: bool,
}

/// The calls of one function in one environment.
struct CallBatch {
    inputs: PlainInputs,
    environment: FloatEnvironment,
    /// Those of all calls, one after another.
    words: Vec<u64>,
}

impl CallBatch {
    /// Adds a call to those of its function.
    fn add(batches: &mut Vec<Self>, inputs: &PlainInputs, environment: FloatEnvironment, words: Vec<u64>) {
        let is_same =
            |batch: &&mut Self| batch.inputs.target == inputs.target && batch.environment == environment;
        match batches.iter_mut().find(is_same) {
            Some(batch) => batch.words.extend(words),
            None => batches.push(Self { inputs: inputs.clone(), environment, words }),
        }
    }
}

/// The call of a witness, if the program has its function.
fn witness_call(
    module: &Module,
    file: &Path,
    witness: &Witness,
) -> Result<(PlainInputs, Vec<u64>), DriverError> {
    let refuse = |what: String| DriverError::UnusableFile {
        option: "",
        path: file.to_owned(),
        what,
        help: Some("give the files of the program that the witness is of"),
    };
    let function = module.function_named(&witness.function).map(|id| &module.functions[id]);
    let function = function.filter(|function| function.body.is_some());
    let function = function.ok_or_else(|| refuse(format!("the program has no {}", witness.function)))?;
    let inputs = PlainInputs::new(module, function, &[])?;
    let words: Vec<u64> =
        witness.arguments.iter().flat_map(|argument| argument.words.iter().copied()).collect();
    let types = |own: &PlainInputs| own.parameters.iter().map(|parameter| parameter.ty).collect::<Vec<_>>();
    let given: Vec<_> = witness.arguments.iter().map(|argument| argument.ty).collect();
    if types(&inputs) != given || words.len() != inputs.space.template.len() {
        return Err(refuse(format!("{} takes other arguments in this program", witness.function)));
    }
    Ok((inputs, words))
}
