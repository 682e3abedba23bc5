//! The ledger: every site that a function can come to, every exception that the operation there can
//! raise, and the verdict.

use crate::kinds::possible;
use crate::unknown::Unknown;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use ulpwise_harness::Output;
use ulpwise_harness::contracts::is_counted_in_guard;
use ulpwise_harness::reach::{reached_functions, sites_of};
use ulpwise_host::RoundingMode;
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, SiteId};
use ulpwise_native::CallEnd;

/// An exception at a site.
pub type Goal = (SiteId, Exception);

/// What gives verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Analysis {
    /// Abstract interpretation.
    Abstract,
    /// A trial of all inputs in native code.
    Exhaustive,
    /// Guided search in native code.
    Native,
    /// Symbolic execution.
    Symbolic,
}

impl Analysis {
    /// All of them, in the order in which they work.
    pub const ALL: [Self; 4] = [Self::Abstract, Self::Exhaustive, Self::Native, Self::Symbolic];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Abstract => "abstract",
            Self::Exhaustive => "exhaustive",
            Self::Native => "native",
            Self::Symbolic => "symbolic",
        }
    }
}

/// A call that raises an exception, made natively in unoptimised code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The analysis that found it.
    pub analysis: Analysis,
    /// The rounding mode in which the call begins.
    pub rounding: RoundingMode,
    /// The words of the call.
    pub words: Vec<u64>,
    /// How the call ended.
    pub end: CallEnd,
    /// The returned value, then the buffers; zeros unless it returned.
    pub output: Vec<u64>,
    /// Everything that the call raised, in the order of first occurrence. A call of a large function
    /// raises thousands of exceptions and is the witness of all of them.
    pub events: Arc<[Goal]>,
}

impl Witness {
    /// Whether an exception is the root exception of the call, the first that it raises.
    pub fn is_root(&self, goal: Goal) -> bool {
        self.events.first() == Some(&goal)
    }

    /// The bits of an output; nothing if the call did not return, or left what was there before.
    pub fn output_bits(&self, output: &Output) -> Option<u128> {
        if self.end == CallEnd::Returned { output.bits(&self.words, &self.output) } else { None }
    }
}

/// What is known about an exception at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalVerdict {
    /// This call raises it.
    Witness(Witness),
    /// No input raises it.
    Proven(Analysis),
    /// Not decided; why.
    Unknown(Unknown),
}

/// All sites and all exceptions that can be raised there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: BTreeMap<Goal, GoalVerdict>,
    /// For each site a call whose root exception is there, if one is known.
    roots: BTreeMap<SiteId, Witness>,
    /// Whether only the first exception of a call counts.
    stops_at_exception: bool,
}

/// How many entries have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictCount {
    /// Witnesses.
    pub witnesses: usize,
    /// Proofs.
    pub proven: usize,
    /// Neither.
    pub unknown: usize,
}

impl Ledger {
    /// The open ledger of a function.
    pub fn new(module: &Module, function: FunctionId, wanted: &[Exception]) -> Ledger {
        let sites = sites_of(module, &reached_functions(module, function));
        let goals =
            sites.into_iter().flat_map(|site| possible(module, site).into_iter().map(move |one| (site, one)));
        let unknown = GoalVerdict::Unknown(Unknown::not_analysed());
        let is_wanted = |&(site, exception): &Goal| {
            wanted.contains(&exception) && is_counted_in_guard(module, site, exception)
        };
        let goals = goals.filter(is_wanted);
        Ledger { entries: goals.map(|goal| (goal, unknown.clone())).collect(), ..Ledger::default() }
    }

    /// The same, where only the first exception of a call counts, as if the call stopped there.
    #[must_use]
    pub fn stopping_at_exceptions(self) -> Ledger {
        Ledger { stops_at_exception: true, ..self }
    }

    /// Whether only the first exception of a call counts.
    pub fn stops_at_exception(&self) -> bool {
        self.stops_at_exception
    }

    /// The entries, in the order of sites.
    pub fn entries(&self) -> impl Iterator<Item = (Goal, &GoalVerdict)> {
        self.entries.iter().map(|(&goal, verdict)| (goal, verdict))
    }

