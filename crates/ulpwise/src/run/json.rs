//! The outcome as JSON; `docs/commands/run.md` describes it.

use super::native::Native;
use super::outcome::Outcome;
use crate::json::document;
use crate::output::ExitStatus;
use crate::render::{operation, scalar_json, shown_path, site_name};
use serde_json::{Value, json};
use ulpwise_float::Flags;
use ulpwise_harness::marshal::{ReadValue, Reading};
use ulpwise_harness::names::source_name;
use ulpwise_interp::{Event, Stop};
use ulpwise_ir::{FunctionId, InstId, Location, Module};

/// Raised when a field changes its meaning or goes; new fields may come at any time.
const FORMAT: u32 = 1;

/// How many calls of a stack are written; a recursion may have very many.
const SHOWN_CALLS: usize = 100;

/// The outcome as JSON.
pub(super) fn write(
    outcome: &Outcome<'_>,
    native: Option<&Native>,
    warnings: &[String],
    status: ExitStatus,
) -> String {
    let events: Vec<Value> = outcome.events.iter().map(|found| event(outcome.module, found)).collect();
    let outputs: Vec<Value> = outcome
        .objects
        .iter()
        .map(|(object, reading)| {
            json!({ "name": object.name, "values": values(outcome, reading), "changed": is_changed(reading) })
        })
        .collect();
    let mut object = json!({
        "format": FORMAT,
        "function": source_name(outcome.function),
        "linker_name": outcome.function.name,
        "arguments": outcome.values.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "result": outcome.result.as_ref().map(|result| values(outcome, result)),
        "outputs": outputs,
        "printed": String::from_utf8_lossy(&outcome.printed),
        "exceptions": events,
        "instructions": outcome.steps,
        "end": outcome.stop.as_ref().map_or_else(|| json!({ "kind": "returned" }), |stop| end(outcome.module, stop)),
        "exit_code": status.code(),
        "warnings": warnings,
    });
    if let Some(native) = native {
        object["native"] = beside(native);
    }
    document(&object)
}

fn beside(native: &Native) -> Value {
    match native {
        Native::NotMade(reason) => json!({ "run": false, "reason": reason }),
        Native::Made { differences, stopped, unprotected } => {
            json!({ "run": true, "differences": differences, "stopped": stopped, "unprotected": unprotected })
        }
    }
}

fn values(outcome: &Outcome<'_>, reading: &Reading) -> Value {
    let values = match reading {
        Reading::Values(values) => values,
        Reading::Bytes(bytes) => {
            return json!({ "bytes": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() });
        }
    };
    let one = |value: &ReadValue| {
        let mut object = scalar_json(outcome.module, outcome.language(), value, &outcome.memory);
        object["path"] = Value::from(value.path.as_str());
        object
    };
    values.iter().map(one).collect()
}

fn is_changed(reading: &Reading) -> Value {
    match reading {
        Reading::Values(values) => {
            values.iter().any(|value| value.before.is_some_and(|before| before != value.bits)).into()
        }
        Reading::Bytes(_) => Value::Null,
    }
}

fn event(module: &Module, event: &Event) -> Value {
    let site = &module.sites[event.site];
    let operation = operation(module, event);
    let place = site.location.and_then(|location| module.locations.get(location)).copied();
    let inlined_at = place.and_then(|place| place.inlined_at).map(|outer| module.locations[outer]);
    json!({
        "exception": event.exception.id(),
        "site": site_name(module, event.site),
        "function": source_name(&module.functions[site.function]),
        "location": place.map(|place| location(module, place)),
        "inlined_into": inlined_at.map(|place| location(module, place)),
        "operation": operation.noun,
        "expression": operation.expression,
        "operands": operation.operands,
        "result": operation.result,
        "calls": calls(module, &event.calls),
        "flags": flags(event.flags),
        "count": event.count,
    })
}

fn location(module: &Module, place: Location) -> Value {
    json!({
        "file": module.files.get(place.file).map(shown_path),
        "line": place.line,
        "column": place.column,
    })
}

fn flags(flags: Flags) -> Vec<&'static str> {
    [
        (Flags::INVALID, "invalid"),
        (Flags::DIVIDE_BY_ZERO, "divide-by-zero"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ]
    .into_iter()
    .filter(|(flag, _)| flags.contains(*flag))
    .map(|(_, name)| name)
    .collect()
}

fn end(module: &Module, stop: &Stop) -> Value {
    json!({ "kind": stop.end.id(), "message": stop.end.to_string(), "calls": calls(module, &stop.calls) })
}

/// Calls, innermost first.
fn calls(module: &Module, calls: &[(FunctionId, InstId)]) -> Vec<Value> {
    let located = calls.iter().take(SHOWN_CALLS).map(|&(function, inst)| {
        let place = module.location_of(function, inst);
        json!({
            "function": source_name(&module.functions[function]),
            "location": place.map(|place| location(module, place)),
        })
    });
    located.collect()
}
