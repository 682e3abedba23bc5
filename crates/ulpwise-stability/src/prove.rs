//! Bounds by branch and prune: a region of inputs that proves nothing is cut in two, until its
//! parts do, or there are too many of them.

use crate::evaluate::{Knowledge, answer};
use crate::execute::Path;
use crate::form::ErrorForm;
use crate::graph::{Graph, NodeId, Op, cone};
use crate::inputs::StabilityInput;
use crate::linear;
use crate::precision::RoundingModel;
use crate::refine::share;
use crate::region::Region;
use crate::run::ExactRun;
use crate::target::is_comparison;
use ulpwise_base::Budget;
use ulpwise_float::Rounding;
use ulpwise_ir::Type;

/// The five rounding modes; which of them a model has in mind is not looked at here.
const MODES: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
    Rounding::TowardZero,
];

/// Which part of the time that is left the linear program of one region may take.
const LINEAR_PART: u32 = 240;

/// Values with more floats behind them are not worth a linear program in every region.
const LINEAR_FLOATS: usize = 32;

/// How far bounds are looked for.
#[derive(Clone, Debug)]
pub(crate) struct ProofEffort {
    pub(crate) budget: Budget,
    /// How many regions are looked at for one value.
    pub(crate) regions: usize,
    /// In which modes runs on single inputs are made.
    pub(crate) modes: Vec<Rounding>,
    /// How often linear reasoning may fail for one value; not at all if it is not used.
    pub(crate) linear: usize,
}

impl ProofEffort {
    /// All rounding modes.
    pub(crate) fn all_modes() -> Vec<Rounding> {
        MODES.to_vec()
    }
}

/// What was proven of a value on a path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProvenBound {
    /// The relative error is at most this for all inputs of the path; of a comparison zero, if it
    /// never comes out otherwise.
    pub(crate) bound: f64,
    /// How many regions it took.
    pub(crate) regions: usize,
    /// The ends of the region that is left open, as ordinals of the inputs: the error is likely to
    /// be large there.
    pub(crate) open: Vec<Vec<i128>>,
}

/// The bounds of values on a path, by one look at all its inputs.
pub(crate) fn bounds_at_once(
    graph: &Graph,
    path: &Path,
    nodes: &[NodeId],
    model: &RoundingModel,
) -> Vec<f64> {
    let mut knowledge = Knowledge::default();
    if !knowledge.look(graph, &cone(graph, nodes.iter().copied()), &path.region, model) {
        return vec![0.0; nodes.len()];
    }
    nodes.iter().map(|&node| bound_of(graph, &knowledge, node)).collect()
}

/// The bound that is known of a value.
pub(crate) fn bound_of(graph: &Graph, knowledge: &Knowledge, node: NodeId) -> f64 {
    if !is_comparison(graph, node) {
        return knowledge.get(node).form().bound();
    }
    let compared = graph.node(node);
    let Op::FloatCompare(predicate, _) = compared.op else { return 0.0 };
    let [a, b] = [0, 1].map(|at| knowledge.get(compared.operand(at)).form());
    if a.is_exact() && b.is_exact() {
        return 0.0;
    }
    // A relative error below one keeps the sign, and zero.
    let keeps_sign = |one: &ErrorForm, zero: &ErrorForm| {
        one.is_sound() && one.relative < 1.0 && zero.is_exact() && zero.computed.is_zero()
    };
    if keeps_sign(a, b) || keeps_sign(b, a) {
        return 0.0;
    }
    let same = compared.operand(0) == compared.operand(1);
    let of_truth = if a.undefined || b.undefined { None } else { answer(predicate, a.ideal, b.ideal, same) };
    match (knowledge.get(node).truth(), of_truth) {
        (Some(computed), Some(of_truth)) if computed == of_truth => 0.0,
        _ => f64::INFINITY,
    }
}

/// Proves that a value of a path is within a tolerance, if that can be done with so much effort.
/// The bound is infinite, or above the tolerance, if not.
pub(crate) fn prove(
    graph: &Graph,
    path: &Path,
    node: NodeId,
    tolerance: f64,
    model: &RoundingModel,
    effort: &ProofEffort,
) -> ProvenBound {
    let conditions = path.conditions.iter().map(|&(condition, _)| condition);
    let nodes = cone(graph, conditions.chain([node]));
    let own = cone(graph, [node]);
    let relevant: Vec<usize> = own
        .iter()
        .filter_map(
            |&id| if let Op::Input(number) = graph.node(id).op { Some(number as usize) } else { None },
        )
        .collect();
    let mut open = vec![path.region.clone()];
    let mut knowledge = Knowledge::default();
    let mut proven = ProvenBound { bound: 0.0, regions: 0, open: Vec::new() };
    let floats = nodes.iter().filter(|&&id| graph.node(id).format().is_some()).count();
    let mut linear_left = if floats <= LINEAR_FLOATS { effort.linear } else { 0 };
    while let Some(region) = open.pop() {
        proven.regions += 1;
        if !knowledge.look(graph, &nodes, &region, model) || contradicts(path, &knowledge) {
            continue;
        }
        let bound = bound_of(graph, &knowledge, node);
        if bound <= tolerance {
            proven.bound = proven.bound.max(bound);
            continue;
        }
        if linear_left > 0 {
            let limit = effort.budget.part(share(&effort.budget, LINEAR_PART));
            let linear = linear::bounds(graph, path, &region, &[node], tolerance, model, &limit);
            if linear[0] <= tolerance {
                proven.bound = proven.bound.max(linear[0]);
                continue;
            }
            linear_left -= 1;
        }
        let exhausted = proven.regions + open.len() >= effort.regions || effort.budget.check(0).is_err();
        match if exhausted { None } else { best_halves(graph, node, &own, &region, &relevant, model) } {
            Some(halves) => open.extend(halves),
            None => {
                let exact =
                    if exhausted { None } else { at_point(graph, path, node, &nodes, &region, effort) };
                proven.bound = proven.bound.max(exact.unwrap_or(bound));
                if proven.bound > tolerance {
                    let ends = [
                        |input: &StabilityInput| input.ordinals.0,
                        |input: &StabilityInput| input.ordinals.1,
                    ];
                    proven.open = ends.map(|end| region.inputs.iter().map(end).collect()).into();
                    return proven;
                }
            }
        }
    }
    proven
}

