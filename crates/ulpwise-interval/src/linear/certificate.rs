//! Exact proof that a system has no solution (Farkas): rows with multipliers that are not negative add up to one row, which
//! no point of the box satisfies.

use super::System;
use crate::meter::Meter;
use ulpwise_base::Exhausted;
use ulpwise_float::Rational;

/// Whether the multipliers prove that no point of the box satisfies all rows.
///
/// # Errors
/// If the budget ends.
pub(super) fn refutes(system: &System, multipliers: &[f64], meter: &Meter<'_>) -> Result<bool, Exhausted> {
    let exact = |value: f64| Rational::try_from(value).ok();
    let mut sums = vec![Rational::ZERO; system.boxes.len()];
    let mut bound = Rational::ZERO;
    for (row, &multiplier) in system.rows.iter().zip(multipliers) {
        if multiplier == 0.0 {
            continue;
        }
        meter.spend(Meter::RATIONAL * (2 + row.terms.len() as u64))?;
        let (Some(weight), Some(limit)) = (exact(multiplier), exact(row.bound)) else { return Ok(false) };
        if weight < Rational::ZERO {
            return Ok(false);
        }
        for &(unknown, coefficient) in &row.terms {
            let Some(coefficient) = exact(coefficient) else { return Ok(false) };
            sums[unknown] += coefficient * &weight;
        }
        bound += limit * weight;
    }
    // The least value of the sum in the box has to exceed the bound.
    let mut least = Rational::ZERO;
    for (sum, &(low, high)) in sums.into_iter().zip(&system.boxes) {
        let end = if sum > Rational::ZERO { low } else { high };
        let Some(end) = exact(end) else { return Ok(false) };
        meter.spend(Meter::RATIONAL)?;
        least += sum * end;
    }
    Ok(least > bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Row;
    use crate::network::VarId;

    #[test]
    fn only_multipliers_that_prove_it_count() {
        let row = |terms: &[(usize, f64)], bound| Row { terms: terms.to_vec(), bound, source: VarId::new(0) };
        // x + y ≤ 1 and x - y ≥ 2 in [0, 1]²: the second alone contradicts the box, the first does not.
        let rows = vec![row(&[(0, 1.0), (1, 1.0)], 1.0), row(&[(0, -1.0), (1, 1.0)], -2.0)];
        let system = System { rows, boxes: vec![(0.0, 1.0); 2], unknowns: Vec::new() };
        let budget = ulpwise_base::Budget::unlimited();
        let refutes = |system, multipliers: &[f64]| {
            refutes(system, multipliers, &Meter::new(&budget, 0)).expect("no limit was given")
        };
        assert!(refutes(&system, &[0.0, 1.0]));
        assert!(!refutes(&system, &[1.0, 0.0]));
        assert!(!refutes(&system, &[0.0, 0.0]));
        assert!(!refutes(&system, &[0.0, -1.0]));
        assert!(!refutes(&system, &[0.0, f64::NAN]));
    }
}
