//! Order between variables, below roundings: queries that nothing else decides.

use ulpwise_base::Budget;
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_solver::{Query, Solver};

/// The answer within so many projections, and how often order refuted.
fn answer(
    store: &mut TermStore,
    assertions: &[Term],
    options: IntervalOptions,
    steps: u64,
) -> (&'static str, u64) {
    let mut engine = IntervalEngine::new(options);
    let budget = Budget::unlimited().with_steps(steps);
    let word = engine.check(store, &Query::new(assertions), &budget).word();
    let statistics = engine.statistics();
    let (_, refutations) = statistics.iter().find(|(name, _)| *name == "order-refutations").expect("a count");
    (word, *refutations)
}

/// A query for a term of two variables that are compared.
type OrderCase = (&'static str, fn(&mut TermStore, Format, Rounding) -> Vec<Term>);

/// Variables in [-1000, 1000] with x < y.
fn ordered(store: &mut TermStore, format: Format) -> (Term, Term, Vec<Term>) {
    let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(format)));
    let mut assertions = vec![store.fp_lt(x, y)];
    let [low, high] = [-1000, 1000].map(|value| {
        let float = Float::from_i128(format, value, Rounding::NearestEven).0;
        store.float(float)
    });
    for var in [x, y] {
        assertions.extend([store.fp_leq(low, var), store.fp_leq(var, high)]);
    }
    (x, y, assertions)
}

fn constant(store: &mut TermStore, format: Format, value: i128) -> Term {
    let float = Float::from_i128(format, value, Rounding::NearestEven).0;
    store.float(float)
}

/// The mean of two numbers lies between them.
fn mean(store: &mut TermStore, format: Format, mode: Rounding) -> Vec<Term> {
    let (x, y, mut assertions) = ordered(store, format);
    let (mode, two) = (store.rounding(mode), constant(store, format, 2));
    let sum = store.fp_add(mode, x, y);
    let mean = store.fp_div(mode, sum, two);
    let (above, below) = (store.fp_leq(x, mean), store.fp_leq(mean, y));
    let between = store.and(&[above, below]);
    assertions.push(store.not(between));
    assertions
}

/// A proportion is at most one.
fn proportion(store: &mut TermStore, format: Format, mode: Rounding) -> Vec<Term> {
    let (x, y, mut assertions) = ordered(store, format);
    let [zero, one] = [0, 1].map(|value| constant(store, format, value));
    let mode = store.rounding(mode);
    let quotient = store.fp_div(mode, x, y);
    assertions.extend([store.fp_lt(zero, x), store.fp_lt(one, quotient)]);
    assertions
}

/// Sums with one number are ordered as the others are.
fn shifted(store: &mut TermStore, format: Format, mode: Rounding) -> Vec<Term> {
    let (x, y, mut assertions) = ordered(store, format);
    let z = store.variable("z", Sort::Float(format));
    let mode = store.rounding(mode);
    let (first, second) = (store.fp_add(mode, x, z), store.fp_add(mode, y, z));
    assertions.push(store.fp_lt(second, first));
    assertions
}

/// Products with one positive number, and roots of them.
fn scaled(store: &mut TermStore, format: Format, mode: Rounding) -> Vec<Term> {
    let (x, y, mut assertions) = ordered(store, format);
    let z = store.variable("z", Sort::Float(format));
    let (mode, one) = (store.rounding(mode), constant(store, format, 1));
    assertions.extend([store.fp_lt(one, z), store.fp_leq(one, x)]);
    let hundred = constant(store, format, 100);
    assertions.push(store.fp_leq(z, hundred));
    let [first, second] = [x, y].map(|factor| {
        let product = store.fp_mul(mode, factor, z);
        store.fp_sqrt(mode, product)
    });
    assertions.push(store.fp_lt(second, first));
    assertions
}

/// The same through names that equations give.
fn named(store: &mut TermStore, format: Format, mode: Rounding) -> Vec<Term> {
    let (x, y, mut assertions) = ordered(store, format);
    let [u, v] = ["u", "v"].map(|name| store.variable(name, Sort::Float(format)));
    let (mode, two) = (store.rounding(mode), constant(store, format, 2));
    let sum = store.fp_add(mode, x, y);
    let half = store.fp_div(mode, u, two);
    assertions.extend([store.fp_eq(u, sum), store.fp_eq(half, v), store.fp_lt(v, x)]);
    assertions
}

const CASES: [OrderCase; 5] =
    [("mean", mean), ("proportion", proportion), ("shifted", shifted), ("scaled", scaled), ("named", named)];

#[test]
fn order_alone_decides_them_in_large_formats() {
    for (name, build) in CASES {
        for format in [Format::F32, Format::F64] {
            for mode in Rounding::ALL {
                let mut store = TermStore::without_rewrites();
                let assertions = build(&mut store, format, mode);
                let steps = 3000;
                let with = answer(&mut store, &assertions, IntervalOptions::default(), steps);
                assert_eq!(with.0, "unsat", "{name}, {format}, {mode:?}");
                assert!(with.1 > 0);
                let options = IntervalOptions { order: false, ..IntervalOptions::default() };
                let without = answer(&mut store, &assertions, options, steps);
                assert_eq!(without, ("unknown", 0), "{name}, {format}, {mode:?}");
            }
        }
    }
}

#[test]
fn a_mean_may_leave_its_numbers_where_a_double_may_not_exist() {
    // The double of x overflows: nothing is below the roundings, and there is a solution.
    let format = Format::F32;
    let mut store = TermStore::new();
    let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(format)));
    let (mode, two) = (store.rounding(Rounding::NearestEven), constant(&mut store, format, 2));
    let sum = store.fp_add(mode, x, y);
    let mean = store.fp_div(mode, sum, two);
    let assertions = [store.fp_lt(x, y), store.fp_lt(y, mean)];
    let (word, _) = answer(&mut store, &assertions, IntervalOptions::default(), 200_000);
    assert_eq!(word, "sat");
}