/// Whether a condition of the path cannot hold.
fn contradicts(path: &Path, knowledge: &Knowledge) -> bool {
    path.conditions.iter().any(|&(condition, holds)| knowledge.get(condition).truth() == Some(!holds))
}

/// The error of the only run there is in each mode, if all inputs are known and all of it can be
/// computed.
fn at_point(
    graph: &Graph,
    path: &Path,
    node: NodeId,
    nodes: &[NodeId],
    region: &Region,
    effort: &ProofEffort,
) -> Option<f64> {
    if region.inputs.iter().any(|input| !input.is_point() || input.special || input.error != 0.0) {
        return None;
    }
    let inputs: Vec<u128> = region.inputs.iter().map(|input| input.bits(input.ordinals.0)).collect();
    let mut run = ExactRun::default();
    let mut most = 0.0f64;
    for &mode in &effort.modes {
        run.compute(graph, nodes, &inputs, mode);
        if !run.takes(path) {
            continue;
        }
        run.find_truths(graph, nodes);
        most = most.max(match is_comparison(graph, node) {
            true => {
                if run.diverges(graph, node)? {
                    f64::INFINITY
                } else {
                    0.0
                }
            }
            false => run.error(graph, node)?.1,
        });
    }
    Some(most)
}

/// How many inputs a cut is tried at.
const TRIED_CUTS: usize = 6;

/// A region cut in two at the input where it does most. `None` if every one of the inputs has one
/// value.
fn best_halves(
    graph: &Graph,
    node: NodeId,
    own: &[NodeId],
    region: &Region,
    relevant: &[usize],
    model: &RoundingModel,
) -> Option<[Region; 2]> {
    let can_be_cut = |number: &usize| !region.inputs[*number].is_point() && !region.inputs[*number].special;
    let mut candidates: Vec<usize> = relevant.iter().copied().filter(can_be_cut).collect();
    candidates.sort_by(|&a, &b| width(&region.inputs[b]).total_cmp(&width(&region.inputs[a])));
    candidates.truncate(TRIED_CUTS);
    let mut knowledge = Knowledge::default();
    let mut best: Option<(f64, [Region; 2])> = None;
    for number in candidates {
        let halves = halves(region, number);
        let mut spread = 0.0;
        for half in &halves {
            if knowledge.look(graph, own, half, model) {
                spread += spread_of(graph, &knowledge, node);
            }
        }
        // The widest is taken where none is better.
        if best.as_ref().is_none_or(|&(least, _)| spread < least) {
            best = Some((spread, halves));
        }
    }
    best.map(|(_, halves)| halves)
}

/// How far apart the true values of a node are; of a comparison those of its operands.
fn spread_of(graph: &Graph, knowledge: &Knowledge, node: NodeId) -> f64 {
    let of = |id: NodeId| {
        let ideal = knowledge.get(id).form().ideal;
        ideal.high - ideal.low
    };
    match graph.node(node).op {
        Op::FloatCompare(..) => graph.node(node).operands().map(of).sum(),
        _ => of(node),
    }
}

fn halves(region: &Region, number: usize) -> [Region; 2] {
    let (low, high) = region.inputs[number].ordinals;
    let middle = middle(&region.inputs[number]).clamp(low, high - 1);
    let mut halves = [region.clone(), region.clone()];
    halves[0].inputs[number].ordinals = (low, middle);
    halves[1].inputs[number].ordinals = (middle + 1, high);
    halves
}

/// How wide a range is for an analysis: how far its ends are from each other, in terms of their
/// size.
fn width(input: &StabilityInput) -> f64 {
    let range = input.range();
    let size = range.high - range.low;
    let ratio = size / range.magnitude().max(f64::MIN_POSITIVE);
    // Two signs at once are the widest.
    if range.low < 0.0 && range.high > 0.0 { 2.0 + ratio } else { ratio }
}

/// Where to cut: between the signs, between ends of different size, or in the middle.
fn middle(input: &StabilityInput) -> i128 {
    let (low, high) = input.ordinals;
    let between = low + (high - low) / 2;
    let Type::Float(_) = input.ty else { return between };
    if low < 0 && high >= 0 {
        return -1;
    }
    let range = input.range();
    // The middle by value, which the middle by ordinals is not where the exponents are far apart.
    let value = range.low / 2.0 + range.high / 2.0;
    let nearest = |value: f64| {
        input
            .restricted(ulpwise_domain::Interval::new(f64::NEG_INFINITY, value))
            .map(|below| below.ordinals.1)
    };
    match range.mignitude() > 0.0 && range.magnitude() / range.mignitude() > 8.0 {
        true => between,
        false => nearest(value).unwrap_or(between),
    }
}
