//! Drives the inputs of a function towards exceptions, or tries all inputs there are.
//!
//! What holds: an exception is reported only if a call of the unoptimised program raises it at the
//! same site, in a fresh child; "proven" is said only if all inputs in range were tried, all calls
//! returned and the site is looked at.
//!
//! `check` runs the same native search as one of its analyses, within a time limit. This entry
//! point makes a given number of calls, or all, and says how many.

mod model;

use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, check_links, load, native_links};
use crate::on_large_stack;
use crate::options::SearchOptions;
use crate::project::with_project;
use crate::witness::{Maker, Witness};
use model::SearchOutcome;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_finding::{Assumption, SearchRun};
use ulpwise_harness::plain_call::PlainInputs;
use ulpwise_harness::proof_assumptions;
use ulpwise_harness::resolve::resolve;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::{
    CallEnd, Counted, Engine, EngineOptions, Launcher, NativeCall, Optimisation,
    SearchOptions as NativeSearchOptions, SearchSubject, Space, Unit, exhaust, input_at, input_count,
    search as native_search,
};
use ulpwise_symex::EntryPoint;

/// Looks for inputs of a function that raise exceptions.
///
/// # Errors
/// The program does not load, an option is wrong, or ulpwise has a bug.
pub fn search(options: &SearchOptions, context: &RunContext) -> Result<SearchRun, DriverError> {
    let program = with_project(&options.program, context)?;
    let options = &SearchOptions { program, ..options.clone() };
    on_large_stack(|| look_for_exceptions(options, context))
}

fn look_for_exceptions(options: &SearchOptions, context: &RunContext) -> Result<SearchRun, DriverError> {
    check_links(&options.links)?;
    context.progress.phase("compiling");
    let loaded = load(&options.program, &options.links, LoadLimits::default())?;
    let function = resolve(&loaded.module, options.function.as_deref())?;
    let inputs = PlainInputs::new(&loaded.module, &loaded.module.functions[function], &options.ranges)?;
    context.progress.cancellable();
    let mut budget = Budget::unlimited().with_cancel(context.cancel.clone());
    if let Some(limit) = options.timeout {
        budget = budget.with_cpu_time(limit);
    }
    let what = if options.exhaustive { "trial of all inputs" } else { "native search" };
    context.progress.phase_within(what, options.timeout);
    let task = SearchTask {
        options,
        module: &loaded.module,
        function,
        inputs: &inputs,
        units: &loaded.units,
        budget,
        context,
    };
    let found = if options.exhaustive { task.try_all()? } else { task.search()? };
    context.progress.phase("confirming what was found");
    let outcome = task.confirm(found)?;
    if let Some(folder) = &options.witnesses {
        write_witnesses(folder, &outcome.witnesses)?;
    }
    Ok(outcome.model(&task, &loaded.warnings))
}

/// What is to be done.
struct SearchTask<'a> {
    options: &'a SearchOptions,
    module: &'a Module,
    function: FunctionId,
    inputs: &'a PlainInputs,
    units: &'a [Unit],
    /// When to stop calling the function.
    budget: Budget,
    context: &'a RunContext,
}

/// What a search or a trial of all inputs found, before it is confirmed.
struct Unconfirmed {
    events: BTreeMap<(SiteId, Exception), Vec<u64>>,
    ends: Vec<(Vec<u64>, CallEnd)>,
    /// How many inputs were tried.
    tried: u64,
    /// Of how many, if all were to be tried.
    of: Option<u64>,
    unobserved: BTreeSet<SiteId>,
    /// Why not all calls were made, if that is so.
    stopped: Option<Exhausted>,
}

