//! The way of an error: the operations that a value comes of, in the order in which they are
//! carried out, each with what it gives, what is true, and how far apart the two are.
//!
//! What holds: the operation that is marked has an error that is not tolerated, and none of its
//! operands has. Loops are shortened: of an operation that is carried out again and again the first
//! and the last time are kept.

use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op, cone};
use crate::run::ExactRun;
use crate::target::{StabilityTarget, is_comparison};
use crate::truth::TrueValue;
use std::collections::{BTreeSet, HashMap};
use ulpwise_ir::SiteId;

/// How many operations are kept at each end of a way that is long without loops.
const ENDS: usize = 8;

/// An operation on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    /// Which.
    pub site: SiteId,
    /// The bits of its operands.
    pub operands: Vec<u128>,
    /// The bits of its result; of a comparison 0 or 1.
    pub result: u128,
    /// The true value of that, if there is one.
    pub truth: Option<TrueValue>,
    /// The relative error, at least; infinite of a comparison that true values would decide
    /// otherwise. `None` if it is not known.
    pub error: Option<f64>,
    /// Whether it is here that the error passes what is tolerated.
    pub passes: bool,
    /// How many operations before it are left out.
    pub skipped: usize,
}

/// The way to a target's value in a run that was computed, with its true values.
pub(crate) fn trace(
    graph: &Graph,
    path: &Path,
    run: &ExactRun,
    (target, node): (StabilityTarget, NodeId),
    tolerance: f64,
) -> Vec<TraceStep> {
    let behind: BTreeSet<NodeId> = cone(graph, [node]).into_iter().collect();
    // Other operations may give the same value before.
    let is_end = |&(site, value): &(SiteId, NodeId)| {
        value == node && if let StabilityTarget::Site(wanted) = target { wanted == site } else { true }
    };
    let end = path.visits.iter().position(is_end).map_or(path.visits.len(), |at| at + 1);
    // What is computed from constants exactly is a constant, and no step.
    let is_step = |&(_, node): &(SiteId, NodeId)| {
        behind.contains(&node) && !matches!(graph.node(node).op, Op::Input(_) | Op::Constant(_))
    };
    let visits: Vec<(SiteId, NodeId)> = path.visits[..end].iter().copied().filter(is_step).collect();
    let passing = passing(graph, run, node, tolerance);
    let marked = match visits.last() {
        Some(last) if last.1 == passing => Some(visits.len() - 1),
        _ => visits.iter().position(|visit| visit.1 == passing),
    };
    let mut steps: Vec<TraceStep> = Vec::new();
    let mut next = 0;
    for at in kept(&visits, marked) {
        let (site, node) = visits[at];
        let operands = graph.node(node).operands().map(|operand| run.bits(operand)).collect::<Option<_>>();
        let (Some(operands), Some(result)) = (operands, run.bits(node)) else { continue };
        steps.push(TraceStep {
            site,
            operands,
            result,
            truth: run.truth(node),
            error: error(graph, run, node),
            passes: marked == Some(at),
            skipped: at - next,
        });
        next = at + 1;
    }
    steps
}

/// The error of a float at least, or of a comparison; `None` of anything else.
fn error(graph: &Graph, run: &ExactRun, node: NodeId) -> Option<f64> {
    if is_comparison(graph, node) {
        return run.diverges(graph, node).map(|diverges| if diverges { f64::INFINITY } else { 0.0 });
    }
    run.error(graph, node).map(|(least, _)| least)
}

/// Where the error of a node passes what is tolerated: going back to operands whose error is not
/// tolerated either, the first one that has none such.
fn passing(graph: &Graph, run: &ExactRun, node: NodeId, tolerance: f64) -> NodeId {
    let mut at = node;
    loop {
        let errors =
            graph.node(at).operands().filter_map(|operand| Some((error(graph, run, operand)?, operand)));
        let beyond = errors.filter(|&(error, _)| error > tolerance);
        match beyond.max_by(|a, b| a.0.total_cmp(&b.0)) {
            // Operands come before what is made of them, so that this ends.
            Some((_, operand)) => at = operand,
            None => return at,
        }
    }
}

/// The positions that are kept: the first and the last of each operation, and the marked one; of a
/// way that is still long its two ends, and the marked one.
fn kept(visits: &[(SiteId, NodeId)], marked: Option<usize>) -> Vec<usize> {
    let mut last: HashMap<SiteId, usize> = HashMap::new();
    for (at, visit) in visits.iter().enumerate() {
        last.insert(visit.0, at);
    }
    let mut seen = BTreeSet::new();
    let is_end = |at: usize, site: SiteId, first: bool| first || last[&site] == at || marked == Some(at);
    let positions: Vec<usize> = visits
        .iter()
        .enumerate()
        .filter(|&(at, &(site, _))| {
            let first = seen.insert(site);
            is_end(at, site, first)
        })
        .map(|(at, _)| at)
        .collect();
    let count = positions.len();
    let is_near_end = |number: usize| count <= 2 * ENDS + 1 || number < ENDS || number + ENDS >= count;
    let chosen =
        positions.into_iter().enumerate().filter(|&(number, at)| is_near_end(number) || marked == Some(at));
    chosen.map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Id;

    #[test]
    fn loops_and_long_ways_are_shortened() {
        let visit = |site: u32, node: usize| (SiteId::new(site), NodeId::from_index(node));
        let iterations: Vec<_> =
            (0..10).flat_map(|pass| [visit(0, 2 * pass), visit(1, 2 * pass + 1)]).collect();
        assert_eq!(kept(&iterations, Some(7)), [0, 1, 7, 18, 19]);
        assert_eq!(kept(&iterations, None), [0, 1, 18, 19]);
        let line: Vec<_> = (0..100).map(|at| visit(at as u32, at)).collect();
        let positions = kept(&line, Some(50));
        assert_eq!((positions.len(), positions[ENDS]), (2 * ENDS + 1, 50));
        assert_eq!(kept(&line[..17], None).len(), 17);
    }
}
