//! Follows a program along every path that some input takes, and finds what goes wrong on any of
//! them.
//!
//! What holds: "all paths explored" is said only if every path was followed to its end; a limit, an
//! answer that the solver did not know, or something that cannot be followed takes that sentence
//! away.

mod collector;
mod failures;
mod inputs;
mod model;
mod native;
mod suite;

use crate::context::RunContext;
use crate::contracts::OwnContract;
use crate::error::DriverError;
use crate::load::{LoadLimits, load, load_beside, program_input};
use crate::memory::MemoryWatch;
use crate::on_large_stack;
use crate::options::{InputDomain, ProgramFiles, TestOptions};
use crate::project::with_project;
use crate::solvers::with_tools;
use collector::PathCollector;
use failures::{Obstacle, PathFailure};
use native::{ArgvShape, NativeReplay, main_text};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use suite::PathTest;
use ulpwise_base::Budget;
use ulpwise_engines::SolverOptions;
use ulpwise_finding::Run;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::{main_program, resolve};
use ulpwise_harness::{Headers, HiddenState, Unnamed, conditions, of_function_as_declared, of_main};
use ulpwise_interp::Program;
use ulpwise_ir::{Function, FunctionId, Module};
use ulpwise_llvm::Loaded;
use ulpwise_native::Coverage;
use ulpwise_symex::{
    EntryPoint, FileName, Meaning, Summary, SymexOptions, explore_in_parallel, is_beginning,
};

/// How many tests are run natively to measure coverage.
const REPLAYED: usize = 2000;

/// How long a cancelled run goes on to confirm what it found.
const CLOSING: Duration = Duration::from_secs(1);

/// What following paths found out.
struct Exploration<'m> {
    module: &'m Module,
    function: FunctionId,
    summary: Summary,
    /// How many paths ended in which way.
    ends: BTreeMap<Meaning, u64>,
    failures: Vec<PathFailure>,
    obstacles: Vec<Obstacle>,
    tests: Vec<PathTest>,
    /// What the tests reach when they run natively, if that was measured.
    coverage: Option<Coverage>,
    seconds: f64,
}

impl Exploration<'_> {
    fn count(&self, meaning: Meaning) -> u64 {
        self.ends.get(&meaning).copied().unwrap_or(0)
    }

    /// Whether every path was followed to its end.
    fn is_exhaustive(&self) -> bool {
        self.summary.left == 0 && self.summary.missed.is_empty() && self.obstacles.is_empty()
    }
}

/// Follows a program along every path that some input takes. The exit code and the command of the
/// run are the caller's to set.
///
/// # Errors
/// The program does not load, an option is wrong, or ulpwise has a bug.
pub fn test(options: &TestOptions, context: &RunContext) -> Result<Run, DriverError> {
    let program = with_project(&options.program, context)?;
    let options = &TestOptions { program, ..options.clone() };
    on_large_stack(|| follow_paths(options, context))
}

fn follow_paths(options: &TestOptions, context: &RunContext) -> Result<Run, DriverError> {
    let headers = Headers::write()?;
    let mut input = options.program.clone();
    input.cflags = headers.flags(&input.cflags);
    context.progress.phase("compiling");
    let limits = LoadLimits::memory(options.memory);
    let mut loaded = load(&looked_at(&input, options)?, &[], limits)?;
    let options = &with_contract(&mut loaded, &input, options, limits)?;
    if !options.assume.is_empty() {
        let function = first_function(&loaded.module, options)?;
        let file = conditions::write(&loaded.module, function, &options.assume, &headers)?;
        input.files.push(file.clone());
        loaded = load_beside(loaded, &looked_at(&input, options)?, std::slice::from_ref(&file), limits)
            .map_err(|error| error.about_assumptions(&[file], &options.assume))?;
    }
    let function = first_function(&loaded.module, options)?;
    let mut entry = entry(&loaded.module, function, options)?;
    entry.files = symbolic_files(options)?;
    context.progress.cancellable();
    let _memory = MemoryWatch::start(options.memory, options.jobs, &context.cancel)?;
    context.progress.phase_within("following paths", Some(options.timeout));
    let mut explored = explore(&loaded.module, &entry, options, context)?;
    if let Some(why) = unexplored_state(&loaded.module, function, &entry) {
        explored.summary.miss(&why);
    }
    context.progress.phase("running natively what was found");
    let mut warnings = loaded.warnings.clone();
    warnings.extend(replay(&mut explored, &entry, input, &headers, options, context)?);
    Ok(model::run(&explored, &options.domain.contracted.assumptions, &warnings))
}

