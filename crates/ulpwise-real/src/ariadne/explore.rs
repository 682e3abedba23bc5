//! The way through the choices: depth first, with limits, again and again in another order.
//!
//! Every dead end, where values for all contradict an assertion or no value for the next variable
//! is left, is one concretization that was tried. A round gives up after some of them, because the
//! first choices of a round are rarely taken back otherwise; the next round makes other ones.

use super::decide::{Chooser, DecisionStep};
use super::foreign::fix_foreign;
use super::situation::{Choice, Problem, Situation};
use crate::graph::Graph;
use crate::hull::Hull;
use crate::state::TermState;
use std::collections::BTreeSet;
use ulpwise_base::{Budget, Exhausted, SplitMix64};
use ulpwise_expr::{BitVector, Model, OpKind, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format};
use ulpwise_solver::{Bounds, Libm};

/// Dead ends after which a round gives up.
const DEAD_ENDS_PER_ROUND: u64 = 40;

/// What the engine did, for its statistics.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ExplorationCounts {
    pub(crate) rounds: u64,
    pub(crate) decisions: u64,
    pub(crate) concretizations: u64,
    pub(crate) candidates: u64,
}

/// How an exploration ended.
pub(crate) enum Explored {
    /// A model, evaluated.
    Model(Model),
    /// Everything that could be tried was tried, or as much as is allowed.
    Nothing,
}

/// A query to explore.
pub(crate) struct Explorer<'a> {
    graph: Graph,
    tape: Tape,
    constants: Vec<Float>,
    bounds: Option<&'a Bounds>,
    libm: Option<&'a Libm<'a>>,
}

/// A situation with the choices that are left to try in it.
struct Frame {
    situation: Situation,
    choices: std::vec::IntoIter<Choice>,
}

