//! Names in the output: each variable its own, and none that means something else.
//!
//! A variable keeps its name, unless another one has it (with another sort), a theory has it, or it cannot be
//! written. Labels for shared terms start with letters that no variable's name starts with.

use super::symbol::{is_printable, quoted};
use crate::environment::Environment;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_expr::{OpKind, Term, TermStore};

/// The names of one piece of output.
pub(super) struct Names {
    variables: BTreeMap<Term, String>,
    /// All names in use, without bars.
    taken: BTreeSet<String>,
    prefix: String,
    labels: u64,
}

impl Names {
    /// Names for the variables among these terms.
    pub(super) fn new(store: &TermStore, order: &[Term]) -> Names {
        let theories = Environment::new(&mut TermStore::without_rewrites());
        let mut names =
            Names { variables: BTreeMap::new(), taken: BTreeSet::new(), prefix: "t!".into(), labels: 0 };
        for &term in order.iter().filter(|&&term| store.kind(term) == OpKind::Variable) {
            let name = store.variable_name(term).unwrap_or_default();
            let is_usable = is_printable(name) && theories.is_free(name);
            let chosen = if is_usable { names.reserve(name) } else { names.reserve_changed(name) };
            names.variables.insert(term, quoted(&chosen).into_owned());
        }
        while names.taken.iter().any(|name| name.starts_with(&names.prefix)) {
            names.prefix.push('!');
        }
        names
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

    /// The variables and their names as they are written, in the order of their terms.
    pub(super) fn variables(&self) -> impl Iterator<Item = (Term, &str)> {
        self.variables.iter().map(|(&variable, name)| (variable, name.as_str()))
    }

    /// A name for a shared term.
    pub(super) fn fresh_label(&mut self) -> String {
        self.labels += 1;
        format!("{}{}", self.prefix, self.labels)
    }
}
