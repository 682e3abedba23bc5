//! A dense simplex in host floats: the point of a polytope that is farthest from its rows, or multipliers that show it to be
//! empty. Nothing here is trusted.

use super::Row;
use crate::meter::Meter;
use ulpwise_base::Exhausted;

/// More pivots than this are not made.
const MAX_PIVOTS: usize = 400;
const EPSILON: f64 = 1e-11;

/// What the simplex found.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// How far inside of all rows the point lies; negative if no point is inside of all.
    pub(super) margin: f64,
    pub(super) point: Vec<f64>,
    /// One for each row, not negative.
    pub(super) multipliers: Vec<f64>,
}

/// Maximises the least distance to the rows within the box. `None` if numbers get out of hand.
///
/// # Errors
/// If the budget ends.
pub(super) fn widest(
    rows: &[Row],
    boxes: &[(f64, f64)],
    meter: &Meter<'_>,
) -> Result<Option<Solution>, Exhausted> {
    let (unknowns, count) = (boxes.len(), rows.len());
    let columns = unknowns + 1;
    let norm = |row: &Row| row.terms.iter().map(|(_, c)| c * c).sum::<f64>().sqrt().max(1e-300);
    // Unknowns count from their lower ends, in units of their ranges; the margin from the worst one at that corner.
    let width = |unknown: usize| (boxes[unknown].1 - boxes[unknown].0).max(1e-300);
    let slack = |row: &Row| {
        (row.bound - row.terms.iter().map(|&(unknown, c)| c * boxes[unknown].0).sum::<f64>()) / norm(row)
    };
    let start = rows.iter().map(slack).fold(0.0, f64::min);
    let most = rows.iter().map(slack).fold(1.0, |a: f64, b| a.max(b.abs())) * 4.0;
    let total = count + unknowns + 1;
    let mut tableau = Tableau { columns, cells: vec![0.0; (total + 1) * (columns + 1)], rows: total };
    for (index, row) in rows.iter().enumerate() {
        for &(unknown, c) in &row.terms {
            *tableau.at(index, unknown) = c * width(unknown) / norm(row);
        }
        *tableau.at(index, unknowns) = 1.0;
        *tableau.at(index, columns) = slack(row) - start;
    }
    for unknown in 0..unknowns {
        *tableau.at(count + unknown, unknown) = 1.0;
        *tableau.at(count + unknown, columns) = 1.0;
    }
    *tableau.at(count + unknowns, unknowns) = 1.0;
    *tableau.at(count + unknowns, columns) = most - start;
    *tableau.at(total, unknowns) = -1.0;
    let Some((basis, nonbasis)) = tableau.solve(meter)? else { return Ok(None) };
    let mut point: Vec<f64> = boxes.iter().map(|&(low, _)| low).collect();
    let mut margin = start;
    for (row, &variable) in basis.iter().enumerate() {
        let value = *tableau.at(row, columns);
        if variable < unknowns {
            point[variable] = boxes[variable].0 + value * width(variable);
        } else if variable == unknowns {
            margin = start + value;
        }
    }
    let mut multipliers = vec![0.0; count];
    for (column, &variable) in nonbasis.iter().enumerate() {
        // Slack variables are numbered after the unknowns and the margin.
        if variable >= columns && variable - columns < count {
            let row = variable - columns;
            multipliers[row] = tableau.at(total, column).max(0.0) / norm(&rows[row]);
        }
    }
    let finite = margin.is_finite() && point.iter().chain(&multipliers).all(|value| value.is_finite());
    Ok(finite.then_some(Solution { margin, point, multipliers }))
}

/// What is basic in each row, and what is not in each column.
type Basis = (Vec<usize>, Vec<usize>);

/// Rows with their right-hand sides in the last column, and the objective in the last row.
struct Tableau {
    columns: usize,
    rows: usize,
    cells: Vec<f64>,
}

impl Tableau {
    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * (self.columns + 1) + column]
    }

    /// Pivots until no column improves. Returns what is basic in each row and what is not in each column.
    ///
    /// # Errors
    /// If the budget ends.
    fn solve(&mut self, meter: &Meter<'_>) -> Result<Option<Basis>, Exhausted> {
        let mut nonbasis: Vec<usize> = (0..self.columns).collect();
        let mut basis: Vec<usize> = (self.columns..self.columns + self.rows).collect();
        for pivots in 0..MAX_PIVOTS {
            let objective = self.rows;
            let costs: Vec<f64> = (0..self.columns).map(|column| *self.at(objective, column)).collect();
            let improving = (0..self.columns).filter(|&column| costs[column] < -EPSILON);
            // The steepest column, but in the end the first one, which cannot cycle.
            let entering = if pivots < MAX_PIVOTS / 2 {
                improving.min_by(|&a, &b| costs[a].total_cmp(&costs[b]))
            } else {
                improving.min_by_key(|&column| nonbasis[column])
            };
            let Some(column) = entering else { return Ok(Some((basis, nonbasis))) };
            let mut leaving: Option<(f64, usize)> = None;
            for (row, &basic) in basis.iter().enumerate() {
                let coefficient = *self.at(row, column);
                if coefficient > EPSILON {
                    let ratio = *self.at(row, self.columns) / coefficient;
                    let is_better = leaving.is_none_or(|(best, best_row)| {
                        ratio < best || (ratio == best && basic < basis[best_row])
                    });
                    if is_better {
                        leaving = Some((ratio, row));
                    }
                }
            }
            let Some((_, row)) = leaving else { return Ok(None) };
            meter.spend(self.cells.len() as u64 / 8)?;
            self.pivot(row, column);
            std::mem::swap(&mut basis[row], &mut nonbasis[column]);
        }
        Ok(None)
    }

    /// Exchanges the variable of a column with the basic one of a row.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.columns + 1;
        let inverse = 1.0 / *self.at(row, column);
        let pivot_row: Vec<f64> =
            self.cells[row * width..(row + 1) * width].iter().map(|c| c * inverse).collect();
        for other in 0..=self.rows {
            let factor = *self.at(other, column);
            if other == row || factor == 0.0 {
                continue;
            }
            let cells = &mut self.cells[other * width..(other + 1) * width];
            for (cell, pivot) in cells.iter_mut().zip(&pivot_row) {
                *cell -= factor * pivot;
            }
            cells[column] = -factor * inverse;
        }
        self.cells[row * width..(row + 1) * width].copy_from_slice(&pivot_row);
        *self.at(row, column) = inverse;
    }
}
