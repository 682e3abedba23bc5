//! Sums and differences: ripple-carry, which is the smallest, and the one SAT solvers reason best
//! about.

use super::Bits;
use crate::aig::{Aig, Lit};

/// The sum of two numbers of one width and a carry, and the carry out.
pub(crate) fn add_with_carry(aig: &mut Aig, first: &[Lit], second: &[Lit], carry: Lit) -> (Bits, Lit) {
    assert_eq!(first.len(), second.len(), "vectors of different widths");
    let mut carry = carry;
    let sum = first.iter().zip(second).map(|(&a, &b)| {
        let (sum, carry_out) = aig.full_adder(a, b, carry);
        carry = carry_out;
        sum
    });
    (sum.collect(), carry)
}

/// The sum modulo 2^width.
pub(crate) fn add(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Bits {
    add_with_carry(aig, first, second, Lit::FALSE).0
}

/// The difference modulo 2^width, and whether the first number is not below the second.
pub(crate) fn subtract(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> (Bits, Lit) {
    let complement: Bits = second.iter().map(|&bit| !bit).collect();
    add_with_carry(aig, first, &complement, Lit::TRUE)
}

/// The number plus one bit, and the carry out.
pub(crate) fn increment(aig: &mut Aig, bits: &[Lit], by: Lit) -> (Bits, Lit) {
    let mut carry = by;
    let sum = bits.iter().map(|&bit| {
        let sum = aig.xor(bit, carry);
        carry = aig.and(bit, carry);
        sum
    });
    (sum.collect(), carry)
}

/// Two's-complement negation.
pub(crate) fn negate(aig: &mut Aig, bits: &[Lit]) -> Bits {
    negate_if(aig, bits, Lit::TRUE)
}

/// Two's-complement negation if the condition holds.
pub(crate) fn negate_if(aig: &mut Aig, bits: &[Lit], condition: Lit) -> Bits {
    let flipped: Bits = bits.iter().map(|&bit| aig.xor(bit, condition)).collect();
    increment(aig, &flipped, condition).0
}
