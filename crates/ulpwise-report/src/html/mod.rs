//! For readers who come later: one file that needs nothing else, no network, no other file.
//!
//! Everything can be read without JavaScript; the script filters and sorts. An operation comes once
//! however many functions reach it, so that a whole library fits. Of a large run, what is not seen
//! first stands in `noscript`: a browser without scripts shows it, and to one with scripts it is a
//! text that costs nothing until the script makes a part of the page of it.
//!
//! The markup is in `templates/`, a file a part; here is what the templates show. Templates escape
//! every text with `PageEscaper` unless it is a part of the page itself.

mod diff;
mod files;
mod finding;
mod ledger;
mod library;
mod plot;
mod source;
mod trend;

pub use diff::diff_html;
pub use library::{LibraryRow, library_page, library_table};
pub use trend::PageHistory;

use crate::assumptions;
use crate::junit::escape;
use crate::terminal::{bound_lines, out_of_bounds, reference_lines};
use crate::text::count;
use askama::Template;
use askama::filters::Escaper;
use files::FilesPart;
use finding::FindingPart;
use ledger::LedgerPart;
use source::SourcePart;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use trend::TrendPart;
use ulpwise_finding::{
    BaselineEntry, FunctionReport, LedgerKey, Level, Merged, OperationVerdicts, Property, Run, RunDetail,
    VerdictCounts, merged, operations,
};

/// How many findings a browser with scripts has in the page at first; the script shows others when
/// they are wanted.
const FINDINGS_AT_ONCE: usize = 100;

/// Escapes texts in templates.
#[derive(Clone, Copy)]
pub(crate) struct PageEscaper;

impl Escaper for PageEscaper {
    fn write_escaped_str<W: fmt::Write>(&self, mut target: W, text: &str) -> fmt::Result {
        target.write_str(&escape(text))
    }
}

/// What all parts of the page know of each other.
struct Page<'r> {
    run: &'r Run,
    findings: Vec<Merged<'r>>,
    operations: Vec<OperationVerdicts>,
    /// The number of each finding, from 1.
    numbers: BTreeMap<LedgerKey, usize>,
    /// For each site whether its line is shown among the source.
    in_source: Vec<bool>,
    /// The properties that have verdicts.
    properties: Vec<Property>,
}

impl<'r> Page<'r> {
    fn new(run: &'r Run) -> Self {
        let findings = merged(run);
        let numbers = findings.iter().enumerate().map(|(at, one)| (one.goal, at + 1)).collect();
        let operations = operations(run);
        // Traces lead through operations that no verdict is about; these are not marked in the
        // source.
        let listed: BTreeSet<usize> = operations.iter().map(|operation| operation.site).collect();
        let is_shown = |(number, site)| listed.contains(&number) && source::is_shown(run, site);
        let in_source = run.sites.iter().enumerate().map(is_shown).collect();
        let properties = run.by_property().into_keys().collect();
        Self { run, findings, operations, numbers, in_source, properties }
    }

    /// The place of a site, a link to the source if that is shown.
    fn place(&self, site: usize) -> PlaceLink {
        PlaceLink { site, text: crate::text::place(self.run, site), is_linked: self.in_source[site] }
    }
}

/// A place, perhaps as a link to the source.
#[derive(Template)]
#[template(path = "place.html")]
struct PlaceLink {
    site: usize,
    text: String,
    is_linked: bool,
}

/// The whole document.
#[derive(Template)]
#[template(path = "page.html")]
struct Document<'p> {
    run: &'p Run,
    style: &'static str,
    script: &'static str,
    totals: Totals,
    trend: Option<TrendPart>,
    files: FilesPart,
    properties: &'p [Property],
    findings: Vec<FindingPart<'p>>,
    ledger: LedgerPart<'p>,
    source: SourcePart,
    functions: Vec<FunctionRow<'p>>,
    remarks: Vec<String>,
}

/// The document.
pub fn html(run: &Run) -> String {
    document(&Page::new(run), None)
}

/// The document that takes the place of an earlier one, with how the project has done since; `when` is
/// what is shown as the date of the run.
pub fn html_after(run: &Run, earlier: &PageHistory, when: &str) -> String {
    let page = Page::new(run);
    let trend = TrendPart::new(&page, earlier, when);
    document(&page, Some(trend))
}

