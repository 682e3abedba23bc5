//! The way of an error to a value, as plain data: each operation on it with what it computes, what
//! is true, and how far apart the two are.

use super::model::true_text;
use crate::describe::operation;
use crate::site_table::SiteTable;
use ulpwise_finding::{ErrorStep, LowerBound};
use ulpwise_float::Flags;
use ulpwise_interp::{Event, Exception};
use ulpwise_ir::{Module, SiteKind};
use ulpwise_stability::{TraceStep, TrueValue};

/// The steps of a run.
pub(super) fn error_steps(
    module: &Module,
    places: &mut SiteTable<'_>,
    steps: &[TraceStep],
) -> Vec<ErrorStep> {
    let one = |step: &TraceStep| ErrorStep {
        site: places.site(step.site),
        expression: expression(module, step),
        truth: truth(module, step),
        error: error(module, step),
        bits: step.result,
        exact: step.truth.map(TrueValue::nearest),
        relative_error: step.error.filter(|error| error.is_finite()),
        passes: step.passes,
        skipped: step.skipped,
    };
    steps.iter().map(one).collect()
}

/// The operation with its operands and result.
fn expression(module: &Module, step: &TraceStep) -> String {
    let event = Event {
        site: step.site,
        exception: Exception::Inexact,
        flags: Flags::NONE,
        operands: step.operands.clone(),
        result: step.result,
        count: 1,
        calls: Vec::new(),
    };
    operation(module, &event).expression
}

fn is_comparison(module: &Module, step: &TraceStep) -> bool {
    matches!(module.sites[step.site].kind, SiteKind::Compare(_))
}

fn truth(module: &Module, step: &TraceStep) -> String {
    match (step.truth, step.error) {
        _ if is_comparison(module, step) => match step.error {
            Some(0.0) => "decided as true values would".to_owned(),
            Some(_) => "true values decide otherwise".to_owned(),
            None => "how true values decide is not known".to_owned(),
        },
        (Some(truth), _) => format!("true {}", true_text(truth)),
        (None, _) => "no true value".to_owned(),
    }
}

fn error(module: &Module, step: &TraceStep) -> Option<String> {
    step.error
        .filter(|error| error.is_finite() && !is_comparison(module, step))
        .map(|error| LowerBound(error).percent())
}
