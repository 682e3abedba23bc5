//! `ulpwise search`: drives the inputs of a function towards exceptions, or tries all inputs there are.
//!
//! What holds: an exception is told only if a call of the unoptimised program raises it at the same site, in a fresh child; "proven"
//! is said only if all inputs in range were tried, all calls returned and the site is looked at.

mod report;

use crate::args::SearchArguments;
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::output::Report;
use crate::progress::Progress;
use report::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_driver::load::{check_links, load};
use ulpwise_driver::witness::{Maker, Witness};
use ulpwise_harness::plain_call::PlainInputs;
use ulpwise_harness::resolve::resolve;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::{
    CallEnd, Counted, Engine, EngineOptions, Launcher, NativeCall, SearchOptions, SearchSubject, Space, Unit,
    exhaust, input_at, input_count, search as native_search,
};

/// Runs the command.
pub(crate) fn search(arguments: &SearchArguments) -> Result<Report, Failure> {
    check_links(&arguments.link)?;
    let progress = Progress::new("compiling");
    let loaded = load(&arguments.input.program(), None)?;
    let function = resolve(&loaded.module, arguments.function.as_deref())?;
    let inputs = PlainInputs::new(&loaded.module, &loaded.module.functions[function], &arguments.range)?;
    // Before this there is nothing to tell, and a signal ends the program as it always does.
    let interrupt = Interrupt::watch(Patience::Unlimited);
    progress.leave_signals();
    let mut budget = Budget::unlimited().with_cancel(interrupt.flag());
    if let Some(limit) = arguments.timeout {
        budget = budget.with_time(limit);
    }
    let what = if arguments.exhaustive { "trial of all inputs" } else { "native search" };
    progress.phase_within(what, arguments.timeout);
    let task = Task {
        arguments,
        module: &loaded.module,
        function,
        inputs: &inputs,
        units: &loaded.units,
        budget,
        progress: &progress,
    };
    let found = if arguments.exhaustive { task.try_all()? } else { task.search()? };
    progress.phase("confirming what was found");
    let outcome = task.confirm(found)?;
    if let Some(folder) = &arguments.witnesses {
        write_witnesses(folder, &outcome.witnesses)?;
    }
    let report = outcome.report(&task, &loaded.warnings);
    Ok(Report { status: interrupt.status().unwrap_or(report.status), ..report })
}

/// What is to be done.
pub(crate) struct Task<'a> {
    arguments: &'a SearchArguments,
    module: &'a Module,
    function: FunctionId,
    inputs: &'a PlainInputs,
    units: &'a [Unit],
    /// When to stop calling the function.
    budget: Budget,
    progress: &'a Progress,
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

impl Task<'_> {
    fn engine_options(&self, optimise: bool) -> EngineOptions {
        EngineOptions {
            optimise,
            links: self.arguments.link.clone(),
            call_limit: self.arguments.call_timeout,
            ..EngineOptions::default()
        }
    }

    fn wants(&self, exception: Exception) -> bool {
        let properties = &self.arguments.property;
        exception != Exception::Inexact && (properties.is_empty() || properties.contains(&exception))
    }

    /// All pairs of site and exception that are wanted, when not all are.
    fn wanted(&self) -> Option<BTreeSet<(SiteId, Exception)>> {
        let properties = &self.arguments.property;
        (!properties.is_empty()).then(|| {
            let sites = self.module.sites.ids();
            sites.flat_map(|site| properties.iter().map(move |&property| (site, property))).collect()
        })
    }

    fn search(&self) -> Result<Unconfirmed, Failure> {
        let space: &Space = &self.inputs.space;
        let subject = SearchSubject { module: self.module, function: self.function, space };
        let options = SearchOptions {
            seed: self.arguments.seed,
            calls: Some(self.arguments.calls.div_ceil(self.arguments.jobs as u64)),
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
            &self.engine_options(true),
            &options,
            self.arguments.jobs,
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

    fn try_all(&self) -> Result<Unconfirmed, Failure> {
        let digits = self.digits()?;
        let total = input_count(&digits).unwrap_or(0);
        let progress = |done: u64, total: u64| {
            self.progress.detail(format!("{} % of {total} inputs", 100 * done / total.max(1)));
            self.budget.check(0).is_ok()
        };
        let found = exhaust(
            &Launcher::this_program()?,
            self.units,
            &self.inputs.target,
            &digits,
            &self.engine_options(true),
            self.arguments.jobs,
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
    fn digits(&self) -> Result<Vec<Counted>, Failure> {
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
    fn confirm(&self, found: Unconfirmed) -> Result<Outcome, Failure> {
        let launcher = Launcher::this_program()?;
        let targets = std::slice::from_ref(&self.inputs.target);
        let mut engine = Engine::start(&launcher, self.units, targets, &self.engine_options(false))?;
        let distinct: BTreeSet<&Vec<u64>> = found.events.values().collect();
        let words: Vec<u64> = distinct.iter().flat_map(|words| words.iter().copied()).collect();
        let calls = engine.run(0, &words)?;
        let calls: BTreeMap<&Vec<u64>, &NativeCall> = distinct.into_iter().zip(&calls).collect();
        let arguments = self.arguments;
        let maker = Maker {
            input: &arguments.input.program(),
            link: &arguments.link,
            module: self.module,
            inputs: self.inputs,
        };
        let mut outcome = Outcome {
            tried: found.tried,
            of: found.of,
            ends: found.ends,
            stopped: found.stopped,
            unobserved: found.unobserved.into_iter().chain(engine.unobserved()).collect(),
            unprotected: engine.missing_protection(),
            ..Outcome::default()
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

fn too_many(what: &str) -> Failure {
    Failure::bad_input(format!("--exhaustive tries at most 2^32 inputs, and {what}"))
        .help("--range NAME=LOW..HIGH leaves fewer")
}

/// One file for each witness, named after its site and property.
fn write_witnesses(
    folder: &std::path::Path,
    witnesses: &BTreeMap<(SiteId, Exception), Witness>,
) -> Result<(), Failure> {
    let wrong =
        |error: std::io::Error| Failure::bad_input(format!("--witnesses {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    for witness in witnesses.values() {
        let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
        let site: String = witness.site.chars().map(plain).collect();
        let name = format!("{site}-{}.json", witness.flaw.id());
        std::fs::write(folder.join(name), witness.write()).map_err(wrong)?;
    }
    Ok(())
}
