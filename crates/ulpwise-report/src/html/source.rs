//! The source with every operation coloured by its verdict.

use super::Page;
use crate::text::printable;
use askama::Template;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use ulpwise_finding::{OperationSite, OperationVerdicts, Run, SourceFile, SourceSpan};

/// How many lines are shown around one that has operations.
const AROUND: u32 = 3;

/// How many lines a browser with scripts has in the page at first; files beyond are put there when
/// they are opened.
const LINES_AT_ONCE: usize = 1500;

/// The source in the page.
#[derive(Template)]
#[template(path = "source.html")]
pub(super) struct SourcePart {
    files: Vec<FilePart>,
}

struct FilePart {
    path: String,
    /// The lines that are shown; `None` if the file is gone.
    lines: Option<Vec<ShownLine>>,
    /// Whether a script makes the lines a part of the page later.
    is_later: bool,
}

struct ShownLine {
    number: u32,
    /// Whether lines before it are left out.
    is_after_gap: bool,
    pieces: Vec<Piece>,
}

struct Piece {
    text: String,
    mark: Option<PieceMark>,
}

/// Operations that share a place; the worst colours it.
struct PieceMark {
    site: usize,
    /// The other sites.
    anchors: Vec<usize>,
    verdict: &'static str,
    title: String,
    finding: Option<usize>,
}

/// A line with one operation.
pub(super) struct MarkedLine {
    pub(super) number: u32,
    pub(super) before: String,
    pub(super) mark: String,
    pub(super) after: String,
}

/// Whether the line of a site is known.
pub(super) fn is_shown(run: &Run, site: &OperationSite) -> bool {
    let line = |place: &SourceSpan| run.files[place.file].line(place.line).is_some();
    site.place.as_ref().is_some_and(|place| place.span.is_some() && line(place))
}

/// The line of a site with its number and a mark around the operation.
pub(super) fn marked_line(run: &Run, site: usize) -> Option<MarkedLine> {
    let place = run.place(site)?;
    let line = run.files[place.file].line(place.line)?;
    let span = place.span.clone()?;
    Some(MarkedLine {
        number: place.line,
        before: code(&line[..span.start]),
        mark: code(&line[span.clone()]),
        after: code(&line[span.end..]),
    })
}

/// Source text: tabs stay, other control characters become visible.
fn code(text: &str) -> String {
    text.split('\t').map(printable).collect::<Vec<_>>().join("\t")
}

impl SourcePart {
    /// All files that have operations.
    pub(super) fn new(page: &Page<'_>) -> Self {
        let mut by_file: BTreeMap<usize, Vec<&OperationVerdicts>> = BTreeMap::new();
        for operation in &page.operations {
            if let Some(place) = page.run.place(operation.site) {
                by_file.entry(place.file).or_default().push(operation);
            }
        }
        let mut count = 0;
        let files = by_file.into_iter().map(|(file, operations)| {
            let file = &page.run.files[file];
            let lines = file.lines.as_ref().map(|lines| shown_lines(page, file, lines.len(), &operations));
            let is_later = count > LINES_AT_ONCE;
            count += lines.as_ref().map_or(0, Vec::len);
            FilePart { path: printable(&file.path), lines, is_later }
        });
        Self { files: files.collect() }
    }
}

/// The lines of a file that have operations, and some around them.
fn shown_lines(
    page: &Page<'_>,
    file: &SourceFile,
    length: usize,
    operations: &[&OperationVerdicts],
) -> Vec<ShownLine> {
    let mut by_line: BTreeMap<u32, Vec<&OperationVerdicts>> = BTreeMap::new();
    let mut shown: BTreeSet<u32> = BTreeSet::new();
    for operation in operations.iter().filter(|operation| page.in_source[operation.site]) {
        let Some(place) = page.run.place(operation.site) else { continue };
        by_line.entry(place.line).or_default().push(operation);
        let last = (length as u32).min(place.line + AROUND);
        shown.extend(place.line.saturating_sub(AROUND).max(1)..=last);
    }
    let mut before = 0;
    let line = |number: u32| {
        let is_after_gap = number > before + 1;
        before = number;
        let content = file.line(number).unwrap_or_default();
        let operations = by_line.get(&number).map_or(&[][..], Vec::as_slice);
        ShownLine { number, is_after_gap, pieces: pieces(page, content, operations) }
    };
    shown.into_iter().map(line).collect()
}

/// A line with all its operations.
fn pieces(page: &Page<'_>, line: &str, operations: &[&OperationVerdicts]) -> Vec<Piece> {
    let mut spans: Vec<(Range<usize>, Vec<&OperationVerdicts>)> = Vec::new();
    let mut sorted = operations.to_vec();
    sorted.sort_by_key(|operation| span(page, operation).start);
    for operation in sorted {
        let span = span(page, operation);
        match spans.last_mut() {
            Some((before, together)) if span.start < before.end => {
                before.end = before.end.max(span.end);
                together.push(operation);
            }
            _ => spans.push((span, vec![operation])),
        }
    }
    let mut pieces = Vec::new();
    let mut at = 0;
    for (span, together) in spans {
        pieces.push(Piece { text: code(&line[at..span.start]), mark: None });
        at = span.end;
        pieces.push(Piece { text: code(&line[span]), mark: Some(mark(page, &together)) });
    }
    pieces.push(Piece { text: code(&line[at..]), mark: None });
    pieces
}

fn mark(page: &Page<'_>, together: &[&OperationVerdicts]) -> PieceMark {
    let verdict = ["witness", "unknown", "proven"]
        .into_iter()
        .find(|verdict| together.iter().any(|operation| operation.worst() == *verdict));
    let titles: Vec<String> = together.iter().map(|operation| title(page, operation)).collect();
    PieceMark {
        site: together[0].site,
        anchors: together.iter().skip(1).map(|operation| operation.site).collect(),
        verdict: verdict.unwrap_or_default(),
        title: titles.join("\n"),
        finding: together.iter().find_map(|operation| first_finding(page, operation)),
    }
}

fn span(page: &Page<'_>, operation: &OperationVerdicts) -> Range<usize> {
    page.run.place(operation.site).and_then(|place| place.span.clone()).unwrap_or(0..0)
}

/// What is known of an operation in one line.
fn title(page: &Page<'_>, operation: &OperationVerdicts) -> String {
    let verdicts: Vec<String> = operation
        .verdicts
        .keys()
        .filter_map(|&property| Some((property, operation.verdict(property)?)))
        .map(|(property, verdict)| {
            format!("{} {}", property.id(), if verdict == "witness" { "found" } else { verdict })
        })
        .collect();
    format!("{}: {}", page.run.sites[operation.site].operation, verdicts.join(", "))
}

fn first_finding(page: &Page<'_>, operation: &OperationVerdicts) -> Option<usize> {
    let number = |&property| page.numbers.get(&(operation.site, property)).copied();
    operation.verdicts.keys().filter_map(number).min()
}
