//! Points that may be models: from the loose relaxation, as far from its bounds as possible,
//! rounded to floats.

use crate::graph::Graph;
use crate::hull::{Hull, number, ordinal, place};
use crate::relax::{Purpose, Relaxation};
use crate::state::TermState;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_expr::{Sort, Value};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_lp::{LinearRow, Simplex, SimplexEnd};

/// Values of the variables, by their position in the order of [`Graph::variables`].
pub(crate) type Point = Vec<Value>;

/// Points to try, the best first.
///
/// # Errors
/// If the budget ends.
pub(crate) fn points(graph: &Graph, state: &TermState, budget: &Budget) -> Result<Vec<Point>, Exhausted> {
    let relaxation = Relaxation::new(graph, state, Purpose::Loose, budget)?;
    let mut points = Vec::new();
    for exponent in [0, 60] {
        let program = relaxation.program.with_margin(exponent, LinearRow::sum_of_magnitudes);
        let margin = program.columns.len() - 1;
        let mut simplex = Simplex::new(&program);
        let ending = simplex.minimise(&[(margin, Dyadic::from_i64(-1))], &mut |_| budget.check(0))?;
        if matches!(ending, SimplexEnd::Infeasible(_)) {
            break;
        }
        points.push(rounded(graph, state, &relaxation, simplex.point()));
        if simplex.point()[margin] < 0.99 {
            break;
        }
    }
    points.push(rounded(graph, state, &relaxation, &[]));
    Ok(points)
}

/// The floats nearest to the values of columns, within their hulls; variables without a column take
/// a plain value.
fn rounded(graph: &Graph, state: &TermState, relaxation: &Relaxation, values: &[f64]) -> Point {
    let mut of_node = vec![None; graph.nodes.len()];
    for (node, &value) in relaxation.nodes.iter().zip(values) {
        if let Some(position) = node {
            of_node[*position] = Some(value);
        }
    }
    graph.variables().map(|position| variable_value(graph, state, position, of_node[position])).collect()
}

/// A value for a variable, near to the wanted one if there is one.
fn variable_value(graph: &Graph, state: &TermState, position: usize, wanted: Option<f64>) -> Value {
    match graph.nodes[position].sort {
        Sort::Bool => Value::Bool(state.truth(position).unwrap_or(false)),
        Sort::Float(format) => Value::float(within(state.hull(position), format, wanted.unwrap_or(0.0))),
        sort => Value::default_of(sort),
    }
}

/// The float of the hull nearest to a number.
fn within(hull: Hull, format: Format, wanted: f64) -> Float {
    if !hull.has_numbers() {
        return Float::quiet_nan(format, false);
    }
    let wanted = if wanted.is_nan() { 0.0 } else { wanted };
    let nearest = Float::from_f64(wanted).convert(format, Rounding::NearestEven).0;
    let largest = Hull::all_finite(format);
    let wanted = ordinal(nearest).clamp(largest.low, largest.high);
    let clamped =
        if place(hull.low) <= place(wanted) && place(wanted) <= place(hull.high) && place(wanted) == 0 {
            // Of the zeros, one that is allowed.
            if hull.high >= 0 { 0 } else { -1 }
        } else {
            wanted.clamp(hull.low, hull.high)
        };
    number(format, clamped)
}
