//! Differences as a graph: a cycle of `≤` that contains a `<` has no solution, whatever the domains
//! are.
//!
//! Propagation alone would move the ends of the domains step by step through all floats.

use super::row::OrderRow;
use crate::meter::Meter;
use crate::network::VarId;
use std::collections::{HashMap, VecDeque};
use ulpwise_base::Exhausted;

/// `lower ≤ upper`, or `<` if it is strict, because of a row.
#[derive(Clone, Copy)]
struct Edge<'a> {
    lower: VarId,
    upper: VarId,
    row: &'a OrderRow,
}

/// The variables whose domains rule out a solution by a cycle of differences, if there is one.
///
/// # Errors
/// If the budget ends.
pub(super) fn cycle(rows: &[OrderRow], meter: &Meter<'_>) -> Result<Option<Vec<VarId>>, Exhausted> {
    let edges: Vec<Edge<'_>> = rows
        .iter()
        .filter_map(|row| row.as_difference().map(|(lower, upper)| Edge { lower, upper, row }))
        .collect();
    let mut above: HashMap<VarId, Vec<usize>> = HashMap::new();
    for (number, edge) in edges.iter().enumerate() {
        above.entry(edge.lower).or_default().push(number);
    }
    for edge in edges.iter().filter(|edge| edge.row.strict) {
        meter.spend(4 * edges.len() as u64)?;
        let Some(way) = way(&edges, &above, edge.upper, edge.lower) else { continue };
        let mut involved = edge.row.involved();
        for number in way {
            involved.extend(edges[number].row.involved());
        }
        involved.sort_unstable();
        involved.dedup();
        return Ok(Some(involved));
    }
    Ok(None)
}

/// The edges of a way upwards from one variable to another.
fn way(edges: &[Edge<'_>], above: &HashMap<VarId, Vec<usize>>, from: VarId, to: VarId) -> Option<Vec<usize>> {
    // By which edge a variable was reached.
    let mut reached: HashMap<VarId, Option<usize>> = HashMap::from([(from, None)]);
    let mut pending = VecDeque::from([from]);
    while let Some(var) = pending.pop_front() {
        if var == to {
            let mut way = Vec::new();
            let mut at = to;
            while let Some(number) = reached[&at] {
                way.push(number);
                at = edges[number].lower;
            }
            return Some(way);
        }
        for &number in above.get(&var).into_iter().flatten() {
            let next = edges[number].upper;
            if let std::collections::hash_map::Entry::Vacant(entry) = reached.entry(next) {
                entry.insert(Some(number));
                pending.push_back(next);
            }
        }
    }
    None
}
