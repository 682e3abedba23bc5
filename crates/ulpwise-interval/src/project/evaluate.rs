//! Operators that are not looked into: they are computed when every argument is a single value.

use super::Recorder;
use crate::domain::Domain;
use ulpwise_expr::{AppliedValue, Op, Value, apply};

pub(super) fn project(op: Op, args: &[Domain], result: &mut Domain, recorder: &mut Recorder) {
    let values: Option<Vec<Value>> = args.iter().map(Domain::singleton_value).collect();
    let Some(values) = values else { return };
    let references: Vec<&Value> = values.iter().collect();
    match apply(op, &references) {
        AppliedValue::Value(value) => recorder.result(result.intersect(&Domain::singleton(&value))),
        // Any value, or one that only the host can tell.
        AppliedValue::Unspecified | AppliedValue::Libm | AppliedValue::TooLarge => {}
    }
}
