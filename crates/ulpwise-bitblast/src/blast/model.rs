//! From values of inputs back to a model of terms.

use super::applications::AppliedFunction;
use super::{Blaster, Relevant};
use crate::aig::Lit;
use crate::float::Mode;
use std::collections::BTreeMap;
use ulpwise_expr::{ArrayValue, BitVector, Model, Op, Sort, Term, TermStore, UnspecifiedCase, Value};
use ulpwise_float::{Float, Format, Natural};

/// The values of literals.
fn values(value: &dyn Fn(Lit) -> bool, literals: &[Lit]) -> Vec<bool> {
    literals.iter().map(|&literal| value(literal)).collect()
}

fn bit_vector(bits: &[bool]) -> BitVector {
    let mut words = vec![0u64; bits.len().div_ceil(64)];
    for (position, &bit) in bits.iter().enumerate() {
        words[position / 64] |= u64::from(bit) << (position % 64);
    }
    BitVector::new(bits.len() as u32, Natural::from_words(&words))
}

fn float(format: Format, bits: &[bool]) -> Value {
    Value::float(Float::from_limbs(format, bit_vector(bits).unsigned().as_words()))
}

pub(super) fn value_of(sort: Sort, bits: &[bool]) -> Value {
    match sort {
        Sort::Bool => Value::Bool(bits[0]),
        Sort::Float(format) => float(format, bits),
        Sort::RoundingMode => Value::Rounding(Mode::rounding([bits[0], bits[1], bits[2]])),
        _ => Value::BitVec(bit_vector(bits)),
    }
}

impl Blaster {
    /// The model of an assignment that violates no lemma: values for `variables`, and choices for
    /// what is unspecified. Asked are inputs, and guards, arguments and results of applications.
    pub fn model(
        &self,
        store: &TermStore,
        variables: &[Term],
        relevant: &Relevant,
        value: &dyn Fn(Lit) -> bool,
    ) -> Model {
        let mut model = Model::new();
        for &variable in variables {
            if let Some(inputs) = self.variables.get(&variable) {
                model.set(variable, value_of(store.sort(variable), &values(value, inputs)));
            }
        }
        self.set_applications(store, relevant, value, &mut model);
        self.set_zero_choices(value, &mut model);
        model.complete(store, variables);
        model
    }

    fn set_applications(
        &self,
        store: &TermStore,
        relevant: &Relevant,
        value: &dyn Fn(Lit) -> bool,
        model: &mut Model,
    ) {
        let mut arrays: BTreeMap<Term, ArrayValue> = BTreeMap::new();
        for &number in relevant.applications() {
            let application = self.applications.get(number);
            if !value(application.guard) {
                continue;
            }
            let arguments = values(value, &application.arguments);
            let result = bit_vector(&values(value, &application.results));
            match application.function {
                AppliedFunction::Array(variable) => {
                    let array = arrays.entry(variable).or_insert_with(|| {
                        let Value::Array(array) = Value::default_of(store.sort(variable)) else {
                            panic!("an array variable has an array sort")
                        };
                        array
                    });
                    *array = array.store(&bit_vector(&arguments), &result);
                }
                AppliedFunction::OutOfRange(op, format) => {
                    let mode = Mode::rounding([arguments[0], arguments[1], arguments[2]]);
                    let arguments = vec![Value::Rounding(mode), float(format, &arguments[3..])];
                    model.set_unspecified(UnspecifiedCase { op, arguments }, Value::BitVec(result));
                }
            }
        }
        for (variable, array) in arrays {
            model.set(variable, Value::Array(array));
        }
    }

    fn set_zero_choices(&self, value: &dyn Fn(Lit) -> bool, model: &mut Model) {
        for (&(is_maximum, format), &(if_negative, if_positive)) in &self.zero_choices {
            let op = if is_maximum == 1 { Op::FpMax } else { Op::FpMin };
            for (negative, choice) in [(true, if_negative), (false, if_positive)] {
                let zero = |negative| Value::float(Float::zero(format, negative));
                let arguments = vec![zero(negative), zero(!negative)];
                let chosen = if value(choice) { negative } else { !negative };
                model.set_unspecified(UnspecifiedCase { op, arguments }, zero(chosen));
            }
        }
    }
}
