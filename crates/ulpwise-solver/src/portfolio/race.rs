//! Engines in threads of their own: the first answer stops the others.
//!
//! Every engine works on a store of its own, into which the query is imported: terms are not shared
//! between threads. Which engine answers first depends on the machine, so models may differ from
//! run to run; whether there is one does not.

use super::member::PortfolioMember;
use super::plan::{PlanProgress, TimeSlice};
use crate::bounds::Bounds;
use crate::confirm::confirmed;
use crate::query::Query;
use crate::verdict::{Reason, Verdict};
use std::sync::Mutex;
use ulpwise_base::{Budget, CancelFlag, SharedWork};
use ulpwise_expr::{Model, Term, TermStore};

/// What the threads share.
struct Course<'p> {
    progress: PlanProgress<'p>,
    verdict: Option<Verdict>,
}

/// Decides a query with so many threads.
pub(super) fn race(
    members: &mut [PortfolioMember],
    plan: &[TimeSlice],
    threads: usize,
    store: &TermStore,
    query: &Query<'_>,
    budget: &Budget,
) -> Verdict {
    let count = members.len();
    let members: Vec<Mutex<&mut PortfolioMember>> = members.iter_mut().map(Mutex::new).collect();
    let course = Mutex::new(Course { progress: PlanProgress::new(plan, count), verdict: None });
    let answered = CancelFlag::default();
    let budget = budget.clone().with_cancel(answered.clone());
    let work = || {
        loop {
            let next = {
                let mut course = course.lock().expect("no thread panics");
                if course.verdict.is_some() || budget.check(0).is_err() {
                    return;
                }
                course.progress.next(threads)
            };
            let Some(next) = next else { return };
            let part = next.length.map_or_else(|| budget.clone(), |length| budget.part(length));
            let mut member = members[next.engine].lock().expect("an engine has one time slice at once");
            let verdict = ask(&mut member, store, query, &part);
            let mut course = course.lock().expect("no thread panics");
            match verdict {
                Verdict::Unknown(reason) => course.progress.left_open(next.engine, reason),
                _ if course.verdict.is_some() => return,
                decided => {
                    member.statistics.alone += u64::from(course.progress.is_last_resort(next.engine));
                    course.verdict = Some(decided);
                    answered.cancel();
                    return;
                }
            }
        }
    };
    let shared = SharedWork::begin();
    let part = || shared.part(work);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(part);
        }
    });
    shared.end();
    let course = course.into_inner().expect("no thread panics");
    match (course.verdict, budget.check(0)) {
        (Some(verdict), _) => confirmed("portfolio", store, query, verdict),
        (None, Err(exhausted)) => exhausted.into(),
        (None, Ok(())) => Verdict::Unknown(course.progress.most_telling()),
    }
}

/// Asks an engine in terms of its own store; its model is one of the given store.
fn ask(member: &mut PortfolioMember, store: &TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
    if let Err(exhausted) = budget.check(0) {
        return Reason::from(exhausted).into();
    }
    let mut own = std::mem::take(&mut member.store);
    let assertions = own.import(store, query.assertions());
    let variables = store.free_variables(query.assertions());
    let own_variables = own.import(store, &variables);
    let bounds = query.bounds().map(|bounds| imported(&mut own, store, bounds));
    let mut own_query = query.without_bounds().asking(&assertions);
    if let Some(bounds) = &bounds {
        own_query = own_query.with_bounds(bounds);
    }
    let verdict = member.run_time_slice(&mut own, &own_query, budget);
    member.store = own;
    match verdict {
        Verdict::Sat(model) => Verdict::Sat(translated(&model, &own_variables, &variables)),
        other => other,
    }
}

fn imported(own: &mut TermStore, store: &TermStore, bounds: &Bounds) -> Bounds {
    let terms: Vec<Term> = bounds.iter().map(|(term, _)| term).collect();
    let mut result = Bounds::new();
    for (term, (_, bound)) in own.import(store, &terms).into_iter().zip(bounds.iter()) {
        result.set(term, bound.clone());
    }
    result
}

/// The model with other terms for the same variables.
fn translated(model: &Model, from: &[Term], to: &[Term]) -> Model {
    let mut result = Model::new();
    for (&from, &to) in from.iter().zip(to) {
        if let Some(value) = model.get(from) {
            result.set(to, value.clone());
        }
    }
    for (case, value) in model.unspecified_cases() {
        result.set_unspecified(case.clone(), value.clone());
    }
    result
}
