//! Comparisons among variables as a graph: a cycle of `≤` that contains a `<` has no solution, whatever the domains are.
//!
//! Propagation alone would move the ends of the domains step by step through all floats. Bounds along chains are its task
//! all the same: a pass over the comparisons finds them.

use crate::domain::Domain;
use crate::network::VarId;
use crate::propagate::{Conflict, Propagator};
use std::collections::{HashMap, VecDeque};
use ulpwise_expr::OpKind;

/// `lower ≤ upper`, or `<` if it is strict, because of a comparison.
#[derive(Clone, Copy)]
struct Edge {
    lower: VarId,
    upper: VarId,
    strict: bool,
    atom: VarId,
}

/// A cycle of comparisons that cannot be, if there is one.
pub(crate) fn cycle(core: &Propagator, comparisons: &[VarId]) -> Option<Conflict> {
    let edges: Vec<Edge> = comparisons.iter().flat_map(|&atom| edges(core, atom)).flatten().collect();
    let mut above: HashMap<VarId, Vec<usize>> = HashMap::new();
    for (number, edge) in edges.iter().enumerate() {
        above.entry(edge.lower).or_default().push(number);
    }
    edges.iter().filter(|edge| edge.strict).find_map(|edge| {
        let way = way(&edges, &above, edge.upper, edge.lower)?;
        let mut involved = vec![edge.atom, edge.lower, edge.upper];
        for number in way {
            involved.extend([edges[number].atom, edges[number].lower, edges[number].upper]);
        }
        Some(Conflict::Domains(involved))
    })
}

/// The edges of a way upwards from one variable to another.
fn way(edges: &[Edge], above: &HashMap<VarId, Vec<usize>>, from: VarId, to: VarId) -> Option<Vec<usize>> {
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

/// What a comparison with a known result says about its two variables.
fn edges(core: &Propagator, atom: VarId) -> [Option<Edge>; 2] {
    let known = || {
        let Domain::Bool(truth) = core.domain(atom) else { return None };
        let truth = truth.singleton_value()?;
        let constraint = core.network.definition(atom)?;
        let &[x, y] = core.network.arguments(constraint) else { return None };
        let is_number = |var| matches!(core.domain(var), Domain::Float(floats) if !floats.can_be_nan());
        let edge = |lower, upper, strict| Some(Edge { lower, upper, strict, atom });
        Some(match (core.network.constraint(constraint).op.kind(), truth) {
            // A comparison that holds is one of numbers.
            (OpKind::FpLt, true) => [edge(x, y, true), None],
            (OpKind::FpLeq, true) => [edge(x, y, false), None],
            (OpKind::FpEq, true) => [edge(x, y, false), edge(y, x, false)],
            (OpKind::FpLt, false) if is_number(x) && is_number(y) => [edge(y, x, false), None],
            (OpKind::FpLeq, false) if is_number(x) && is_number(y) => [edge(y, x, true), None],
            (OpKind::Eq, true) if is_number(x) && is_number(y) => [edge(x, y, false), edge(y, x, false)],
            _ => return None,
        })
    };
    known().unwrap_or([None, None])
}
