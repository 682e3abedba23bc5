//! The engine as others see it: a [`Solver`], and bounds for other engines.
//!
//! Assertions that a call shares with the one before, from the first on, keep what was propagated
//! and learnt from them; the rest is undone. Each call's new assertions are a group with a level of
//! its own.

use crate::domain::Domain;
use crate::meter::Meter;
use crate::network::{Network, VarId};
use crate::options::IntervalOptions;
use crate::propagate::trail::Reason as Cause;
use crate::propagate::{Conflict, Propagator};
use crate::search::{Ending, Search, SearchMemory};
use crate::translate;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Term, TermStore};
use ulpwise_solver::{Bounds, Query, Solver, Verdict, confirmed};

/// The interval engine.
#[derive(Debug)]
pub struct IntervalEngine {
    core: Propagator,
    memory: SearchMemory,
    /// The asserted terms, in order.
    assertions: Vec<Term>,
    /// How many of them the first so many levels assert.
    group_ends: Vec<usize>,
    /// Whether some group was found to contradict itself and those before; then it is the last.
    refuted: bool,
    /// The most work, in units of about ten nanoseconds, that was ever done between two looks at a
    /// budget.
    largest_gap: u64,
}

/// What propagation alone found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Propagated {
    /// The assertions cannot hold together.
    Unsat,
    /// In every model the terms lie in these bounds.
    Bounds(Bounds),
}

impl IntervalEngine {
    /// An engine for one store.
    pub fn new(options: IntervalOptions) -> IntervalEngine {
        IntervalEngine {
            core: Propagator::default(),
            memory: SearchMemory::new(options),
            assertions: Vec::new(),
            group_ends: Vec::new(),
            refuted: false,
            largest_gap: 0,
        }
    }

