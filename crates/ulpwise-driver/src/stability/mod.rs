//! Which operations keep their precision for all inputs under any rounding, and runs of those that
//! do not.

mod assumed;
mod control;
mod error_steps;
mod model;
mod progress;
mod solvers;
mod witnesses;

use crate::assume_nothing::refusal;
use crate::context::RunContext;
use crate::error::DriverError;
use crate::formulas::stability_options;
use crate::load::{check_links, launcher, native_links};
use crate::memory::MemoryWatch;
use crate::on_large_stack;
use crate::options::{LoopOptions, StabilityOptions, StabilityScope};
use crate::project::with_project;
use crate::solvers::check_satisfiable;
use assumed::{Subject, load_subject};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_finding::{Assumption, LoopRun, Run};
use ulpwise_harness::{Inputs, MeansRounding, means_rounding};
use ulpwise_harness::{Unnamed, of_function, proof_assumptions, returned};
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, Module, Site, SiteId};
use ulpwise_stability::{
    ExploreOptions, NativeRuns, RoundingModel, RunConfirmer, StabilityInput,
    StabilityOptions as AnalysisOptions, StabilityResult, StabilityTarget, StabilityVerdict, Trial, analyze,
    inputs_of,
};
use ulpwise_symex::EntryPoint;

/// How many bytes the program may hold in the interpreter.
const MEMORY: u64 = 1 << 30;

/// All that a run found out.
struct Findings<'a> {
    module: &'a Module,
    function: FunctionId,
    inputs: &'a [StabilityInput],
    stability: &'a StabilityResult,
    tolerance: f64,
    seconds: f64,
    warnings: Vec<String>,
    trial: Option<Trial>,
    assumptions: Vec<Assumption>,
}

/// Proves for every operation of a function, and for what it returns, that precision is kept, or
/// finds a run that loses it. The exit code and the command of the run are the caller's to set.
///
/// # Errors
/// The program does not load, an option is wrong, the function cannot be followed, or ulpwise has a
/// bug.
pub fn stability(options: &StabilityOptions, context: &RunContext) -> Result<Run, DriverError> {
    let program = with_project(&options.program, context)?;
    let options = &stability_options(&StabilityOptions { program, ..options.clone() });
    on_large_stack(|| Analysis::prepare(options, context)?.verdicts())
}

/// Bounds the error of a control loop's state after each step.
///
/// # Errors
/// The same as [`stability`].
pub fn iterate(
    options: &StabilityOptions,
    steps: &LoopOptions,
    context: &RunContext,
) -> Result<LoopRun, DriverError> {
    let program = with_project(&options.program, context)?;
    let options = &stability_options(&StabilityOptions { program, ..options.clone() });
    on_large_stack(|| Analysis::prepare(options, context)?.follow_loop(steps))
}

/// A function that is loaded, with its inputs.
struct Analysis<'a> {
    options: &'a StabilityOptions,
    context: &'a RunContext,
    subject: Subject,
    entry: EntryPoint,
    inputs: Vec<StabilityInput>,
    start: Instant,
}

impl<'a> Analysis<'a> {
    fn prepare(options: &'a StabilityOptions, context: &'a RunContext) -> Result<Self, DriverError> {
        witnesses::plan(options.witnesses.as_deref())?;
        check_links(&options.links)?;
        context.progress.phase("compiling");
        let subject = load_subject(options)?;
        let start = Instant::now();
        let (module, function) = (&subject.loaded.module, subject.function);
        let domain = &subject.options.domain;
        let mut entry =
            of_function(module, function, &domain.lengths, &mut domain.read_ranges()?, Unnamed::Finite)?;
        entry.function = subject.assuming.unwrap_or(function);
        let inputs = inputs_of(&entry).map_err(|error| DriverError::refused(error.to_string()))?;
        Ok(Analysis { options, context, subject, entry, inputs, start })
    }

