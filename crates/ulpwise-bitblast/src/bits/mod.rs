//! Circuits on vectors of bits: bit-vector operators, and what float operators are made of.
//!
//! A vector is a slice of literals, the lowest bit first. Circuits use nothing but the graph, so
//! constant bits fold away by themselves. Vectors may be empty where that makes sense: the empty
//! number is zero.

mod add;
mod compare;
mod divide;
mod int;
mod leading_zeros;
mod multiply;
mod select;
mod shift;
mod square_root;

pub(crate) use add::{add, add_with_carry, increment, negate, negate_if, subtract};
pub(crate) use compare::{equal, is_zero, signed_less, unsigned_less};
pub(crate) use divide::{divide, divide_by_guess, signed_divide, signed_modulo, signed_remainder};
pub(crate) use int::{Int, constant_range};
pub(crate) use leading_zeros::{leading_zeros, normalize};
pub(crate) use multiply::{multiply, multiply_full, square_full};
pub(crate) use select::{and_all_with, constant, select, zero_extend, zip};
pub(crate) use shift::{
    arithmetic_shift_right, shift_left, shift_left_amount, shift_right, shift_right_sticky,
};
pub(crate) use square_root::{square_root, square_root_by_guess};

/// A vector of bits, the lowest first.
pub(crate) type Bits = Vec<crate::aig::Lit>;
