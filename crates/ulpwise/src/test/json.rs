//! The outcome as JSON; `docs/commands/test.md` describes it.

use super::Outcome;
use super::findings::{Finding, Obstacle, Place};
use super::text::verdict;
use crate::json::document;
use crate::output::ExitStatus;
use crate::render::shown_path;
use serde_json::{Value, json};
use ulpwise_harness::names::source_name;
use ulpwise_ir::Module;
use ulpwise_native::Coverage;
use ulpwise_symex::{FileName, InputValue, Meaning, SymbolicOutput};

/// Raised when a field changes its meaning or goes; new fields may come at any time.
const VERSION: u32 = 1;

/// The outcome as JSON.
pub(super) fn write(outcome: &Outcome<'_>, warnings: &[String], status: ExitStatus) -> String {
    let module = outcome.module;
    let findings: Vec<Value> = outcome.findings.iter().map(|found| finding(module, found)).collect();
    let obstacles: Vec<Value> = outcome.obstacles.iter().map(|met| obstacle(module, met)).collect();
    document(&json!({
        "format": "ulpwise-test",
        "version": VERSION,
        "function": source_name(&module.functions[outcome.function]),
        "verdict": verdict(outcome),
        "exhaustive": outcome.is_exhaustive(),
        "paths": {
            "completed": outcome.count(Meaning::Completed),
            "failed": outcome.count(Meaning::Failed),
            "dropped": outcome.count(Meaning::Dropped),
            "unsupported": outcome.count(Meaning::Unsupported),
            "cut_off": outcome.count(Meaning::CutOff),
            "left": outcome.summary.left,
            "stand_for": outcome.summary.stand_for,
        },
        "findings": findings,
        "obstacles": obstacles,
        "missed": outcome.summary.missed,
        "tests": outcome.tests.len(),
        "coverage": outcome.coverage.as_ref().map(coverage),
        "questions": outcome.summary.questions,
        "seconds": outcome.seconds,
        "exit_code": status.code(),
        "warnings": warnings,
    }))
}

fn finding(module: &Module, finding: &Finding) -> Value {
    json!({
        "kind": finding.kind,
        "message": finding.message,
        "location": finding.calls.iter().find_map(|place| location(module, place)),
        "calls": finding.calls.iter().map(|place| json!({
            "function": place.function,
            "location": location(module, place),
        })).collect::<Vec<_>>(),
        "inputs": inputs(finding.witness()),
        "paths": finding.paths,
        "confirmed": finding.confirmed.is_ok(),
        "unconfirmed_because": finding.confirmed.as_ref().err(),
    })
}

fn coverage(coverage: &Coverage) -> Value {
    let (lines, branches) = (coverage.line_counts(), coverage.branch_counts());
    json!({
        "lines": { "covered": lines.0, "total": lines.1 },
        "branches": { "covered": branches.0, "total": branches.1 },
    })
}

fn obstacle(module: &Module, obstacle: &Obstacle) -> Value {
    json!({
        "kind": obstacle.kind,
        "message": obstacle.message,
        "location": obstacle.place.as_ref().and_then(|place| location(module, place)),
        "paths": obstacle.paths,
    })
}

fn location(module: &Module, place: &Place) -> Option<Value> {
    let location = place.location?;
    Some(json!({
        "file": module.files.get(location.file).map(shown_path),
        "line": location.line,
        "column": location.column,
    }))
}

/// Inputs in the order in which the program asks for them.
pub(super) fn inputs(inputs: &[InputValue]) -> Vec<Value> {
    let one = |input: &InputValue| {
        let width = usize::from(input.ty.bits()).div_ceil(4);
        let elements: Vec<String> = input.elements.iter().map(|bits| format!("0x{bits:0width$x}")).collect();
        let source = match input.file {
            None => "program",
            Some(FileName::StandardInput) => "stdin",
            Some(FileName::Named(_)) => "file",
        };
        json!({ "name": input.name, "source": source, "type": input.ty.to_string(), "bits": elements })
    };
    inputs.iter().map(one).collect()
}

/// What a path printed: text, and values that depend on inputs.
pub(super) fn output(pieces: &[SymbolicOutput]) -> Vec<Value> {
    let one = |piece: &SymbolicOutput| match piece {
        SymbolicOutput::Text(bytes) => json!({ "text": String::from_utf8_lossy(bytes) }),
        SymbolicOutput::Value { conversion, ty, bits, expression } => {
            let width = usize::from(ty.bits()).div_ceil(4);
            let bits = format!("0x{bits:0width$x}");
            json!({ "conversion": conversion, "type": ty.to_string(), "bits": bits, "expression": expression })
        }
    };
    pieces.iter().map(one).collect()
}
