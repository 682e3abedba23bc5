//! What the tests of circuits share: variables by sort, all their values, and the reference
//! evaluator beside the circuit.
#![allow(dead_code, reason = "each test binary uses a part")]

use ulpwise_base::{Budget, SplitMix64};
use ulpwise_bitblast::aig::{Lit, Simulation};
use ulpwise_bitblast::blast::{Blaster, CircuitOptions};
use ulpwise_expr::{BitVector, Interpretation, Op, Sort, Tape, Term, TermStore, UnspecifiedCase, Value};
use ulpwise_float::{Float, Format, Natural, Rounding};

/// The float format with these sizes.
pub(crate) fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

/// The number of bits a variable of a sort has as input.
pub(crate) fn input_width(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width,
        Sort::Float(format) => format.width(),
        Sort::RoundingMode => 3,
        _ => panic!("{sort} has no inputs"),
    }
}

/// The value of a variable with these input bits.
pub(crate) fn value_of(sort: Sort, bits: u128) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits == 1),
        Sort::BitVec(width) => Value::BitVec(BitVector::from_u128(width, bits)),
        Sort::Float(format) => Value::float(Float::from_bits(format, bits)),
        Sort::RoundingMode => Value::Rounding(Rounding::ALL[bits.min(4) as usize]),
        _ => panic!("{sort} has no inputs"),
    }
}

/// The encoding of a value.
pub(crate) fn bits_of(value: &Value) -> Vec<bool> {
    let bits = |vector: &BitVector| (0..vector.width()).map(|i| vector.bit(i)).collect();
    match value {
        Value::Bool(value) => vec![*value],
        Value::BitVec(value) => bits(value),
        Value::Float(value) => {
            bits(&BitVector::new(value.format().width(), Natural::from_words(value.limbs())))
        }
        Value::Rounding(mode) => {
            let number = Rounding::ALL.iter().position(|other| other == mode).unwrap();
            (0..3).map(|i| number >> i & 1 == 1).collect()
        }
        other => panic!("{other:?} has no encoding"),
    }
}

/// Values for variables; out of range a conversion to an integer delivers zero, as a circuit does
/// whose other inputs are zero.
pub(crate) struct Valuation<'a> {
    pub(crate) variables: &'a [Term],
    pub(crate) values: Vec<Value>,
}

impl Interpretation for Valuation<'_> {
    fn variable(&self, variable: Term) -> Option<Value> {
        let position = self.variables.iter().position(|&other| other == variable)?;
        Some(self.values[position].clone())
    }

    fn unspecified(&self, case: &UnspecifiedCase) -> Option<Value> {
        match case.op {
            Op::FpToSigned { width } | Op::FpToUnsigned { width } => {
                Some(Value::BitVec(BitVector::zero(width)))
            }
            _ => None,
        }
    }
}

/// An operator applied to variables, as a term and as a circuit.
pub(crate) struct CircuitCase {
    pub(crate) store: TermStore,
    pub(crate) variables: Vec<Term>,
    pub(crate) term: Term,
    pub(crate) blaster: Blaster,
    pub(crate) outputs: Vec<Lit>,
}

impl CircuitCase {
    pub(crate) fn new(op: Op, sorts: &[Sort], options: CircuitOptions) -> CircuitCase {
        let mut store = TermStore::without_rewrites();
        let variables: Vec<Term> =
            sorts.iter().enumerate().map(|(i, &sort)| store.variable(&format!("v{i}"), sort)).collect();
        let term = store.application(op, &variables);
        let mut blaster = Blaster::new(options);
        let outputs = blaster.literals(&store, term, &Budget::unlimited()).expect("a circuit");
        CircuitCase { store, variables, term, blaster, outputs }
    }

    fn widths(&self) -> Vec<u32> {
        self.variables.iter().map(|&variable| input_width(self.store.sort(variable))).collect()
    }

