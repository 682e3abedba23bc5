//! A fix from beginning to end: locate, search, compare with exact values, patch, judge, choose.

use crate::error::FixError;
use crate::explain::chains;
use crate::judge::{PatchedProgram, judge};
use crate::locate::{Located, locate, problem};
use crate::options::FixOptions;
use crate::report::{FixEdit, FixPatch, FixReport, FixedExpression, Judged, SampledErrors};
use crate::search::candidate::Replacement;
use crate::search::sample::SampledExpression;
use crate::search::validate::{ErrorSummary, Trialled, ValidationSample, errors_of, raises_beyond, validate};
use crate::source::{Expression, patch, unified_diff};
use ulpwise_driver::RunContext;

/// How many expressions of a function are looked at.
const EXPRESSIONS: usize = 6;

/// An expression is left alone if its errors are below both.
const GOOD_AVERAGE: f64 = 0.6;
const GOOD_LARGEST: f64 = 2.5;

/// A candidate is better if it wins so many bits on average, or so many where it is worst.
const BETTER_AVERAGE: f64 = 0.1;
const BETTER_LARGEST: f64 = 2.0;

/// A candidate that passed the comparison with exact values.
struct Passed {
    candidate: Replacement,
    trialled: Trialled,
    cost: u32,
}

/// Looks for patches of a function.
///
/// # ErrorSummary
/// The program does not load, the function has no source that is read, or ulpwise has a bug.
pub fn fix(options: &FixOptions, context: &RunContext) -> Result<FixReport, FixError> {
    let located = locate(options)?;
    context.progress.phase("judging the function as it is");
    let old = judge(&options.program, &located.name, options, context)?;
    let mut report = FixReport {
        file: options.program.files[located.file].display().to_string(),
        function: located.name.clone(),
        refused: located.function.refused.clone(),
        old,
        ..FixReport::default()
    };
    let mut expressions: Vec<&Expression> = located.function.expressions.iter().collect();
    expressions.retain(|expression| options.line.is_none_or(|line| line == expression.line));
    // What is returned has what locals are made of in it.
    expressions.sort_by_key(|expression| (!expression.is_returned, expression.span.start));
    for expression in expressions.into_iter().take(EXPRESSIONS) {
        context.progress.phase("looking for better forms");
        let fixed = fix_expression(&located, expression, &report.old, options, context)?;
        let is_fixed = !fixed.patches.is_empty();
        report.expressions.push(fixed);
        // A patch of what is returned leaves little of the locals that it replaces.
        if is_fixed && expression.is_returned {
            break;
        }
    }
    report.expressions.sort_by_key(|expression| expression.patches.is_empty());
    Ok(report)
}

fn fix_expression(
    located: &Located,
    expression: &Expression,
    old: &Judged,
    options: &FixOptions,
    context: &RunContext,
) -> Result<FixedExpression, FixError> {
    let problem = problem(expression, &options.domain);
    let trial = ValidationSample::new(&problem, options.seed, witnesses(expression, old));
    let errors = errors_of(&problem, &trial);
    let mut fixed = FixedExpression {
        line: expression.line,
        text: expression.text.clone(),
        errors: sampled(expression, &errors, &trial),
        cost: crate::term::cost_of(&problem.term),
        patches: Vec::new(),
        tried: 0,
        rejected: None,
    };
    let raises = |id: &str| old.exception(id).is_some_and(|one| one.witnesses > 0);
    let is_raised = ["overflow", "divide-by-zero", "invalid"].into_iter().any(raises);
    if errors.average < GOOD_AVERAGE && errors.largest < GOOD_LARGEST && !is_raised {
        return Ok(fixed);
    }
    let (passed, rejected, tried) = compare(&problem, &errors, &trial, options.seed);
    fixed.tried = tried;
    let write = |candidate: &Replacement| patch(&located.text, &located.function.span, expression, candidate);
    fixed.rejected = rejected.map(|(candidate, why)| {
        let text = write(&candidate).edits.into_iter().map(|edit| edit.text).find(|text| !text.is_empty());
        (text.unwrap_or_default(), why)
    });
    for passed in front(passed).into_iter().take(options.patches) {
        context.progress.phase("judging a patch");
        let patch = write(&passed.candidate);
        let program = PatchedProgram::new(&options.program, located.file, &patch.text)?;
        let judged = match judge(&program.program, &located.name, options, context) {
            Ok(judged) => judged,
            Err(error) => {
                fixed.rejected =
                    Some((patch.edits[0].text.clone(), format!("the patched file is refused: {error}")));
                continue;
            }
        };
        let path = options.program.files[located.file].display().to_string();
        let text = patch.edits.iter().find(|edit| edit.span == expression.span).map(|edit| edit.text.clone());
        let made = FixPatch {
            text: text.unwrap_or_default(),
            diff: unified_diff(&path, &located.text, &patch.text),
            edits: patch
                .edits
                .iter()
                .map(|edit| FixEdit { start: edit.span.start, end: edit.span.end, text: edit.text.clone() })
                .collect(),
            source: patch.text,
            errors: sampled(expression, &passed.trialled.errors, &trial),
            cost: passed.cost,
            worse: passed.trialled.worse.clone().map(|(inputs, bits)| (named(expression, &inputs), bits)),
            compared: passed.trialled.compared,
            underflows: passed.trialled.underflows.as_ref().map(|inputs| named(expression, inputs)),
            chains: chains(expression, &problem, &passed.candidate),
            judged,
        };
        // The engines' inputs against the patch are inputs of the old expression, too.
        let against = witnesses(expression, &made.judged);
        let beyond = raises_beyond(&problem, &passed.candidate, &against);
        let beyond = beyond.map(|what| format!("it raises {what} where the old one does not"));
        match new_exceptions(old, &made).or(beyond) {
            Some(why) => fixed.rejected = Some((made.text, why)),
            None => fixed.patches.push(made),
        }
    }
    Ok(fixed)
}

