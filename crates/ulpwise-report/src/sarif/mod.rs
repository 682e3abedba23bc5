//! For code scanning: SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format).
//!
//! A result is an exception at an operation that has a witness, once however many functions come to
//! it. Proofs and what is unknown are counted in the properties of the run: a list of all that does
//! not happen is nothing that a code scanner wants. Fingerprints hold the function, the text of the
//! line and the operation, not its number, so that a finding is the same one after lines were added
//! above it.

mod diff;
mod document;

pub use diff::diff_sarif;

use crate::assumptions::{AssumptionDocument, documents};
use crate::json::document;
use crate::text::{begins, call, end, ending, expression, step};
use document::{
    CWE, SarifArtifact, SarifCodeFlow, SarifConfiguration, SarifCounts, SarifDigits, SarifDriver, SarifFrame,
    SarifHelp, SarifInvocation, SarifLocation, SarifLog, SarifLogicalLocation, SarifNotification,
    SarifPhysicalLocation, SarifRegion, SarifRelationship, SarifResult, SarifResultProperties, SarifRule,
    SarifRuleProperties, SarifRun, SarifRunProperties, SarifSnippet, SarifStack, SarifSuppression,
    SarifTarget, SarifTaxon, SarifTaxonomy, SarifThreadFlow, SarifTool, SarifUri,
};
use std::collections::BTreeMap;
use ulpwise_finding::{Accepted, Cwe, End, Finding, LedgerKey, Merged, Property, Run, SourceSpan, merged};

/// Where the schema is to be found, as the standard wants it said.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The document, with a final line end.
pub fn sarif(run: &Run) -> String {
    let counts = run.by_property();
    let rules: Vec<Property> = counts.keys().copied().collect();
    let prints = Prints::new(run);
    let ledger = counts.iter().map(|(property, count)| {
        let counts = SarifCounts { found: count.witnesses, proven: count.proven, unknown: count.unknown };
        (property.id(), counts)
    });
    let warning = |warning: &String| SarifNotification { level: "warning", message: warning.as_str().into() };
    let artifact = |path: &str| SarifArtifact { location: SarifUri { uri: uri(path), index: None } };
    document(&SarifLog {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [SarifRun {
            tool: SarifTool {
                driver: SarifDriver {
                    name: "ulpwise",
                    semantic_version: &run.version,
                    rules: rules.iter().map(|&property| rule(property)).collect(),
                    supported_taxonomies: [CWE],
                },
            },
            taxonomies: [taxonomy(&rules)],
            column_kind: "unicodeCodePoints",
            artifacts: run.files.iter().map(|file| artifact(&file.path)).collect(),
            invocations: [SarifInvocation {
                execution_successful: run.exit_code <= 1,
                exit_code: run.exit_code,
                arguments: &run.command,
                tool_execution_notifications: run.warnings.iter().map(warning).collect(),
            }],
            results: merged(run).iter().map(|one| result(run, one, &rules, &prints)).collect(),
            properties: SarifRunProperties { ledger: ledger.collect(), assumptions: assumptions(run) },
        }],
    })
}

/// What the proofs about each function assume, by the linker's name; functions without any are left
/// out.
fn assumptions(run: &Run) -> BTreeMap<&str, Vec<AssumptionDocument<'_>>> {
    let assuming = run.functions.iter().filter(|function| !function.assumptions.is_empty());
    assuming.map(|function| (function.linker_name.as_str(), documents(&function.assumptions))).collect()
}

fn rule(property: Property) -> SarifRule {
    let mut tags = vec!["floating-point".to_owned()];
    tags.extend(property.cwe().map(|cwe| format!("external/cwe/cwe-{}", cwe.id)));
    let relationship = |cwe: Cwe| SarifRelationship {
        target: SarifTarget { id: cwe.id.to_string(), tool_component: CWE },
        kinds: ["superset"],
    };
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
    SarifRule {
        id: property.id(),
        name: pascal_case(property.id()),
        short_description: property.title().into(),
        full_description: format!("{what} {why}").into(),
        help: SarifHelp { text: help, markdown },
        default_configuration: SarifConfiguration { level: property.default_level().id() },
        relationships: property.cwe().map(relationship).into_iter().collect(),
        properties: SarifRuleProperties { tags, precision: "very-high" },
    }
}

fn taxonomy(rules: &[Property]) -> SarifTaxonomy {
    let known: BTreeMap<u32, &'static str> =
        rules.iter().filter_map(|property| property.cwe()).map(|cwe| (cwe.id, cwe.name)).collect();
    let taxon = |(id, name): (u32, &'static str)| SarifTaxon {
        id: id.to_string(),
        name,
        short_description: name.into(),
    };
    SarifTaxonomy {
        name: CWE.name,
        organization: "MITRE",
        short_description: "Common Weakness Enumeration".into(),
        taxa: known.into_iter().map(taxon).collect(),
    }
}

fn pascal_case(id: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('-').map(word).collect()
}

