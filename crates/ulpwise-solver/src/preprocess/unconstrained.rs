//! Variables that occur once, below an operator that can then take any value.
//!
//! If `x` occurs only in `x + t`, then `x + t` can be anything whatever `t` is: it becomes a new
//! variable `y`, and `x` is `y - t`. This goes on upwards in the same pass, because the new
//! variable occurs as often as the application did. A comparison with such a variable becomes a new
//! truth value, restricted where one of the two answers is impossible. A goal that such a truth
//! value can satisfy alone is satisfied.

use super::Pass;
use super::goals::literal;
use super::reconstruction::Reconstruction;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{BitVector, Op, OpKind, Sort, Term, TermStore};
use ulpwise_float::{Float, Format};

/// What an application becomes, and the values of the variables that go.
struct Elimination {
    result: Term,
    definitions: Vec<(Term, Term)>,
}

/// Eliminates what it can below all goals.
pub(super) fn pass(
    store: &mut TermStore,
    goals: &[Term],
    reconstruction: &mut Reconstruction,
    budget: &Budget,
) -> Result<Pass, Exhausted> {
    let order = store.topological_order(goals);
    let mut uses = vec![0u32; order.len()];
    for &goal in goals {
        uses[position_of(&order, goal)] += 1;
    }
    for &term in &order {
        for &child in store.children(term) {
            uses[position_of(&order, child)] += 1;
        }
    }
    let wanted: BTreeMap<Term, bool> = goals.iter().map(|&goal| literal(store, goal)).collect();
    let mut results: Vec<Term> = Vec::with_capacity(order.len());
    let mut made = vec![false; order.len()];
    for (position, &term) in order.iter().enumerate() {
        if position.is_multiple_of(4096) {
            budget.check(0)?;
        }
        let old = store.children(term).to_vec();
        let new: Vec<Term> = old.iter().map(|child| results[position_of(&order, *child)]).collect();
        // A child that is used once and is a variable, or became one that was made for it. What the
        // builder rewrote to a variable does not count: that may occur elsewhere.
        let is_free = |at: usize| {
            let position = position_of(&order, old[at]);
            let is_own = old[at] == new[at] || made[position];
            is_own && uses[position] == 1 && store.kind(new[at]) == OpKind::Variable
        };
        let free: Vec<bool> = (0..old.len()).map(is_free).collect();
        let eliminated = match free.iter().position(|&is_free| is_free) {
            None => None,
            Some(at) => {
                let wanted = wanted.get(&term).filter(|_| uses[position] == 1).copied();
                satisfy(store, term, wanted, new[at]).or_else(|| eliminate(store, term, &new, &free))
            }
        };
        results.push(match eliminated {
            Some(Elimination { result, definitions }) => {
                made[position] = true;
                reconstruction.define(definitions);
                result
            }
            None if old == new => term,
            None => store.application(store.op(term), &new),
        });
    }
    if !made.contains(&true) {
        return Ok(Pass::Unchanged);
    }
    Ok(Pass::Changed(goals.iter().map(|&goal| results[position_of(&order, goal)]).collect()))
}

/// A disjunction that has to be true, or a conjunction that has to be false, and stands nowhere
/// else, is so by its free operand.
fn satisfy(store: &mut TermStore, term: Term, wanted: Option<bool>, free: Term) -> Option<Elimination> {
    let value = match (store.kind(term), wanted) {
        (OpKind::Or, Some(true)) => true,
        (OpKind::And, Some(false)) => false,
        _ => return None,
    };
    let result = store.bool(value);
    Some(Elimination { result, definitions: vec![(free, result)] })
}

fn position_of(order: &[Term], term: Term) -> usize {
    order.binary_search(&term).expect("children are in the order")
}

fn fresh(store: &mut TermStore, sort: Sort) -> Term {
    store.fresh_variable("unconstrained", sort)
}

