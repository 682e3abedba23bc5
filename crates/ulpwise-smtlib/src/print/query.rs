//! Whole queries: a script that declares, defines, asserts and asks.

use super::Dialect;
use super::expression::{Expressions, Heads};
use super::helpers;
use super::naming::Names;
use super::push;
use super::sharing::Sharing;
use std::collections::BTreeMap;
use ulpwise_expr::{Op, OpKind, Sort, Term, TermStore};

/// What a printed query contains besides its assertions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct QueryOptions {
    /// Which operators may occur.
    pub dialect: Dialect,
    /// Whether to ask for the values of all variables after `check-sat`.
    pub values: bool,
}

/// A query as a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedQuery {
    /// The script.
    pub text: String,
    /// The variables and the names they have in it, with bars where needed, in the order of their terms. A variable
    /// keeps its name unless it is taken or cannot be written.
    pub variables: Vec<(Term, String)>,
}

/// A script that asks whether the assertions hold together.
pub fn print_query(store: &TermStore, assertions: &[Term], options: QueryOptions) -> PrintedQuery {
    let order = store.topological_order(assertions);
    let mut names = Names::new(store, &order);
    let sharing = Sharing::new(store, &order, assertions, options.dialect);
    let mut text = String::new();
    if options.values {
        text.push_str("(set-option :produce-models true)\n");
    }
    push(&mut text, format_args!("(set-logic {})\n", logic(store, &order)));
    for (variable, name) in names.variables() {
        push(&mut text, format_args!("(declare-fun {name} () {})\n", store.sort(variable)));
    }
    let heads = match options.dialect {
        Dialect::Standard => helpers::write_functions(&mut text, store, &order, &mut names),
        Dialect::Extended => Heads::new(),
    };
    let labels = write_definitions(&mut text, store, &order, &mut names, &sharing, &heads, options.dialect);
    for &assertion in assertions {
        text.push_str("(assert ");
        match labels.get(&assertion) {
            Some(label) => text.push_str(label),
            None => Expressions { store, names: &names, labels: &labels, heads: &heads }
                .write(&mut text, assertion),
        }
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    let variables: Vec<(Term, String)> =
        names.variables().map(|(variable, name)| (variable, name.to_owned())).collect();
    if options.values && !variables.is_empty() {
        text.push_str("(get-value (");
        for (position, (_, name)) in variables.iter().enumerate() {
            text.push_str(if position == 0 { "" } else { " " });
            text.push_str(name);
        }
        text.push_str("))\n");
    }
    text.push_str("(exit)\n");
    PrintedQuery { text, variables }
}

/// Defines the terms that are named; delivers their names.
fn write_definitions(
    text: &mut String,
    store: &TermStore,
    order: &[Term],
    names: &mut Names,
    sharing: &Sharing,
    heads: &Heads,
    dialect: Dialect,
) -> BTreeMap<Term, String> {
    let mut labels: BTreeMap<Term, String> = BTreeMap::new();
    for &term in order.iter().filter(|&&term| sharing.is_named(term)) {
        let label = names.fresh_label();
        let expressions = Expressions { store, names, labels: &labels, heads };
        if dialect == Dialect::Standard && store.op(term) == Op::FpToBits {
            let operand = store.child(term, 0);
            let mut written = String::new();
            match labels.get(&operand) {
                Some(label) => written.push_str(label),
                None => expressions.write(&mut written, operand),
            }
            helpers::write_encoding(text, &label, store.format(operand), &written);
        } else {
            push(text, format_args!("(define-fun {label} () {} ", store.sort(term)));
            expressions.write(text, term);
            text.push_str(")\n");
        }
        labels.insert(term, label);
    }
    labels
}

/// The smallest logic with these sorts and operators that all solvers know.
fn logic(store: &TermStore, order: &[Term]) -> &'static str {
    let has = |test: &dyn Fn(Sort) -> bool| order.iter().any(|&term| test(store.sort(term)));
    let has_arrays = has(&|sort| matches!(sort, Sort::Array { .. }));
    let has_floats = has(&|sort| matches!(sort, Sort::Float(_) | Sort::RoundingMode));
    let has_functions = order.iter().any(|&term| store.kind(term) == OpKind::Libm);
    if has(&|sort| sort == Sort::Real) {
        return "ALL";
    }
    match (has_arrays, has_functions, has_floats) {
        (false, false, false) => "QF_BV",
        (true, _, false) => "QF_ABV",
        (false, false, true) => "QF_BVFP",
        (true, false, true) => "QF_ABVFP",
        (false, true, _) => "QF_UFBVFP",
        (true, true, true) => "QF_AUFBVFP",
    }
}
