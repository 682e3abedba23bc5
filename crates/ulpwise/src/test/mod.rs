//! `ulpwise test`: follows a program along every path that some input takes, and tells what goes wrong on any of them.
//!
//! What holds: "all paths explored" is said only if every path was followed to its end; a limit, an answer that the solver did not know, or
//! something that cannot be followed takes that sentence away.

mod findings;
mod gathered;
mod inputs;
mod model;
mod native;
mod suite;

use crate::args::{DomainArguments, TestArguments};
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::output::Report;
use crate::progress::Progress;
use crate::reports::{Reports, status};
use findings::{Finding, Obstacle};
use gathered::Gathered;
use native::{Native, main_text};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use suite::Test;
use ulpwise_base::Budget;
use ulpwise_driver::ProgramFiles;
use ulpwise_driver::load::{load, program_input};
use ulpwise_driver::solvers::with_tools;
use ulpwise_engines::SolverOptions;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::{main_program, resolve};
use ulpwise_harness::{Headers, Ranges, Unnamed, conditions, of_function, of_main};
use ulpwise_interp::Program;
use ulpwise_ir::{Function, FunctionId, Module};
use ulpwise_native::Coverage;
use ulpwise_symex::{EntryPoint, FileName, Meaning, Summary, SymexOptions, explore_in_parallel};

/// How long replaying what was found may take after Ctrl-C.
const CLOSING: Duration = Duration::from_secs(30);

/// How many tests are run natively to measure coverage.
const REPLAYED: usize = 2000;

/// What a run of the command found out.
struct Outcome<'m> {
    module: &'m Module,
    function: FunctionId,
    summary: Summary,
    /// How many paths ended in which way.
    ends: BTreeMap<Meaning, u64>,
    findings: Vec<Finding>,
    obstacles: Vec<Obstacle>,
    tests: Vec<Test>,
    /// What the tests reach when they run natively, if that was measured.
    coverage: Option<Coverage>,
    seconds: f64,
}

impl Outcome<'_> {
    fn count(&self, meaning: Meaning) -> u64 {
        self.ends.get(&meaning).copied().unwrap_or(0)
    }

    /// Whether every path was followed to its end.
    fn is_exhaustive(&self) -> bool {
        self.summary.left == 0 && self.summary.missed.is_empty() && self.obstacles.is_empty()
    }
}

/// Runs the command.
pub(crate) fn test(arguments: &TestArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let interrupt = Interrupt::watch(Patience::Limited(CLOSING));
    let progress = Progress::new("compiling");
    progress.leave_signals();
    let headers = Headers::write()?;
    let mut input = arguments.input.program();
    input.cflags = headers.flags(&input.cflags);
    let mut loaded = load(&looked_at(&input, arguments)?, None)?;
    if !arguments.assume.is_empty() {
        let function = first_function(&loaded.module, arguments)?;
        let file = conditions::write(&loaded.module, function, &arguments.assume, &headers)?;
        input.files.push(file.clone());
        loaded = load(&looked_at(&input, arguments)?, None)
            .map_err(|error| error.about_assumptions(&[file], &arguments.assume))?;
    }
    let function = first_function(&loaded.module, arguments)?;
    let mut entry = entry(&loaded.module, function, arguments)?;
    entry.files = files(arguments)?;
    let budget = Budget::unlimited().with_time(arguments.timeout).with_cancel(interrupt.flag());
    progress.phase_within("following paths", Some(arguments.timeout));
    let mut outcome = explore(&loaded.module, &entry, budget, arguments, &progress)?;
    progress.phase("running natively what was found");
    replay(&mut outcome, &entry, input, &headers, arguments)?;
    let mut run = model::run(&outcome, &loaded.warnings);
    let status = status(&run, arguments.reports.fail_on.unwrap_or_default());
    let status = interrupt.status().unwrap_or(status);
    run.exit_code = status.code();
    reports.write(&run)?;
    Ok(Report::of_run(&run, arguments.json, 0, status))
}

/// The program as it is followed: with calls where signed integers overflow, if these are looked for. Natively it runs without.
fn looked_at(input: &ProgramFiles, arguments: &TestArguments) -> Result<ProgramFiles, Failure> {
    let mut input = input.clone();
    if arguments.signed_overflow {
        if !program_input(&input).is_for_clang() {
            return Err(Failure::bad_input("--signed-overflow is for sources in C and C++ only")
                .help("Rust looks for overflow by itself; Fortran has no such option"));
        }
        // Said to the driver it would be left out, as other instrumentation of the user's is.
        input.cflags.push_str(" -Xclang -fsanitize=signed-integer-overflow");
    }
    Ok(input)
}

/// The function that paths begin with: the one that is named, or the main program.
fn first_function(module: &Module, arguments: &TestArguments) -> Result<FunctionId, Failure> {
    match &arguments.target.function {
        Some(name) => Ok(resolve(module, Some(name))?),
        None => main_program(module).map_or_else(|| Ok(resolve(module, Some("main"))?), Ok),
    }
}

/// Whether a function is where a program begins by itself: in C, or in Fortran, whose own `main` only calls it.
fn is_main(function: &Function) -> bool {
    matches!(function.name.as_str(), "main" | "_QQmain")
}

