//! Linear programs as data.

use ulpwise_domain::Dyadic;

/// Where a quantity lies; an absent end is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The lower end.
    pub low: Option<Dyadic>,
    /// The upper end.
    pub high: Option<Dyadic>,
}

impl Limits {
    /// All numbers up to this one.
    pub fn at_most(high: Dyadic) -> Limits {
        Limits { low: None, high: Some(high) }
    }

    /// All numbers from one to another.
    pub fn between(low: Dyadic, high: Dyadic) -> Limits {
        Limits { low: Some(low), high: Some(high) }
    }
}

/// A sum of columns times coefficients that has to lie within limits. No column occurs twice.
#[derive(Clone, Debug)]
pub struct LinearRow {
    /// Columns and their coefficients.
    pub coefficients: Vec<(usize, Dyadic)>,
    /// Where the sum lies.
    pub limits: Limits,
}

impl LinearRow {
    /// The sum of the magnitudes of its coefficients.
    pub fn sum_of_magnitudes(&self) -> Dyadic {
        self.coefficients.iter().fold(Dyadic::ZERO, |sum, (_, value)| sum.plus(&value.abs()))
    }

    /// About the Euclidean norm of its coefficients: a margin in units of it is a distance.
    pub fn norm(&self) -> Dyadic {
        let squares = self.coefficients.iter().map(|(_, value)| value.to_f64().powi(2));
        Dyadic::from_f64(squares.sum::<f64>().sqrt()).unwrap_or_else(|| self.sum_of_magnitudes())
    }
}

/// Columns by their limits, and rows.
#[derive(Clone, Debug, Default)]
pub struct LinearProgram {
    /// Where each column lies.
    pub columns: Vec<Limits>,
    /// The sums that have to lie within limits.
    pub rows: Vec<LinearRow>,
}

impl LinearProgram {
    /// The program with one more column, the margin, which is to be made large: how far each
    /// inequality is from its limit, in units of the weight of its row.
    ///
    /// The margin is at most 2^`exponent`. It may be negative, so that a program without points
    /// still has one that is nearly one. A row with two limits becomes two rows.
    #[must_use]
    pub fn with_margin(&self, exponent: i64, weight: fn(&LinearRow) -> Dyadic) -> LinearProgram {
        let margin = self.columns.len();
        let mut columns = self.columns.clone();
        columns.push(Limits::between(Dyadic::power_of_two(60).negated(), Dyadic::power_of_two(exponent)));
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let weight = weight(row);
            if row.limits.low == row.limits.high || weight.is_zero() {
                rows.push(row.clone());
                continue;
            }
            let mut push_side = |limits: Limits, weight: Dyadic| {
                let mut coefficients = row.coefficients.clone();
                coefficients.push((margin, weight));
                rows.push(LinearRow { coefficients, limits });
            };
            if let Some(low) = &row.limits.low {
                push_side(Limits { low: Some(low.clone()), high: None }, weight.negated());
            }
            if let Some(high) = &row.limits.high {
                push_side(Limits::at_most(high.clone()), weight);
            }
        }
        LinearProgram { columns, rows }
    }
}
