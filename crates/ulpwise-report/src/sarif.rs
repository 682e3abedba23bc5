//! For code scanning: SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format).
//!
//! A result is an exception at an operation that has a witness, once however many functions come to it. Proofs and what is unknown are counted in the properties of the
//! run: a list of all that does not happen is nothing that a code scanner wants. Fingerprints hold the function, the text of the line and the operation, not its
//! number, so that a finding is the same one after lines were added above it.

use crate::text::{begins, call, end, ending, expression, step};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use ulpwise_finding::{Accepted, End, Finding, LedgerKey, Merged, Property, Run, SourceSpan, merged};

/// Where the schema is to be found, as the standard wants it said.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The document, with a final line end.
pub fn sarif(run: &Run) -> String {
    let results = merged(run);
    let counts = run.by_property();
    let rules: Vec<Property> = counts.keys().copied().collect();
    let prints = Prints::of(run);
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "ulpwise",
                "semanticVersion": run.version,
                "rules": rules.iter().map(|&property| rule(property)).collect::<Vec<_>>(),
                "supportedTaxonomies": [{"name": "CWE", "index": 0}],
            }},
            "taxonomies": [taxonomy(&rules)],
            "columnKind": "unicodeCodePoints",
            "artifacts": run.files.iter().map(|file| json!({"location": {"uri": uri(&file.path)}})).collect::<Vec<_>>(),
            "invocations": [{
                "executionSuccessful": run.exit_code <= 1,
                "exitCode": run.exit_code,
                "arguments": run.command,
                "toolExecutionNotifications": run.warnings.iter().map(|warning| {
                    json!({"level": "warning", "message": {"text": warning}})
                }).collect::<Vec<_>>(),
            }],
            "results": results.iter().map(|one| result(run, one, &rules, &prints)).collect::<Vec<_>>(),
            "properties": {"ledger": counts.iter().map(|(property, count)| {
                let counts = json!({"found": count.witnesses, "proven": count.proven, "unknown": count.unknown});
                (property.id().to_owned(), counts)
            }).collect::<serde_json::Map<_, _>>()},
        }],
    });
    format!("{document:#}\n")
}

fn rule(property: Property) -> Json {
    let mut tags = vec!["floating-point".to_owned()];
    let mut relationships = Vec::new();
    if let Some(cwe) = property.cwe() {
        tags.push(format!("external/cwe/cwe-{}", cwe.id));
        relationships.push(json!({
            "target": {"id": cwe.id.to_string(), "toolComponent": {"name": "CWE", "index": 0}},
            "kinds": ["superset"],
        }));
    }
    let (what, why, fix) = (property.what(), property.why(), property.fix());
    let mut help = format!("{what}\n\n{why}\n\n{fix}");
    let mut markdown =
        format!("**What it is.** {what}\n\n**Why it matters.** {why}\n\n**How to fix it.** {fix}");
    if property.is_exception() {
        let silence = format!(
            "A comment `ulpwise: allow({})` with a reason, on the line or alone on the line above, accepts it.",
            property.id()
        );
        help.push_str(&format!("\n\n{silence}"));
        markdown.push_str(&format!("\n\n**How to accept it.** {silence}"));
    }
    json!({
        "id": property.id(),
        "name": pascal_case(property.id()),
        "shortDescription": {"text": property.title()},
        "fullDescription": {"text": format!("{what} {why}")},
        "help": {"text": help, "markdown": markdown},
        "defaultConfiguration": {"level": property.default_level().id()},
        "relationships": relationships,
        "properties": {"tags": tags, "precision": "very-high"},
    })
}

fn taxonomy(rules: &[Property]) -> Json {
    let known: BTreeMap<u32, &str> =
        rules.iter().filter_map(|property| property.cwe()).map(|cwe| (cwe.id, cwe.name)).collect();
    let taxa: Vec<Json> = known
        .iter()
        .map(|(id, name)| json!({"id": id.to_string(), "name": name, "shortDescription": {"text": name}}))
        .collect();
    json!({"name": "CWE", "organization": "MITRE", "shortDescription": {"text": "Common Weakness Enumeration"}, "taxa": taxa})
}

