//! For those who read later: one file that needs nothing else, no network, no other file.
//!
//! Everything can be read without JavaScript; the script filters and sorts. An operation comes once however many functions come to it, so that a whole library fits.
//! Of a large run, what is not seen first stands in `noscript`: a browser without scripts shows it, and to one with scripts it is a text that costs nothing until the script
//! makes a part of the page of it.
//! Text of the user's goes through `escape` everywhere.

mod finding;
mod ledger;
mod plot;
mod source;

use crate::junit::escape;
use crate::terminal::{bound_lines, out_of_bounds};
use crate::text::count;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_finding::{
    LedgerKey, Level, Merged, OperationVerdicts, Property, Run, RunDetail, merged, operations,
};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What all parts of the page know of each other.
struct Page<'r> {
    run: &'r Run,
    findings: Vec<Merged<'r>>,
    operations: Vec<OperationVerdicts>,
    /// The number of each finding, from 1.
    numbers: BTreeMap<LedgerKey, usize>,
    /// For each site whether its line is shown among the source.
    in_source: Vec<bool>,
}

impl Page<'_> {
    /// The properties that somebody asked about.
    fn properties(&self) -> Vec<Property> {
        self.run.by_property().into_keys().collect()
    }

    /// A place, as a link to the source if that is shown.
    fn place(&self, site: usize) -> String {
        let text = escape(&crate::text::place(self.run, site));
        if self.in_source[site] { format!("<a href=\"#s-{site}\">{text}</a>") } else { text }
    }
}

/// The document.
pub fn html(run: &Run) -> String {
    let findings = merged(run);
    let numbers = findings.iter().enumerate().map(|(at, one)| (one.goal, at + 1)).collect();
    let operations = operations(run);
    // Ways lead through operations that no verdict is about; these are not marked in the source.
    let listed: BTreeSet<usize> = operations.iter().map(|operation| operation.site).collect();
    let is_shown = |(number, site)| listed.contains(&number) && source::is_shown(run, site);
    let in_source = run.sites.iter().enumerate().map(is_shown).collect();
    let page = Page { run, findings, operations, numbers, in_source };
    let mut text = String::with_capacity(1 << 20);
    text.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = writeln!(text, "<title>ulpwise {}</title>", escape(&run.task));
    let _ = write!(
        text,
        "<style>\n{STYLE}</style>\n<script>document.documentElement.className='js'</script>\n</head>\n<body>\n"
    );
    write_header(&mut text, &page);
    text.push_str("<main>\n");
    finding::write_all(&mut text, &page);
    ledger::write(&mut text, &page);
    source::write(&mut text, &page);
    write_run(&mut text, &page);
    write_words(&mut text, &page);
    let _ = write!(text, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    text
}

fn write_header(text: &mut String, page: &Page<'_>) {
    let run = page.run;
    let levels = run.by_level();
    let (mut found, mut proven, mut unknown) = (0, 0, 0);
    for counts in run.by_property().values() {
        found += counts.witnesses;
        proven += counts.proven;
        unknown += counts.unknown;
    }
    let command = escape(&run.command.join(" "));
    let _ = write!(
        text,
        "<header>\n<h1>ulpwise {}</h1>\n<p class=\"command\"><code>ulpwise {command}</code></p>\n<ul class=\"totals\">\n",
        escape(&run.task)
    );
    for level in Level::ALL.into_iter().rev() {
        let number = levels.get(&level).copied().unwrap_or_default();
        let _ = writeln!(text, "<li class=\"{level}\"><b>{number}</b> {}</li>", plural(number, level.id()));
    }
    let accepted = found - levels.values().sum::<usize>();
    let _ = write!(
        text,
        "<li class=\"accepted\"><b>{accepted}</b> accepted</li>\n<li class=\"proven\"><b>{proven}</b> proven absent</li>\n<li class=\"unknown\"><b>{unknown}</b> unknown</li>\n</ul>\n"
    );
    let all = (found + proven + unknown).max(1);
    text.push_str("<div class=\"bar\" aria-hidden=\"true\">");
    for (class, number) in [("witness", found), ("unknown", unknown), ("proven", proven)] {
        let share = 100.0 * number as f64 / all as f64;
        let _ = write!(text, "<span class=\"{class}\" style=\"width:{share:.2}%\"></span>");
    }
    text.push_str("</div>\n<nav aria-label=\"Parts of this page\"><a href=\"#findings\">Findings</a> <a href=\"#ledger\">Ledger</a> <a href=\"#source\">Source</a> <a href=\"#run\">Functions</a> <a href=\"#words\">Words</a></nav>\n</header>\n");
}

fn plural(number: usize, word: &str) -> String {
    if number == 1 { word.to_owned() } else { format!("{word}s") }
}

/// The functions, and what else there is to know of the run.
fn write_run(text: &mut String, page: &Page<'_>) {
    let run = page.run;
    text.push_str("<section id=\"run\">\n<h2>Functions</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Functions\">\n<table class=\"sortable\">\n<thead><tr><th scope=\"col\">Function</th><th scope=\"col\" class=\"number\">Operations</th><th scope=\"col\" class=\"number\">Found</th><th scope=\"col\" class=\"number\">Proven</th><th scope=\"col\" class=\"number\">Unknown</th><th scope=\"col\" class=\"number\">Paths</th><th scope=\"col\" class=\"number\">Seconds</th><th scope=\"col\">Remarks</th></tr></thead>\n<tbody>\n");
    for function in &run.functions {
        let of = function.count();
        let mut remarks = Vec::new();
        remarks.extend(function.not_native.iter().map(|why| format!("not run natively: {why}")));
        remarks.extend(function.not_abstract.iter().map(|why| format!("nothing proven abstractly: {why}")));
        for refuted in &function.refuted {
            let (site, property) = refuted.goal;
            let name = &run.sites[site].name;
            remarks.push(format!(
                "BUG of ulpwise: {} at {name} was called proven ({}) and happens",
                property.id(),
                refuted.by
            ));
        }
        if !function.all_paths && of.unknown > 0 {
            remarks.push("not all paths were followed".to_owned());
        }
        remarks.extend(detail_remarks(run));
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{:.1}</td><td>{}</td></tr>",
            escape(&function.name),
            function.operations(),
            of.witnesses,
            of.proven,
            of.unknown,
            function.paths,
            function.seconds,
            escape(&remarks.join("; "))
        );
    }
    text.push_str("</tbody>\n</table>\n</div>\n");
    let mut remarks: Vec<String> = run.warnings.clone();
    remarks.extend(run.not_checked.iter().map(|one| format!("not checked: {}", one.reason)));
    let stale = |known: &ulpwise_finding::BaselineEntry| {
        let ulpwise_finding::BaselineEntry { function, site, property } = known;
        format!("stale in the baseline: {property} at {site} in {function} was not found")
    };
    remarks.extend(run.stale.iter().map(stale));
    if run.left > 0 {
        remarks.push(format!("stopped: {} not looked at", count(run.left, "function was", "functions were")));
    }
    if !remarks.is_empty() {
        text.push_str("<ul class=\"remarks\">\n");
        for remark in remarks {
            let _ = writeln!(text, "<li>{}</li>", escape(&remark));
        }
        text.push_str("</ul>\n");
    }
    let _ = write!(text, "<p>ulpwise {}</p>\n</section>\n", escape(&run.version));
}

