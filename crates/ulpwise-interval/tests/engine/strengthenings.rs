//! Each strengthening beyond plain projections has a query that it alone decides: the same query
//! without what it rests on, or with it turned off, stays open.

use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions, Propagated};
use ulpwise_solver::{Query, Solver};

const FORMAT: Format = Format::F64;

fn number(store: &mut TermStore, value: f64) -> Term {
    store.float(Float::from_f64(value))
}

fn variables<const N: usize>(store: &mut TermStore, names: [&str; N]) -> [Term; N] {
    names.map(|name| store.variable(name, Sort::Float(FORMAT)))
}

/// Whether propagation alone refutes the assertions.
fn propagation_refutes(store: &TermStore, assertions: &[Term]) -> bool {
    let mut engine = IntervalEngine::new(IntervalOptions::default());
    let result = engine.propagated_bounds(store, assertions, &Budget::unlimited()).unwrap();
    result == Propagated::Unsat
}

#[test]
fn the_largest_unit_of_a_sum_bounds_summands_that_nothing_else_bounds() {
    // x + y lies in [1, 2] and x is beyond 2^53: then x has no bits as small as the sum's.
    let query = |low: f64| {
        let mut store = TermStore::without_rewrites();
        let [x, y] = variables(&mut store, ["x", "y"]);
        let mode = store.rounding(Rounding::NearestEven);
        let sum = store.fp_add(mode, x, y);
        let [low, high] = [low, 2.0].map(|value| number(&mut store, value));
        let far = number(&mut store, 1e30);
        let assertions = [store.fp_leq(low, sum), store.fp_leq(sum, high), store.fp_lt(far, x)];
        propagation_refutes(&store, &assertions)
    };
    assert!(query(1.0));
    // Zero is divided by every power of two, so nothing can be said if it is among the sums.
    assert!(!query(0.0));
}

#[test]
fn bounds_of_summands_are_found_without_search() {
    let mut store = TermStore::without_rewrites();
    let [x, y] = variables(&mut store, ["x", "y"]);
    let mode = store.rounding(Rounding::NearestEven);
    let sum = store.fp_add(mode, x, y);
    let one = number(&mut store, 1.0);
    let assertions = [store.fp_eq(sum, one)];
    let mut engine = IntervalEngine::new(IntervalOptions::default());
    let Propagated::Bounds(bounds) =
        engine.propagated_bounds(&store, &assertions, &Budget::unlimited()).unwrap()
    else {
        panic!("there are solutions");
    };
    for summand in [x, y] {
        let (low, high) = bounds.float(summand).unwrap().numbers.unwrap();
        assert!(low.to_f64() > -9.1e15 && high.to_f64() < 9.1e15, "{low} to {high}");
    }
}

#[test]
fn a_square_is_not_negative_but_a_product_may_be() {
    let query = |repeated: bool| {
        let mut store = TermStore::without_rewrites();
        let [x, y] = variables(&mut store, ["x", "y"]);
        let mode = store.rounding(Rounding::NearestEven);
        let product = store.fp_mul(mode, x, if repeated { x } else { y });
        let zero = number(&mut store, 0.0);
        // The two are equal, which a product of two variables does not see.
        let assertions = [store.fp_lt(product, zero), store.fp_eq(x, y)];
        propagation_refutes(&store, &assertions)
    };
    assert!(query(true));
    assert!(!query(false));
}

#[test]
fn other_repeated_operands_are_seen_too() {
    let refuted = |build: fn(&mut TermStore, Term, Term) -> Term| {
        let mut store = TermStore::without_rewrites();
        let [x] = variables(&mut store, ["x"]);
        let mode = store.rounding(Rounding::NearestEven);
        let wrong = build(&mut store, mode, x);
        propagation_refutes(&store, &[wrong])
    };
    // x - x, x / x, x + x and x * x + 1 have values that intervals of two operands do not show.
    assert!(refuted(|store, mode, x| {
        let (difference, one) = (store.fp_sub(mode, x, x), number(store, 1.0));
        store.fp_leq(one, difference)
    }));
    assert!(refuted(|store, mode, x| {
        let (quotient, two) = (store.fp_div(mode, x, x), number(store, 2.0));
        store.fp_eq(quotient, two)
    }));
    assert!(refuted(|store, mode, x| {
        let (one, half) = (number(store, 1.0), number(store, 0.5));
        let sum = store.fp_fma(mode, x, x, one);
        store.fp_lt(sum, half)
    }));
    assert!(refuted(|store, _, x| store.fp_lt(x, x)));
}

/// x ≤ y and x - y ≥ 10^-6 in [0, 10]: bounds alone move by that much a step.
fn linear_system(store: &mut TermStore) -> Vec<Term> {
    let [x, y] = variables(store, ["x", "y"]);
    let mode = store.rounding(Rounding::NearestEven);
    let [zero, ten, small] = [0.0, 10.0, 1e-6].map(|value| number(store, value));
    let difference = store.fp_sub(mode, x, y);
    let mut assertions = vec![store.fp_leq(x, y), store.fp_leq(small, difference)];
    for var in [x, y] {
        assertions.extend([store.fp_leq(zero, var), store.fp_leq(var, ten)]);
    }
    assertions
}

#[test]
fn the_linear_relaxation_adds_comparisons_up() {
    let answer = |linear: bool| {
        let mut store = TermStore::without_rewrites();
        let assertions = linear_system(&mut store);
        let mut engine =
            IntervalEngine::new(IntervalOptions { linear, order: false, ..IntervalOptions::default() });
        let budget = Budget::unlimited().with_steps(3000);
        engine.check(&mut store, &Query::new(&assertions), &budget).word()
    };
    assert_eq!((answer(true), answer(false)), ("unsat", "unknown"));
}