fn pascal_case(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}

fn result(run: &Run, one: &Merged<'_>, rules: &[Property], prints: &Prints) -> Json {
    let (site, property) = one.goal;
    let finding = one.worst();
    let mut sentences =
        vec![format!("{}: {} in {}", property.title(), expression(run, site, finding), call(&finding.call))];
    sentences.extend(ending(finding.call.ending));
    sentences.extend(end(run, property, finding));
    let mut text = sentences.join("; ");
    text.push('.');
    let others: Vec<&str> =
        one.seen.iter().skip(1).map(|(function, _)| run.functions[*function].name.as_str()).collect();
    let mut result = json!({
        "ruleId": property.id(),
        "ruleIndex": rules.iter().position(|rule| *rule == property),
        "kind": "fail",
        "level": finding.level(property).id(),
        "message": {"text": text},
        "locations": [location(run, site, None)],
        "codeFlows": [code_flow(run, one.goal, finding)],
        "partialFingerprints": {"ulpwiseOperation/v1": prints.of_goal(run, one.goal)},
        "properties": {
            "call": call(&finding.call),
            "inputs": finding.call.inputs.iter().map(|input| {
                json!({"name": input.name, "decimal": input.value.decimal, "hex": input.value.hex, "type": input.value.ty})
            }).collect::<Vec<_>>(),
            "again": finding.call.again,
            "avoidable": finding.avoidable,
            "plain": finding.plain,
            "reachedFrom": others,
        },
    });
    let suppression = finding.accepted.as_ref().map(|why| match why {
        Accepted::Baseline => json!({"kind": "external", "justification": "accepted by the baseline"}),
        Accepted::Comment(reason) => json!({"kind": "inSource", "justification": reason}),
    });
    if !finding.stack.is_empty() {
        let frame = |&site: &usize| json!({"location": location(run, site, None)});
        let frames: Vec<Json> = finding.stack.iter().map(frame).collect();
        result["stacks"] = json!([{"message": {"text": "the calls under way"}, "frames": frames}]);
    }
    if let Some(digits) = finding.digits {
        result["properties"]["rightDigits"] = json!({"right": digits.right, "of": digits.of});
    }
    if let Some(suppression) = suppression {
        result["suppressions"] = json!([suppression]);
    }
    result
}

/// A site as a location, perhaps with a message about it.
fn location(run: &Run, site: usize, message: Option<String>) -> Json {
    let of = &run.sites[site];
    let mut location = json!({
        "logicalLocations": [{"name": of.function, "fullyQualifiedName": of.id, "kind": "function"}],
    });
    if let Some(place) = of.place.as_ref().filter(|place| place.line > 0) {
        location["physicalLocation"] = json!({
            "artifactLocation": {"uri": uri(&run.files[place.file].path), "index": place.file},
            "region": region(run, place),
        });
    }
    if let Some(message) = message {
        location["message"] = json!({"text": message});
    }
    location
}

/// The operation in its line; the standard counts columns in characters, from 1, and the end is behind the last one.
fn region(run: &Run, place: &SourceSpan) -> Json {
    let mut region = json!({"startLine": place.line});
    match (run.files[place.file].line(place.line), &place.span) {
        (Some(line), Some(span)) => {
            let column = |at: usize| 1 + line[..at].chars().count();
            region["startColumn"] = json!(column(span.start));
            region["endColumn"] = json!(column(span.end));
            region["snippet"] = json!({"text": line});
        }
        _ if place.column > 0 => region["startColumn"] = json!(place.column),
        _ => {}
    }
    region
}

