//! What else matters when some roots do: conditions of guesses, abstracted operations, and
//! applications of open functions.

use super::{Blaster, Owner};
use crate::aig::{AigNode, Lit, Stopped};
use crate::bits;
use std::collections::{HashMap, HashSet};
use ulpwise_base::Budget;

/// What lies below some roots. It grows with the roots: what was found once is not looked at again.
#[derive(Clone, Debug, Default)]
pub struct Relevant {
    /// Conditions that must hold besides the roots, in the order in which they were found.
    pub conditions: Vec<Lit>,
    /// Numbers of the applications, in the order in which they were found.
    applications: Vec<u32>,
    /// Numbers of the abstracted operations, in the order in which they were found.
    abstracted: Vec<u32>,
    /// By node, whether it lies below.
    seen: Vec<bool>,
    known: HashSet<Owner>,
    /// Nodes to look at, if an earlier look was interrupted.
    open: Vec<u32>,
}

/// Nodes looked at between two looks at the clock.
const NODES_BETWEEN_CHECKS: u32 = 1 << 16;

impl Relevant {
    /// Numbers of the applications.
    pub(super) fn applications(&self) -> &[u32] {
        &self.applications
    }

    /// Numbers of the abstracted operations.
    pub(super) fn abstracted(&self) -> &[u32] {
        &self.abstracted
    }

    /// How many applications were found.
    pub(crate) fn application_count(&self) -> usize {
        self.applications.len()
    }
}

impl Blaster {
    /// What matters for roots.
    pub fn relevant(&self, roots: &[Lit]) -> Relevant {
        let mut relevant = Relevant::default();
        // Without a limit nothing interrupts it.
        let _ = self.extend_relevant(&mut relevant, roots, &Budget::unlimited());
        relevant
    }

    /// Adds what matters for more roots.
    ///
    /// # Errors
    /// If the budget ends. The next call goes on.
    pub fn extend_relevant(
        &self,
        relevant: &mut Relevant,
        roots: &[Lit],
        budget: &Budget,
    ) -> Result<(), Stopped> {
        relevant.seen.resize(self.aig.len(), false);
        relevant.open.extend(roots.iter().map(|root| root.node()));
        let mut until_check = NODES_BETWEEN_CHECKS;
        while let Some(node) = relevant.open.pop() {
            if std::mem::replace(&mut relevant.seen[node as usize], true) {
                continue;
            }
            match self.aig.node(node) {
                AigNode::Constant => {}
                AigNode::And(first, second) => relevant.open.extend([first.node(), second.node()]),
                AigNode::Input(_) => self.follow(node, relevant),
            }
            until_check -= 1;
            if until_check == 0 {
                until_check = NODES_BETWEEN_CHECKS;
                budget.check(0).map_err(Stopped::Budget)?;
            }
        }
        Ok(())
    }

    /// What comes with an input that is not a variable's.
    fn follow(&self, input: u32, relevant: &mut Relevant) {
        let Some(&owner) = self.owners.get(&input) else { return };
        if !relevant.known.insert(owner) {
            return;
        }
        match owner {
            Owner::Condition(number) => {
                let condition = self.conditions[number as usize];
                relevant.conditions.push(condition);
                relevant.open.push(condition.node());
            }
            Owner::Abstracted(number) => {
                relevant.abstracted.push(number);
                let (lemmas, below) = self.basis(number);
                relevant.open.extend(lemmas.iter().copied().chain(below).map(Lit::node));
                relevant.conditions.extend(lemmas);
            }
            Owner::Application(number) => {
                relevant.applications.push(number);
                let below = self.application_literals(number);
                relevant.open.extend(below.iter().map(|literal| literal.node()));
            }
        }
    }

    /// Guard, arguments and results of an application: what has to be known to see whether it is
    /// right.
    fn application_literals(&self, number: u32) -> Vec<Lit> {
        let application = self.applications.get(number);
        [&[application.guard][..], &application.arguments, &application.results].concat()
    }

    /// The literals whose values [`Blaster::violated_lemmas`] and [`Blaster::model`] ask for, of
    /// the applications from a number on that [`Relevant::application_count`] gave.
    pub(crate) fn asked_literals(&self, relevant: &Relevant, from: usize) -> Vec<Lit> {
        relevant.applications[from..].iter().flat_map(|&number| self.application_literals(number)).collect()
    }

    /// Lemmas that an assignment violates: pairs of applications to equal arguments with different
    /// results. They hold in every model, so they may be asserted for ever.
    pub fn violated_lemmas(&mut self, relevant: &Relevant, value: &dyn Fn(Lit) -> bool) -> Vec<Lit> {
        let values = |literals: &[Lit]| literals.iter().map(|&literal| value(literal)).collect::<Vec<_>>();
        let mut first_with: HashMap<(super::applications::AppliedFunction, Vec<bool>), u32> = HashMap::new();
        let mut pairs = Vec::new();
        for &number in &relevant.applications {
            let application = self.applications.get(number);
            if !value(application.guard) {
                continue;
            }
            let key = (application.function, values(&application.arguments));
            let first = *first_with.entry(key).or_insert(number);
            let expected = values(&self.applications.get(first).results);
            if values(&application.results) != expected {
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
