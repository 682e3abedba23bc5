//! Lemmas about products, quotients and remainders of unsigned bit-vectors.

use super::lemma::Lemmas;
use crate::aig::{Aig, Lit};
use crate::bits;

/// How many low bits of a product are exact from the beginning.
const LOW_BITS: usize = 8;

fn is_one(aig: &mut Aig, bits: &[Lit]) -> Lit {
    let above = bits::is_zero(aig, &bits[1..]);
    aig.and(bits[0], above)
}

fn at_most(aig: &mut Aig, first: &[Lit], second: &[Lit]) -> Lit {
    !bits::unsigned_less(aig, second, first)
}

pub(super) fn product(aig: &mut Aig, x: &[Lit], y: &[Lit], r: &[Lit], lemmas: &mut Lemmas) {
    let width = x.len();
    // A product's low bits depend on the operands' low bits alone.
    let low = LOW_BITS.min(width.div_ceil(2));
    let exact = bits::multiply(aig, &x[..low], &y[..low]);
    lemmas.begin_with("low-bits", bits::equal(aig, &exact, &r[..low]));
    let zeros = [bits::is_zero(aig, x), bits::is_zero(aig, y)];
    let zero = aig.or_all(&zeros);
    let is_zero = bits::is_zero(aig, r);
    lemmas.begin_with("zero", aig.implies(zero, is_zero));
    // Halves that do not overflow.
    let upper = width.div_ceil(2);
    let x_small = bits::is_zero(aig, &x[width - upper..]);
    let y_small = bits::is_zero(aig, &y[width - upper..]);
    for (factor, other, names) in [(x, y, ["one", "grows"]), (y, x, ["one-2", "grows-2"])] {
        let one = is_one(aig, factor);
        let same = bits::equal(aig, r, other);
        lemmas.add(names[0], aig.implies(one, same));
        let not_below = at_most(aig, other, r);
        let premise = aig.and_all(&[x_small, y_small, !zero]);
        lemmas.add(names[1], aig.implies(premise, not_below));
    }
    // Minus one negates.
    for (factor, other, name) in [(x, y, "minus-one"), (y, x, "minus-one-2")] {
        let minus_one = aig.and_all(factor);
        let negated = bits::negate(aig, other);
        let same = bits::equal(aig, r, &negated);
        lemmas.add(name, aig.implies(minus_one, same));
    }
}

pub(super) fn quotient(aig: &mut Aig, x: &[Lit], y: &[Lit], r: &[Lit], lemmas: &mut Lemmas) {
    let by_zero = bits::is_zero(aig, y);
    let all_ones = aig.and_all(r);
    lemmas.begin_with("by-zero", aig.implies(by_zero, all_ones));
    let no_larger = at_most(aig, r, x);
    lemmas.begin_with("at-most-dividend", aig.or(by_zero, no_larger));
    let less = bits::unsigned_less(aig, x, y);
    let is_zero = bits::is_zero(aig, r);
    let reaches = aig.or(by_zero, !less);
    let zero_unless = aig.xnor(is_zero, !reaches);
    lemmas.begin_with("zero", zero_unless);
    let one = is_one(aig, y);
    let same = bits::equal(aig, r, x);
    lemmas.add("by-one", aig.implies(one, same));
    let equal = bits::equal(aig, x, y);
    let is_one = is_one(aig, r);
    let premise = aig.and(equal, !by_zero);
    lemmas.add("by-itself", aig.implies(premise, is_one));
    // From two on, half the dividend at most; with the highest bit set, one at most.
    let at_least_two = aig.or_all(&y[1..]);
    let half = bits::zero_extend(&x[1..], x.len());
    let halved = at_most(aig, r, &half);
    lemmas.add("half", aig.implies(at_least_two, halved));
    let no_upper = bits::is_zero(aig, &r[1..]);
    lemmas.add("large-divisor", aig.implies(y[y.len() - 1], no_upper));
}

pub(super) fn remainder(aig: &mut Aig, x: &[Lit], y: &[Lit], r: &[Lit], lemmas: &mut Lemmas) {
    let by_zero = bits::is_zero(aig, y);
    let less = bits::unsigned_less(aig, x, y);
    let same = bits::equal(aig, r, x);
    let unchanged = aig.or(by_zero, less);
    lemmas.begin_with("unchanged", aig.implies(unchanged, same));
    let below = bits::unsigned_less(aig, r, y);
    lemmas.begin_with("below-divisor", aig.or(by_zero, below));
    let no_larger = at_most(aig, r, x);
    lemmas.begin_with("at-most-dividend", no_larger);
    let equal = bits::equal(aig, x, y);
    let is_zero = bits::is_zero(aig, r);
    lemmas.add("by-itself", aig.implies(equal, is_zero));
    // An odd and an even number, or the other way round, leave something odd if the divisor is
    // even.
    let parity = aig.xnor(r[0], x[0]);
    lemmas.add("even-divisor", aig.or(y[0], parity));
}