fn result<'r>(run: &'r Run, one: &Merged<'r>, rules: &[Property], prints: &Prints) -> SarifResult<'r> {
    let (site, property) = one.goal;
    let finding = one.worst();
    let mut sentences =
        vec![format!("{}: {} in {}", property.title(), expression(run, site, finding), call(&finding.call))];
    sentences.extend(ending(finding.call.ending));
    sentences.extend(end(run, property, finding));
    let others = one.seen.iter().skip(1);
    let suppression = finding.accepted.as_ref().map(|why| match why {
        Accepted::Baseline => {
            SarifSuppression { kind: "external", justification: "accepted by the baseline" }
        }
        Accepted::Comment(reason) => SarifSuppression { kind: "inSource", justification: reason },
    });
    let frames: Vec<SarifFrame<'_>> =
        finding.stack.iter().map(|&site| SarifFrame { location: location(run, site, None) }).collect();
    let hidden = run.hidden_calls(site, finding).iter().enumerate().map(|(at, &call)| {
        let what = if at == 0 { "the operation" } else { "a call on the way to it" };
        location(run, call, Some(what.to_owned()))
    });
    let stack = SarifStack { message: "the calls under way".into(), frames };
    SarifResult {
        rule_id: property.id(),
        rule_index: rules.iter().position(|rule| *rule == property),
        kind: "fail",
        level: finding.level(property).id(),
        message: format!("{}.", sentences.join("; ")).into(),
        locations: [location(run, run.shown_site(site, finding), None)],
        code_flows: [code_flow(run, one.goal, finding)],
        partial_fingerprints: BTreeMap::from([("ulpwiseOperation/v1", prints.of_goal(run, one.goal))]),
        properties: SarifResultProperties {
            call: call(&finding.call),
            inputs: finding.call.inputs.iter().map(Into::into).collect(),
            again: &finding.call.again,
            avoidable: finding.avoidable,
            plain: finding.plain,
            reached_from: others.map(|&(function, _)| run.functions[function].name.as_str()).collect(),
            right_digits: finding.digits.map(|digits| SarifDigits { right: digits.right, of: digits.of }),
        },
        related_locations: hidden.collect(),
        stacks: if stack.frames.is_empty() { Vec::new() } else { vec![stack] },
        suppressions: suppression.into_iter().collect(),
    }
}

/// A site as a location, perhaps with a message about it.
fn location(run: &Run, site: usize, message: Option<String>) -> SarifLocation<'_> {
    let of = &run.sites[site];
    let known = of.place.as_ref().filter(|place| place.line > 0);
    SarifLocation {
        logical_locations: [SarifLogicalLocation {
            name: &of.function,
            fully_qualified_name: &of.id,
            kind: "function",
        }],
        physical_location: known.map(|place| SarifPhysicalLocation {
            artifact_location: SarifUri { uri: uri(&run.files[place.file].path), index: Some(place.file) },
            region: region(run, place),
        }),
        message: message.map(Into::into),
    }
}

/// The operation in its line; the standard counts columns in characters, from 1, and the end is
/// behind the last one.
fn region<'r>(run: &'r Run, place: &SourceSpan) -> SarifRegion<'r> {
    let start_line = place.line;
    match (run.files[place.file].line(place.line), &place.span) {
        (Some(line), Some(span)) => {
            let column = |at: usize| Some(1 + line[..at].chars().count());
            SarifRegion {
                start_line,
                start_column: column(span.start),
                end_column: column(span.end),
                snippet: Some(SarifSnippet { text: line }),
            }
        }
        _ => {
            let start_column = Some(place.column as usize).filter(|&column| column > 0);
            SarifRegion { start_line, start_column, ..SarifRegion::default() }
        }
    }
}

/// The trace of the exceptional value: where it begins, which operations propagate it, where it
/// ends. Of an error, the operations that it comes of.
fn code_flow<'r>(run: &'r Run, goal: LedgerKey, finding: &Finding) -> SarifCodeFlow<'r> {
    let (root, first) = finding.trace.root;
    let mut steps: Vec<(usize, String)> = finding.steps.iter().map(|of| (of.site, step(of))).collect();
    if !run.hidden_calls(goal.0, finding).is_empty() {
        // The way begins at the user's own line.
        let calls = finding.stack.iter().skip(1).rev();
        steps.extend(calls.map(|&call| (call, "calls".to_owned())));
    }
    if finding.steps.is_empty() {
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
    let step = |(site, message)| SarifFrame { location: location(run, site, Some(message)) };
    let locations = steps.into_iter().map(step).collect();
    SarifCodeFlow { thread_flows: [SarifThreadFlow { locations }] }
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
    fn new(run: &Run) -> Prints {
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

/// What an operation is to its reader: the function, the line, and what it does. Without the source
/// its name has to do.
fn what(run: &Run, site: usize) -> [&str; 3] {
    let of = &run.sites[site];
    let line = of.place.as_ref().and_then(|place| run.files[place.file].line(place.line));
    let function = of.id.rsplit_once('#').map_or(of.id.as_str(), |(function, _)| function);
    match line {
        Some(line) => [function, line.trim(), &of.operation],
        None => [&of.id, "", &of.operation],
    }
}

/// A fingerprint of bytes (FNV-1a): tells whether something changed by accident, not whether it was
/// changed to deceive.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;
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
