//! Linear programs for other crates: columns with bounds, rows with bounds, and least values of
//! sums that are proven.
//!
//! What holds: numbers are host floats and mean just what they are. A result is computed
//! exactly from multipliers of the rows, which the simplex method in host floats proposes.

use crate::certificate::{lower_bound, refutes};
use crate::program::{Limits, LinearProgram, LinearRow};
use crate::simplex::{Simplex, SimplexEnd};
use std::collections::BTreeMap;
use ulpwise_base::Budget;
use ulpwise_domain::Dyadic;
use ulpwise_float::{Format, Rounding};

/// Reals between bounds, and sums of them between bounds.
#[derive(Clone, Debug, Default)]
pub struct LinearConstraints {
    program: LinearProgram,
}

/// What is known of the least value of a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Least {
    /// It is at least this.
    AtLeast(f64),
    /// There are no values that keep all bounds.
    Nowhere,
    /// Nothing.
    Unknown,
}

impl LinearConstraints {
    /// No columns, no rows.
    pub fn new() -> LinearConstraints {
        LinearConstraints::default()
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.program.columns.len()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.program.rows.len()
    }

    /// One more real, between two numbers; infinite ones are no bounds.
    pub fn column(&mut self, low: f64, high: f64) -> usize {
        self.program.columns.push(limits(low, high));
        self.program.columns.len() - 1
    }

    /// Bounds of a column besides those it has.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn restrict(&mut self, column: usize, low: f64, high: f64) {
        let own = &mut self.program.columns[column];
        let more = limits(low, high);
        own.low = match (own.low.take(), more.low) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (one, other) => one.or(other),
        };
        own.high = match (own.high.take(), more.high) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// One more sum of columns times coefficients, between two numbers. A sum with a coefficient
    /// that is not finite says nothing.
    pub fn row(&mut self, terms: &[(usize, f64)], low: f64, high: f64) {
        let Some(coefficients) = gathered(terms) else { return };
        let limits = limits(low, high);
        if !coefficients.is_empty() && (limits.low.is_some() || limits.high.is_some()) {
            self.program.rows.push(LinearRow { coefficients, limits });
        }
    }

    /// The least value of a sum of columns times coefficients.
    pub fn least(&self, terms: &[(usize, f64)], budget: &Budget) -> Least {
        let Some(objective) = gathered(terms) else { return Least::Unknown };
        let is_empty =
            |limits: &Limits| matches!((&limits.low, &limits.high), (Some(low), Some(high)) if low > high);
        let all_limits = self.program.columns.iter().chain(self.program.rows.iter().map(|row| &row.limits));
        if all_limits.into_iter().any(is_empty) {
            return Least::Nowhere;
        }
        let mut simplex = Simplex::new(&self.program);
        match simplex.minimise(&objective, &mut |_| budget.check(0)) {
            Ok(SimplexEnd::Infeasible(multipliers)) if refutes(&self.program, &multipliers) => Least::Nowhere,
            Ok(SimplexEnd::Optimal(multipliers)) => {
                match lower_bound(&self.program, &objective, &multipliers) {
                    Some(bound) => {
                        Least::AtLeast(bound.to_float(Format::F64, Rounding::TowardNegative).to_f64())
                    }
                    None => Least::Unknown,
                }
            }
            _ => Least::Unknown,
        }
    }
}

fn limits(low: f64, high: f64) -> Limits {
    Limits { low: Dyadic::from_f64(low), high: Dyadic::from_f64(high) }
}

/// Terms with each column once; `None` if a coefficient is not finite.
fn gathered(terms: &[(usize, f64)]) -> Option<Vec<(usize, Dyadic)>> {
    let mut sums: BTreeMap<usize, Dyadic> = BTreeMap::new();
    for &(column, coefficient) in terms {
        let coefficient = Dyadic::from_f64(coefficient)?;
        let sum = sums.entry(column).or_insert(Dyadic::ZERO);
        *sum = sum.plus(&coefficient);
    }
    Some(sums.into_iter().filter(|(_, coefficient)| !coefficient.is_zero()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_over_rows_are_bounded_where_intervals_are_not() {
        let mut constraints = LinearConstraints::new();
        let [x, y] = [0.0, 0.0].map(|low| constraints.column(low, 1.0));
        constraints.row(&[(x, 1.0), (y, 1.0)], f64::NEG_INFINITY, 1.0);
        let budget = Budget::unlimited();
        // 2 - x - y is at least 1, although each of them can be 1.
        assert_eq!(constraints.least(&[(x, -1.0), (y, -1.0)], &budget), Least::AtLeast(-1.0));
        assert_eq!(constraints.least(&[(x, -1.0), (y, -1.0), (x, 1.0)], &budget), Least::AtLeast(-1.0));
        assert_eq!(constraints.least(&[(x, f64::NAN)], &budget), Least::Unknown);
        constraints.row(&[(x, 1.0), (y, -1.0)], 2.0, f64::INFINITY);
        assert_eq!(constraints.least(&[(x, 1.0)], &budget), Least::Nowhere);
        let mut free = LinearConstraints::new();
        let z = free.column(f64::NEG_INFINITY, 5.0);
        assert_eq!(free.least(&[(z, 1.0)], &budget), Least::Unknown);
        free.restrict(z, 7.0, f64::INFINITY);
        assert_eq!(free.least(&[(z, 1.0)], &budget), Least::Nowhere);
        assert_eq!((free.columns(), free.rows()), (1, 0));
    }

    #[test]
    fn bounds_are_rounded_to_the_safe_side() {
        let mut constraints = LinearConstraints::new();
        let x = constraints.column(1.0, 2.0);
        let tiny = constraints.column(f64::from_bits(1), 1.0);
        let Least::AtLeast(bound) = constraints.least(&[(x, 1.0), (tiny, 1.0)], &Budget::unlimited()) else {
            panic!("there is a least value");
        };
        assert_eq!(bound, 1.0, "1 + 2^-1074 is no double, and the one below is returned");
    }
}
