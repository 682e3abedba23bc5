//! Terms as rational functions over the reals.
//!
//! A float that is known is a constant: it was computed with rounding. A free float is a variable.
//! What is not a rational function of its operands (libm functions, roots, remainders, rounding to
//! integers) is a dependent variable, named by its position, whose value its operands determine; so
//! is a term whose polynomials would grow too large. Absolute values, minima and maxima are one of
//! their pieces, which has to be decided first.

use super::constraint::{Atom, atoms};
use super::rational_function::RationalFunction;
use super::sets::RealSet;
use super::situation::{Choice, Problem, Situation};
use crate::hull::{Hull, ordinal};
use std::collections::BTreeSet;
use std::rc::Rc;
use ulpwise_base::{Budget, Exhausted};
use ulpwise_domain::Dyadic;
use ulpwise_expr::Op;
use ulpwise_float::Float;

/// A function is looked for among so many constraints before it gets one of its own.
const MAX_COMPARED: usize = 32;

/// A function that has to lie in a set.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) function: RationalFunction,
    pub(crate) set: RealSet,
    pub(crate) variables: BTreeSet<usize>,
}

impl Constraint {
    pub(crate) fn new(function: RationalFunction, set: RealSet) -> Constraint {
        let variables = function.variables();
        Constraint { function, set, variables }
    }

    /// The only variable, if there is only one.
    pub(crate) fn only_variable(&self) -> Option<usize> {
        let mut variables = self.variables.iter();
        variables.next().copied().filter(|_| variables.next().is_none())
    }
}

/// What has to hold over the reals.
#[derive(Debug)]
pub(crate) struct Translation {
    pub(crate) constraints: Vec<Constraint>,
    forms: Vec<Option<Rc<RationalFunction>>>,
}

impl Translation {
    /// The function that the term at a position is, if a constraint depends on it.
    pub(crate) fn form(&self, position: usize) -> Option<&RationalFunction> {
        self.forms[position].as_deref()
    }

    /// Everything that has to hold; or the choices of a piece that has to be decided first.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn new(
        problem: &Problem<'_>,
        situation: &Situation,
        budget: &Budget,
    ) -> Result<Result<Translation, Vec<Choice>>, Exhausted> {
        let atoms = atoms(problem, situation);
        let is_needed = needed(problem, situation, &atoms);
        let mut forms: Vec<Option<Rc<RationalFunction>>> = vec![None; problem.graph.nodes.len()];
        for position in (0..forms.len()).filter(|&position| is_needed[position]) {
            budget.check(0)?;
            match form(problem, situation, &forms, position) {
                RealForm::Of(function) => forms[position] = function,
                RealForm::Undecided(choices) => return Ok(Err(choices)),
            }
        }
        let mut constraints: Vec<Constraint> = Vec::with_capacity(atoms.len());
        for atom in atoms {
            budget.check(0)?;
            let function = match (&forms[atom.term], atom.less.map(|other| &forms[other])) {
                (Some(term), None) => Some(RationalFunction::clone(term)),
                (Some(term), Some(Some(less))) => term.minus(less),
                _ => None,
            };
            // What is too large, or speaks of infinities, is left to the floats.
            let Some(function) = function else { continue };
            match constraints.iter_mut().rev().take(MAX_COMPARED).find(|known| known.function == function) {
                Some(known) => known.set = known.set.meet(&atom.set),
                None => constraints.push(Constraint::new(function, atom.set)),
            }
        }
        constraints.retain(|constraint| !constraint.variables.is_empty());
        Ok(Ok(Translation { constraints, forms }))
    }
}