/// The options with what the contract of the function says; the arguments of `main` are its own.
fn with_contract(
    loaded: &mut Loaded,
    input: &ProgramFiles,
    options: &TestOptions,
    limits: LoadLimits,
) -> Result<TestOptions, DriverError> {
    let mut options = options.clone();
    let function = first_function(&loaded.module, &options)?;
    if !is_main(&loaded.module.functions[function]) {
        let (contract, said) = OwnContract::new(loaded, function, input, limits);
        loaded.warnings.extend(said);
        contract.restrict(&mut options.domain);
        options.assume.extend(contract.conditions());
    }
    Ok(options)
}

/// What paths from the program's first state do not cover, if there is such a thing. Flags and `errno`
/// are anything on them; that calls do not fail is assumed.
fn unexplored_state(module: &Module, function: FunctionId, entry: &EntryPoint) -> Option<String> {
    match HiddenState::new(module, function, &entry.setup) {
        Err(dependence) => Some(dependence.to_string()),
        Ok(state) => HiddenState { is_environment_read: false, failing_call: None, ..state }.reason(module),
    }
}

/// The program as it is followed: with calls where signed integers overflow, if these are looked
/// for. Natively it runs without.
fn looked_at(input: &ProgramFiles, options: &TestOptions) -> Result<ProgramFiles, DriverError> {
    let mut input = input.clone();
    if options.signed_overflow {
        if !program_input(&input).is_for_clang() {
            return Err(DriverError::refused("--signed-overflow is for sources in C and C++ only")
                .with_help("Rust looks for overflow by itself; Fortran has no such option"));
        }
        // As an option of the compiler driver it would be left out, as other instrumentation of the
        // user's is.
        input.cflags.push_str(" -Xclang -fsanitize=signed-integer-overflow");
    }
    Ok(input)
}

/// The function that paths begin with: the one that is named, or the main program.
fn first_function(module: &Module, options: &TestOptions) -> Result<FunctionId, DriverError> {
    match &options.function {
        Some(name) => Ok(resolve(module, Some(name))?),
        None => main_program(module).map_or_else(|| Ok(resolve(module, Some("main"))?), Ok),
    }
}

/// Whether a function is where a program begins by itself: in C, or in Fortran, whose own `main`
/// only calls it.
fn is_main(function: &Function) -> bool {
    is_beginning(&function.name)
}

/// Where paths begin.
fn entry(module: &Module, function: FunctionId, options: &TestOptions) -> Result<EntryPoint, DriverError> {
    let target = &module.functions[function];
    if is_main(target) {
        let InputDomain { lengths, ranges, contracted: _ } = &options.domain;
        if let Some(option) = ranges.first().or(lengths.first().map(|(name, _)| name)) {
            return Err(DriverError::refused(format!(
                "`main` says itself what its inputs are, not {option}"
            ))
            .with_help("--fn names a function to make arguments for"));
        }
        let parameters = target.parameters.len();
        return Ok(of_main(function, parameters, options.argv, options.argv_length));
    }
    if options.argv > 0 {
        return Err(DriverError::refused("only `main` has an argv"));
    }
    let lengths = &options.domain.lengths;
    // A failure must not hide behind a limit that the report does not state.
    let ranges = &mut options.domain.read_ranges()?;
    let mut entry = of_function_as_declared(module, function, lengths, ranges, Unnamed::Any)?;
    entry.assumptions = conditions::calls(module, function, options.assume.len());
    Ok(entry)
}

/// The files that the program may read.
fn symbolic_files(options: &TestOptions) -> Result<Vec<(FileName, usize)>, DriverError> {
    let input = options.stdin.map(|bytes| (FileName::StandardInput, bytes));
    let mut files: Vec<(FileName, usize)> = input.into_iter().collect();
    for (name, bytes) in &options.files {
        let file = FileName::Named(name.clone());
        if files.iter().any(|(known, _)| *known == file) {
            return Err(DriverError::refused(format!("--file {name} is given twice")));
        }
        files.push((file, *bytes));
    }
    Ok(files)
}