/// Where paths begin.
fn entry(module: &Module, function: FunctionId, arguments: &TestArguments) -> Result<EntryPoint, Failure> {
    let target = &module.functions[function];
    if is_main(target) {
        let DomainArguments { len, range } = &arguments.target.domain;
        if let Some(option) = range.first().or(len.first().map(|(name, _)| name)) {
            return Err(Failure::bad_input(format!("`main` says itself what its inputs are, not {option}"))
                .help("--fn names a function to make arguments for"));
        }
        let parameters = target.parameters.len();
        return Ok(of_main(function, parameters, arguments.argv, arguments.argv_length));
    }
    if arguments.argv > 0 {
        return Err(Failure::bad_input("only `main` has an argv"));
    }
    let DomainArguments { len, range } = &arguments.target.domain;
    let mut entry = of_function(module, function, len, &mut Ranges::parse(range)?, Unnamed::Any)?;
    entry.assumptions = conditions::calls(module, function, arguments.assume.len());
    Ok(entry)
}

/// The files that the program may read.
fn files(arguments: &TestArguments) -> Result<Vec<(FileName, usize)>, Failure> {
    let input = arguments.stdin.map(|bytes| (FileName::StandardInput, bytes));
    let mut files: Vec<(FileName, usize)> = input.into_iter().collect();
    for (name, bytes) in &arguments.file {
        let file = FileName::Named(name.clone());
        if files.iter().any(|(known, _)| *known == file) {
            return Err(Failure::bad_input(format!("--file {name} is given twice")));
        }
        files.push((file, *bytes));
    }
    Ok(files)
}

/// Runs failures and tests natively, and writes the tests.
fn replay(
    outcome: &mut Outcome<'_>,
    entry: &EntryPoint,
    mut input: ProgramFiles,
    headers: &Headers,
    arguments: &TestArguments,
) -> Result<(), Failure> {
    let mut caller = String::new();
    let function = &outcome.module.functions[entry.function];
    if !is_main(function) {
        caller = main_text(outcome.module, entry);
        // The program may have a `main` of its own.
        input.cflags.push_str(" -Dmain=ulpwise_program_main");
        if program_input(&input).is_for_clang() {
            input.cflags.push_str(&headers.exporting(&function.name)?);
        }
    }
    let own = (arguments.argv, arguments.argv_length);
    let native = Native::new(outcome.module, program_input(&input), caller.clone(), own)?;
    for finding in &mut outcome.findings {
        confirm(&native, finding);
    }
    if arguments.coverage || arguments.output.is_some() {
        let tests = outcome.tests.iter().take(REPLAYED).map(|test| test.inputs.as_slice());
        outcome.coverage = Some(native.coverage(tests)?);
    }
    match &arguments.output {
        Some(folder) => suite::write(folder, outcome, &caller, own),
        None => Ok(()),
    }
}

/// Runs the program on the inputs of a failure until one of them leads there.
fn confirm(native: &Native<'_>, finding: &mut Finding) {
    for at in 0..finding.inputs.len() {
        let confirmed = native.confirm(finding, &finding.inputs[at]);
        if confirmed.is_ok() {
            finding.inputs.swap(0, at);
            finding.confirmed = confirmed;
            return;
        }
        if at == 0 {
            finding.confirmed = confirmed;
        }
    }
}

/// Follows the program's paths.
fn explore<'m>(
    module: &'m Module,
    entry: &EntryPoint,
    budget: Budget,
    arguments: &TestArguments,
    progress: &Progress,
) -> Result<Outcome<'m>, Failure> {
    let start = Instant::now();
    let memory_limit = arguments.memory << 20;
    let program = Program::new(module, memory_limit)
        .map_err(|error| Failure::bad_input(error.to_string()).help("--memory sets how much it may hold"))?;
    let options = options(arguments, budget);
    // One thread has nobody to share with, and its runs are to be the same each time.
    let answers = (arguments.jobs > 1).then(Arc::default);
    let engine_options = SolverOptions { answers, ..SolverOptions::default() };
    let wanted = if arguments.coverage || arguments.output.is_some() { arguments.max_tests } else { 0 };
    let mut gathered = Gathered::new(module, wanted, progress.teller());
    let function = entry.function;
    let summary = with_tools(&arguments.engine, &engine_options, |tools| {
        let explored = explore_in_parallel(&program, tools, &options, arguments.jobs, entry, &mut gathered);
        explored.map_err(|end| {
            let name = source_name(&module.functions[function]);
            Failure::bad_input(format!("`{name}` cannot be entered: {end}"))
        })
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let Gathered { ends, findings, obstacles, tests, .. } = gathered;
    Ok(Outcome { module, function, summary, ends, findings, obstacles, tests, coverage: None, seconds })
}

/// The options of the executor.
fn options(arguments: &TestArguments, budget: Budget) -> SymexOptions {
    SymexOptions {
        run: ulpwise_interp::InterpOptions {
            memory_limit: arguments.memory << 20,
            max_depth: arguments.max_depth,
            budget: budget.clone(),
            ..ulpwise_interp::InterpOptions::default()
        },
        budget,
        max_paths: arguments.max_paths.unwrap_or(u64::MAX),
        max_forks: arguments.max_forks.unwrap_or(u32::MAX),
        loop_bound: arguments.loop_bound,
        memory_limit: arguments.memory << 20,
        search: arguments.search.clone(),
        merge: !arguments.no_merge,
        seed: arguments.seed,
        ..SymexOptions::default()
    }
}
