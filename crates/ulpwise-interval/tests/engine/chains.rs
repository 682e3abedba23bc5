//! The cost of propagation grows with the size of the query, not faster.

use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions, Propagated};
use ulpwise_solver::{Query, Solver};

/// A chain of `length` additions and multiplications that starts in [1, 2], with its assertions.
fn chain(store: &mut TermStore, length: usize) -> (Term, Vec<Term>) {
    let number = |store: &mut TermStore, value| store.float(Float::from_f64(value));
    let mode = store.rounding(Rounding::NearestEven);
    let x = store.variable("x", Sort::Float(Format::F64));
    let [one, two, half] = [1.0, 2.0, 0.5].map(|value| number(store, value));
    let mut assertions = vec![store.fp_leq(one, x), store.fp_leq(x, two)];
    let mut term = x;
    for step in 0..length {
        term = if step % 2 == 0 { store.fp_mul(mode, term, half) } else { store.fp_add(mode, term, one) };
    }
    let limit = number(store, 3.0);
    assertions.push(store.fp_leq(term, limit));
    (term, assertions)
}

#[test]
fn projections_grow_linearly_with_the_length_of_a_chain() {
    for length in [10, 100, 1000, 10_000, 100_000] {
        let mut store = TermStore::new();
        let (last, assertions) = chain(&mut store, length);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let result = engine.propagated_bounds(&store, &assertions, &Budget::unlimited()).unwrap();
        let Propagated::Bounds(bounds) = result else { panic!("there are solutions") };
        let (low, high) = bounds.float(last).unwrap().numbers.unwrap();
        assert!(low.to_f64() >= 0.5 && high.to_f64() <= 3.0);
        let projections = engine.projections();
        assert!(projections <= 6 * length as u64 + 20, "{projections} projections for {length} operations");
    }
}

#[test]
fn cycles_of_comparisons_are_found_without_search() {
    let mut store = TermStore::new();
    let names = ["x", "y", "z"];
    let [x, y, z] = names.map(|name| store.variable(name, Sort::Float(Format::F64)));
    let below = |store: &mut TermStore, strict: bool, a, b| {
        if strict { store.fp_lt(a, b) } else { store.fp_leq(a, b) }
    };
    for (strict, word) in [(true, "unsat"), (false, "sat")] {
        let assertions =
            [below(&mut store, strict, x, y), below(&mut store, false, y, z), below(&mut store, false, z, x)];
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let budget = Budget::unlimited().with_steps(2000);
        let verdict = engine.check(&mut store, &Query::new(&assertions), &budget);
        assert_eq!(verdict.word(), word);
    }
}

#[test]
fn contradicting_comparisons_do_not_count_through_all_numbers() {
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F64)));
    let assertions = [store.fp_lt(x, y), store.fp_lt(y, x)];
    let mut engine = IntervalEngine::new(IntervalOptions::default());
    engine.propagated_bounds(&store, &assertions, &Budget::unlimited()).unwrap();
    assert!(engine.projections() < 200, "{} projections", engine.projections());
}
