//! Linear forms of floats: what a term is as a sum of unknowns with coefficients that are known up
//! to rounding.
//!
//! A rounded result is the exact one times 1 + δ, plus η: δ at most the format's unit roundoff, η
//! at most its least number. That holds where no result is infinite or the largest finite number,
//! so other terms are unknowns themselves.

use super::bounds;
use crate::domain::{Domain, ordinal};
use crate::meter::Meter;
use crate::network::{Source, VarId};
use crate::propagate::Propagator;
use std::collections::HashMap;
use ulpwise_base::Exhausted;
use ulpwise_domain::Interval;
use ulpwise_expr::OpKind;
use ulpwise_float::{Float, Format, Rounding};

/// LinearForms with more terms than this are unknowns of their own.
const MAX_TERMS: usize = 64;

/// `Σ coefficient · unknown + rest`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LinearForm {
    /// By ascending unknown.
    pub(super) terms: Vec<(usize, Interval)>,
    pub(super) rest: Interval,
}

impl LinearForm {
    fn constant(rest: Interval) -> LinearForm {
        LinearForm { terms: Vec::new(), rest }
    }

    fn map(&self, function: impl Fn(Interval) -> Interval) -> LinearForm {
        let terms =
            self.terms.iter().map(|&(unknown, coefficient)| (unknown, function(coefficient))).collect();
        LinearForm { terms, rest: function(self.rest) }
    }

    pub(super) fn negated(&self) -> LinearForm {
        self.map(Interval::negated)
    }

    pub(super) fn minus(&self, other: &LinearForm) -> LinearForm {
        self.plus(&other.negated())
    }

    fn plus(&self, other: &LinearForm) -> LinearForm {
        let mut terms = self.terms.clone();
        for &(unknown, coefficient) in &other.terms {
            match terms.binary_search_by_key(&unknown, |&(unknown, _)| unknown) {
                Ok(place) => terms[place].1 = terms[place].1.plus(coefficient),
                Err(place) => terms.insert(place, (unknown, coefficient)),
            }
        }
        LinearForm { terms, rest: self.rest.plus(other.rest) }
    }

    fn is_finite(&self) -> bool {
        self.rest.is_bounded() && self.terms.iter().all(|(_, coefficient)| coefficient.is_bounded())
    }
}

/// The forms of terms, worked out when they are asked for.
pub(super) struct LinearForms<'a> {
    core: &'a Propagator,
    known: HashMap<VarId, Option<LinearForm>>,
    unknowns: Vec<VarId>,
    places: HashMap<VarId, usize>,
}

