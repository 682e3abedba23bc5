//! Expensive operations as free results that lemmas constrain, refined where a model shows that it
//! matters.
//!
//! The result of an abstracted operation is a vector of new inputs. Its *basic* lemma, about signs
//! and special operands, comes with them; every other one is asserted when a model violates it
//! (Niemetz, Preiner, Zohar: Scalable Bit-Blasting with Abstractions, CAV 2024, do this for
//! bit-vectors). Where the result is wrong and no lemma says so, it is first fixed for just these
//! operands, and after some of these the circuit is demanded, which ends the matter.
//!
//! What holds: every lemma is a consequence of the operation, so what is refuted with some of them
//! is refuted. A model is believed only if all abstracted results are right in it, or it was
//! evaluated by itself.

mod fused;
mod integers;
mod lemma;
mod product;
mod quotient;
mod remainder;
mod root;

use super::encoded::Encoded;
use super::model::value_of;
use super::{BlastError, Blaster, Owner, Relevant};
use crate::aig::{Lit, Simulation, Stopped};
use crate::bits;
use crate::float::{FloatBits, identical};
use lemma::Lemmas;
use ulpwise_base::Budget;
use ulpwise_expr::{AppliedValue, Op, OpKind, Sort, Value, apply};

/// How often the result of an operation is fixed for single operands before its circuit is built.
const VALUES_BEFORE_CIRCUIT: u8 = 2;

/// An abstracted operation.
#[derive(Clone, Debug)]
pub struct Abstracted {
    op: Op,
    operands: Vec<Encoded>,
    result: Encoded,
    /// The encodings of the operands.
    operand_bits: Vec<Vec<Lit>>,
    inputs: Vec<Lit>,
    lemmas: Lemmas,
    /// That the result is what the circuit computes, if it has been built.
    circuit: Option<Lit>,
}

impl Abstracted {
    /// The operator.
    pub fn op(&self) -> Op {
        self.op
    }

    /// The inputs that stand for the result, the lowest bit first.
    pub fn result(&self) -> &[Lit] {
        &self.inputs
    }

    /// What is known about the result: the name of each lemma and its literal. The first ones are
    /// basic.
    pub fn lemmas(&self) -> impl Iterator<Item = (&'static str, Lit)> {
        self.lemmas.all()
    }

    fn values(&self, simulation: &Simulation) -> (Vec<Value>, Value) {
        let read = |sort: Sort, literals: &[Lit]| {
            let bits: Vec<bool> = literals.iter().map(|&literal| simulation.value(literal)).collect();
            value_of(sort, &bits)
        };
        let operands = self.operands.iter().zip(&self.operand_bits);
        let operands = operands.map(|(operand, bits)| read(operand.sort(), bits)).collect();
        (operands, read(self.result.sort(), &self.inputs))
    }
}

/// How an abstraction is made more precise.
#[derive(Clone, Debug)]
pub(crate) enum Refinement {
    /// By lemmas that were violated.
    Lemmas(Vec<Lit>),
    /// The result for these operands, for the operation with this number.
    Value { number: u32, operands: Vec<Value>, result: Value },
}

/// Whether there are lemmas about an operator.
fn is_expensive(kind: OpKind) -> bool {
    use OpKind::{BvMul, BvUdiv, BvUrem, FpDiv, FpFma, FpFmod, FpMul, FpRem, FpSqrt};
    matches!(kind, BvMul | BvUdiv | BvUrem | FpMul | FpDiv | FpFma | FpSqrt | FpRem | FpFmod)
}

/// Significand bits of a float, bits of a bit-vector.
fn precision(encoded: &Encoded) -> u32 {
    match encoded {
        Encoded::BitVec(bits) => bits.len() as u32,
        Encoded::Float(float) => float.format.significand_bits(),
        _ => 0,
    }
}

/// Whether an operand leaves so little open that the circuit is small: then the circuit it is.
fn is_constant(encoded: &Encoded) -> bool {
    let constant = |bits: &[Lit]| bits.iter().all(|bit| bit.as_constant().is_some());
    match encoded {
        Encoded::BitVec(bits) => constant(bits),
        Encoded::Float(float) => constant(&float.significand),
        _ => false,
    }
}

impl Blaster {
    /// The operations that were abstracted.
    pub fn abstracted(&self) -> &[Abstracted] {
        &self.abstracted
    }

    /// An operation on operands, abstracted if the options say so and there are lemmas about it.
    pub(super) fn abstraction(&mut self, op: Op, operands: &[Encoded]) -> Option<Encoded> {
        let from = self.options.abstract_from?;
        let widest = operands.iter().map(precision).max()?;
        if !is_expensive(op.kind()) || widest < from || operands.iter().any(is_constant) {
            return None;
        }
        let before = self.aig.input_count();
        let (inputs, result) = match operands.last()? {
            Encoded::Float(float) => {
                let format = float.format;
                let inputs = self.aig.inputs(format.width() as usize);
                let result = FloatBits::from_encoding(&mut self.aig, format, &inputs);
                (inputs, Encoded::float(result))
            }
            Encoded::BitVec(bits) => {
                let inputs = self.aig.inputs(bits.len());
                (inputs.clone(), Encoded::bit_vec(inputs))
            }
            _ => return None,
        };
        let number = self.abstracted.len() as u32;
        for &node in &self.aig.input_nodes()[before..] {
            self.owners.insert(node, Owner::Abstracted(number));
        }
        let operand_bits = operands.iter().map(|operand| self.bits_of(operand)).collect();
        let lemmas = Lemmas::build(&mut self.aig, op, operands, &result);
        let (operands, encoded) = (operands.to_vec(), result.clone());
        self.abstracted.push(Abstracted {
            op,
            operands,
            result,
            operand_bits,
            inputs,
            lemmas,
            circuit: None,
        });
        Some(encoded)
    }

