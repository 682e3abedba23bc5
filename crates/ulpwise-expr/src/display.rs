//! Terms as text, for messages and for debugging.
//!
//! The notation is SMT-LIB's as far as that has one. It is not an exchange format: large terms are
//! cut, and what is cut is written as the term's number.

use crate::store::{Term, TermStore};
use crate::value::Value;
use std::fmt;

/// Terms deeper than this are cut.
const MAX_DEPTH: usize = 12;
/// No more children of one term than this are written.
const MAX_CHILDREN: usize = 16;

/// A term that can be written; see [`TermStore::display`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayTerm<'a> {
    store: &'a TermStore,
    term: Term,
    depth: usize,
}

impl TermStore {
    /// The term as text, cut where it is deep or long.
    pub fn display(&self, term: Term) -> DisplayTerm<'_> {
        DisplayTerm { store: self, term, depth: MAX_DEPTH }
    }
}

impl fmt::Display for DisplayTerm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DisplayTerm { store, term, depth } = *self;
        if let Some(name) = store.variable_name(term) {
            return f.write_str(name);
        }
        if let Some(value) = store.constant(term) {
            return fmt::Debug::fmt(&value, f);
        }
        if depth == 0 {
            return write!(f, "{term}");
        }
        write!(f, "({}", store.op(term))?;
        let children = store.children(term);
        for &child in children.iter().take(MAX_CHILDREN) {
            write!(f, " {}", DisplayTerm { store, term: child, depth: depth - 1 })?;
        }
        if children.len() > MAX_CHILDREN {
            write!(f, " and {} more", children.len() - MAX_CHILDREN)?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