/// The engines' witnesses as inputs of an expression, if it has nothing but parameters.
fn witnesses(expression: &Expression, old: &Judged) -> Vec<Vec<f64>> {
    let value = |witness: &[(String, f64)], name: &str| {
        witness.iter().find(|(own, value)| own == name && value.is_finite()).map(|(_, value)| *value)
    };
    let inputs = |witness: &Vec<(String, f64)>| {
        let variables = expression.variables.iter().map(|variable| value(witness, &variable.text));
        variables.collect::<Option<Vec<f64>>>()
    };
    old.witnesses.iter().filter_map(inputs).collect()
}

/// Why the engines' verdict makes a patch none.
fn new_exceptions(old: &Judged, made: &FixPatch) -> Option<String> {
    // Where the exact result is tiny the old expression does not underflow only because it is wrong.
    let is_inherent = |id: &&str| *id == "underflow" && made.underflows.is_none();
    let new: Vec<&str> = made.judged.beyond(old).into_iter().filter(|id| !is_inherent(id)).collect();
    (!new.is_empty()).then(|| format!("it raises {}, which the old one does not", new.join(", ")))
}

/// Candidates that mean the same, raise nothing new and are better; the best that is not, and why; how
/// many there were.
fn compare(
    problem: &SampledExpression,
    errors: &ErrorSummary,
    trial: &ValidationSample,
    seed: u64,
) -> (Vec<Passed>, Option<(Replacement, String)>, usize) {
    let candidates = crate::search::candidates(problem, seed);
    let tried = candidates.len();
    let mut passed = Vec::new();
    let mut rejected: Option<(f64, Replacement, String)> = None;
    for candidate in candidates {
        let trialled = validate(problem, &candidate, trial);
        match objection(errors, &trialled) {
            None => passed.push(Passed { cost: candidate.cost(), candidate, trialled }),
            Some(why) => {
                let average = trialled.errors.average;
                if rejected.as_ref().is_none_or(|(best, ..)| average < *best) {
                    rejected = Some((average, candidate, why));
                }
            }
        }
    }
    (passed, rejected.map(|(_, candidate, why)| (candidate, why)), tried)
}

/// Why a candidate is no patch.
fn objection(old: &ErrorSummary, trialled: &Trialled) -> Option<String> {
    if trialled.differs.is_some() {
        return Some("it does not mean the same everywhere".to_owned());
    }
    if trialled.loses.is_some() {
        return Some("it has no value where the old one has one".to_owned());
    }
    if let Some((_, what)) = &trialled.raises {
        return Some(format!("it raises {what} where the old one does not"));
    }
    let gain = old.average - trialled.errors.average;
    let of_largest = old.largest - trialled.errors.largest;
    let raises_less = trialled.grave[1] < trialled.grave[0] && gain > -BETTER_AVERAGE && of_largest > -1.0;
    if !raises_less && gain < BETTER_AVERAGE && (of_largest < BETTER_LARGEST || gain < -BETTER_AVERAGE) {
        return Some(format!(
            "its errors are {:.1} bits on average, and the old ones {:.1}",
            trialled.errors.average, old.average
        ));
    }
    None
}

/// Those that no other one beats in error and in cost, the most accurate first.
fn front(mut passed: Vec<Passed>) -> Vec<Passed> {
    let error = |one: &Passed| {
        let trialled = &one.trialled;
        trialled.errors.average + 0.05 * trialled.errors.largest + 0.02 * trialled.grave[1] as f64
    };
    passed.sort_by(|a, b| error(a).total_cmp(&error(b)).then(a.cost.cmp(&b.cost)));
    let mut front: Vec<Passed> = Vec::new();
    for one in passed {
        let is_beaten =
            front.iter().any(|better| better.cost <= one.cost && error(better) <= error(&one) + 0.02);
        // What wins a hundredth of a bit for twice the cost is no better.
        let is_dear =
            front.last().is_some_and(|last| error(&one) < error(last) + 0.02 && one.cost < last.cost);
        if is_dear {
            front.pop();
        }
        if !is_beaten {
            front.push(one);
        }
    }
    front
}

fn sampled(expression: &Expression, errors: &ErrorSummary, trial: &ValidationSample) -> SampledErrors {
    SampledErrors {
        average: errors.average,
        largest: errors.largest,
        worst: named(expression, &errors.worst),
        samples: trial.len(),
    }
}

/// An input in words.
fn named(expression: &Expression, inputs: &[f64]) -> String {
    let pairs = expression.variables.iter().zip(inputs);
    let pairs: Vec<String> =
        pairs.map(|(variable, value)| format!("{} = {value:?}", variable.text)).collect();
    pairs.join(", ")
}
