//! The point of a polytope that is farthest from its rows, or multipliers that show it to be empty.
//! Nothing here is trusted.
//!
//! Unknowns are counted from their lower ends, in units of their ranges, and rows are divided by
//! their norms: the margin is a distance, and the method starts in a corner of the box.

use crate::meter::Meter;
use ulpwise_base::Exhausted;
use ulpwise_domain::Dyadic;
use ulpwise_lp::{Limits, LinearProgram, LinearRow, Simplex, SimplexEnd};

/// Unknowns are kept within this magnitude.
const REACH: f64 = 1e15;
/// Norms and ranges are at least this.
const LEAST: f64 = 1e-300;

/// What the simplex method found.
pub(super) struct WidestPoint {
    /// How far inside of all rows the point lies; negative if no point is inside of all.
    pub(super) margin: f64,
    pub(super) point: Vec<f64>,
    /// One for each row.
    pub(super) multipliers: Vec<f64>,
}

/// A row in host floats.
struct HostRow {
    terms: Vec<(usize, f64)>,
    norm: f64,
    /// How far the corner of the box is inside of the row.
    slack: f64,
}

/// Maximises the least distance to the rows, each of which has an upper limit, in a box. `None` if
/// numbers get out of hand.
///
/// # Errors
/// If the budget ends.
pub(super) fn solve(program: &LinearProgram, meter: &Meter<'_>) -> Result<Option<WidestPoint>, Exhausted> {
    let end = |end: &Option<Dyadic>| end.as_ref().map_or(0.0, |end| end.to_f64().clamp(-REACH, REACH));
    let lows: Vec<f64> = program.columns.iter().map(|limits| end(&limits.low)).collect();
    let widths = program.columns.iter().zip(&lows).map(|(limits, low)| (end(&limits.high) - low).max(LEAST));
    let widths: Vec<f64> = widths.collect();
    let rows: Vec<HostRow> = program.rows.iter().map(|row| host_row(row, &lows)).collect();
    let Some(scaled) = scaled(&rows, &widths) else { return Ok(None) };
    let mut simplex = Simplex::new(&scaled);
    let objective = [(lows.len(), Dyadic::from_i64(-1))];
    let end = simplex.minimise(&objective, &mut |work| meter.spend(work))?;
    let SimplexEnd::Optimal(mut multipliers) = end else { return Ok(None) };
    for (multiplier, row) in multipliers.iter_mut().zip(&rows) {
        *multiplier /= row.norm;
    }
    let (point, margin) = simplex.point().split_at(lows.len());
    let point: Vec<f64> =
        point.iter().zip(lows.iter().zip(&widths)).map(|(part, (low, width))| low + part * width).collect();
    let is_finite = margin[0].is_finite() && point.iter().chain(&multipliers).all(|value| value.is_finite());
    Ok(is_finite.then_some(WidestPoint { margin: margin[0], point, multipliers }))
}

fn host_row(row: &LinearRow, lows: &[f64]) -> HostRow {
    let terms: Vec<(usize, f64)> =
        row.coefficients.iter().map(|(unknown, coefficient)| (*unknown, coefficient.to_f64())).collect();
    let norm = terms.iter().map(|(_, c)| c * c).sum::<f64>().sqrt().max(LEAST);
    let bound = row.limits.high.as_ref().map_or(f64::INFINITY, Dyadic::to_f64);
    let at_corner: f64 = terms.iter().map(|&(unknown, c)| c * lows[unknown]).sum();
    HostRow { terms, norm, slack: (bound - at_corner) / norm }
}

/// The rows with the margin as their last column; `None` if a number is not finite.
fn scaled(rows: &[HostRow], widths: &[f64]) -> Option<LinearProgram> {
    let slacks = || rows.iter().map(|row| row.slack);
    let worst = slacks().fold(0.0, f64::min);
    let most = slacks().fold(1.0, |most: f64, slack| most.max(slack.abs())) * 4.0;
    let unit = Limits::between(Dyadic::ZERO, Dyadic::from_i64(1));
    let mut columns = vec![unit; widths.len()];
    columns.push(Limits::between(Dyadic::from_f64(worst)?, Dyadic::from_f64(most)?));
    let scaled_row = |row: &HostRow| {
        let mut coefficients = Vec::with_capacity(row.terms.len() + 1);
        for &(unknown, c) in &row.terms {
            coefficients.push((unknown, Dyadic::from_f64(c * widths[unknown] / row.norm)?));
        }
        coefficients.push((widths.len(), Dyadic::from_i64(1)));
        Some(LinearRow { coefficients, limits: Limits::at_most(Dyadic::from_f64(row.slack)?) })
    };
    Some(LinearProgram { columns, rows: rows.iter().map(scaled_row).collect::<Option<_>>()? })
}
