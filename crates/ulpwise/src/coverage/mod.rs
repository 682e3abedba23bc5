//! `ulpwise coverage`: how often lines and branches run in calls that the user gives, or that witnesses hold.
//!
//! What holds: the calls are made natively, in unoptimised code, so that lines run as they are written; what a call ran before it crashed
//! or was stopped counts.
//!
//! Not done: calls that `ulpwise search` cannot make either (structures passed by value, parameters wider than 64 bits).

use crate::args::CoverageArguments;
use crate::failure::Failure;
use crate::output::Report;
use crate::progress::Progress;
use std::path::Path;
use ulpwise_driver::describe::from_here;
use ulpwise_driver::load::{check_links, load};
use ulpwise_driver::witness::{Witness, read_all};
use ulpwise_finding::{BranchHits, CoverageRun, FileHits, FunctionHits, LineHits};
use ulpwise_harness::plain_call::PlainInputs;
use ulpwise_harness::resolve::resolve;
use ulpwise_host::RoundingMode;
use ulpwise_ir::Module;
use ulpwise_native::{CallEnd, Engine, EngineOptions, FileCoverage, Instrumentation, Launcher};
use ulpwise_report::json::coverage_json;
use ulpwise_report::terminal::{coverage_text, warnings};

/// Runs the command.
pub(crate) fn coverage(arguments: &CoverageArguments) -> Result<Report, Failure> {
    check_links(&arguments.link)?;
    // Before the compilers are started for nothing.
    let witnesses = read_all(&arguments.witnesses, "--witnesses ")?;
    let progress = Progress::new("compiling");
    let loaded = load(&arguments.input.program(), None)?;
    let module = &loaded.module;
    let mut batches: Vec<Batch> = Vec::new();
    if !arguments.call.is_empty() {
        let function = resolve(module, arguments.function.as_deref())?;
        let inputs = PlainInputs::new(module, &module.functions[function], &[])?;
        for call in &arguments.call {
            Batch::add(&mut batches, &inputs, (RoundingMode::NearestEven, false), inputs.call(call)?);
        }
    }
    for (file, witness) in &witnesses {
        let (inputs, words) = call_of(module, file, witness)?;
        Batch::add(&mut batches, &inputs, (witness.rounding, witness.ftz), words);
    }
    let options = EngineOptions {
        instrumentation: Instrumentation::Coverage,
        optimise: false,
        links: arguments.link.clone(),
        call_limit: arguments.call_timeout,
        ..EngineOptions::default()
    };
    let targets: Vec<_> = batches.iter().map(|batch| batch.inputs.target.clone()).collect();
    let mut engine = Engine::start(&Launcher::this_program()?, &loaded.units, &targets, &options)?;
    let (mut made, mut not_returned) = (0, 0);
    for (target, batch) in batches.iter().enumerate() {
        progress.phase("making calls");
        progress.part(target + 1, batches.len(), &batch.inputs.target.name);
        let (rounding, ftz) = batch.environment;
        engine.set_rounding(rounding);
        engine.set_flushing(ftz);
        let calls = engine.run(target, &batch.words)?;
        made += calls.len();
        not_returned += calls.iter().filter(|call| call.end != CallEnd::Returned).count();
    }
    let coverage = engine.coverage();
    if let Some(file) = &arguments.output {
        let unwritable = |error| Failure::bad_input(format!("{} cannot be written: {error}", file.display()));
        std::fs::write(file, coverage.to_lcov()).map_err(unwritable)?;
    }
    let files = coverage.files().into_iter().map(|(path, file)| file_hits(path, &file)).collect();
    let run = CoverageRun { calls: made, not_returned, files, warnings: loaded.warnings.clone() };
    if arguments.json {
        return Ok(Report::success(coverage_json(&run)));
    }
    Ok(Report { errors: warnings(&run.warnings), ..Report::success(coverage_text(&run)) })
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

/// A rounding mode, and whether numbers below the smallest normal one count as zeros.
type Environment = (RoundingMode, bool);

/// The calls of one function in one environment.
struct Batch {
    inputs: PlainInputs,
    environment: Environment,
    /// Those of all calls, one after another.
    words: Vec<u64>,
}

impl Batch {
    /// Adds a call to those of its function.
    fn add(batches: &mut Vec<Self>, inputs: &PlainInputs, environment: Environment, words: Vec<u64>) {
        let is_same =
            |batch: &&mut Self| batch.inputs.target == inputs.target && batch.environment == environment;
        match batches.iter_mut().find(is_same) {
            Some(batch) => batch.words.extend(words),
            None => batches.push(Self { inputs: inputs.clone(), environment, words }),
        }
    }
}

/// The call of a witness, if the program has its function.
fn call_of(module: &Module, file: &Path, witness: &Witness) -> Result<(PlainInputs, Vec<u64>), Failure> {
    let refuse = |why: &str| {
        Failure::bad_input(format!("{}: {why}", file.display()))
            .help("give the files of the program that the witness is of")
    };
    let function = module.function_named(&witness.function).map(|id| &module.functions[id]);
    let function = function.filter(|function| function.body.is_some());
    let function = function.ok_or_else(|| refuse(&format!("the program has no {}", witness.function)))?;
    let inputs = PlainInputs::new(module, function, &[])?;
    let words: Vec<u64> =
        witness.arguments.iter().flat_map(|argument| argument.words.iter().copied()).collect();
    let types = |own: &PlainInputs| own.parameters.iter().map(|parameter| parameter.ty).collect::<Vec<_>>();
    let given: Vec<_> = witness.arguments.iter().map(|argument| argument.ty).collect();
    if types(&inputs) != given || words.len() != inputs.space.template.len() {
        return Err(refuse(&format!("{} takes other arguments in this program", witness.function)));
    }
    Ok((inputs, words))
}
