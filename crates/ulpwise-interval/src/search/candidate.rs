//! Full assignments: values for all inputs, computed forwards through the network.
//!
//! A candidate that makes all assertions true is a model; the caller confirms it with the reference
//! evaluator.

use crate::domain::Domain;
use crate::meter::Meter;
use crate::network::{Source, VarId};
use crate::propagate::Propagator;
use std::collections::BTreeMap;
use ulpwise_base::{Exhausted, Id};
use ulpwise_expr::{AppliedValue, Model, Op, UnspecifiedCase, Value, apply};
use ulpwise_float::Float;
use ulpwise_solver::Libm;

/// Values of all variables that the query depends on.
#[derive(Debug, Default)]
pub(crate) struct Candidate {
    values: Vec<Option<Value>>,
    choices: BTreeMap<UnspecifiedCase, Value>,
}

impl Candidate {
    /// Forgets all values.
    pub(crate) fn clear(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(variables, None);
        self.choices.clear();
    }

    /// Gives an input a value.
    pub(crate) fn set(&mut self, input: VarId, value: Value) {
        self.values[input.index()] = Some(value);
    }

    /// The value of a variable.
    pub(crate) fn value(&self, var: VarId) -> Option<&Value> {
        self.values[var.index()].as_ref()
    }

    /// Computes all variables from the inputs. False if some value cannot be computed.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn compute(
        &mut self,
        core: &Propagator,
        libm: Option<&Libm<'_>>,
        meter: &Meter<'_>,
    ) -> Result<bool, Exhausted> {
        self.choices.clear();
        for var in core.network.variables() {
            if !core.is_active(var) {
                continue;
            }
            meter.spend(Meter::TERM)?;
            let value = match core.network.source(var) {
                Source::Input => {
                    if self.values[var.index()].is_none() {
                        return Ok(false);
                    }
                    continue;
                }
                Source::Constant => core.domain(var).singleton_value(),
                Source::Result(constraint) => {
                    let arguments = core.network.arguments(constraint);
                    let op = core.network.constraint(constraint).op;
                    let arguments: Option<Vec<&Value>> =
                        arguments.iter().map(|argument| self.values[argument.index()].as_ref()).collect();
                    let Some(arguments) = arguments else { return Ok(false) };
                    match apply(op, &arguments) {
                        AppliedValue::Value(value) => Some(value),
                        AppliedValue::Unspecified => {
                            let arguments = arguments.into_iter().cloned().collect();
                            Some(self.choose(UnspecifiedCase { op, arguments }, core.domain(var)))
                        }
                        AppliedValue::TooLarge => None,
                        AppliedValue::Libm => libm.and_then(|libm| call(libm, op, &arguments)),
                    }
                }
            };
            if value.is_none() {
                return Ok(false);
            }
            self.values[var.index()] = value;
        }
        Ok(true)
    }

    /// The value of an unspecified case: one that the domain allows, if that is known.
    fn choose(&mut self, case: UnspecifiedCase, domain: &Domain) -> Value {
        if let Some(known) = self.choices.get(&case) {
            return known.clone();
        }
        let default = case.default_value();
        let value = if domain.contains(&default) {
            default
        } else {
            some_member(domain).filter(|value| case.admits(value)).unwrap_or(default)
        };
        self.choices.insert(case, value.clone());
        value
    }

    /// Whether a variable is true.
    pub(crate) fn is_true(&self, var: VarId) -> bool {
        self.value(var) == Some(&Value::Bool(true))
    }

    /// The model.
    pub(crate) fn model(&self, core: &Propagator) -> Model {
        let mut model = Model::new();
        for &input in core.network.inputs() {
            if let (Some(term), Some(value)) = (core.network.term(input), self.value(input))
                && core.is_active(input)
            {
                model.set(term, value.clone());
            }
        }
        for (case, value) in &self.choices {
            model.set_unspecified(case.clone(), value.clone());
        }
        model
    }
}

fn call(libm: &Libm<'_>, op: Op, arguments: &[&Value]) -> Option<Value> {
    let (Op::Libm(function), [mode, floats @ ..]) = (op, arguments) else { return None };
    let floats: Vec<Float> = floats.iter().filter_map(|value| value.as_float()).collect();
    libm(function, mode.as_rounding()?, &floats).map(Value::float)
}

/// Some member of a domain, a plain one if there is one.
pub(crate) fn some_member(domain: &Domain) -> Option<Value> {
    match domain {
        Domain::Float(floats) => {
            let zero = Float::zero(floats.format(), false);
            if floats.contains(zero) { Some(Value::float(zero)) } else { floats.nth(0).map(Value::float) }
        }
        Domain::BitVec(bits) => {
            let value = ulpwise_expr::BitVector::from_u128(bits.width(), bits.unsigned().0);
            bits.contains(&value).then_some(Value::BitVec(value))
        }
        Domain::Bool(truth) => Some(Value::Bool(truth.can_be_true())),
        Domain::Rounding(modes) => modes.modes().next().map(Value::Rounding),
        Domain::Opaque(opaque) => {
            let default = || Value::default_of(opaque.sort());
            Some(opaque.singleton_value().cloned().unwrap_or_else(default))
        }
    }
}
