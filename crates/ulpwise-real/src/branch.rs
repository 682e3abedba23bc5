//! Choices: a truth value that is still needed, or else one half of a float's hull.

use crate::graph::Graph;
use crate::hull::{Hull, ordinal};
use crate::state::{Conflict, TermState};
use ulpwise_expr::{Op, Sort};
use ulpwise_float::{Float, Format, Rounding};

/// A way to cut the space in two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The term at this position is true first, then false.
    Truth(usize),
    /// The float at this position lies in the first hull, then in the second.
    Halves(usize, Hull, Hull),
}

impl Choice {
    /// The two parts, the second first, as a stack wants them. Parts with nothing in them are left
    /// out.
    pub(crate) fn parts(self, state: &TermState) -> impl Iterator<Item = TermState> {
        [self.part(state, false), self.part(state, true)].into_iter().flatten()
    }

    /// One of the two parts; an error if nothing is in it. It keeps no conclusions.
    pub(crate) fn part(self, state: &TermState, first: bool) -> Result<TermState, Conflict> {
        let mut part = state.clone();
        part.take_conclusions();
        match self {
            Choice::Truth(position) => part.set(position, first),
            Choice::Halves(position, low, high) => part.narrow(position, if first { low } else { high }),
        }?;
        Ok(part)
    }
}

/// A truth value that some term with a known one still depends on.
pub(crate) fn open_truth(graph: &Graph, state: &TermState) -> Option<usize> {
    let is_open = |position: &usize| state.truth(*position).is_none();
    let mut is_needed = vec![false; graph.nodes.len()];
    for &root in &graph.roots {
        is_needed[root] = true;
    }
    for position in (0..graph.nodes.len()).rev() {
        if !is_needed[position] {
            continue;
        }
        let node = &graph.nodes[position];
        let truth = state.truth(position);
        let settles =
            |value: bool| node.children.iter().copied().find(|&child| state.truth(child) == Some(value));
        let needed: Vec<usize> = match (node.op, truth) {
            // A disjunction that holds needs one child, one that does not all of them.
            (Op::Or, Some(true)) => settles(true).map_or_else(|| node.children.clone(), |child| vec![child]),
            (Op::And, Some(false)) => {
                settles(false).map_or_else(|| node.children.clone(), |child| vec![child])
            }
            (Op::Ite, _) => match state.truth(node.children[0]) {
                Some(true) => vec![node.children[0], node.children[1]],
                Some(false) => vec![node.children[0], node.children[2]],
                None => vec![node.children[0]],
            },
            _ => node.children.clone(),
        };
        for child in needed {
            is_needed[child] = true;
            if graph.nodes[child].sort == Sort::Bool && is_open(&child) {
                return Some(innermost(graph, state, child));
            }
        }
    }
    None
}

/// An open term below an open one that has no open children: choices among atoms say more than
/// those among formulas.
fn innermost(graph: &Graph, state: &TermState, mut position: usize) -> usize {
    loop {
        let node = &graph.nodes[position];
        let is_formula = matches!(node.op, Op::Not | Op::And | Op::Or);
        let children = node.children.iter().copied();
        let open = children.filter(|&child| state.truth(child).is_none()).find(|_| is_formula);
        match open {
            Some(child) => position = child,
            None => return position,
        }
    }
}

/// The variable with the widest hull, cut in two; `None` if all have one value.
pub(crate) fn widest_variable(graph: &Graph, state: &TermState, depth: usize) -> Option<Choice> {
    let variables = graph.variables().filter_map(|position| Some((position, graph.format(position)?)));
    let width = |&(position, _): &(usize, Format)| {
        let hull = state.hull(position);
        (hull.high - hull.low).max(0) + i128::from(hull.nan && hull.has_numbers())
    };
    let (position, format) = variables.max_by_key(width).filter(|variable| width(variable) > 0)?;
    let hull = state.hull(position);
    let (first, second) = halves(hull, format, depth);
    Some(Choice::Halves(position, first, second))
}

/// Numbers without NaN; then the middle of the numbers as reals, and every third time that of their
/// order.
fn halves(hull: Hull, format: Format, depth: usize) -> (Hull, Hull) {
    if hull.nan {
        return (Hull { nan: false, ..hull }, Hull::NAN);
    }
    let numbers = hull.numbers(format).filter(|_| depth % 3 != 2 && hull.is_finite(format));
    let middle = match numbers {
        Some((low, high)) => {
            let mean = halved(low).add(halved(high), Rounding::NearestEven).0;
            ordinal(mean).clamp(hull.low, hull.high - 1)
        }
        None => hull.low + (hull.high - hull.low) / 2,
    };
    (Hull { high: middle, ..hull }, Hull { low: middle + 1, ..hull })
}

fn halved(number: Float) -> Float {
    number.scalbn(-1, Rounding::NearestEven).0
}