impl<'a> LinearForms<'a> {
    pub(super) fn new(core: &'a Propagator) -> LinearForms<'a> {
        LinearForms { core, known: HashMap::new(), unknowns: Vec::new(), places: HashMap::new() }
    }

    /// The variables that the forms are sums of.
    pub(super) fn unknowns(&self) -> &[VarId] {
        &self.unknowns
    }

    /// The form of a float; `None` if it may be infinite or the NaN.
    ///
    /// # Errors
    /// If the budget ends.
    pub(super) fn linear_form(
        &mut self,
        var: VarId,
        meter: &Meter<'_>,
    ) -> Result<Option<LinearForm>, Exhausted> {
        // Arguments have smaller numbers, so a stack replaces recursion along terms.
        let mut pending = vec![var];
        while let Some(&next) = pending.last() {
            if self.known.contains_key(&next) {
                pending.pop();
                continue;
            }
            let missing: Vec<VarId> =
                self.parts(next).into_iter().filter(|part| !self.known.contains_key(part)).collect();
            if missing.is_empty() {
                let form = self.work_out(next);
                meter.spend(Meter::TERM * (2 + form.as_ref().map_or(0, |form| form.terms.len() as u64)))?;
                self.known.insert(next, form);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        Ok(self.known[&var].clone())
    }

    /// The variables whose forms are needed.
    fn parts(&self, var: VarId) -> Vec<VarId> {
        let network = &self.core.network;
        let Source::Result(constraint) = network.source(var) else { return Vec::new() };
        if self.core.domain(var).is_singleton() || rounded_bounds(self.core.domain(var)).is_none() {
            return Vec::new();
        }
        let arguments = network.arguments(constraint);
        match (network.constraint(constraint).op.kind(), arguments) {
            (OpKind::FpAdd | OpKind::FpSub | OpKind::FpMul, &[_, x, y]) => vec![x, y],
            (OpKind::FpFromFp, &[_, x]) | (OpKind::FpNeg, &[x]) => vec![x],
            _ => Vec::new(),
        }
    }

    fn work_out(&mut self, var: VarId) -> Option<LinearForm> {
        let domain = self.core.domain(var);
        let (low, high) = bounds(domain)?;
        if domain.is_singleton() {
            return Some(LinearForm::constant(Interval { low, high }));
        }
        let composed = self.composed(var).filter(|form| form.is_finite() && form.terms.len() <= MAX_TERMS);
        Some(composed.unwrap_or_else(|| self.unknown(var)))
    }

    fn unknown(&mut self, var: VarId) -> LinearForm {
        let next = self.unknowns.len();
        let place = *self.places.entry(var).or_insert(next);
        if place == next {
            self.unknowns.push(var);
        }
        LinearForm { terms: vec![(place, Interval::ONE)], rest: Interval::ZERO }
    }

    /// The form of a result in terms of its arguments' forms.
    fn composed(&self, var: VarId) -> Option<LinearForm> {
        let network = &self.core.network;
        rounded_bounds(self.core.domain(var))?;
        let constraint = network.definition(var)?;
        let arguments = network.arguments(constraint);
        let form = |var: VarId| self.known.get(&var).and_then(Option::as_ref);
        match (network.constraint(constraint).op.kind(), arguments) {
            (OpKind::FpNeg, &[x]) => Some(form(x)?.negated()),
            (OpKind::FpAdd, &[_, x, y]) => Some(self.rounded(var, &form(x)?.plus(form(y)?))),
            (OpKind::FpSub, &[_, x, y]) => Some(self.rounded(var, &form(x)?.minus(form(y)?))),
            (OpKind::FpFromFp, &[_, x]) => Some(self.rounded(var, form(x)?)),
            (OpKind::FpMul, &[_, x, y]) => {
                let (factor, other) = if self.core.domain(x).is_singleton() { (x, y) } else { (y, x) };
                if !self.core.domain(factor).is_singleton() {
                    return None;
                }
                let (low, high) = bounds(self.core.domain(factor))?;
                let product = form(other)?.map(|coefficient| coefficient.times(Interval { low, high }));
                Some(self.rounded(var, &product))
            }
            _ => None,
        }
    }

    /// The form with the error of one rounding to the format of `var`.
    fn rounded(&self, var: VarId, exact: &LinearForm) -> LinearForm {
        let Domain::Float(floats) = self.core.domain(var) else { return exact.clone() };
        let format = floats.format();
        // Twice the unit roundoff of rounding to nearest: what any direction keeps.
        let roundoff = (2.0_f64).powi(1 - format.significand_bits() as i32);
        let relative = Interval { low: (1.0 - roundoff).next_down(), high: (1.0 + roundoff).next_up() };
        let least =
            Float::min_subnormal(format, false).convert(Format::F64, Rounding::TowardPositive).0.to_f64();
        let mut form = exact.map(|coefficient| coefficient.times(relative));
        form.rest = form.rest.plus(Interval { low: -least, high: least });
        form
    }
}

/// The bounds of a domain that holds neither an infinity nor the largest finite numbers, to which
/// overflows may round.
fn rounded_bounds(domain: &Domain) -> Option<(f64, f64)> {
    let Domain::Float(floats) = domain else { return None };
    let top = ordinal::max_finite(floats.format());
    let hull = floats.hull()?;
    if hull.high >= top || hull.low <= !top {
        return None;
    }
    bounds(domain)
}
