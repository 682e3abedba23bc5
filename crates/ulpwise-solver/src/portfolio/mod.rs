//! The portfolio: several engines in turns, cheap before dear.
//!
//! A query is split into independent groups of assertions. Each group is looked up among earlier answers and simplified; then
//! the engines take turns that grow from round to round until one of them decides, none is left, or the budget ends. Engines
//! keep what they learnt from turn to turn.

mod cache;
mod independence;

use crate::confirm::confirmed;
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};
use cache::Cache;
use independence::groups;
use std::time::{Duration, Instant};
use ulpwise_base::Budget;
use ulpwise_expr::{Model, OpKind, Term, TermStore};

/// How much longer each round is than the one before. What an engine repeats in a later round is then a small part of it.
const GROWTH: u32 = 4;

/// An engine and the length of its first turn.
pub struct Turn {
    engine: Box<dyn Solver>,
    first: Duration,
    statistics: EngineStatistics,
}

impl Turn {
    /// An engine whose first turn has this length.
    pub fn new(engine: Box<dyn Solver>, first: Duration) -> Turn {
        Turn { engine, first, statistics: EngineStatistics::default() }
    }
}

/// What an engine did in a portfolio.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EngineStatistics {
    /// Turns it had.
    pub asked: u64,
    /// Turns in which it decided.
    pub answered: u64,
    /// How long its turns took.
    pub time: Duration,
}

/// Several engines as one.
pub struct Portfolio {
    turns: Vec<Turn>,
    cache: Cache,
}

impl std::fmt::Debug for Portfolio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.turns.iter().map(|turn| turn.engine.name()).collect();
        f.debug_tuple("Portfolio").field(&names).finish()
    }
}

impl Portfolio {
    /// A portfolio whose engines take turns in this order.
    pub fn new(turns: Vec<Turn>) -> Portfolio {
        Portfolio { turns, cache: Cache::default() }
    }

    /// Decides one group of assertions.
    fn decide(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if let Some(verdict) = self.cache.find(store, query) {
            return verdict;
        }
        let verdict = self.take_turns(store, query, budget);
        self.cache.keep(query, &verdict);
        verdict
    }

    fn take_turns(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        // Why each engine is out; `None` while it may go on.
        let mut out: Vec<Option<Reason>> = vec![None; self.turns.len()];
        let mut factor = 1;
        loop {
            for (turn, out) in self.turns.iter_mut().zip(&mut out).filter(|(_, out)| out.is_none()) {
                if let Err(exhausted) = budget.check(0) {
                    return exhausted.into();
                }
                let verdict = turn.take(store, query, &budget.part(turn.first.saturating_mul(factor)));
                match verdict {
                    // A turn that ended is no reason to give up; the whole budget is asked above.
                    Verdict::Unknown(Reason::Exhausted(_)) => {}
                    Verdict::Unknown(reason) => *out = Some(reason),
                    decided => return decided,
                }
            }
            if out.iter().all(Option::is_some) {
                return Verdict::Unknown(most_telling(out));
            }
            factor = factor.saturating_mul(GROWTH);
        }
    }
}

impl Turn {
    fn take(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let start = Instant::now();
        let verdict = self.engine.check(store, query, budget);
        let verdict = confirmed(self.engine.name(), store, query, verdict);
        self.statistics.asked += 1;
        self.statistics.answered += u64::from(verdict.is_decided());
        self.statistics.time += start.elapsed();
        verdict
    }
}

/// The reason that a user should hear: a bug before all else, then what was too large, then what an engine that understood the query
/// left; that it is not supported only if no engine understood it.
fn most_telling(reasons: Vec<Option<Reason>>) -> Reason {
    let rank = |reason: &Reason| match reason {
        Reason::Fault(_) => 3,
        Reason::TooLarge(_) => 2,
        Reason::Incomplete(_) => 1,
        Reason::Unsupported(_) | Reason::Exhausted(_) => 0,
    };
    let told = reasons.into_iter().flatten().max_by_key(rank);
    told.unwrap_or_else(|| Reason::Incomplete("the portfolio has no engine".to_owned()))
}

impl Solver for Portfolio {
    fn name(&self) -> &str {
        "portfolio"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if let Err(exhausted) = budget.check(0) {
            return exhausted.into();
        }
        let groups = groups(store, query.assertions());
        let mut whole = Model::new();
        let mut unknown = None;
        // A later group may still be unsatisfiable, and then so is the whole.
        for group in &groups {
            match self.decide(store, &query.asking(group), budget) {
                Verdict::Sat(model) => merge(store, group, &mut whole, &model),
                Verdict::Unsat => return Verdict::Unsat,
                Verdict::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => Verdict::Unknown(reason),
            None => confirmed(self.name(), store, query, Verdict::Sat(whole)),
        }
    }

    fn engine_statistics(&self) -> Vec<(&str, EngineStatistics)> {
        self.turns.iter().map(|turn| (turn.engine.name(), turn.statistics)).collect()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("cache-hits", self.cache.hits)]
    }
}

/// Takes over what a model says about a group. A model that was found for another query may say more, which is left out.
fn merge(store: &TermStore, group: &[Term], whole: &mut Model, part: &Model) {
    let order = store.topological_order(group);
    for &term in order.iter().filter(|&&term| store.kind(term) == OpKind::Variable) {
        if let Some(value) = part.get(term) {
            whole.set(term, value.clone());
        }
    }
    for (case, value) in part.unspecified_cases() {
        if order.iter().any(|&term| store.kind(term) == case.op.kind()) {
            whole.set_unspecified(case.clone(), value.clone());
        }
    }
}
