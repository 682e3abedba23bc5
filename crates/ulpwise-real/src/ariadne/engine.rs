//! The engine.

use super::explore::{ExplorationCounts, Explored, Explorer};
use crate::graph::Graph;
use crate::state::TermState;
use ulpwise_base::Budget;
use ulpwise_expr::{Sort, TermStore};
use ulpwise_solver::{Query, Reason, Solver, Verdict, confirmed};

/// Queries with more terms are left to others: every decision looks at all of them.
const MAX_TERMS: usize = 20_000;

/// How the engine works.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many concretizations are tried before the engine gives up: sets of values for the
    /// variables that keep a query from being linear or in one variable.
    pub max_concretizations: u64,
    /// Where randomness starts.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { max_concretizations: 400, seed: 1 }
    }
}

/// Finds models over the reals and tries the floats next to them, after Barr, Vo, Le and Su,
/// "Automatic detection of floating-point exceptions",
/// 2013. It says `unsat` only where propagation over floats refutes a query.
#[derive(Clone, Debug, Default)]
pub struct Ariadne {
    options: Options,
    queries: u64,
    counts: ExplorationCounts,
}

impl Ariadne {
    /// An engine that works this way.
    pub fn new(options: Options) -> Ariadne {
        Ariadne { options, ..Ariadne::default() }
    }

    fn decide(&mut self, store: &TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if let Err(exhausted) = budget.check(0) {
            return exhausted.into();
        }
        let graph = Graph::new(store, query.assertions());
        if let Some(format) = graph.unsupported_format() {
            return Reason::Unsupported(format!("floats of format {format}")).into();
        }
        match TermState::new(&graph, query.bounds()).map(|mut state| state.propagate(&graph, budget)) {
            Ok(Ok(Ok(()))) => {}
            Ok(Err(exhausted)) => return exhausted.into(),
            Ok(Ok(Err(_))) | Err(_) => return Verdict::Unsat,
        }
        let foreign = graph.nodes.iter().find(|node| matches!(node.sort, Sort::Array { .. } | Sort::Real));
        if let Some(node) = foreign {
            return Reason::Unsupported(format!("sort {}", node.sort)).into();
        }
        if graph.nodes.len() > MAX_TERMS {
            return Reason::TooLarge(format!("{} terms", graph.nodes.len())).into();
        }
        let explorer = Explorer::new(store, graph, query.assertions(), query.bounds(), query.libm());
        // A repeated query asks for other choices.
        let seed = self.options.seed.wrapping_add(self.queries << 32);
        let tried = self.counts.concretizations;
        match explorer.explore(seed, self.options.max_concretizations, &mut self.counts, budget) {
            Err(exhausted) => exhausted.into(),
            Ok(Explored::Model(model)) => Verdict::Sat(model),
            Ok(Explored::Nothing) => {
                let tried = self.counts.concretizations - tried;
                Reason::Incomplete(format!("{tried} concretizations led to no model")).into()
            }
        }
    }
}

impl Solver for Ariadne {
    fn name(&self) -> &str {
        "ariadne"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        self.queries += 1;
        let verdict = self.decide(store, query, budget);
        confirmed(self.name(), store, query, verdict)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("queries", self.queries),
            ("rounds", self.counts.rounds),
            ("decisions", self.counts.decisions),
            ("concretizations", self.counts.concretizations),
            ("candidates", self.counts.candidates),
        ]
    }
}
