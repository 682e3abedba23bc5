//! What to decide next in a situation, and in which order its choices are tried (the paper's
//! algorithms 1 and 2, one variable at a time).

use super::candidates::{candidates, is_small};
use super::concretize::next_to_concretize;
use super::eliminate::consequence;
use super::invert::{common_solutions, finite_ends, invert_dependents};
use super::linear::linear_point;
use super::linearize::solutions;
use super::nan::open_claim;
use super::rational_function::RationalFunction;
use super::sets::{FloatSet, RealSet};
use super::situation::{Choice, Problem, Situation};
use super::translate::{Constraint, Translation};
use crate::branch::open_truth;
use std::collections::BTreeMap;
use ulpwise_base::{Budget, Exhausted, SplitMix64};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Float, Format};

/// What is next.
pub(crate) enum DecisionStep {
    /// Nothing contradicts and nothing is left to decide over the reals.
    Complete,
    /// One of these; `is_sample` says that there would be others.
    Decide {
        /// In the order in which they are tried.
        choices: Vec<Choice>,
        /// Whether these are only some of many.
        is_sample: bool,
    },
}

/// What decisions rest on besides the situation.
pub(crate) struct Chooser<'a> {
    pub(crate) problem: &'a Problem<'a>,
    /// The finite constants of the query.
    pub(crate) constants: &'a [Float],
    pub(crate) random: SplitMix64,
    /// In the first attempt the order of choices is fixed: the plainest first.
    pub(crate) is_first_attempt: bool,
}