    fn bits_of(&mut self, encoded: &Encoded) -> Vec<Lit> {
        match encoded {
            Encoded::Float(float) => float.encoding(&mut self.aig),
            Encoded::BitVec(bits) => bits.to_vec(),
            Encoded::Mode(mode) => mode.bits().to_vec(),
            Encoded::Bool(literal) => vec![*literal],
            Encoded::Opaque => Vec::new(),
        }
    }

    /// The basic lemmas of an operation, and all that its lemmas and its check are about.
    pub(super) fn basis(&self, number: u32) -> (Vec<Lit>, impl Iterator<Item = Lit>) {
        let operation = &self.abstracted[number as usize];
        let below = operation.operand_bits.iter().flatten().copied();
        (operation.lemmas.basic().collect(), below)
    }

    /// What is wrong in an assignment of the inputs; nothing if all abstracted results are right.
    pub(crate) fn refinements(&self, relevant: &Relevant, value: &dyn Fn(Lit) -> bool) -> Vec<Refinement> {
        if relevant.abstracted().is_empty() {
            return Vec::new();
        }
        let inputs = self.aig.input_nodes();
        let simulation = Simulation::new(&self.aig, |number| {
            if value(Lit::new(inputs[number as usize], false)) { u64::MAX } else { 0 }
        });
        let mut found = Vec::new();
        for &number in relevant.abstracted() {
            let operation = &self.abstracted[number as usize];
            let (operands, result) = operation.values(&simulation);
            let AppliedValue::Value(right) = apply(operation.op, &operands.iter().collect::<Vec<_>>()) else {
                panic!("{} has one value for every operand", operation.op);
            };
            if right == result {
                continue;
            }
            let violated: Vec<Lit> = operation
                .lemmas()
                .map(|(_, lemma)| lemma)
                .filter(|&lemma| !simulation.value(lemma))
                .collect();
            found.push(if violated.is_empty() {
                Refinement::Value { number, operands, result: right }
            } else {
                Refinement::Lemmas(violated)
            });
        }
        found
    }

    /// The literal of a refinement: what the operation delivers for these operands, or if that was
    /// done often enough, always.
    ///
    /// # Errors
    /// If the circuit is too large or the budget ends.
    pub(crate) fn refined(
        &mut self,
        refinement: Refinement,
        times: &mut Vec<u8>,
        budget: &Budget,
    ) -> Result<Vec<Lit>, BlastError> {
        let (number, operands, result) = match refinement {
            Refinement::Lemmas(lemmas) => return Ok(lemmas),
            Refinement::Value { number, operands, result } => (number as usize, operands, result),
        };
        times.resize(times.len().max(number + 1), 0);
        self.aig.start(budget, self.options.node_limit);
        let literal = if times[number] < VALUES_BEFORE_CIRCUIT {
            times[number] += 1;
            self.only_result(number, &operands, &result)
        } else {
            self.circuit_result(number)?
        };
        match self.aig.stopped() {
            Some(stopped) => Err(BlastError::Stopped(stopped)),
            None => Ok(vec![literal]),
        }
    }

    /// That an operation delivers a value for the operands with these values.
    fn only_result(&mut self, number: usize, operands: &[Value], result: &Value) -> Lit {
        let operation = self.abstracted[number].clone();
        let mut premises = Vec::new();
        for (bits, value) in operation.operand_bits.iter().zip(operands) {
            let encoded = self.constant(value);
            let expected = self.bits_of(&encoded);
            premises.push(bits::equal(&mut self.aig, bits, &expected));
        }
        let premise = self.aig.and_all(&premises);
        let expected = self.constant(result);
        let is_right = self.same(&operation.result, &expected);
        self.aig.implies(premise, is_right)
    }

    /// That an operation delivers what its circuit computes.
    fn circuit_result(&mut self, number: usize) -> Result<Lit, BlastError> {
        let operation = self.abstracted[number].clone();
        if let Some(known) = operation.circuit {
            return Ok(known);
        }
        let computed = self.application(operation.op, &operation.operands)?;
        let literal = self.same(&operation.result, &computed);
        if self.aig.stopped().is_none() {
            self.abstracted[number].circuit = Some(literal);
        }
        Ok(literal)
    }

    fn same(&mut self, first: &Encoded, second: &Encoded) -> Lit {
        match (first, second) {
            (Encoded::Float(a), Encoded::Float(b)) => identical(&mut self.aig, a, b),
            _ => bits::equal(&mut self.aig, first.as_bits(), second.as_bits()),
        }
    }
}

/// Why a refinement could not be made, as a reason to stop.
pub(crate) fn stopped(error: BlastError) -> Stopped {
    match error {
        BlastError::Stopped(stopped) => stopped,
        BlastError::Unsupported(what) => panic!("{what} was abstracted and has no circuit"),
    }
}
