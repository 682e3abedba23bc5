//! Comparisons of integers, in one form for all that say the same.

use super::polynomial::Polynomial;
use super::values::{KnownInteger, Values, resized};
use std::rc::Rc;
use ulpwise_expr::{Term, TermStore};

/// What is left of a comparison: `left` against `right`, in one width.
struct Sides {
    left: Term,
    right: Term,
}

/// `first < second`.
pub(super) fn less(
    store: &mut TermStore,
    values: &mut Values,
    first: &KnownInteger,
    second: &KnownInteger,
) -> Option<Term> {
    let difference = difference(store, values, first, second)?;
    if difference.range.high < 0 || difference.range.low >= 0 {
        return Some(store.bool(difference.range.high < 0));
    }
    // divisor * rest + constant < 0, in integers.
    let (rest, divisor) = difference.polynomial.primitive()?;
    let constant = difference.polynomial.constant_part();
    let (positive, negative) = rest.by_sign();
    if divisor > 0 {
        let bound = -constant.div_euclid(divisor);
        let sides = sides(store, values, &positive, &negative.with_constant(bound))?;
        Some(store.bv_slt(sides.left, sides.right))
    } else {
        let bound = constant.div_euclid(-divisor);
        let sides = sides(store, values, &positive, &negative.with_constant(bound))?;
        Some(store.bv_slt(sides.right, sides.left))
    }
}

/// `first = second`.
pub(super) fn equal(
    store: &mut TermStore,
    values: &mut Values,
    first: &KnownInteger,
    second: &KnownInteger,
) -> Option<Term> {
    let difference = difference(store, values, first, second)?;
    if !difference.range.contains(0) {
        return Some(store.bool(false));
    }
    let constant = difference.polynomial.constant_part();
    let Some((rest, divisor)) = difference.polynomial.primitive() else {
        return Some(store.bool(constant == 0));
    };
    if constant % divisor != 0 {
        return Some(store.bool(false));
    }
    let (positive, negative) = rest.by_sign();
    let sides = sides(store, values, &positive, &negative.with_constant(-(constant / divisor)))?;
    Some(store.eq(sides.left, sides.right))
}

fn difference(
    store: &mut TermStore,
    values: &mut Values,
    first: &KnownInteger,
    second: &KnownInteger,
) -> Option<KnownInteger> {
    let polynomial = first.polynomial.difference(&second.polynomial)?;
    let by_sides = first.range.sum(second.range.negated()?)?;
    let (by_form, _) = polynomial.ranges(|atom| values.range(store, atom))?;
    let range = by_form.intersection(by_sides).unwrap_or(by_form);
    Some(KnownInteger { range, polynomial: Rc::new(polynomial) })
}

fn sides(store: &mut TermStore, values: &mut Values, left: &Polynomial, right: &Polynomial) -> Option<Sides> {
    let (left, right) = (values.built(store, left)?, values.built(store, right)?);
    let width = store.width(left).max(store.width(right));
    Some(Sides { left: resized(store, left, width), right: resized(store, right, width) })
}
