//! Looks for runs that lose precision: inputs of a path, by chance at first and then near the worst
//! ones found.
//!
//! What holds: a find is a run of the program, computed exactly, with an error of at least what is
//! reported.

use crate::execute::Path;
use crate::graph::{Graph, NodeId, cone};
use crate::inputs::{StabilityInput, to_f64};
use crate::run::ExactRun;
use crate::target::{StabilityTarget, is_comparison};
use crate::trace::{TraceStep, trace};
use crate::truth::TrueValue;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_float::Rounding;
use ulpwise_ir::{FloatFormat, Type};

/// A run that loses precision.
#[derive(Clone, Debug, PartialEq)]
pub struct UnstableRun {
    /// The bits of the inputs.
    pub inputs: Vec<u128>,
    /// The rounding mode.
    pub rounding: Rounding,
    /// The relative error of the value, at least; infinite if there is no true value near. Of a
    /// comparison that comes out otherwise infinite.
    pub error: f64,
    /// The format and bits that are computed; `None` of a comparison.
    pub computed: Option<(FloatFormat, u128)>,
    /// The true value, if there is one.
    pub truth: Option<TrueValue>,
    /// The operations that it comes of, in the order in which they are carried out, the last one
    /// its own.
    pub trace: Vec<TraceStep>,
    /// The bits of what the function returns.
    pub returned: Vec<Option<u128>>,
}

impl UnstableRun {
    /// Whether the value is infinite or no number, and the true one is a number.
    pub fn is_infinite(&self) -> bool {
        let is_number = |(format, bits)| ulpwise_interp::number::float::exact(format, bits).is_finite();
        self.truth.is_some() && self.computed.is_some_and(|computed| !is_number(computed))
    }
}

/// How hard to look.
#[derive(Clone, Debug)]
pub(crate) struct SearchEffort {
    pub(crate) budget: Budget,
    /// How many inputs are tried on a path.
    pub(crate) tries: usize,
    pub(crate) seed: u64,
    pub(crate) modes: Vec<Rounding>,
    /// Where to look first: ordinals of the inputs.
    pub(crate) hints: Vec<Vec<i128>>,
    /// Whether only runs count in which a value is infinite or no number, and the true one is a
    /// number.
    pub(crate) infinite: bool,
}

/// Looks for runs along a path in which one of the targets has a larger error than is tolerated.
pub(crate) fn search(
    graph: &Graph,
    path: &Path,
    targets: &[StabilityTarget],
    tolerance: f64,
    effort: &SearchEffort,
) -> BTreeMap<StabilityTarget, UnstableRun> {
    let mut seeker = RunSearch::new(graph, path, targets, tolerance, effort);
    seeker.look_around();
    seeker.climb();
    seeker.found
}

/// How inputs are worse than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Measure {
    /// By the error, or how near a comparison is to its turning point.
    Error,
    /// By how large a value is: the next one may be infinite.
    Large,
    /// By how small it is: little is left of what it is the difference of.
    Small,
}

impl Measure {
    const ALL: [Measure; 3] = [Measure::Error, Measure::Large, Measure::Small];
}

/// Inputs, and how bad they are.
#[derive(Clone, Debug)]
struct WorstInputs {
    score: f64,
    ordinals: Vec<i128>,
    mode: Rounding,
}

struct RunSearch<'a> {
    graph: &'a Graph,
    path: &'a Path,
    effort: &'a SearchEffort,
    tolerance: f64,
    /// What is looked for, with its values.
    open: Vec<(StabilityTarget, Vec<NodeId>)>,
    /// What all of it is computed from, operands first.
    nodes: Vec<NodeId>,
    random: SplitMix64,
    run: ExactRun,
    found: BTreeMap<StabilityTarget, UnstableRun>,
    /// The worst inputs so far for each target and each way of being so, by their scores.
    worst: BTreeMap<(StabilityTarget, Measure), WorstInputs>,
    /// Numbers that the path computes with.
    constants: Vec<f64>,
    tries: usize,
}

