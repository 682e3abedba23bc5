//! Expressions: a term written out down to the parts that have names.

use super::naming::SymbolNames;
use super::value::write_value;
use std::collections::BTreeMap;
use std::fmt::Write;
use ulpwise_expr::{Op, Term, TermStore};

/// What is written in place of the operators of some terms.
pub(super) type Heads = BTreeMap<Term, String>;

/// Everything an expression is written with.
pub(super) struct Expressions<'a> {
    pub(super) store: &'a TermStore,
    pub(super) names: &'a SymbolNames,
    /// The names of terms that have some.
    pub(super) labels: &'a BTreeMap<Term, String>,
    pub(super) heads: &'a Heads,
}

impl Expressions<'_> {
    /// Writes a term: its operator, even if the term has a name, applied to operands that are
    /// written by name if they have one.
    pub(super) fn write(&self, out: &mut String, root: Term) {
        // The applications that are open, with the number of operands written.
        let mut open: Vec<(Term, usize)> = Vec::new();
        self.begin(out, root, &mut open);
        while let Some((term, written)) = open.last_mut() {
            let children = self.store.children(*term);
            let Some(&child) = children.get(*written) else {
                let neutral = neutral_operand(self.store.op(*term), children.len());
                out.push_str(neutral);
                out.push(')');
                open.pop();
                continue;
            };
            *written += 1;
            out.push(' ');
            match self.labels.get(&child) {
                Some(label) => out.push_str(label),
                None => self.begin(out, child, &mut open),
            }
        }
    }

    /// Writes a leaf, or opens an application.
    fn begin(&self, out: &mut String, term: Term, open: &mut Vec<(Term, usize)>) {
        if let Some(value) = self.store.constant(term) {
            return write_value(out, &value);
        }
        match self.store.op(term) {
            Op::Variable(_) => out.push_str(self.names.variable(term)),
            // Every solver takes these constants, not every one an application to nothing.
            Op::And if self.store.children(term).is_empty() => out.push_str("true"),
            Op::Or if self.store.children(term).is_empty() => out.push_str("false"),
            op => {
                out.push('(');
                self.write_head(out, term, op);
                open.push((term, 0));
            }
        }
    }

    fn write_head(&self, out: &mut String, term: Term, op: Op) {
        let written = match (self.heads.get(&term), op) {
            (Some(head), _) => write!(out, "{head}"),
            (None, Op::ArrayConstant { .. }) => write!(out, "(as const {})", self.store.sort(term)),
            (None, op) => write!(out, "{op}"),
        };
        written.expect("a String takes everything");
    }
}

/// What a conjunction or disjunction of one operand gets as its second.
fn neutral_operand(op: Op, operands: usize) -> &'static str {
    match (op, operands) {
        (Op::And, 1) => " true",
        (Op::Or, 1) => " false",
        _ => "",
    }
}
