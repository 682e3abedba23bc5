//! Exact proof that a system has no solution (Farkas): rows with multipliers that are not negative add up to one row, which
//! no point of the box satisfies.

use super::System;
use ulpwise_float::Rational;

/// Whether the multipliers prove that no point of the box satisfies all rows.
pub(super) fn refutes(system: &System, multipliers: &[f64]) -> bool {
    let exact = |value: f64| Rational::try_from(value).ok();
    let mut sums = vec![Rational::ZERO; system.boxes.len()];
    let mut bound = Rational::ZERO;
    for (row, &multiplier) in system.rows.iter().zip(multipliers) {
        if multiplier == 0.0 {
            continue;
        }
        let (Some(weight), Some(limit)) = (exact(multiplier), exact(row.bound)) else { return false };
        if weight < Rational::ZERO {
            return false;
        }
        for &(unknown, coefficient) in &row.terms {
            let Some(coefficient) = exact(coefficient) else { return false };
            sums[unknown] += coefficient * &weight;
        }
        bound += limit * weight;
    }
    // The least value of the sum in the box has to exceed the bound.
    let mut least = Rational::ZERO;
    for (sum, &(low, high)) in sums.into_iter().zip(&system.boxes) {
        let end = if sum > Rational::ZERO { low } else { high };
        let Some(end) = exact(end) else { return false };
        least += sum * end;
    }
    least > bound
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
        assert!(refutes(&system, &[0.0, 1.0]));
        assert!(!refutes(&system, &[1.0, 0.0]));
        assert!(!refutes(&system, &[0.0, 0.0]));
        assert!(!refutes(&system, &[0.0, -1.0]));
        assert!(!refutes(&system, &[0.0, f64::NAN]));
    }
}
