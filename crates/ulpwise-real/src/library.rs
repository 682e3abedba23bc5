//! What the relaxation gives to other engines: narrower bounds, and points to try.

use crate::candidate::points;
use crate::graph::Graph;
use crate::state::TermState;
use crate::tighten::{RelaxationCounts, tighten};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Model, Sort, Term, TermStore};
use ulpwise_solver::{Bound, Bounds};

/// What is known after the relaxation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tightened {
    /// The assertions cannot hold together.
    Infeasible,
    /// In every model of the assertions these bounds hold, and those that were given.
    Bounds(Bounds),
}

/// Relaxations in a row; each one follows from tighter bounds than the one before.
const ROUNDS: usize = 8;

/// Narrows the bounds of float terms and truth values by propagation and linear relaxation. Formats
/// that are too wide for it are left as they are.
///
/// # Errors
/// If the budget ends.
pub fn tighten_bounds(
    store: &TermStore,
    assertions: &[Term],
    bounds: Option<&Bounds>,
    budget: &Budget,
) -> Result<Tightened, Exhausted> {
    let graph = Graph::new(store, assertions);
    let given = bounds.cloned().unwrap_or_default();
    if graph.unsupported_format().is_some() {
        return Ok(Tightened::Bounds(given));
    }
    let Ok(mut state) = TermState::new(&graph, bounds) else { return Ok(Tightened::Infeasible) };
    if tighten(&graph, &mut state, ROUNDS, &mut RelaxationCounts::default(), budget)?.is_err() {
        return Ok(Tightened::Infeasible);
    }
    let mut tightened = given;
    for (position, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.constant.is_none()) {
        let bound = match node.sort {
            Sort::Bool => state.truth(position).map(Bound::Bool),
            Sort::Float(format) => state.hull(position).to_bound(format).map(Bound::Float),
            _ => None,
        };
        if let Some(bound) = bound {
            tightened.set(node.term, bound);
        }
    }
    Ok(Tightened::Bounds(tightened))
}

/// Models that may satisfy the assertions, the likeliest first: points of the relaxation, rounded
/// to floats. None is evaluated.
///
/// # Errors
/// If the budget ends.
pub fn candidate_models(
    store: &TermStore,
    assertions: &[Term],
    bounds: Option<&Bounds>,
    budget: &Budget,
) -> Result<Vec<Model>, Exhausted> {
    let graph = Graph::new(store, assertions);
    if graph.unsupported_format().is_some() {
        return Ok(Vec::new());
    }
    let Ok(mut state) = TermState::new(&graph, bounds) else { return Ok(Vec::new()) };
    if state.propagate(&graph, budget)?.is_err() {
        return Ok(Vec::new());
    }
    let models = points(&graph, &state, budget)?.into_iter().map(|point| {
        let mut model = Model::new();
        for (position, value) in graph.variables().zip(point) {
            model.set(graph.nodes[position].term, value);
        }
        model
    });
    Ok(models.collect())
}
