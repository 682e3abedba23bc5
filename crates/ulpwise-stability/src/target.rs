//! What a verdict is about: an operation of the program, what it returns, or what it leaves behind
//! a pointer; and where a path comes by.

use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op};
use ulpwise_ir::{SiteId, Type};

/// What a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StabilityTarget {
    /// The result of an operation, each time that it is carried out; of a comparison, which way it
    /// goes.
    Site(SiteId),
    /// A value that the function returns, by its number.
    Returned(usize),
    /// What the function leaves where an input stood behind a pointer, by the number of the input.
    Written(usize),
}

impl StabilityTarget {
    /// The values of a path that it is about.
    pub(crate) fn nodes(self, path: &Path) -> Vec<NodeId> {
        match self {
            StabilityTarget::Site(site) => {
                let mut nodes: Vec<NodeId> =
                    path.visits.iter().filter(|visit| visit.0 == site).map(|visit| visit.1).collect();
                nodes.sort_unstable();
                nodes.dedup();
                nodes
            }
            StabilityTarget::Returned(at) => path.returned.get(at).copied().into_iter().collect(),
            StabilityTarget::Written(input) => path.left.get(input).copied().into_iter().collect(),
        }
    }
}

/// All values of a path that a verdict can be about. An input that is left as it was is none.
pub(crate) fn measured(graph: &Graph, path: &Path) -> Vec<(StabilityTarget, NodeId)> {
    let sites = path.visits.iter().map(|&(site, node)| (StabilityTarget::Site(site), node));
    let returned = path.returned.iter().enumerate().map(|(at, &node)| (StabilityTarget::Returned(at), node));
    let is_new = |&(input, &node): &(usize, &NodeId)| graph.node(node).op != Op::Input(input as u32);
    let written = path
        .left
        .iter()
        .enumerate()
        .filter(is_new)
        .map(|(input, &node)| (StabilityTarget::Written(input), node));
    sites.chain(returned).chain(written).filter(|&(_, node)| is_measured(graph, node)).collect()
}

/// Whether a node is a comparison of floats, of which only the answer counts.
pub(crate) fn is_comparison(graph: &Graph, node: NodeId) -> bool {
    let node = graph.node(node);
    node.ty == Type::BOOL && matches!(node.op, Op::FloatCompare(..) | Op::Constant(_))
}

/// Whether a verdict can be about a node: a float, or a comparison of floats.
fn is_measured(graph: &Graph, node: NodeId) -> bool {
    graph.node(node).format().is_some() || is_comparison(graph, node)
}
