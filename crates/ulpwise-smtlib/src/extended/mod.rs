//! What terms do not have: declared functions, declared sorts, arrays of any sorts, datatypes.
//!
//! An application of such a kind is a *node*. In terms a variable stands for it that no script can
//! name; of the sort of the node if terms have that sort, else of sort Bool, with which nothing but
//! nodes is made. So the terms above stay terms. Before a query is decided, nodes are lowered (see
//! `lower`): every node becomes terms, and lemmas say what its kind means. A model is lifted (see
//! `lift`): every node is evaluated by its definition, and only then assertions are.
//!
//! What holds: a node's children are terms over earlier nodes, so the order of numbers is one of
//! dependence; equal applications are one node.

mod arrays;
mod lift;
mod low;
mod lower;
mod quantifier;
mod rich;
mod substitute;

pub(crate) use lift::Lifted;
pub(crate) use lower::NotLowered;
pub(crate) use rich::Rich;

use crate::script_sort::{DatatypeId, ScriptSort};
use std::collections::BTreeMap;
use std::sync::Arc;
use ulpwise_base::{IdVec, typed_id};
use ulpwise_expr::{Sort, Term, TermStore};

typed_id! {
    /// An application that terms do not have.
    pub(crate) struct NodeId("node");
}

typed_id! {
    /// A function that the script declares.
    pub(crate) struct DeclaredFunctionId("declared function");
}

/// A function that the script declares.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredFunction {
    pub(crate) name: String,
    pub(crate) parameters: Vec<ScriptSort>,
    pub(crate) result: ScriptSort,
}

/// How values of a datatype are made.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    pub(crate) name: Arc<str>,
    pub(crate) fields: Vec<ScriptSort>,
}

/// What a node applies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum NodeKind {
    /// A declared constant of a sort that terms do not have, or a whole number.
    Variable(Arc<str>),
    Apply(DeclaredFunctionId),
    Select,
    Store,
    ConstantArray,
    Equal,
    Ite,
    Construct(DatatypeId, u32),
    /// The field of a constructor, both by number.
    Field(DatatypeId, u32, u32),
    Test(DatatypeId, u32),
    /// That its child holds for all values of these variables.
    ForAll(Vec<Term>),
}

/// An application that terms do not have.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) children: Vec<Term>,
    pub(crate) sort: ScriptSort,
    /// The variable that stands for it.
    pub(crate) term: Term,
}

/// All nodes of a script.
#[derive(Debug, Default)]
pub(crate) struct Extension {
    pub(crate) nodes: IdVec<NodeId, Node>,
    known: BTreeMap<(NodeKind, Vec<Term>, ScriptSort), NodeId>,
    by_term: BTreeMap<Term, NodeId>,
    pub(crate) functions: IdVec<DeclaredFunctionId, DeclaredFunction>,
    pub(crate) datatypes: IdVec<DatatypeId, Vec<Constructor>>,
    /// What holds of quantifiers, for every query that has them.
    lemmas: BTreeMap<NodeId, Vec<Term>>,
}

impl Extension {
    /// Whether the script has no node.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node that a term stands for.
    pub(crate) fn node_of(&self, term: Term) -> Option<NodeId> {
        self.by_term.get(&term).copied()
    }

    /// The sort of a term in the script.
    pub(crate) fn sort(&self, store: &TermStore, term: Term) -> ScriptSort {
        match self.node_of(term) {
            Some(node) => self.nodes[node].sort.clone(),
            None => ScriptSort::Kernel(store.sort(term)),
        }
    }

    /// Whether a term is of a sort that terms do not have.
    pub(crate) fn is_rich(&self, term: Term) -> bool {
        self.node_of(term).is_some_and(|node| self.nodes[node].sort.kernel().is_none())
    }

    /// The term that stands for this application. The caller has checked the sorts.
    pub(crate) fn apply(
        &mut self,
        store: &mut TermStore,
        kind: NodeKind,
        children: Vec<Term>,
        sort: ScriptSort,
    ) -> Term {
        let key = (kind, children, sort);
        if let Some(&node) = self.known.get(&key) {
            return self.nodes[node].term;
        }
        let (kind, children, sort) = key.clone();
        let term = store.fresh_variable("|node|", sort.kernel().unwrap_or(Sort::Bool));
        let node = self.nodes.push(Node { kind, children, sort, term });
        self.known.insert(key, node);
        self.by_term.insert(term, node);
        term
    }

    /// Identity of two terms of sorts that fit.
    pub(crate) fn equal(&mut self, store: &mut TermStore, first: Term, second: Term) -> Term {
        if !self.is_rich(first) {
            return store.eq(first, second);
        }
        if first == second {
            return store.bool(true);
        }
        let (first, second) = (first.min(second), first.max(second));
        self.apply(store, NodeKind::Equal, vec![first, second], ScriptSort::Kernel(Sort::Bool))
    }

    /// Choice between two terms of sorts that fit.
    pub(crate) fn choice(
        &mut self,
        store: &mut TermStore,
        condition: Term,
        then: Term,
        otherwise: Term,
    ) -> Term {
        if !self.is_rich(then) {
            return store.ite(condition, then, otherwise);
        }
        match store.bool_constant(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => {
                let sort = self.sort(store, then);
                self.apply(store, NodeKind::Ite, vec![condition, then, otherwise], sort)
            }
        }
    }

    /// The nodes below some terms, ascending.
    pub(crate) fn reachable(&self, store: &TermStore, roots: &[Term]) -> Vec<NodeId> {
        let mut found = std::collections::BTreeSet::new();
        let mut open: Vec<Term> = roots.to_vec();
        while !open.is_empty() {
            let variables = store.free_variables(&open);
            open.clear();
            for variable in variables {
                if let Some(node) = self.node_of(variable)
                    && found.insert(node)
                {
                    open.extend_from_slice(&self.nodes[node].children);
                }
            }
        }
        found.into_iter().collect()
    }
}
