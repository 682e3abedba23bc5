//! Whether a point is a model, by the reference evaluator.

use crate::candidate::Point;
use crate::graph::Graph;
use crate::repair::Repair;
use ulpwise_expr::{Model, Tape, Term, TermStore, Value};
use ulpwise_solver::Libm;

/// The assertions of a query, ready to be evaluated many times.
pub(crate) struct Checker<'a> {
    tape: Tape,
    /// The local search around points that are none.
    pub(crate) repair: Repair,
    variables: Vec<Term>,
    libm: Option<&'a Libm<'a>>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        store: &TermStore,
        graph: &Graph,
        assertions: &[Term],
        libm: Option<&'a Libm<'a>>,
    ) -> Checker<'a> {
        let variables = graph.variables().map(|position| graph.nodes[position].term).collect();
        Checker { tape: Tape::new(store, assertions), repair: Repair::new(store, graph), variables, libm }
    }

    /// The point as a model.
    fn model(&self, point: &Point) -> Model {
        let mut model = Model::new();
        for (&variable, value) in self.variables.iter().zip(point) {
            model.set(variable, value.clone());
        }
        model
    }

    /// The point as a model, if all assertions hold there.
    pub(crate) fn check(&self, point: &Point) -> Option<Model> {
        let model = self.model(point);
        let values = match self.libm {
            Some(libm) => self.tape.evaluate(&model.with_libm(libm)),
            None => self.tape.evaluate(&model),
        };
        let holds = values.ok()?.iter().all(|value| *value == Value::Bool(true));
        holds.then_some(model)
    }
}
