//! The source with every operation coloured by its verdict.

use super::Page;
use crate::junit::escape;
use crate::text::printable;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use ulpwise_finding::{OperationSite, OperationVerdicts, Run};

/// How many lines are shown around one that has operations.
const AROUND: u32 = 3;

/// How many lines a browser with scripts has in the page at first; files beyond are put there when they are opened.
const AT_ONCE: usize = 1500;

/// Whether the line of a site is to be had.
pub(super) fn is_shown(run: &Run, site: &OperationSite) -> bool {
    let line = |place: &ulpwise_finding::SourceSpan| run.files[place.file].line(place.line).is_some();
    site.place.as_ref().is_some_and(|place| place.span.is_some() && line(place))
}

/// The line of a site with its number and a mark around the operation.
pub(super) fn marked_line(run: &Run, site: usize) -> Option<String> {
    let place = run.place(site)?;
    let line = run.files[place.file].line(place.line)?;
    let span = place.span.clone()?;
    let (before, mark, after) = (&line[..span.start], &line[span.clone()], &line[span.end..]);
    Some(format!(
        "<span class=\"n\">{}</span>{}<mark>{}</mark>{}",
        place.line,
        code(before),
        code(mark),
        code(after)
    ))
}

/// Source text: tabs stay, whatever else controls something is made visible.
fn code(text: &str) -> String {
    let parts: Vec<String> = text.split('\t').map(|part| escape(&printable(part))).collect();
    parts.join("\t")
}

/// All files that have operations.
pub(super) fn write(text: &mut String, page: &Page<'_>) {
    text.push_str("<section id=\"source\">\n<h2>Source</h2>\n<p class=\"legend\"><mark class=\"witness\">found</mark> <mark class=\"unknown\">unknown</mark> <mark class=\"proven\">proven</mark></p>\n");
    let mut files: BTreeMap<usize, Vec<&OperationVerdicts>> = BTreeMap::new();
    for operation in &page.operations {
        if let Some(place) = page.run.place(operation.site) {
            files.entry(place.file).or_default().push(operation);
        }
    }
    let mut lines = 0;
    for (file, operations) in files {
        lines += write_file(text, page, file, &operations, lines > AT_ONCE);
    }
    text.push_str("</section>\n");
}

/// One file, perhaps as text that a script makes a part of the page later; how many lines of it are shown.
fn write_file(
    text: &mut String,
    page: &Page<'_>,
    file: usize,
    operations: &[&OperationVerdicts],
    later: bool,
) -> usize {
    let of = &page.run.files[file];
    let path = escape(&printable(&of.path));
    let Some(lines) = &of.lines else {
        let _ = write!(text, "<h3>{path}</h3>\n<p>The file is not there any more.</p>\n");
        return 0;
    };
    let mut by_line: BTreeMap<u32, Vec<&OperationVerdicts>> = BTreeMap::new();
    let mut shown: BTreeSet<u32> = BTreeSet::new();
    for operation in operations {
        let Some(place) = page.run.place(operation.site).filter(|_| page.in_source[operation.site]) else {
            continue;
        };
        by_line.entry(place.line).or_default().push(operation);
        let last = (lines.len() as u32).min(place.line + AROUND);
        shown.extend(place.line.saturating_sub(AROUND).max(1)..=last);
    }
    let _ = write!(
        text,
        "<details open><summary><h3>{path}</h3></summary>\n{}<pre class=\"source\" tabindex=\"0\" role=\"region\" aria-label=\"{path}\"><code>",
        if later { "<noscript>" } else { "" }
    );
    let (mut before, count) = (0, shown.len());
    for line in shown {
        if line > before + 1 {
            let _ = writeln!(text, "<span class=\"n\">⋯</span>");
        }
        before = line;
        let content = of.line(line).unwrap_or_default();
        let _ = write!(text, "<span class=\"n\">{line}</span>");
        match by_line.get(&line) {
            Some(operations) => write_marked(text, page, content, operations),
            None => text.push_str(&code(content)),
        }
        text.push('\n');
    }
    text.push_str("</code></pre>");
    text.push_str(if later { "</noscript>\n</details>\n" } else { "\n</details>\n" });
    count
}

/// A line with all its operations; of those that share a place the worst colours it.
fn write_marked(text: &mut String, page: &Page<'_>, line: &str, operations: &[&OperationVerdicts]) {
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
    let mut at = 0;
    for (span, together) in spans {
        text.push_str(&code(&line[at..span.start]));
        at = span.end;
        let worst = ["witness", "unknown", "proven"]
            .into_iter()
            .find(|verdict| together.iter().any(|operation| operation.worst() == *verdict));
        let titles: Vec<String> = together.iter().map(|operation| title(page, operation)).collect();
        let anchors: String =
            together.iter().skip(1).map(|operation| format!("<a id=\"s-{}\"></a>", operation.site)).collect();
        let inside = code(&line[span]);
        let found = together.iter().find_map(|operation| first_finding(page, operation));
        let inside = match found {
            Some(number) => format!("<a href=\"#f-{number}\">{inside}</a>"),
            None => inside,
        };
        let _ = write!(
            text,
            "{anchors}<mark id=\"s-{}\" class=\"{}\" title=\"{}\">{inside}</mark>",
            together[0].site,
            worst.unwrap_or_default(),
            escape(&titles.join("\n"))
        );
    }
    text.push_str(&code(&line[at..]));
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
