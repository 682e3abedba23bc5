//! The engine that the options describe, as scripts want it.

use crate::context::Progress;
use crate::error::ScriptError;
use crate::options::SolveOptions;
use crate::query_progress::QueryProgress;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_engines::{SolverOptions, certify, host_libm};
use ulpwise_expr::{LibmOracle, Term, TermStore};
use ulpwise_interval::{IntervalEngine, IntervalOptions, Propagated};
use ulpwise_smtlib::{CheckSatAnswer, Engine};
use ulpwise_solver::{CrossCheck, EngineStatistics, Logged, Query, Reason, Solver, Verdict, confirmed};

/// How long a query may take that would never end, unless the user gives the script a time.
const ENDLESS: Duration = Duration::from_secs(60);

/// The engine for a script that has so many queries, if that is known.
pub(crate) fn script_engine(
    options: &SolveOptions,
    progress: &Progress,
    all: Option<usize>,
) -> Result<ScriptEngine, ScriptError> {
    let choice =
        options.engine.clone().with(&options.with).map_err(|error| ScriptError::Engine(error.to_string()))?;
    let checked = options.cross_check.as_ref();
    let checked = checked.map_or(String::new(), |by| format!(", checked by {}", by.name()));
    let queries = QueryProgress::new(progress, choice.name() + &checked, all);
    let solver_options = SolverOptions {
        proof: options.proof.clone(),
        jobs: options.jobs,
        max_concretizations: options.max_concretizations,
        answers: None,
        progress_sink: progress.sink(queries.callback()),
        ..SolverOptions::default()
    };
    let limit = (choice.never_ends() && options.timeout.is_none()).then_some(ENDLESS);
    let mut solver = choice.make(&solver_options);
    if let Some(folder) = &options.log_queries {
        std::fs::create_dir_all(folder)
            .map_err(|error| ScriptError::FolderNotMade { path: folder.clone(), error })?;
        solver = Box::new(Logged::new(solver, folder.clone()));
    }
    if let Some(folder) = &options.certificates {
        std::fs::create_dir_all(folder)
            .map_err(|error| ScriptError::FolderNotMade { path: folder.clone(), error })?;
    }
    if let Some(second) = &options.cross_check {
        let second = second.make(&SolverOptions::default());
        solver = Box::new(CrossCheck::new(solver, second, PathBuf::from(".")));
    }
    let explanations = Vec::new();
    Ok(ScriptEngine {
        solver,
        certificates: options.certificates.clone(),
        refuted: 0,
        queries,
        limit,
        gave_up: None,
        explains: options.explain,
        explanations,
        fault: None,
    })
}

/// An engine as scripts want it.
pub(crate) struct ScriptEngine {
    solver: Box<dyn Solver>,
    /// Where certificates go, and how many queries were refuted.
    certificates: Option<PathBuf>,
    refuted: u64,
    queries: QueryProgress,
    /// How long a query may take, besides the budget of all.
    limit: Option<Duration>,
    /// Why the last query has no answer, if that limit was reached.
    gave_up: Option<String>,
    explains: bool,
    explanations: Vec<String>,
    /// The first bug of ulpwise that was met.
    fault: Option<String>,
}

impl ScriptEngine {
    /// What interval propagation finds out about the queries so far.
    pub(crate) fn explanations(&self) -> &[String] {
        &self.explanations
    }

    /// Writes a certificate of an `unsat`, and notes what became of it.
    fn certify_query(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) {
        let Some(folder) = &self.certificates else { return };
        self.refuted += 1;
        let path = folder.join(format!("query-{:06}", self.refuted));
        let state = certify(store, query, &path, budget);
        self.explanations.push(format!("; unsat {}: {state}", self.refuted));
    }

    /// Notes what interval propagation alone finds out.
    fn explain_query(&mut self, store: &TermStore, assertions: &[Term], budget: &Budget) {
        let mut interval = IntervalEngine::new(IntervalOptions::default());
        let query = Query::new(assertions).with_libm(&host_libm);
        let lines = match interval.propagated_bounds_of(store, &query, budget) {
            Ok(Propagated::Unsat) => vec!["; propagation: unsat".to_owned()],
            Ok(Propagated::Bounds(_)) => {
                let domains = interval.explanation(store).into_iter();
                let lines = domains.map(|(term, domain)| format!(";   {term} in {domain}"));
                std::iter::once("; propagation:".to_owned()).chain(lines).collect()
            }
            Err(exhausted) => vec![format!("; propagation: {exhausted}")],
        };
        self.explanations.extend(lines);
    }

