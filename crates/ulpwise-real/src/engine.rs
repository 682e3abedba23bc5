//! The engine.

use crate::checker::Checker;
use crate::graph::Graph;
use crate::search::{Found, search};
use crate::state::TermState;
use crate::tighten::RelaxationCounts;
use ulpwise_base::Budget;
use ulpwise_expr::TermStore;
use ulpwise_solver::{Query, Reason, Solver, Verdict, confirmed};

/// How many parts of the space are looked at before the engine leaves the query to others.
const MAX_NODES: u64 = 20_000;

/// Linear relaxation over the reals with exact certificates, candidate points, and branch and
/// bound.
#[derive(Clone, Debug, Default)]
pub struct RealEngine {
    counts: RelaxationCounts,
}

impl RealEngine {
    /// A new engine.
    pub fn new() -> RealEngine {
        RealEngine::default()
    }

    fn decide(&mut self, store: &TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        if let Err(exhausted) = budget.check(0) {
            return exhausted.into();
        }
        let graph = Graph::new(store, query.assertions());
        if let Some(format) = graph.unsupported_format() {
            return Reason::Unsupported(format!("floats of format {format}")).into();
        }
        let Ok(state) = TermState::new(&graph, query.bounds()) else { return Verdict::Unsat };
        let checker = Checker::new(store, &graph, query.assertions(), query.libm());
        let foreign = graph.foreign();
        // What the engine does not understand it can only hope to be without importance.
        let max_nodes = if foreign.is_some() { 1 } else { MAX_NODES };
        match (search(&graph, &checker, state, max_nodes, &mut self.counts, budget), foreign) {
            (Err(exhausted), _) => exhausted.into(),
            (Ok(Found::Model(model)), _) => Verdict::Sat(model),
            (Ok(Found::Nothing), _) => Verdict::Unsat,
            (Ok(Found::Open(_)), Some(foreign)) => Reason::Unsupported(foreign).into(),
            (Ok(Found::Open(why)), None) => Reason::Incomplete(why.to_owned()).into(),
        }
    }
}

impl Solver for RealEngine {
    fn name(&self) -> &str {
        "real"
    }

    fn check(&mut self, store: &mut TermStore, query: &Query<'_>, budget: &Budget) -> Verdict {
        let verdict = self.decide(store, query, budget);
        confirmed(self.name(), store, query, verdict)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("parts", self.counts.nodes),
            ("linear-programs", self.counts.programs),
            ("pivots", self.counts.pivots),
            ("certified-refutations", self.counts.refutations),
            ("unproven-refutations", self.counts.unproven),
            ("candidates", self.counts.candidates),
            ("repairs", self.counts.repairs),
        ]
    }
}