/// How a round ended.
enum Round {
    Model(Model),
    /// Another round may choose otherwise.
    Unlucky,
    /// Another round would do the same.
    Exhausted,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        store: &TermStore,
        graph: Graph,
        assertions: &[Term],
        bounds: Option<&'a Bounds>,
        libm: Option<&'a Libm<'a>>,
    ) -> Explorer<'a> {
        let constants: BTreeSet<(Format, i128)> = graph
            .nodes
            .iter()
            .filter_map(|node| match node.constant {
                Some(Value::Float(datum)) if datum.is_finite() => {
                    Some((datum.format(), crate::hull::ordinal(datum)))
                }
                _ => None,
            })
            .collect();
        let constants =
            constants.into_iter().map(|(format, ordinal)| crate::hull::number(format, ordinal)).collect();
        Explorer { tape: Tape::new(store, assertions), graph, constants, bounds, libm }
    }

    /// Looks for a model over at most `max_concretizations` dead ends.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn explore(
        &self,
        seed: u64,
        max_concretizations: u64,
        counts: &mut ExplorationCounts,
        budget: &Budget,
    ) -> Result<Explored, Exhausted> {
        let limit = counts.concretizations.saturating_add(max_concretizations);
        let mut number = 0;
        while counts.concretizations < limit {
            let random = SplitMix64::new(seed.wrapping_add(number));
            let end = limit.min(counts.concretizations + DEAD_ENDS_PER_ROUND);
            match self.round(random, number == 0, end, counts, budget)? {
                Round::Model(model) => return Ok(Explored::Model(model)),
                Round::Unlucky => {}
                Round::Exhausted => return Ok(Explored::Nothing),
            }
            number += 1;
        }
        Ok(Explored::Nothing)
    }

    fn round(
        &self,
        mut random: SplitMix64,
        is_first_attempt: bool,
        limit: u64,
        counts: &mut ExplorationCounts,
        budget: &Budget,
    ) -> Result<Round, Exhausted> {
        counts.rounds += 1;
        let mut graph = self.graph.clone();
        let mut is_sample = fix_foreign(&mut graph, self.bounds, &mut random, is_first_attempt);
        let before = counts.concretizations;
        let problem = Problem::new(graph, self.libm);
        let unlucky = |is_sample: bool, counts: &mut ExplorationCounts| {
            // A round without dead ends counts as one, so that rounds come to an end.
            counts.concretizations = counts.concretizations.max(before + 1);
            if is_sample { Round::Unlucky } else { Round::Exhausted }
        };
        let Ok(state) = TermState::new(&problem.graph, self.bounds) else {
            return Ok(unlucky(is_sample, counts));
        };
        let mut chooser = Chooser { problem: &problem, constants: &self.constants, random, is_first_attempt };
        let mut stack: Vec<Frame> = Vec::new();
        let mut next = Some(Situation::new(state));
        while counts.concretizations < limit {
            budget.check(counts.decisions)?;
            let Some(mut situation) = next.take() else {
                let Some(frame) = stack.last_mut() else { return Ok(unlucky(is_sample, counts)) };
                match frame.choices.next() {
                    Some(choice) => next = frame.situation.after(&problem, &choice).ok(),
                    None => {
                        counts.concretizations += 1;
                        stack.pop();
                    }
                }
                continue;
            };
            counts.decisions += 1;
            if situation.propagate(&problem, budget)?.is_err() {
                continue;
            }
            match chooser.step(&situation, budget)? {
                DecisionStep::Decide { choices, is_sample: others } => {
                    is_sample |= others;
                    stack.push(Frame { situation, choices: choices.into_iter() });
                }
                DecisionStep::Complete => {
                    counts.candidates += 1;
                    if let Some(model) = self.model(&problem, &situation) {
                        return Ok(Round::Model(model));
                    }
                    counts.concretizations += 1;
                }
            }
        }
        Ok(if is_sample { Round::Unlucky } else { Round::Exhausted })
    }

    /// The values that were decided, and plain ones for what is left, if all assertions hold with
    /// them.
    fn model(&self, problem: &Problem<'_>, situation: &Situation) -> Option<Model> {
        let mut model = Model::new();
        for (position, node) in problem.graph.nodes.iter().enumerate() {
            if problem.is_input(position) {
                let float = plain_value(situation.state.hull(position), problem.graph.format(position)?);
                match (node.op.kind(), &node.children[..]) {
                    (OpKind::FpFromBits, &[bits]) => {
                        let width = float.format().width();
                        let encoding = Value::BitVec(BitVector::from_u128(width, float.to_bits()));
                        model.set(problem.graph.nodes[bits].term, encoding);
                    }
                    _ => model.set(node.term, Value::float(float)),
                }
            } else if node.op.kind() == OpKind::Variable {
                match (node.sort, &node.constant) {
                    (Sort::Bool, _) => {
                        model.set(node.term, Value::Bool(situation.state.truth(position) == Some(true)));
                    }
                    (_, Some(value)) => model.set(node.term, value.clone()),
                    // Bits that encode a float come with it.
                    _ => {}
                }
            }
        }
        let values = match self.libm {
            Some(libm) => self.tape.evaluate(&model.with_libm(libm)),
            None => self.tape.evaluate(&model),
        };
        let holds = values.ok()?.iter().all(|value| *value == Value::Bool(true));
        holds.then_some(model)
    }
}

/// A float of a hull: one if it is there, else zero, else the end that is nearest to them.
fn plain_value(hull: Hull, format: Format) -> Float {
    if !hull.has_numbers() {
        return Float::quiet_nan(format, false);
    }
    let [one, zero] = [Float::one(format, false), Float::zero(format, false)].map(crate::hull::ordinal);
    let is_in = |ordinal: &i128| (hull.low..=hull.high).contains(ordinal);
    let plain = [one, zero].into_iter().find(is_in).unwrap_or_else(|| zero.clamp(hull.low, hull.high));
    crate::hull::number(format, plain)
}
