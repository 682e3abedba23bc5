//! What else matters when some roots do: conditions of guesses, and applications of open functions.

use super::{Blaster, Owner};
use crate::aig::{Lit, Node};
use crate::bits;
use std::collections::{HashMap, HashSet};

/// What lies below some roots.
#[derive(Clone, Debug, Default)]
pub struct Relevant {
    /// Conditions that must hold besides the roots.
    pub conditions: Vec<Lit>,
    /// Nodes below roots, conditions and the arguments of applications, ascending.
    nodes: Vec<u32>,
    /// Numbers of the applications.
    applications: Vec<u32>,
}

impl Relevant {
    /// Numbers of the applications.
    pub(super) fn applications(&self) -> &[u32] {
        &self.applications
    }
}

impl Blaster {
    /// What matters for roots.
    pub fn relevant(&self, roots: &[Lit]) -> Relevant {
        let mut relevant = Relevant::default();
        let mut seen = vec![false; self.aig.len()];
        let mut known: HashSet<Owner> = HashSet::new();
        let mut open: Vec<u32> = roots.iter().map(|root| root.node()).collect();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            match self.aig.node(node) {
                Node::Constant => {}
                Node::And(first, second) => open.extend([first.node(), second.node()]),
                Node::Input(_) => {
                    let Some(&owner) = self.owners.get(&node) else { continue };
                    if known.insert(owner) {
                        self.follow(owner, &mut relevant, &mut open);
                    }
                }
            }
        }
        relevant.applications.sort_unstable();
        relevant.nodes = (0..seen.len() as u32).filter(|&node| seen[node as usize]).collect();
        relevant
    }

    /// What comes with an input that is not a variable's.
    fn follow(&self, owner: Owner, relevant: &mut Relevant, open: &mut Vec<u32>) {
        match owner {
            Owner::Condition(number) => {
                let condition = self.conditions[number as usize];
                relevant.conditions.push(condition);
                open.push(condition.node());
            }
            Owner::Application(number) => {
                relevant.applications.push(number);
                let application = self.applications.get(number);
                open.push(application.guard.node());
                open.extend(application.arguments.iter().map(|argument| argument.node()));
            }
        }
    }

    /// The values of the relevant nodes, given those of the inputs.
    pub fn assignment(&self, relevant: &Relevant, mut input: impl FnMut(u32) -> bool) -> super::Assignment {
        let mut values = vec![false; self.aig.len()];
        for &node in &relevant.nodes {
            let value = match self.aig.node(node) {
                Node::Constant => false,
                Node::Input(_) => input(node),
                Node::And(first, second) => {
                    let of = |literal: Lit| values[literal.node() as usize] != literal.is_complemented();
                    of(first) && of(second)
                }
            };
            values[node as usize] = value;
        }
        super::Assignment::new(values)
    }

    /// Lemmas that an assignment violates: pairs of applications to equal arguments with different results. They hold in
    /// every model, so they may be asserted for ever.
    pub fn violated_lemmas(&mut self, relevant: &Relevant, assignment: &super::Assignment) -> Vec<Lit> {
        let mut first_with: HashMap<(super::applications::Function, Vec<bool>), u32> = HashMap::new();
        let mut pairs = Vec::new();
        for &number in &relevant.applications {
            let application = self.applications.get(number);
            if !assignment.value(application.guard) {
                continue;
            }
            let key = (application.function, assignment.values(&application.arguments));
            let first = *first_with.entry(key).or_insert(number);
            let expected = assignment.values(&self.applications.get(first).results);
            if assignment.values(&application.results) != expected {
                pairs.push((first, number));
            }
        }
        pairs.into_iter().map(|(first, second)| self.congruence(first, second)).collect()
    }

    /// That two applications agree.
    fn congruence(&mut self, first: u32, second: u32) -> Lit {
        let (first, second) = (self.applications.get(first), self.applications.get(second));
        let aig = &mut self.aig;
        let same_arguments = bits::equal(aig, &first.arguments, &second.arguments);
        let same_results = bits::equal(aig, &first.results, &second.results);
        let premise = aig.and_all(&[first.guard, second.guard, same_arguments]);
        aig.implies(premise, same_results)
    }
}
