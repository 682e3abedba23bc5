//! CONCRETIZE (the paper's algorithm 3): which free float gets a value next, so that what is left
//! becomes linear or has one variable.
//!
//! It is a greedy hitting set: each product of variables, and each dependent variable that cannot
//! be inverted, is an obstacle; the free float that is part of most of them goes first. The paper
//! takes all its values at once; here the obstacles are counted again after each one, because
//! values may decide more than they were chosen for. Dependent variables follow by themselves once
//! their arguments have values.

use super::polynomial::Polynomial;
use super::situation::{Problem, Situation};
use super::translate::Constraint;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::SplitMix64;

/// What a dependent variable counts: its argument has to be known in any case.
const WEIGHT_OF_DEPENDENT: usize = 3;

/// The free float to give a value next; `None` if no constraint depends on one.
pub(crate) fn next_to_concretize(
    problem: &Problem<'_>,
    situation: &Situation,
    constraints: &[&Constraint],
    random: &mut SplitMix64,
    is_first_attempt: bool,
) -> Option<usize> {
    let mut obstacles: BTreeMap<usize, usize> = BTreeMap::new();
    for constraint in constraints {
        let polynomials = [&constraint.function.numerator, &constraint.function.denominator];
        for (monomial, _) in polynomials.into_iter().flat_map(Polynomial::terms) {
            let weight = usize::from(monomial.degree() > 1);
            for variable in monomial.variables() {
                for (input, weight) in inputs_of(problem, situation, variable, weight) {
                    *obstacles.entry(input).or_insert(0) += weight;
                }
            }
        }
    }
    if is_first_attempt {
        // Of those with equally many obstacles the first one.
        return obstacles
            .iter()
            .max_by_key(|(input, count)| (**count, usize::MAX - **input))
            .map(|(input, _)| *input);
    }
    let inputs: Vec<usize> = obstacles.into_keys().collect();
    (!inputs.is_empty()).then(|| *random.choose(&inputs))
}

/// The free floats that a variable stands for, with their weights.
fn inputs_of(
    problem: &Problem<'_>,
    situation: &Situation,
    variable: usize,
    weight: usize,
) -> Vec<(usize, usize)> {
    if problem.is_input(variable) {
        return vec![(variable, weight)];
    }
    let below = unknown_inputs_below(problem, situation, variable);
    below.into_iter().map(|input| (input, weight + WEIGHT_OF_DEPENDENT)).collect()
}

/// The free floats without a value that a term depends on.
fn unknown_inputs_below(problem: &Problem<'_>, situation: &Situation, root: usize) -> BTreeSet<usize> {
    let (mut inputs, mut seen, mut stack) = (BTreeSet::new(), BTreeSet::from([root]), vec![root]);
    while let Some(position) = stack.pop() {
        if situation.known_float(problem, position).is_some() {
            continue;
        }
        if problem.is_input(position) {
            inputs.insert(position);
            continue;
        }
        let children = problem.graph.nodes[position].children.iter().copied();
        stack.extend(children.filter(|&child| seen.insert(child)));
    }
    inputs
}