    /// What is not decided.
    pub fn open(&self) -> impl Iterator<Item = Goal> + '_ {
        // fail-closed: what is decided stays as it is.
        self.entries().filter(|(_, verdict)| matches!(verdict, GoalVerdict::Unknown(_))).map(|(goal, _)| goal)
    }

    /// Whether an exception at a site is of interest and not decided.
    pub fn is_open(&self, goal: Goal) -> bool {
        // fail-closed: what is decided stays as it is.
        matches!(self.entries.get(&goal), Some(GoalVerdict::Unknown(_)))
    }

    /// Whether an exception at a site was proven absent.
    pub fn is_proven(&self, goal: Goal) -> bool {
        // fail-closed: everything else is not proven.
        matches!(self.entries.get(&goal), Some(GoalVerdict::Proven(_)))
    }

    /// Whether a call raises something that was proven absent.
    pub fn contradicts(&self, witness: &Witness) -> bool {
        witness.events.iter().any(|&goal| self.is_proven(goal))
    }

    /// Whether nothing is left to decide.
    pub fn is_decided(&self) -> bool {
        self.open().next().is_none()
    }

    /// Whether a call raises something that counts and has no witness.
    pub(crate) fn lacks(&self, witness: &Witness) -> bool {
        let counted = if self.stops_at_exception { 1 } else { usize::MAX };
        witness.events.iter().take(counted).any(|goal| match self.entries.get(goal) {
            Some(GoalVerdict::Proven(_) | GoalVerdict::Unknown(_)) => true,
            Some(GoalVerdict::Witness(_)) | None => false,
        })
    }

    /// Takes a witness over for everything that its call raises. A witness is a fact: it stands
    /// even where an analysis claimed a proof, which is then a bug and is returned.
    pub fn witness(&mut self, witness: &Witness) -> Vec<(Goal, Analysis)> {
        let mut refuted = Vec::new();
        if let Some(first) = witness.events.first().filter(|first| self.entries.contains_key(first)) {
            self.roots.entry(first.0).or_insert_with(|| witness.clone());
        }
        let counted = if self.stops_at_exception { 1 } else { usize::MAX };
        for goal in witness.events.iter().take(counted) {
            match self.entries.get_mut(goal) {
                Some(GoalVerdict::Witness(_)) | None => {}
                Some(verdict) => {
                    if let GoalVerdict::Proven(analysis) = verdict {
                        refuted.push((*goal, *analysis));
                    }
                    *verdict = GoalVerdict::Witness(witness.clone());
                }
            }
        }
        refuted
    }

    /// The witnesses, in the order of sites.
    pub fn witnesses(&self) -> impl Iterator<Item = (Goal, &Witness)> {
        self.entries().filter_map(|(goal, verdict)| match verdict {
            GoalVerdict::Witness(witness) => Some((goal, witness)),
            GoalVerdict::Proven(_) | GoalVerdict::Unknown(_) => None,
        })
    }

    /// The witness of an exception at a site, if it has one.
    pub fn witness_of(&self, goal: Goal) -> Option<&Witness> {
        if let Some(GoalVerdict::Witness(witness)) = self.entries.get(&goal) { Some(witness) } else { None }
    }

    /// Puts another call, which raises the same, in the place of a witness.
    pub fn replace(&mut self, goal: Goal, better: &Witness) {
        if let Some(GoalVerdict::Witness(witness)) = self.entries.get_mut(&goal)
            && (if self.stops_at_exception { better.is_root(goal) } else { better.events.contains(&goal) })
        {
            *witness = better.clone();
        }
    }

    /// The sites that raise the root exception of a call, each with such a call: the locations that
    /// Ariadne counts.
    pub fn root_witnesses(&self) -> impl Iterator<Item = (SiteId, &Witness)> {
        self.roots.iter().map(|(&site, witness)| (site, witness))
    }

    /// A call whose root exception is at a site.
    pub fn root_witness_at(&self, site: SiteId) -> Option<&Witness> {
        self.roots.get(&site)
    }

    /// Puts another call whose root exception is at the same site in the place of the one that is
    /// known.
    pub fn replace_root_witness(&mut self, better: &Witness) {
        if let Some((site, _)) = better.events.first()
            && let Some(known) = self.roots.get_mut(site)
        {
            *known = better.clone();
        }
    }

    /// No input raises this exception here; an entry that is decided stays as it is.
    pub fn prove(&mut self, goal: Goal, analysis: Analysis) {
        if let Some(verdict @ GoalVerdict::Unknown(_)) = self.entries.get_mut(&goal) {
            *verdict = GoalVerdict::Proven(analysis);
        }
    }

    /// Opens what is proven again, for this reason.
    pub fn withdraw_proofs(&mut self, why: &Unknown) {
        for verdict in self.entries.values_mut() {
            if let GoalVerdict::Proven(_) = verdict {
                *verdict = GoalVerdict::Unknown(why.clone());
            }
        }
    }

    /// Opens an entry again that has a witness, for this reason: the call says nothing about it.
    pub fn withdraw_witness(&mut self, goal: Goal, why: &Unknown) {
        if let Some(verdict @ GoalVerdict::Witness(_)) = self.entries.get_mut(&goal) {
            *verdict = GoalVerdict::Unknown(why.clone());
        }
        if self.roots.get(&goal.0).is_some_and(|root| root.is_root(goal)) {
            self.roots.remove(&goal.0);
        }
    }

    /// Why an entry stays open.
    pub fn explain(&mut self, goal: Goal, why: &Unknown) {
        if let Some(GoalVerdict::Unknown(reason)) = self.entries.get_mut(&goal) {
            reason.clone_from(why);
        }
    }

    /// Takes over what was found out for other circumstances, another rounding mode say: what
    /// happens in some happens; what is proven in all is proven.
    pub fn merge(&mut self, other: &Ledger) {
        for (goal, verdict) in &mut self.entries {
            match (&verdict, other.entries.get(goal)) {
                (GoalVerdict::Witness(_), _) | (_, Some(GoalVerdict::Proven(_)) | None) => {}
                (_, Some(found @ GoalVerdict::Witness(_))) => *verdict = found.clone(),
                (_, Some(unknown @ GoalVerdict::Unknown(_))) => *verdict = unknown.clone(),
            }
        }
        for (site, first) in &other.roots {
            self.roots.entry(*site).or_insert_with(|| first.clone());
        }
    }

    /// The same entries, without what calls have shown: what is proven stays.
    #[must_use]
    pub fn without_witnesses(&self) -> Ledger {
        let open = GoalVerdict::Unknown(Unknown::not_analysed());
        let proven_only = |verdict: &GoalVerdict| match verdict {
            GoalVerdict::Proven(_) => verdict.clone(),
            GoalVerdict::Witness(_) | GoalVerdict::Unknown(_) => open.clone(),
        };
        let entries = self.entries.iter().map(|(&goal, verdict)| (goal, proven_only(verdict))).collect();
        Ledger { entries, roots: BTreeMap::new(), stops_at_exception: self.stops_at_exception }
    }

    /// Takes over the calls of a later look in the same circumstances. Returns the entries that
    /// have a witness only now.
    pub fn add(&mut self, later: &Ledger) -> BTreeSet<Goal> {
        let mut new = BTreeSet::new();
        for (&goal, verdict) in &mut self.entries {
            // fail-closed: a witness outranks everything else.
            if let (false, Some(found)) = (matches!(verdict, GoalVerdict::Witness(_)), later.witness_of(goal))
            {
                *verdict = GoalVerdict::Witness(found.clone());
                new.insert(goal);
            }
        }
        for (site, first) in &later.roots {
            self.roots.entry(*site).or_insert_with(|| first.clone());
        }
        new
    }

    /// Some of the entries.
    #[must_use]
    pub fn only(&self, goals: &BTreeSet<Goal>) -> Ledger {
        let chosen = self.entries.iter().filter(|(goal, _)| goals.contains(goal));
        Ledger {
            entries: chosen.map(|(&goal, verdict)| (goal, verdict.clone())).collect(),
            ..Ledger::default()
        }
    }

    /// The two counts of Ariadne: sites that raise something, and pairs of an input that was found
    /// and such a site.
    pub fn locations(&self) -> (usize, usize) {
        let witnesses = self.witnesses().map(|(_, witness)| witness);
        let counted = if self.stops_at_exception { 1 } else { usize::MAX };
        let mut pairs: BTreeSet<(&[u64], SiteId)> = BTreeSet::new();
        // One call is the witness of many entries.
        let calls: BTreeMap<&[u64], &Witness> =
            witnesses.chain(self.roots.values()).map(|witness| (witness.words.as_slice(), witness)).collect();
        for witness in calls.values() {
            let raised = witness.events.iter().take(counted).filter(|goal| self.entries.contains_key(goal));
            pairs.extend(raised.map(|(site, _)| (witness.words.as_slice(), *site)));
        }
        let sites: BTreeSet<SiteId> = pairs.iter().map(|(_, site)| *site).collect();
        (sites.len(), pairs.len())
    }

    /// How many entries have which verdict.
    pub fn count(&self) -> VerdictCount {
        let mut count = VerdictCount::default();
        for verdict in self.entries.values() {
            match verdict {
                GoalVerdict::Witness(_) => count.witnesses += 1,
                GoalVerdict::Proven(_) => count.proven += 1,
                GoalVerdict::Unknown(_) => count.unknown += 1,
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERFLOW: Goal = (SiteId::new(0), Exception::Overflow);
    const INVALID: Goal = (SiteId::new(1), Exception::Invalid);

    fn open() -> Ledger {
        let entry = |goal| (goal, GoalVerdict::Unknown(Unknown::not_analysed()));
        Ledger { entries: [OVERFLOW, INVALID].into_iter().map(entry).collect(), ..Ledger::default() }
    }

    fn call(events: &[Goal]) -> Witness {
        Witness {
            analysis: Analysis::Native,
            rounding: RoundingMode::NearestEven,
            words: vec![7],
            end: CallEnd::Returned,
            output: vec![0],
            events: events.into(),
        }
    }

    #[test]
    fn a_witness_stands_against_a_proof_and_the_proof_is_named() {
        let mut ledger = open();
        ledger.prove(OVERFLOW, Analysis::Abstract);
        ledger.prove(INVALID, Analysis::Symbolic);
        let witness = call(&[OVERFLOW]);
        assert!(ledger.contradicts(&witness) && ledger.lacks(&witness));
        assert_eq!(ledger.witness(&witness), [(OVERFLOW, Analysis::Abstract)]);
        assert_eq!(ledger.witness_of(OVERFLOW), Some(&witness));
        assert!(ledger.is_proven(INVALID) && !ledger.contradicts(&witness));
        // What has a witness is not proven any more.
        ledger.prove(OVERFLOW, Analysis::Symbolic);
        assert!(!ledger.is_proven(OVERFLOW));
        assert_eq!(ledger.count(), VerdictCount { witnesses: 1, proven: 1, unknown: 0 });
    }

    #[test]
    fn only_the_first_exception_of_a_call_counts_where_calls_stop_there() {
        let mut ledger = open().stopping_at_exceptions();
        assert!(ledger.witness(&call(&[OVERFLOW, INVALID])).is_empty());
        assert!(ledger.witness_of(OVERFLOW).is_some() && ledger.is_open(INVALID));
    }

    #[test]
    fn what_is_proven_in_one_mode_is_proven_only_if_it_is_in_all() {
        let (mut one, mut other) = (open(), open());
        one.prove(OVERFLOW, Analysis::Abstract);
        one.prove(INVALID, Analysis::Abstract);
        other.prove(OVERFLOW, Analysis::Abstract);
        one.merge(&other);
        assert!(one.is_proven(OVERFLOW) && one.is_open(INVALID));
        other.witness(&call(&[OVERFLOW]));
        one.merge(&other);
        assert!(one.witness_of(OVERFLOW).is_some());
    }
}