fn document(page: &Page<'_>, trend: Option<TrendPart>) -> String {
    let run = page.run;
    let findings = page.findings.iter().enumerate().map(|(at, one)| FindingPart::new(page, at + 1, one));
    let document = Document {
        run,
        style: include_str!("../../templates/style.css"),
        script: include_str!("../../templates/script.js"),
        totals: Totals::new(run),
        trend,
        files: FilesPart::new(page),
        properties: &page.properties,
        findings: findings.collect(),
        ledger: LedgerPart::new(page),
        source: SourcePart::new(page),
        functions: run.functions.iter().map(|function| FunctionRow::new(run, function)).collect(),
        remarks: run_remarks(run),
    };
    format!("{document}\n")
}

/// How many verdicts there are of which kind.
struct Totals {
    list: Vec<Total>,
    /// The parts of the bar, with their shares in percent.
    bar: [(&'static str, f64); 3],
}

struct Total {
    class: &'static str,
    number: usize,
    words: String,
}

impl Totals {
    fn new(run: &Run) -> Self {
        let levels = run.by_level();
        let (mut found, mut proven, mut unknown) = (0, 0, 0);
        for counts in run.by_property().values() {
            found += counts.witnesses;
            proven += counts.proven;
            unknown += counts.unknown;
        }
        let of_level = |level: Level| {
            let number = levels.get(&level).copied().unwrap_or_default();
            let words = if number == 1 { level.id().to_owned() } else { format!("{level}s") };
            Total { class: level.id(), number, words }
        };
        let mut list: Vec<Total> = Level::ALL.into_iter().rev().map(of_level).collect();
        let accepted = found - levels.values().sum::<usize>();
        for (class, number, words) in [
            ("accepted", accepted, "accepted"),
            ("proven", proven, "proven absent"),
            ("unknown", unknown, "unknown"),
        ] {
            list.push(Total { class, number, words: words.to_owned() });
        }
        let all = (found + proven + unknown).max(1) as f64;
        let bar = [("witness", found), ("unknown", unknown), ("proven", proven)];
        Self { list, bar: bar.map(|(class, number)| (class, 100.0 * number as f64 / all)) }
    }
}

/// A function in the table of functions.
struct FunctionRow<'r> {
    function: &'r FunctionReport,
    counts: VerdictCounts,
    remarks: String,
}

impl<'r> FunctionRow<'r> {
    fn new(run: &Run, function: &'r FunctionReport) -> Self {
        let counts = function.count();
        let mut remarks = Vec::new();
        remarks.extend(function.not_native.iter().map(|why| format!("not run natively: {why}")));
        remarks.extend(function.not_abstract.iter().map(|why| format!("nothing proven abstractly: {why}")));
        remarks.extend(assumptions::line(function));
        for refuted in &function.refuted {
            let (site, property) = refuted.goal;
            let (name, property, by) = (&run.sites[site].name, property.id(), &refuted.by);
            remarks
                .push(format!("BUG of ulpwise: {property} at {name} was called proven ({by}) and happens"));
        }
        if !function.all_paths && counts.unknown > 0 {
            remarks.push("not all paths were followed".to_owned());
        }
        remarks.extend(detail_remarks(run));
        Self { function, counts, remarks: remarks.join("; ") }
    }
}

/// What a command knows besides verdicts, a sentence each.
fn detail_remarks(run: &Run) -> Vec<String> {
    match &run.detail {
        RunDetail::Check | RunDetail::Call(_) => Vec::new(),
        RunDetail::Accuracy(detail) => {
            reference_lines(run, detail).into_iter().chain(bound_lines(run, detail)).collect()
        }
        RunDetail::Stability(detail) => {
            let missed = detail.not_followed.iter().map(|why| format!("not followed: {why}"));
            missed.chain(out_of_bounds(detail)).collect()
        }
        RunDetail::Test(detail) => {
            let met = detail.obstacles.iter().map(|met| format!("not followed further: {}", met.message));
            met.chain(detail.missed.iter().map(|reason| format!("missed: {reason}"))).collect()
        }
    }
}

/// What else there is to know of the run, a sentence each.
fn run_remarks(run: &Run) -> Vec<String> {
    let mut remarks: Vec<String> = run.warnings.clone();
    remarks.extend(run.not_checked.iter().map(|one| format!("not checked: {}", one.reason)));
    let stale = |BaselineEntry { function, site, property }: &BaselineEntry| {
        format!("stale in the baseline: {property} at {site} in {function} was not found")
    };
    remarks.extend(run.stale.iter().map(stale));
    if run.left > 0 {
        remarks.push(format!("stopped: {} not looked at", count(run.left, "function was", "functions were")));
    }
    remarks
}
