//! Lemmas about abstracted operations: each holds for all operands of small formats in every
//! rounding mode, each excludes something, and the engine that refines them answers like the one
//! with circuits from the beginning.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use support::{bits_of, format, input_width, value_of};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_bitblast::aig::{Lit, Simulation};
use ulpwise_bitblast::blast::{Blaster, CircuitOptions};
use ulpwise_bitblast::{Bitblast, BitblastOptions};
use ulpwise_expr::{AppliedValue, Op, Sort, Term, TermStore, Value, apply};
use ulpwise_float::{Format, Rounding};
use ulpwise_solver::{Query, Solver, Verdict};

fn abstracting() -> CircuitOptions {
    CircuitOptions { abstract_from: Some(0), ..CircuitOptions::default() }
}

/// One abstracted operation on variables.
struct LemmaCase {
    op: Op,
    sorts: Vec<Sort>,
    blaster: Blaster,
    /// The inputs of all operands, then those of the result, and where each stands among all
    /// inputs.
    inputs: Vec<Lit>,
}

impl LemmaCase {
    fn new(op: Op, sorts: &[Sort]) -> LemmaCase {
        let mut store = TermStore::without_rewrites();
        let variables: Vec<Term> =
            sorts.iter().enumerate().map(|(i, &sort)| store.variable(&format!("v{i}"), sort)).collect();
        let term = store.application(op, &variables);
        let mut blaster = Blaster::new(abstracting());
        blaster.literals(&store, term, &Budget::unlimited()).expect("an abstraction");
        let operands = variables.iter().flat_map(|&it| blaster.variable_inputs(it).unwrap().to_vec());
        let inputs = operands.chain(blaster.abstracted()[0].result().to_vec()).collect();
        LemmaCase { op, sorts: sorts.to_vec(), blaster, inputs }
    }

    fn widths(&self) -> Vec<u32> {
        self.sorts.iter().map(|&sort| input_width(sort)).collect()
    }

    fn operands(&self, mut assignment: u128) -> Vec<Value> {
        let mut values = Vec::new();
        for (&sort, width) in self.sorts.iter().zip(self.widths()) {
            values.push(value_of(sort, assignment & ((1 << width) - 1)));
            assignment >>= width;
        }
        values
    }

    /// Which lemmas hold, for up to 64 assignments of all inputs at once.
    fn simulate(&self, assignments: &[Vec<bool>]) -> Vec<(&'static str, u64)> {
        let mut words = vec![0u64; self.blaster.aig().input_count()];
        for (position, input) in self.inputs.iter().enumerate() {
            let number = self.blaster.aig().input_nodes().binary_search(&input.node()).unwrap();
            for (lane, bits) in assignments.iter().enumerate() {
                words[number] |= u64::from(bits[position]) << lane;
            }
        }
        let simulation = Simulation::new(self.blaster.aig(), |input| words[input as usize]);
        let lemmas = self.blaster.abstracted()[0].lemmas();
        lemmas.map(|(name, lemma)| (name, simulation.word(lemma))).collect()
    }

    /// All operands with the right result fulfil all lemmas. Those that fail somewhere with a
    /// random result.
    fn check(&self, operand_values: impl Iterator<Item = u128>) -> BTreeSet<&'static str> {
        let mut random = SplitMix64::new(9);
        let mut excluding = BTreeSet::new();
        let mut operand_values = operand_values.peekable();
        while operand_values.peek().is_some() {
            let mut right = Vec::new();
            for assignment in operand_values.by_ref().take(64) {
                let operands = self.operands(assignment);
                let value = apply(self.op, &operands.iter().collect::<Vec<_>>());
                let AppliedValue::Value(result) = value else { panic!("{} has a value", self.op) };
                let operands = operands.iter().flat_map(bits_of);
                right.push(operands.chain(bits_of(&result)).collect::<Vec<bool>>());
            }
            let lanes = u64::MAX >> (64 - right.len());
            for (name, held) in self.simulate(&right) {
                assert_eq!(held & lanes, lanes, "{} of {} does not hold in {right:?}", name, self.op);
            }
            for bits in &mut right {
                let first = self.widths().iter().sum::<u32>() as usize;
                for bit in &mut bits[first..] {
                    *bit = random.below(2) == 0;
                }
            }
            for (name, held) in self.simulate(&right) {
                if held & lanes != lanes {
                    excluding.insert(name);
                }
            }
        }
        excluding
    }
}

/// All lemmas about an operator hold for all operands of these sorts, and each excludes something
/// for some of them.
fn check_all(op: Op, all_sorts: &[Vec<Sort>]) {
    let (mut names, mut excluding) = (BTreeSet::new(), BTreeSet::new());
    for sorts in all_sorts {
        let case = LemmaCase::new(op, sorts);
        names.extend(case.blaster.abstracted()[0].lemmas().map(|(name, _)| name));
        excluding.extend(case.check(0..1 << case.widths().iter().sum::<u32>()));
    }
    assert_eq!(names, excluding, "each lemma about {op} has to exclude something");
}