impl<'a> RunSearch<'a> {
    fn new(
        graph: &'a Graph,
        path: &'a Path,
        targets: &[StabilityTarget],
        tolerance: f64,
        effort: &'a SearchEffort,
    ) -> RunSearch<'a> {
        let open: Vec<_> = targets
            .iter()
            .map(|&target| (target, target.nodes(path)))
            .filter(|(_, nodes)| !nodes.is_empty())
            .collect();
        let wanted = open.iter().flat_map(|(_, nodes)| nodes.iter().copied());
        let conditions = path.conditions.iter().map(|&(condition, _)| condition);
        let nodes = cone(graph, wanted.chain(conditions).chain(path.returned.iter().copied()));
        let constants = nodes.iter().filter_map(|&id| {
            let node = graph.node(id);
            let (bits, format) = (graph.constant_bits(id)?, node.format()?);
            Some(to_f64(format, bits, Rounding::NearestEven)).filter(|value| value.is_finite())
        });
        let mut constants: Vec<f64> = constants.collect();
        constants.truncate(64);
        RunSearch {
            graph,
            path,
            effort,
            tolerance,
            open,
            nodes,
            random: SplitMix64::new(effort.seed),
            run: ExactRun::default(),
            found: BTreeMap::new(),
            worst: BTreeMap::new(),
            constants,
            tries: 0,
        }
    }

    fn is_over(&self) -> bool {
        self.open.is_empty() || self.tries >= self.effort.tries || self.effort.budget.check(0).is_err()
    }

    /// Ends of ranges, and inputs by chance.
    fn look_around(&mut self) {
        let inputs = &self.path.region.inputs;
        let corners = 1usize << inputs.len().min(6);
        let share = self.effort.tries / 4;
        for hint in &self.effort.hints {
            for &mode in &self.effort.modes {
                self.try_out(hint, mode);
            }
        }
        for corner in 0..corners {
            let ordinals = inputs.iter().enumerate().map(|(at, input)| {
                if corner >> (at % 6) & 1 == 1 { input.ordinals.1 } else { input.ordinals.0 }
            });
            let ordinals: Vec<i128> = ordinals.collect();
            for mode in self.effort.modes.clone() {
                self.try_out(&ordinals, mode);
            }
        }
        while self.tries < share.max(64) && !self.is_over() {
            let ordinals = self.by_chance();
            let mode = *self.random.choose(&self.effort.modes);
            self.try_out(&ordinals, mode);
        }
    }

    fn by_chance(&mut self) -> Vec<i128> {
        let kind = self.random.below(5);
        let mut ordinals: Vec<i128> = Vec::new();
        for at in 0..self.path.region.inputs.len() {
            let input = &self.path.region.inputs[at];
            let ordinal = match kind {
                // As another input of the same type: differences of these vanish.
                0 if at > 0 && self.random.below(2) == 0 => {
                    let other = ordinals[self.random.below(at as u64) as usize];
                    other.clamp(input.ordinals.0, input.ordinals.1)
                }
                1 => by_ordinal(&mut self.random, input),
                2 if !self.constants.is_empty() && self.random.below(2) == 0 => {
                    let constant = *self.random.choose(&self.constants);
                    ordinal_of(input, constant).unwrap_or_else(|| by_value(&mut self.random, input))
                }
                _ => by_value(&mut self.random, input),
            };
            ordinals.push(ordinal);
        }
        ordinals
    }

    /// Goes from the worst inputs of each target to worse ones nearby.
    fn climb(&mut self) {
        while !self.is_over() {
            let targets: Vec<StabilityTarget> = self.open.iter().map(|(target, _)| *target).collect();
            for (target, way) in targets.into_iter().flat_map(|target| Measure::ALL.map(|way| (target, way)))
            {
                for _ in 0..8 {
                    if self.is_over() {
                        return;
                    }
                    let known = self.worst.get(&(target, way)).cloned();
                    let (ordinals, mode) = match known {
                        Some(WorstInputs { ordinals, mode, .. }) => self.nearby(ordinals, mode),
                        None => (self.by_chance(), *self.random.choose(&self.effort.modes)),
                    };
                    self.try_out(&ordinals, mode);
                }
            }
        }
    }

    fn nearby(&mut self, mut ordinals: Vec<i128>, mode: Rounding) -> (Vec<i128>, Rounding) {
        if ordinals.is_empty() {
            return (ordinals, *self.random.choose(&self.effort.modes));
        }
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(ordinals.len() as u64) as usize;
            let input = &self.path.region.inputs[at];
            let (low, high) = input.ordinals;
            let span = (high - low).max(1).unsigned_abs();
            let bits = 128 - span.leading_zeros();
            let step = (self.random.next_u64() as u128
                & (u128::MAX >> (128 - self.random.below(u64::from(bits)) as u32).clamp(1, 127)))
                as i128;
            let step = if self.random.below(2) == 0 { step } else { -step };
            ordinals[at] = match self.random.below(16) {
                0 => by_value(&mut self.random, input),
                1 if ordinals.len() > 1 => {
                    let other = self.random.below(ordinals.len() as u64) as usize;
                    ordinals[other].clamp(low, high)
                }
                _ => ordinals[at].saturating_add(step).clamp(low, high),
            };
        }
        let mode = if self.random.below(8) == 0 { *self.random.choose(&self.effort.modes) } else { mode };
        (ordinals, mode)
    }

    /// Runs the path on inputs, and keeps what it comes to.
    fn try_out(&mut self, ordinals: &[i128], mode: Rounding) {
        self.tries += 1;
        let inputs: Vec<u128> = self
            .path
            .region
            .inputs
            .iter()
            .zip(ordinals)
            .map(|(input, &ordinal)| input.bits(ordinal))
            .collect();
        let listed = self
            .path
            .region
            .inputs
            .iter()
            .zip(&inputs)
            .all(|(input, &bits)| input.listed.as_ref().is_none_or(|listed| listed.contains(&bits)));
        self.run.compute(self.graph, &self.nodes, &inputs, mode);
        if !listed || !self.run.takes(self.path) {
            return;
        }
        self.run.find_truths(self.graph, &self.nodes);
        let mut done = Vec::new();
        for (target, nodes) in &self.open {
            for way in Measure::ALL {
                let scores = nodes.iter().filter_map(|&node| Some((self.score(node, way)?, node)));
                let Some((score, node)) = scores.max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
                let is_found = match self.effort.infinite {
                    true => way == Measure::Large && self.run.is_lost(self.graph, node),
                    false => way == Measure::Error && score > self.tolerance && self.is_find(node),
                };
                if is_found {
                    done.push((*target, self.find(*target, node, &inputs, mode)));
                    break;
                }
                if self.worst.get(&(*target, way)).is_none_or(|other| score > other.score) {
                    self.worst
                        .insert((*target, way), WorstInputs { score, ordinals: ordinals.to_vec(), mode });
                }
            }
        }
        for (target, find) in done {
            self.open.retain(|(open, _)| *open != target);
            self.found.insert(target, find);
        }
    }

    /// How near a value is to what is looked for: its error, below zero how far the operands of a
    /// comparison are from each other, or its size.
    fn score(&self, node: NodeId, way: Measure) -> Option<f64> {
        if is_comparison(self.graph, node) {
            return (way == Measure::Error).then(|| self.closeness(node)).flatten();
        }
        let size = || {
            Some(to_f64(self.graph.node(node).format()?, self.run.bits(node)?, Rounding::NearestEven).abs())
        };
        match way {
            Measure::Error => Some(self.run.error(self.graph, node)?.0),
            // What has no true value is no step on the way to what has one.
            Measure::Large => size().filter(|size| size.is_finite() || self.run.truth(node).is_some()),
            // Zero itself is no step on the way to it.
            Measure::Small => size().filter(|&size| size > 0.0).map(|size| -size),
        }
    }

    fn closeness(&self, node: NodeId) -> Option<f64> {
        if self.run.diverges(self.graph, node)? {
            return Some(f64::INFINITY);
        }
        let compared = self.graph.node(node);
        let value = |at: usize| Some(self.run.truth(compared.operand(at))?.nearest());
        let (a, b) = (value(0)?, value(1)?);
        Some(-((a - b).abs() / (a.abs() + b.abs()).max(f64::MIN_POSITIVE)).min(1.0))
    }

    fn is_find(&self, node: NodeId) -> bool {
        !is_comparison(self.graph, node) || self.run.diverges(self.graph, node) == Some(true)
    }

    fn find(
        &self,
        target: StabilityTarget,
        node: NodeId,
        inputs: &[u128],
        rounding: Rounding,
    ) -> UnstableRun {
        let trace = trace(self.graph, self.path, &self.run, (target, node), self.tolerance);
        let computed = match self.graph.node(node).ty {
            Type::Float(format) => self.run.bits(node).map(|bits| (format, bits)),
            _ => None,
        };
        UnstableRun {
            inputs: inputs.to_vec(),
            rounding,
            error: self.run.error(self.graph, node).map_or(f64::INFINITY, |(least, _)| least),
            computed,
            truth: self.run.truth(node),
            trace,
            returned: self.path.returned.iter().map(|&node| self.run.bits(node)).collect(),
        }
    }
}

/// Some ordinal of an input.
pub(crate) fn by_ordinal(random: &mut SplitMix64, input: &StabilityInput) -> i128 {
    let (low, high) = input.ordinals;
    let span = (high - low).unsigned_abs() + 1;
    let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    low + (wide % span) as i128
}

/// The ordinal of some number of the range, all being as likely.
pub(crate) fn by_value(random: &mut SplitMix64, input: &StabilityInput) -> i128 {
    let Type::Float(_) = input.ty else { return by_ordinal(random, input) };
    let range = input.range();
    let share = random.next_u64() as f64 / u64::MAX as f64;
    let value = range.low * (1.0 - share) + range.high * share;
    ordinal_of(input, value).unwrap_or_else(|| by_ordinal(random, input))
}

/// The ordinal of the number nearest to a value, if the input may have it.
fn ordinal_of(input: &StabilityInput, value: f64) -> Option<i128> {
    let Type::Float(format) = input.ty else { return input.ordinal(input.bits(value as i128)) };
    let target = format.exact_format();
    let (near, _) = ulpwise_float::Float::from_f64(value).convert(target, Rounding::NearestEven);
    input.ordinal(near.to_bits())
}