    fn program(&self) -> Result<Program<'_>, DriverError> {
        Program::new(&self.subject.loaded.module, MEMORY).map_err(DriverError::too_large)
    }

    /// What the analysis is asked for, for verdicts or for a loop of so many steps. From here on
    /// the work can be cancelled.
    fn analysis_options(&self, steps: Option<usize>) -> Result<AnalysisOptions, DriverError> {
        let (options, context) = (self.options, self.context);
        context.progress.cancellable();
        context.progress.phase(if steps.is_some() { "following the loop" } else { progress::FIRST });
        context.progress.at_most(options.timeout);
        let module = &self.subject.loaded.module;
        let analysis = AnalysisOptions {
            tolerance: options.tolerance,
            model: RoundingModel {
                modes: options.modes(),
                coarse: options.delta,
                invariants: options.invariants,
            },
            modes: options.rounding.modes().to_vec(),
            all_modes: options.all_modes(),
            explore: ExploreOptions { loop_bound: options.loop_bound, ..ExploreOptions::default() },
            budget: Budget::unlimited().with_cpu_time(options.timeout).with_cancel(context.cancel.clone()),
            seed: options.seed,
            only: targets(module, options, self.inputs.len(), self.subject.assuming),
            linear: options.linear,
            exact: options.exact.then(solvers::portfolio),
            reals: solvers::reals(options),
            progress_sink: progress::progress_sink(&context.progress, steps),
            ..AnalysisOptions::default()
        };
        if self.subject.assuming.is_some() {
            check_satisfiable(module, &self.entry, analysis.budget.clone(), MEMORY)?;
        }
        Ok(analysis)
    }

    fn follow_loop(&self, steps: &LoopOptions) -> Result<LoopRun, DriverError> {
        let program = self.program()?;
        let _memory = MemoryWatch::start(self.options.memory, 1, &self.context.cancel)?;
        let options = self.analysis_options(Some(steps.steps))?;
        control::control(&program, &self.entry, &self.inputs, steps, &options)
    }

    fn verdicts(&self) -> Result<Run, DriverError> {
        let Self { options, context, subject, entry, inputs, start } = self;
        let (module, function) = (&subject.loaded.module, subject.function);
        let program = self.program()?;
        let _memory = MemoryWatch::start(options.memory, 1, &context.cancel)?;
        let analysis = self.analysis_options(None)?;
        let runs = NativeRuns {
            launcher: launcher(options.memory, options.timeout, context)?,
            units: &subject.loaded.units,
            links: native_links(module, &options.links),
            call_limit: options.call_timeout,
        };
        let native = Inputs::new(module, entry.clone(), &returned(module, function)).native;
        let mut confirmer = RunConfirmer::new(runs, module, entry.function, native);
        let mut stability =
            analyze(&program, entry, inputs, &analysis, &mut |target, find| confirmer.confirm(target, find))
                .map_err(|end| DriverError::refused(format!("the function cannot be followed: {end}")))?;
        let mut assumptions = proof_assumptions(module, function, entry);
        if let Some(why) = refusal(&assumptions).filter(|_| options.assume_nothing) {
            withdraw_proofs(&mut stability, &why);
        }
        assumptions.extend(subject.options.domain.contracted.assumptions.iter().cloned());
        let seconds = start.elapsed().as_secs_f64();
        context.progress.phase("native runs that put bounds on trial");
        let trial = match options.trials {
            0 => None,
            runs => Some(
                confirmer
                    .trial(inputs, &proven(&stability), runs, options.seed)
                    .map_err(|why| DriverError::refused(format!("--trials: {why}")))?,
            ),
        };
        context.progress.phase("writing reports");
        if let Some(folder) = &options.witnesses {
            let source = witnesses::Source { module, function, inputs, options };
            source.write(folder, &stability, &mut confirmer)?;
        }
        let mut warnings = subject.loaded.warnings.clone();
        warnings.extend(unbounded(inputs));
        warnings.extend(another_meaning(module, function));
        Ok(model::run(&Findings {
            module,
            function,
            inputs,
            stability: &stability,
            tolerance: options.tolerance,
            seconds,
            warnings,
            trial,
            assumptions,
        }))
    }
}

/// Opens what is proven again, for this reason.
fn withdraw_proofs(stability: &mut StabilityResult, why: &str) {
    for verdict in stability.verdicts.values_mut() {
        if let StabilityVerdict::Stable { bound, .. } = *verdict {
            *verdict = StabilityVerdict::Unknown { why: why.to_owned(), bound };
        }
    }
}

/// The bounds that were proven of operations.
fn proven(stability: &StabilityResult) -> BTreeMap<SiteId, f64> {
    let bounds = stability.bounds().into_iter();
    let of_site =
        |(target, bound)| if let StabilityTarget::Site(site) = target { Some((site, bound)) } else { None };
    bounds.filter_map(of_site).collect()
}

/// The values that get verdicts; `None` means all. Conditions of `assume` are not part of the
/// program.
fn targets(
    module: &Module,
    options: &StabilityOptions,
    inputs: usize,
    assuming: Option<FunctionId>,
) -> Option<BTreeSet<StabilityTarget>> {
    let all = options.at.contains(&StabilityScope::All);
    if all && assuming.is_none() {
        return None;
    }
    let mut targets = BTreeSet::new();
    if all || options.at.contains(&StabilityScope::Return) {
        targets.extend((0..8).map(StabilityTarget::Returned));
        targets.extend((0..inputs).map(StabilityTarget::Written));
    }
    let is_wanted = |site: &Site| {
        let line = site.location.map(|location| module.locations[location].line);
        all || line.is_some_and(|line| options.at.contains(&StabilityScope::Line(line)))
    };
    let sites = module.sites.iter_enumerated().filter(|(_, site)| Some(site.function) != assuming);
    targets.extend(sites.filter(|(_, site)| is_wanted(site)).map(|(site, _)| StabilityTarget::Site(site)));
    Some(targets)
}

/// A sentence about code for which exact arithmetic is not what is true.
fn another_meaning(module: &Module, function: FunctionId) -> Option<String> {
    let why = means_rounding(module, function)?;
    let is_about_roundings = matches!(
        why,
        MeansRounding::Bits
            | MeansRounding::Cancelling
            | MeansRounding::SplitConstant
            | MeansRounding::UntilNothingChanges
    );
    is_about_roundings.then(|| {
        format!("true values are those of exact arithmetic, which may not be what the function means: {why}")
    })
}

/// A sentence about inputs that have no range.
fn unbounded(inputs: &[StabilityInput]) -> Option<String> {
    let names: Vec<&str> =
        inputs.iter().filter(|input| !input.is_bounded).map(|input| &*input.name).take(8).collect();
    let first = names.first()?;
    Some(format!(
        "the error is not bounded where an input has no range: {}; say for instance --range {}=-1000..1000",
        names.join(", "),
        first.trim_start_matches('*').split(['[', '(']).next().unwrap_or(first)
    ))
}
