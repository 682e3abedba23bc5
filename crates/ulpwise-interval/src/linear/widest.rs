//! The point of a polytope that is farthest from its rows, or multipliers that show it to be empty.
//! Nothing here is trusted.

use crate::meter::Meter;
use ulpwise_base::Exhausted;
use ulpwise_domain::Dyadic;
use ulpwise_lp::{Limits, LinearProgram, LinearRow, Simplex, SimplexEnd};

/// Unknowns are kept within this magnitude.
const REACH: i64 = 1_000_000_000_000_000;
/// The margin is at most 2 to this power: about the reach.
const LARGEST_MARGIN: i64 = 50;

/// What the simplex method found.
pub(super) struct WidestPoint {
    /// Whether the point lies inside of all rows.
    pub(super) is_inside: bool,
    pub(super) point: Vec<f64>,
    /// One for each row. If the point is not inside, they should refute the program.
    pub(super) multipliers: Vec<f64>,
}

/// Maximises the least distance to the rows, each of which has one limit, in a box. `None` if
/// numbers get out of hand.
///
/// # Errors
/// If the budget ends.
pub(super) fn solve(program: &LinearProgram, meter: &Meter<'_>) -> Result<Option<WidestPoint>, Exhausted> {
    let reach = Dyadic::from_i64(REACH);
    let clamp = |end: &Option<Dyadic>| end.clone().map(|end| end.min(reach.clone()).max(reach.negated()));
    let mut reachable = program.with_margin(LARGEST_MARGIN, LinearRow::norm);
    for limits in &mut reachable.columns[..program.columns.len()] {
        *limits = Limits { low: clamp(&limits.low), high: clamp(&limits.high) };
    }
    let mut simplex = Simplex::new(&reachable);
    let objective = [(program.columns.len(), Dyadic::from_i64(-1))];
    let end = simplex.minimise(&objective, &mut |work| meter.spend(work))?;
    let (point, margin) = simplex.point().split_at(program.columns.len());
    let (multipliers, is_inside) = match end {
        SimplexEnd::Optimal(multipliers) => (multipliers, margin[0] >= 0.0),
        SimplexEnd::Infeasible(multipliers) => (multipliers, false),
        SimplexEnd::Failed => return Ok(None),
    };
    Ok(Some(WidestPoint { is_inside, point: point.to_vec(), multipliers }))
}
