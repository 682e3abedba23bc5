//! The engine: compiles the query, searches, confirms.

use crate::program::EvaluationProgram;
use crate::search::LocalSearch;
use ulpwise_base::Budget;
use ulpwise_expr::{Model, Term, TermStore};
use ulpwise_solver::{Query, Reason, Solver, Verdict, confirmed};

/// How the engine searches.
#[derive(Clone, Copy, Debug)]
pub struct LocalSearchOptions {
    /// Where randomness starts.
    pub seed: u64,
    /// How many rounds of proposals one query gets at most.
    pub max_rounds: u64,
}

impl Default for LocalSearchOptions {
    fn default() -> LocalSearchOptions {
        LocalSearchOptions { seed: 1, max_rounds: u64::MAX }
    }
}

/// The search engine. It finds models and proves nothing: its answers are `Sat` and `Unknown`, and
/// `Unsat` only where an assertion is the constant false.
#[derive(Debug, Default)]
pub struct SearchEngine {
    options: LocalSearchOptions,
    queries: u64,
    rounds: u64,
    restarts: u64,
}

impl SearchEngine {
    /// An engine that searches this way.
    pub fn new(options: LocalSearchOptions) -> SearchEngine {
        SearchEngine { options, ..SearchEngine::default() }
    }

    fn search(
        &mut self,
        store: &TermStore,
        goals: &[Term],
        query: &Query<'_>,
        budget: &Budget,
    ) -> Result<Model, Reason> {
        // The next check takes another way through the same landscape.
        let seed = self.options.seed.wrapping_add(self.queries);
        let program = EvaluationProgram::compile(store, goals, budget)?;
        let mut search = LocalSearch::new(&program, query.bounds(), query.libm(), seed)?;
        let found = search.run(self.options.max_rounds, budget);
        self.rounds += search.rounds;
        self.restarts += search.restarts;
        let rounds = search.rounds;
        let values = found?
            .ok_or_else(|| Reason::Incomplete(format!("no model was met in {rounds} rounds of search")))?;
        let mut model = Model::new();
        for (variable, value) in program.variables.iter().zip(values) {
            model.set(variable.term, program.steps[variable.step as usize].shape.value(value));
        }
        Ok(model)
    }
}

impl Solver for SearchEngine {
    fn name(&self) -> &str {
        "search"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        let Some(goals) = store.conjuncts(query.assertions()) else { return Verdict::Unsat };
        match self.search(store, &goals, query, budget) {
            Ok(model) => confirmed(self.name(), store, query, Verdict::Sat(model)),
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![("queries", self.queries), ("rounds", self.rounds), ("restarts", self.restarts)]
    }
}
