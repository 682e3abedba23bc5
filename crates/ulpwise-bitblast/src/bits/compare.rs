//! Comparisons.

use crate::aig::{Aig, Lit};

/// Whether two vectors are equal.
pub(crate) fn equal(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Lit {
    let same = super::zip(aig, first, second, Aig::xnor);
    aig.and_all(&same)
}

/// Whether no bit is set.
pub(crate) fn is_zero(aig: &mut Aig, bits: &[Lit]) -> Lit {
    !aig.or_all(bits)
}

/// Whether the first number is below the second, or equal to it and `when_equal`.
fn less(aig: &mut Aig, first: &[Lit], second: &[Lit], when_equal: Lit) -> Lit {
    assert_eq!(first.len(), second.len(), "vectors of different widths");
    first.iter().zip(second).fold(when_equal, |less, (&a, &b)| {
        let below = aig.and(!a, b);
        let above = aig.and(a, !b);
        let not_above = aig.or(below, less);
        aig.and(!above, not_above)
    })
}

/// Unsigned less-than.
pub(crate) fn unsigned_less(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Lit {
    less(aig, first, second, Lit::FALSE)
}

/// Unsigned less-or-equal.
pub(crate) fn unsigned_less_equal(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Lit {
    less(aig, first, second, Lit::TRUE)
}

/// Signed less-than.
pub(crate) fn signed_less(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Lit {
    let (mut first, mut second) = (first.to_vec(), second.to_vec());
    // With the sign bits exchanged, the order is the unsigned one.
    if let (Some(a), Some(b)) = (first.last_mut(), second.last_mut()) {
        std::mem::swap(a, b);
    }
    unsigned_less(aig, &first, &second)
}
