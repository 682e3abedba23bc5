//! What intervals forget: how numbers hang together, as linear forms with rigorous errors.
//!
//! A [`AffineForm`] is a sum of *symbols* with coefficients and a rest that is known to an
//! interval. A symbol is a real number that is not known but that is the same wherever it stands on
//! one path: a number that was an input of the function, was loaded or came out of a call, or what
//! a product or a quotient is off its linear part. Rounding errors go to the rest.
//!
//! What holds at every moment of every execution: there are values of the symbols, each within its
//! range, such that every value **that is finite** lies within its form. Two things follow that the
//! code relies on.
//!
//! - Operators apply to forms only in the case that the result is finite, and then their operands
//!   are finite too (a divisor must be known to be).
//! - A symbol of a number that is not finite is free: no finite number has it in its form, because
//!   whatever is computed from an infinity or a NaN by an operator that makes a form is not finite.
//!   So a [fact](Relations) about symbols may be used where all of them stand in forms of numbers
//!   that are finite, and nowhere else.
//!
//! Symbols are never used again: a look at a function that is remembered has none in its arguments
//! and results.

mod form;
mod operations;
mod product;
mod relations;
#[cfg(test)]
mod tests;

pub(crate) use form::{AffineForm, SymbolNames};
pub(crate) use operations::{Operations, Precision, Sharper, are_doubles, as_double};
pub(crate) use relations::{Relation, Relations};
