//! The last refinement: a value of a path in exact float semantics, asked of a solver.
//!
//! What is computed becomes terms, bit by bit as in symbolic execution ([`encode`]), once for each
//! rounding mode. The true value lies between two numbers of a wider format, each rounded to its
//! side ([`enclosure`]). The question is whether some inputs take the path and compute what is *not
//! certainly* within the tolerance of every number between the two.
//!
//! What holds: if no inputs do in any mode that the program may run in, the tolerance is a bound.
//! If some do, they are a point to look at: the enclosure may be too wide, so what counts is the
//! run on them.

mod enclosure;
mod encode;

use crate::evaluate::Knowledge;
use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op, cone};
use crate::precision::RoundingModel;
use crate::target::is_comparison;
use encode::Encoding;
use ulpwise_base::Budget;
use ulpwise_float::Rounding;
use ulpwise_solver::{Query, Solver, Verdict};

/// Values with more operations behind them are not asked about.
const MAX_OPERATIONS: usize = 24;

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QueryAnswer {
    /// The tolerance is kept by every run along the path in this mode.
    Kept,
    /// These ordinals of the inputs may exceed it.
    Suspects(Vec<i128>),
    /// Undecided.
    Open,
}

/// Whether a question about a value can be asked: few operations, of formats whose numbers have
/// wider ones.
pub(crate) fn can_be_asked(graph: &Graph, path: &Path, node: NodeId) -> bool {
    let conditions = path.conditions.iter().map(|&(condition, _)| condition);
    let nodes = cone(graph, conditions.chain([node]));
    let operations = nodes.iter().filter(|&&id| {
        let node = graph.node(id);
        let rounds = matches!(node.op, Op::Binary(_) | Op::Unary(_) | Op::Fma | Op::Convert(_));
        rounds && node.format().is_some()
    });
    let is_plain = |id: &NodeId| {
        let node = graph.node(*id);
        node.format().is_none_or(enclosure::is_followed) && !matches!(node.op, Op::Unknown(_))
    };
    let inputs = &path.region.inputs;
    operations.count() <= MAX_OPERATIONS
        && nodes.iter().all(is_plain)
        && inputs.iter().all(|input| !input.special && input.error == 0.0)
}

/// A value of a path, and what is tolerated of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) path: &'a Path,
    pub(crate) node: NodeId,
    pub(crate) tolerance: f64,
    pub(crate) model: &'a RoundingModel,
}

impl Question<'_> {
    /// Asks whether the value can be off by more than is tolerated in a rounding mode.
    pub(crate) fn ask(&self, mode: Rounding, solver: &mut dyn Solver, budget: &Budget) -> QueryAnswer {
        let Question { graph, path, node, tolerance, model } = *self;
        // Beyond that what is tolerated has both signs.
        if !(0.0..1.0).contains(&tolerance) {
            return QueryAnswer::Open;
        }
        let conditions = path.conditions.iter().map(|&(condition, _)| condition);
        let nodes = cone(graph, conditions.chain([node]));
        let mut knowledge = Knowledge::default();
        if !knowledge.look(graph, &nodes, &path.region, model) {
            return QueryAnswer::Kept;
        }
        let mut encoding = Encoding::new(graph, &nodes, &path.region.inputs, mode);
        for &id in &nodes {
            encoding.compute(id);
            encoding.enclose(id, &knowledge);
        }
        for &(condition, holds) in &path.conditions {
            encoding.assume(condition, holds);
        }
        let is_kept = match is_comparison(graph, node) {
            true => encoding.is_decided_rightly(node),
            false => encoding.is_within(node, tolerance),
        };
        let Some(is_kept) = is_kept else { return QueryAnswer::Open };
        let exceeds = encoding.terms.store.not(is_kept);
        encoding.assertions.push(exceeds);
        let assertions = encoding.assertions.clone();
        match solver.check(&mut encoding.terms.store, &Query::new(&assertions), budget) {
            Verdict::Unsat => QueryAnswer::Kept,
            Verdict::Sat(values) => {
                encoding.ordinals(&values).map_or(QueryAnswer::Open, QueryAnswer::Suspects)
            }
            Verdict::Unknown(_) => QueryAnswer::Open,
        }
    }
}
