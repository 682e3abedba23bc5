//! `--iterate`: bounds of the state of a control loop after each step.

use super::plot;
use crate::args::StabilityArguments;
use crate::failure::Failure;
use crate::json::document;
use crate::output::Report;
use crate::render::printable;
use serde_json::json;
use std::fmt::Write as _;
use ulpwise_interp::Program;
use ulpwise_stability::{Feedback, LoopBounds, StabilityInput, StabilityOptions, iterate};
use ulpwise_symex::EntryPoint;

/// Follows the loop, and tells what it came to.
pub(super) fn control(
    program: &Program<'_>,
    entry: &EntryPoint,
    inputs: &[StabilityInput],
    arguments: &StabilityArguments,
    steps: usize,
    options: &StabilityOptions,
) -> Result<Report, Failure> {
    let feedback = feedback(inputs, &arguments.state)?;
    let found = iterate(program, entry, inputs, &feedback, steps, options).map_err(Failure::bad_input)?;
    if let Some(file) = &arguments.plot {
        std::fs::write(file, plot::draw(&found))
            .map_err(|error| Failure::bad_input(format!("--plot {}: {error}", file.display())))?;
    }
    Ok(Report::success(if arguments.json { as_json(&found) } else { as_text(&found) }))
}

/// Which inputs are the state.
fn feedback(inputs: &[StabilityInput], names: &[String]) -> Result<Vec<(usize, Feedback)>, Failure> {
    let mut all = Vec::new();
    for text in names {
        let (name, from) = match text.split_once('=') {
            Some((name, "return")) => (name, Feedback::Returned(0)),
            None => (text.as_str(), Feedback::InPlace),
            Some(_) => return Err(Failure::bad_input(format!("--state {text}: write NAME or NAME=return"))),
        };
        let is_it = |input: &StabilityInput| {
            let own = input.name.trim_start_matches('*');
            own == name || own.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
        };
        let before = all.len();
        all.extend(inputs.iter().enumerate().filter(|(_, input)| is_it(input)).map(|(at, _)| (at, from)));
        if all.len() == before {
            let known: Vec<&str> = inputs.iter().map(|input| &*input.name).take(12).collect();
            return Err(Failure::bad_input(format!("--state {text}: there is no input {name}"))
                .help(format!("the inputs are {}", known.join(", "))));
        }
    }
    Ok(all)
}

/// The steps that are shown: the first ones, then ever fewer, and the last.
fn is_shown(step: usize, last: usize) -> bool {
    let scale = 10usize.pow(step.ilog10());
    step == last || [1, 2, 5].iter().any(|first| step == first * scale)
}

fn as_text(found: &LoopBounds) -> String {
    let mut text = String::new();
    for (at, states) in found.steps.iter().enumerate().filter(|&(at, _)| is_shown(at + 1, found.steps.len()))
    {
        let each = states.iter().map(|state| {
            let name = printable(&state.name);
            format!(
                "{name} in [{:.6e}, {:.6e}], error at most {:.3e}",
                state.computed.low, state.computed.high, state.error
            )
        });
        let _ = writeln!(text, "step {}: {}", at + 1, each.collect::<Vec<_>>().join("; "));
    }
    if let Some(why) = &found.stopped {
        let _ = writeln!(text, "stopped: {}", printable(why));
    }
    text
}

fn as_json(found: &LoopBounds) -> String {
    let steps: Vec<_> = found
        .steps
        .iter()
        .map(|states| {
            let state = |state: &ulpwise_stability::StateBound| {
                json!({"name": &*state.name, "low": state.computed.low, "high": state.computed.high, "error": state.error})
            };
            json!(states.iter().map(state).collect::<Vec<_>>())
        })
        .collect();
    document(&json!({
        "format": "ulpwise-stability-loop",
        "version": 1,
        "steps": steps,
        "stopped": found.stopped,
    }))
}
