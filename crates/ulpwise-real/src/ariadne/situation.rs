//! A query on the way to a model: what is fixed for good ([`Problem`]), and what was decided so far
//! ([`Situation`]).
//!
//! Decisions narrow the hulls of the linear engine's propagation, which computes every term of
//! known operands in floats, with rounding. So the reals only ever stand for what is not decided
//! yet, and a decision that contradicts the floats is seen at once.

use super::sets::RealSet;
use crate::graph::Graph;
use crate::hull::Hull;
use crate::state::{Conflict, TermState};
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_expr::{AppliedValue, Op, OpKind, Sort, Value, apply};
use ulpwise_float::Float;
use ulpwise_solver::Libm;

/// The terms of a query and what they stand on.
pub(crate) struct Problem<'a> {
    pub(crate) graph: Graph,
    /// Whether the float at a position is free: a variable, or the float that a variable encodes.
    is_input: Vec<bool>,
    pub(crate) libm: Option<&'a Libm<'a>>,
}

impl<'a> Problem<'a> {
    pub(crate) fn new(graph: Graph, libm: Option<&'a Libm<'a>>) -> Problem<'a> {
        let is_input = (0..graph.nodes.len()).map(|position| is_free_float(&graph, position)).collect();
        Problem { graph, is_input, libm }
    }

    pub(crate) fn is_input(&self, position: usize) -> bool {
        self.is_input[position]
    }

    /// What an operation delivers for these operands, those that are no floats included.
    pub(crate) fn apply(&self, op: Op, operands: &[Value]) -> Option<Value> {
        if let (Op::Libm(function), Some(libm)) = (op, self.libm) {
            let rounding = operands.first()?.as_rounding()?;
            let arguments: Option<Vec<Float>> = operands[1..].iter().map(as_float).collect();
            return libm(function, rounding, &arguments?).map(Value::float);
        }
        match apply(op, &operands.iter().collect::<Vec<_>>()) {
            AppliedValue::Value(value) => Some(value),
            _ => None,
        }
    }
}

fn as_float(value: &Value) -> Option<Float> {
    match value {
        Value::Float(datum) => Some(*datum),
        _ => None,
    }
}

fn is_free_float(graph: &Graph, position: usize) -> bool {
    let node = &graph.nodes[position];
    match (node.op.kind(), &node.children[..]) {
        (OpKind::Variable, _) => graph.format(position).is_some(),
        (OpKind::FpFromBits, &[bits]) => graph.nodes[bits].op.kind() == OpKind::Variable,
        _ => false,
    }
}

/// Something that was decided about terms which are not free.
#[derive(Clone, Debug)]
pub(crate) enum Assumption {
    /// The float lies here.
    Within(usize, RealSet),
    /// The first float is not above the second.
    NotAbove(usize, usize),
}

/// What was decided so far.
#[derive(Clone, Debug)]
pub(crate) struct Situation {
    pub(crate) state: TermState,
    /// Whether the term at a position has a value that follows from those of its operands, and not
    /// only one that it has to have.
    is_computed: Vec<bool>,
    pub(crate) assumptions: Vec<Assumption>,
    /// Which operand a minimum or a maximum delivers; and for a claim that something is NaN, the
    /// claim itself once it is decided why.
    pub(crate) settled: BTreeMap<usize, usize>,
}

/// One way to go on.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// A term is true or false.
    Truth(usize, bool),
    /// Floats lie in hulls, and with them a claim is settled, if there is one.
    Narrow(Vec<(usize, Hull)>, Option<usize>),
    /// A free float has this value.
    Value(usize, Float),
    /// The least or greatest at the first position is the operand at the second; `not_above` says
    /// what that means.
    Select {
        /// The minimum or maximum.
        position: usize,
        /// The operand that it delivers.
        operand: usize,
        /// The lower operand, then the higher one.
        not_above: (usize, usize),
    },
}

