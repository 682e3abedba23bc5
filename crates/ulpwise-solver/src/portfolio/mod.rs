//! The portfolio: several engines as one, cheap before dear.
//!
//! A query is split into independent groups of assertions. Each group is looked up among earlier
//! answers; then bounds of its terms are found for all engines; then the engines get time slices by
//! a plan, in one thread or racing in several, until one of them decides, none is left, or the
//! budget ends. Engines keep what they learnt from one time slice to the next.
//!
//! What holds: in one thread the order of the time slices is fixed. They are measured by the clock,
//! so a query near the end of one may be decided by another engine, with another model, in another
//! run.
//!
//! What is absent: simplification, which [`Preprocessed`](crate::Preprocessed) does once, before
//! all this.

mod cache;
mod independence;
mod member;
mod plan;
mod race;
mod shared;

pub use member::{EngineStatistics, PortfolioMember, TimeSliceEvent};
pub use plan::TimeSlice;
pub use shared::SharedAnswers;

use crate::bounds::Bounds;
use crate::confirm::confirmed;
use crate::narrow::{Narrow, Narrowed};
use crate::query::Query;
use crate::solver::Solver;
use crate::verdict::Verdict;
use cache::Cache;
use independence::groups;
use plan::PlanProgress;
use shared::CanonicalForm;
use std::sync::Arc;
use std::time::Duration;
use ulpwise_base::{Budget, ProgressSink, WorkInstant};
use ulpwise_expr::{Model, OpKind, Term, TermStore};

/// Several engines as one.
pub struct Portfolio {
    members: Vec<PortfolioMember>,
    plan: Vec<TimeSlice>,
    threads: usize,
    narrower: Option<Narrower>,
    cache: Cache,
    shared: Option<Arc<SharedAnswers>>,
}

/// Finds bounds before the first time slice, within a time limit.
struct Narrower {
    narrow: Box<dyn Narrow>,
    length: Duration,
    statistics: EngineStatistics,
    progress_sink: ProgressSink<TimeSliceEvent>,
}

impl std::fmt::Debug for Portfolio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Portfolio").field(&self.members).field(&self.plan).finish()
    }
}

impl Portfolio {
    /// A portfolio of these engines, which get their time slices by the plan.
    ///
    /// # Panics
    /// If the plan names an engine that there is not, or leaves one out.
    pub fn new(members: Vec<PortfolioMember>, plan: Vec<TimeSlice>) -> Portfolio {
        assert!(
            plan.iter().all(|slice| slice.engine < members.len()),
            "the plan names engines that there are"
        );
        let has_slice = |engine| plan.iter().any(|slice| slice.engine == engine);
        assert!((0..members.len()).all(has_slice), "every engine has a time slice");
        Portfolio { members, plan, threads: 1, narrower: None, cache: Cache::default(), shared: None }
    }

    /// The same portfolio with bounds found before the first time slice, for so long at most.
    #[must_use]
    pub fn narrowed_by(mut self, narrow: Box<dyn Narrow>, length: Duration) -> Portfolio {
        let (statistics, progress_sink) = (EngineStatistics::default(), ProgressSink::default());
        self.narrower = Some(Narrower { narrow, length, statistics, progress_sink });
        self
    }

    /// The same portfolio, which emits an event when a time slice begins or ends.
    #[must_use]
    pub fn with_progress(mut self, progress_sink: &ProgressSink<TimeSliceEvent>) -> Portfolio {
        for member in &mut self.members {
            member.progress_sink.clone_from(progress_sink);
        }
        if let Some(narrower) = &mut self.narrower {
            narrower.progress_sink.clone_from(progress_sink);
        }
        self
    }

    /// The same portfolio in so many threads. One is deterministic but for the lengths of time
    /// slices.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Portfolio {
        self.threads = threads.max(1);
        self
    }

    /// The same portfolio with answers that others find as well, and what it finds for them.
    #[must_use]
    pub fn sharing(mut self, answers: Arc<SharedAnswers>) -> Portfolio {
        self.shared = Some(answers);
        self
    }

    /// Decides one group of assertions.
    fn decide(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if let Some(verdict) = self.cache.find(store, query) {
            return verdict;
        }
        let shared = self.shared.clone().zip(CanonicalForm::new(store, query.assertions()));
        let known = shared.as_ref().and_then(|(answers, form)| answers.find(store, query, form));
        let verdict = match known {
            Some(known) => known,
            None => {
                let verdict = self.decide_anew(store, query, budget);
                if let Some((answers, form)) = shared {
                    answers.keep(form, &verdict);
                }
                verdict
            }
        };
        self.cache.keep(query, &verdict);
        verdict
    }

    fn decide_anew(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        match self.narrower.as_mut().map(|narrower| narrower.narrow(store, query, budget)) {
            Some(Some(Narrowed::Unsat)) => Verdict::Unsat,
            Some(Some(Narrowed::Bounds(bounds))) => {
                let bounds = joined(query.bounds(), bounds);
                self.ask_engines(store, &query.with_bounds(&bounds), budget)
            }
            Some(None) | None => self.ask_engines(store, query, budget),
        }
    }

    fn ask_engines(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if self.threads > 1 {
            return race::race(&mut self.members, &self.plan, self.threads, store, query, budget);
        }
        let mut progress = PlanProgress::new(&self.plan, self.members.len());
        while let Some(next) = progress.next(1) {
            if let Err(exhausted) = budget.check(0) {
                return exhausted.into();
            }
            let part = next.length.map_or_else(|| budget.clone(), |length| budget.part(length));
            let member = &mut self.members[next.engine];
            match member.run_time_slice(store, query, &part) {
                Verdict::Unknown(reason) => progress.left_open(next.engine, reason),
                decided => {
                    member.statistics.alone += u64::from(progress.is_last_resort(next.engine));
                    return decided;
                }
            }
        }
        Verdict::Unknown(progress.most_telling())
    }
}

impl Narrower {
    /// What it finds; `None` if its time does not suffice.
    fn narrow(&mut self, store: &TermStore, query: &Query<'_>, budget: &Budget) -> Option<Narrowed> {
        let start = WorkInstant::now();
        self.progress_sink.emit(|| TimeSliceEvent::Begins(self.narrow.name().to_owned()));
        let narrowed = self.narrow.narrow(store, query, &budget.part(self.length)).ok();
        self.progress_sink.emit(|| TimeSliceEvent::Ends(self.narrow.name().to_owned()));
        self.statistics.asked += 1;
        self.statistics.answered += u64::from(narrowed == Some(Narrowed::Unsat));
        self.statistics.time += start.elapsed();
        narrowed
    }
}

/// What was known, and what was found; both hold, and of a term that has both the latter is kept.
fn joined(known: Option<&Bounds>, found: Bounds) -> Bounds {
    let mut all = known.cloned().unwrap_or_default();
    for (term, bound) in found.iter() {
        all.set(term, bound.clone());
    }
    all
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
        let narrower = self.narrower.iter().map(|narrower| (narrower.narrow.name(), narrower.statistics));
        narrower.chain(self.members.iter().map(|member| (member.engine.name(), member.statistics))).collect()
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.members.iter_mut().flat_map(|member| member.engine.take_remarks()).collect()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("cache-hits", self.cache.hits)]
    }
}

/// Takes over what a model says about a group. A model that was found for another query may say
/// more, which is left out.
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