    /// The first bug of ulpwise that was met: an answer that does not hold, or two that contradict
    /// each other.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// What the engine did, as solvers write statistics.
    pub(crate) fn statistics(&self) -> String {
        let numbers = self.solver.statistics();
        let entries: Vec<String> =
            numbers.iter().map(|(name, number)| format!(" :{name} {number}")).collect();
        let mut text = format!("(:engine \"{}\"{})", self.solver.name(), entries.concat());
        for (name, EngineStatistics { asked, answered, alone, time }) in self.solver.engine_statistics() {
            let seconds = time.as_secs_f64();
            let line = format!(
                "\n(:slices-of \"{name}\" :asked {asked} :answered {answered} :alone {alone} :seconds {seconds:.3})"
            );
            text.push_str(&line);
        }
        text
    }
}

impl Engine for ScriptEngine {
    fn check(&mut self, store: &mut TermStore, assertions: &[Term], budget: &Budget) -> CheckSatAnswer {
        self.queries.begin();
        let answer = self.answer(store, assertions, budget);
        self.queries.end(&answer);
        for remark in self.solver.take_remarks().into_iter().chain(self.gave_up.take()) {
            self.queries.remark(&remark);
        }
        answer
    }

    fn libm(&self) -> Option<&LibmOracle<'_>> {
        Some(&host_libm)
    }
}

impl ScriptEngine {
    fn answer(&mut self, store: &mut TermStore, assertions: &[Term], budget: &Budget) -> CheckSatAnswer {
        if self.explains {
            self.explain_query(store, assertions, budget);
        }
        let query = Query::new(assertions).with_libm(&host_libm);
        let part = self.limit.map_or_else(|| budget.clone(), |limit| budget.part(limit));
        let verdict = self.solver.check(store, &query, &part);
        match (confirmed(self.solver.name(), store, &query, verdict), self.limit) {
            (Verdict::Sat(model), _) => CheckSatAnswer::Sat(model),
            (Verdict::Unsat, _) => {
                self.certify_query(store, &query, &part);
                CheckSatAnswer::Unsat
            }
            (Verdict::Unknown(Reason::Exhausted(Exhausted::Time)), Some(limit))
                if budget.check(0).is_ok() =>
            {
                let (name, seconds) = (self.solver.name(), limit.as_secs_f64());
                let why = format!(
                    "no model was met in {seconds} s, and {name} finds no proofs; --timeout gives it another time"
                );
                self.gave_up = Some(why.clone());
                CheckSatAnswer::Unknown(why)
            }
            (Verdict::Unknown(reason), _) => {
                if let Reason::Fault(fault) = &reason {
                    self.fault.get_or_insert_with(|| fault.clone());
                }
                CheckSatAnswer::Unknown(reason.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::RunContext;

    /// An engine whose time is always over.
    struct Slow;

    impl Solver for Slow {
        fn name(&self) -> &str {
            "slow"
        }

        fn check(&mut self, _: &mut TermStore, _: &Query<'_>, _: &Budget) -> Verdict {
            Verdict::Unknown(Reason::Exhausted(Exhausted::Time))
        }
    }

    #[test]
    fn what_would_never_end_is_unknown_and_says_why() {
        let mut engine = ScriptEngine {
            solver: Box::new(Slow),
            certificates: None,
            refuted: 0,
            queries: QueryProgress::new(&RunContext::default().progress, "slow".to_owned(), None),
            limit: Some(Duration::from_secs(60)),
            gave_up: None,
            explains: false,
            explanations: Vec::new(),
            fault: None,
        };
        let answer = engine.check(&mut TermStore::new(), &[], &Budget::unlimited());
        let CheckSatAnswer::Unknown(why) = answer else { panic!("it is not decided") };
        assert_eq!(
            why,
            "no model was met in 60 s, and slow finds no proofs; --timeout gives it another time"
        );
    }
}