    /// Only propagates, and says what is known about every term below the assertions then.
    ///
    /// # Errors
    /// If the budget ends before.
    pub fn propagated_bounds(
        &mut self,
        store: &TermStore,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<Propagated, Exhausted> {
        self.propagated_bounds_of(store, &Query::new(assertions), budget)
    }

    /// The same for a query with what is known about it.
    ///
    /// # Errors
    /// If the budget ends before.
    pub fn propagated_bounds_of(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Propagated, Exhausted> {
        let meter = Meter::new(budget, self.core.counts.projections);
        let asserted = self.assert(store, query, &meter);
        self.largest_gap = self.largest_gap.max(meter.largest());
        if asserted?.is_some() {
            return Ok(Propagated::Unsat);
        }
        let mut bounds = Bounds::new();
        for var in self.core.network.variables().filter(|&var| self.core.is_active(var)) {
            let bound = translate::to_bound(self.core.domain(var));
            if let (Some(term), Some(bound)) = (self.core.network.term(var), bound) {
                bounds.set(term, bound);
            }
        }
        Ok(Propagated::Bounds(bounds))
    }

    /// The domain of a term after the last call's propagation; `None` if the last query did not
    /// mention it.
    pub fn domain(&self, term: Term) -> Option<&Domain> {
        let var = self.core.network.variable_of(term).filter(|&var| self.core.is_active(var))?;
        Some(self.core.domain(var))
    }

    /// How many projections were made so far.
    pub fn projections(&self) -> u64 {
        self.core.counts.projections
    }

    /// The network, with everything that any query mentioned.
    pub fn network(&self) -> &Network {
        &self.core.network
    }

    /// Makes the domains those that propagation of the query's assertions leaves.
    fn assert(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        meter: &Meter<'_>,
    ) -> Result<Option<Conflict>, Exhausted> {
        let assertions = query.assertions();
        let common = self.assertions.iter().zip(assertions).take_while(|(old, new)| old == new).count();
        let groups = self.group_ends.iter().take_while(|&&end| end <= common).count();
        // Bounds belong to one query, so they are asserted anew.
        let groups = if query.bounds().is_some() { 0 } else { groups };
        if groups < self.group_ends.len() {
            self.pop_to(groups);
        }
        if self.refuted {
            return Ok(Some(Conflict::Domains(Vec::new())));
        }
        let asserted = self.group_ends.last().copied().unwrap_or(0);
        let new = &assertions[asserted..];
        self.core.add(store, assertions, meter)?;
        let variables = self.variables_of(assertions);
        self.core.activate(&variables);
        self.core.push_level();
        self.assertions.truncate(asserted);
        self.assertions.extend_from_slice(new);
        self.group_ends.push(assertions.len());
        let conflict = self.assert_group(store, query, &variables[asserted..], meter);
        match conflict {
            Ok(None) => {}
            // What is left undone is done again from the start by the next call.
            Err(_) => self.pop_to(groups),
            Ok(Some(_)) => self.refuted = true,
        }
        conflict
    }

    fn assert_group(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        new: &[VarId],
        meter: &Meter<'_>,
    ) -> Result<Option<Conflict>, Exhausted> {
        let truth = Domain::from(crate::domain::BoolDomain::TRUE);
        for &var in new {
            if !self.core.restrict(var, &truth, Cause::Decision) {
                return Ok(Some(Conflict::Domains(vec![var])));
            }
        }
        for (term, bound) in query.bounds().map(Bounds::iter).into_iter().flatten() {
            let domain = translate::from_bound(store.sort(term), bound);
            if let (Some(var), Some(domain)) = (self.core.network.variable_of(term), domain)
                && !self.core.restrict(var, &domain, Cause::Decision)
            {
                return Ok(Some(Conflict::Domains(vec![var])));
            }
        }
        self.core.propagate(meter, query.libm())
    }

    /// Undoes all groups but the first so many.
    fn pop_to(&mut self, groups: usize) {
        self.core.backtrack(groups as u32);
        self.core.forget_activity();
        self.core.nogoods.retain(|nogood| nogood.groups as usize <= groups);
        self.group_ends.truncate(groups);
        self.assertions.truncate(self.group_ends.last().copied().unwrap_or(0));
        self.refuted = false;
    }

    fn variables_of(&self, terms: &[Term]) -> Vec<VarId> {
        let variable = |term: &Term| self.core.network.variable_of(*term).expect("it was added");
        terms.iter().map(variable).collect()
    }

    fn decide(
        &mut self,
        store: &TermStore,
        query: &Query<'_>,
        meter: &Meter<'_>,
    ) -> Result<Verdict, Exhausted> {
        if self.assert(store, query, meter)?.is_some() {
            return Ok(Verdict::Unsat);
        }
        let asserted = self.variables_of(query.assertions());
        let mut search = Search::new(&mut self.core, &mut self.memory, &asserted, query.libm(), meter);
        Ok(match search.run() {
            Ending::Sat(model) => Verdict::Sat(model),
            Ending::Unsat => {
                self.refuted = true;
                Verdict::Unsat
            }
            Ending::Unknown(reason) => Verdict::Unknown(reason),
        })
    }
}

impl Solver for IntervalEngine {
    fn name(&self) -> &str {
        "interval"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let meter = Meter::new(budget, self.core.counts.projections);
        let verdict = self.decide(store, query, &meter).unwrap_or_else(Verdict::from);
        self.largest_gap = self.largest_gap.max(meter.largest());
        confirmed(self.name(), store, query, verdict)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (core, search) = (&self.core.counts, &self.memory.counts);
        vec![
            ("projections", core.projections),
            ("narrowings", core.narrowings),
            ("postponed", core.postponed),
            ("decisions", search.decisions),
            ("conflicts", search.conflicts),
            ("restarts", search.restarts),
            ("candidates", search.candidates),
            ("relaxations", search.relaxations),
            ("refutations", search.refutations),
            ("order-refutations", search.order_refutations),
            ("nogoods", self.core.nogoods.len() as u64),
            ("largest-gap", self.largest_gap),
        ]
    }
}
