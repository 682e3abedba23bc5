//! Branch and bound: truth values first, then halves of hulls, depth first; each part is
//! propagated, relaxed, and tried.

use crate::branch::{Choice, open_truth, widest_variable};
use crate::candidate::points;
use crate::checker::Checker;
use crate::graph::Graph;
use crate::state::TermState;
use crate::tighten::{RelaxationCounts, refute, tighten};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::Model;

/// Rounds of bounds from relaxations at the start, and at the other nodes that have no open truth
/// value.
const ROUNDS_AT_ROOT: usize = 12;
const ROUNDS_AT_LEAF: usize = 2;

/// The local search around a point costs hundreds of evaluations, so only some parts get one.
const PARTS_PER_REPAIR: u64 = 32;

/// How a search ended.
pub(crate) enum Found {
    /// A point at which all assertions hold.
    Model(Model),
    /// All parts of the space are refuted.
    Nothing,
    /// Parts of the space are left; why.
    Open(&'static str),
}

/// A part of the space, and how many cuts made it.
struct Part {
    state: TermState,
    depth: usize,
}

/// Searches the space below `state`, over at most `max_nodes` parts.
///
/// # Errors
/// If the budget ends.
pub(crate) fn search(
    graph: &Graph,
    checker: &Checker<'_>,
    state: TermState,
    max_nodes: u64,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Found, Exhausted> {
    let mut stack = vec![Part { state, depth: 0 }];
    let mut left_open = None;
    let limit = counts.nodes + max_nodes;
    while let Some(mut part) = stack.pop() {
        budget.check(counts.nodes)?;
        if counts.nodes >= limit {
            return Ok(Found::Open("the space was cut into too many parts"));
        }
        counts.nodes += 1;
        if part.state.propagate(graph, budget)?.is_err() {
            continue;
        }
        let open = open_truth(graph, &part.state);
        let refuted = if part.depth == 0 {
            tighten(graph, &mut part.state, ROUNDS_AT_ROOT, counts, budget)?
        } else if open.is_none() {
            tighten(graph, &mut part.state, ROUNDS_AT_LEAF, counts, budget)?
        } else {
            refute(graph, &part.state, counts, budget)?
        };
        if refuted.is_err() {
            continue;
        }
        if let Some(model) = try_points(graph, checker, &part.state, counts, budget)? {
            return Ok(Found::Model(model));
        }
        let open = open_truth(graph, &part.state).map(Choice::Truth);
        match open.or_else(|| widest_variable(graph, &part.state, part.depth)) {
            Some(choice) => {
                let depth = part.depth + 1;
                stack.extend(choice.parts(&part.state).map(|state| Part { state, depth }));
            }
            None => left_open = Some("the value of an operation is left open"),
        }
    }
    Ok(left_open.map_or(Found::Nothing, Found::Open))
}

/// A model among the points of the relaxation or, at some of the parts, near the best of them.
fn try_points(
    graph: &Graph,
    checker: &Checker<'_>,
    state: &TermState,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Option<Model>, Exhausted> {
    let points = points(graph, state, budget)?;
    for point in &points {
        counts.candidates += 1;
        if let Some(model) = checker.check(point) {
            return Ok(Some(model));
        }
    }
    if counts.nodes % PARTS_PER_REPAIR != 1 {
        return Ok(None);
    }
    let Some(best) = points.into_iter().next() else { return Ok(None) };
    counts.repairs += 1;
    let repaired = checker.repair.repaired(graph, state, best, budget)?;
    Ok(repaired.and_then(|point| checker.check(&point)))
}