#[test]
fn lemmas_about_bit_vectors_hold_for_all_operands() {
    let widths: Vec<Vec<Sort>> = (3..=6).map(|width| vec![Sort::BitVec(width); 2]).collect();
    for op in [Op::BvMul, Op::BvUdiv, Op::BvUrem] {
        check_all(op, &widths);
    }
}

#[test]
fn lemmas_about_floats_hold_for_all_operands_of_small_formats() {
    let mode = Sort::RoundingMode;
    let floats = [(2, 3), (3, 3), (3, 4), (4, 3), (2, 5)].map(|(e, s)| Sort::Float(format(e, s)));
    for op in [Op::FpMul, Op::FpDiv] {
        check_all(op, &floats.map(|float| vec![mode, float, float]));
    }
    check_all(Op::FpSqrt, &floats.map(|float| vec![mode, float]));
    for op in [Op::FpRem, Op::FpFmod] {
        check_all(op, &floats.map(|float| vec![float, float]));
    }
}

#[test]
fn lemmas_about_fused_products_hold_for_all_operands_of_small_formats() {
    let floats = [(2, 2), (2, 3), (3, 2)].map(|(e, s)| Sort::Float(format(e, s)));
    check_all(Op::FpFma, &floats.map(|float| vec![Sort::RoundingMode, float, float, float]));
}

/// Larger formats, where exponents reach further than significands.
#[test]
fn lemmas_hold_for_random_operands_of_larger_formats() {
    let mut random = SplitMix64::new(31);
    for format in [Format::F16, Format::BF16, format(5, 6)] {
        let (mode, float) = (Sort::RoundingMode, Sort::Float(format));
        let sorts = [
            (Op::FpMul, vec![mode, float, float]),
            (Op::FpDiv, vec![mode, float, float]),
            (Op::FpSqrt, vec![mode, float]),
            (Op::FpRem, vec![float, float]),
            (Op::FpFmod, vec![float, float]),
            (Op::FpFma, vec![mode, float, float, float]),
        ];
        for (op, sorts) in sorts {
            let case = LemmaCase::new(op, &sorts);
            let bits: u32 = case.widths().iter().sum();
            let word = |random: &mut SplitMix64| {
                let word = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
                word & (u128::MAX >> (128 - bits))
            };
            let assignments: Vec<u128> = (0..60_000).map(|_| word(&mut random)).collect();
            case.check(assignments.into_iter());
        }
    }
}

/// A query about an operation with a given result: `exists` operands, or none.
fn answers(store: &mut TermStore, assertions: &[Term]) -> [&'static str; 2] {
    [None, Some(0)].map(|abstract_from| {
        let circuits = CircuitOptions { abstract_from, ..CircuitOptions::default() };
        let mut engine = Bitblast::new(BitblastOptions { circuits, ..BitblastOptions::default() });
        let verdict = engine.check(store, &Query::new(assertions), &Budget::unlimited());
        assert!(!matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
        verdict.word()
    })
}

#[test]
fn refined_abstractions_answer_as_circuits_do() {
    let float = format(3, 4);
    let operators = [
        (Op::FpMul, 2, true),
        (Op::FpDiv, 2, true),
        (Op::FpSqrt, 1, true),
        (Op::FpFma, 3, true),
        (Op::FpRem, 2, false),
        (Op::FpFmod, 2, false),
    ];
    let mut random = SplitMix64::new(17);
    let mut seen = BTreeMap::new();
    for (op, operands, rounds) in operators {
        for _ in 0..12 {
            let mut store = TermStore::new();
            let variables: Vec<Term> =
                (0..operands).map(|i| store.variable(&format!("x{i}"), Sort::Float(float))).collect();
            let mut arguments = variables.clone();
            if rounds {
                arguments.insert(0, store.rounding(*random.choose(&Rounding::ALL)));
            }
            let term = store.application(op, &arguments);
            let result = store.value(&value_of(Sort::Float(float), random.next_u64() as u128 & 0x7f));
            let limit = store.value(&value_of(Sort::Float(float), random.next_u64() as u128 & 0x3f));
            let equation = store.eq(term, result);
            let small = store.fp_lt(variables[0], limit);
            let [plain, refined] = answers(&mut store, &[equation, small]);
            assert_eq!(plain, refined, "{op}");
            *seen.entry(plain).or_insert(0) += 1;
        }
    }
    assert!(seen["sat"] > 5 && seen["unsat"] > 5, "{seen:?}");
}

#[test]
fn refined_products_and_quotients_of_bit_vectors_answer_as_circuits_do() {
    let mut random = SplitMix64::new(23);
    for op in [Op::BvMul, Op::BvUdiv, Op::BvUrem] {
        for _ in 0..12 {
            let mut store = TermStore::new();
            let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::BitVec(7)));
            let term = store.application(op, &[x, y]);
            let [result, limit] = [0, 1].map(|_| store.bv(7, random.below(128)));
            let equation = store.eq(term, result);
            let bounds = [store.bv_ult(limit, x), store.bv_ult(limit, y)];
            let [plain, refined] = answers(&mut store, &[equation, bounds[0], bounds[1]]);
            assert_eq!(plain, refined, "{op}");
        }
    }
}
