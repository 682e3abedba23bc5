//! Exact arithmetic on floats that stand for integers, done on the integers.
//!
//! Programs add and compare small numbers that they converted from integers: counts, pixels,
//! prices, tests of numerical code. As long as results stay within the precision nothing is
//! rounded, and a sum of floats is a sum of integers; the same holds for multiples of a power of
//! two, as halves and quarters are. Where ranges show that, comparisons of such floats become
//! comparisons of integers, and their sums conversions of sums. Integers are polynomials here, so
//! that what was computed in another order is the same term.
//!
//! What holds: each goal is equivalent to what it became, under the goals that state ranges, which
//! stay. What it does not do: quotients, roots, or anything that may be rounded; and nothing at all
//! without a conversion from an integer, or arithmetic that may wrap around.

mod compare;
mod image;
mod images;
mod polynomial;
mod range;
#[cfg(test)]
mod tests;
mod values;

use super::Pass;
use super::rebuild::rebuild;
use compare::{equal, less};
use image::Image;
use images::Images;
use polynomial::Polynomial;
use range::IntegerRange;
use std::rc::Rc;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Op, OpKind, Sort, Term, TermStore};
use ulpwise_float::Rounding;
use values::{KnownInteger, resized};

/// Moves exact arithmetic below the goals to integers.
pub(super) fn pass(store: &mut TermStore, goals: &[Term], budget: &Budget) -> Result<Pass, Exhausted> {
    let is_conversion =
        |&term: &Term| matches!(store.kind(term), OpKind::FpFromSigned | OpKind::FpFromUnsigned);
    if !store.topological_order(goals).iter().any(is_conversion) {
        return Ok(Pass::Unchanged);
    }
    let mut images = Images::under(store, goals);
    let rebuilt = rebuild(store, goals, budget, |store, term, children| {
        let op = store.op(term);
        match store.sort(term) {
            Sort::Bool => proposition(store, &mut images, op, children),
            Sort::BitVec(width) => conversion(store, &mut images, op, children, width),
            Sort::Float(_) => number(store, &mut images, op, children),
            _ => None,
        }
    })?;
    let changed: Vec<Term> = goals.iter().map(|&goal| rebuilt.term(goal)).collect();
    Ok(if changed == goals { Pass::Unchanged } else { Pass::Changed(changed) })
}

fn proposition(store: &mut TermStore, images: &mut Images, op: Op, children: &[Term]) -> Option<Term> {
    match (store.sort(*children.first()?), children) {
        (Sort::Float(_), &[operand]) => class(store, images, op, operand),
        (Sort::Float(_), &[first, second]) => comparison_of_floats(store, images, op, first, second),
        (Sort::BitVec(_), &[first, second]) => comparison_of_integers(store, images, op, first, second),
        _ => None,
    }
}

fn comparison_of_floats(
    store: &mut TermStore,
    images: &mut Images,
    op: Op,
    first: Term,
    second: Term,
) -> Option<Term> {
    let (first, second) = (images.image(store, first)?, images.image(store, second)?);
    // Identical zeros have one sign.
    if op == Op::Eq && !(first.has_plus_zero && second.has_plus_zero) {
        return None;
    }
    let (first, second) = Image::aligned(&first, &second)?;
    let values = &mut images.values;
    match op {
        Op::FpEq | Op::Eq => equal(store, values, &first.integer, &second.integer),
        Op::FpLt => less(store, values, &first.integer, &second.integer),
        Op::FpLeq => {
            let is_greater = less(store, values, &second.integer, &first.integer)?;
            Some(store.not(is_greater))
        }
        _ => None,
    }
}

/// A comparison of bit-vectors that are more than variables and constants: what is said of these
/// may be a range that others rely on.
fn comparison_of_integers(
    store: &mut TermStore,
    images: &mut Images,
    op: Op,
    first: Term,
    second: Term,
) -> Option<Term> {
    if !matches!(op, Op::Eq | Op::BvSlt | Op::BvUlt) {
        return None;
    }
    let values = &mut images.values;
    let (left, right) = (values.known(store, first)?, values.known(store, second)?);
    if is_plain(store, first, &left) && is_plain(store, second, &right) {
        return None;
    }
    match op {
        Op::Eq => equal(store, values, &left, &right),
        Op::BvUlt if !(left.range.is_nonnegative() && right.range.is_nonnegative()) => None,
        _ => less(store, values, &left, &right),
    }
}

/// Whether a bit-vector is a constant, or one that is not looked into, maybe extended.
fn is_plain(store: &TermStore, term: Term, known: &KnownInteger) -> bool {
    let inner = if store.kind(term) == OpKind::BvSignExtend { store.child(term, 0) } else { term };
    store.is_constant(term) || known.polynomial.as_atom() == Some(inner)
}

fn class(store: &mut TermStore, images: &mut Images, op: Op, operand: Term) -> Option<Term> {
    let image = images.image(store, operand)?;
    let zero = KnownInteger { range: IntegerRange::only(0)?, polynomial: Rc::new(Polynomial::constant(0)) };
    let values = &mut images.values;
    match op {
        Op::FpIsNan | Op::FpIsInfinite => Some(store.bool(false)),
        Op::FpIsZero => equal(store, values, &image.integer, &zero),
        Op::FpIsNegative if image.has_plus_zero => less(store, values, &image.integer, &zero),
        Op::FpIsPositive if image.has_plus_zero => {
            let is_negative = less(store, values, &image.integer, &zero)?;
            Some(store.not(is_negative))
        }
        _ => None,
    }
}

/// A conversion to an integer that has room for all values.
fn conversion(
    store: &mut TermStore,
    images: &mut Images,
    op: Op,
    children: &[Term],
    width: u32,
) -> Option<Term> {
    let is_signed = match op {
        Op::FpToSigned { .. } => true,
        Op::FpToUnsigned { .. } => false,
        _ => return None,
    };
    let image = images.image(store, children[1]).filter(|image| image.exponent >= 0)?;
    let integer = image.with_exponent(0)?.integer;
    let needed = integer.range.width();
    let fits =
        if is_signed { needed <= width } else { integer.range.is_nonnegative() && needed <= width + 1 };
    let built = if fits { images.values.built(store, &integer.polynomial)? } else { return None };
    Some(resized(store, built, width))
}

/// Arithmetic on integers, as the conversion of its result.
fn number(store: &mut TermStore, images: &mut Images, op: Op, children: &[Term]) -> Option<Term> {
    match op {
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpFma => {}
        Op::FpFromSigned(_) | Op::FpFromUnsigned(_) => {
            let known = images.values.known(store, children[1])?;
            if is_plain(store, children[1], &known) {
                return None;
            }
        }
        _ => return None,
    }
    let term = store.application(op, children);
    let image = images.image(store, term).filter(|image| image.has_plus_zero && image.exponent >= 0)?;
    let integer = images.values.built(store, &image.with_exponent(0)?.integer.polynomial)?;
    let (format, nearest) = (store.format(term), store.rounding(Rounding::NearestEven));
    Some(store.fp_from_signed(format, nearest, integer))
}
