//! Which inputs a function looks at. A structure that takes results is made of numbers too, but
//! varying them is a waste of a search's time.
//!
//! Some calls are made that differ in one input only. If none of them raises or returns anything
//! else, the input is left alone by the first searches; later ones vary it, for it may matter on
//! paths that these calls did not take.

use crate::session::Session;
use ulpwise_base::Budget;
use ulpwise_harness::NativeInputs;
use ulpwise_native::{InputVariable, NativeError, Passing, Space, VariableKind};

/// What all other inputs are.
const BASES: [f64; 6] = [0.0, 1.0, -2.5, 0.3, 40.0, 1e5];

/// What the input is, one after the other.
const VALUES: [f64; 3] = [0.0, 3.0, -1e200];

/// The inputs without those behind pointers that seem not to matter.
pub(crate) fn influential(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    budget: &Budget,
) -> Result<Space, NativeError> {
    let mut space = inputs.space.clone();
    let buffers = buffer_words(&inputs.target.parameters);
    let mut kept = Vec::new();
    for (at, variable) in inputs.space.variables.iter().enumerate() {
        let in_buffer =
            buffers.iter().any(|&(first, count, _)| (first..first + count).contains(&variable.word));
        // What there is no time to try may matter.
        if !in_buffer || budget.check(0).is_err() || matters(session, inputs, at, &buffers)? {
            kept.push(*variable);
        }
    }
    // Something has to be varied.
    if !kept.is_empty() {
        space.variables = kept;
    }
    Ok(space)
}

/// For each object behind a pointer its first word, how many it has, and how many words of objects
/// come before.
fn buffer_words(parameters: &[Passing]) -> Vec<(usize, usize, usize)> {
    let (mut word, mut before) = (0, 0);
    let mut buffers = Vec::new();
    for passing in parameters {
        match passing {
            Passing::Value => word += 1,
            Passing::Buffer(count) => {
                let count = *count as usize;
                buffers.push((word, count, before));
                word += count;
                before += count;
            }
        }
    }
    buffers
}

/// Whether calls that differ in one input only differ in what they do.
fn matters(
    session: &mut Session<'_>,
    inputs: &NativeInputs,
    at: usize,
    buffers: &[(usize, usize, usize)],
) -> Result<bool, NativeError> {
    let variables = &inputs.space.variables;
    let admitted = |variable: &InputVariable, number: f64| variable.admitted(variable.kind.nearest(number));
    let mut calls = Vec::new();
    for base in BASES {
        for value in VALUES {
            let values: Vec<u64> = variables
                .iter()
                .enumerate()
                .map(|(number, variable)| match number == at {
                    true => admitted(variable, value),
                    // Equal numbers everywhere would take few branches.
                    false => {
                        admitted(variable, base + if is_float(variable) { 0.01 * number as f64 } else { 0.0 })
                    }
                })
                .collect();
            let mut words = Vec::new();
            if inputs.space.push(&values, &mut words) {
                calls.push(words);
            }
        }
    }
    if calls.len() < BASES.len() * VALUES.len() {
        return Ok(true);
    }
    let own = variables[at].word;
    let objects: usize = buffers.iter().map(|&(_, count, _)| count).sum();
    let place = buffers.iter().find(|&&(first, count, _)| (first..first + count).contains(&own));
    let outcomes: Vec<_> = session
        .run(inputs, &calls)?
        .into_iter()
        .zip(&calls)
        .map(|(mut call, words)| {
            // What is handed back as it came says nothing.
            let results = call.output.len().saturating_sub(objects);
            if let Some(&(first, _, before)) = place {
                let word = call.output.get_mut(results + before + own - first);
                if let Some(word) = word.filter(|word| **word == words[own]) {
                    *word = 0;
                }
            }
            (call.end, call.output, call.events)
        })
        .collect();
    Ok(outcomes.chunks(VALUES.len()).any(|same| same.iter().any(|one| *one != same[0])))
}

fn is_float(variable: &InputVariable) -> bool {
    matches!(variable.kind, VariableKind::Float(_))
}
