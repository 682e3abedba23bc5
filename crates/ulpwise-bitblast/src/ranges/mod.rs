//! Where floats lie in every model of a query, as far as one cheap pass finds.
//!
//! What assertions say about a term and a constant is taken, and from there everything above is
//! enclosed: operators are monotone, so their values at the ends, rounded outwards, enclose all
//! others in every rounding mode (see `enclose`). One pass from the leaves to the roots; nothing is
//! inferred downwards, which is what the interval engine is for.

mod enclose;

use std::collections::HashSet;
use ulpwise_expr::{OpKind, Sort, Term, TermStore};
use ulpwise_float::Float;
use ulpwise_solver::{Bound, Bounds, FloatBound};

pub use enclose::enclosure;

/// Bounds of floats below assertions; those that were known already are used and kept.
pub fn bounds_of(store: &TermStore, assertions: &[Term], known: Option<&Bounds>) -> Bounds {
    let mut bounds = known.cloned().unwrap_or_default();
    for goal in conjuncts(store, assertions) {
        note(store, goal, &mut bounds);
    }
    for term in store.topological_order(assertions) {
        let Sort::Float(format) = store.sort(term) else { continue };
        let everything = full(format);
        let of_child = |child: Term| match store.float_constant(child) {
            Some(datum) => of_constant(datum),
            None => match store.sort(child) {
                Sort::Float(format) => bounds.float(child).unwrap_or_else(|| full(format)),
                _ => everything,
            },
        };
        let computed = enclosure(store, term, &of_child).unwrap_or(everything);
        let asserted = bounds.float(term).unwrap_or(everything);
        let Some(bound) = intersection(computed, asserted) else { continue };
        if bound != everything {
            bounds.set(term, Bound::Float(bound));
        }
    }
    bounds
}

/// Every datum of a format.
pub(crate) fn full(format: ulpwise_float::Format) -> FloatBound {
    FloatBound { numbers: Some((Float::infinity(format, true), Float::infinity(format, false))), nan: true }
}

fn of_constant(datum: Float) -> FloatBound {
    FloatBound { numbers: (!datum.is_nan()).then_some((datum, datum)), nan: datum.is_nan() }
}

/// The goals that conjunctions consist of, and whether each has to be true; each once.
fn conjuncts(store: &TermStore, assertions: &[Term]) -> Vec<(Term, bool)> {
    let mut open: Vec<(Term, bool)> = assertions.iter().map(|&assertion| (assertion, true)).collect();
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    while let Some((goal, truth)) = open.pop() {
        if !seen.insert((goal, truth)) {
            continue;
        }
        let children = store.children(goal).iter().copied();
        match (store.kind(goal), truth) {
            (OpKind::Not, _) => open.extend(children.map(|child| (child, !truth))),
            (OpKind::And, true) | (OpKind::Or, false) => open.extend(children.map(|child| (child, truth))),
            _ => found.push((goal, truth)),
        }
    }
    found
}

/// Notes what a goal says about a float beside a constant, or about the class of a float.
fn note(store: &TermStore, (goal, truth): (Term, bool), bounds: &mut Bounds) {
    let children = store.children(goal);
    let kind = store.kind(goal);
    match (kind, children) {
        (OpKind::FpIsNan | OpKind::FpIsInfinite, &[x]) if !truth => {
            let mut bound = full(store.format(x));
            if kind == OpKind::FpIsNan {
                bound.nan = false;
            } else {
                let [low, high] = [true, false].map(|negative| Float::max_finite(store.format(x), negative));
                bound.numbers = Some((low, high));
            }
            narrow(x, bound, bounds);
        }
        (OpKind::FpLt | OpKind::FpLeq | OpKind::FpEq, &[a, b]) => {
            for (x, constant, is_first) in [(a, b, true), (b, a, false)] {
                let Some(limit) = store.float_constant(constant).filter(|limit| !limit.is_nan()) else {
                    continue;
                };
                if let Some(bound) = compared(kind, truth, is_first, limit) {
                    narrow(x, bound, bounds);
                }
            }
        }
        _ => {}
    }
}

/// What a comparison with a constant leaves of the other operand, which is the first one or not.
fn compared(kind: OpKind, truth: bool, is_first: bool, limit: Float) -> Option<FloatBound> {
    let format = limit.format();
    let everything = (Float::infinity(format, true), Float::infinity(format, false));
    let zero = |negative| if limit.is_zero() { Float::zero(format, negative) } else { limit };
    // Zeros are equal as numbers, whatever their signs.
    let at_most = (everything.0, zero(false));
    let at_least = (zero(true), everything.1);
    let smallest = |negative| Float::min_subnormal(format, negative);
    let below = if limit.is_zero() { (everything.0, smallest(true)) } else { at_most };
    let above = if limit.is_zero() { (smallest(false), everything.1) } else { at_least };
    let numbers = match (kind, truth, is_first) {
        (OpKind::FpLeq, true, true) => at_most,
        (OpKind::FpLeq, true, false) => at_least,
        (OpKind::FpLt, true, true) => below,
        (OpKind::FpLt, true, false) => above,
        (OpKind::FpEq, true, _) => (zero(true), zero(false)),
        // What does not hold may be unordered.
        (OpKind::FpLeq, false, true) => above,
        (OpKind::FpLeq, false, false) => below,
        (OpKind::FpLt, false, true) => at_least,
        (OpKind::FpLt, false, false) => at_most,
        _ => return None,
    };
    Some(FloatBound { numbers: Some(numbers), nan: !truth })
}

/// Adds a bound to what is known; a contradiction is left to the solver.
fn narrow(term: Term, bound: FloatBound, bounds: &mut Bounds) {
    let known = bounds.float(term).map_or(Some(bound), |known| intersection(known, bound));
    if let Some(bound) = known {
        bounds.set(term, Bound::Float(bound));
    }
}

/// What lies in both; `None` if nothing does.
fn intersection(first: FloatBound, second: FloatBound) -> Option<FloatBound> {
    let numbers = match (first.numbers, second.numbers) {
        (Some((a, b)), Some((c, d))) => {
            let (low, high) = (enclose::larger(a, c), enclose::smaller(b, d));
            (enclose::smaller(low, high) == low).then_some((low, high))
        }
        _ => None,
    };
    let nan = first.nan && second.nan;
    (numbers.is_some() || nan).then_some(FloatBound { numbers, nan })
}
