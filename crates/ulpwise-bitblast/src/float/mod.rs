//! Circuits of floating-point operators, in every format and rounding mode.
//!
//! A float in the graph is a [`FloatBits`]: its fields unpacked, with flags for what is special.
//! Operators that align (sums, comparisons, conversions to integers) work on these fields as they
//! are; those that need a leading one (products, quotients, roots) shift subnormal significands up
//! first (`normalized`). Whatever rounds does it in `round`.
//!
//! What an operator computes from the fields of a NaN or an infinity is garbage, and every circuit
//! masks it.

mod add;
mod compare;
mod convert;
mod divide;
mod form;
mod from_integer;
mod fused;
mod integral;
mod min_max;
mod mode;
mod multiply;
mod narrow;
mod normalized;
mod remainder;
mod round;
mod square_root;
mod to_integer;

pub(crate) use add::add;
pub(crate) use compare::{equal_as_numbers, identical, less, less_equal, magnitude_less};
pub(crate) use convert::convert;
pub(crate) use divide::divide;
pub(crate) use form::{FloatBits, largest_exponent};
pub(crate) use from_integer::from_integer;
pub(crate) use fused::fused_multiply_add;
pub(crate) use integral::round_to_integral;
pub(crate) use min_max::minimum_or_maximum;
pub(crate) use mode::Mode;
pub(crate) use multiply::{multiply, special_product};
pub(crate) use remainder::{Quotient, remainder};
pub(crate) use square_root::square_root;
pub(crate) use to_integer::to_integer;

use crate::aig::Lit;

/// A result with guessed parts, and what must hold for them to be right (true if nothing was
/// guessed). For every value of the operands exactly one guess fulfils it.
#[derive(Clone, Debug)]
pub(crate) struct Guessed {
    pub(crate) result: FloatBits,
    pub(crate) condition: Lit,
}
