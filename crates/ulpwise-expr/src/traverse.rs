//! Questions about the graph below some terms, answered without recursion.

use crate::op::OpKind;
use crate::store::{Term, TermPositions, TermStore};
use std::collections::HashSet;

impl TermStore {
    /// The variables below the roots, by ascending number.
    pub fn free_variables(&self, roots: &[Term]) -> Vec<Term> {
        let mut variables = self.topological_order(roots);
        variables.retain(|&term| self.kind(term) == OpKind::Variable);
        variables
    }

    /// The conjuncts of some truth values by ascending number, those that are true left out; `None`
    /// if one is false. Each term is looked at once, however often conjunctions share it.
    pub fn conjuncts(&self, goals: &[Term]) -> Option<Vec<Term>> {
        let mut found = Vec::new();
        let mut open = goals.to_vec();
        let mut seen = HashSet::new();
        while let Some(goal) = open.pop() {
            if !seen.insert(goal) {
                continue;
            }
            match (self.bool_constant(goal), self.kind(goal)) {
                (Some(true), _) => {}
                (Some(false), _) => return None,
                (None, OpKind::And) => open.extend_from_slice(self.children(goal)),
                (None, _) => found.push(goal),
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// How many distinct terms there are at and below the roots.
    pub fn dag_size(&self, roots: &[Term]) -> usize {
        self.topological_order(roots).len()
    }

    /// How many nodes the term has if written out without sharing; `u64::MAX` if that does not hold
    /// it.
    pub fn tree_size(&self, root: Term) -> u64 {
        self.bottom_up(root, |children| children.iter().fold(1u64, |sum, &size| sum.saturating_add(size)))
    }

    /// The number of nodes on the longest path down from the root; 1 for a leaf.
    pub fn depth(&self, root: Term) -> u64 {
        self.bottom_up(root, |children| 1 + children.iter().copied().max().unwrap_or(0))
    }

    /// A number for every term, computed from those of its children; that of the root.
    fn bottom_up(&self, root: Term, combine: impl Fn(&[u64]) -> u64) -> u64 {
        let order = self.topological_order(&[root]);
        let positions = TermPositions::new(&order);
        let mut results: Vec<u64> = Vec::with_capacity(order.len());
        let mut of_children = Vec::new();
        for &term in &order {
            of_children.clear();
            let children = self.children(term).iter();
            of_children.extend(children.map(|&child| results[positions.position(child) as usize]));
            results.push(combine(&of_children));
        }
        results.last().copied().unwrap_or(0)
    }
}
