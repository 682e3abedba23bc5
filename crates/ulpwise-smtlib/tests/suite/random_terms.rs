//! Random terms of all sorts, with much sharing.

use crate::terms::{Formats, samples};
use ulpwise_base::SplitMix64;
use ulpwise_expr::{BitVector, Op, Sort, Substitution, Term, TermStore, Value};
use ulpwise_float::{Float, Integer, Natural, Rational, Rounding};

/// An operator and sorts that it takes.
pub(crate) type Shape = (Op, Vec<Sort>);

/// What the samples of all operators apply.
pub(crate) fn shapes() -> Vec<Shape> {
    let mut store = TermStore::without_rewrites();
    let samples = samples(&mut store, Formats::small());
    let sorts = |term: Term| store.children(term).iter().map(|&child| store.sort(child)).collect();
    samples.into_iter().map(|term| (store.op(term), sorts(term))).collect()
}

/// Builds `count` terms: operators applied to constants and to terms built before.
pub(crate) fn random_terms(
    store: &mut TermStore,
    shapes: &[Shape],
    count: usize,
    random: &mut SplitMix64,
) -> Vec<Term> {
    let mut pool: Vec<Term> = Vec::new();
    for _ in 0..count {
        let (op, sorts) = random.choose(shapes);
        let children: Vec<Term> = sorts.iter().map(|&sort| operand(store, &pool, sort, random)).collect();
        pool.push(store.application(*op, &children));
    }
    pool
}

/// A term of the sort: one built before, a variable, or a constant.
fn operand(store: &mut TermStore, pool: &[Term], sort: Sort, random: &mut SplitMix64) -> Term {
    let earlier: Vec<Term> = pool.iter().copied().filter(|&term| store.sort(term) == sort).collect();
    match random.below(8) {
        0 => store.variable(random.choose::<&str>(&["x", "y", "|", "a b", "and", ""]), sort),
        1 => store.value(&random_value(sort, random)),
        _ if earlier.is_empty() => store.variable("x", sort),
        _ => *random.choose(&earlier),
    }
}

/// A value of the sort.
pub(crate) fn random_value(sort: Sort, random: &mut SplitMix64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 1),
        Sort::BitVec(width) => Value::BitVec(BitVector::from_u64(width, random.next_u64())),
        Sort::RoundingMode => Value::Rounding(*random.choose(&Rounding::ALL)),
        Sort::Float(format) => {
            let bits = random.next_u64() & ((1 << format.width()) - 1);
            Value::float(Float::from_bits(format, u128::from(bits)))
        }
        Sort::Real => {
            let numerator = Integer::from(random.below(41)) - Integer::from(20);
            Value::Real(Rational::from_parts(numerator, Natural::from(1 + random.below(5))))
        }
        Sort::Array { index, element } => {
            let Value::Array(mut array) = Value::default_of(sort) else { panic!("not an array") };
            for _ in 0..random.below(4) {
                let index = BitVector::from_u64(index, random.next_u64());
                array = array.store(&index, &BitVector::from_u64(element, random.next_u64()));
            }
            Value::Array(array)
        }
    }
}

/// The term with every variable replaced by a random value.
pub(crate) fn with_random_values(store: &mut TermStore, term: Term, random: &mut SplitMix64) -> Term {
    let mut substitution = Substitution::new();
    for variable in store.free_variables(&[term]) {
        let value = random_value(store.sort(variable), random);
        let constant = store.value(&value);
        substitution.replace(store, variable, constant);
    }
    store.substitute(&[term], &substitution)[0]
}
