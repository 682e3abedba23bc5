//! `ulpwise test`: follows a program along every path that some input takes, and tells what goes wrong on any of them.
//!
//! What holds: "all paths explored" is said only if every path was followed to its end; a limit, an answer that the solver did not know, or
//! something that cannot be followed takes that sentence away.

mod findings;
mod gathered;
mod headers;
mod json;
mod native;
mod suite;
mod text;

use crate::args::TestArguments;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::load::{load, program_input};
use crate::output::{ExitStatus, Report};
use crate::render::warnings_text;
use crate::resolve::resolve;
use findings::{Finding, Obstacle};
use gathered::Gathered;
use headers::Headers;
use native::Native;
use std::collections::BTreeMap;
use std::time::Instant;
use suite::Test;
use ulpwise_base::Budget;
use ulpwise_engines::{Options as EngineOptions, host_libm};
use ulpwise_exec::{Content, Entry, Given, Meaning, Object, Options, Summary, Tools, explore_in_parallel};
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_native::Coverage;

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
    let interrupt = Interrupt::watch();
    let headers = Headers::write()?;
    let mut input = arguments.input.clone();
    input.cflags = headers.flags(&input.cflags);
    let loaded = load(&input, None)?;
    let function = resolve(&loaded.module, Some("main"))?;
    let budget = Budget::unlimited().with_time(arguments.timeout).with_cancel(interrupt.flag());
    let mut outcome = explore(&loaded.module, function, budget, arguments)?;
    let native = Native::new(&loaded.module, program_input(&input))?;
    for finding in &mut outcome.findings {
        confirm(&native, finding);
    }
    if arguments.coverage || arguments.output.is_some() {
        let tests = outcome.tests.iter().take(REPLAYED).map(|test| test.inputs.as_slice());
        outcome.coverage = Some(native.coverage(tests)?);
    }
    if let Some(folder) = &arguments.output {
        suite::write(folder, &outcome)?;
    }
    let fails = outcome.findings.iter().any(|finding| finding.confirmed.is_ok());
    let status = if fails { ExitStatus::ProgramFailed } else { ExitStatus::Success };
    let output =
        if arguments.json { json::write(&outcome, &loaded.warnings, status) } else { text::write(&outcome) };
    let errors = if arguments.json { String::new() } else { warnings_text(&loaded.warnings) };
    Ok(Report { output, errors, status })
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
    function: FunctionId,
    budget: Budget,
    arguments: &TestArguments,
) -> Result<Outcome<'m>, Failure> {
    let start = Instant::now();
    let memory_limit = arguments.memory << 20;
    let program = Program::new(module, memory_limit)
        .map_err(|error| Failure::bad_input(error.to_string()).help("--memory sets how much it may hold"))?;
    let options = options(arguments, budget);
    let engine = || arguments.engine.make(&EngineOptions::default());
    let tools = Tools { solver: &engine, libm: &host_libm };
    let wanted = if arguments.coverage || arguments.output.is_some() { arguments.max_tests } else { 0 };
    let mut gathered = Gathered::new(module, wanted);
    let given = main_arguments(module.functions[function].parameters.len());
    let entry = Entry { function, given };
    let summary = explore_in_parallel(&program, tools, &options, arguments.jobs, &entry, &mut gathered)
        .map_err(|end| Failure::bad_input(format!("`main` cannot be entered: {end}")))?;
    gathered.line.clear();
    let seconds = start.elapsed().as_secs_f64();
    let Gathered { ends, findings, obstacles, tests, .. } = gathered;
    Ok(Outcome { module, function, summary, ends, findings, obstacles, tests, coverage: None, seconds })
}

/// The options of the executor.
fn options(arguments: &TestArguments, budget: Budget) -> Options {
    Options {
        run: ulpwise_interp::Options {
            memory_limit: arguments.memory << 20,
            max_depth: arguments.max_depth,
            budget: budget.clone(),
            ..ulpwise_interp::Options::default()
        },
        budget,
        max_paths: arguments.max_paths.unwrap_or(u64::MAX),
        max_forks: arguments.max_forks.unwrap_or(u32::MAX),
        loop_bound: arguments.loop_bound,
        memory_limit: arguments.memory << 20,
        search: arguments.search.clone(),
        merge: !arguments.no_merge,
        seed: arguments.seed,
        ..Options::default()
    }
}

/// What a `main` sees that is started without arguments.
fn main_arguments(count: usize) -> Vec<Given> {
    let address = |text: &[u8]| Content::Address(Object::of_bytes(text));
    let arguments = Object { size: 16, contents: vec![(0, address(b"main\0"))] };
    let environment = Object { size: 8, contents: Vec::new() };
    let all = [Given::Bits(1), Given::Object(arguments), Given::Object(environment)];
    all.into_iter().take(count).collect()
}
