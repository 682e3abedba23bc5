//! What is known of the operations at a place, in Markdown.

use crate::document::Document;
use crate::text::range;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position, Range};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use ulpwise_finding::{LedgerEntry, Run, Verdict};
use ulpwise_report::text::call;

/// How many operations are shown.
const MOST_OPERATIONS: usize = 8;

/// The verdicts on the operations at a place; of the whole line where none is marked there. Nothing
/// where the line is another one than when it was checked.
pub(crate) fn hover(
    document: &Document,
    path: &Path,
    position: Position,
    line_now: Option<&str>,
) -> Option<Hover> {
    let run = document.run.as_ref()?;
    let mut here: BTreeMap<usize, Range> = BTreeMap::new();
    for site in 0..run.sites.len() {
        let Some(place) = run.place(site).filter(|place| place.line == position.line + 1) else { continue };
        let file = &run.files[place.file];
        let text = file.line(place.line).unwrap_or_default();
        let is_same = line_now.is_none_or(|now| now == text);
        if Path::new(&file.absolute) == path && is_same {
            here.insert(site, range(place.line, text, place.span.clone()));
        }
    }
    let contains = |range: &Range| range.start <= position && position < range.end;
    let marked: BTreeMap<usize, Range> =
        here.iter().filter(|(_, range)| contains(range)).map(|(&site, &range)| (site, range)).collect();
    let chosen = if marked.is_empty() { here } else { marked };
    let mut text = String::new();
    for &site in chosen.keys().take(MOST_OPERATIONS) {
        text.push_str(&of_site(run, site));
    }
    if chosen.len() > MOST_OPERATIONS {
        let _ = writeln!(text, "\n… {} more", chosen.len() - MOST_OPERATIONS);
    }
    let is_known = !text.is_empty();
    is_known.then(|| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text }),
        range: chosen.values().next().copied(),
    })
}

/// The verdicts on an operation, a line each.
fn of_site(run: &Run, site: usize) -> String {
    let own = &run.sites[site];
    let mut lines = BTreeSet::new();
    let mut assumed = BTreeSet::new();
    for function in &run.functions {
        for entry in function.ledger.iter().filter(|entry| entry.site == site) {
            let of = if function.name == own.function {
                String::new()
            } else {
                format!(" (called by {})", function.name)
            };
            if matches!(entry.verdict, Verdict::Proven(_)) {
                assumed.extend(function.assumptions.iter().map(ToString::to_string));
            }
            lines.insert(format!("- {}{of}: {}", entry.property.id(), verdict(entry)));
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = lines.into_iter().collect();
    let mut text = format!("**{}** in `{}`\n\n{}\n", own.operation, own.function, lines.join("\n"));
    if !assumed.is_empty() {
        let assumed: Vec<String> = assumed.into_iter().collect();
        let _ = writeln!(text, "\nproofs assume: {}", assumed.join(", "));
    }
    text.push('\n');
    text
}

fn verdict(entry: &LedgerEntry) -> String {
    match &entry.verdict {
        Verdict::Witness(finding) => {
            let accepted = if finding.accepted.is_some() { ", accepted" } else { "" };
            format!("**found**, `{}`{accepted}", call(&finding.call))
        }
        Verdict::Proven(by) => format!("proven ({by})"),
        Verdict::Unknown(why) => format!("unknown: {why}"),
    }
}
