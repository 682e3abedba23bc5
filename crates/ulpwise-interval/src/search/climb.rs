//! Climbing: from a full assignment in small and large steps of units in the last place to one that
//! violates less.
//!
//! A point of the linear relaxation is right but for rounding; which of its neighbours satisfies
//! all comparisons is found by trying. Every assignment stays within the domains. This only finds
//! models, it proves nothing.

use super::candidate::Candidate;
use super::{Search, SearchMemory, decide};
use crate::domain::{Domain, ordinal};
use crate::network::VarId;
use crate::propagate::Propagator;
use ulpwise_base::{Exhausted, Id};
use ulpwise_expr::{Model, OpKind, Value};

/// Evaluations of operators in one climb.
const OPERATIONS: u64 = 600_000;
/// The largest step is two to this power.
const MAX_SHIFT: u64 = 24;

impl Search<'_> {
    /// Climbs from the saved values; the best ones replace them.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn climb(&mut self) -> Result<Option<Model>, Exhausted> {
        let inputs: Vec<VarId> = {
            let core = &*self.core;
            core.network.inputs().iter().copied().filter(|&input| core.is_active(input)).collect()
        };
        let mut values: Vec<Value> = Vec::new();
        for &input in &inputs {
            let SearchMemory { phases, random, .. } = &mut *self.memory;
            let domain = self.core.domain(input);
            let phase = phases[input.index()].clone().filter(|value| domain.contains(value));
            let value = domain.singleton_value().or(phase).or_else(|| decide::guess(domain, None, random));
            let Some(value) = value else { return Ok(None) };
            values.push(value);
        }
        let movable: Vec<usize> = (0..inputs.len())
            .filter(
                |&at| matches!(self.core.domain(inputs[at]), Domain::Float(floats) if !floats.is_singleton()),
            )
            .collect();
        let Some(mut best) = self.cost_of(&inputs, &values)? else { return Ok(None) };
        let trials = (OPERATIONS / (self.core.network.variable_count() as u64 + 1)).clamp(20, 4000);
        for _ in 0..trials {
            if best == 0.0 {
                return Ok(Some(self.memory.candidate.model(self.core)));
            }
            if movable.is_empty() {
                break;
            }
            let mut moved = values.clone();
            for _ in 0..=self.memory.random.below(3) {
                let at = *self.memory.random.choose(&movable);
                let domain = self.core.domain(inputs[at]);
                moved[at] = step(domain, &moved[at], &mut self.memory.random);
            }
            let Some(cost) = self.cost_of(&inputs, &moved)? else { return Ok(None) };
            if cost <= best {
                (best, values) = (cost, moved);
            }
        }
        for (input, value) in inputs.into_iter().zip(values) {
            self.memory.phases[input.index()] = Some(value);
        }
        Ok(None)
    }

    /// How far an assignment is from satisfying the assertions: zero if it does. `None` if it has
    /// no value.
    fn cost_of(&mut self, inputs: &[VarId], values: &[Value]) -> Result<Option<f64>, Exhausted> {
        self.memory.counts.candidates += 1;
        let candidate = &mut self.memory.candidate;
        candidate.clear(self.core.network.variable_count());
        for (&input, value) in inputs.iter().zip(values) {
            candidate.set(input, value.clone());
        }
        if !candidate.compute(self.core, self.libm, self.meter)? {
            return Ok(None);
        }
        if self.asserted.iter().all(|&var| candidate.is_true(var)) {
            return Ok(Some(0.0));
        }
        let costs = self.comparisons.iter().map(|&atom| violation(self.core, candidate, atom));
        // Something is violated, be it none of the comparisons.
        Ok(Some(costs.map(|distance| (1.0 + distance).log2()).sum::<f64>() + 1.0))
    }
}

/// The value some steps away, if the domain has it.
fn step(domain: &Domain, value: &Value, random: &mut ulpwise_base::SplitMix64) -> Value {
    let (Domain::Float(floats), Value::Float(float)) = (domain, value) else { return value.clone() };
    if float.is_nan() {
        return value.clone();
    }
    let shift = random.below(MAX_SHIFT + 1);
    let size = i128::from(1 + random.below(1 << shift));
    let at = ordinal::from_float(*float) + if random.below(2) == 0 { size } else { -size };
    if floats.contains_ordinal(at) {
        Value::float(ordinal::float(floats.format(), at))
    } else {
        value.clone()
    }
}

/// By how many floats a comparison whose result is known fails.
fn violation(core: &Propagator, candidate: &Candidate, atom: VarId) -> f64 {
    let Domain::Bool(truth) = core.domain(atom) else { return 0.0 };
    let (Some(wanted), Some(Value::Bool(is))) = (truth.singleton_value(), candidate.value(atom)) else {
        return 0.0;
    };
    if wanted == *is {
        return 0.0;
    }
    let Some(constraint) = core.network.definition(atom) else { return 1.0 };
    let &[x, y] = core.network.arguments(constraint) else { return 1.0 };
    let (Some(Value::Float(x)), Some(Value::Float(y))) = (candidate.value(x), candidate.value(y)) else {
        return 1.0;
    };
    if x.is_nan() || y.is_nan() {
        return 1e30;
    }
    match core.network.constraint(constraint).op.kind() {
        OpKind::Eq | OpKind::FpEq if !wanted => 1.0,
        // Such floats have no ordinals.
        _ if x.format().width() > ordinal::MAX_WIDTH => 1.0,
        _ => (ordinal::from_float(*x) - ordinal::from_float(*y)).unsigned_abs() as f64 + 1.0,
    }
}
