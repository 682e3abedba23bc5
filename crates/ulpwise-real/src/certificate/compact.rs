//! The linear program of a certificate with fewer columns, for the simplex method.
//!
//! A float that is used once is what its equation says, errors included, and needs no column. What
//! multipliers of the smaller program say is then said in the inequalities of single terms: where a
//! float was left out, its equation is used as often as takes it away again.

use super::rows::CertificateRows;
use crate::form::LinearForm;
use std::collections::BTreeMap;
use ulpwise_domain::Dyadic;
use ulpwise_lp::{Limits, LinearProgram, LinearRow};

/// The smaller program.
pub(super) struct CompactProgram {
    pub(super) program: LinearProgram,
    /// The column of the whole program that a column is.
    pub(super) columns: Vec<usize>,
    /// The row of the whole program that a row is made of.
    kept: Vec<usize>,
    /// Columns of the whole program that were left out, operands first, with their equations.
    left_out: Vec<(usize, usize)>,
}

impl CompactProgram {
    /// Leaves out the columns that say so, if an equation says what they are.
    pub(super) fn new(rows: &CertificateRows, is_needed: impl Fn(usize) -> bool) -> CompactProgram {
        let mut equations: BTreeMap<usize, usize> = BTreeMap::new();
        for (row, &(term, _)) in rows.names.iter().enumerate() {
            let limits = &rows.program.rows[row].limits;
            let Some(column) = rows.floats.iter().position(|&float| float == term) else { continue };
            if limits.low.is_some() && limits.high.is_some() && !is_needed(term) {
                equations.insert(column, row);
            }
        }
        // Operands come before what is made of them.
        let mut order: Vec<usize> = (0..rows.floats.len()).collect();
        order.sort_by_key(|&column| rows.floats[column]);
        let mut compact = CompactProgram {
            program: LinearProgram::default(),
            columns: Vec::new(),
            kept: Vec::new(),
            left_out: Vec::new(),
        };
        let mut forms: Vec<LinearForm> = vec![LinearForm::constant(Dyadic::ZERO); rows.floats.len()];
        for column in order {
            let limits = &rows.program.columns[column];
            if let (Some(low), true) = (&limits.low, limits.low == limits.high) {
                forms[column] = LinearForm::constant(low.clone());
                continue;
            }
            let equation = equations.get(&column).map(|&row| (row, &rows.program.rows[row]));
            let form =
                equation.and_then(|(row, equation)| solved(column, equation, &forms).map(|f| (row, f)));
            forms[column] = match form {
                Some((row, form)) => {
                    compact.left_out.push((column, row));
                    form.shortened(&compact.program.columns)
                }
                None => {
                    compact.columns.push(column);
                    compact.program.columns.push(rows.program.columns[column].clone());
                    LinearForm::column(compact.columns.len() - 1)
                }
            };
        }
        let used: Vec<usize> = compact.left_out.iter().map(|&(_, row)| row).collect();
        for (number, row) in rows.program.rows.iter().enumerate().filter(|(row, _)| !used.contains(row)) {
            compact.kept.push(number);
            compact.program.rows.push(substituted(row, &forms));
        }
        compact
    }

    /// Multipliers of the whole program's rows for those of this one's, where they are to bound this.
    pub(super) fn expanded(
        &self,
        rows: &CertificateRows,
        objective: &[(usize, Dyadic)],
        multipliers: &[f64],
    ) -> Vec<f64> {
        let mut all = vec![0.0; rows.program.rows.len()];
        let mut residual = vec![Dyadic::ZERO; rows.floats.len()];
        for (column, coefficient) in objective {
            residual[*column] = residual[*column].plus(coefficient);
        }
        let mut take = |row: usize, multiplier: &Dyadic, residual: &mut Vec<Dyadic>| {
            all[row] = multiplier.to_f64();
            for (column, coefficient) in &rows.program.rows[row].coefficients {
                residual[*column] = residual[*column].minus(&multiplier.times(coefficient));
            }
        };
        for (&row, &multiplier) in self.kept.iter().zip(multipliers) {
            if let Some(multiplier) = Dyadic::from_f64(multiplier).filter(|multiplier| !multiplier.is_zero())
            {
                take(row, &multiplier, &mut residual);
            }
        }
        for &(column, row) in self.left_out.iter().rev() {
            let own = own_coefficient(column, &rows.program.rows[row]);
            let quotient = own.and_then(|own| Dyadic::from_f64(residual[column].to_f64() / own.to_f64()));
            if let Some(multiplier) = quotient.filter(|multiplier| !multiplier.is_zero()) {
                take(row, &multiplier, &mut residual);
            }
        }
        all
    }
}

fn own_coefficient(column: usize, row: &LinearRow) -> Option<&Dyadic> {
    row.coefficients.iter().find(|(other, _)| *other == column).map(|(_, coefficient)| coefficient)
}

/// What an equation says a column is. Only those that have the column itself are solved.
fn solved(column: usize, equation: &LinearRow, forms: &[LinearForm]) -> Option<LinearForm> {
    let own = own_coefficient(column, equation)?;
    if *own != Dyadic::from_i64(1) {
        return None;
    }
    let (low, high) = (equation.limits.low.as_ref()?, equation.limits.high.as_ref()?);
    let mut form = LinearForm::constant(Dyadic::ZERO).widened(low, high);
    for (other, coefficient) in &equation.coefficients {
        if *other != column {
            form = form.minus(&forms[*other].times(coefficient));
        }
    }
    Some(form)
}

fn substituted(row: &LinearRow, forms: &[LinearForm]) -> LinearRow {
    let sum = row
        .coefficients
        .iter()
        .fold(LinearForm::constant(Dyadic::ZERO), |sum, (column, c)| sum.plus(&forms[*column].times(c)));
    let limits = Limits {
        low: row.limits.low.as_ref().map(|low| low.minus(&sum.high)),
        high: row.limits.high.as_ref().map(|high| high.minus(&sum.low)),
    };
    LinearRow { coefficients: sum.coefficients, limits }
}
