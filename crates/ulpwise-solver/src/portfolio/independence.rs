//! Assertions that have nothing to do with each other, asked one group at a time.
//!
//! Two assertions belong together if they share a variable. They also belong together if both
//! contain an operator that SMT-LIB leaves open for some arguments: which function it is then
//! belongs to the model, and there is one model.

use std::collections::BTreeMap;
use ulpwise_expr::{OpKind, Term, TermStore};

/// What connects assertions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Link {
    Variable(Term),
    Open(OpKind),
}

/// The groups, each in the order of the assertions, and they in the order of their first ones.
pub(crate) fn groups(store: &TermStore, assertions: &[Term]) -> Vec<Vec<Term>> {
    let mut sets = Sets::new(assertions.len());
    let mut first: BTreeMap<Link, usize> = BTreeMap::new();
    for (number, &assertion) in assertions.iter().enumerate() {
        for term in store.topological_order(&[assertion]) {
            let link = match store.kind(term) {
                OpKind::Variable => Link::Variable(term),
                kind if leaves_open(kind) => Link::Open(kind),
                _ => continue,
            };
            let other = *first.entry(link).or_insert(number);
            sets.join(other, number);
        }
    }
    let mut groups: BTreeMap<usize, Vec<Term>> = BTreeMap::new();
    for (number, &assertion) in assertions.iter().enumerate() {
        groups.entry(sets.find(number)).or_default().push(assertion);
    }
    groups.into_values().collect()
}

/// Whether SMT-LIB leaves the operator open for some arguments.
fn leaves_open(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::FpMin
            | OpKind::FpMax
            | OpKind::FpToUnsigned
            | OpKind::FpToSigned
            | OpKind::FpToReal
            | OpKind::RealDiv
    )
}

/// Disjoint sets of numbers; each is named by its least member.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets { parents: (0..count).collect() }
    }

    fn find(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::Sort;
    use ulpwise_float::{Format, Rounding};

    #[test]
    fn shared_variables_connect() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.variable(name, Sort::Float(Format::F32)));
        let assertions = [store.fp_lt(x, y), store.fp_is_nan(z), store.fp_is_zero(y)];
        assert_eq!(groups(&store, &assertions), [vec![assertions[0], assertions[2]], vec![assertions[1]]]);
        assert!(groups(&store, &[]).is_empty());
    }

    #[test]
    fn so_do_operators_whose_value_the_model_chooses() {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F32)));
        let mode = store.rounding(Rounding::TowardZero);
        let zero = store.value(&ulpwise_expr::Value::BitVec(ulpwise_expr::BitVector::zero(8)));
        let assertions = [x, y].map(|float| {
            let integer = store.fp_to_signed(8, mode, float);
            store.eq(integer, zero)
        });
        assert_eq!(groups(&store, &assertions).len(), 1);
    }
}
