//! What a verdict is about: an operation of the program, or what it returns; and where a path comes by.

use crate::execute::Path;
use crate::graph::{Graph, NodeId, Op};
use ulpwise_ir::{SiteId, Type};

/// What a verdict is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The result of an operation, each time that it is carried out; of a comparison, which way it goes.
    Site(SiteId),
    /// A value that the function returns, by its number.
    Returned(usize),
}

impl Target {
    /// The values of a path that it is about.
    pub(crate) fn nodes(self, path: &Path) -> Vec<NodeId> {
        match self {
            Target::Site(site) => {
                let mut nodes: Vec<NodeId> =
                    path.visits.iter().filter(|visit| visit.0 == site).map(|visit| visit.1).collect();
                nodes.sort_unstable();
                nodes.dedup();
                nodes
            }
            Target::Returned(at) => path.returned.get(at).copied().into_iter().collect(),
        }
    }
}

/// Whether a node is a comparison of floats, of which only the answer counts.
pub(crate) fn is_comparison(graph: &Graph, node: NodeId) -> bool {
    let node = graph.node(node);
    node.ty == Type::BOOL && matches!(node.op, Op::FloatCompare(..) | Op::Constant(_))
}

/// Whether a verdict can be about a node: a float, or a comparison of floats.
pub(crate) fn is_measured(graph: &Graph, node: NodeId) -> bool {
    graph.node(node).format().is_some() || is_comparison(graph, node)
}
