//! Queries along a path: circuits and clauses grow with the path, not with its square, and the
//! answers are those of engines that see one query each.

use ulpwise_base::Budget;
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Growing, Query, Solver, Verdict};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

fn engine() -> Growing<Bitblast> {
    let narrowed = || Bitblast::new(BitblastOptions { narrow: true, ..BitblastOptions::default() });
    Growing::new(narrowed, || Bitblast::new(BitblastOptions::default()))
}

#[test]
fn conformance_behind_preprocessing() {
    let powers = Powers {
        sat: Decides::Always,
        unsat: Decides::Always,
        features: [Feature::BitVectors, Feature::Arrays, Feature::ArrayEquality, Feature::Remainders].into(),
        random_queries: 400,
    };
    check_engine(&|| Box::new(engine()), &powers);
}

/// A sum that goes on: each step adds a new small number and asks on which side of a limit the sum
/// is.
struct Steps {
    store: TermStore,
    sum: Term,
    number: u32,
}

impl Steps {
    fn new() -> Steps {
        let mut store = TermStore::new();
        let sum = store.fp_zero(Format::F16, false);
        Steps { store, sum, number: 0 }
    }

    /// The next branch condition.
    fn next(&mut self) -> Term {
        let store = &mut self.store;
        let byte = store.variable(&format!("b{}", self.number), Sort::BitVec(4));
        let nearest = store.rounding(Rounding::NearestEven);
        let number = store.fp_from_unsigned(Format::F16, nearest, byte);
        self.sum = store.fp_add(nearest, self.sum, number);
        self.number += 1;
        let limit =
            Float::from_f64(f64::from(self.number) * 7.0).convert(Format::F16, Rounding::NearestEven).0;
        let limit = store.float(limit);
        store.fp_leq(self.sum, limit)
    }
}

fn statistic(engine: &dyn Solver, name: &str) -> u64 {
    engine.statistics().iter().find(|(known, _)| *known == name).map_or(0, |&(_, number)| number)
}

#[test]
fn a_growing_path_adds_what_is_new() {
    let mut steps = Steps::new();
    let mut engine = engine();
    let mut path: Vec<Term> = Vec::new();
    let budget = Budget::unlimited();
    let mut sizes = Vec::new();
    for number in 0..60 {
        let condition = steps.next();
        let negation = steps.store.not(condition);
        for branch in [condition, negation] {
            let asked = [&path[..], &[branch]].concat();
            let verdict = engine.check(&mut steps.store, &Query::new(&asked), &budget);
            if number % 12 == 0 {
                let mut alone = Bitblast::new(BitblastOptions::default());
                let expected = alone.check(&mut steps.store, &Query::new(&asked), &budget);
                assert_eq!(verdict.word(), expected.word(), "step {number}");
            }
            assert!(verdict.is_decided(), "{verdict:?}");
        }
        path.push(condition);
        sizes.push((statistic(&engine, "and-gates"), statistic(&engine, "clauses")));
    }
    // The second half adds no more than one and a half times what the first half after the start
    // did.
    let added = |from: usize, to: usize| {
        let ((gates, clauses), (more_gates, more_clauses)) = (sizes[from], sizes[to]);
        (more_gates - gates, more_clauses - clauses)
    };
    let (first, second) = (added(9, 34), added(34, 59));
    assert!(first.0 > 0 && 2 * second.0 <= 3 * first.0, "gates: {first:?} {second:?}");
    assert!(first.1 > 0 && 2 * second.1 <= 3 * first.1, "clauses: {first:?} {second:?}");
    assert!(statistic(&engine, "queries-along-a-path") > 100, "{:?}", engine.statistics());
    assert!(statistic(&engine, "answered-by-earlier-models") > 10, "{:?}", engine.statistics());
}

/// Definitions go, what contradicts is seen without circuits, and what is dropped is forgotten.
#[test]
fn a_path_is_simplified_as_it_grows_and_forgets_as_it_shrinks() {
    let mut store = TermStore::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| store.variable(name, Sort::Float(Format::F64)));
    let nearest = store.rounding(Rounding::NearestEven);
    let square = store.fp_mul(nearest, x, x);
    let one = store.float(Float::from_f64(1.0));
    let two = store.float(Float::from_f64(2.0));
    let [is_small, y_is, z_is] = [store.fp_lt(x, one), store.eq(y, square), store.eq(z, two)];
    let is_not_small = store.not(is_small);
    let y_above = store.fp_lt(z, y);
    let x_positive = {
        let zero = store.fp_zero(Format::F64, false);
        store.fp_lt(zero, x)
    };
    let mut engine = engine();
    let mut ask = |assertions: &[Term]| {
        let verdict = engine.check(&mut store, &Query::new(assertions), &Budget::unlimited());
        assert!(verdict.is_decided(), "{verdict:?}");
        matches!(verdict, Verdict::Sat(_))
    };
    assert!(ask(&[is_small]));
    assert!(ask(&[is_small, y_is]));
    assert!(ask(&[is_small, y_is, z_is]));
    assert!(ask(&[is_small, y_is, z_is, y_above]));
    assert!(!ask(&[is_small, y_is, z_is, y_above, x_positive]));
    assert!(!ask(&[is_small, y_is, z_is, is_not_small]));
    assert!(ask(&[is_small, y_is, y_above, x_positive]));
    assert!(ask(&[is_not_small, y_is, y_above]));
}
