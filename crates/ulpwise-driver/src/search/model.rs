//! What a search found, as plain data.

use super::SearchTask;
use crate::assume_nothing::refusal;
use crate::describe::{float_text, printable, site_name};
use crate::witness::{Argument, Witness};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::Exhausted;
use ulpwise_finding::{SearchFinding, SearchRun, SourceLocation, UnconfirmedException, UnreturnedCall};
use ulpwise_harness::names::source_name;
use ulpwise_harness::number_syntax::signed_value;
use ulpwise_harness::plain_call::FloatOrInt;
use ulpwise_interp::Exception;
use ulpwise_ir::{Inst, SiteId, SiteKind};
use ulpwise_native::{CallEnd, Protection};

/// What came of a search.
#[derive(Default)]
pub(super) struct SearchOutcome {
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

impl SearchOutcome {
    /// Whether all inputs were tried, and all calls returned.
    fn is_complete(&self) -> bool {
        self.of == Some(self.tried) && self.ends.is_empty() && self.unconfirmed.is_empty()
    }

    /// Why silence is no proof though all inputs were tried, if it is none.
    fn unproven(&self, task: &SearchTask<'_>) -> Option<String> {
        self.of?;
        let obstacle = ulpwise_harness::trial_obstacle(task.module, task.function);
        obstacle
            .map(|obstacle| obstacle.to_string())
            .or_else(|| ulpwise_harness::depends_on(task.module, task.function, &[]))
            .or_else(|| {
                let assumptions = task.assumptions();
                refusal(&assumptions).filter(|_| task.options.assume_nothing)
            })
    }

    /// The sites of the function and of what it calls that are proven to raise nothing else than
    /// what has a witness.
    fn proven(&self, task: &SearchTask<'_>) -> Vec<SiteId> {
        if !self.is_complete() || self.unproven(task).is_some() {
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

    /// The outcome as plain data.
    pub(super) fn model(&self, task: &SearchTask<'_>, warnings: &[String]) -> SearchRun {
        let module = task.module;
        let name = |&site: &SiteId| module.site_name(site);
        let findings = self.witnesses.iter().map(|(&(site, exception), witness)| SearchFinding {
            site: site_name(module, site),
            property: exception.id(),
            location: witness.place.clone().map(|(file, line, column)| SourceLocation {
                file: Some(file),
                line,
                column,
            }),
            call: call_text(task, witness),
            document: witness.write(),
        });
        let unconfirmed = self.unconfirmed.iter().map(|&(site, exception)| UnconfirmedException {
            site: module.site_name(site),
            shown_site: site_name(module, site),
            property: exception.id(),
        });
        let ends = self
            .ends
            .iter()
            .map(|(words, end)| UnreturnedCall { call: words_text(task, words), end: end_text(*end) });
        let proven = self.proven(task);
        SearchRun {
            function: task.inputs.target.name.clone(),
            findings: findings.collect(),
            unconfirmed: unconfirmed.collect(),
            tried: self.tried,
            inputs: self.of,
            complete: self.is_complete(),
            unproven: self.unproven(task),
            stopped: self.stopped.map(|why| why.to_string()),
            assumptions: if proven.is_empty() { Vec::new() } else { task.assumptions() },
            proven: proven.iter().map(name).collect(),
            unobserved: self.unobserved.iter().map(name).collect(),
            ends: ends.collect(),
            unprotected: self.unprotected.iter().map(|protection| protection.when_missing()).collect(),
            warnings: warnings.to_vec(),
        }
    }
}

/// The function and all that it calls directly or through others.
fn callees(task: &SearchTask<'_>) -> BTreeSet<ulpwise_ir::FunctionId> {
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

/// Whether an operation can raise anything that is reported: most conversions from integers cannot.
fn can_fail(kind: SiteKind) -> bool {
    !matches!(kind, SiteKind::FromInt(_))
}

fn call_text(task: &SearchTask<'_>, witness: &Witness) -> String {
    let words: Vec<u64> =
        witness.arguments.iter().flat_map(|argument: &Argument| argument.words.clone()).collect();
    words_text(task, &words)
}

/// A call as a person would write it.
fn words_text(task: &SearchTask<'_>, words: &[u64]) -> String {
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
