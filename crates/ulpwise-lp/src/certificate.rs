//! What multipliers of the rows prove, in exact arithmetic (Farkas; Neumaier and Shcherbina, "Safe
//! bounds in linear and mixed-integer linear programming", 2004).
//!
//! For any numbers y, c·x = Σ yₖ·(row k) + Σ (cⱼ - Σ yₖ·aₖⱼ)·xⱼ, and the least value of each
//! summand follows from the bounds of its row or column. So any multipliers whatsoever give a true
//! lower bound of c·x; good ones give a good one. Nothing about the origin of the multipliers is
//! trusted.

use crate::program::{Limits, LinearProgram};
use ulpwise_domain::Dyadic;

/// A lower bound of the objective over all points of the program; `None` if these multipliers prove
/// none.
pub fn lower_bound(
    program: &LinearProgram,
    objective: &[(usize, Dyadic)],
    multipliers: &[f64],
) -> Option<Dyadic> {
    let mut residual = vec![Dyadic::ZERO; program.columns.len()];
    for (column, coefficient) in objective {
        residual[*column] = residual[*column].plus(coefficient);
    }
    let mut bound = Dyadic::ZERO;
    for (row, &multiplier) in program.rows.iter().zip(multipliers) {
        let multiplier = Dyadic::from_f64(multiplier)?;
        if multiplier.is_zero() {
            continue;
        }
        // A multiplier whose bound is infinite is rounding noise of the simplex method; without it
        // the row is just not used.
        let Some(least) = least_multiple(&multiplier, &row.limits) else { continue };
        bound = bound.plus(&least);
        for (column, coefficient) in &row.coefficients {
            residual[*column] = residual[*column].minus(&multiplier.times(coefficient));
        }
    }
    for (coefficient, column) in residual.iter().zip(&program.columns) {
        if !coefficient.is_zero() {
            bound = bound.plus(&least_multiple(coefficient, column)?);
        }
    }
    Some(bound)
}

/// Whether the multipliers prove that the program has no point: they bound zero from below by more
/// than zero.
pub fn refutes(program: &LinearProgram, multipliers: &[f64]) -> bool {
    lower_bound(program, &[], multipliers).is_some_and(|bound| bound.is_positive())
}

/// The least value of `factor` times a number of the limits, which is not empty; `None` if there is
/// none.
fn least_multiple(factor: &Dyadic, limits: &Limits) -> Option<Dyadic> {
    let end = if factor.is_negative() { &limits.high } else { &limits.low };
    end.as_ref().map(|end| factor.times(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::LinearRow;

    fn number(value: f64) -> Dyadic {
        Dyadic::from_f64(value).unwrap()
    }

    /// x + y <= 1 and x - y >= 2 with x <= 1, y >= 0.
    fn infeasible() -> LinearProgram {
        let row = |y: f64, limits| LinearRow { coefficients: vec![(0, number(1.0)), (1, number(y))], limits };
        LinearProgram {
            columns: vec![
                Limits::between(number(-10.0), number(1.0)),
                Limits::between(number(0.0), number(10.0)),
            ],
            rows: vec![
                row(1.0, Limits::at_most(number(1.0))),
                row(-1.0, Limits { low: Some(number(2.0)), high: None }),
            ],
        }
    }

    #[test]
    fn right_multipliers_refute_and_wrong_ones_do_not() {
        let program = infeasible();
        // x - y >= 2 alone contradicts the bounds: y >= 0 and x <= 1.
        assert!(refutes(&program, &[0.0, 1.0]));
        assert!(refutes(&program, &[-1e-3, 1.0]));
        for wrong in [[0.0, 0.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0], [-5.0, 0.1], [f64::NAN, 1.0]] {
            assert!(!refutes(&program, &wrong), "{wrong:?}");
        }
        let mut feasible = infeasible();
        feasible.columns[0].high = Some(number(2.0));
        feasible.rows[0].limits = Limits::at_most(number(2.0));
        for multipliers in [[0.0, 1.0], [-1.0, 1.0], [-0.5, 3.0]] {
            assert!(!refutes(&feasible, &multipliers), "{multipliers:?}");
        }
    }

    #[test]
    fn any_multipliers_give_a_true_bound() {
        let mut program = infeasible();
        program.rows.pop();
        // The least x + 2y is -10.
        let objective = [(0, number(1.0)), (1, number(2.0))];
        for multiplier in [0.0, 0.5, 1.0, -1.0, -7.5, 1e-20] {
            let bound = lower_bound(&program, &objective, &[multiplier]).unwrap();
            assert!(bound <= number(-10.0), "{multiplier}: {bound:?}");
        }
        assert_eq!(lower_bound(&program, &objective, &[0.0]), Some(number(-10.0)));
    }

    #[test]
    fn columns_without_bounds_prove_nothing_unless_they_cancel() {
        let mut program = infeasible();
        program.columns[1] = Limits::default();
        assert!(!refutes(&program, &[0.0, 1.0]));
        // (x - y >= 2) - (x + y <= 1) leaves y alone, which is free.
        assert!(!refutes(&program, &[-1.0, 1.0]));
        program.columns[1].low = Some(number(3.0));
        assert!(refutes(&program, &[-1.0, 1.0]) || refutes(&program, &[0.0, 1.0]));
    }
}