/// What the verdicts, levels and properties mean.
fn write_words(text: &mut String, page: &Page<'_>) {
    text.push_str("<section id=\"words\">\n<h2>Words</h2>\n<dl>\n<dt>found</dt><dd>The program itself was run natively on the inputs shown, and it happened.</dd>\n<dt>proven</dt><dd>It happens for no input in range.</dd>\n<dt>unknown</dt><dd>Neither is known.</dd>\n<dt>error</dt><dd>It spoils what the call gives back although the true result may be an ordinary number, less than half of the digits of a result are right, or the program fails.</dd>\n<dt>warning</dt><dd>It happens.</dd>\n<dt>note</dt><dd>It happens and does no harm that was seen.</dd>\n");
    for property in page.properties() {
        let id = property.id();
        let _ = write!(
            text,
            "<dt id=\"p-{id}\">{id}</dt><dd>{} {} <b>To fix it:</b> {}",
            escape(property.what()),
            escape(property.why()),
            escape(property.fix()),
        );
        if property.is_exception() {
            let _ = write!(
                text,
                " <b>To accept it:</b> <code>ulpwise: allow({id}) reason</code> in a comment on the line, or alone on the line above."
            );
        }
        text.push_str("</dd>\n");
    }
    text.push_str("</dl>\n</section>\n");
}

/// What a command knows besides verdicts, a sentence each.
fn detail_remarks(run: &Run) -> Vec<String> {
    match &run.detail {
        RunDetail::Check | RunDetail::Call(_) => Vec::new(),
        RunDetail::Accuracy(detail) => bound_lines(run, detail),
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
