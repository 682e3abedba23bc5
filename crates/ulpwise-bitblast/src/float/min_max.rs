//! Minimum and maximum.

use super::compare::less;
use super::form::FloatBits;
use crate::aig::{Aig, Lit};

/// Whether the operands are zeros of opposite sign, of which SMT-LIB allows either as the result.
fn opposite_zeros(aig: &mut Aig, x: &FloatBits, y: &FloatBits) -> Lit {
    let zeros = aig.and(x.zero, y.zero);
    let signs_differ = aig.xor(x.sign, y.sign);
    aig.and(zeros, signs_differ)
}

/// The minimum, or the maximum; a NaN loses. Of zeros with opposite signs it is the first operand
/// if the literal for their order says so: `(x negative, x positive)`.
pub(crate) fn minimum_or_maximum(
    aig: &mut Aig,
    x: &FloatBits,
    y: &FloatBits,
    is_maximum: bool,
    (first_if_negative, first_if_positive): (Lit, Lit),
) -> FloatBits {
    let first = if is_maximum { less(aig, y, x) } else { less(aig, x, y) };
    let opposite = opposite_zeros(aig, x, y);
    let chosen = aig.ite(x.sign, first_if_negative, first_if_positive);
    let first = aig.ite(opposite, chosen, first);
    let first = aig.or(first, y.nan);
    let first = aig.and(first, !x.nan);
    FloatBits::select(aig, first, x, y)
}
