//! Names in the output: each variable its own, and none that means something else.
//!
//! A variable keeps its name, unless another one has it (with another sort), a theory has it, or it
//! cannot be written. Labels for shared terms start with letters that no variable's name starts
//! with.

use super::symbol::{is_printable, quoted};
use crate::environment::Environment;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_expr::{OpKind, Term, TermStore};

/// The names of one piece of output.
pub(super) struct SymbolNames {
    theories: Environment,
    variables: BTreeMap<Term, String>,
    /// All names in use, without bars.
    taken: BTreeSet<String>,
    prefix: String,
    labels: u64,
}

impl SymbolNames {
    pub(super) fn new() -> SymbolNames {
        SymbolNames {
            theories: Environment::new(&mut TermStore::without_rewrites()),
            variables: BTreeMap::new(),
            taken: BTreeSet::new(),
            prefix: "t!".into(),
            labels: 0,
        }
    }

    /// Names the variables among these terms that have no names yet.
    pub(super) fn add_variables(&mut self, store: &TermStore, order: &[Term]) {
        for &term in order.iter().filter(|&&term| store.kind(term) == OpKind::Variable) {
            if self.variables.contains_key(&term) {
                continue;
            }
            let name = store.variable_name(term).unwrap_or_default();
            // Once there are labels, what looks like one is no name for a variable.
            let is_label = self.labels > 0 && name.starts_with(&self.prefix);
            let is_usable = is_printable(name) && self.theories.is_free(name) && !is_label;
            let chosen = match is_label {
                true => self.reserve_changed(&format!("v!{name}")),
                false if is_usable => self.reserve(name),
                false => self.reserve_changed(name),
            };
            self.variables.insert(term, quoted(&chosen).into_owned());
        }
        while self.labels == 0 && self.taken.iter().any(|name| name.starts_with(&self.prefix)) {
            self.prefix.push('!');
        }
    }

    /// The name, or one like it if it is taken, which it is from now on. Without bars.
    pub(super) fn reserve(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) { name.to_owned() } else { self.reserve_changed(name) }
    }

    fn reserve_changed(&mut self, name: &str) -> String {
        let stem = name.replace(['|', '\\'], "_");
        let candidates = (1u64..).map(|number| format!("{stem}!{number}"));
        let chosen = candidates.into_iter().find(|name| !self.taken.contains(name)).unwrap_or(stem);
        self.taken.insert(chosen.clone());
        chosen
    }

    /// The name of a variable, as it is written.
    pub(super) fn variable(&self, variable: Term) -> &str {
        &self.variables[&variable]
    }

    /// A name for a shared term.
    pub(super) fn fresh_label(&mut self) -> String {
        self.labels += 1;
        format!("{}{}", self.prefix, self.labels)
    }
}
