//! Bit-vectors as integers: between which numbers they lie, read as signed ones, and which
//! polynomial they are.
//!
//! Both are found by operators and by what goals say of bit-vectors that are not looked into.
//! Neither is wrong where these goals hold. Ranges are not the best ones: operators on bits are
//! taken roughly.

use super::super::goals::literal;
use super::polynomial::Polynomial;
use super::range::IntegerRange;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use ulpwise_expr::{BitVector, Op, OpKind, Sort, Term, TermStore};
use ulpwise_float::Integer;

/// What is known of an integer.
#[derive(Clone, Debug)]
pub(super) struct KnownInteger {
    pub(super) range: IntegerRange,
    pub(super) polynomial: Rc<Polynomial>,
}

/// What is known of bit-vectors of one store, found when it is asked for.
pub(super) struct Values {
    /// Ranges that goals state.
    stated: BTreeMap<Term, IntegerRange>,
    /// What was found; `None` for bit-vectors that are too wide.
    found: HashMap<Term, Option<KnownInteger>>,
}

impl Values {
    /// With what the goals say that compare a bit-vector with a constant. Those with floats in them
    /// say nothing here, and polynomials that are more than one bit-vector are not spoken of: so a
    /// goal that says something is never rewritten by what it says.
    pub(super) fn stated_by(store: &TermStore, goals: &[Term]) -> Values {
        let mut stated: BTreeMap<Term, IntegerRange> = BTreeMap::new();
        for &goal in goals {
            let Some((term, range)) = comparison(store, goal) else { continue };
            if has_floats(store, goal) {
                continue;
            }
            let both = stated.get(&term).map_or(Some(range), |known| known.intersection(range));
            // Ranges that exclude each other: the goals contradict each other, and an engine will
            // see that.
            stated.insert(term, both.unwrap_or(range));
        }
        Values { stated, found: HashMap::new() }
    }

