//! Whether a candidate means what the expression means, raises nothing new, and by how much it is
//! better: on samples that no choice was made with, against exact values.

use super::candidate::Replacement;
use super::sample::{Point, SampledExpression, Spread};
use crate::exact::{NoValue, exact_value};
use crate::term::{Raised, float_value};

/// How many points averages are over, and how many others are compared.
const AVERAGED: usize = 384;
const COMPARED: usize = 512;

/// Other points than those that candidates were made with.
pub(crate) struct ValidationSample {
    /// Even among all floats of the ranges.
    floats: Vec<Point>,
    mixed: Vec<Point>,
    /// Whether or not the expression has a value there.
    any: Vec<Vec<f64>>,
}

impl ValidationSample {
    pub(crate) fn new(problem: &SampledExpression, seed: u64, more: Vec<Vec<f64>>) -> Self {
        let floats = problem.points(AVERAGED, Spread::Floats, seed ^ 0x5eed);
        let mut mixed = problem.points(COMPARED, Spread::Mixed, seed ^ 0xfee1);
        mixed.extend(more.iter().filter_map(|inputs| problem.point(inputs.clone())));
        let mut any = problem.inputs(COMPARED, seed ^ 0xa11);
        any.extend(more);
        Self { floats, mixed, any }
    }

    /// How many points have an exact value.
    pub(crate) fn len(&self) -> usize {
        self.floats.len() + self.mixed.len()
    }

    /// How often a condition of an identity holds where it is decided, by exact values.
    pub(crate) fn points(&self) -> impl Iterator<Item = &Point> {
        self.floats.iter().chain(&self.mixed)
    }
}

/// ErrorSummary on samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ErrorSummary {
    /// Bits, on average over floats of the ranges.
    pub(crate) average: f64,
    /// The most bits, and where.
    pub(crate) largest: f64,
    pub(crate) worst: Vec<f64>,
}

/// What a trial says of a candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trialled {
    pub(crate) errors: ErrorSummary,
    /// An input where the two mean different numbers: the candidate is none.
    pub(crate) differs: Option<Vec<f64>>,
    /// An input where only the old expression has a value.
    pub(crate) loses: Option<Vec<f64>>,
    /// An input where the candidate raises what the old expression does not, and what.
    pub(crate) raises: Option<(Vec<f64>, &'static str)>,
    /// An input where the candidate underflows, and neither the old expression does nor the exact
    /// result is tiny.
    pub(crate) underflows: Option<Vec<f64>>,
    /// At how many inputs the old expression raises something that is no underflow, and at how many the
    /// candidate does.
    pub(crate) grave: [usize; 2],
    /// Where it is worse by the most bits, and by how many.
    pub(crate) worse: Option<(Vec<f64>, f64)>,
    /// At how many points values were compared.
    pub(crate) compared: usize,
}

/// The errors of the old expression.
pub(crate) fn errors_of(problem: &SampledExpression, trial: &ValidationSample) -> ErrorSummary {
    errors(problem, &Replacement::Term(problem.term.clone()), trial)
}

fn errors(problem: &SampledExpression, candidate: &Replacement, trial: &ValidationSample) -> ErrorSummary {
    let error = |point: &Point| {
        let computed = candidate.float_value(&point.inputs, problem.format).0;
        problem.format.bits_of_error(computed, point.right)
    };
    let total: f64 = trial.floats.iter().map(error).sum();
    let worst = trial.points().map(|point| (error(point), point)).max_by(|a, b| a.0.total_cmp(&b.0));
    let (largest, worst) = worst.map_or((0.0, Vec::new()), |(bits, point)| (bits, point.inputs.clone()));
    ErrorSummary { average: total / trial.floats.len().max(1) as f64, largest, worst }
}

/// Compares a candidate with the expression.
pub(crate) fn validate(
    problem: &SampledExpression,
    candidate: &Replacement,
    trial: &ValidationSample,
) -> Trialled {
    let mut trialled = Trialled { errors: errors(problem, candidate, trial), ..Trialled::default() };
    for point in trial.points() {
        match candidate.exact_value(&point.inputs) {
            Ok(value) if !value.meets(&point.exact) => {
                trialled.differs = Some(point.inputs.clone());
                return trialled;
            }
            Ok(_) => trialled.compared += 1,
            Err(NoValue::Undefined) => trialled.loses = Some(point.inputs.clone()),
            Err(NoValue::Undecided) => {}
        }
        let (old, _) = float_value(&problem.term, &point.inputs, problem.format);
        let (new, _) = candidate.float_value(&point.inputs, problem.format);
        let bits = |computed: f64| problem.format.bits_of_error(computed, point.right);
        let by = bits(new) - bits(old);
        if by > trialled.worse.as_ref().map_or(0.0, |(_, by)| *by) {
            trialled.worse = Some((point.inputs.clone(), by));
        }
    }
    let everywhere = trial.any.iter().chain(trial.points().map(|point| &point.inputs));
    for inputs in everywhere {
        let (_, old) = float_value(&problem.term, inputs, problem.format);
        let (_, new) = candidate.float_value(inputs, problem.format);
        for (count, raised) in trialled.grave.iter_mut().zip([old, new]) {
            *count += usize::from(raised.is_grave());
        }
        if let Some(what) = new_exception(old, new) {
            trialled.raises = Some((inputs.clone(), what));
        }
        if new.underflow && !old.underflow && !is_tiny(problem, inputs) {
            trialled.underflows = Some(inputs.clone());
        }
    }
    trialled
}

/// What a candidate raises at one of these inputs and the old expression does not.
pub(crate) fn raises_beyond(
    problem: &SampledExpression,
    candidate: &Replacement,
    inputs: &[Vec<f64>],
) -> Option<&'static str> {
    inputs.iter().filter(|inputs| problem.is_met(inputs)).find_map(|inputs| {
        let (_, old) = float_value(&problem.term, inputs, problem.format);
        let (_, new) = candidate.float_value(inputs, problem.format);
        new_exception(old, new)
    })
}

/// The first exception that only the new one raises; underflow aside.
fn new_exception(old: Raised, new: Raised) -> Option<&'static str> {
    let pairs = [
        (old.overflow, new.overflow, "overflow"),
        (old.divide_by_zero, new.divide_by_zero, "divide-by-zero"),
        (old.invalid, new.invalid, "invalid"),
    ];
    pairs.into_iter().find(|(old, new, _)| *new && !*old).map(|(_, _, what)| what)
}

/// Whether the exact result is zero or below the normal numbers.
fn is_tiny(problem: &SampledExpression, inputs: &[f64]) -> bool {
    let value = exact_value(&problem.term, inputs).ok().and_then(|value| value.nearest_f64());
    value.is_some_and(|value| value.abs() <= problem.format.smallest_normal())
}
