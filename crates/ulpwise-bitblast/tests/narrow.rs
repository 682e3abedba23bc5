//! Circuits that are narrowed to bounds: on all operands of small formats, operands within bounds
//! keep every narrowing, and wherever all narrowings hold the circuit computes what the reference
//! evaluator computes.

mod support;

use support::{Valuation, bits_of, conversions, float_operators, format, input_width, value_of};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_bitblast::aig::Simulation;
use ulpwise_bitblast::blast::{Blaster, CircuitOptions};
use ulpwise_bitblast::ranges::bounds_of;
use ulpwise_expr::{BitVector, Op, Sort, Tape, Term, TermStore};
use ulpwise_float::{Float, Format};
use ulpwise_solver::{Bound, Bounds, FloatBound};

/// A random interval of a format, with or without the NaN.
fn random_float_bound(format: Format, random: &mut SplitMix64) -> FloatBound {
    let mut numbers: Vec<Float> = (0..1u128 << format.width())
        .map(|bits| Float::from_bits(format, bits))
        .filter(|float| !float.is_nan())
        .collect();
    // The encodings of negative numbers descend.
    let key = |float: &Float| {
        let magnitude = float.abs().to_bits() as i64;
        if float.is_sign_negative() { -1 - magnitude } else { magnitude }
    };
    numbers.sort_by_key(key);
    let mut ends = [0, 0].map(|_: i32| random.below(numbers.len() as u64) as usize);
    ends.sort_unstable();
    FloatBound { numbers: Some((numbers[ends[0]], numbers[ends[1]])), nan: random.below(3) == 0 }
}

fn random_bound(sort: Sort, random: &mut SplitMix64) -> Option<Bound> {
    match sort {
        Sort::Float(format) => Some(Bound::Float(random_float_bound(format, random))),
        Sort::BitVec(width) => {
            let mut ends = [0, 0].map(|_: i32| random.below(1 << width));
            ends.sort_unstable();
            let [low, high] = ends.map(|end| BitVector::from_u64(width, end));
            Some(Bound::BitVec(low, high))
        }
        Sort::Bool => Some(Bound::Bool(random.below(2) == 0)),
        _ => None,
    }
}

/// An operator on variables within bounds, and its circuit.
struct Narrowed {
    store: TermStore,
    variables: Vec<Term>,
    term: Term,
    bounds: Bounds,
}

impl Narrowed {
    fn new(op: Op, sorts: &[Sort], random: &mut SplitMix64) -> Narrowed {
        let mut store = TermStore::without_rewrites();
        let variables: Vec<Term> =
            sorts.iter().enumerate().map(|(i, &sort)| store.variable(&format!("v{i}"), sort)).collect();
        let term = store.application(op, &variables);
        let mut known = Bounds::new();
        for (&variable, &sort) in variables.iter().zip(sorts) {
            if let Some(bound) = random_bound(sort, random).filter(|_| random.below(4) > 0) {
                known.set(variable, bound);
            }
        }
        let bounds = bounds_of(&store, &[term], Some(&known));
        Narrowed { store, variables, term, bounds }
    }