fn eliminate(store: &mut TermStore, term: Term, children: &[Term], free: &[bool]) -> Option<Elimination> {
    let sort = store.sort(term);
    if let (&[a], &[true]) = (children, free) {
        return unary(store, store.op(term), sort, a);
    }
    let op = store.op(term);
    match (op, children, free) {
        (Op::Eq, &[a, b], &[first, _]) => {
            let (x, t) = if first { (a, b) } else { (b, a) };
            equality(store, x, t)
        }
        (Op::BvAdd | Op::BvXor | Op::BvSub, &[a, b], &[first, _]) => {
            let y = fresh(store, sort);
            Some(defined(
                y,
                match (op, first) {
                    (Op::BvAdd, true) => (a, store.bv_sub(y, b)),
                    (Op::BvAdd, false) => (b, store.bv_sub(y, a)),
                    (Op::BvXor, true) => (a, store.bv_xor(y, b)),
                    (Op::BvXor, false) => (b, store.bv_xor(y, a)),
                    (_, true) => (a, store.bv_add(y, b)),
                    (_, false) => (b, store.bv_sub(a, y)),
                },
            ))
        }
        (Op::BvConcat, &[high, low], &[true, true]) => {
            let y = fresh(store, sort);
            let (low_width, width) = (store.width(low), store.width(y));
            let definitions = vec![
                (high, store.bv_extract(y, width - 1, low_width)),
                (low, store.bv_extract(y, low_width - 1, 0)),
            ];
            Some(Elimination { result: y, definitions })
        }
        (Op::Ite, &[condition, a, b], &[true, one, other]) if one || other => {
            // The condition can choose the branch that is free.
            let y = fresh(store, sort);
            let choice = store.bool(one);
            let definitions = vec![(condition, choice), if one { (a, y) } else { (b, y) }];
            Some(Elimination { result: y, definitions })
        }
        (Op::Ite, &[_, a, b], &[false, true, true]) => {
            let y = fresh(store, sort);
            Some(Elimination { result: y, definitions: vec![(a, y), (b, y)] })
        }
        (Op::ArraySelect, &[array, index], &[true, _]) => {
            let Sort::Array { index: width, element } = store.sort(array) else { return None };
            let y = fresh(store, sort);
            let zero = store.bv(element, 0);
            let empty = store.array_constant(width, zero);
            Some(defined(y, (array, store.array_store(empty, index, y))))
        }
        (Op::FpFromFp(narrow), &[_, operand], &[_, true]) => {
            let wide = store.format(operand);
            let holds = wide.exponent_bits() >= narrow.exponent_bits()
                && wide.significand_bits() >= narrow.significand_bits();
            if !holds {
                return None;
            }
            let y = fresh(store, sort);
            let nearest = store.rounding(ulpwise_float::Rounding::NearestEven);
            Some(defined(y, (operand, store.fp_from_fp(wide, nearest, y))))
        }
        (Op::BvUlt | Op::BvSlt, &[a, b], &[first, _]) => Some(bit_vector_order(store, op, a, b, first)),
        (Op::FpLt | Op::FpLeq | Op::FpEq, &[a, b], &[first, _]) => Some(float_order(store, op, a, b, first)),
        _ => None,
    }
}

fn defined(result: Term, definition: (Term, Term)) -> Elimination {
    Elimination { result, definitions: vec![definition] }
}

