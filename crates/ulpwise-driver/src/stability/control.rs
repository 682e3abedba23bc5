//! `--iterate`: bounds of the state of a control loop after each step.

use crate::error::DriverError;
use crate::options::LoopOptions;
use ulpwise_finding::{LoopRun, StateError};
use ulpwise_interp::Program;
use ulpwise_report::chart::loop_chart;
use ulpwise_stability::{
    Feedback, LoopBounds, StabilityInput, StabilityOptions as AnalysisOptions, StateBound, iterate,
};
use ulpwise_symex::EntryPoint;

/// Follows the loop.
pub(super) fn control(
    program: &Program<'_>,
    entry: &EntryPoint,
    inputs: &[StabilityInput],
    steps: &LoopOptions,
    options: &AnalysisOptions,
) -> Result<LoopRun, DriverError> {
    let feedback = feedback(inputs, &steps.state)?;
    let found = iterate(program, entry, inputs, &feedback, steps.steps, options)
        .map_err(|error| DriverError::refused(error.to_string()))?;
    let found = loop_run(&found);
    if let Some(file) = &steps.plot {
        std::fs::write(file, loop_chart(&found).svg())
            .map_err(|error| DriverError::option_unwritable("--plot", file, error))?;
    }
    Ok(found)
}

/// Which inputs are the state.
fn feedback(inputs: &[StabilityInput], names: &[String]) -> Result<Vec<(usize, Feedback)>, DriverError> {
    let mut all = Vec::new();
    for text in names {
        let (name, from) = match text.split_once('=') {
            Some((name, "return")) => (name, Feedback::Returned(0)),
            None => (text.as_str(), Feedback::InPlace),
            Some(_) => {
                return Err(DriverError::refused(format!("--state {text}: write NAME or NAME=return")));
            }
        };
        let is_it = |input: &StabilityInput| {
            let own = input.name.trim_start_matches('*');
            own == name || own.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
        };
        let before = all.len();
        all.extend(inputs.iter().enumerate().filter(|(_, input)| is_it(input)).map(|(at, _)| (at, from)));
        if all.len() == before {
            let known: Vec<&str> = inputs.iter().map(|input| &*input.name).take(12).collect();
            return Err(DriverError::refused(format!("--state {text}: there is no input {name}"))
                .with_help(format!("the inputs are {}", known.join(", "))));
        }
    }
    Ok(all)
}

/// The state after each iteration as plain data.
fn loop_run(found: &LoopBounds) -> LoopRun {
    let state = |state: &StateBound| StateError {
        name: state.name.to_string(),
        low: state.computed.low,
        high: state.computed.high,
        error: state.error,
    };
    LoopRun {
        steps: found.steps.iter().map(|states| states.iter().map(state).collect()).collect(),
        stopped: found.stopped.as_ref().map(ToString::to_string),
    }
}
