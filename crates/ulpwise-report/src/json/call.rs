//! The document of `ulpwise run`, docs/schema/run.schema.json.

use super::VERSION;
use crate::terminal::events;
use serde::Serialize;
use ulpwise_finding::{
    CallEnd, CallRun, EventDetail, LedgerEntry, NativeComparison, OutputObject, ReadValues, Run, ScalarText,
    SourceLocation, StackFrame,
};

/// How many calls of a stack are written; a recursion may have very many.
const SHOWN_CALLS: usize = 100;

/// The document.
#[derive(Serialize)]
pub(super) struct CallDocument<'r> {
    format: u32,
    function: &'r str,
    linker_name: &'r str,
    arguments: Vec<&'r str>,
    result: &'r Option<ReadValues>,
    outputs: &'r [OutputObject],
    printed: &'r str,
    exceptions: Vec<EventDocument<'r>>,
    instructions: u64,
    end: EndDocument<'r>,
    exit_code: u8,
    warnings: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<NativeDocument<'r>>,
}

#[derive(Serialize)]
struct EventDocument<'r> {
    exception: &'static str,
    site: &'r str,
    function: &'r str,
    location: &'r Option<SourceLocation>,
    inlined_into: &'r Option<SourceLocation>,
    operation: &'r str,
    expression: Option<&'r str>,
    operands: &'r [ScalarText],
    result: &'r Option<ScalarText>,
    calls: &'r [StackFrame],
    flags: &'r [&'static str],
    count: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum EndDocument<'r> {
    Returned { kind: &'static str },
    Stopped { kind: &'r str, message: &'r str, calls: &'r [StackFrame] },
}

#[derive(Serialize)]
#[serde(untagged)]
enum NativeDocument<'r> {
    NotMade {
        run: bool,
        reason: &'r str,
    },
    Made {
        run: bool,
        differences: &'r [String],
        stopped: &'r Option<String>,
        unprotected: &'r [&'static str],
    },
}

fn first_calls(calls: &[StackFrame]) -> &[StackFrame] {
    &calls[..calls.len().min(SHOWN_CALLS)]
}

impl<'r> CallDocument<'r> {
    pub(super) fn new(run: &'r Run, detail: &'r CallRun) -> Self {
        let function = run.functions.first();
        Self {
            format: VERSION,
            function: function.map_or("", |function| &function.name),
            linker_name: function.map_or("", |function| &function.linker_name),
            arguments: detail.arguments.iter().map(|(_, value)| value.as_str()).collect(),
            result: &detail.result,
            outputs: &detail.outputs,
            printed: &detail.printed,
            exceptions: events(run).map(|(entry, event)| EventDocument::new(run, entry, event)).collect(),
            instructions: detail.instructions,
            end: EndDocument::new(detail.end.as_ref()),
            exit_code: run.exit_code,
            warnings: &run.warnings,
            native: detail.native.as_ref().map(NativeDocument::new),
        }
    }
}

impl<'r> EventDocument<'r> {
    fn new(run: &'r Run, entry: &'r LedgerEntry, event: &'r EventDetail) -> Self {
        let site = &run.sites[entry.site];
        Self {
            exception: entry.property.id(),
            site: &site.name,
            function: &site.function,
            location: &event.location,
            inlined_into: &event.inlined_into,
            operation: &site.operation,
            expression: entry.verdict.finding().and_then(|finding| finding.expression.as_deref()),
            operands: &event.operands,
            result: &event.result,
            calls: first_calls(&event.calls),
            flags: &event.flags,
            count: event.count,
        }
    }
}

impl<'r> EndDocument<'r> {
    fn new(end: Option<&'r CallEnd>) -> Self {
        match end {
            None => Self::Returned { kind: "returned" },
            Some(CallEnd { kind, message, calls, .. }) => {
                Self::Stopped { kind, message, calls: first_calls(calls) }
            }
        }
    }
}

impl<'r> NativeDocument<'r> {
    fn new(native: &'r NativeComparison) -> Self {
        match native {
            NativeComparison::NotMade(reason) => Self::NotMade { run: false, reason },
            NativeComparison::Made { differences, stopped, unprotected } => {
                Self::Made { run: true, differences, stopped, unprotected }
            }
        }
    }
}
