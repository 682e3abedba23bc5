//! Integer square roots, as a circuit and by guessing.

use super::{Bits, compare, multiply, select, subtract, zero_extend};
use crate::aig::{Aig, Lit};

/// The integer square root of a number with an even number of bits, half as wide, and whether there
/// is a rest.
pub(crate) fn square_root(aig: &mut Aig, radicand: &[Lit]) -> (Bits, Lit) {
    let width = radicand.len() / 2;
    // Digit by digit from above: the root so far r and the rest n - r^2; the next digit is one if
    // the rest with two more bits is at least 4r + 1.
    let mut root: Bits = Vec::new();
    let mut rest: Bits = Vec::new();
    for step in (0..width).rev() {
        rest.insert(0, radicand[2 * step + 1]);
        rest.insert(0, radicand[2 * step]);
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend_from_slice(&root);
        let trial = zero_extend(&trial, rest.len());
        let (difference, not_below) = subtract(aig, &rest, &trial);
        rest = select(aig, not_below, &difference, &rest);
        root.insert(0, not_below);
        // The rest is at most twice the root: one bit more than it has.
        rest.truncate(root.len() + 1);
    }
    let inexact = aig.or_all(&rest);
    (root, inexact)
}

/// The same with a guessed root and rest, and what they must fulfil: `root^2 + rest = radicand`,
/// `rest <= 2 root`.
pub(crate) fn square_root_by_guess(aig: &mut Aig, radicand: &[Lit]) -> (Bits, Lit, Lit) {
    let width = radicand.len() / 2;
    let root = aig.inputs(width);
    let rest = aig.inputs(width + 1);
    let square = multiply::square_full(aig, &root);
    let extended = zero_extend(&rest, 2 * width);
    let (sum, carry) = super::add_with_carry(aig, &square, &extended, Lit::FALSE);
    let same = compare::equal(aig, &sum, radicand);
    let mut twice = vec![Lit::FALSE];
    twice.extend_from_slice(&root);
    let small = compare::unsigned_less_equal(aig, &rest, &twice);
    let condition = aig.and_all(&[same, !carry, small]);
    let inexact = aig.or_all(&rest);
    (root, inexact, condition)
}
