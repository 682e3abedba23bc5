//! The builder: how terms are made.
//!
//! [`TermStore::apply`] is the one way to an inner term. It checks sorts, folds applications to
//! constants, tries the rewrite rules, and looks the result up in the store. The methods named
//! after operators do the same for callers that know that their operands fit: there an ill-sorted
//! application is a bug of the caller and panics with the operator and the sorts. Code that reads
//! terms from outside uses `apply` and [`TermStore::apply_derived`], which deliver the error.

mod array;
mod bit_vector;
mod core;
mod derived;
mod derived_overflow;
mod derived_sorts;
mod float;
mod real;
mod sorting;

pub use derived::DerivedOp;

use crate::error::SortError;
use crate::op::Op;
use crate::rewrite::{self, Application};
use crate::store::{Term, TermStore};

impl TermStore {
    /// The application of an operator to children, folded and rewritten unless the store was made
    /// without.
    ///
    /// # Errors
    /// If the children have the wrong sorts, or the result one that is out of range.
    pub fn apply(&mut self, op: Op, children: &[Term]) -> Result<Term, Box<SortError>> {
        let sort = sorting::result_sort(self, op, children)?;
        let Some(key) = self.key(op, sort, children) else {
            return Err(SortError::new(op, &[sort], "one of the 65536 sorts that a store has room for"));
        };
        let hash = key.hash();
        if let Some(term) = self.find_or_remember(&key, hash) {
            return Ok(term);
        }
        let known = self.len();
        if let Some(term) = rewrite::simplify(self, &Application { op, sort, children }) {
            self.remember(&key, hash, term);
            return Ok(term);
        }
        // A rule that did not apply in the end may have built this very term on its way.
        Ok(if self.len() == known { self.add(key, hash) } else { self.intern(key, hash) })
    }

    /// [`TermStore::apply`] for callers that know that the sorts fit.
    ///
    /// # Panics
    /// If they do not.
    #[track_caller]
    pub fn application(&mut self, op: Op, children: &[Term]) -> Term {
        match self.apply(op, children) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Methods that apply one operator to a fixed number of terms.
macro_rules! constructors {
    ($($(#[$meta:meta])* $name:ident($($child:ident),*) = $op:expr;)*) => {
        impl $crate::store::TermStore {
            $(
                $(#[$meta])*
                #[track_caller]
                pub fn $name(&mut self, $($child: $crate::store::Term),*) -> $crate::store::Term {
                    self.application($op, &[$($child),*])
                }
            )*
        }
    };
}
/// Methods that apply one derived operator to a fixed number of terms.
macro_rules! derived_constructors {
    ($($(#[$meta:meta])* $name:ident($($child:ident),*) = $op:expr;)*) => {
        impl $crate::store::TermStore {
            $(
                $(#[$meta])*
                #[track_caller]
                pub fn $name(&mut self, $($child: $crate::store::Term),*) -> $crate::store::Term {
                    self.derived_application($op, &[$($child),*])
                }
            )*
        }
    };
}
pub(crate) use {constructors, derived_constructors};
