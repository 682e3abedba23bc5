//! A smaller query that shows the same thing.

use anyhow::Result;
use ulpwise_expr::{Substitution, Term, TermStore, Value};

/// No more attempts than this: each may take a solver's time limit.
const ATTEMPTS: usize = 300;

/// Drops assertions and replaces terms by their operands or by constants for as long as `is_bad`
/// stays true.
pub(super) fn minimise(
    store: &mut TermStore,
    assertions: &[Term],
    is_bad: &mut dyn FnMut(&mut TermStore, &[Term]) -> Result<bool>,
) -> Result<Vec<Term>> {
    let mut best = assertions.to_vec();
    let mut attempts = 0;
    'again: loop {
        for candidate in candidates(store, &best) {
            if attempts == ATTEMPTS {
                return Ok(best);
            }
            attempts += 1;
            if is_bad(store, &candidate)? {
                best = candidate;
                continue 'again;
            }
        }
        return Ok(best);
    }
}

/// Everything that is one step smaller, the largest steps first.
fn candidates(store: &mut TermStore, assertions: &[Term]) -> Vec<Vec<Term>> {
    let mut found = Vec::new();
    if assertions.len() > 1 {
        for left_out in 0..assertions.len() {
            let mut fewer = assertions.to_vec();
            fewer.remove(left_out);
            found.push(fewer);
        }
    }
    for &term in store.topological_order(assertions).iter().rev() {
        let sort = store.sort(term);
        let mut replacements: Vec<Term> = store.children(term).to_vec();
        replacements.retain(|&child| store.sort(child) == sort);
        if !store.is_constant(term) {
            replacements.push(store.value(&Value::default_of(sort)));
        }
        for replacement in replacements {
            let mut substitution = Substitution::new();
            substitution.replace(store, term, replacement);
            let changed = store.substitute(assertions, &substitution);
            if changed != assertions {
                found.push(changed);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::{OpKind, Sort};

    #[test]
    fn what_does_not_matter_goes() {
        let mut store = TermStore::without_rewrites();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::BitVec(8)));
        let product = store.bv_mul(x, y);
        let sum = store.bv_add(product, x);
        let (first, second) = (store.bv_ult(sum, y), store.bv_slt(x, y));
        let mut has_product = |store: &mut TermStore, assertions: &[Term]| {
            Ok(store.topological_order(assertions).iter().any(|&term| store.kind(term) == OpKind::BvMul))
        };
        let least = minimise(&mut store, &[first, second], &mut has_product).expect("nothing fails");
        assert_eq!(least.len(), 1);
        // The comparison, the product, and one constant: both operands of either became it.
        assert_eq!(store.dag_size(&least), 3);
    }
}
