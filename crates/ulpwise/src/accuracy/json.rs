//! The findings as JSON, and inputs as files of their own. `docs/commands/accuracy.md` describes both.

use super::subject::{Subject, output_name};
use super::{Finding, Findings, call};
use crate::args::AccuracyArguments;
use crate::failure::Failure;
use crate::json::document;
use crate::render::{shown_path, site_name};
use serde_json::{Value, json};
use std::path::Path;
use ulpwise_accuracy::{Diagnosis, ErrorClass, SiteShare};
use ulpwise_harness::names::source_name;

/// The name of a sort.
fn sort_id(sort: ErrorClass) -> &'static str {
    match sort {
        ErrorClass::Inaccurate => "inaccurate",
        ErrorClass::NotZero => "not-zero",
        ErrorClass::Diverged => "diverged",
        ErrorClass::OtherKind => "other-kind",
    }
}

/// The document.
pub(super) fn write(
    subject: &Subject<'_>,
    findings: &Findings,
    arguments: &AccuracyArguments,
    warnings: &[String],
) -> String {
    let searched = &findings.searched;
    let found: Vec<Value> = findings.found.iter().map(|finding| finding_json(subject, finding)).collect();
    document(&json!({
        "function": source_name(&subject.module.functions[subject.function]),
        "metric": arguments.metric.metric().id(),
        "calls": searched.calls,
        "not_returned": searched.not_returned,
        "without_output": searched.without_output,
        "symbolic": searched.followed.as_ref().map(|followed| json!({
            "rounds": followed.rounds,
            "paths": followed.paths,
            "combinations": followed.combinations,
            "starting_points": followed.points.len(),
            "answers": { "sat": followed.answers.sat, "unsat": followed.answers.unsat, "unknown": followed.answers.unknown },
            "obstacle": followed.obstacle,
        })),
        "operations_not_followed": findings.unobserved,
        "findings": found,
        "bound": bound_json(subject, findings),
        "warnings": warnings,
    }))
}

/// What is proven for all inputs, or why nothing is.
fn bound_json(subject: &Subject<'_>, findings: &Findings) -> Value {
    match &findings.bound {
        None => Value::Null,
        Some(Ok(bound)) => json!({
            "absolute": bound.absolute,
            "relative": bound.relative,
            "boxes": bound.boxes,
            "contradicted": findings.is_contradiction(),
        }),
        Some(Err(refusal)) => {
            let place = refusal.at.and_then(|(function, inst)| subject.module.location_of(function, inst));
            json!({ "refused": refusal.reason.to_string(), "line": place.map(|location| location.line) })
        }
    }
}

/// One file for each finding.
pub(super) fn write_witnesses(
    folder: &Path,
    subject: &Subject<'_>,
    findings: &Findings,
    arguments: &AccuracyArguments,
) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::bad_input(format!("-o {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    for finding in &findings.found {
        let name = source_name(&subject.module.functions[subject.function]);
        let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
        let name: String = name.chars().map(plain).collect();
        let file = folder.join(format!("{name}-{}.json", sort_id(finding.confirmed.class)));
        let files: Vec<String> =
            arguments.input.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        let text = document(&json!({
            "format": "ulpwise-accuracy",
            "version": 1,
            "files": files,
            "cflags": arguments.input.cflags,
            "metric": arguments.metric.metric().id(),
            "function": source_name(&subject.module.functions[subject.function]),
            "finding": finding_json(subject, finding),
        }));
        std::fs::write(file, text).map_err(wrong)?;
    }
    Ok(())
}

fn finding_json(subject: &Subject<'_>, finding: &Finding) -> Value {
    let confirmed = &finding.confirmed;
    let worst = confirmed.worst.map(|worst| {
        json!({
            "output": output_name(&subject.outputs[worst.output]),
            "computed": format!("{:e}", worst.value),
            "computed_bits": format!("{:#x}", worst.value.to_bits()),
            "right": format!("{:e}", worst.right),
            "error": worst.error.to_string(),
            "error_log2": if worst.error.is_zero() { Value::Null } else { json!(worst.error.log2()) },
        })
    });
    let values: Vec<Value> = call::values(subject, &confirmed.words)
        .into_iter()
        .map(|(name, values)| json!({ "name": name, "values": values }))
        .collect();
    let words: Vec<String> = confirmed.words.iter().map(|word| format!("{word:#x}")).collect();
    let differing: Vec<Value> = confirmed
        .call
        .differing
        .iter()
        .map(|&(output, value, right)| {
            let name = output_name(&subject.outputs[output]);
            json!({ "output": name, "computed": format!("{value:e}"), "right": format!("{right:e}") })
        })
        .collect();
    let diverged: Vec<String> =
        confirmed.call.diverged.iter().map(|&site| site_name(subject.module, site)).collect();
    json!({
        "sort": sort_id(confirmed.class),
        "worst": worst,
        "inputs": values,
        "words": words,
        "bits": confirmed.bits,
        "differing": differing,
        "diverged": diverged,
        "guilty": finding.diagnosis.as_ref().and_then(Diagnosis::guilty).map(|site| site_json(subject, site)),
        "shares": finding.diagnosis.as_ref().map(|diagnosis| {
            let told = diagnosis.sites.iter().filter(|site| site.share != 0.0 || site.passed > 0.0);
            told.map(|site| site_json(subject, site)).collect::<Vec<Value>>()
        }),
        "explained": finding.diagnosis.as_ref().map(|diagnosis| diagnosis.explained),
    })
}

fn site_json(subject: &Subject<'_>, site: &SiteShare) -> Value {
    let module = subject.module;
    let place = module.sites[site.site].location.map(|location| {
        let location = module.locations[location];
        let file = shown_path(&module.files[location.file]);
        json!({ "file": file, "line": location.line, "column": location.column })
    });
    json!({
        "site": site_name(module, site.site),
        "place": place,
        "role": site.role.id(),
        "share": finite(site.share),
        "rounding_ulps": finite(site.rounding),
        "condition": finite(site.condition),
        "runs": site.runs,
        "lost_digits": site.checks.losses,
        "cancelled": site.checks.cancellations,
    })
}

/// JSON has no infinities.
fn finite(number: f64) -> Value {
    if number.is_finite() { json!(number) } else { json!(number.to_string()) }
}
