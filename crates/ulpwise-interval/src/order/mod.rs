//! Order between variables: comparisons as inequalities between reals, what they imply below
//! roundings, and cycles.
//!
//! Bounds of single variables cannot say that `a < b` implies `a ≤ (a + b)/2`. Rounding is monotone
//! and keeps floats as they are, so a strict comparison of a rounded value with a float is one of
//! the exact value ([`rounded`]): from `rnd(s/2) < a` follows `s < 2a`, from that and
//! `s = rnd(a + b)` follows `a + b < 2a`, so `b < a`. What is derived like that is refuted by the
//! domains alone, or as a cycle of differences ([`graph`]). Square roots are compared with squares
//! ([`square`]).
//!
//! What holds: rows are exact, in rationals, and sums only speak of variables that are finite in
//! their domains; every row knows the variables whose domains it rests on. What is absent: bounds
//! for single variables, which are propagation's task, and combinations of rows with many
//! variables, which the linear relaxation looks for.

mod classes;
mod definition;
mod graph;
mod rounded;
mod row;
mod square;
#[cfg(test)]
mod tests;

use crate::domain::Domain;
use crate::meter::Meter;
use crate::network::VarId;
use crate::propagate::{Conflict, Propagator};
use classes::Classes;
use row::OrderRow;
use std::collections::{BTreeSet, VecDeque};
use ulpwise_base::Exhausted;
use ulpwise_expr::OpKind;

/// More rows than this many for each comparison, and this many beside, are not derived.
const ROWS_A_COMPARISON: usize = 4;
const ROWS_AT_LEAST: usize = 64;
/// Rows with more variables than this are not looked into.
const MAX_TERMS: usize = 6;

/// A proof from the comparisons with known results that there is no solution, if one is found.
///
/// # Errors
/// If the budget ends.
pub(crate) fn refute(
    core: &Propagator,
    comparisons: &[VarId],
    meter: &Meter<'_>,
) -> Result<Option<Conflict>, Exhausted> {
    let classes = Classes::new(core, comparisons);
    let mut rows: Vec<OrderRow> = Vec::new();
    let mut known: BTreeSet<row::Key> = BTreeSet::new();
    let mut pending: VecDeque<OrderRow> =
        comparisons.iter().flat_map(|&atom| stated(core, &classes, atom)).flatten().collect();
    let limit = ROWS_A_COMPARISON * comparisons.len() + ROWS_AT_LEAST;
    while let Some(row) = pending.pop_front() {
        meter.spend(4 * Meter::RATIONAL * (1 + row.terms.len() as u64))?;
        if row.is_refuted(core) {
            return Ok(Some(Conflict::Domains(row.involved())));
        }
        if rows.len() >= limit || row.terms.len() > MAX_TERMS || !known.insert(row.key()) {
            continue;
        }
        pending.extend(rounded::below_roundings(core, &classes, &row));
        pending.extend(square::below_root(core, &classes, &row));
        rows.push(row);
    }
    Ok(graph::cycle(&rows, meter)?.map(Conflict::Domains))
}

/// What a comparison with a known result says about its two variables.
fn stated(core: &Propagator, classes: &Classes, atom: VarId) -> [Option<OrderRow>; 2] {
    let known = || {
        let Domain::Bool(truth) = core.domain(atom) else { return None };
        let truth = truth.singleton_value()?;
        let constraint = core.network.definition(atom)?;
        let &[x, y] = core.network.arguments(constraint) else { return None };
        let row = |lower, upper, strict| OrderRow::difference(core, classes, (lower, upper), strict, atom);
        // What is neither below nor equal is above: rows are only made of numbers.
        Some(match (core.network.constraint(constraint).op.kind(), truth) {
            (OpKind::FpLt, true) => [row(x, y, true), None],
            (OpKind::FpLeq, true) => [row(x, y, false), None],
            (OpKind::FpEq | OpKind::Eq, true) => [row(x, y, false), row(y, x, false)],
            (OpKind::FpLt, false) => [row(y, x, false), None],
            (OpKind::FpLeq, false) => [row(y, x, true), None],
            _ => return None,
        })
    };
    known().unwrap_or([None, None])
}
