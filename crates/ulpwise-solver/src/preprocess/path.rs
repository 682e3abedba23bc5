//! Assertions that come and go at the end of a list, each simplified once, by those before it.
//!
//! An assertion is simplified when it comes and stays as it is until it goes: what was asserted
//! before it is used, what comes after it is not. So one more assertion costs what it costs alone,
//! and the terms of the others, with all that an engine knows about them, stay the same. Two kinds
//! of knowledge are used: `x = t` for a variable that stood in no assertion before (the assertion
//! goes, and later ones have `t` in place of `x`), and the truth of what was asserted.
//!
//! What holds: in every model of the assertions the goals hold; and a model of the goals, with the
//! definitions evaluated under it, is a model of the assertions. What it does not do: make new
//! variables, or change what was simplified already.

use super::equations::solutions;
use super::facts::consequences;
use super::goals::{flatten, literal};
use super::rebuild::rebuild;
use std::collections::{BTreeMap, HashSet};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{OpKind, Substitution, Term, TermStore};

/// One assertion, and what it added.
#[derive(Clone, Debug)]
struct Layer {
    assertion: Term,
    /// What is left of it; `false` alone if it contradicts those before.
    goals: Vec<Term>,
    defined: Vec<Term>,
    facts: Vec<Term>,
    seen: Vec<Term>,
}

/// A list of assertions, simplified.
#[derive(Clone, Default, Debug)]
pub(super) struct Path {
    layers: Vec<Layer>,
    /// Variables that went, and the terms over those that stayed which they are equal to.
    definitions: BTreeMap<Term, Term>,
    /// Truth values of what was asserted.
    facts: BTreeMap<Term, bool>,
    /// Terms that stand in goals and definitions.
    seen: HashSet<Term>,
}

impl Path {
    /// How many assertions from the first on are those of a list.
    pub(super) fn common_prefix(&self, assertions: &[Term]) -> usize {
        self.layers.iter().zip(assertions).take_while(|(layer, term)| layer.assertion == **term).count()
    }

    /// Makes the list these assertions: drops those that differ and adds what is missing.
    pub(super) fn set(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let kept = self.common_prefix(assertions);
        while self.layers.len() > kept {
            self.drop_last();
        }
        for &assertion in &assertions[kept..] {
            self.add(store, assertion, budget)?;
        }
        Ok(())
    }

    /// All goals.
    pub(super) fn goals(&self) -> Vec<Term> {
        self.layers.iter().flat_map(|layer| layer.goals.iter().copied()).collect()
    }

    /// The variables that went, with terms over the others.
    pub(super) fn definitions(&self) -> Vec<(Term, Term)> {
        self.definitions.iter().map(|(&variable, &term)| (variable, term)).collect()
    }

    fn drop_last(&mut self) {
        let Some(layer) = self.layers.pop() else { return };
        for variable in layer.defined {
            self.definitions.remove(&variable);
        }
        for fact in layer.facts {
            self.facts.remove(&fact);
        }
        for term in layer.seen {
            self.seen.remove(&term);
        }
    }

    fn add(&mut self, store: &mut TermStore, assertion: Term, budget: &Budget) -> Result<(), Exhausted> {
        let layer = Layer { assertion, goals: vec![], defined: vec![], facts: vec![], seen: vec![] };
        self.layers.push(layer);
        let added = self.simplify(store, assertion, budget);
        if added.is_err() {
            self.drop_last();
        }
        added
    }

    fn simplify(&mut self, store: &mut TermStore, assertion: Term, budget: &Budget) -> Result<(), Exhausted> {
        let mut open = vec![assertion];
        while let Some(goal) = open.pop() {
            let goal = self.rewritten(store, goal, budget)?;
            let Some(parts) = flatten(store, &[goal]) else {
                let no = store.bool(false);
                self.last().goals = vec![no];
                return Ok(());
            };
            match parts[..] {
                // Taken apart, or rewritten to what may simplify again.
                [only] if only == goal => self.take(store, only),
                _ => open.extend(parts),
            }
        }
        Ok(())
    }

    fn last(&mut self) -> &mut Layer {
        self.layers.last_mut().expect("the layer in the making")
    }

    /// A goal under the definitions and facts so far.
    fn rewritten(&self, store: &mut TermStore, goal: Term, budget: &Budget) -> Result<Term, Exhausted> {
        let mut goal = goal;
        if !self.definitions.is_empty() {
            let mut substitution = Substitution::new();
            for variable in store.free_variables(&[goal]) {
                if let Some(&term) = self.definitions.get(&variable) {
                    substitution.replace(store, variable, term);
                }
            }
            goal = store.substitute(&[goal], &substitution)[0];
        }
        let facts = &self.facts;
        let rebuilt = rebuild(store, &[goal], budget, |store, term, _| {
            facts.get(&term).map(|&value| store.bool(value))
        })?;
        Ok(rebuilt.term(goal))
    }

    /// Takes a goal that is no conjunction: as a definition if it can be one.
    fn take(&mut self, store: &mut TermStore, goal: Term) {
        for (variable, term) in solutions(store, goal) {
            let below = store.topological_order(&[term]);
            if self.seen.contains(&variable) || below.binary_search(&variable).is_ok() {
                continue;
            }
            self.see(below);
            self.definitions.insert(variable, term);
            self.last().defined.push(variable);
            return;
        }
        let below = store.topological_order(&[goal]);
        self.see(below);
        let (atom, value) = literal(store, goal);
        let mut facts = vec![(atom, value)];
        facts.extend(consequences(store, atom, value));
        for (fact, truth) in facts {
            if store.kind(fact) != OpKind::Constant && !self.facts.contains_key(&fact) {
                self.facts.insert(fact, truth);
                self.last().facts.push(fact);
            }
        }
        self.last().goals.push(goal);
    }

    fn see(&mut self, terms: Vec<Term>) {
        for term in terms {
            if self.seen.insert(term) {
                self.last().seen.push(term);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::Sort;

    #[test]
    fn what_comes_is_simplified_by_what_is_there_and_what_goes_takes_its_knowledge_along() {
        let mut store = TermStore::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| store.variable(name, Sort::BitVec(8)));
        let below = store.bv_ult(x, y);
        let sum = store.bv_add(x, y);
        let defines_z = store.eq(z, sum);
        let five = store.bv(8, 5);
        let z_is_five = store.eq(z, five);
        let not_below = store.not(below);
        let budget = Budget::unlimited();
        let mut path = Path::default();
        path.set(&mut store, &[below, defines_z, z_is_five], &budget).unwrap();
        let sum_is_five = store.eq(sum, five);
        assert_eq!(path.goals(), [below, sum_is_five]);
        assert_eq!(path.definitions(), [(z, sum)]);
        // A contradiction is seen at once, and gone with its assertion.
        path.set(&mut store, &[below, not_below], &budget).unwrap();
        let no = store.bool(false);
        assert_eq!(path.goals(), [below, no]);
        path.set(&mut store, &[z_is_five, below], &budget).unwrap();
        assert_eq!(path.goals(), [below]);
        assert_eq!(path.definitions(), [(z, five)]);
        // A variable that stood in a goal before is no longer defined away.
        let x_is_z = store.eq(x, z);
        path.set(&mut store, &[below, x_is_z], &budget).unwrap();
        let equation = store.eq(x, z);
        assert_eq!(path.goals().len() + path.definitions().len(), 2, "{path:?}");
        assert!(path.definitions().iter().all(|&(variable, _)| variable == z), "{path:?} {equation:?}");
    }
}
