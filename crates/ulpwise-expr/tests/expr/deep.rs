//! Terms a million operators deep: nothing may recurse along them.

use ulpwise_expr::{Model, Sort, Substitution, Term, TermStore, Value, evaluate};
use ulpwise_float::{Float, Format, Rounding};

const DEPTH: u64 = 1_000_000;

/// `x + 1 ^ k + 1 ^ k …`, which no rule flattens.
fn deep_term(store: &mut TermStore) -> (Term, Term) {
    let x = store.variable("x", Sort::BitVec(32));
    let one = store.bv(32, 1);
    let mask = store.bv(32, 0x5555_5555);
    let mut term = x;
    for level in 0..DEPTH {
        term = if level % 2 == 0 { store.bv_add(term, one) } else { store.bv_xor(term, mask) };
    }
    (x, term)
}

fn expected(mut x: u32) -> Value {
    for level in 0..DEPTH {
        x = if level % 2 == 0 { x.wrapping_add(1) } else { x ^ 0x5555_5555 };
    }
    Value::BitVec(ulpwise_expr::BitVector::from_u64(32, u64::from(x)))
}

#[test]
fn a_million_operators_are_built_measured_and_evaluated() {
    for mut store in [TermStore::new(), TermStore::without_rewrites()] {
        let (x, term) = deep_term(&mut store);
        assert_eq!(store.depth(term), DEPTH + 1);
        assert_eq!(store.dag_size(&[term]), DEPTH as usize + 3);
        assert_eq!(store.free_variables(&[term]), [x]);
        assert_eq!(store.topological_order(&[term]).last(), Some(&term));
        let mut model = Model::new();
        model.set(x, Value::BitVec(ulpwise_expr::BitVector::from_u64(32, 77)));
        assert_eq!(evaluate(&store, term, &model), Ok(expected(77)));
    }
}

#[test]
fn a_million_operators_are_substituted_in() {
    let mut store = TermStore::new();
    let (x, term) = deep_term(&mut store);
    let y = store.variable("y", Sort::BitVec(32));
    let mut renaming = Substitution::new();
    renaming.replace(&store, x, y);
    let renamed = store.substitute(&[term], &renaming)[0];
    assert_eq!(store.free_variables(&[renamed]), [y]);
    assert_eq!(store.depth(renamed), DEPTH + 1);

    let constant = store.bv(32, 77);
    let mut closing = Substitution::new();
    closing.replace(&store, x, constant);
    let closed = store.substitute(&[term], &closing)[0];
    assert_eq!(store.constant(closed), Some(expected(77)));
}

#[test]
fn deep_floats_and_conditions_are_built_and_asked_about() {
    let mut store = TermStore::new();
    let format = Format::F32;
    let rne = store.rounding(Rounding::NearestEven);
    let y = store.variable("y", Sort::Float(format));
    let mut sum = store.variable("x", Sort::Float(format));
    let zero = store.float(Float::zero(format, false));
    let mut conjunction = store.bool(true);
    let mut choice = y;
    for _ in 0..100_000 {
        sum = store.fp_add(rne, sum, y);
        let small = store.fp_lt(sum, zero);
        conjunction = store.and(&[conjunction, small]);
        choice = store.ite(small, zero, choice);
    }
    // What rules make of questions about such terms must not follow them down.
    let is_nan = store.fp_is_nan(sum);
    let is_zero = store.eq(choice, zero);
    let negation = store.not(conjunction);
    for term in [is_nan, is_zero, negation] {
        assert_eq!(store.free_variables(&[term]).len(), 2);
    }
}
