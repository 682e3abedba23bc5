//! Guessed quotients and roots: the SAT solver finds no difference from the computed ones, and for
//! every operand there is a guess.

mod support;

use support::format;
use ulpwise_base::Budget;
use ulpwise_bitblast::aig::Lit;
use ulpwise_bitblast::blast::{Blaster, CircuitOptions};
use ulpwise_bitblast::cnf::Encoder;
use ulpwise_bitblast::sat::{Sat, SatResult, SearchFor};
use ulpwise_expr::{Model, Op, Sort, Tape, TermStore};
use ulpwise_float::Format;

fn guessing() -> CircuitOptions {
    CircuitOptions { guess_quotients: true, guess_roots: true, ..CircuitOptions::default() }
}

/// What the SAT solver says of literals together with the conditions that come with them.
fn solve(blaster: &Blaster, roots: &[Lit]) -> SatResult {
    let budget = Budget::unlimited();
    let mut sat = Sat::new(SearchFor::Either, 0, None);
    let mut encoder = Encoder::new(true);
    let relevant = blaster.relevant(roots);
    for &root in roots.iter().chain(&relevant.conditions) {
        encoder.assertion(blaster.aig(), root, &mut sat, &budget).unwrap();
    }
    sat.solve(&[], &budget)
}

/// For every assignment of the operands: the guess that fulfils the condition gives the evaluator's
/// value, no other value is possible, and there is one.
fn check(op: Op, sorts: &[Sort]) {
    let mut store = TermStore::without_rewrites();
    let budget = Budget::unlimited();
    let variables: Vec<_> =
        sorts.iter().enumerate().map(|(i, &sort)| store.variable(&format!("v{i}"), sort)).collect();
    let term = store.application(op, &variables);
    let result = store.variable("result", store.sort(term));
    let equation = store.eq(term, result);
    let mut blaster = Blaster::new(guessing());
    let root = blaster.propositions(&store, &[equation], &budget).unwrap()[0];
    let relevant = blaster.relevant(&[root]);
    assert!(!relevant.conditions.is_empty(), "nothing was guessed for {op}");

    let mut sat = Sat::new(SearchFor::Either, 0, None);
    let mut encoder = Encoder::new(true);
    for &condition in &relevant.conditions {
        encoder.assertion(blaster.aig(), condition, &mut sat, &budget).unwrap();
    }
    let (same, different) = (
        encoder.assumption(blaster.aig(), root, &mut sat, &budget).unwrap(),
        encoder.assumption(blaster.aig(), !root, &mut sat, &budget).unwrap(),
    );
    let widths: Vec<u32> = sorts.iter().map(|&sort| support::input_width(sort)).collect();
    let tape = Tape::new(&store, &[term]);
    for assignment in 0..1u128 << widths.iter().sum::<u32>() {
        let mut rest = assignment;
        let mut model = Model::new();
        let mut assumptions = Vec::new();
        let mut assume = |variable, bits: &[bool]| {
            for (input, &bit) in blaster.variable_inputs(variable).unwrap().iter().zip(bits) {
                if let Some(variable) = encoder.variable(input.node()) {
                    assumptions.push(if bit { variable } else { -variable });
                }
            }
        };
        for ((&variable, &sort), &width) in variables.iter().zip(sorts).zip(&widths) {
            let bits = rest & ((1 << width) - 1);
            rest >>= width;
            model.set(variable, support::value_of(sort, bits));
            assume(variable, &(0..width).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
        }
        let expected = tape.evaluate(&model).unwrap().remove(0);
        assume(result, &support::bits_of(&expected));
        assumptions.push(same);
        assert_eq!(sat.solve(&assumptions, &budget), SatResult::Sat, "{op} under {model:?}");
        *assumptions.last_mut().unwrap() = different;
        assert_eq!(sat.solve(&assumptions, &budget), SatResult::Unsat, "{op} under {model:?}");
    }
}

#[test]
fn guesses_exist_and_are_unique() {
    for width in 1..=4 {
        for op in [Op::BvUdiv, Op::BvUrem] {
            check(op, &[Sort::BitVec(width), Sort::BitVec(width)]);
        }
    }
    for (exponent, significand) in [(2, 2), (2, 3), (3, 2)] {
        let float = Sort::Float(format(exponent, significand));
        check(Op::FpDiv, &[Sort::RoundingMode, float, float]);
    }
    for (exponent, significand) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 5)] {
        check(Op::FpSqrt, &[Sort::RoundingMode, Sort::Float(format(exponent, significand))]);
    }
}

/// Whether the guessed and the computed result of the same operands can differ.
fn difference(op: Op, sorts: &[Sort]) -> SatResult {
    let mut store = TermStore::without_rewrites();
    let budget = Budget::unlimited();
    let variables: Vec<_> =
        sorts.iter().enumerate().map(|(i, &sort)| store.variable(&format!("v{i}"), sort)).collect();
    let guessed = store.application(op, &variables);
    // Another term with the same meaning and the same literals below.
    let mut operands = variables;
    let twice = store.fp_neg(operands[1]);
    operands[1] = store.fp_neg(twice);
    let computed = store.application(op, &operands);
    let mut blaster = Blaster::new(guessing());
    blaster.literals(&store, guessed, &budget).unwrap();
    blaster.set_options(CircuitOptions::default());
    let same = store.eq(guessed, computed);
    let different = store.not(same);
    let root = blaster.propositions(&store, &[different], &budget).unwrap()[0];
    assert!(root.as_constant().is_none(), "the two circuits are one");
    solve(&blaster, &[root])
}

#[test]
fn guessed_results_are_the_computed_ones() {
    let mode = Sort::RoundingMode;
    for (exponent, significand) in [(3, 4), (4, 4)] {
        let float = Sort::Float(format(exponent, significand));
        assert_eq!(difference(Op::FpDiv, &[mode, float, float]), SatResult::Unsat);
        assert_eq!(difference(Op::FpSqrt, &[mode, float]), SatResult::Unsat);
    }
    assert_eq!(difference(Op::FpSqrt, &[mode, Sort::Float(Format::F16)]), SatResult::Unsat);
}
