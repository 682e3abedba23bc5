//! Control loops: a function that makes one step, called again and again with the state that it
//! left, from given ranges at first.
//!
//! After each step the state is known by bounds: of what is computed, and of its distance from what
//! would be true had nothing been rounded since the first step. All paths of a step are joined.
//! What holds: every run of so many steps keeps these bounds, in every rounding mode that the model
//! allows.

use crate::error::StabilityError;
use crate::evaluate::Knowledge;
use crate::event::StabilityEvent;
use crate::execute::{ExploreOptions, explore};
use crate::form::ErrorForm;
use crate::graph::cone;
use crate::inputs::StabilityInput;
use crate::options::StabilityOptions;
use std::sync::Arc;
use ulpwise_domain::Interval;
use ulpwise_float::{Float, Rounding};
use ulpwise_interp::Program;
use ulpwise_ir::Type;
use ulpwise_symex::{Bounds, EntryPoint};

/// Where the next value of a part of the state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// What the function returns, by its number.
    Returned(usize),
    /// What it leaves where the value was.
    InPlace,
}

/// A part of the state after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StateBound {
    /// What it is called.
    pub name: Arc<str>,
    /// What is computed lies here.
    pub computed: Interval,
    /// It is at most so far from what is true.
    pub error: f64,
}

/// What was found out about a loop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopBounds {
    /// The state after each step.
    pub steps: Vec<Vec<StateBound>>,
    /// Why there are not as many steps as were asked for.
    pub stopped: Option<String>,
}

/// Follows a loop: so many calls, each with the state that the last one left and fresh values of
/// all other inputs.
///
/// # Errors
/// The program could not be brought to its first instruction.
pub fn iterate(
    program: &Program<'_>,
    entry: &EntryPoint,
    inputs: &[StabilityInput],
    feedback: &[(usize, Feedback)],
    steps: usize,
    options: &StabilityOptions,
) -> Result<LoopBounds, StabilityError> {
    let mut current = inputs.to_vec();
    let mut found = LoopBounds::default();
    let limits = ExploreOptions { budget: options.budget.clone(), ..options.explore.clone() };
    for _ in 0..steps {
        let explored =
            explore(program, entry, &current, &options.model, &limits).map_err(StabilityError::NotStarted)?;
        if explored.cut_off > 0 {
            found.stopped = Some("a path was cut off at the bound of loops".to_owned());
        } else if let Some(why) = explored.missed.iter().next() {
            found.stopped = Some(format!("a path could not be followed: {why}"));
        } else if explored.beyond.is_some() {
            found.stopped = explored.beyond;
        }
        if found.stopped.is_some() {
            break;
        }
        let mut joined: Vec<Option<ErrorForm>> = vec![None; feedback.len()];
        let mut knowledge = Knowledge::default();
        for path in &explored.paths {
            let values: Option<Vec<_>> = feedback
                .iter()
                .map(|&(input, from)| match from {
                    Feedback::Returned(at) => path.returned.get(at).copied(),
                    Feedback::InPlace => path.left.get(input).copied(),
                })
                .collect();
            // A path that does not return has no next step.
            let Some(values) = values else { continue };
            let nodes = cone(&explored.graph, values.iter().copied());
            if !knowledge.look(&explored.graph, &nodes, &path.region, &options.model) {
                continue;
            }
            for (state, &value) in joined.iter_mut().zip(&values) {
                let form = *knowledge.get(value).form();
                *state = Some(state.map_or(form, |other| other.join(form)));
            }
        }
        let mut states = Vec::new();
        for (&(number, _), form) in feedback.iter().zip(joined) {
            let next = form.filter(|form| form.is_sound() && form.error.is_bounded());
            let Some((form, input)) =
                next.and_then(|form| Some((form, with_state(&current[number], &form)?)))
            else {
                found.stopped = Some(format!(
                    "{} is not bounded after step {}",
                    current[number].name,
                    found.steps.len() + 1
                ));
                return Ok(found);
            };
            states.push(StateBound {
                name: Arc::clone(&input.name),
                computed: form.computed,
                error: form.error.magnitude(),
            });
            current[number] = input;
        }
        found.steps.push(states);
        options.progress_sink.emit(|| StabilityEvent::Iterated(found.steps.len()));
    }
    Ok(found)
}

/// An input whose values are those of a form, off by its error.
fn with_state(input: &StabilityInput, form: &ErrorForm) -> Option<StabilityInput> {
    let Type::Float(format) = input.ty else { return None };
    let bits = |value: f64, rounding: Rounding| {
        Float::from_f64(value).convert(format.exact_format(), rounding).0.to_bits()
    };
    let low = bits(form.computed.low, Rounding::TowardNegative);
    let high = bits(form.computed.high, Rounding::TowardPositive);
    let next = StabilityInput::new(&input.name, input.ty, &Bounds::Float(format, low, high))?;
    (!next.special).then_some(StabilityInput { error: form.error.magnitude(), ..next })
}