fn unary(store: &mut TermStore, op: Op, sort: Sort, x: Term) -> Option<Elimination> {
    let class = |store: &mut TermStore, format: Format, inside: Float, outside: Float| {
        let (yes, no) = (store.float(inside), store.float(outside));
        let y = fresh(store, Sort::Bool);
        debug_assert_eq!(store.format(x), format);
        Some(defined(y, (x, store.ite(y, yes, no))))
    };
    if let Sort::Float(format) = store.sort(x) {
        let zero = Float::zero(format, false);
        let nan = Float::quiet_nan(format, false);
        match op {
            Op::FpIsNan => return class(store, format, nan, zero),
            Op::FpIsZero => return class(store, format, zero, nan),
            Op::FpIsInfinite => return class(store, format, Float::infinity(format, false), nan),
            Op::FpIsNormal => return class(store, format, Float::one(format, false), nan),
            Op::FpIsSubnormal => return class(store, format, Float::min_subnormal(format, false), nan),
            Op::FpIsNegative => return class(store, format, Float::zero(format, true), nan),
            Op::FpIsPositive => return class(store, format, zero, nan),
            _ => {}
        }
    }
    match op {
        Op::Not | Op::BvNot | Op::BvNeg | Op::FpNeg => {
            let y = fresh(store, sort);
            let inverse = store.application(op, &[y]);
            Some(defined(y, (x, inverse)))
        }
        Op::FpFromBits(_) => {
            let y = fresh(store, sort);
            Some(defined(y, (x, store.fp_to_bits(y))))
        }
        Op::BvExtract { high, low } => {
            let y = fresh(store, sort);
            let width = store.width(x);
            let mut value = y;
            if high + 1 < width {
                value = store.bv_zero_extend(value, width - 1 - high);
            }
            if low > 0 {
                let zeros = store.bv(low, 0);
                value = store.bv_concat(value, zeros);
            }
            Some(defined(y, (x, value)))
        }
        _ => None,
    }
}

/// `x = t` can be made true by `t` and false by anything else, if there is something else.
fn equality(store: &mut TermStore, x: Term, t: Term) -> Option<Elimination> {
    let other = match store.sort(t) {
        Sort::Bool => store.not(t),
        Sort::BitVec(_) => store.bv_not(t),
        Sort::Float(format) => {
            let (is_nan, zero) = (store.fp_is_nan(t), store.fp_zero(format, false));
            let nan = store.fp_nan(format);
            store.ite(is_nan, zero, nan)
        }
        Sort::Array { index, .. } => {
            let at = store.bv(index, 0);
            let element = store.array_select(t, at);
            let changed = store.bv_not(element);
            store.array_store(t, at, changed)
        }
        Sort::RoundingMode | Sort::Real => return None,
    };
    let y = fresh(store, Sort::Bool);
    Some(defined(y, (x, store.ite(y, t, other))))
}

/// `x < t` or `t < x`: true unless `t` is at that end of the order, and false at the other end.
fn bit_vector_order(store: &mut TermStore, op: Op, a: Term, b: Term, first: bool) -> Elimination {
    let (x, t) = if first { (a, b) } else { (b, a) };
    let width = store.width(x);
    let (least, greatest) = match op {
        Op::BvUlt => (BitVector::zero(width), BitVector::ones(width)),
        _ => (BitVector::min_signed(width), BitVector::max_signed(width)),
    };
    let (least, greatest) = (store.bit_vector(least), store.bit_vector(greatest));
    let (for_true, for_false) = if first { (least, greatest) } else { (greatest, least) };
    let y = fresh(store, Sort::Bool);
    let is_at_end = store.eq(t, for_true);
    let is_possible = store.not(is_at_end);
    Elimination {
        result: store.and(&[y, is_possible]),
        definitions: vec![(x, store.ite(y, for_true, for_false))],
    }
}

/// A comparison is false with NaN; it can be true unless `t` is NaN or, for `<`, the infinity at
/// that end.
fn float_order(store: &mut TermStore, op: Op, a: Term, b: Term, first: bool) -> Elimination {
    let (x, t) = if first { (a, b) } else { (b, a) };
    let format = store.format(x);
    let (end, nan) = (store.fp_infinity(format, first), store.fp_nan(format));
    let y = fresh(store, Sort::Bool);
    let is_nan = store.fp_is_nan(t);
    let mut conditions = vec![y, store.not(is_nan)];
    if op == Op::FpLt {
        let is_end = store.eq(t, end);
        conditions.push(store.not(is_end));
    }
    let for_true = if op == Op::FpEq { t } else { end };
    Elimination { result: store.and(&conditions), definitions: vec![(x, store.ite(y, for_true, nan))] }
}
