//! Random circuits: what the SAT solver says of a root is what simulation says, with and without
//! polarity, asserted and assumed, in a graph and a solver that grow.

use std::time::Duration;
use ulpwise_base::{Budget, CancelFlag, Exhausted, SplitMix64};
use ulpwise_bitblast::aig::{Aig, Lit, Simulation, Stopped};
use ulpwise_bitblast::cnf::Encoder;
use ulpwise_bitblast::sat::{Sat, SatResult, SearchFor};

const VARIABLES: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

fn grow(aig: &mut Aig, known: &mut Vec<Lit>, random: &mut SplitMix64) {
    for _ in 0..12 {
        let mut pick =
            || known[random.below(known.len() as u64) as usize].complement_if(random.below(2) == 1);
        let (a, b, c) = (pick(), pick(), pick());
        let result = match random.below(5) {
            0 | 1 => aig.and(a, b),
            2 => aig.xor(a, b),
            3 => aig.full_adder(a, b, c).1,
            _ => aig.ite(a, b, c),
        };
        known.push(result);
    }
}

/// The assignment in the solver makes the root true.
fn check_model(aig: &Aig, encoder: &Encoder, sat: &Sat, root: Lit) {
    let simulation = Simulation::new(aig, |input| {
        let node = aig.input_nodes()[input as usize];
        u64::from(encoder.variable(node).is_some_and(|variable| sat.value(variable)))
    });
    assert!(simulation.value(root), "the model does not satisfy the root");
}

#[test]
fn answers_are_those_of_the_truth_table() {
    let mut random = SplitMix64::new(17);
    let budget = Budget::unlimited();
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for round in 0..300 {
        let by_polarity = round % 2 == 0;
        let mut aig = Aig::new();
        let mut known = aig.inputs(6);
        let mut encoder = Encoder::new(by_polarity);
        let mut sat = Sat::new(SearchFor::Either, 1, None);
        for _ in 0..8 {
            grow(&mut aig, &mut known, &mut random);
            let picked: Vec<Lit> = (0..4).map(|_| *random.choose(&known)).collect();
            let conjunction = aig.and_all(&picked);
            let root = conjunction.complement_if(random.below(4) == 0);
            let table = Simulation::new(&aig, |input| VARIABLES[input as usize]).word(root);
            let assumption = encoder.assumption(&aig, root, &mut sat, &budget).unwrap();
            let expected = if table == 0 { SatResult::Unsat } else { SatResult::Sat };
            assert_eq!(sat.solve(&[assumption], &budget), expected);
            if table == 0 {
                unsatisfiable += 1;
                assert_eq!(sat.failed_assumptions(), [assumption]);
            } else {
                satisfiable += 1;
                check_model(&aig, &encoder, &sat, root);
            }
            let mut once = Encoder::new(by_polarity);
            let mut fresh = Sat::new(SearchFor::Refutation, 0, None);
            once.assertion(&aig, root, &mut fresh, &budget).unwrap();
            assert_eq!(fresh.solve(&[], &budget), expected);
            if table != 0 {
                check_model(&aig, &once, &fresh, root);
            }
        }
    }
    assert!(satisfiable > 100 && unsatisfiable > 100, "{satisfiable} sat, {unsatisfiable} unsat");
}

/// Pigeons and holes: far too hard for resolution, so only the budget ends it.
fn pigeons(holes: usize) -> (Aig, Lit) {
    let mut aig = Aig::new();
    let places: Vec<Vec<Lit>> = (0..=holes).map(|_| aig.inputs(holes)).collect();
    let mut conditions: Vec<Lit> = places.iter().map(|row| aig.or_all(row)).collect();
    for (number, first) in places.iter().enumerate() {
        for second in &places[..number] {
            conditions.extend(first.iter().zip(second).map(|(&a, &b)| !aig.and(a, b)));
        }
    }
    let root = aig.and_all(&conditions);
    (aig, root)
}

#[test]
fn the_budget_and_the_memory_limit_end_the_search() {
    let (aig, root) = pigeons(14);
    let attempt = |budget: &Budget, memory: Option<u64>| {
        let mut encoder = Encoder::new(true);
        let mut sat = Sat::new(SearchFor::Either, 0, memory);
        encoder.assertion(&aig, root, &mut sat, &Budget::unlimited()).unwrap();
        sat.solve(&[], budget)
    };
    let time = Budget::unlimited().with_time(Duration::from_millis(50));
    assert_eq!(attempt(&time, None), SatResult::Stopped(Stopped::Budget(Exhausted::Time)));
    let flag = CancelFlag::default();
    let cancelled = Budget::unlimited().with_cancel(flag.clone());
    flag.cancel();
    assert_eq!(attempt(&cancelled, None), SatResult::Stopped(Stopped::Budget(Exhausted::Cancelled)));
    assert_eq!(attempt(&Budget::unlimited(), Some(1)), SatResult::Stopped(Stopped::TooLarge));
}

/// A chain of gates long enough for a look at the memory while clauses are made.
#[test]
fn the_memory_limit_ends_the_making_of_clauses() {
    let mut aig = Aig::new();
    let inputs = aig.inputs(60_000);
    let root = inputs.iter().fold(Lit::FALSE, |parity, &input| aig.xor(parity, input));
    let mut sat = Sat::new(SearchFor::Either, 0, Some(1));
    let stopped = Encoder::new(true).assertion(&aig, root, &mut sat, &Budget::unlimited());
    assert_eq!(stopped, Err(Stopped::TooLarge));
    let mut sat = Sat::new(SearchFor::Either, 0, None);
    assert_eq!(Encoder::new(true).assertion(&aig, root, &mut sat, &Budget::unlimited()), Ok(()));
}

#[test]
fn a_graph_that_is_full_stops_and_goes_on_when_it_may() {
    let mut aig = Aig::new();
    let inputs = aig.inputs(40_000);
    let limit = aig.len() + 10_000;
    aig.start(&Budget::unlimited(), limit);
    aig.and_all(&inputs);
    assert_eq!(aig.stopped(), Some(Stopped::TooLarge));
    assert!(aig.len() < limit + 20_000);
    aig.start(&Budget::unlimited(), Aig::MAX_NODES);
    assert_eq!(aig.stopped(), None);
    let all = aig.and_all(&inputs);
    assert_eq!(Simulation::new(&aig, |_| u64::MAX).word(all), u64::MAX);
}