/// The way of the exceptional value: where it begins, who hands it on, where it ends. Of an error, the operations on its way.
fn code_flow(run: &Run, goal: LedgerKey, finding: &Finding) -> Json {
    let (root, first) = finding.trace.root;
    let mut steps: Vec<(usize, String)> = finding.steps.iter().map(|of| (of.site, step(of))).collect();
    if steps.is_empty() {
        steps.push((root, format!("{}: {}", begins(first), first.title())));
    }
    if finding.trace.root != goal {
        steps.push((goal.0, format!("raises: {}", expression(run, goal.0, finding))));
    }
    steps.extend(finding.trace.propagated.iter().map(|&site| (site, "propagates".to_owned())));
    match finding.trace.end {
        End::Killed(Some(site)) => steps.push((site, "kills it".to_owned())),
        End::Escaped => {
            let last = steps.last().map_or(root, |(site, _)| *site);
            steps.extend(end(run, goal.1, finding).into_iter().map(|sentence| (last, sentence)));
        }
        End::Killed(None) | End::Unseen => {}
    }
    let locations: Vec<Json> = steps
        .into_iter()
        .map(|(site, message)| json!({"location": location(run, site, Some(message))}))
        .collect();
    json!({"threadFlows": [{"locations": locations}]})
}

/// A path as a URI: relative where the path is, percent-encoded.
fn uri(path: &str) -> String {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    let mut uri = scheme.to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/+,@".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

/// What tells operations apart that have the same text: how many such come before.
struct Prints {
    /// For each site.
    namesakes: Vec<usize>,
}

impl Prints {
    fn of(run: &Run) -> Prints {
        let mut seen: BTreeMap<[&str; 3], usize> = BTreeMap::new();
        let count = |site: usize| {
            let namesakes = seen.entry(what(run, site)).or_default();
            *namesakes += 1;
            *namesakes - 1
        };
        Prints { namesakes: (0..run.sites.len()).map(count).collect() }
    }

    fn of_goal(&self, run: &Run, (site, property): LedgerKey) -> String {
        let [function, line, operation] = what(run, site);
        let number = self.namesakes[site].to_string();
        let parts = [property.id(), function, line, operation, &number];
        format!("{:016x}", fingerprint(parts.join("\u{1f}").as_bytes()))
    }
}

/// What an operation is to its reader: the function, the line, and what it does. Without the source its name has to do.
fn what(run: &Run, site: usize) -> [&str; 3] {
    let of = &run.sites[site];
    let line = of.place.as_ref().and_then(|place| run.files[place.file].line(place.line));
    let function = of.id.rsplit_once('#').map_or(of.id.as_str(), |(function, _)| function);
    match line {
        Some(line) => [function, line.trim(), &of.operation],
        None => [&of.id, "", &of.operation],
    }
}

/// A fingerprint of bytes (FNV-1a): tells whether something changed by accident, not whether somebody wanted to deceive.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_finding::sample;

    fn fingerprints(run: &Run) -> Vec<String> {
        let document: Json = serde_json::from_str(&sarif(run)).unwrap();
        let results = document["runs"][0]["results"].as_array().unwrap();
        let print = |result: &Json| result["partialFingerprints"]["ulpwiseOperation/v1"].to_string();
        results.iter().map(print).collect()
    }

    #[test]
    fn fingerprints_are_their_own_and_stay_when_lines_move() {
        let before = sample();
        let mut prints = fingerprints(&before);
        let mut after = before.clone();
        after.files[0].lines.as_mut().unwrap().splice(0..0, ["// one more".to_owned(), String::new()]);
        for site in &mut after.sites {
            if let Some(place) = site.place.as_mut().filter(|place| place.file == 0) {
                place.line += 2;
            }
        }
        assert_eq!(fingerprints(&after), prints);
        prints.sort();
        prints.dedup();
        assert_eq!(prints.len(), merged(&before).len(), "no two are the same");
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/é#1.c"), "file:///tmp/%C3%A9%231.c");
    }
}
