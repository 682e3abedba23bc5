//! For other programs: everything, as one document. docs/schema/check.schema.json describes it, docs/commands/check.md explains it.

use crate::text::place;
use serde_json::{Value as Json, json};
use ulpwise_finding::{
    Accepted, CallOutput, End, Finding, FunctionReport, LedgerEntry, NumberText, Run, Verdict,
};

/// The version of the document. Fields may be added without a new one.
pub const VERSION: u64 = 1;

/// The document, with a final line end.
pub fn json(run: &Run) -> String {
    let functions: Vec<Json> = run.functions.iter().map(|function| of_function(run, function)).collect();
    let not_checked: Vec<Json> =
        run.not_checked.iter().map(|one| json!({"function": one.function, "reason": one.reason})).collect();
    let stale: Vec<Json> = run
        .stale
        .iter()
        .map(|known| json!({"function": known.function, "site": known.site, "property": known.property}))
        .collect();
    let document = json!({
        "format": "ulpwise-check",
        "version": VERSION,
        "ulpwise": run.version,
        "command": run.command,
        "functions": functions,
        "not_checked": not_checked,
        "stale": stale,
        "left": run.left,
        "exit_code": run.exit_code,
        "warnings": run.warnings,
    });
    format!("{document:#}\n")
}

fn of_function(run: &Run, function: &FunctionReport) -> Json {
    let count = function.count();
    let refuted: Vec<Json> = function
        .refuted
        .iter()
        .map(|refuted| {
            let (site, property) = refuted.goal;
            json!({"site": run.sites[site].id, "property": property.id(), "wave": refuted.by})
        })
        .collect();
    json!({
        "function": function.linker_name,
        "name": function.name,
        "witnesses": count.witnesses,
        "proven": count.proven,
        "unknown": count.unknown,
        "locations": function.locations.0,
        "inputs_to_locations": function.locations.1,
        "all_paths": function.all_paths,
        "paths": function.paths,
        "questions": {
            "sat": function.questions.sat,
            "unsat": function.questions.unsat,
            "unknown": function.questions.unknown,
        },
        "not_native": function.not_native,
        "not_abstract": function.not_abstract,
        "refuted": refuted,
        "seconds": function.seconds,
        "ledger": function.ledger.iter().map(|entry| of_entry(run, entry)).collect::<Vec<_>>(),
    })
}

fn of_entry(run: &Run, entry: &LedgerEntry) -> Json {
    let site = &run.sites[entry.site];
    let location = site.place.as_ref().map(|place| {
        json!({
            "file": run.files[place.file].absolute,
            "line": place.line,
            "column": place.column,
        })
    });
    let mut value = json!({
        "site": site.id,
        "place": location,
        "operation": site.operation,
        "property": entry.property.id(),
        "verdict": entry.verdict.id(),
    });
    let more = match &entry.verdict {
        Verdict::Witness(finding) => of_finding(run, entry, finding),
        Verdict::Proven(by) => json!({"wave": by}),
        Verdict::Unknown(why) => json!({"reason": why}),
    };
    if let (Json::Object(value), Json::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

fn of_finding(run: &Run, entry: &LedgerEntry, finding: &Finding) -> Json {
    let (root, property) = finding.trace.root;
    let killed = if let End::Killed(site) = finding.trace.end { site } else { None };
    let id = |site: usize| run.sites[site].id.as_str();
    let inputs: Vec<Json> = finding
        .call
        .inputs
        .iter()
        .map(|input| {
            let mut object = of_value(&input.value);
            object["name"] = json!(input.name);
            object
        })
        .collect();
    let document = finding.document.as_ref().and_then(|text| serde_json::from_str::<Json>(text).ok());
    json!({
        "level": finding.level(entry.property).id(),
        "wave": finding.by,
        "first": finding.first,
        "accepted": finding.accepted.as_ref().map(|why| match why {
            Accepted::Baseline => "baseline".to_owned(),
            Accepted::Comment(reason) => format!("comment: {reason}"),
        }),
        "expression": finding.expression,
        "inputs": inputs,
        "rounding": finding.call.rounding,
        "again": finding.call.again,
        "witness": document,
        "rank": finding.rank,
        "group": format!("{} {}", id(root), property.id()),
        "plain": finding.plain,
        "avoidable": finding.avoidable,
        "strayed": finding.strayed,
        "trace": {
            "propagate": finding.trace.propagated.iter().map(|&site| id(site)).collect::<Vec<_>>(),
            "places": finding.trace.propagated.iter().map(|&site| place(run, site)).collect::<Vec<_>>(),
            "end": finding.trace.end.id(),
            "killed_by": killed.map(id),
        },
        "outputs": finding.outputs.iter().map(of_output).collect::<Vec<_>>(),
    })
}

fn of_output(output: &CallOutput) -> Json {
    json!({
        "name": output.name,
        "value": output.value.decimal,
        "hex": output.value.hex,
        "escapes": output.escapes,
        "true_value": output.truth.as_ref().map(|truth| &truth.decimal),
        "ordinary": output.truth.as_ref().map(|truth| truth.ordinary),
    })
}

fn of_value(value: &NumberText) -> Json {
    json!({"decimal": value.decimal, "hex": value.hex, "bits": value.bits, "type": value.ty})
}
