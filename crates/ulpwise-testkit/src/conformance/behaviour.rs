//! What an engine does besides giving right answers.

use super::Factory;
use super::judge::judge;
use super::known::host_libm;
use super::powers::{Feature, Powers, features};
use crate::queries::{Palette, RandomQuery};
use std::time::Duration;
use ulpwise_base::{Budget, CancelFlag, Exhausted};
use ulpwise_expr::{LibmFunction, Sort, Term, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_solver::{Query, Reason, Verdict};

/// How deep deep terms are.
const DEPTH: u32 = 200_000;

/// All checks of this module.
///
/// # Panics
/// If one fails.
pub fn check_all(factory: Factory<'_>, powers: &Powers) {
    degenerate_queries(factory, powers);
    limits_are_obeyed(factory);
    unsupported_is_said(factory, powers);
    deep_terms_are_survived(factory, powers);
    answers_are_reproducible(factory, powers);
}

/// Nothing to hold, the same thing twice, a constant.
fn degenerate_queries(factory: Factory<'_>, powers: &Powers) {
    for mut store in [TermStore::new(), TermStore::without_rewrites()] {
        let (p, q) = (store.variable("p", Sort::Bool), store.variable("q", Sort::Bool));
        let (yes, no) = (store.bool(true), store.bool(false));
        let not_p = store.not(p);
        let (all_of_none, any_of_none) = (store.and(&[]), store.or(&[]));
        let queries: [(&[Term], bool); 9] = [
            (&[], true),
            (&[yes], true),
            (&[no], false),
            (&[p, no], false),
            (&[p, p, p], true),
            (&[p, q, p, q, not_p], false),
            (&[p, q, yes], true),
            (&[all_of_none], true),
            (&[any_of_none], false),
        ];
        for (assertions, is_sat) in queries {
            let query = Query::new(assertions);
            let verdict = factory().check(&mut store, &query, &Budget::unlimited());
            judge("a degenerate query", &store, &query, Some(is_sat), &verdict, powers);
        }
        let verdict = factory().check(&mut store, &Query::new(&[]), &Budget::unlimited());
        assert!(matches!(verdict, Verdict::Sat(_)), "nothing to hold is {verdict:?}");
    }
}

/// `(x + y) * x = 3 and x < y` over f32: no engine has it done before it looks at its budget.
fn some_work(store: &mut TermStore) -> [Term; 2] {
    let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F32)));
    let nearest = store.rounding(Rounding::NearestEven);
    let three = store.float(Float::from_f32(3.0));
    let sum = store.fp_add(nearest, x, y);
    let product = store.fp_mul(nearest, sum, x);
    [store.eq(product, three), store.fp_lt(x, y)]
}

/// A budget that has ended before the call ends the call.
fn limits_are_obeyed(factory: Factory<'_>) {
    let flag = CancelFlag::default();
    flag.cancel();
    let over = [
        (Budget::unlimited().with_cancel(flag), Exhausted::Cancelled),
        (Budget::unlimited().with_time(Duration::ZERO), Exhausted::Time),
    ];
    for (budget, expected) in over {
        let mut store = TermStore::new();
        let assertions = some_work(&mut store);
        let mut engine = factory();
        let verdict = engine.check(&mut store, &Query::new(&assertions), &budget);
        assert_eq!(verdict, Verdict::Unknown(Reason::Exhausted(expected)));
        // The engine is still of use.
        let p = store.variable("p", Sort::Bool);
        let verdict = engine.check(&mut store, &Query::new(&[p]), &Budget::unlimited());
        assert!(!matches!(verdict, Verdict::Unsat | Verdict::Unknown(Reason::Fault(_))), "{verdict:?}");
    }
}