    /// Compares on all operands; how many gates there are.
    fn compare_all(&self) -> usize {
        let budget = Budget::unlimited();
        let mut blaster = Blaster::with_bounds(CircuitOptions::default(), self.bounds.clone());
        let outputs = blaster.literals(&self.store, self.term, &budget).expect("a circuit");
        let tape = Tape::new(&self.store, &[self.term]);
        let sorts: Vec<Sort> = self.variables.iter().map(|&variable| self.store.sort(variable)).collect();
        let bits: u32 = sorts.iter().map(|&sort| input_width(sort)).sum();
        for start in (0..1u128 << bits).step_by(64) {
            let lanes: Vec<u128> = (start..(start + 64).min(1 << bits)).collect();
            let mut words = vec![0u64; blaster.aig().input_count()];
            let mut first_bit = 0;
            for &variable in &self.variables {
                let inputs = blaster.variable_inputs(variable).expect("inputs");
                for (bit, input) in inputs.iter().enumerate() {
                    let number = blaster.aig().input_nodes().binary_search(&input.node()).expect("an input");
                    words[number] = lanes.iter().enumerate().fold(0, |word, (lane, assignment)| {
                        word | ((assignment >> (first_bit + bit) & 1) as u64) << lane
                    });
                }
                first_bit += inputs.len();
            }
            let simulation = Simulation::new(blaster.aig(), |input| words[input as usize]);
            for (lane, &assignment) in lanes.iter().enumerate() {
                let mut narrowings = blaster.narrowings().iter();
                let holds = narrowings.all(|&it| simulation.word(it) >> lane & 1 == 1);
                let mut rest = assignment;
                let mut values = Vec::new();
                let mut is_within = true;
                for (&variable, &sort) in self.variables.iter().zip(&sorts) {
                    let width = input_width(sort);
                    let value = value_of(sort, rest & ((1 << width) - 1));
                    is_within &= self.bounds.get(variable).is_none_or(|bound| bound.admits(&value));
                    values.push(value);
                    rest >>= width;
                }
                let valuation = Valuation { variables: &self.variables, values };
                let expected = &tape.evaluate(&valuation).expect("all have values")[0];
                let op = self.store.op(self.term);
                let values = &valuation.values;
                assert!(holds || !is_within, "{op} of {values:?} violates a narrowing of {:?}", self.bounds);
                if holds {
                    let found: Vec<bool> =
                        outputs.iter().map(|&output| simulation.word(output) >> lane & 1 == 1).collect();
                    assert_eq!(found, bits_of(expected), "{op} of {values:?} within {:?}", self.bounds);
                }
            }
        }
        blaster.aig().and_count()
    }
}

#[test]
fn narrowed_operators_compute_the_same_within_bounds() {
    let mut random = SplitMix64::new(23);
    for (exponent, significand, rounds) in [(2, 2, 12), (2, 3, 10), (3, 3, 5)] {
        for (op, sorts) in float_operators(format(exponent, significand)) {
            for _ in 0..rounds {
                Narrowed::new(op, &sorts, &mut random).compare_all();
            }
        }
    }
}

#[test]
fn narrowed_fused_multiply_add_computes_the_same_within_bounds() {
    let mut random = SplitMix64::new(29);
    let float = Sort::Float(format(2, 2));
    for _ in 0..12 {
        Narrowed::new(Op::FpFma, &[Sort::RoundingMode, float, float, float], &mut random).compare_all();
    }
}

#[test]
fn narrowed_conversions_compute_the_same_within_bounds() {
    let mut random = SplitMix64::new(31);
    let others = [(2, 3), (3, 2), (3, 5), (4, 4)].map(|(exponent, bits)| format(exponent, bits));
    for (exponent, significand) in [(2, 3), (3, 4)] {
        for (op, sorts) in conversions(format(exponent, significand), &others, &[1, 3, 5]) {
            for _ in 0..8 {
                Narrowed::new(op, &sorts, &mut random).compare_all();
            }
        }
    }
}

/// Numbers from one to two have no special cases, one exponent, and nothing to shift.
#[test]
fn narrow_operands_make_small_circuits() {
    let double = Sort::Float(Format::F64);
    for (op, count, most_percent) in [(Op::FpAdd, 2, 50), (Op::FpMul, 2, 90), (Op::FpRem, 2, 5)] {
        let gates = |is_narrow: bool| {
            let mut store = TermStore::without_rewrites();
            let mut operands = Vec::new();
            if op != Op::FpRem {
                operands.push(store.rounding(ulpwise_float::Rounding::NearestEven));
            }
            let mut known = Bounds::new();
            for number in 0..count {
                let variable = store.variable(&format!("v{number}"), double);
                let ends = (Float::from_f64(1.0), Float::from_f64(1.75));
                if is_narrow {
                    known.set(variable, Bound::Float(FloatBound { numbers: Some(ends), nan: false }));
                }
                operands.push(variable);
            }
            let term = store.application(op, &operands);
            let bounds = bounds_of(&store, &[term], Some(&known));
            let mut blaster = Blaster::with_bounds(CircuitOptions::default(), bounds);
            blaster.literals(&store, term, &Budget::unlimited()).expect("a circuit");
            blaster.aig().and_count()
        };
        let (narrow, plain) = (gates(true), gates(false));
        assert!(narrow * 100 < plain * most_percent, "{op}: {narrow} of {plain}");
    }
}
