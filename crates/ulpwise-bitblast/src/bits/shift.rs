//! Shifts by amounts that are not constant: one row of selections for each bit of the amount.

use super::{Bits, compare, select};
use crate::aig::{Aig, Lit};

/// How many bits of an amount matter for a vector of `width` bits.
fn stages(width: usize) -> usize {
    width.next_power_of_two().trailing_zeros() as usize
}

/// The low bits of an amount that shift within `width`, and whether a higher one is set.
fn split_amount(aig: &mut Aig, width: usize, amount: &[Lit]) -> (Bits, Lit) {
    let stages = stages(width).min(amount.len());
    let beyond = !compare::is_zero(aig, &amount[stages..]);
    (amount[..stages].to_vec(), beyond)
}

/// Shifts down, `fill` coming in above.
fn shift_right_with(aig: &mut Aig, bits: &[Lit], amount: &[Lit], fill: Lit) -> Bits {
    let (amount, beyond) = split_amount(aig, bits.len(), amount);
    let mut bits = bits.to_vec();
    for (stage, &condition) in amount.iter().enumerate() {
        let moved: Bits =
            (0..bits.len()).map(|i| bits.get(i + (1 << stage)).copied().unwrap_or(fill)).collect();
        bits = select(aig, condition, &moved, &bits);
    }
    let filled = vec![fill; bits.len()];
    select(aig, beyond, &filled, &bits)
}

/// Logical shift right; zero from the width on.
pub(crate) fn shift_right(aig: &mut Aig, bits: &[Lit], amount: &[Lit]) -> Bits {
    shift_right_with(aig, bits, amount, Lit::FALSE)
}

/// Arithmetic shift right.
pub(crate) fn arithmetic_shift_right(aig: &mut Aig, bits: &[Lit], amount: &[Lit]) -> Bits {
    let sign = bits.last().copied().unwrap_or(Lit::FALSE);
    shift_right_with(aig, bits, amount, sign)
}

/// Shift left; zero from the width on.
pub(crate) fn shift_left(aig: &mut Aig, bits: &[Lit], amount: &[Lit]) -> Bits {
    let reversed: Bits = bits.iter().rev().copied().collect();
    let mut shifted = shift_right(aig, &reversed, amount);
    shifted.reverse();
    shifted
}

/// Shift left into a vector that is wide enough for every amount: `bits * 2^amount`, cut off at
/// `width` bits. The vector grows stage by stage, so that small amounts cost little.
pub(crate) fn shift_left_amount(aig: &mut Aig, bits: &[Lit], amount: &[Lit], width: usize) -> Bits {
    let mut bits = bits.to_vec();
    for (stage, &condition) in amount.iter().enumerate() {
        let by = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
        let grown = bits.len().saturating_add(by).min(width);
        let shifted = |bits: &Bits, i: usize| if i >= by { bits.get(i - by).copied() } else { None };
        bits = (0..grown)
            .map(|i| {
                let stays = bits.get(i).copied().unwrap_or(Lit::FALSE);
                aig.ite(condition, shifted(&bits, i).unwrap_or(Lit::FALSE), stays)
            })
            .collect();
    }
    bits.resize(width, Lit::FALSE);
    bits
}

/// Logical shift right, and whether a set bit was shifted out.
pub(crate) fn shift_right_sticky(aig: &mut Aig, bits: &[Lit], amount: &[Lit]) -> (Bits, Lit) {
    let width = bits.len();
    // One stage more, so that an amount of just the width empties the vector.
    let stages = stages(width + 1).min(amount.len());
    let beyond = !compare::is_zero(aig, &amount[stages..]);
    let mut bits = bits.to_vec();
    let mut lost = Lit::FALSE;
    for (stage, &condition) in amount[..stages].iter().enumerate() {
        let by = 1 << stage;
        let out = aig.or_all(&bits[..by.min(width)]);
        let out = aig.and(out, condition);
        lost = aig.or(lost, out);
        let moved: Bits = (0..width).map(|i| bits.get(i + by).copied().unwrap_or(Lit::FALSE)).collect();
        bits = select(aig, condition, &moved, &bits);
    }
    let rest = aig.or_all(&bits);
    let rest = aig.and(rest, beyond);
    lost = aig.or(lost, rest);
    (super::and_all_with(aig, &bits, !beyond), lost)
}
