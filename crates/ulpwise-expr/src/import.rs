//! Terms of one store, built in another.

use crate::op::Op;
use crate::store::{Term, TermPositions, TermStore};

impl TermStore {
    /// Builds terms of another store here, where they are folded and rewritten as this store does
    /// it. Variables are those with the same names and sorts.
    pub fn import(&mut self, other: &TermStore, roots: &[Term]) -> Vec<Term> {
        let order = other.topological_order(roots);
        let positions = TermPositions::new(&order);
        let mut results: Vec<Term> = Vec::with_capacity(order.len());
        let mut children = Vec::new();
        for &term in &order {
            children.clear();
            children.extend(
                other.children(term).iter().map(|&child| results[positions.position(child) as usize]),
            );
            let result = match (other.op(term), other.constant(term)) {
                (_, Some(value)) => self.value(&value),
                (Op::Variable(symbol), None) => {
                    let (name, sort) = other.symbol(symbol);
                    self.variable(name, sort)
                }
                (op, None) => self.application(op, &children),
            };
            results.push(result);
        }
        roots.iter().map(|&root| results[positions.position(root) as usize]).collect()
    }
}