/// Queries that only an engine that understands a feature can decide.
fn query_with(store: &mut TermStore, feature: Feature) -> Vec<Term> {
    let format = Format::F32;
    let x = store.variable("x", Sort::Float(format));
    let nearest = store.rounding(Rounding::NearestEven);
    let array = Sort::Array { index: 8, element: 8 };
    match feature {
        Feature::BitVectors => {
            let (a, b) = (store.variable("a", Sort::BitVec(16)), store.variable("b", Sort::BitVec(16)));
            let (product, constant) = (store.bv_mul(a, b), store.bv(16, 12347));
            let one = store.bv(16, 1);
            vec![store.eq(product, constant), store.bv_ult(one, a), store.bv_ult(a, b)]
        }
        Feature::Arrays => {
            let (m, i) = (store.variable("m", array), store.variable("i", Sort::BitVec(8)));
            let (first, one) = (store.array_select(m, i), store.bv(8, 1));
            let second = store.array_select(m, first);
            let (sum, next) = (store.bv_add(first, one), store.bv_add(i, one));
            vec![store.eq(second, sum), store.eq(first, next)]
        }
        Feature::ArrayEquality => {
            let (m, n) = (store.variable("m", array), store.variable("n", array));
            let (i, e) = (store.variable("i", Sort::BitVec(8)), store.variable("e", Sort::BitVec(8)));
            let changed = store.array_store(m, i, e);
            let equal = store.eq(m, n);
            vec![store.eq(changed, n), store.not(equal)]
        }
        Feature::Reals => {
            let (a, b) = (store.variable("ra", Sort::Real), store.variable("rb", Sort::Real));
            let (square, one) = (store.real_mul(a, a), store.fp_to_real(x));
            let product = store.real_mul(square, b);
            vec![store.eq(product, one), store.real_lt(a, b), store.fp_is_normal(x)]
        }
        Feature::Libm => {
            let sine = store.libm(LibmFunction::Sin, nearest, &[x]);
            let half = store.float(Float::from_f32(0.625));
            vec![store.fp_eq(sine, half), store.fp_is_normal(x)]
        }
        Feature::Remainders => {
            let y = store.variable("y", Sort::Float(format));
            let (rest, three) = (store.fp_rem(x, y), store.float(Float::from_f32(3.0)));
            vec![store.eq(rest, three), store.fp_lt(y, x)]
        }
    }
}

/// What the description leaves out is refused by name, at once. "At once" is not timed: the query
/// is beyond any guess.
fn unsupported_is_said(factory: Factory<'_>, powers: &Powers) {
    use Feature::{ArrayEquality, Arrays, BitVectors, Libm, Reals, Remainders};
    for feature in [BitVectors, Arrays, ArrayEquality, Reals, Libm, Remainders] {
        let mut store = TermStore::new();
        let assertions = query_with(&mut store, feature);
        if powers.include(&features(&store, &assertions)) {
            continue;
        }
        let query = Query::new(&assertions).with_libm(&host_libm);
        let verdict = factory().check(&mut store, &query, &Budget::unlimited());
        let is_said = matches!(verdict, Verdict::Unknown(Reason::Unsupported(_)));
        assert!(is_said, "{feature:?} is not in the description, but the verdict is {verdict:?}");
    }
}

/// Terms that are very deep but simple; each can hold.
fn deep_queries(store: &mut TermStore) -> Vec<Term> {
    let (q, bits) = (store.variable("q", Sort::Bool), store.variable("bits", Sort::BitVec(2)));
    let mut condition = store.variable("p", Sort::Bool);
    let x = store.variable("x", Sort::Float(Format::F16));
    let (mut word, mut number, mut choice) = (bits, x, x);
    let (one, two) = (store.bv(2, 1), store.bv(2, 2));
    for level in 0..DEPTH {
        condition = if level % 2 == 0 { store.and(&[condition, q]) } else { store.or(&[condition, q]) };
        condition = if level % 7 == 0 { store.eq(condition, q) } else { condition };
        word = if level % 2 == 0 { store.bv_add(word, one) } else { store.bv_xor(word, two) };
        number = if level % 2 == 0 { store.fp_neg(number) } else { store.fp_abs(number) };
        let other = store.fp_neg(choice);
        choice = if level % 2 == 0 { store.ite(q, other, choice) } else { store.ite(q, choice, other) };
    }
    let (same, is_one) = (store.eq(condition, q), store.eq(word, one));
    let differs = store.eq(choice, x);
    vec![same, is_one, store.fp_is_infinite(number), store.or(&[differs, q])]
}

/// A stack of 1 MiB is plenty for what does not recurse.
fn deep_terms_are_survived(factory: Factory<'_>, powers: &Powers) {
    for mut store in [TermStore::new(), TermStore::without_rewrites()] {
        for assertion in deep_queries(&mut store) {
            let assertions = [assertion];
            let query = Query::new(&assertions);
            let verdict = factory().check(&mut store, &query, &Budget::unlimited());
            // These are not small queries: unknown is allowed.
            let wrong = matches!(verdict, Verdict::Unsat | Verdict::Unknown(Reason::Fault(_)));
            assert!(!wrong, "a deep term is {verdict:?}");
            if let Verdict::Sat(_) = verdict {
                judge("a deep term", &store, &query, None, &verdict, powers);
            }
        }
    }
}

/// The same calls give the same verdicts, models included.
fn answers_are_reproducible(factory: Factory<'_>, powers: &Powers) {
    let run = || -> Vec<Verdict> {
        let mut store = TermStore::new();
        let mut engine = factory();
        (0..powers.random_queries.min(100))
            .map(|seed| {
                let random = RandomQuery::new(seed, &Palette::toy());
                let assertions = store.import(&random.store, &random.assertions);
                engine.check(&mut store, &Query::new(&assertions), &Budget::unlimited())
            })
            .collect()
    };
    for (number, (first, second)) in run().into_iter().zip(run()).enumerate() {
        assert_eq!(first, second, "call {number} is not reproducible");
    }
}
