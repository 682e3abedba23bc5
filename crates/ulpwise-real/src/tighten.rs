//! Bounds from the relaxation: each column is minimised and maximised, and what the certificates
//! prove narrows the hulls.
//!
//! Errors of rounding are bounded by hulls, so a narrower hull makes the next relaxation tighter:
//! it goes on until little changes.

use crate::graph::Graph;
use crate::hull::{Hull, ordinal};
use crate::relax::{Purpose, Relaxation};
use crate::state::{Conflict, TermState};
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_float::Rounding;
use ulpwise_lp::{Simplex, SimplexEnd, lower_bound, refutes};

/// What the engine did, for its statistics.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RelaxationCounts {
    pub(crate) nodes: u64,
    pub(crate) programs: u64,
    pub(crate) pivots: u64,
    pub(crate) refutations: u64,
    pub(crate) unproven: u64,
    pub(crate) candidates: u64,
    pub(crate) repairs: u64,
}

/// Narrows hulls by propagation and by at most `rounds` relaxations, and refutes if it can.
///
/// # Errors
/// If the budget ends. The inner error is a conflict: there is no model here.
pub(crate) fn tighten(
    graph: &Graph,
    state: &mut TermState,
    rounds: usize,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Result<(), Conflict>, Exhausted> {
    for _ in 0..rounds {
        if state.propagate(graph, budget)?.is_err() {
            return Ok(Err(Conflict));
        }
        match tighten_once(graph, state, counts, budget)? {
            Ok(true) => {}
            Ok(false) => break,
            Err(Conflict) => return Ok(Err(Conflict)),
        }
    }
    state.propagate(graph, budget)
}

/// Whether the relaxation has a point for all that is known; only a proof to the contrary is a
/// conflict.
pub(crate) fn refute(
    graph: &Graph,
    state: &TermState,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Result<(), Conflict>, Exhausted> {
    let relaxation = Relaxation::new(graph, state, Purpose::Sound, budget)?;
    Ok(feasible_simplex(&relaxation, counts, budget)?.map(|_| ()))
}

/// The simplex method at a point of the relaxation. `None` if it found neither a point nor a proof
/// that there is none.
fn feasible_simplex(
    relaxation: &Relaxation,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Result<Option<Simplex>, Conflict>, Exhausted> {
    let mut simplex = Simplex::new(&relaxation.program);
    counts.programs += 1;
    let ending = simplex.minimise(&[], &mut |_| budget.check(0))?;
    counts.pivots += simplex.pivots();
    Ok(match ending {
        SimplexEnd::Optimal(_) => Ok(Some(simplex)),
        SimplexEnd::Infeasible(multipliers) if refutes(&relaxation.program, &multipliers) => {
            counts.refutations += 1;
            Err(Conflict)
        }
        SimplexEnd::Infeasible(_) | SimplexEnd::Failed => {
            counts.unproven += 1;
            Ok(None)
        }
    })
}

/// One relaxation; says whether hulls shrank enough to try another.
fn tighten_once(
    graph: &Graph,
    state: &mut TermState,
    counts: &mut RelaxationCounts,
    budget: &Budget,
) -> Result<Result<bool, Conflict>, Exhausted> {
    let relaxation = Relaxation::new(graph, state, Purpose::Sound, budget)?;
    let mut simplex = match feasible_simplex(&relaxation, counts, budget)? {
        Ok(Some(simplex)) => simplex,
        Ok(None) => return Ok(Ok(false)),
        Err(conflict) => return Ok(Err(conflict)),
    };
    let mut shrank = false;
    for (column, node) in relaxation.nodes.iter().enumerate() {
        let Some(position) = *node else { continue };
        for upwards in [false, true] {
            if touches(&relaxation, &simplex, column, upwards) {
                continue;
            }
            let before = simplex.pivots();
            let objective = [(column, Dyadic::from_i64(if upwards { -1 } else { 1 }))];
            let ending = simplex.minimise(&objective, &mut |_| budget.check(0))?;
            counts.programs += 1;
            counts.pivots += simplex.pivots() - before;
            let SimplexEnd::Optimal(multipliers) = ending else { continue };
            let Some(bound) = lower_bound(&relaxation.program, &objective, &multipliers) else { continue };
            match apply_bound(graph, state, position, &bound, upwards) {
                Ok(significant) => shrank |= significant,
                Err(conflict) => return Ok(Err(conflict)),
            }
        }
    }
    Ok(Ok(shrank))
}

/// Whether the present point already lies at the end that would be sought.
fn touches(relaxation: &Relaxation, simplex: &Simplex, column: usize, upwards: bool) -> bool {
    let limits = &relaxation.program.columns[column];
    let (Some(low), Some(high)) = (&limits.low, &limits.high) else { return false };
    let (low, high, value) = (low.to_f64(), high.to_f64(), simplex.point()[column]);
    let near = 1e-3 * (high - low);
    if upwards { value >= high - near } else { value <= low + near }
}

/// Narrows the hull of a node whose value is at least `bound`, or at most its opposite; says
/// whether much of it is gone.
fn apply_bound(
    graph: &Graph,
    state: &mut TermState,
    position: usize,
    bound: &Dyadic,
    upwards: bool,
) -> Result<bool, Conflict> {
    let Some(format) = graph.format(position) else { return Ok(false) };
    let hull = state.hull(position);
    let full = Hull::full(format);
    let limit = if upwards {
        let high = bound.negated().to_float(format, Rounding::TowardNegative);
        Hull { high: ordinal(high), nan: false, ..full }
    } else {
        let low = bound.to_float(format, Rounding::TowardPositive);
        Hull { low: ordinal(low), nan: false, ..full }
    };
    state.narrow(position, limit.with_both_zeros())?;
    let width = |hull: Hull| {
        let (low, high) = hull.numbers(format)?;
        Some(Dyadic::from_float(high)?.minus(&Dyadic::from_float(low)?).to_f64())
    };
    let (Some(before), Some(after)) = (width(hull), width(state.hull(position))) else { return Ok(false) };
    Ok(after < 0.9 * before)
}