    /// What is known of a bit-vector.
    pub(super) fn known(&mut self, store: &mut TermStore, term: Term) -> Option<KnownInteger> {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.found.contains_key(&next) {
                open.pop();
                continue;
            }
            let known = open.len();
            let operands = store.children(next).iter().copied();
            let operands = operands.filter(|&child| matches!(store.sort(child), Sort::BitVec(_)));
            open.extend(operands.filter(|child| !self.found.contains_key(child)));
            if open.len() > known {
                continue;
            }
            let value = self.computed(store, next);
            self.found.insert(next, value);
            open.pop();
        }
        self.found.get(&term).cloned().flatten()
    }

    pub(super) fn range(&mut self, store: &mut TermStore, term: Term) -> Option<IntegerRange> {
        self.known(store, term).map(|known| known.range)
    }

    /// What is known of an application whose operands were looked at.
    fn computed(&mut self, store: &mut TermStore, term: Term) -> Option<KnownInteger> {
        let Sort::BitVec(width) = store.sort(term) else { return None };
        let all = IntegerRange::of_width(width)?;
        let range = self.range_by_operator(store, term).filter(|range| range.is_within(all));
        // Whatever wraps around is looked into no further.
        let polynomial = range.and_then(|_| self.polynomial_by_operator(store, term));
        let polynomial = polynomial.unwrap_or_else(|| Polynomial::atom(term));
        let mut range = range.unwrap_or(all);
        if polynomial.as_atom() == Some(term) {
            range = self.stated.get(&term).and_then(|stated| stated.intersection(range)).unwrap_or(range);
        } else if let Some((by_form, _)) = polynomial.ranges(|atom| self.range(store, atom)) {
            range = by_form.intersection(range).unwrap_or(range);
        }
        Some(KnownInteger { range, polynomial: Rc::new(polynomial) })
    }

    /// The range, unless the operation wraps around.
    fn range_by_operator(&self, store: &TermStore, term: Term) -> Option<IntegerRange> {
        if let Some(value) = store.bit_vector_constant(term) {
            return i128::try_from(value.signed()).ok().and_then(IntegerRange::only);
        }
        let children = store.children(term);
        let range_of = |at: usize| self.found.get(&children[at])?.as_ref().map(|known| known.range);
        let unsigned_of = |at: usize| unsigned(range_of(at), store.width(children[at]));
        let constant =
            |at: usize| range_of(at).filter(|range| range.low == range.high).map(|range| range.low);
        match store.op(term) {
            Op::BvZeroExtend { .. } => unsigned_of(0),
            Op::BvSignExtend { .. } => range_of(0),
            Op::BvConcat => {
                let low = IntegerRange::of_unsigned(store.width(children[1]));
                let low = if is_zero(store, children[1]) { IntegerRange::only(0) } else { low };
                range_of(0)?.shifted_left(store.width(children[1]))?.sum(low?)
            }
            Op::BvExtract { low, .. } => range_of(0).map(|range| range.shifted_right(low)),
            Op::BvNot => range_of(0)?.negated()?.sum(IntegerRange::only(-1)?),
            Op::BvNeg => range_of(0)?.negated(),
            Op::BvAdd => range_of(0)?.sum(range_of(1)?),
            Op::BvSub => range_of(0)?.sum(range_of(1)?.negated()?),
            Op::BvMul => range_of(0)?.product(range_of(1)?),
            Op::BvAnd => {
                let sides = [range_of(0), range_of(1)].into_iter().flatten();
                let least = sides.filter(|range| range.is_nonnegative()).map(|range| range.high).min()?;
                IntegerRange::new(0, least)
            }
            Op::BvShl => range_of(0)?.shifted_left(shift(constant(1))?),
            Op::BvLshr => Some(unsigned_of(0)?.shifted_right(shift(constant(1))?)),
            Op::BvAshr => Some(range_of(0)?.shifted_right(shift(constant(1))?)),
            Op::BvUdiv => Some(unsigned_of(0)?.divided(constant(1).filter(|&by| by > 0)?)),
            Op::BvSdiv => Some(range_of(0)?.divided(constant(1).filter(|&by| by > 0)?)),
            Op::BvUrem => IntegerRange::new(0, constant(1).filter(|&by| by > 0)? - 1),
            Op::BvSrem => {
                let greatest = constant(1).filter(|&by| by > 0)? - 1;
                IntegerRange::new(-greatest, greatest)
            }
            Op::Ite => range_of(1)?.hull(range_of(2)?),
            _ => None,
        }
    }

    /// The polynomial of an operation that does not wrap around; `None` if it is none.
    fn polynomial_by_operator(&mut self, store: &mut TermStore, term: Term) -> Option<Polynomial> {
        if let Some(value) = store.bit_vector_constant(term) {
            return i128::try_from(value.signed()).ok().map(Polynomial::constant);
        }
        let children = store.children(term).to_vec();
        let known = |at: usize| self.found.get(&children[at])?.clone();
        let polynomial = |at: usize| known(at).map(|known| known.polynomial);
        match store.op(term) {
            Op::BvSignExtend { .. } | Op::BvExtract { low: 0, .. } => Some((*polynomial(0)?).clone()),
            Op::BvZeroExtend { .. } if known(0)?.range.is_nonnegative() => Some((*polynomial(0)?).clone()),
            Op::BvConcat if is_zero(store, children[1]) => {
                polynomial(0)?.scaled(1i128.checked_shl(store.width(children[1]))?)
            }
            Op::BvNot => polynomial(0)?.scaled(-1)?.sum(&Polynomial::constant(-1)),
            Op::BvNeg => polynomial(0)?.scaled(-1),
            Op::BvAdd => polynomial(0)?.sum(&*polynomial(1)?),
            Op::BvSub => polynomial(0)?.difference(&*polynomial(1)?),
            Op::BvMul => polynomial(0)?.product(&*polynomial(1)?),
            Op::Ite => {
                let (then, otherwise) = (known(1)?, known(2)?);
                let chosen = self.choice(store, children[0], &then, &otherwise)?;
                Some((*chosen.polynomial).clone())
            }
            _ => None,
        }
    }

    /// One of two integers. It is looked into no further, but has one form for all ways to compute
    /// the two.
    pub(super) fn choice(
        &mut self,
        store: &mut TermStore,
        condition: Term,
        then: &KnownInteger,
        otherwise: &KnownInteger,
    ) -> Option<KnownInteger> {
        if then.polynomial == otherwise.polynomial {
            return Some(then.clone());
        }
        let range = then.range.hull(otherwise.range)?;
        let (first, second) =
            (self.built(store, &then.polynomial)?, self.built(store, &otherwise.polynomial)?);
        let width = store.width(first).max(store.width(second));
        let (first, second) = (resized(store, first, width), resized(store, second, width));
        let chosen = store.ite(condition, first, second);
        let polynomial = Rc::new(Polynomial::atom(chosen));
        let known = KnownInteger { range, polynomial };
        self.found.entry(chosen).or_insert_with(|| Some(known.clone()));
        Some(known)
    }

    /// A bit-vector with the value of a polynomial, wide enough for all that is computed on the
    /// way. What it is computed from is never made narrower, though the range would allow that: it
    /// would be another bit-vector to later passes.
    pub(super) fn built(&mut self, store: &mut TermStore, polynomial: &Polynomial) -> Option<Term> {
        if let Some(atom) = polynomial.as_atom() {
            return Some(atom);
        }
        let (_, mut width) = polynomial.ranges(|atom| self.range(store, atom))?;
        for (factors, _) in polynomial.monomials() {
            width = factors.iter().fold(width, |width, &factor| width.max(store.width(factor)));
        }
        let number = |store: &mut TermStore, value: i128| {
            store.bit_vector(BitVector::from_integer(width, &Integer::from(value)))
        };
        let mut sum: Option<Term> = None;
        for (factors, coefficient) in polynomial.monomials() {
            let mut product: Option<Term> = None;
            for &factor in factors {
                let factor = resized(store, factor, width);
                product = Some(product.map_or(factor, |product| store.bv_mul(product, factor)));
            }
            let coefficient = number(store, coefficient);
            let product = product.map_or(coefficient, |product| store.bv_mul(product, coefficient));
            sum = Some(sum.map_or(product, |sum| store.bv_add(sum, product)));
        }
        let constant = number(store, polynomial.constant_part());
        Some(sum.map_or(constant, |sum| store.bv_add(sum, constant)))
    }
}

