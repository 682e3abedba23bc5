//! The operations, one concern a file. Each public method picks a width (`at_single_width`) and
//! calls the algorithm that is generic over it.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod integer;
mod integral;
mod min_max;
mod multiply;
mod neighbour;
mod rational;
mod remainder;
mod scale;
mod sqrt;
#[cfg(test)]
mod widths;

pub(crate) use integer::round_natural;
pub(crate) use rational::round_quotient;

use crate::value::Float;

/// Operands of one operation have one format; anything else is a mistake of the caller.
#[inline]
#[track_caller]
fn assert_same_format(first: &Float, second: &Float) {
    assert_eq!(first.format(), second.format(), "operands have different formats");
}
