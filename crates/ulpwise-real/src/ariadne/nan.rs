//! Why something is NaN: the operations at or below it that can be invalid.

use super::situation::{Choice, Problem, Situation};
use crate::hull::{Hull, ordinal};
use std::collections::BTreeSet;
use ulpwise_expr::Op;
use ulpwise_externals::ArgumentSet;
use ulpwise_float::{Float, Format, Rounding};

/// At most so many reasons are looked at.
const MAX_REASONS: usize = 24;

/// The reasons for a claim that something is NaN and for which no reason was chosen yet; `None` if
/// there is no such claim.
pub(crate) fn open_claim(problem: &Problem<'_>, situation: &Situation) -> Option<Vec<Choice>> {
    let graph = &problem.graph;
    let claim = (0..graph.nodes.len()).find(|position| {
        graph.nodes[*position].op == Op::FpIsNan
            && situation.state.truth(*position) == Some(true)
            && !situation.settled.contains_key(position)
            && !problem.is_input(graph.nodes[*position].children[0])
    })?;
    let reasons = reasons(problem, situation, graph.nodes[claim].children[0]);
    Some(reasons.into_iter().map(|hulls| Choice::Narrow(hulls, Some(claim))).collect())
}

/// What can make the float at a position NaN, the nearest operations first.
fn reasons(problem: &Problem<'_>, situation: &Situation, root: usize) -> Vec<Vec<(usize, Hull)>> {
    let graph = &problem.graph;
    let mut found = Vec::new();
    let (mut level, mut seen) = (vec![root], BTreeSet::from([root]));
    while !level.is_empty() && found.len() < MAX_REASONS {
        let mut below = Vec::new();
        for position in level {
            let node = &graph.nodes[position];
            let operands: Vec<usize> = graph.float_children(position).collect();
            if problem.is_input(position) {
                found.push(vec![(position, Hull::NAN)]);
            } else if let Some(format) = operands.first().and_then(|&operand| graph.format(operand)) {
                found.extend(invalid(node.op, &operands, format));
            }
            let passed: &[usize] = match (node.op, &operands[..]) {
                // A minimum of a NaN and a number is the number.
                (Op::FpMin | Op::FpMax, _) => &[],
                (Op::Ite, [then, otherwise]) => match situation.state.truth(node.children[0]) {
                    Some(true) => std::slice::from_ref(then),
                    Some(false) => std::slice::from_ref(otherwise),
                    None => &[],
                },
                (_, operands) => operands,
            };
            below.extend(passed.iter().copied().filter(|operand| seen.insert(*operand)));
        }
        level = below;
    }
    found.truncate(MAX_REASONS);
    found
}

/// The operands for which an operation is invalid although none of them is NaN.
fn invalid(op: Op, operands: &[usize], format: Format) -> Vec<Vec<(usize, Hull)>> {
    let zero = Hull { low: -1, high: 0, nan: false };
    let infinity = |negative: bool| Hull::point(Float::infinity(format, negative));
    let all = Hull { nan: false, ..Hull::full(format) };
    let below = |limit: f64| Hull { high: ordinal(converted(limit, format)) - 1, ..all };
    let above = |limit: f64| Hull { low: ordinal(converted(limit, format)) + 1, ..all };
    match (op, operands) {
        // Below both zeros.
        (Op::FpSqrt, &[x]) => vec![vec![(x, below(-0.0))]],
        (Op::FpDiv, &[x, y]) => {
            vec![vec![(x, zero), (y, zero)], vec![(x, infinity(false)), (y, infinity(false))]]
        }
        (Op::FpAdd, &[x, y]) => vec![vec![(x, infinity(false)), (y, infinity(true))]],
        (Op::FpSub, &[x, y]) => vec![vec![(x, infinity(false)), (y, infinity(false))]],
        (Op::FpMul, &[x, y]) => {
            vec![vec![(x, zero), (y, infinity(false))], vec![(x, infinity(false)), (y, zero)]]
        }
        (Op::FpRem | Op::FpFmod, &[x, y]) => vec![vec![(y, zero)], vec![(x, infinity(false))]],
        (Op::Libm(function), _) => match (function.facts().invalid, operands) {
            // Below both zeros.
            (ArgumentSet::Below(0.0), &[x]) => vec![vec![(x, below(-0.0))]],
            (ArgumentSet::Below(bound), &[x]) => vec![vec![(x, below(bound))]],
            (ArgumentSet::Beyond(bound), &[x]) => vec![vec![(x, above(bound))], vec![(x, below(-bound))]],
            (ArgumentSet::Infinities, &[x]) => vec![vec![(x, infinity(false))]],
            (ArgumentSet::NegativeIntegers, &[x]) => vec![vec![(x, below(-0.5))]],
            (ArgumentSet::FractionalPowers, &[x, y]) => {
                vec![vec![(x, below(-0.0)), (y, Hull::point(converted(0.5, format)))]]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn converted(value: f64, format: Format) -> Float {
    Float::from_f64(value).convert(format, Rounding::NearestEven).0
}