impl SearchTask<'_> {
    /// What a trial of all inputs takes for granted: parameters are numbers, so that is what the
    /// functions promise that are called, for another machine may have another library.
    fn assumptions(&self) -> Vec<Assumption> {
        let entry = EntryPoint::new(self.function, Vec::new());
        proof_assumptions(self.module, self.function, &entry)
    }

    fn engine_options(&self, optimisation: Optimisation) -> EngineOptions {
        EngineOptions {
            optimisation,
            links: native_links(self.module, &self.options.links),
            call_limit: self.options.call_timeout,
            ..EngineOptions::default()
        }
    }

    fn wants(&self, exception: Exception) -> bool {
        let properties = &self.options.properties;
        !exception.is_on_request() && (properties.is_empty() || properties.contains(&exception))
    }

    /// All pairs of site and exception that are wanted, when not all are.
    fn wanted(&self) -> Option<BTreeSet<(SiteId, Exception)>> {
        let properties = &self.options.properties;
        (!properties.is_empty()).then(|| {
            let sites = self.module.sites.ids();
            sites.flat_map(|site| properties.iter().map(move |&property| (site, property))).collect()
        })
    }

    fn search(&self) -> Result<Unconfirmed, DriverError> {
        let space: &Space = &self.inputs.space;
        let subject = SearchSubject { module: self.module, function: self.function, space };
        let options = NativeSearchOptions {
            seed: self.options.seed,
            calls: Some(self.options.calls.div_ceil(self.options.jobs as u64)),
            cpu: None,
            budget: self.budget.clone(),
            wanted: self.wanted(),
            stop_at_exception: false,
            known: Vec::new(),
        };
        let searched = native_search(
            &Launcher::this_program()?,
            self.units,
            &self.inputs.target,
            subject,
            &self.engine_options(Optimisation::Optimised),
            &options,
            self.options.jobs,
        )?;
        let events = searched.found.into_iter().map(|(event, found)| (event, found.input)).collect();
        Ok(Unconfirmed {
            events,
            ends: searched.ends,
            tried: searched.effort.calls,
            of: None,
            unobserved: BTreeSet::new(),
            stopped: searched.stopped,
        })
    }

    fn try_all(&self) -> Result<Unconfirmed, DriverError> {
        let digits = self.digits()?;
        let total = input_count(&digits).unwrap_or(0);
        let progress = |done: u64, total: u64| {
            self.context.progress.detail(format!("{} % of {total} inputs", 100 * done / total.max(1)));
            self.budget.check(0).is_ok()
        };
        let found = exhaust(
            &Launcher::this_program()?,
            self.units,
            &self.inputs.target,
            &digits,
            &self.engine_options(Optimisation::Defined),
            self.options.jobs,
            &progress,
        )?;
        let input = |counter: u64| input_at(&digits, counter);
        let events = found.events.iter().filter(|((_, exception), _)| self.wants(*exception));
        Ok(Unconfirmed {
            events: events.map(|(&event, &counter)| (event, input(counter))).collect(),
            ends: found.ends.iter().map(|&(counter, end)| (input(counter), end)).collect(),
            tried: found.inputs,
            of: Some(total),
            unobserved: found.unobserved.into_iter().collect(),
            stopped: self.budget.check(0).err().filter(|_| found.inputs < total),
        })
    }

    /// The words of a call as digits of a counter.
    fn digits(&self) -> Result<Vec<Counted>, DriverError> {
        let fixed = self.inputs.parameters.iter().find(|parameter| parameter.varied.is_none());
        if let Some(parameter) = fixed {
            let message = format!("--exhaustive tries numbers only, and '{}' is memory", parameter.name);
            return Err(
                DriverError::refused(message).with_help("`ulpwise check` varies what parameters point at")
            );
        }
        let space = &self.inputs.space;
        let mut digits: Vec<Counted> = space.template.iter().map(|&word| Counted::fixed(word)).collect();
        for variable in &space.variables {
            digits[variable.word] = Counted::range(variable.kind, variable.range)
                .ok_or_else(|| too_many("a parameter alone has more"))?;
        }
        match input_count(&digits) {
            Some(_) => Ok(digits),
            None => Err(too_many("together they have more")),
        }
    }

    /// Calls every witness once more, in code that is not optimised and in a child of its own.
    fn confirm(&self, found: Unconfirmed) -> Result<SearchOutcome, DriverError> {
        let launcher = Launcher::this_program()?;
        let targets = std::slice::from_ref(&self.inputs.target);
        let mut engine =
            Engine::start(&launcher, self.units, targets, &self.engine_options(Optimisation::Unoptimised))?;
        let distinct: BTreeSet<&Vec<u64>> = found.events.values().collect();
        let words: Vec<u64> = distinct.iter().flat_map(|words| words.iter().copied()).collect();
        let calls = engine.run(0, &words)?;
        let calls: BTreeMap<&Vec<u64>, &NativeCall> = distinct.into_iter().zip(&calls).collect();
        let maker = Maker {
            input: &self.options.program,
            link: &self.options.links,
            module: self.module,
            inputs: self.inputs,
        };
        let mut outcome = SearchOutcome {
            tried: found.tried,
            of: found.of,
            ends: found.ends,
            stopped: found.stopped,
            unobserved: found.unobserved.into_iter().chain(engine.unobserved()).collect(),
            unprotected: engine.missing_protection(),
            ..SearchOutcome::default()
        };
        for (&(site, exception), words) in &found.events {
            match calls.get(words) {
                Some(call) if call.events.contains(&(site, exception)) => {
                    let witness = maker.witness(site, exception, words, call);
                    outcome.witnesses.insert((site, exception), witness);
                }
                _ => outcome.unconfirmed.push((site, exception)),
            }
        }
        Ok(outcome)
    }
}

fn too_many(what: &str) -> DriverError {
    DriverError::refused(format!("--exhaustive tries at most 2^32 inputs, and {what}"))
        .with_help("--range NAME=LOW..HIGH leaves fewer")
}

/// One file for each witness, named after its site and property.
fn write_witnesses(
    folder: &std::path::Path,
    witnesses: &BTreeMap<(SiteId, Exception), Witness>,
) -> Result<(), DriverError> {
    let wrong = |error: std::io::Error| DriverError::option_unwritable("--witnesses", folder, error);
    std::fs::create_dir_all(folder).map_err(wrong)?;
    for witness in witnesses.values() {
        let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
        let site: String = witness.site.chars().map(plain).collect();
        let name = format!("{site}-{}.json", witness.flaw.id());
        std::fs::write(folder.join(name), witness.write()).map_err(wrong)?;
    }
    Ok(())
}
