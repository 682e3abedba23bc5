//! The native analysis: guided search for whatever is open, or a trial of all inputs where they are
//! few.

use crate::ledger::Goal;
use crate::session::{NativeProgram, Session};
use std::collections::BTreeSet;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_harness::NativeInputs;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::{
    Counted, NativeError, Optimisation, SearchOptions, SearchSubject, Space, exhaust, input_at, input_count,
};

/// How many inputs a second are tried by one process, at least, when all are: what a trial may be
/// expected to take.
const TRIED_A_SECOND: u64 = 10_000_000;

/// What is searched, and by how many processes.
pub(crate) struct NativeAnalysis<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: FunctionId,
    pub(crate) inputs: &'a NativeInputs,
    /// What is varied.
    pub(crate) space: &'a Space,
    pub(crate) seed: u64,
    pub(crate) jobs: usize,
    /// Whether only the first exception of a call counts.
    pub(crate) stop_at_exception: bool,
}

/// What a trial of all inputs came to.
pub(crate) struct Tried {
    /// The words of calls that raised something.
    pub(crate) calls: Vec<Vec<u64>>,
    /// Whether silence is a proof: all were tried, and all calls returned.
    pub(crate) complete: bool,
    /// What some call raised, first or later.
    pub(crate) raised: BTreeSet<Goal>,
    /// Where it is none even so.
    pub(crate) unobserved: BTreeSet<SiteId>,
}

impl NativeAnalysis<'_> {
    /// Searches for exceptions, beginning with seeds, to which it adds its own. The words of calls
    /// that raised some of them.
    pub(crate) fn search(
        &self,
        session: &mut Session<'_>,
        wanted: BTreeSet<Goal>,
        seeds: &mut BTreeSet<Vec<u64>>,
        budget: &Budget,
        limit: Duration,
    ) -> Result<Vec<Vec<u64>>, NativeError> {
        // What ordinary results have is not searched for: most calls that reach an operation make
        // it round. Where nothing else is wanted, whatever is raised is a seed.
        let searched: BTreeSet<Goal> =
            wanted.iter().copied().filter(|(_, exception)| !exception.is_on_request()).collect();
        let options = SearchOptions {
            seed: self.seed,
            calls: None,
            cpu: Some(limit),
            budget: budget.clone(),
            wanted: Some(searched).filter(|searched| !searched.is_empty()),
            stop_at_exception: self.stop_at_exception,
            known: seeds.iter().cloned().collect(),
        };
        let subject = SearchSubject { module: self.module, function: self.function, space: self.space };
        let found = session.search(self.inputs, subject, &options, self.jobs)?;
        if !session.program.on_request.is_empty() {
            seeds.extend(found.seeds);
            return Ok(seeds.iter().cloned().collect());
        }
        seeds.extend(found.seeds);
        let calls = found.found.into_iter().filter(|(goal, _)| wanted.contains(goal));
        let calls: BTreeSet<Vec<u64>> = calls.map(|(_, found)| found.input).collect();
        Ok(calls.into_iter().collect())
    }

    /// Tries all inputs, if that takes no longer than a part of the time that is left.
    pub(crate) fn try_all(
        &self,
        program: &NativeProgram<'_>,
        limit: Duration,
        budget: &Budget,
    ) -> Result<Option<Tried>, NativeError> {
        let space = &self.inputs.space;
        if space.assumption.is_some() {
            return Ok(None);
        }
        let mut digits: Vec<Counted> = space.template.iter().map(|&word| Counted::fixed(word)).collect();
        for variable in &space.variables {
            let counted = Counted::range(variable.kind, variable.range);
            let (Some(counted), 0) = (counted, variable.shift) else { return Ok(None) };
            digits[variable.word] = counted;
        }
        let allowed = limit.as_secs() * TRIED_A_SECOND * self.jobs.max(1) as u64;
        let Some(total) = input_count(&digits).filter(|&total| total <= allowed) else { return Ok(None) };
        let NativeProgram { launcher, units, .. } = program;
        let engine = program.options(Optimisation::Defined);
        let goes_on = |_: u64, _: u64| budget.check(0).is_ok();
        let target = &self.inputs.target;
        let found = exhaust(launcher, units, target, &digits, &engine, self.jobs, &goes_on)?;
        let calls: BTreeSet<Vec<u64>> =
            found.events.values().map(|&number| input_at(&digits, number)).collect();
        Ok(Some(Tried {
            calls: calls.into_iter().collect(),
            complete: found.inputs == total && found.ends.is_empty(),
            raised: found.events.keys().copied().collect(),
            unobserved: found.unobserved.into_iter().collect(),
        }))
    }
}