impl Chooser<'_> {
    /// What to decide next.
    ///
    /// # Errors
    /// If the budget ends.
    pub(crate) fn step(&mut self, situation: &Situation, budget: &Budget) -> Result<DecisionStep, Exhausted> {
        if let Some(position) = open_truth(&self.problem.graph, &situation.state) {
            let first = self.is_first_attempt || self.random.below(2) == 0;
            return Ok(all(vec![Choice::Truth(position, first), Choice::Truth(position, !first)]));
        }
        if let Some(choices) = open_claim(self.problem, situation) {
            return Ok(all(self.in_turn(choices)));
        }
        let translation = match Translation::new(self.problem, situation, budget)? {
            Ok(translation) => translation,
            Err(choices) => return Ok(all(self.in_turn(choices))),
        };
        let constraints = invert_dependents(self.problem, situation, &translation, budget)?;
        if constraints.is_empty() {
            return Ok(DecisionStep::Complete);
        }
        let (univariate, multivariate): (Vec<&Constraint>, Vec<&Constraint>) =
            constraints.iter().partition(|constraint| {
                constraint.only_variable().is_some_and(|only| self.problem.is_input(only))
            });
        let domains = self.domains(situation, &constraints, &univariate, budget)?;
        let is_constrained =
            |variable: &usize| univariate.iter().any(|constraint| constraint.variables.contains(variable));
        let smallest = domains
            .iter()
            .filter(|(variable, (_, set))| {
                is_constrained(variable) && (multivariate.is_empty() || is_small(set))
            })
            .min_by_key(|(variable, (_, set))| (set.size(), **variable));
        if let Some((&variable, (format, set))) = smallest {
            return Ok(self.values(variable, *format, set, None));
        }
        // Solutions over the reals need not be near those in floats: later attempts do without now
        // and then.
        let eliminates = self.is_first_attempt || self.random.below(4) > 0;
        if eliminates && let Some(step) = self.eliminated(&constraints, &domains, budget)? {
            return Ok(step);
        }
        self.concretization(situation, &multivariate, &domains, budget)
    }

    /// The choices as they are, or in a random order.
    fn in_turn(&mut self, mut choices: Vec<Choice>) -> Vec<Choice> {
        if !self.is_first_attempt {
            for last in (1..choices.len()).rev() {
                choices.swap(last, self.random.below(last as u64 + 1) as usize);
            }
        }
        choices
    }

    /// Where each free float of the constraints lies by those that speak of it alone.
    fn domains(
        &self,
        situation: &Situation,
        constraints: &[Constraint],
        univariate: &[&Constraint],
        budget: &Budget,
    ) -> Result<BTreeMap<usize, (Format, FloatSet)>, Exhausted> {
        let mut domains = BTreeMap::new();
        let variables = constraints.iter().flat_map(|constraint| constraint.variables.iter().copied());
        for variable in variables.filter(|variable| self.problem.is_input(*variable)) {
            let Some(format) = self.problem.graph.format(variable) else { continue };
            if domains.contains_key(&variable) {
                continue;
            }
            let own =
                || univariate.iter().copied().filter(|constraint| constraint.variables.contains(&variable));
            let Some(mut set) = common_solutions(self.problem, situation, variable, own(), budget)? else {
                continue;
            };
            if set.is_empty() {
                // Over the reals they contradict each other; rounding may reconcile them near the
                // solutions of an equation.
                for constraint in own() {
                    let alone = common_solutions(self.problem, situation, variable, [constraint], budget)?;
                    let alone = alone.filter(|alone| !alone.is_empty() && is_small(alone));
                    set = alone.unwrap_or(set);
                }
            }
            domains.insert(variable, (format, set));
        }
        Ok(domains)
    }

    /// Values of one variable.
    fn values(
        &mut self,
        variable: usize,
        format: Format,
        set: &FloatSet,
        first: Option<Float>,
    ) -> DecisionStep {
        let mut values = candidates(set, format, self.constants, &mut self.random, self.is_first_attempt);
        if let Some(first) = first {
            values.retain(|value| *value != first);
            values.insert(0, first);
        }
        let choices = values.into_iter().map(|value| Choice::Value(variable, value)).collect();
        DecisionStep::Decide { choices, is_sample: !is_small(set) }
    }

    /// Values of a variable that the equations together leave.
    fn eliminated(
        &mut self,
        constraints: &[Constraint],
        domains: &BTreeMap<usize, (Format, FloatSet)>,
        budget: &Budget,
    ) -> Result<Option<DecisionStep>, Exhausted> {
        let constraints: Vec<&Constraint> = constraints.iter().collect();
        let Some((variable, polynomial)) = consequence(&constraints, budget)? else { return Ok(None) };
        let Some((format, domain)) = domains.get(&variable) else { return Ok(None) };
        let (Some(first), Some(last)) = (domain.ranges().first(), domain.ranges().last()) else {
            return Ok(None);
        };
        let ends = FloatSet::floats_around((first.0, last.1), *format);
        let (function, zero) = (RationalFunction::from(polynomial), RealSet::point(Dyadic::ZERO));
        let roots = solutions(&function, variable, &zero, *format, ends, budget)?;
        let roots =
            roots.map(|roots| roots.meet(domain)).filter(|roots| !roots.is_empty() && is_small(roots));
        Ok(roots.map(|roots| match self.values(variable, *format, &roots, None) {
            DecisionStep::Decide { choices, .. } => DecisionStep::Decide { choices, is_sample: true },
            complete @ DecisionStep::Complete => complete,
        }))
    }

    /// Values of the variable that has to be known next, so that what is left becomes simpler.
    fn concretization(
        &mut self,
        situation: &Situation,
        multivariate: &[&Constraint],
        domains: &BTreeMap<usize, (Format, FloatSet)>,
        budget: &Budget,
    ) -> Result<DecisionStep, Exhausted> {
        let (problem, first) = (self.problem, self.is_first_attempt);
        let random = &mut self.random;
        let Some(variable) = next_to_concretize(problem, situation, multivariate, random, first) else {
            return Ok(DecisionStep::Complete);
        };
        let is_linear = |constraint: &&Constraint| {
            let knows = |variable: &usize| self.problem.is_input(*variable);
            constraint.function.as_linear().is_some() && constraint.variables.iter().all(knows)
        };
        let point = if multivariate.iter().all(is_linear) {
            linear_point(multivariate, domains, &mut self.random, self.is_first_attempt, budget)?
        } else {
            BTreeMap::new()
        };
        let Some(format) = problem.graph.format(variable) else { return Ok(DecisionStep::Complete) };
        let set = match domains.get(&variable) {
            Some((_, set)) => set.clone(),
            None => match finite_ends(situation, variable, format) {
                Some((low, high)) => FloatSet::between(low, high),
                None => return Ok(DecisionStep::Complete),
            },
        };
        Ok(self.values(variable, format, &set, point.get(&variable).copied()))
    }
}

/// All choices that there are.
fn all(choices: Vec<Choice>) -> DecisionStep {
    DecisionStep::Decide { choices, is_sample: false }
}
