//! What rounding is: the choice between neighbours.

use super::fields::{scaled, units};
use ulpwise_expr::{Term, TermStore};
use ulpwise_float::{Format, Rounding};

/// A comparison of a boundary, in quarters of the least subnormal number, with the exact magnitude:
/// whether it is below, and whether it is equal.
pub(super) type Compare<'a> = dyn FnMut(&mut TermStore, Term) -> (Term, Term) + 'a;

/// By which power of two the unit of boundaries divides the least subnormal number.
pub(super) const FINER: u32 = 2;

/// That a result, an encoding without sign, is an exact magnitude rounded in a mode, for a number
/// with this sign. Boundaries have `width` bits.
pub(super) fn is_rounded(
    store: &mut TermStore,
    format: Format,
    mode: Rounding,
    negative: Term,
    result: Term,
    width: u32,
    compare: &mut Compare<'_>,
) -> Term {
    let bits = format.width() - 1;
    let one = store.bv(bits, 1);
    let (below, above) = (store.bv_sub(result, one), store.bv_add(result, one));
    let [here, below, above] = [result, below, above].map(|encoding| units(store, format, encoding, width));
    let infinity = store.fp_infinity(format, false);
    let infinity = store.fp_to_bits(infinity);
    let infinity = store.bv_extract(infinity, bits - 1, 0);
    let largest = store.bv_sub(infinity, one);
    let zero = store.bv(bits, 0);
    let is_infinite = store.eq(result, infinity);
    let (is_zero, is_largest) = (store.eq(result, zero), store.eq(result, largest));
    let is_number = store.bv_ule(result, infinity);
    // Quarters: neighbours four times, middles of two neighbours twice.
    let at = |store: &mut TermStore, boundary: Term| scaled(store, boundary, FINER);
    let middle = |store: &mut TermStore, first: Term, second: Term| {
        let sum = store.bv_add(first, second);
        scaled(store, sum, FINER - 1)
    };
    let right = match mode {
        Rounding::NearestEven | Rounding::NearestAway => {
            let low = middle(store, below, here);
            let high = middle(store, here, above);
            let (below_low, at_low) = compare(store, low);
            let (high_below, at_high) = compare(store, high);
            let last = store.bv_extract(result, 0, 0);
            let even = store.bv(1, 0);
            let is_even = store.eq(last, even);
            let (low_tie, high_tie) = match mode {
                Rounding::NearestEven => (is_even, is_even),
                _ => (store.bool(true), store.bool(false)),
            };
            let low_tie = store.and(&[at_low, low_tie]);
            let above_low = store.or(&[is_zero, below_low, low_tie]);
            let not_beyond = store.or(&[high_below, at_high]);
            let not_beyond = store.not(not_beyond);
            let high_tie = store.and(&[at_high, high_tie]);
            let below_high = store.or(&[is_infinite, not_beyond, high_tie]);
            store.and(&[above_low, below_high])
        }
        _ => {
            let here = at(store, here);
            let (is_below, is_equal) = compare(store, here);
            // Down: the largest float that is not above. Up: the least one that is not below.
            let finite = store.not(is_infinite);
            let not_above = store.or(&[is_below, is_equal]);
            let above = at(store, above);
            let (next_below, next_equal) = compare(store, above);
            let next_not_above = store.or(&[next_below, next_equal]);
            let next_above = store.not(next_not_above);
            let next_above = store.or(&[next_above, is_largest]);
            let down = store.and(&[finite, not_above, next_above]);
            let not_below = store.not(is_below);
            let not_below = store.or(&[not_below, is_infinite]);
            let below = at(store, below);
            let (last_below, _) = compare(store, below);
            let last_below = store.or(&[last_below, is_zero]);
            let up = store.and(&[not_below, last_below]);
            match mode {
                Rounding::TowardZero => down,
                Rounding::TowardPositive => store.ite(negative, down, up),
                _ => store.ite(negative, up, down),
            }
        }
    };
    store.and(&[is_number, right])
}
