//! Linear relaxation: every rounded sum is the exact one with a small relative error, so
//! comparisons of sums are linear inequalities over the reals, which a simplex refutes or for which
//! it finds a point (after Belaid, Michel and Rueher).
//!
//! Host floats propose, exact arithmetic decides: coefficients are enclosed by steps outwards
//! ([`Interval`]), and a refutation counts only if its multipliers prove it exactly
//! ([`ulpwise_lp::refutes`]). Points are mere candidates.

mod form;
mod widest;

use crate::domain::Domain;
use crate::meter::Meter;
use crate::network::VarId;
use crate::propagate::Conflict;
use crate::propagate::Propagator;
use form::LinearForms;
use std::collections::BTreeSet;
use ulpwise_base::Exhausted;
use ulpwise_domain::{Dyadic, Interval};
use ulpwise_expr::{OpKind, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_lp::{Limits, LinearProgram, LinearRow, refutes};

/// Relaxations with more unknowns or rows than this are left alone.
const MAX_SIZE: usize = 250;

/// Inequalities `Σ coefficient · unknown ≤ bound` in a box, each of which follows from the domains.
#[derive(Clone, Debug, Default)]
struct System {
    program: LinearProgram,
    /// The comparison that each row comes from.
    sources: Vec<VarId>,
    /// The variable of each column.
    unknowns: Vec<VarId>,
}

/// What the relaxation says.
#[derive(Clone, Debug)]
pub(crate) enum Relaxed {
    /// Nothing.
    Nothing,
    /// There is no solution in the domains.
    Refuted(Conflict),
    /// Values worth trying.
    Point(Vec<(VarId, Value)>),
}

/// Relaxes what the current domains say about the comparisons, and solves it.
///
/// # Errors
/// If the budget ends.
pub(crate) fn relax(
    core: &Propagator,
    comparisons: &[VarId],
    meter: &Meter<'_>,
) -> Result<Relaxed, Exhausted> {
    let Some(system) = system(core, comparisons, meter)? else { return Ok(Relaxed::Nothing) };
    let Some(widest) = widest::solve(&system.program, meter)? else { return Ok(Relaxed::Nothing) };
    if !widest.is_inside {
        let terms = system.program.rows.iter().map(|row| 1 + row.coefficients.len() as u64).sum::<u64>();
        meter.spend(Meter::DYADIC * (terms + system.unknowns.len() as u64))?;
        if refutes(&system.program, &widest.multipliers) {
            let support = support(core, &system, &widest.multipliers);
            return Ok(Relaxed::Refuted(Conflict::Domains(support)));
        }
        // A refutation without a proof is mostly rounding noise, and the point nearly inside.
    }
    let point = system.unknowns.iter().zip(&widest.point);
    let values = point.filter_map(|(&var, &value)| Some((var, to_value(core.domain(var), value)?)));
    Ok(Relaxed::Point(values.collect()))
}

/// The number of a domain that is nearest to a host float.
fn to_value(domain: &Domain, value: f64) -> Option<Value> {
    let Domain::Float(floats) = domain else { return None };
    let nearest = Float::from_f64(value).convert(floats.format(), Rounding::NearestEven).0;
    let (low, high) = (floats.lowest()?, floats.highest()?);
    let nearest = match nearest.compare(low)? {
        std::cmp::Ordering::Less => low,
        _ if nearest.compare(high) == Some(std::cmp::Ordering::Greater) => high,
        _ => nearest,
    };
    floats.contains(nearest).then(|| Value::float(nearest))
}

/// The inequalities that comparisons with a known result imply; `None` if there are none, or too
/// many.
fn system(core: &Propagator, comparisons: &[VarId], meter: &Meter<'_>) -> Result<Option<System>, Exhausted> {
    let mut forms = LinearForms::new(core);
    let mut system = System::default();
    for &atom in comparisons {
        let Domain::Bool(truth) = core.domain(atom) else { continue };
        let Some(truth) = truth.singleton_value() else { continue };
        let Some(constraint) = core.network.definition(atom) else { continue };
        let &[x, y] = core.network.arguments(constraint) else { continue };
        let (Some(x_form), Some(y_form)) = (forms.linear_form(x, meter)?, forms.linear_form(y, meter)?)
        else {
            continue;
        };
        let difference = x_form.minus(&y_form);
        let (below, above) = match (core.network.constraint(constraint).op.kind(), truth) {
            (OpKind::FpLeq | OpKind::FpLt, true) => (true, false),
            (OpKind::FpLeq | OpKind::FpLt, false) => (false, true),
            (OpKind::FpEq | OpKind::Eq, true) => (true, true),
            _ => continue,
        };
        if below {
            push_row(&mut system, core, &forms, atom, &difference);
        }
        if above {
            push_row(&mut system, core, &forms, atom, &difference.negated());
        }
        if system.program.rows.len() > MAX_SIZE {
            return Ok(None);
        }
    }
    system.unknowns = forms.unknowns().to_vec();
    let limits = |(low, high)| Limits { low: Dyadic::from_f64(low), high: Dyadic::from_f64(high) };
    let columns: Option<_> =
        system.unknowns.iter().map(|&var| bounds(core.domain(var)).map(limits)).collect();
    let Some(columns) = columns else { return Ok(None) };
    system.program.columns = columns;
    let worth = !system.sources.is_empty() && system.unknowns.len() <= MAX_SIZE;
    Ok(worth.then_some(system))
}

/// The row `form ≤ 0`, with each coefficient the one of its enclosure that allows most.
fn push_row(
    system: &mut System,
    core: &Propagator,
    forms: &LinearForms<'_>,
    source: VarId,
    form: &form::LinearForm,
) {
    let mut bound = -form.rest.low;
    let mut coefficients = Vec::new();
    for &(unknown, coefficient) in &form.terms {
        let Some((low, high)) = bounds(core.domain(forms.unknowns()[unknown])) else { return };
        let taken = if low >= 0.0 {
            coefficient.low
        } else if high <= 0.0 {
            coefficient.high
        } else {
            // The middle, and what the others differ from it at most.
            let middle = coefficient.low / 2.0 + coefficient.high / 2.0;
            let spread = coefficient.minus(Interval::point(middle)).magnitude();
            let reach = Interval::point(low.abs().max(high.abs()));
            bound = Interval::point(bound).plus(Interval::point(spread).times(reach)).high;
            middle
        };
        let Some(taken) = Dyadic::from_f64(taken) else { return };
        if !taken.is_zero() {
            coefficients.push((unknown, taken));
        }
    }
    if let Some(bound) = Dyadic::from_f64(bound) {
        system.program.rows.push(LinearRow { coefficients, limits: Limits::at_most(bound) });
        system.sources.push(source);
    }
}

/// The least and the greatest value of a domain of finite numbers, rounded outwards.
fn bounds(domain: &Domain) -> Option<(f64, f64)> {
    let Domain::Float(floats) = domain else { return None };
    if floats.can_be_nan() || floats.can_be_infinite() {
        return None;
    }
    let low = floats.lowest()?.convert(Format::F64, Rounding::TowardNegative).0.to_f64();
    let high = floats.highest()?.convert(Format::F64, Rounding::TowardPositive).0.to_f64();
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

/// All variables whose domains the rows with multipliers rest on.
fn support(core: &Propagator, system: &System, multipliers: &[f64]) -> Vec<VarId> {
    let used = system.sources.iter().zip(multipliers).filter(|(_, multiplier)| **multiplier != 0.0);
    let mut pending: Vec<VarId> = used.map(|(&source, _)| source).collect();
    let mut seen: BTreeSet<VarId> = BTreeSet::new();
    while let Some(var) = pending.pop() {
        if seen.insert(var)
            && !system.unknowns.contains(&var)
            && let Some(constraint) = core.network.definition(var)
        {
            pending.extend_from_slice(core.network.arguments(constraint));
        }
    }
    seen.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Budget;
    use ulpwise_expr::{Sort, Term, TermStore};

    /// What the relaxation says of `x + y ≤ sum` and `lower ≤ x - y` with both in [0, 10], in
    /// single precision.
    fn relaxed(sum: f32, lower: f32) -> Relaxed {
        let mut store = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| store.variable(name, Sort::Float(Format::F32)));
        let mode = store.rounding(Rounding::NearestEven);
        let number = |store: &mut TermStore, value| store.float(Float::from_f32(value));
        let [zero, ten, sum, lower] = [0.0, 10.0, sum, lower].map(|value| number(&mut store, value));
        let (plus, minus) = (store.fp_add(mode, x, y), store.fp_sub(mode, x, y));
        let mut assertions: Vec<Term> = vec![store.fp_leq(plus, sum), store.fp_leq(lower, minus)];
        for var in [x, y] {
            assertions.extend([store.fp_leq(zero, var), store.fp_leq(var, ten)]);
        }
        assertions.push(store.fp_leq(x, y));
        let mut core = Propagator::default();
        let budget = Budget::unlimited();
        let meter = Meter::new(&budget, 0);
        core.add(&store, &assertions, &meter).unwrap();
        let atoms: Vec<VarId> =
            assertions.iter().map(|&term| core.network.variable_of(term).unwrap()).collect();
        core.activate(&atoms);
        core.push_level();
        for &atom in &atoms {
            let truth = crate::domain::BoolDomain::TRUE.into();
            assert!(core.restrict(atom, &truth, crate::propagate::trail::Reason::Decision));
        }
        core.propagate(&meter, None).unwrap();
        relax(&core, &atoms, &meter).unwrap()
    }

    #[test]
    fn what_is_far_from_feasible_is_refuted_and_what_is_not_gets_a_point() {
        // x ≤ y, and x - y is at least a thousandth.
        assert!(matches!(relaxed(4.0, 0.001), Relaxed::Refuted(_)), "{:?}", relaxed(4.0, 0.001));
        let Relaxed::Point(point) = relaxed(4.0, -5.0) else { panic!("there are points") };
        assert_eq!(point.len(), 2);
        // Within the error of rounding nothing is refuted.
        assert!(!matches!(relaxed(4.0, 0.0), Relaxed::Refuted(_)));
    }
}
