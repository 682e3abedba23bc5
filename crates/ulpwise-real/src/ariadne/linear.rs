//! What is linear in several variables: a point of the linear program, to take values from.
//!
//! The program is solved in host floats by the simplex method of the linear engine, as far from its
//! bounds as possible. Numbers that host floats cannot hold are no bounds to it; what it proposes
//! is only ever tried.

use super::sets::{FloatSet, RealInterval};
use super::translate::Constraint;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted, SplitMix64};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_lp::{Limits, LinearProgram, LinearRow, Simplex, SimplexEnd};

/// Larger programs are left alone.
const MAX_COLUMNS: usize = 100;

/// A value for each variable of linear constraints, given the sets of those that have one; nothing
/// if there is no point.
///
/// # Errors
/// If the budget ends.
pub(crate) fn linear_point(
    constraints: &[&Constraint],
    domains: &BTreeMap<usize, (Format, FloatSet)>,
    random: &mut SplitMix64,
    is_first_attempt: bool,
    budget: &Budget,
) -> Result<BTreeMap<usize, Float>, Exhausted> {
    let mut pick =
        |count: usize| if is_first_attempt || count == 0 { 0 } else { random.below(count as u64) as usize };
    let mut program = LinearProgram::default();
    let mut columns: Vec<(usize, Format)> = Vec::new();
    for (&variable, (format, set)) in domains {
        if !constraints.iter().any(|constraint| constraint.variables.contains(&variable)) {
            continue;
        }
        let Some(&range) = set.ranges().get(pick(set.ranges().len())) else { continue };
        let (low, high) = FloatSet::floats_around(range, *format);
        program.columns.push(Limits { low: Dyadic::from_float(low), high: Dyadic::from_float(high) });
        columns.push((variable, *format));
    }
    let column_of: BTreeMap<usize, usize> =
        columns.iter().enumerate().map(|(column, (variable, _))| (*variable, column)).collect();
    if columns.len() > MAX_COLUMNS {
        return Ok(BTreeMap::new());
    }
    for constraint in constraints {
        let interval = constraint.set.0.get(pick(constraint.set.0.len()));
        let row = interval.and_then(|interval| row(constraint, interval, &column_of));
        let Some(row) = row else { return Ok(BTreeMap::new()) };
        program.rows.push(row);
    }
    let program = program.with_margin(0, LinearRow::sum_of_magnitudes);
    let margin = program.columns.len() - 1;
    let mut simplex = Simplex::new(&program);
    let ending = simplex.minimise(&[(margin, Dyadic::from_i64(-1))], &mut |_| budget.check(0))?;
    if matches!(ending, SimplexEnd::Infeasible(_)) {
        return Ok(BTreeMap::new());
    }
    let float = |value: f64, format: Format| Float::from_f64(value).convert(format, Rounding::NearestEven).0;
    let values = columns.iter().zip(simplex.point());
    let values = values.map(|(&(variable, format), &value)| (variable, float(value, format)));
    Ok(values.filter(|(_, value)| value.is_finite()).collect())
}

/// The constraint as a row: the numerator lies in the interval times the denominator.
fn row(
    constraint: &Constraint,
    interval: &RealInterval,
    columns: &BTreeMap<usize, usize>,
) -> Option<LinearRow> {
    let (numerator, divisor) = constraint.function.as_linear()?;
    let mut constant = Dyadic::ZERO;
    let mut coefficients = Vec::new();
    for (monomial, coefficient) in numerator.terms() {
        match monomial.variables().next() {
            Some(variable) => coefficients.push((*columns.get(&variable)?, coefficient.clone())),
            None => constant = coefficient.clone(),
        }
    }
    let end =
        |end: &Option<(Dyadic, bool)>| end.as_ref().map(|(end, _)| end.times(&divisor).minus(&constant));
    let (low, high) = (end(&interval.low), end(&interval.high));
    let limits = if divisor.is_negative() { Limits { low: high, high: low } } else { Limits { low, high } };
    Some(LinearRow { coefficients, limits })
}
