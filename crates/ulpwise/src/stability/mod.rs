//! `ulpwise stability`: which operations keep their precision for all inputs under any rounding, and runs of those that do not.

mod control;
mod json;
mod model;
mod plot;
mod solvers;
mod text;
mod way;
mod witnesses;

use crate::args::{At, DomainArguments, Refinement, StabilityArguments};
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::load::{bitcode, check_links, load};
use crate::output::Report;
use crate::render::warnings_text;
use crate::reports::{Reports, status};
use crate::resolve::resolve;
use crate::test::{Ranges, Unnamed, of_function, returned};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use ulpwise_base::Budget;
use ulpwise_check::Inputs;
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::Launcher;
use ulpwise_stability::{
    Confirmer, ExploreOptions, Input, NativeRuns, Options, RoundingModel, Stability, Target, Trial, analyze,
    inputs_of,
};

/// How many bytes the program may hold in the interpreter.
const MEMORY: u64 = 1 << 30;

/// All that there is to tell.
struct Findings<'a> {
    module: &'a Module,
    function: FunctionId,
    inputs: &'a [Input],
    stability: &'a Stability,
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
    let loaded = load(&arguments.input, None)?;
    let module = &loaded.module;
    let start = Instant::now();
    let function = resolve(module, arguments.target.function.as_deref())?;
    let DomainArguments { len, range } = &arguments.target.domain;
    let entry = of_function(module, function, len, &mut Ranges::parse(range)?, Unnamed::Finite)?;
    let inputs = inputs_of(&entry).map_err(Failure::bad_input)?;
    let native = Inputs::new(module, entry.clone(), &returned(module, function)).native;
    let units = bitcode(&arguments.input)?;
    let program = Program::new(module, MEMORY)
        .map_err(|error| Failure::bad_input(format!("the program is too large to be run: {error}")))?;
    let interrupt = Interrupt::watch(Patience::Unlimited);
    let runs = NativeRuns {
        launcher: Launcher::this_program()?,
        units: &units,
        links: arguments.link.clone(),
        call_limit: arguments.call_timeout,
    };
    let mut confirmer = Confirmer::new(runs, module, function, native);
    let options = Options {
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
        only: targets(module, arguments, inputs.len()),
        linear: arguments.uses(Refinement::Linear),
        exact: arguments.uses(Refinement::Exact).then(solvers::portfolio),
        reals: solvers::reals(arguments),
        ..Options::default()
    };
    if let Some(steps) = arguments.iterate {
        return control::control(&program, &entry, &inputs, arguments, steps, &options);
    }
    let stability =
        analyze(&program, &entry, &inputs, &options, &mut |target, find| confirmer.confirm(target, find))
            .map_err(|end| Failure::bad_input(format!("the function cannot be followed: {end}")))?;
    let seconds = start.elapsed().as_secs_f64();
    let trial = match arguments.trials {
        0 => None,
        runs => Some(
            confirmer
                .trial(&inputs, &proven(&stability), runs, arguments.seed)
                .map_err(|why| Failure::bad_input(format!("--trials: {why}")))?,
        ),
    };
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
    let (output, errors) = match arguments.json {
        true => (json::write(&findings, status), String::new()),
        false => (text::write(&findings, &run), warnings_text(&findings.warnings)),
    };
    Ok(Report { output, errors, status })
}

/// The bounds that were proven of operations.
fn proven(stability: &Stability) -> BTreeMap<SiteId, f64> {
    let bounds = stability.bounds().into_iter();
    let of_site = |(target, bound)| if let Target::Site(site) = target { Some((site, bound)) } else { None };
    bounds.filter_map(of_site).collect()
}

/// What the user wants verdicts on; nothing means everything.
fn targets(module: &Module, arguments: &StabilityArguments, inputs: usize) -> Option<BTreeSet<Target>> {
    if arguments.at.contains(&At::All) {
        return None;
    }
    let mut targets = BTreeSet::new();
    for at in &arguments.at {
        match at {
            At::All => {}
            At::Return => {
                targets.extend((0..8).map(Target::Returned));
                targets.extend((0..inputs).map(Target::Written));
            }
            At::Line(line) => {
                let of_line = module.sites.iter_enumerated().filter(|(_, site)| {
                    site.location.is_some_and(|location| module.locations[location].line == *line)
                });
                targets.extend(of_line.map(|(site, _)| Target::Site(site)));
            }
        }
    }
    Some(targets)
}

/// A sentence for inputs of which nobody said which values they have.
fn unbounded(inputs: &[Input]) -> Option<String> {
    let names: Vec<&str> =
        inputs.iter().filter(|input| !input.is_bounded).map(|input| &*input.name).take(8).collect();
    let first = names.first()?;
    Some(format!(
        "the error is not bounded where an input has no range: {}; say for instance --range {}=-1000..1000",
        names.join(", "),
        first.trim_start_matches('*').split(['[', '(']).next().unwrap_or(first)
    ))
}
