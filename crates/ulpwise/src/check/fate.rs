//! What became of an exception, in words and as JSON: where the trouble begins, which way it takes, where it ends, and what would be right.

use super::text::value_text;
use super::work::Checked;
use crate::render::{printable, site_name};
use serde_json::{Value, json};
use ulpwise_check::{Fate, Finding, Output, Witness};
use ulpwise_interp::Exception;
use ulpwise_ir::{Module, SiteId};
use ulpwise_native::Kind;

/// How many operations of a way are named.
const SHOWN_STEPS: usize = 3;

/// One sentence for each thing that is worth telling.
pub(super) fn notes(module: &Module, checked: &Checked, finding: &Finding, witness: &Witness) -> Vec<String> {
    let mut notes = Vec::new();
    if finding.strayed {
        notes.push("before that the call accesses memory outside of what it was given (--len gives arrays more elements)".to_owned());
    }
    // A rounded number is as good as any: it has no way that could be followed.
    if finding.goal.1 == Exception::Inexact {
        return notes;
    }
    let (root, exception) = finding.trace.root;
    if finding.trace.root != finding.goal {
        notes.push(format!("it begins with {} at {}", exception.id(), place(module, root)));
    }
    let propagated = &finding.trace.propagated;
    if !propagated.is_empty() {
        let mut places: Vec<String> =
            propagated.iter().take(SHOWN_STEPS).map(|&site| place(module, site)).collect();
        if propagated.len() > SHOWN_STEPS {
            places.push(format!("{} more", propagated.len() - SHOWN_STEPS));
        }
        notes.push(format!("propagates through {}", places.join(", ")));
    }
    match &finding.trace.fate {
        Fate::Escaped(_) => notes.extend(escape_text(checked, finding, witness)),
        Fate::Killed(Some(site)) => notes.push(format!("is killed at {}", place(module, *site))),
        Fate::Killed(None) if finding.goal.1 != Exception::Underflow => {
            notes.push("does not reach the result".to_owned());
        }
        Fate::Killed(None) => notes.push("is not seen in the result".to_owned()),
        Fate::Unseen => {}
    }
    if finding.avoidable == Some(true) {
        notes.push("potentially avoidable: the true result is an ordinary number".to_owned());
    }
    notes
}

/// What escapes, and what would be right in its place.
fn escape_text(checked: &Checked, finding: &Finding, witness: &Witness) -> Vec<String> {
    let Ok(native) = &checked.inputs.native else { return Vec::new() };
    let Fate::Escaped(outputs) = &finding.trace.fate else { return Vec::new() };
    let one = |&place: &usize| {
        let output = native.outputs.get(place)?;
        let found = value_text(Kind::Float(output.format), output.value(witness)?);
        let name = name(output);
        let right = finding.true_values.iter().find(|value| value.output == place);
        let right =
            right.map(|right| format!("; in truth it is {}", true_text(right.nearest, right.is_ordinary)));
        Some(format!("escapes: {name} is {found}{}", right.unwrap_or_default()))
    };
    outputs.iter().filter_map(one).take(SHOWN_STEPS).collect()
}

/// A true value, as far as a double can show it.
fn true_text(nearest: f64, is_ordinary: bool) -> String {
    match nearest {
        _ if nearest.is_nan() => "no number".to_owned(),
        _ if nearest.is_infinite() => "too large, or infinite".to_owned(),
        _ if nearest == 0.0 && !is_ordinary => "smaller than every double".to_owned(),
        _ => value_text(Kind::Float(ulpwise_float::Format::F64), nearest.to_bits()),
    }
}

fn name(output: &Output) -> String {
    output.name.as_deref().map_or_else(|| "the returned value".to_owned(), printable)
}

/// Where a site is: its line, or else its name.
fn place(module: &Module, site: SiteId) -> String {
    match module.sites[site].location.map(|location| module.locations[location]) {
        Some(location) if location.line > 0 => {
            let path = module.files[location.file].path();
            let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            format!("{}:{}:{}", printable(&file), location.line, location.column)
        }
        _ => site_name(module, site),
    }
}

/// The fields of a finding in JSON.
pub(super) fn fields(
    module: &Module,
    checked: &Checked,
    rank: usize,
    finding: &Finding,
    witness: &Witness,
) -> Value {
    let outputs: Vec<Value> = match &checked.inputs.native {
        Ok(native) => native.outputs.iter().enumerate().filter_map(|(place, output)| {
            let value = value_text(Kind::Float(output.format), output.value(witness)?);
            let right = finding.true_values.iter().find(|value| value.output == place);
            let escapes = matches!(&finding.trace.fate, Fate::Escaped(outputs) if outputs.contains(&place));
            Some(json!({
                "name": output.name,
                "value": value,
                "escapes": escapes,
                "true_value": right.map(|right| value_text(Kind::Float(ulpwise_float::Format::F64), right.nearest.to_bits())),
                "ordinary": right.map(|right| right.is_ordinary),
            }))
        }).collect(),
        Err(_) => Vec::new(),
    };
    let (root, exception) = finding.trace.root;
    let killed = if let Fate::Killed(site) = finding.trace.fate { site } else { None };
    json!({
        "rank": rank,
        "group": format!("{} {}", module.site_name(root), exception.id()),
        "plain": finding.plain,
        "avoidable": finding.avoidable,
        "strayed": finding.strayed,
        "trace": {
            "propagate": finding.trace.propagated.iter().map(|&site| module.site_name(site)).collect::<Vec<_>>(),
            "end": finding.trace.fate.id(),
            "killed_by": killed.map(|site| module.site_name(site)),
        },
        "outputs": outputs,
    })
}
