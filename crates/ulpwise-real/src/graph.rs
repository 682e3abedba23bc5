//! The terms of a query as an array, children before parents.

use std::collections::BTreeMap;
use ulpwise_domain::MAX_EXPONENT_BITS;
use ulpwise_expr::{Op, OpKind, Sort, Term, TermStore, Value};
use ulpwise_float::{Format, Rounding};

/// One term.
#[derive(Clone, Debug)]
pub(crate) struct TermNode {
    pub(crate) term: Term,
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    pub(crate) constant: Option<Value>,
    /// Positions of the children.
    pub(crate) children: Vec<usize>,
}

/// All terms at and below the assertions.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<TermNode>,
    /// Positions of the assertions.
    pub(crate) roots: Vec<usize>,
    positions: BTreeMap<Term, usize>,
}

impl Graph {
    /// The terms of these assertions.
    pub(crate) fn new(store: &TermStore, assertions: &[Term]) -> Graph {
        let order = store.topological_order(assertions);
        let positions: BTreeMap<Term, usize> =
            order.iter().enumerate().map(|(position, &term)| (term, position)).collect();
        let nodes = order.iter().map(|&term| TermNode {
            term,
            op: store.op(term),
            sort: store.sort(term),
            constant: store.constant(term),
            children: store.children(term).iter().map(|child| positions[child]).collect(),
        });
        let nodes = nodes.collect();
        let roots = assertions.iter().map(|assertion| positions[assertion]).collect();
        Graph { nodes, roots, positions }
    }

    /// The position of a term, if it is there.
    pub(crate) fn position(&self, term: Term) -> Option<usize> {
        self.positions.get(&term).copied()
    }

    /// The format of the term at a position, if it is a float.
    pub(crate) fn format(&self, position: usize) -> Option<Format> {
        self.nodes[position].sort.format()
    }

    /// The children of a node that are floats.
    pub(crate) fn float_children(&self, position: usize) -> impl Iterator<Item = usize> {
        let children = self.nodes[position].children.iter().copied();
        children.filter(|&child| self.format(child).is_some())
    }

    /// The rounding mode of an operation, if it is a constant.
    pub(crate) fn rounding(&self, position: usize) -> Option<Rounding> {
        let mode = *self.nodes[position].children.first()?;
        self.nodes[mode].constant.as_ref()?.as_rounding()
    }

    /// Positions of the variables.
    pub(crate) fn variables(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&position| self.nodes[position].op.kind() == OpKind::Variable)
    }

    /// Whether the node compares two floats, or is an equation between such.
    pub(crate) fn is_comparison(&self, position: usize) -> bool {
        let node = &self.nodes[position];
        match node.op {
            Op::FpLt | Op::FpLeq | Op::FpEq => true,
            Op::Eq => self.format(node.children[0]).is_some(),
            _ => false,
        }
    }

    /// A format that the engine cannot compute with, if there is one.
    pub(crate) fn unsupported_format(&self) -> Option<Format> {
        let formats = self.nodes.iter().filter_map(|node| node.sort.format());
        let mut formats =
            formats.filter(|format| format.width() > 127 || format.exponent_bits() > MAX_EXPONENT_BITS);
        formats.next()
    }

    /// Something that is neither float, truth value nor rounding mode, or a function of which
    /// nothing is known.
    pub(crate) fn foreign(&self) -> Option<String> {
        self.nodes.iter().find_map(|node| match (node.sort, node.op) {
            (Sort::BitVec(_) | Sort::Array { .. } | Sort::Real, _) => Some(format!("sort {}", node.sort)),
            (_, Op::Libm(_) | Op::FpRem | Op::FpFmod) => Some(node.op.to_string()),
            _ => None,
        })
    }
}
