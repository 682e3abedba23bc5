//! What a rewrite rule is.

use crate::op::{Op, OpKind};
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use std::fmt;

/// An application that is about to become a term.
#[derive(Clone, Copy, Debug)]
pub struct Application<'a> {
    /// The operator.
    pub op: Op,
    /// The sort of the result.
    pub sort: Sort,
    /// The operands, of which `op` takes that many and of those sorts.
    pub children: &'a [Term],
}

/// A rewrite rule.
pub struct Rule {
    /// Its stable name: `family-what-it-does`.
    pub name: &'static str,
    /// The law, in SMT-LIB's notation, that makes it right.
    pub law: &'static str,
    /// The operators it is tried on.
    pub kinds: &'static [OpKind],
    /// The equal term; `None` if the rule does not apply. The operator is one of `kinds`.
    pub rewrite: fn(&mut TermStore, &Application<'_>) -> Option<Term>,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.law)
    }
}