/// Runs failures and tests natively, and writes the tests. What cannot be run is said, as the reason
/// why a failure is not confirmed or as a warning: what was found is reported in any case.
fn replay(
    explored: &mut Exploration<'_>,
    entry: &EntryPoint,
    mut input: ProgramFiles,
    headers: &Headers,
    options: &TestOptions,
    context: &RunContext,
) -> Result<Option<String>, DriverError> {
    let mut caller = String::new();
    let function = &explored.module.functions[entry.function];
    if !is_main(function) {
        caller = main_text(explored.module, entry);
        // The program may have a `main` of its own.
        input.cflags.push_str(" -Dmain=ulpwise_program_main");
        if program_input(&input).is_for_clang() {
            input.cflags.push_str(&headers.exporting(&function.name)?);
        }
    }
    let argv = ArgvShape { count: options.argv, length: options.argv_length };
    let native = NativeReplay::new(explored.module, program_input(&input), caller.clone(), argv)?;
    let native = native.within(options.memory, context);
    let start = Instant::now();
    for failure in &mut explored.failures {
        if context.cancel.is_cancelled() && start.elapsed() > CLOSING {
            break;
        }
        confirm(&native, failure);
    }
    let mut warning = None;
    if context.cancel.is_cancelled() {
        warning = (options.coverage || options.output.is_some())
            .then(|| "what the tests cover was not measured: the run was cancelled".to_owned());
    } else if options.coverage || options.output.is_some() {
        let tests = explored.tests.iter().take(REPLAYED).map(|test| test.inputs.as_slice());
        match native.coverage(tests) {
            Ok(coverage) => explored.coverage = Some(coverage),
            Err(why) => warning = Some(format!("what the tests cover was not measured: {why}")),
        }
    }
    if let Some(folder) = &options.output {
        suite::write(folder, explored, &caller, argv)?;
    }
    Ok(warning)
}

/// Runs the program on the inputs of a failure until one of them leads there.
fn confirm(native: &NativeReplay<'_>, failure: &mut PathFailure) {
    for at in 0..failure.inputs.len() {
        let confirmed = native.confirm(failure, &failure.inputs[at]);
        if confirmed.is_ok() {
            failure.inputs.swap(0, at);
            failure.confirmed = confirmed;
            return;
        }
        if at == 0 {
            failure.confirmed = confirmed;
        }
    }
}

/// Follows the program's paths.
fn explore<'m>(
    module: &'m Module,
    entry: &EntryPoint,
    options: &TestOptions,
    context: &RunContext,
) -> Result<Exploration<'m>, DriverError> {
    let start = Instant::now();
    let budget = Budget::unlimited().with_cpu_time(options.timeout).with_cancel(context.cancel.clone());
    let program = Program::new(module, options.memory << 20).map_err(DriverError::above_memory_limit)?;
    let symex_options = symex_options(options, budget);
    // One thread has none to share with, and its runs are to be the same each time.
    let answers = (options.jobs > 1).then(Arc::default);
    let solver_options =
        SolverOptions { answers, process_memory: options.memory << 20, ..SolverOptions::default() };
    let wanted = if options.coverage || options.output.is_some() { options.max_tests } else { 0 };
    let mut collector = PathCollector::new(module, wanted, context.progress.clone());
    let function = entry.function;
    let summary = with_tools(&options.engine, &solver_options, |tools| {
        let explored =
            explore_in_parallel(&program, tools, &symex_options, options.jobs, entry, &mut collector);
        explored.map_err(|end| {
            let name = source_name(&module.functions[function]);
            DriverError::refused(format!("`{name}` cannot be entered: {end}"))
        })
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let PathCollector { ends, failures, obstacles, tests, .. } = collector;
    Ok(Exploration { module, function, summary, ends, failures, obstacles, tests, coverage: None, seconds })
}

/// The options of the executor.
fn symex_options(options: &TestOptions, budget: Budget) -> SymexOptions {
    SymexOptions {
        run: ulpwise_interp::InterpOptions {
            memory_limit: options.memory << 20,
            max_depth: options.max_depth,
            budget: budget.clone(),
            ..ulpwise_interp::InterpOptions::default()
        },
        budget,
        max_paths: options.max_paths.unwrap_or(u64::MAX),
        max_forks: options.max_forks.unwrap_or(u32::MAX),
        loop_bound: options.loop_bound,
        memory_limit: options.memory << 20,
        search: options.search.clone(),
        merge: options.merge,
        seed: options.seed,
        ..SymexOptions::default()
    }
}
