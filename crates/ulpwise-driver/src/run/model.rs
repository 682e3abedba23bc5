//! The outcome as plain data.

use super::ending;
use super::outcome::CallOutcome;
use crate::check::property;
use crate::describe::{Mark, operation, scalar, scalar_text, short_scalar};
use crate::options::RunOptions;
use crate::site_table::SiteTable;
use ulpwise_finding::{
    CallEnd, CallRun, Ending, EntryDetail, EventDetail, Finding, FunctionReport, LedgerEntry,
    NativeComparison, OutputObject, Questions, ReadScalar, ReadValues, Run, RunDetail, StackFrame, Verdict,
    WitnessCall,
};
use ulpwise_float::Flags;
use ulpwise_harness::marshal::{ArgumentObject, ReadValue, Reading};
use ulpwise_harness::names::source_name;
use ulpwise_interp::{Event, PathEnd, Stop};
use ulpwise_ir::{FunctionId, InstId, Language, Location, Module};

/// How many calls of an event are kept; a recursion may have very many.
const KEPT_CALLS: usize = 100;

/// The run. The exit code and the command are the caller's to set.
pub(super) fn run(
    outcome: &CallOutcome<'_>,
    native: Option<NativeComparison>,
    options: &RunOptions,
    warnings: &[String],
) -> Run {
    let mut sites = SiteTable::new(outcome.module);
    let ledger: Vec<LedgerEntry> =
        outcome.events.iter().map(|event| entry(outcome, &mut sites, event)).collect();
    let end = outcome.stop.as_ref().map(|stop| end(outcome, &mut sites, stop, options));
    let parameters = outcome.declaration.parameters.iter();
    let written = parameters.zip(&outcome.values);
    let detail = CallRun {
        arguments: written.map(|(parameter, value)| (parameter.name.clone(), value.to_string())).collect(),
        result: outcome.result.as_ref().map(|result| read_values(outcome, result, true)),
        outputs: outcome.objects.iter().map(|(object, values)| output(outcome, object, values)).collect(),
        printed: String::from_utf8_lossy(&outcome.printed).into_owned(),
        dropped: outcome.dropped,
        instructions: outcome.steps,
        own_sites: outcome.module.sites_of(outcome.id).count(),
        end,
        native,
    };
    let function = FunctionReport {
        name: source_name(outcome.function),
        linker_name: outcome.function.name.clone(),
        locations: (ledger.len(), ledger.len()),
        ledger,
        all_paths: false,
        paths: 1,
        questions: Questions::default(),
        not_native: None,
        not_abstract: None,
        remedies: Vec::new(),
        assumptions: Vec::new(),
        refuted: Vec::new(),
        seconds: 0.0,
    };
    Run {
        functions: vec![function],
        warnings: warnings.to_vec(),
        detail: RunDetail::Call(Box::new(detail)),
        ..sites.into_run("run")
    }
}

/// An exception of the call.
fn entry(outcome: &CallOutcome<'_>, sites: &mut SiteTable<'_>, event: &Event) -> LedgerEntry {
    let module = outcome.module;
    let (site, property) = (sites.site(event.site), property(event.exception));
    let operation = operation(module, event);
    let call = WitnessCall {
        function: source_name(outcome.function),
        inputs: Vec::new(),
        rounding: "nearest".to_owned(),
        ending: Ending::Returned,
        again: None,
    };
    let mut finding = Finding::new((site, property), "interpreter", call);
    finding.expression = Some(operation.expression);
    let location = module.sites[event.site].location.and_then(|location| module.locations.get(location));
    let own = location.copied();
    let outer = own.and_then(|own| own.inlined_at).map(|outer| module.locations[outer]);
    let is_users = |location: Location| location.line > 0 && !sites.is_library_file(location.file);
    let calls = event.calls.iter().filter_map(|&(function, inst)| module.location_of(function, inst));
    let users_call = calls.into_iter().find(|&location| is_users(location));
    let detail = EventDetail {
        location: own.map(|own| sites.named_location(own)),
        inlined_into: outer.map(|outer| sites.named_location(outer)),
        is_inlined_into_own: outer.is_some_and(|outer| !sites.is_library_file(outer.file)),
        // Inside of a library the user wants to see the own call of it.
        users_call: users_call
            .filter(|_| !own.is_some_and(is_users))
            .map(|location| sites.at(&source_name(outcome.function), Some(location), "call", Mark::Token)),
        operands: operation.operands,
        result: operation.result,
        calls: event.calls.iter().take(KEPT_CALLS).map(|&call| frame(module, sites, call)).collect(),
        flags: flag_names(event.flags),
        count: event.count,
    };
    let verdict = Verdict::Witness(Box::new(finding));
    LedgerEntry { site, property, verdict, detail: EntryDetail::Event(Box::new(detail)) }
}

