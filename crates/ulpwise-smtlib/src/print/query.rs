//! Whole queries: a script that declares, defines, asserts and asks.

use super::Dialect;
use super::push;
use super::script::Script;
use super::sharing::Sharing;
use ulpwise_expr::{OpKind, Sort, Term, TermStore};

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
    /// The variables and the names they have in it, with bars where needed, in the order of their
    /// terms. A variable keeps its name unless it is taken or cannot be written.
    pub variables: Vec<(Term, String)>,
}

/// A script that asks whether the assertions hold together.
pub fn print_query(store: &TermStore, assertions: &[Term], options: QueryOptions) -> PrintedQuery {
    let order = store.topological_order(assertions);
    let sharing = Sharing::new(store, &order, assertions, options.dialect);
    let mut text = String::new();
    if options.values {
        text.push_str("(set-option :produce-models true)\n");
    }
    push(&mut text, format_args!("(set-logic {})\n", logic(store, &order)));
    let mut script = Script::new(options.dialect);
    script.assert(&mut text, store, assertions, &order, &sharing);
    text.push_str("(check-sat)\n");
    let variables: Vec<(Term, String)> =
        script.variables().map(|(variable, name)| (variable, name.to_owned())).collect();
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

/// The smallest logic with these sorts and operators that all solvers know.
pub(super) fn logic(store: &TermStore, order: &[Term]) -> &'static str {
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
