//! The budget is looked at often: the most work between two looks, in units of about ten
//! nanoseconds, is bounded for long chains, wide queries, many comparisons and long searches alike.
//! Cancellation ends all of them.

use ulpwise_base::{Budget, CancelFlag, SplitMix64};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_solver::{Query, Solver};

/// A few milliseconds.
const MOST_WORK: u64 = 400_000;

fn number(store: &mut TermStore, value: f64) -> Term {
    store.float(Float::from_f64(value))
}

/// A chain of 100,000 operations.
fn chain(store: &mut TermStore) -> Vec<Term> {
    let mode = store.rounding(Rounding::NearestEven);
    let x = store.variable("x", Sort::Float(Format::F64));
    let [one, two, half] = [1.0, 2.0, 0.5].map(|value| number(store, value));
    let mut term = x;
    for step in 0..100_000 {
        term = if step % 2 == 0 { store.fp_mul(mode, term, half) } else { store.fp_add(mode, term, one) };
    }
    vec![store.fp_leq(one, x), store.fp_leq(x, two), store.fp_lt(two, term)]
}

/// Linear inequalities over 60 variables with random coefficients, as many as the relaxation takes.
fn systems(store: &mut TermStore) -> Vec<Term> {
    let mut random = SplitMix64::new(5);
    let mode = store.rounding(Rounding::NearestEven);
    let variables: Vec<Term> =
        (0..60).map(|index| store.variable(&format!("x{index}"), Sort::Float(Format::F64))).collect();
    let [low, high] = [-10.0, 10.0].map(|value| number(store, value));
    let mut assertions = Vec::new();
    for &var in &variables {
        assertions.extend([store.fp_leq(low, var), store.fp_leq(var, high)]);
    }
    for _ in 0..90 {
        let mut sum = number(store, 0.0);
        for &var in &variables {
            let coefficient = number(store, random.below(2000) as f64 / 100.0 - 10.0);
            let product = store.fp_mul(mode, coefficient, var);
            sum = store.fp_add(mode, sum, product);
        }
        let bound = number(store, random.below(100) as f64 - 60.0);
        assertions.push(store.fp_leq(sum, bound));
    }
    assertions
}

/// A long cycle of comparisons with many ways through.
fn comparisons(store: &mut TermStore) -> Vec<Term> {
    let mut random = SplitMix64::new(6);
    let variables: Vec<Term> =
        (0..100).map(|index| store.variable(&format!("x{index}"), Sort::Float(Format::F64))).collect();
    let mut assertions = Vec::new();
    for _ in 0..390 {
        let (a, b) = (random.below(99), random.below(100));
        let (low, high) = (a.min(b) as usize, a.max(b) as usize + usize::from(a == b));
        assertions.push(store.fp_lt(variables[low], variables[high]));
    }
    assertions
}

/// A product that is hard to find: many conflicts, much learning.
fn factors(store: &mut TermStore) -> Vec<Term> {
    let mode = store.rounding(Rounding::NearestEven);
    let [x, y, z] = ["x", "y", "z"].map(|name| store.variable(name, Sort::Float(Format::F64)));
    let [one, two, wanted] = [1.0, 2.0, 3.000_000_123_4].map(|value| number(store, value));
    let mut assertions = Vec::new();
    for var in [x, y, z] {
        assertions.extend([store.fp_leq(one, var), store.fp_leq(var, two)]);
    }
    let product = store.fp_mul(mode, x, y);
    let quotient = store.fp_div(mode, z, product);
    let sum = store.fp_add(mode, product, quotient);
    assertions.extend([store.fp_eq(sum, wanted), store.fp_lt(product, quotient)]);
    assertions
}

type LooksCase = (&'static str, fn(&mut TermStore) -> Vec<Term>, u64);

const CASES: [LooksCase; 4] = [
    ("chain", chain, 700_000),
    ("systems", systems, 60_000),
    ("comparisons", comparisons, 20_000),
    ("factors", factors, 60_000),
];

#[test]
fn work_between_looks_is_bounded() {
    for (name, build, steps) in CASES {
        let mut store = TermStore::new();
        let assertions = build(&mut store);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let budget = Budget::unlimited().with_steps(steps);
        engine.check(&mut store, &Query::new(&assertions), &budget);
        let statistics = engine.statistics();
        let (_, gap) = statistics.iter().find(|(name, _)| *name == "largest-gap").expect("a count");
        assert!((1..MOST_WORK).contains(gap), "{name}: {gap} units between two looks");
    }
}

#[test]
fn what_is_cancelled_ends_with_the_first_look_and_goes_on_later() {
    for (name, build, steps) in CASES {
        let mut store = TermStore::new();
        let assertions = build(&mut store);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let flag = CancelFlag::default();
        flag.cancel();
        let cancelled = Budget::unlimited().with_cancel(flag);
        let verdict = engine.check(&mut store, &Query::new(&assertions), &cancelled);
        assert_eq!(verdict.word(), "unknown", "{name}");
        assert!(engine.projections() <= 500, "{name}: {} projections", engine.projections());
        // The interrupted translation is taken up again.
        let budget = Budget::unlimited().with_steps(steps.min(5000));
        engine.check(&mut store, &Query::new(&assertions), &budget);
        assert!(engine.network().variable_of(assertions[0]).is_some());
    }
}
