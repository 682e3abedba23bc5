//! A report as text.

use crate::report::{FixPatch, FixReport, FixedExpression, Judged};
use std::fmt::Write as _;
use ulpwise_driver::finding::{LowerBound, UpperBound};

/// What is printed of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// Whether the chains of identities are printed.
    pub explains: bool,
}

/// The report as text: for each expression its patches as unified diffs, and a table of figures.
pub fn text(report: &FixReport, options: TextOptions) -> String {
    let mut out = String::new();
    for expression in &report.expressions {
        write_expression(&mut out, report, expression, options);
    }
    for (line, why) in &report.refused {
        let _ = writeln!(out, "{}:{line}: left alone: {why}", report.file);
    }
    if report.expressions.is_empty() && report.refused.is_empty() {
        let _ =
            writeln!(out, "`{}` computes nothing in floating point that could be rewritten", report.function);
    }
    out
}

fn write_expression(
    out: &mut String,
    report: &FixReport,
    expression: &FixedExpression,
    options: TextOptions,
) {
    let head = format!("{}:{}: `{}`", report.file, expression.line, one_line(&expression.text));
    if expression.patches.is_empty() {
        let _ = match &expression.rejected {
            Some((text, why)) => {
                writeln!(
                    out,
                    "{head}: no improvement found; the best that was tried is `{}`: {why}",
                    one_line(text)
                )
            }
            None if expression.errors.samples == 0 => {
                writeln!(out, "{head}: no improvement found: no input was found for which it has a value")
            }
            None if expression.tried == 0 => writeln!(
                out,
                "{head}: nothing to improve: {:.1} bits of error at most on {} samples",
                expression.errors.largest, expression.errors.samples
            ),
            None => writeln!(out, "{head}: no improvement found among {} candidates", expression.tried),
        };
        return;
    }
    let count = expression.patches.len();
    let _ = writeln!(out, "{head}: {count} {}\n", if count == 1 { "patch" } else { "patches" });
    for (at, patch) in expression.patches.iter().enumerate() {
        let _ = writeln!(out, "patch {}\n{}", at + 1, patch.diff);
        if options.explains {
            write_chains(out, patch);
        }
    }
    write_table(out, report, expression);
}

fn write_chains(out: &mut String, patch: &FixPatch) {
    for chain in &patch.chains {
        let _ = writeln!(out, "why `{}` means the same:", one_line(&chain.text));
        match &chain.steps {
            None => {
                let _ = writeln!(out, "  no chain of identities was found again within the limits");
            }
            Some(steps) => {
                for step in steps {
                    let _ = writeln!(out, "  {}", one_line(&step.after));
                    let _ = writeln!(out, "      by {}: {}", step.identity, step.statement);
                }
            }
        }
    }
    let _ = writeln!(out, "  compared with exact values at {} inputs: the same at all\n", patch.compared);
}

fn write_table(out: &mut String, report: &FixReport, expression: &FixedExpression) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut head = vec![String::new(), "old".to_owned()];
    head.extend((1..=expression.patches.len()).map(|at| format!("patch {at}")));
    rows.push(head);
    let patches = &expression.patches;
    let mut row = |name: &str, old: String, new: Vec<String>| {
        rows.push([vec![name.to_owned(), old], new].concat());
    };
    let bits = |bits: f64| format!("{bits:.2}");
    row(
        "bits of error, average",
        bits(expression.errors.average),
        patches.iter().map(|patch| bits(patch.errors.average)).collect(),
    );
    row(
        "bits of error, largest sampled",
        bits(expression.errors.largest),
        patches.iter().map(|patch| bits(patch.errors.largest)).collect(),
    );
    row(
        "largest error by search, in ulps",
        ulps(&report.old),
        patches.iter().map(|patch| ulps(&patch.judged)).collect(),
    );
    row(
        "proven bound, in ulps",
        bound(&report.old),
        patches.iter().map(|patch| bound(&patch.judged)).collect(),
    );
    let judged = std::iter::once(&report.old).chain(patches.iter().map(|patch| &patch.judged));
    let mut ids: Vec<&str> =
        judged.flat_map(|one| one.exceptions.iter().map(|it| it.property.as_str())).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        row(id, raised(&report.old, id), patches.iter().map(|patch| raised(&patch.judged, id)).collect());
    }
    row(
        "cost in additions, about",
        expression.cost.to_string(),
        patches.iter().map(|patch| patch.cost.to_string()).collect(),
    );
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let line: Vec<String> = cells
            .map(
                |(at, (cell, width))| {
                    if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        let _ = writeln!(out, "  {}", line.join("  ").trim_end());
    }
    for (at, patch) in patches.iter().enumerate() {
        if let Some((inputs, bits)) = patch.worse.as_ref().filter(|(_, bits)| *bits > 0.5) {
            let _ = writeln!(out, "  patch {} is worse by {bits:.1} bits at {inputs}", at + 1);
        }
        if let Some(inputs) = &patch.underflows {
            let _ = writeln!(
                out,
                "  patch {} underflows on the way at {inputs}, where the old one does not",
                at + 1
            );
        }
    }
    let _ = writeln!(out);
}

fn ulps(judged: &Judged) -> String {
    match (judged.largest_ulps, &judged.not_measured) {
        (Some(ulps), _) => LowerBound(ulps).short(),
        (None, Some(_)) => "not measured".to_owned(),
        (None, None) => "none found".to_owned(),
    }
}

fn bound(judged: &Judged) -> String {
    match (judged.bound_ulps, judged.absolute_bound) {
        (Some(ulps), _) => UpperBound(ulps).short(),
        (None, Some(absolute)) => format!("{} absolute", UpperBound(absolute).scientific(2)),
        (None, None) => "none".to_owned(),
    }
}

fn raised(judged: &Judged, id: &str) -> String {
    match judged.exception(id) {
        None => "impossible".to_owned(),
        Some(one) if one.witnesses > 0 => format!("raised at {}", one.witnesses),
        Some(one) if one.unknown > 0 => "none found".to_owned(),
        Some(_) => "proven none".to_owned(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The report as JSON.
pub fn json(report: &FixReport) -> String {
    let text = serde_json::to_string_pretty(report);
    text.map_or_else(|error| format!("{{\"error\": \"{error}\"}}\n"), |text| text + "\n")
}
