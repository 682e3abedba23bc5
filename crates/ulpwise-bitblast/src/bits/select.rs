//! Constants, extension, selection, and what works bit by bit.

use super::Bits;
use crate::aig::{Aig, Lit};

/// The number `value` in `width` bits.
pub(crate) fn constant(value: u64, width: usize) -> Bits {
    (0..width).map(|position| Lit::constant(position < 64 && value >> position & 1 == 1)).collect()
}

/// With zeros above up to `width` bits.
pub(crate) fn zero_extend(bits: &[Lit], width: usize) -> Bits {
    let mut extended = bits.to_vec();
    extended.resize(width, Lit::FALSE);
    extended
}

/// A gate on each pair of bits.
pub(crate) fn zip(
    aig: &mut Aig,
    first: &[Lit],
    second: &[Lit],
    gate: impl Fn(&mut Aig, Lit, Lit) -> Lit,
) -> Bits {
    assert_eq!(first.len(), second.len(), "vectors of different widths");
    first.iter().zip(second).map(|(&a, &b)| gate(aig, a, b)).collect()
}

/// Each bit in conjunction with `condition`.
pub(crate) fn and_all_with(aig: &mut Aig, bits: &[Lit], condition: Lit) -> Bits {
    bits.iter().map(|&bit| aig.and(bit, condition)).collect()
}

/// `then` if the condition holds, else `otherwise`.
pub(crate) fn select(aig: &mut Aig, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Bits {
    zip(aig, then, otherwise, |aig, a, b| aig.ite(condition, a, b))
}
