//! The condition that two results do not count as the same, as a term.
//!
//! What holds: where the condition cannot be met, the results are within the tolerance; where it
//! can, they may be. Differences are rounded up and tolerances down.

use crate::criterion::Criterion;
use ulpwise_expr::Term;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_symex::terms::Terms;

/// When two floats of a format do not count as the same.
pub(crate) fn floats_differ(
    terms: &mut Terms,
    criterion: Criterion,
    format: Format,
    old: Term,
    new: Term,
) -> Term {
    // Equal as SMT-LIB has it: the same number, zeros being two, or both NaN.
    let equal = terms.store.eq(old, new);
    if criterion == Criterion::SameBits || terms.store.bool_constant(equal) == Some(true) {
        return terms.store.not(equal);
    }
    let same_value = terms.store.fp_eq(old, new);
    let within = match criterion {
        Criterion::SameBits => equal,
        Criterion::Ulps(most) => within_ulps(terms, format, most, old, new),
        Criterion::Absolute(most) => {
            let bound = constant_below(terms, format, most);
            within_bound(terms, old, new, bound)
        }
        Criterion::Relative(most) => {
            let part = constant_below(terms, format, most);
            let size = terms.store.fp_abs(old);
            let down = terms.store.rounding(Rounding::TowardNegative);
            let bound = terms.store.fp_mul(down, part, size);
            within_bound(terms, old, new, bound)
        }
    };
    // An infinity is near nothing but itself.
    let infinite = [old, new].map(|float| terms.store.fp_is_infinite(float));
    let some_infinite = terms.store.or(&infinite);
    let finite = terms.store.not(some_infinite);
    let near = terms.store.and(&[finite, within]);
    let fits = terms.store.or(&[equal, same_value, near]);
    terms.store.not(fits)
}

/// The largest float of a format that is not above a number.
fn constant_below(terms: &mut Terms, format: Format, number: f64) -> Term {
    let env = ulpwise_float::Env::from(Rounding::TowardNegative);
    let (below, _) = Float::from_f64(number).convert(format, env);
    terms.store.float(below)
}

/// That both differences, rounded up, are at most a bound.
fn within_bound(terms: &mut Terms, old: Term, new: Term, bound: Term) -> Term {
    let up = terms.store.rounding(Rounding::TowardPositive);
    let differences = [terms.store.fp_sub(up, old, new), terms.store.fp_sub(up, new, old)];
    let both = differences.map(|difference| terms.store.fp_leq(difference, bound));
    terms.store.and(&both)
}

/// That neither is NaN and at most so many floats lie between, counting one of the two.
fn within_ulps(terms: &mut Terms, format: Format, most: u64, old: Term, new: Term) -> Term {
    let width = format.width();
    let nans = [old, new].map(|float| terms.store.fp_is_nan(float));
    let some_nan = terms.store.or(&nans);
    let numbers = terms.store.not(some_nan);
    // Two bits more than the format: a difference of ordinals fits.
    let [first, second] = [old, new].map(|float| ordinal(terms, width, float));
    let forth = terms.store.bv_sub(first, second);
    let back = terms.store.bv_sub(second, first);
    let most = u128::from(most).min((1 << width) - 1);
    let bound = terms.store.bit_vector(ulpwise_expr::BitVector::from_u128(width + 2, most));
    let close = [forth, back].map(|difference| terms.store.bv_sle(difference, bound));
    terms.store.and(&[numbers, close[0], close[1]])
}

/// The place of a number among the floats of its format, zeros being one.
fn ordinal(terms: &mut Terms, width: u32, float: Term) -> Term {
    let bits = terms.store.fp_to_bits(float);
    let sign = terms.store.bv_extract(bits, width - 1, width - 1);
    let magnitude = terms.store.bv_extract(bits, width - 2, 0);
    let magnitude = terms.store.bv_zero_extend(magnitude, 3);
    let negated = terms.store.bv_neg(magnitude);
    let is_negative = terms.truth(sign);
    terms.store.ite(is_negative, negated, magnitude)
}