/// Which floats constraints depend on.
fn needed(problem: &Problem<'_>, situation: &Situation, atoms: &[Atom]) -> Vec<bool> {
    let mut is_needed = vec![false; problem.graph.nodes.len()];
    for atom in atoms {
        is_needed[atom.term] = true;
        atom.less.into_iter().for_each(|other| is_needed[other] = true);
    }
    for position in (0..is_needed.len()).rev() {
        if is_needed[position] && situation.known_float(problem, position).is_none() {
            for child in problem.graph.float_children(position) {
                is_needed[child] = true;
            }
        }
    }
    is_needed
}

/// What a term is over the reals.
enum RealForm {
    /// A function; none if it is infinite or NaN.
    Of(Option<Rc<RationalFunction>>),
    /// One of several pieces.
    Undecided(Vec<Choice>),
}

fn form(
    problem: &Problem<'_>,
    situation: &Situation,
    forms: &[Option<Rc<RationalFunction>>],
    position: usize,
) -> RealForm {
    let graph = &problem.graph;
    if let Some(known) = situation.known_float(problem, position) {
        return RealForm::Of(
            Dyadic::from_float(known).map(|value| Rc::new(RationalFunction::constant(value))),
        );
    }
    let dependent = || RealForm::Of(Some(Rc::new(RationalFunction::variable(position))));
    if problem.is_input(position) {
        return dependent();
    }
    let node = &graph.nodes[position];
    let operands: Vec<usize> = graph.float_children(position).collect();
    match (node.op, &operands[..]) {
        (Op::FpAbs, &[x]) => {
            let hull = situation.state.hull(x);
            return match (hull.low >= -1, hull.high <= 0, &forms[x]) {
                (true, _, form) => RealForm::Of(form.clone()),
                (_, true, form) => RealForm::Of(form.as_ref().map(|form| Rc::new(form.negated()))),
                _ => RealForm::Undecided(signs(problem, x)),
            };
        }
        (Op::FpMin | Op::FpMax, &[x, y]) => {
            return match situation.settled.get(&position) {
                Some(&operand) => RealForm::Of(forms[operand].clone()),
                None => RealForm::Undecided(pieces(position, x, y, node.op == Op::FpMin)),
            };
        }
        (Op::Ite, &[then, otherwise]) => {
            return match situation.state.truth(node.children[0]) {
                Some(condition) => RealForm::Of(forms[if condition { then } else { otherwise }].clone()),
                None => dependent(),
            };
        }
        _ => {}
    }
    let known: Option<Vec<&RationalFunction>> =
        operands.iter().map(|&operand| forms[operand].as_deref()).collect();
    let function = known.and_then(|forms| match (node.op, &forms[..]) {
        (Op::FpNeg, [x]) => Some(x.negated()),
        (Op::FpAdd, [x, y]) => x.plus(y),
        (Op::FpSub, [x, y]) => x.minus(y),
        (Op::FpMul, [x, y]) => x.times(y),
        (Op::FpDiv, [x, y]) => x.divided_by(y),
        (Op::FpFma, [x, y, z]) => x.times(y)?.plus(z),
        (Op::FpFromFp(_), [x]) => Some(RationalFunction::clone(x)),
        _ => None,
    });
    match function {
        Some(function) => RealForm::Of(Some(Rc::new(function))),
        None => dependent(),
    }
}

/// A float is not negative, or not positive.
fn signs(problem: &Problem<'_>, x: usize) -> Vec<Choice> {
    let Some(format) = problem.graph.format(x) else { return Vec::new() };
    let infinity = ordinal(Float::infinity(format, false));
    let halves = [Hull { low: -1, high: infinity, nan: false }, Hull { low: !infinity, high: 0, nan: false }];
    halves.map(|hull| Choice::Narrow(vec![(x, hull)], None)).into()
}

/// A minimum or maximum is one operand or the other.
fn pieces(position: usize, x: usize, y: usize, is_minimum: bool) -> Vec<Choice> {
    [(x, y), (y, x)]
        .map(|(operand, other)| {
            let not_above = if is_minimum { (operand, other) } else { (other, operand) };
            Choice::Select { position, operand, not_above }
        })
        .into()
}