impl Situation {
    pub(crate) fn new(state: TermState) -> Situation {
        Situation { state, is_computed: Vec::new(), assumptions: Vec::new(), settled: BTreeMap::new() }
    }

    /// The situation after a choice.
    pub(crate) fn after(&self, problem: &Problem<'_>, choice: &Choice) -> Result<Situation, Conflict> {
        let mut next = self.clone();
        match choice {
            Choice::Truth(position, truth) => next.state.set(*position, *truth)?,
            Choice::Value(position, value) => next.state.narrow(*position, Hull::point(*value))?,
            Choice::Narrow(hulls, claim) => {
                for &(position, hull) in hulls {
                    next.state.narrow(position, hull)?;
                    let format = problem.graph.format(position).filter(|_| !problem.is_input(position));
                    if let Some(format) = format {
                        next.assumptions.push(Assumption::Within(position, RealSet::of_hull(hull, format)));
                    }
                }
                next.settled.extend(claim.map(|claim| (claim, claim)));
            }
            Choice::Select { position, operand, not_above } => {
                next.settled.insert(*position, *operand);
                next.assumptions.push(Assumption::NotAbove(not_above.0, not_above.1));
            }
        }
        Ok(next)
    }

    /// Draws conclusions, libm functions of known arguments included.
    ///
    /// # Errors
    /// If the budget ends. The inner error is a conflict.
    pub(crate) fn propagate(
        &mut self,
        problem: &Problem<'_>,
        budget: &Budget,
    ) -> Result<Result<(), Conflict>, Exhausted> {
        loop {
            if self.state.propagate(&problem.graph, budget)?.is_err() {
                return Ok(Err(Conflict));
            }
            match self.apply_libm(problem) {
                Ok(true) => {}
                Ok(false) => {
                    self.note_computed(problem);
                    return Ok(Ok(()));
                }
                Err(Conflict) => return Ok(Err(Conflict)),
            }
        }
    }

    /// Computes libm functions whose arguments are known; returns whether that is new.
    fn apply_libm(&mut self, problem: &Problem<'_>) -> Result<bool, Conflict> {
        let mut is_new = false;
        for (position, node) in problem.graph.nodes.iter().enumerate() {
            if !matches!(node.op, Op::Libm(_)) {
                continue;
            }
            let before = self.state.hull(position);
            let operands: Option<Vec<Value>> =
                node.children.iter().map(|&child| self.state.value(&problem.graph, child)).collect();
            let value = operands.and_then(|operands| problem.apply(node.op, &operands));
            if let Some(Value::Float(datum)) = value {
                self.state.narrow(position, Hull::point(datum))?;
                is_new |= self.state.hull(position) != before;
            }
        }
        Ok(is_new)
    }

    /// Works out which terms have values that follow from those of free floats.
    fn note_computed(&mut self, problem: &Problem<'_>) {
        let graph = &problem.graph;
        let mut is_computed = Vec::with_capacity(graph.nodes.len());
        for (position, node) in graph.nodes.iter().enumerate() {
            let follows = match (node.op.kind(), &node.children[..]) {
                _ if node.constant.is_some() || problem.is_input(position) => true,
                (OpKind::Variable, _) => node.sort == Sort::Bool,
                (OpKind::Ite, &[condition, then, otherwise]) => {
                    let taken = if self.state.truth(condition) == Some(true) { then } else { otherwise };
                    is_computed[condition] && is_computed[taken]
                }
                (_, children) => children.iter().all(|&child| is_computed[child]),
            };
            is_computed.push(follows && self.state.value(graph, position).is_some());
        }
        self.is_computed = is_computed;
    }

    /// The float at a position, if it is known.
    pub(crate) fn known_float(&self, problem: &Problem<'_>, position: usize) -> Option<Float> {
        if !self.is_computed[position] {
            return None;
        }
        match self.state.value(&problem.graph, position) {
            Some(Value::Float(datum)) => Some(datum),
            _ => None,
        }
    }
}
