//! `ulpwise stability`: which operations keep their precision for all inputs under any rounding, and runs of those that do not.

mod assumed;
mod control;
mod model;
mod solvers;
mod told;
mod way;
mod witnesses;

use crate::args::{At, DomainArguments, Refinement, StabilityArguments};
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::output::Report;
use crate::progress::Progress;
use crate::reports::{Reports, status};
use assumed::{Subject, load_subject};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_driver::load::check_links;
use ulpwise_harness::Inputs;
use ulpwise_harness::{Ranges, Unnamed, of_function, returned};
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, Module, Site, SiteId};
use ulpwise_native::Launcher;
use ulpwise_stability::{
    ExploreOptions, NativeRuns, RoundingModel, RunConfirmer, StabilityInput, StabilityOptions,
    StabilityResult, StabilityTarget, Trial, analyze, inputs_of,
};

/// How many bytes the program may hold in the interpreter.
const MEMORY: u64 = 1 << 30;

/// All that there is to tell.
struct Findings<'a> {
    module: &'a Module,
    function: FunctionId,
    inputs: &'a [StabilityInput],
    stability: &'a StabilityResult,
    arguments: &'a StabilityArguments,
    seconds: f64,
    warnings: Vec<String>,
    trial: Option<Trial>,
}

/// Does it.
pub(crate) fn stability(arguments: &StabilityArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    witnesses::plan(arguments.witnesses.as_deref())?;
    if arguments.iterate.is_some() && !reports.is_empty() {
        return Err(Failure::bad_input(
            "--sarif, --junit and --html are about verdicts, and --iterate gives none",
        )
        .help("--plot draws the error of the state"));
    }
    check_links(&arguments.link)?;
    let progress = Progress::new("compiling");
    let Subject { loaded, units, function, assuming } = load_subject(arguments)?;
    let module = &loaded.module;
    let start = Instant::now();
    let DomainArguments { len, range } = &arguments.target.domain;
    let mut entry = of_function(module, function, len, &mut Ranges::parse(range)?, Unnamed::Finite)?;
    entry.function = assuming.unwrap_or(function);
    let inputs = inputs_of(&entry).map_err(|error| Failure::bad_input(error.to_string()))?;
    let native = Inputs::new(module, entry.clone(), &returned(module, function)).native;
    let program = Program::new(module, MEMORY)
        .map_err(|error| Failure::bad_input(format!("the program is too large to be run: {error}")))?;
    let interrupt = Interrupt::watch(Patience::Unlimited);
    progress.leave_signals();
    progress.phase(if arguments.iterate.is_some() { "following the loop" } else { told::FIRST });
    progress.at_most(arguments.timeout);
    let runs = NativeRuns {
        launcher: Launcher::this_program()?,
        units: &units,
        links: arguments.link.clone(),
        call_limit: arguments.call_timeout,
    };
    let mut confirmer = RunConfirmer::new(runs, module, entry.function, native);
    let options = StabilityOptions {
        tolerance: arguments.tolerance,
        model: RoundingModel {
            modes: arguments.rounding.model(),
            coarse: arguments.delta,
            invariants: arguments.invariants(),
        },
        modes: arguments.rounding.modes(),
        all_modes: arguments.rounding.all_modes(),
        explore: ExploreOptions { loop_bound: arguments.loop_bound, ..ExploreOptions::default() },
        budget: Budget::unlimited().with_time(arguments.timeout).with_cancel(interrupt.flag()),
        seed: arguments.seed,
        only: targets(module, arguments, inputs.len(), assuming),
        linear: arguments.uses(Refinement::Linear),
        exact: arguments.uses(Refinement::Exact).then(solvers::portfolio),
        reals: solvers::reals(arguments),
        progress_sink: told::progress_sink(&progress, arguments.iterate),
        ..StabilityOptions::default()
    };
    if assuming.is_some() {
        assumed::check_satisfiable(module, &entry, &options.budget, MEMORY)?;
    }
    if let Some(steps) = arguments.iterate {
        return control::control(&program, &entry, &inputs, arguments, steps, &options);
    }
    let stability =
        analyze(&program, &entry, &inputs, &options, &mut |target, find| confirmer.confirm(target, find))
            .map_err(|end| Failure::bad_input(format!("the function cannot be followed: {end}")))?;
    let seconds = start.elapsed().as_secs_f64();
    progress.phase("native runs that put bounds on trial");
    let trial = match arguments.trials {
        0 => None,
        runs => Some(
            confirmer
                .trial(&inputs, &proven(&stability), runs, arguments.seed)
                .map_err(|why| Failure::bad_input(format!("--trials: {why}")))?,
        ),
    };
    progress.phase("writing reports");
    if let Some(folder) = &arguments.witnesses {
        let source = witnesses::Source { module, function, inputs: &inputs, arguments };
        source.write(folder, &stability, &mut confirmer)?;
    }
    let mut warnings = loaded.warnings.clone();
    warnings.extend(unbounded(&inputs));
    let findings = Findings {
        module,
        function,
        inputs: &inputs,
        stability: &stability,
        arguments,
        seconds,
        warnings,
        trial,
    };
    let mut run = model::run(&findings);
    let status = status(&run, arguments.reports.fail_on.unwrap_or_default());
    let status = interrupt.status().unwrap_or(status);
    run.exit_code = status.code();
    reports.write(&run)?;
    Ok(Report::of_run(&run, arguments.json, 0, status))
}

/// The bounds that were proven of operations.
fn proven(stability: &StabilityResult) -> BTreeMap<SiteId, f64> {
    let bounds = stability.bounds().into_iter();
    let of_site =
        |(target, bound)| if let StabilityTarget::Site(site) = target { Some((site, bound)) } else { None };
    bounds.filter_map(of_site).collect()
}

/// What the user wants verdicts on; nothing means everything. Conditions of `--assume` are no part of the program.
fn targets(
    module: &Module,
    arguments: &StabilityArguments,
    inputs: usize,
    assuming: Option<FunctionId>,
) -> Option<BTreeSet<StabilityTarget>> {
    let all = arguments.at.contains(&At::All);
    if all && assuming.is_none() {
        return None;
    }
    let mut targets = BTreeSet::new();
    if all || arguments.at.contains(&At::Return) {
        targets.extend((0..8).map(StabilityTarget::Returned));
        targets.extend((0..inputs).map(StabilityTarget::Written));
    }
    let is_wanted = |site: &Site| {
        let line = site.location.map(|location| module.locations[location].line);
        all || line.is_some_and(|line| arguments.at.contains(&At::Line(line)))
    };
    let sites = module.sites.iter_enumerated().filter(|(_, site)| Some(site.function) != assuming);
    targets.extend(sites.filter(|(_, site)| is_wanted(site)).map(|(site, _)| StabilityTarget::Site(site)));
    Some(targets)
}

/// A sentence for inputs of which nobody said which values they have.
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
