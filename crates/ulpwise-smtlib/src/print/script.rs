//! What a script has said so far: names of variables, functions and shared terms, some of which go
//! again when a level is popped.

use super::Dialect;
use super::expression::{Expressions, Heads};
use super::helpers::{self, Functions};
use super::naming::SymbolNames;
use super::push;
use super::sharing::Sharing;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_expr::{Op, OpKind, Term, TermStore};

/// A script that is being written.
pub(super) struct Script {
    dialect: Dialect,
    names: SymbolNames,
    /// The variables that are declared.
    declared: BTreeSet<Term>,
    functions: Functions,
    heads: Heads,
    labels: BTreeMap<Term, String>,
}

/// What a piece of a script declared and defined.
pub(super) struct Said {
    variables: Vec<Term>,
    functions: Functions,
    labels: Vec<Term>,
}

impl Script {
    pub(super) fn new(dialect: Dialect) -> Script {
        Script {
            dialect,
            names: SymbolNames::new(),
            declared: BTreeSet::new(),
            functions: Functions::new(),
            heads: Heads::new(),
            labels: BTreeMap::new(),
        }
    }

    /// The declared variables and their names as they are written, in the order of their terms.
    pub(super) fn variables(&self) -> impl Iterator<Item = (Term, &str)> {
        self.declared.iter().map(|&variable| (variable, self.names.variable(variable)))
    }

    /// Writes assertions, and before them the declarations that are still missing.
    ///
    /// `order` is all that they use, children first; `sharing` says which of it is named.
    pub(super) fn assert(
        &mut self,
        text: &mut String,
        store: &TermStore,
        assertions: &[Term],
        order: &[Term],
        sharing: &Sharing,
    ) -> Said {
        let variables = self.declare(text, store, order);
        let mut functions = Functions::new();
        if self.dialect == Dialect::Standard {
            functions = helpers::write_functions(
                text,
                store,
                order,
                &mut self.names,
                &mut self.functions,
                &mut self.heads,
            );
        }
        let labels = self.define(text, store, order, sharing);
        for &assertion in assertions {
            text.push_str("(assert ");
            self.write(text, store, assertion);
            text.push_str(")\n");
        }
        Said { variables, functions, labels }
    }

    /// Forgets what a piece said, because its level was popped.
    pub(super) fn forget(&mut self, said: &Said) {
        for variable in &said.variables {
            self.declared.remove(variable);
        }
        for function in said.functions.keys() {
            self.functions.remove(function);
        }
        for term in &said.labels {
            self.labels.remove(term);
        }
    }

    fn declare(&mut self, text: &mut String, store: &TermStore, order: &[Term]) -> Vec<Term> {
        self.names.add_variables(store, order);
        let is_variable = |term: &&Term| store.kind(**term) == OpKind::Variable;
        let mut variables = Vec::new();
        for &variable in order.iter().filter(is_variable) {
            if self.declared.insert(variable) {
                let name = self.names.variable(variable);
                push(text, format_args!("(declare-fun {name} () {})\n", store.sort(variable)));
                variables.push(variable);
            }
        }
        variables
    }

    /// Defines the terms that are to be named; delivers those that were not before.
    fn define(
        &mut self,
        text: &mut String,
        store: &TermStore,
        order: &[Term],
        sharing: &Sharing,
    ) -> Vec<Term> {
        let mut defined = Vec::new();
        for &term in order.iter().filter(|&&term| sharing.is_named(term)) {
            if self.labels.contains_key(&term) {
                continue;
            }
            let label = self.names.fresh_label();
            if self.dialect == Dialect::Standard && store.op(term) == Op::FpToBits {
                let operand = store.child(term, 0);
                let mut written = String::new();
                self.write(&mut written, store, operand);
                helpers::write_encoding(text, &label, store.format(operand), &written);
            } else {
                push(text, format_args!("(define-fun {label} () {} ", store.sort(term)));
                self.expressions(store).write(text, term);
                text.push_str(")\n");
            }
            self.labels.insert(term, label);
            defined.push(term);
        }
        defined
    }

    /// Writes a term, by its name if it has one.
    fn write(&self, text: &mut String, store: &TermStore, term: Term) {
        match self.labels.get(&term) {
            Some(label) => text.push_str(label),
            None => self.expressions(store).write(text, term),
        }
    }

    fn expressions<'a>(&'a self, store: &'a TermStore) -> Expressions<'a> {
        Expressions { store, names: &self.names, labels: &self.labels, heads: &self.heads }
    }
}
