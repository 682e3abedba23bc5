//! A short local search in ulps around a point that is nearly a model.
//!
//! Points of the relaxation miss models by rounding errors. Variables are moved one at a time, by
//! steps in the order of floats that grow from one ulp, as long as the literals that are to hold
//! come closer to holding. It is a descent: where no single move helps, it ends.

use crate::candidate::Point;
use crate::graph::Graph;
use crate::hull::{Hull, number, ordinal, place};
use crate::state::TermState;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{Model, Op, Tape, Term, TermStore, Value};
use ulpwise_float::Float;

/// Steps are powers of two up to this one.
const LARGEST_STEP: u32 = 24;
/// Passes over all variables.
const MAX_PASSES: usize = 12;
/// Operations evaluated in one repair, at most.
const MAX_OPERATIONS: usize = 2_000_000;
/// What a NaN costs where a number is needed: more than any distance.
const COST_OF_NAN: f64 = 200.0;

/// The comparisons of a query, ready to be evaluated many times.
pub(crate) struct Repair {
    tape: Tape,
    /// Positions of the comparisons, in the order of their operands on the tape.
    literals: Vec<usize>,
    variables: Vec<Term>,
}

impl Repair {
    pub(crate) fn new(store: &TermStore, graph: &Graph) -> Repair {
        let literals: Vec<usize> = (0..graph.nodes.len()).filter(|&p| graph.is_comparison(p)).collect();
        let operands: Vec<Term> = literals
            .iter()
            .flat_map(|&literal| graph.nodes[literal].children.iter().map(|&child| graph.nodes[child].term))
            .collect();
        let variables = graph.variables().map(|position| graph.nodes[position].term).collect();
        Repair { tape: Tape::new(store, &operands), literals, variables }
    }

    /// A point near the given one at which all comparisons have the truth values of the state;
    /// `None` if none was found.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn repaired(
        &self,
        graph: &Graph,
        state: &TermState,
        mut point: Point,
        budget: &Budget,
    ) -> Result<Option<Point>, Exhausted> {
        let mut model = Model::new();
        for (&variable, value) in self.variables.iter().zip(&point) {
            model.set(variable, value.clone());
        }
        let Some(mut cost) = self.cost(graph, state, &model) else { return Ok(None) };
        let hulls: Vec<Hull> = graph.variables().map(|position| state.hull(position)).collect();
        let mut evaluations = MAX_OPERATIONS / graph.nodes.len().max(1);
        for _ in 0..MAX_PASSES {
            let before = cost;
            for index in 0..point.len() {
                let Value::Float(mut best) = point[index] else { continue };
                for moved in moves(best, hulls[index]) {
                    budget.check(0)?;
                    if evaluations == 0 {
                        return Ok(None);
                    }
                    evaluations -= 1;
                    model.set(self.variables[index], Value::float(moved));
                    match self.cost(graph, state, &model) {
                        Some(lower) if lower < cost => (best, cost) = (moved, lower),
                        _ => {}
                    }
                }
                point[index] = Value::float(best);
                model.set(self.variables[index], point[index].clone());
                if cost == 0.0 {
                    return Ok(Some(point));
                }
            }
            if cost >= before {
                break;
            }
        }
        Ok(None)
    }

    /// How far all literals together are from holding; zero if they hold.
    fn cost(&self, graph: &Graph, state: &TermState, model: &Model) -> Option<f64> {
        let values = self.tape.evaluate(model).ok()?;
        let mut sum = 0.0;
        for (pair, &literal) in values.chunks_exact(2).zip(&self.literals) {
            let ([Value::Float(x), Value::Float(y)], Some(truth)) = (pair, state.truth(literal)) else {
                continue;
            };
            sum += distance(graph.nodes[literal].op, truth, *x, *y);
        }
        Some(sum)
    }
}

/// The floats that a variable is moved to.
fn moves(from: Float, hull: Hull) -> impl Iterator<Item = Float> {
    let steps = (0..=LARGEST_STEP).flat_map(|exponent| [1i128 << exponent, -(1i128 << exponent)]);
    let start = (!from.is_nan()).then(|| ordinal(from));
    let targets = start.into_iter().flat_map(move |start| steps.clone().map(move |step| start + step));
    let within = targets.filter(move |target| (hull.low..=hull.high).contains(target));
    within.map(move |target| number(from.format(), target))
}

/// How far a comparison is from having this truth value, by the logarithm of the number of floats
/// in between.
fn distance(op: Op, truth: bool, x: Float, y: Float) -> f64 {
    let holds = match op {
        Op::FpLt => x.compares_less(y),
        Op::FpLeq => x.compares_less_equal(y),
        Op::FpEq => x.compares_equal(y),
        _ => Value::float(x) == Value::float(y),
    };
    if holds == truth {
        return 0.0;
    }
    if x.is_nan() || y.is_nan() {
        return COST_OF_NAN;
    }
    let between = (place(ordinal(x)) - place(ordinal(y))).unsigned_abs() as f64;
    1.0 + between.ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_expr::Sort;
    use ulpwise_float::{Format, Rounding};

    #[test]
    fn a_point_that_misses_by_some_ulps_is_moved_to_a_model() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F32));
        let y = store.variable("y", Sort::Float(Format::F32));
        let mode = store.rounding(Rounding::NearestEven);
        let three = store.float(Float::from_f32(3.0));
        let product = store.fp_mul(mode, x, three);
        let wanted = store.float(Float::from_f32(3.0 * 0.1));
        let small = store.float(Float::from_f32(1e-6));
        let assertions = [store.fp_eq(product, wanted), store.fp_lt(y, small)];
        let graph = Graph::new(&store, &assertions);
        let state = TermState::new(&graph, None).unwrap();
        let repair = Repair::new(&store, &graph);
        let start: Point = [0.100_000_4f32, 2e-6].map(|value| Value::float(Float::from_f32(value))).into();
        let budget = Budget::unlimited();
        let point =
            repair.repaired(&graph, &state, start.clone(), &budget).unwrap().expect("a model is near");
        let mut model = Model::new();
        for (&variable, value) in repair.variables.iter().zip(&point) {
            model.set(variable, value.clone());
        }
        assert_eq!(repair.cost(&graph, &state, &model), Some(0.0));
        assert!(point != start);
        // From a NaN no step leads anywhere.
        let lost: Point = vec![Value::float(Float::quiet_nan(Format::F32, false)), start[1].clone()];
        assert_eq!(repair.repaired(&graph, &state, lost, &budget), Ok(None));
    }
}