fn frame(module: &Module, sites: &SiteTable<'_>, (function, inst): (FunctionId, InstId)) -> StackFrame {
    let location = module.location_of(function, inst);
    StackFrame {
        function: source_name(&module.functions[function]),
        location: location.map(|location| sites.named_location(location)),
    }
}

fn flag_names(flags: Flags) -> Vec<&'static str> {
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

/// How the call ended.
fn end(outcome: &CallOutcome<'_>, sites: &mut SiteTable<'_>, stop: &Stop, options: &RunOptions) -> CallEnd {
    let module = outcome.module;
    let known = stop.calls.iter().find_map(|&(function, inst)| {
        let location = module.location_of(function, inst).filter(|location| location.line > 0)?;
        Some((function, location))
    });
    let is_fortran = outcome.language() == Language::Fortran;
    let mark = if is_fortran { Mark::FortranStatement } else { Mark::Token };
    CallEnd {
        kind: stop.end.id().to_owned(),
        message: stop.end.to_string(),
        advice: ending::message(&stop.end, options),
        is_fatal: stop.end != PathEnd::Exit(0),
        calls: stop.calls.iter().map(|&call| frame(module, sites, call)).collect(),
        site: known.map(|(function, location)| {
            sites.at(&source_name(&module.functions[function]), Some(location), "end", mark)
        }),
    }
}

/// What an object behind an argument holds.
fn output(outcome: &CallOutcome<'_>, object: &ArgumentObject, reading: &Reading) -> OutputObject {
    let is_scalar =
        matches!(reading, Reading::Values(values) if values.len() == 1 && values[0].path.is_empty());
    let is_pointer = matches!(outcome.language(), Language::C | Language::Cpp);
    OutputObject {
        name: object.name.clone(),
        shown_name: match object.count {
            None if is_pointer && is_scalar => format!("*{}", object.name),
            _ => object.name.clone(),
        },
        values: read_values(outcome, reading, object.blank),
        changed: match reading {
            Reading::Values(values) => {
                Some(values.iter().any(|value| value.before.is_some_and(|before| before != value.bits)))
            }
            Reading::Bytes(_) => None,
        },
    }
}

/// What was read; `blank` is whether nothing stood there before.
fn read_values(outcome: &CallOutcome<'_>, reading: &Reading, blank: bool) -> ReadValues {
    let (module, language, memory) = (outcome.module, outcome.language(), &outcome.memory);
    let one = |value: &ReadValue| ReadScalar {
        path: value.path.clone(),
        value: scalar(module, language, value, memory),
        full: scalar_text(module, language, value, memory),
        before: value
            .before
            .filter(|&before| before != value.bits)
            .map(|before| short_scalar(module, language, value, before, memory)),
        is_new: blank || value.before != Some(value.bits),
    };
    match reading {
        Reading::Values(values) => ReadValues::Scalars(values.iter().map(one).collect()),
        Reading::Bytes(bytes) => ReadValues::Bytes(bytes.clone()),
    }
}