fn shift(by: Option<i128>) -> Option<u32> {
    by.filter(|by| (0..=63).contains(by)).and_then(|by| u32::try_from(by).ok())
}

fn is_zero(store: &TermStore, term: Term) -> bool {
    store.bit_vector_constant(term).is_some_and(|value| value.is_zero())
}

/// The range of a bit-vector that is read as an unsigned number.
pub(super) fn unsigned(signed: Option<IntegerRange>, width: u32) -> Option<IntegerRange> {
    signed.filter(|range| range.is_nonnegative()).or_else(|| IntegerRange::of_unsigned(width))
}

/// A signed integer in another width that holds its value.
pub(super) fn resized(store: &mut TermStore, integer: Term, width: u32) -> Term {
    let own = store.width(integer);
    if own < width {
        store.bv_sign_extend(integer, width - own)
    } else if own > width {
        store.bv_extract(integer, width - 1, 0)
    } else {
        integer
    }
}

/// What a goal says that compares a bit-vector with a constant.
fn comparison(store: &TermStore, goal: Term) -> Option<(Term, IntegerRange)> {
    let (atom, holds) = literal(store, goal);
    if !matches!(store.kind(atom), OpKind::BvSlt | OpKind::BvUlt) {
        return None;
    }
    let [first, second] = [store.child(atom, 0), store.child(atom, 1)];
    let is_signed = store.kind(atom) == OpKind::BvSlt;
    let value = |term: Term| {
        let value = store.bit_vector_constant(term)?;
        i128::try_from(if is_signed { value.signed() } else { value.unsigned().clone().into() }).ok()
    };
    let all = IntegerRange::of_width(store.width(first))?;
    let (term, low, high) = match (value(first), value(second), holds) {
        (None, Some(bound), true) => (first, None, Some(bound - 1)),
        (None, Some(bound), false) => (first, Some(bound), None),
        (Some(bound), None, true) => (second, Some(bound + 1), None),
        (Some(bound), None, false) => (second, None, Some(bound)),
        _ => return None,
    };
    if is_signed {
        let (low, high) = (low.unwrap_or(all.low), high.unwrap_or(all.high));
        let range = if low <= high { IntegerRange::new(low, high)?.intersection(all)? } else { return None };
        // What is said of an extended number is said of the number.
        let extended = store.kind(term) == OpKind::BvSignExtend;
        return Some((if extended { store.child(term, 0) } else { term }, range));
    }
    // Below an unsigned bound that has no sign bit there are no negative numbers; above another,
    // there may be.
    let high = high.filter(|&high| (0..=all.high).contains(&high))?;
    Some((term, IntegerRange::new(0, high)?))
}

fn has_floats(store: &TermStore, root: Term) -> bool {
    store.topological_order(&[root]).iter().any(|&term| matches!(store.sort(term), Sort::Float(_)))
}
