//! The printer: terms, values and whole queries as SMT-LIB.
//!
//! Output is linear in the number of distinct terms: what is used more than once is written once
//! and named, by `let` in a term and by `define-fun` in a query. Reading the output back builds the
//! same terms. Nothing recurses.
//!
//! One reservation: a conjunction or disjunction of fewer than two operands, which only a store
//! without rewriting holds, is written with `true` or `false` added, because not every solver reads
//! it otherwise.

mod expression;
mod growing;
mod helpers;
mod naming;
mod query;
mod script;
mod sharing;
mod symbol;
mod value;

pub use growing::GrowingQuery;
pub use query::{PrintedQuery, QueryOptions, print_query};
pub use value::value_text;

pub(crate) use symbol::quoted;
pub(crate) use value::string_literal;

use expression::{Expressions, Heads};
use naming::SymbolNames;
use sharing::Sharing;
use std::collections::BTreeMap;
use std::fmt::Write;
use ulpwise_expr::{Term, TermStore};

/// Which operators the output may contain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// SMT-LIB and nothing else, for other solvers: `fp.fmod` is defined, `fp.to_ieee_bv` is a
    /// fresh variable with the conditions that determine it, and a libm function is declared
    /// without saying what it does. Therefore an `unsat` of the printed query is one of the
    /// assertions, and so is a `sat` if no libm function occurs. Constant arrays are no part of the
    /// standard, but all solvers have them; cvc5 only those of a constant.
    #[default]
    Standard,
    /// With the extensions that this crate's reader knows, for reading the output back.
    Extended,
}

/// A term by itself, with `let` for what it shares, in the extended dialect. A variable whose name
/// cannot be written, or belongs to a theory, gets one like it.
pub fn term_text(store: &TermStore, root: Term) -> String {
    let order = store.topological_order(&[root]);
    let mut names = SymbolNames::new();
    names.add_variables(store, &order);
    let sharing = Sharing::new(store, &order, &[root], Dialect::Extended);
    let mut labels: BTreeMap<Term, String> = BTreeMap::new();
    let heads = Heads::new();
    let mut text = String::new();
    let mut open = 0;
    for &term in order.iter().filter(|&&term| sharing.is_named(term) && term != root) {
        let label = names.fresh_label();
        text.push_str("(let ((");
        text.push_str(&label);
        text.push(' ');
        Expressions { store, names: &names, labels: &labels, heads: &heads }.write(&mut text, term);
        text.push_str(")) ");
        labels.insert(term, label);
        open += 1;
    }
    Expressions { store, names: &names, labels: &labels, heads: &heads }.write(&mut text, root);
    text.extend(std::iter::repeat_n(')', open));
    text
}

/// Writes to a string, which cannot fail.
fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("a String takes everything");
}