    /// Compares circuit and evaluator on assignments given as all input bits in one number.
    pub(crate) fn compare(&self, assignments: impl Iterator<Item = u128>) {
        let tape = Tape::new(&self.store, &[self.term]);
        let widths = self.widths();
        let mut assignments = assignments.peekable();
        let mut simulation = Simulation::default();
        while assignments.peek().is_some() {
            let batch: Vec<u128> = assignments.by_ref().take(64).collect();
            let mut words = vec![0u64; self.blaster.aig().input_count()];
            let mut first_bit = 0;
            for (&variable, &width) in self.variables.iter().zip(&widths) {
                let inputs = self.blaster.variable_inputs(variable).expect("inputs");
                for (bit, input) in inputs.iter().enumerate() {
                    let number =
                        self.blaster.aig().input_nodes().binary_search(&input.node()).expect("an input");
                    words[number] = batch.iter().enumerate().fold(0, |word, (lane, assignment)| {
                        word | ((assignment >> (first_bit + bit) & 1) as u64) << lane
                    });
                }
                first_bit += width as usize;
            }
            simulation.run(self.blaster.aig(), |input| words[input as usize]);
            for (lane, &assignment) in batch.iter().enumerate() {
                let values = self.values(&widths, assignment);
                let valuation = Valuation { variables: &self.variables, values };
                let expected = &tape.evaluate(&valuation).expect("all have values")[0];
                let found: Vec<bool> =
                    self.outputs.iter().map(|&output| simulation.word(output) >> lane & 1 == 1).collect();
                assert_eq!(
                    found,
                    bits_of(expected),
                    "{} of {:?} is {expected:?}",
                    self.store.op(self.term),
                    valuation.values
                );
            }
        }
    }

    fn values(&self, widths: &[u32], mut assignment: u128) -> Vec<Value> {
        let mut values = Vec::new();
        for (&variable, &width) in self.variables.iter().zip(widths) {
            values.push(value_of(self.store.sort(variable), assignment & ((1 << width) - 1)));
            assignment >>= width;
        }
        values
    }

    /// Compares on every assignment.
    pub(crate) fn compare_all(&self) {
        let bits: u32 = self.widths().iter().sum();
        self.compare(0..1 << bits);
    }

    /// Compares on random assignments.
    pub(crate) fn compare_some(&self, count: usize, seed: u64) {
        let bits: u32 = self.widths().iter().sum();
        let mut random = SplitMix64::new(seed);
        self.compare((0..count).map(move |_| {
            let word = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            word & (u128::MAX >> (128 - bits))
        }));
    }
}

/// Every floating-point operator with the sorts of its operands in a format, conversions from and
/// to integers and other formats left out.
pub(crate) fn float_operators(format: Format) -> Vec<(Op, Vec<Sort>)> {
    let (mode, float) = (Sort::RoundingMode, Sort::Float(format));
    let operands = [
        vec![float],
        vec![float; 2],
        vec![mode, float],
        vec![mode, float, float],
        vec![Sort::Bool, float, float],
    ];
    let on = |sorts: Vec<Sort>| Op::all_on(&sorts).map(|(op, _)| (op, sorts.clone())).collect::<Vec<_>>();
    let mut operators: Vec<(Op, Vec<Sort>)> = operands.into_iter().flat_map(on).collect();
    operators.retain(|(op, _)| *op != Op::FpToReal);
    operators.push((Op::FpFromBits(format), vec![Sort::BitVec(format.width())]));
    operators
}

/// Conversions of a format to others, and to and from integers.
pub(crate) fn conversions(format: Format, others: &[Format], widths: &[u32]) -> Vec<(Op, Vec<Sort>)> {
    let (mode, float) = (Sort::RoundingMode, Sort::Float(format));
    let mut operators = Vec::new();
    for &other in others {
        operators.push((Op::FpFromFp(other), vec![mode, float]));
    }
    for &width in widths {
        operators.push((Op::FpToUnsigned { width }, vec![mode, float]));
        operators.push((Op::FpToSigned { width }, vec![mode, float]));
        operators.push((Op::FpFromUnsigned(format), vec![mode, Sort::BitVec(width)]));
        operators.push((Op::FpFromSigned(format), vec![mode, Sort::BitVec(width)]));
    }
    operators
}
