//! What a search has to say: a verdict for each site and property.

use super::Task;
use crate::output::{ExitStatus, Report};
use crate::render::{count, float_text, printable, signed_value, site_name, warnings_text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_base::Exhausted;
use ulpwise_driver::json::document;
use ulpwise_driver::witness::{Argument, Witness};
use ulpwise_harness::names::source_name;
use ulpwise_harness::plain_call::FloatOrInt;
use ulpwise_interp::Exception;
use ulpwise_ir::{Inst, SiteId, SiteKind};
use ulpwise_native::{CallEnd, Protection};

/// What came of a search.
#[derive(Default)]
pub(super) struct Outcome {
    /// Exceptions that happened again.
    pub(super) witnesses: BTreeMap<(SiteId, Exception), Witness>,
    /// Exceptions that did not.
    pub(super) unconfirmed: Vec<(SiteId, Exception)>,
    pub(super) tried: u64,
    pub(super) of: Option<u64>,
    /// Why not all calls were made, if that is so.
    pub(super) stopped: Option<Exhausted>,
    pub(super) ends: Vec<(Vec<u64>, CallEnd)>,
    pub(super) unobserved: BTreeSet<SiteId>,
    pub(super) unprotected: Vec<Protection>,
}

impl Outcome {
    /// Whether all inputs were tried, and all calls returned.
    fn is_complete(&self) -> bool {
        self.of == Some(self.tried) && self.ends.is_empty() && self.unconfirmed.is_empty()
    }

    /// Why silence is no proof though all inputs were tried, if it is none.
    fn doubt(&self, task: &Task<'_>) -> Option<String> {
        self.of.and_then(|_| ulpwise_harness::depends_on(task.module, task.function, &[]))
    }

    /// The sites of the function and of what it calls that are proven to raise nothing else than what has a witness.
    fn proven(&self, task: &Task<'_>) -> Vec<SiteId> {
        if !self.is_complete() || self.doubt(task).is_some() {
            return Vec::new();
        }
        let functions = callees(task);
        let module = task.module;
        let sites = module.sites.iter_enumerated().filter(|(id, site)| {
            functions.contains(&site.function) && !self.unobserved.contains(id) && can_fail(site.kind)
        });
        let silent = |&(id, _): &(SiteId, _)| !self.witnesses.keys().any(|&(site, _)| site == id);
        sites.filter(silent).map(|(id, _)| id).collect()
    }

    pub(super) fn report(&self, task: &Task<'_>, warnings: &[String]) -> Report {
        let errors = if task.arguments.json { String::new() } else { warnings_text(warnings) };
        let output = if task.arguments.json { self.json(task, warnings) } else { self.text(task) };
        // An exception is a finding, not a failure.
        Report { output, errors, status: ExitStatus::Success }
    }

    fn text(&self, task: &Task<'_>) -> String {
        let module = task.module;
        let mut text = String::new();
        for ((site, exception), witness) in &self.witnesses {
            let place = place_text(witness);
            let call = call_text(task, witness);
            writeln!(text, "{}: {}{place}\n  {call}", exception.id(), site_name(module, *site))
                .expect("writing to a string");
        }
        for (site, exception) in &self.unconfirmed {
            let name = site_name(module, *site);
            writeln!(text, "not confirmed: {} at {name}, seen in optimised code only", exception.id())
                .expect("writing to a string");
        }
        for (words, end) in self.ends.iter().take(3) {
            writeln!(text, "did not return: {} ({})", words_text(task, words), end_text(*end))
                .expect("writing to a string");
        }
        for protection in &self.unprotected {
            writeln!(text, "note: {}", protection.when_missing()).expect("writing to a string");
        }
        let proven = self.proven(task);
        let sites: BTreeSet<SiteId> = self.witnesses.keys().map(|&(site, _)| site).collect();
        let summary = format!(
            "{} at {}",
            count(self.witnesses.len(), "exception", "exceptions"),
            count(sites.len(), "site", "sites")
        );
        match self.of {
            Some(of) if let (true, Some(why)) = (self.is_complete(), self.doubt(task)) => {
                writeln!(text, "{summary}; nothing is proven by trying all {of} inputs: {why}")
            }
            Some(of) if self.is_complete() => {
                writeln!(
                    text,
                    "{summary}; proven by trying all {of} inputs: no other exception, {} without any",
                    count(proven.len(), "site", "sites")
                )
            }
            Some(of) => {
                let stopped = self.ends.len();
                let why = match self.tried < of {
                    true => format!("only {} of {of} inputs were tried{}", self.tried, self.stopped_text()),
                    false => format!("{} did not return", count(stopped, "call", "calls")),
                };
                writeln!(text, "{summary}; nothing is proven, because {why}")
            }
            None => {
                let (calls, stopped) = (self.tried, self.stopped_text());
                writeln!(text, "{summary} after {calls} calls{stopped}; a search proves nothing about others")
            }
        }
        .expect("writing to a string");
        text
    }

    /// Why not all calls were made, for the end of a sentence.
    fn stopped_text(&self) -> String {
        self.stopped.map(|why| format!(" ({why})")).unwrap_or_default()
    }

    fn json(&self, task: &Task<'_>, warnings: &[String]) -> String {
        let module = task.module;
        let witnesses: Vec<Value> = self
            .witnesses
            .values()
            .map(|witness| serde_json::from_str(&witness.write()).unwrap_or(Value::Null))
            .collect();
        let name = |site: &SiteId| Value::from(module.site_name(*site));
        let ends: Vec<Value> = self
            .ends
            .iter()
            .map(|(words, end)| json!({"call": words_text(task, words), "end": end_text(*end)}))
            .collect();
        let unconfirmed: Vec<Value> = self
            .unconfirmed
            .iter()
            .map(|(site, exception)| json!({"site": module.site_name(*site), "property": exception.id()}))
            .collect();
        document(&json!({
            "format": "ulpwise-search",
            "version": 1,
            "function": task.inputs.target.name,
            "exhaustive": self.of.is_some(),
            "inputs": self.of,
            "tried": self.tried,
            "complete": self.is_complete(),
            "doubt": self.doubt(task),
            "stopped": self.stopped.map(|why| why.to_string()),
            "witnesses": witnesses,
            "proven": self.proven(task).iter().map(name).collect::<Vec<_>>(),
            "unobserved": self.unobserved.iter().map(name).collect::<Vec<_>>(),
            "unconfirmed": unconfirmed,
            "ends": ends,
            "warnings": warnings,
        }))
    }
}

/// The function and all that it calls directly or through others.
fn callees(task: &Task<'_>) -> BTreeSet<ulpwise_ir::FunctionId> {
    let mut seen = BTreeSet::from([task.function]);
    let mut open = vec![task.function];
    while let Some(function) = open.pop() {
        let Some(body) = &task.module.functions[function].body else { continue };
        for inst in &body.insts {
            if let Inst::Call { callee, .. } = *inst
                && seen.insert(callee)
            {
                open.push(callee);
            }
        }
    }
    seen
}

/// Whether an operation can raise anything that is told: most conversions from integers cannot.
fn can_fail(kind: SiteKind) -> bool {
    !matches!(kind, SiteKind::FromInt(_))
}

fn place_text(witness: &Witness) -> String {
    match &witness.place {
        Some((file, line, column)) => format!(" at {}:{line}:{column}", printable(file)),
        None => String::new(),
    }
}

fn call_text(task: &Task<'_>, witness: &Witness) -> String {
    let words: Vec<u64> =
        witness.arguments.iter().flat_map(|argument: &Argument| argument.words.clone()).collect();
    words_text(task, &words)
}

/// A call as a person would write it.
fn words_text(task: &Task<'_>, words: &[u64]) -> String {
    let values = task.inputs.parameters.iter().map(|parameter| {
        let word = u128::from(words.get(parameter.word).copied().unwrap_or(0));
        let value = match parameter.varied {
            Some((FloatOrInt::Float(format), _)) => float_text(format, word & mask(format.bits())),
            Some((FloatOrInt::Int, kind)) if parameter.signed => signed_value(word, kind.bits()).to_string(),
            Some((FloatOrInt::Int, kind)) => (word & mask(kind.bits() as u8)).to_string(),
            None => "_".to_owned(),
        };
        format!("{} = {value}", printable(&parameter.name))
    });
    let function = source_name(&task.module.functions[task.function]);
    format!("{}({})", printable(&function), values.collect::<Vec<_>>().join(", "))
}

fn mask(bits: u8) -> u128 {
    u128::MAX >> (128 - u32::from(bits))
}

fn end_text(end: CallEnd) -> String {
    match end {
        CallEnd::Returned => "returned".to_owned(),
        CallEnd::TimedOut => "took too long".to_owned(),
        CallEnd::Exited(code) => format!("exited with code {code}"),
        CallEnd::Signal(signal) => format!("signal {signal}"),
    }
}
