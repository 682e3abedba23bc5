//! The suite that every engine passes, and the engine's own promise: what it computes is what the
//! reference evaluator computes.

use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{LibmFunction, Sort, TermStore};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_localsearch::{LocalSearchOptions, SearchEngine};
use ulpwise_solver::{Query, Solver, Verdict};
use ulpwise_testkit::conformance::{Decides, Feature, Powers, check_engine};

fn engine(max_rounds: u64) -> SearchEngine {
    SearchEngine::new(LocalSearchOptions { max_rounds, ..LocalSearchOptions::default() })
}

#[test]
fn conformance() {
    let powers = Powers {
        sat: Decides::Sometimes,
        unsat: Decides::Sometimes,
        features: [Feature::BitVectors, Feature::Libm, Feature::Remainders].into(),
        random_queries: 2000,
    };
    check_engine(&|| Box::new(engine(300)), &powers);
}

/// Every value of every variable is asked for by an equation with a random result: the model is
/// confirmed by the reference evaluator, so an operator that is computed otherwise here would be a
/// fault.
#[test]
fn arithmetic_is_inverted_in_every_mode() {
    let mut random = SplitMix64::new(7);
    for format in [Format::F32, Format::F64, Format::F16] {
        for rounding in Rounding::ALL {
            let mut store = TermStore::new();
            let x = store.variable("x", Sort::Float(format));
            let mode = store.rounding(rounding);
            let mut number = || {
                let bits = u128::from(random.next_u64() >> 2);
                let float = Float::from_bits(format, bits & ((1 << (format.width() - 2)) - 1));
                assert!(float.is_finite());
                float
            };
            let (a, b) = (number(), number());
            let a_term = store.float(a);
            let sum = store.fp_add(mode, x, a_term);
            let wanted = store.float(a.add(b, rounding).0);
            let equal = store.eq(sum, wanted);
            let verdict = engine(100_000).check(&mut store, &Query::new(&[equal]), &Budget::unlimited());
            assert!(matches!(verdict, Verdict::Sat(_)), "{format} {rounding:?} {a:?} + {b:?}: {verdict:?}");
        }
    }
}

#[test]
fn libm_terms_are_searched_through() {
    let libm = |function: LibmFunction, _: Rounding, arguments: &[Float]| {
        let x = arguments[0].to_f64();
        Some(Float::from_f64(match function {
            LibmFunction::Exp => x.exp(),
            LibmFunction::Log => x.ln(),
            LibmFunction::Sin => x.sin(),
            LibmFunction::Asin => x.asin(),
            _ => return None,
        }))
    };
    let mut store = TermStore::new();
    let x = store.variable("x", Sort::Float(Format::F64));
    let mode = store.rounding(Rounding::NearestEven);
    let sine = store.libm(LibmFunction::Sin, mode, &[x]);
    let growth = store.libm(LibmFunction::Exp, mode, &[x]);
    let half = store.float(Float::from_f64(0.5));
    let ten = store.float(Float::from_f64(10.0));
    let assertions = [store.fp_lt(half, sine), store.fp_lt(ten, growth)];
    let query = Query::new(&assertions);
    let verdict = engine(100_000).check(&mut store, &query.with_libm(&libm), &Budget::unlimited());
    assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
    let verdict = engine(100).check(&mut store, &query, &Budget::unlimited());
    assert!(matches!(verdict, Verdict::Unknown(_)), "without a libm nothing is certain: {verdict:?}");
}

/// The terms of a series: each depends on all before it, so that a change which repairs one makes
/// later ones wrong.
#[test]
fn conditions_along_a_path_are_met_one_after_the_other() {
    let mut store = TermStore::new();
    let mode = store.rounding(Rounding::NearestEven);
    let zero = store.float(Float::zero(Format::F32, false));
    let x = store.variable("x", Sort::Float(Format::F32));
    let mut term = x;
    let mut conditions = vec![store.fp_lt(zero, x)];
    for number in 0..100 {
        let divisor = store.variable(&format!("d{number}"), Sort::Float(Format::F32));
        let product = store.fp_mul(mode, x, term);
        term = store.fp_div(mode, product, divisor);
        conditions.push(store.fp_lt(term, zero));
    }
    let verdict = engine(5_000).check(&mut store, &Query::new(&conditions), &Budget::unlimited());
    assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
}
