//! Calls that share assertions share work, and get the answers that fresh engines give.

use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Sort, Term, TermStore};
use ulpwise_float::{Format, Rounding};
use ulpwise_interval::{IntervalEngine, IntervalOptions};
use ulpwise_solver::{Query, Solver};

/// Random comparisons of sums and products in a small format.
fn atoms(store: &mut TermStore, random: &mut SplitMix64) -> Vec<Term> {
    let format = Format::new(3, 3).unwrap();
    let mode = store.rounding(Rounding::NearestEven);
    let mut floats: Vec<Term> =
        ["x", "y", "z"].iter().map(|name| store.variable(name, Sort::Float(format))).collect();
    for _ in 0..4 {
        let (a, b) = (*random.choose(&floats), *random.choose(&floats));
        floats.push(if random.below(2) == 0 { store.fp_add(mode, a, b) } else { store.fp_mul(mode, a, b) });
    }
    let mut atoms = Vec::new();
    for _ in 0..8 {
        let (a, b) = (*random.choose(&floats), *random.choose(&floats));
        let atom = match random.below(3) {
            0 => store.fp_lt(a, b),
            1 => store.fp_leq(a, b),
            _ => store.fp_eq(a, b),
        };
        atoms.push(if random.below(4) == 0 { store.not(atom) } else { atom });
    }
    atoms
}

#[test]
fn lists_that_grow_and_shrink_get_the_answers_of_fresh_engines() {
    let mut random = SplitMix64::new(11);
    for _ in 0..60 {
        let mut store = TermStore::new();
        let atoms = atoms(&mut store, &mut random);
        let mut engine = IntervalEngine::new(IntervalOptions::default());
        let mut assertions: Vec<Term> = Vec::new();
        for _ in 0..12 {
            let kept = random.below(assertions.len() as u64 + 1) as usize;
            assertions.truncate(if random.below(3) == 0 { kept } else { assertions.len() });
            assertions.push(*random.choose(&atoms));
            let query = Query::new(&assertions);
            let verdict = engine.check(&mut store, &query, &Budget::unlimited());
            let fresh = IntervalEngine::new(IntervalOptions::default()).check(
                &mut store,
                &query,
                &Budget::unlimited(),
            );
            assert!(verdict.is_decided(), "{verdict:?}");
            assert_eq!(verdict.word(), fresh.word());
        }
    }
}

#[test]
fn a_second_call_with_one_assertion_more_starts_where_the_first_ended() {
    let mut store = TermStore::new();
    let mode = store.rounding(Rounding::NearestEven);
    let x = store.variable("x", Sort::Float(Format::F64));
    let mut sum = x;
    for _ in 0..1000 {
        sum = store.fp_add(mode, sum, x);
    }
    let zero = store.float(ulpwise_float::Float::zero(Format::F64, false));
    let first = [store.fp_lt(zero, x)];
    let both = [first[0], store.fp_lt(zero, sum)];
    let mut engine = IntervalEngine::new(IntervalOptions::default());
    engine.propagated_bounds(&store, &both, &Budget::unlimited()).unwrap();
    let after_first = engine.projections();
    let more = [both[0], both[1], store.fp_lt(zero, x)];
    engine.propagated_bounds(&store, &more, &Budget::unlimited()).unwrap();
    assert!(engine.projections() - after_first < 100, "{}", engine.projections() - after_first);
}
