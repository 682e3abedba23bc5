//! The outcome of `ulpwise diff` as a page.

use crate::assumptions;
use crate::junit::escape;
use crate::terminal::diff_conclusion;
use std::fmt::Write as _;
use ulpwise_finding::{DiffCase, DiffRun};

const STYLE: &str = "body { font-family: sans-serif; margin: 2em; color-scheme: light dark } \
    table { border-collapse: collapse } td, th { padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #8886 } \
    code { white-space: pre-wrap }";

/// A page to read in a browser.
pub fn diff_html(run: &DiffRun) -> String {
    let conclusion = escape(&diff_conclusion(run));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>ulpwise diff: {}</title>\n\
         <style>{STYLE}</style></head><body>\n<h1>{}</h1>\n<p>{conclusion}</p>\n<table>\n",
        run.verdict.id(),
        run.verdict.id(),
    );
    for (which, at) in [("old", 0), ("new", 1)] {
        let place = run.places[at].as_ref().map_or_else(String::new, |(path, line)| format!("{path}:{line}"));
        let _ = writeln!(
            page,
            "<tr><th>{which}</th><td><code>{}</code></td><td>{}</td></tr>",
            escape(&run.functions[at]),
            escape(&place)
        );
    }
    page.push_str("</table>\n");
    for case in run.cases.iter().chain(&run.tolerated) {
        write_case(&mut page, case);
    }
    let assumed = assumptions::sentence(&run.assumptions);
    for text in run.explanation.iter().chain(&assumed).chain(&run.warnings) {
        let _ = writeln!(page, "<p>{}</p>", escape(text));
    }
    page.push_str("</body></html>\n");
    page
}

fn write_case(page: &mut String, case: &DiffCase) {
    let title = if case.role == "simplest" { "Simplest input" } else { "Largest difference found" };
    let inputs: Vec<String> = case.inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let _ = writeln!(page, "<h2>{title}</h2>\n<p><code>{}</code></p>", escape(&inputs.join(", ")));
    page.push_str(
        "<table>\n<tr><th></th><th>old</th><th>new</th><th>exact</th><th>ulps</th><th>absolute</th><th>relative</th></tr>\n",
    );
    let [old, new] = &case.ends;
    let _ = writeln!(page, "<tr><td>the call</td><td>{}</td><td>{}</td></tr>", escape(old), escape(new));
    if let Some(raised) = &case.raised {
        let [old, new] = raised.clone().map(|ids| ids.join(", "));
        let _ = writeln!(page, "<tr><td>exceptions</td><td>{old}</td><td>{new}</td></tr>");
    }
    for output in &case.outputs {
        let exact: Vec<&str> = output.exact.iter().flatten().map(String::as_str).collect();
        let cells = [
            output.name.clone(),
            output.old.clone(),
            output.new.clone(),
            exact.first().copied().unwrap_or_default().to_owned(),
            format!("{}", output.ulps),
            format!("{:.3e}", output.absolute),
            format!("{:.3e}", output.relative),
        ];
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let _ = writeln!(page, "<tr>{cells}</tr>");
    }
    page.push_str("</table>\n");
    for (which, operation) in ["old", "new"].into_iter().zip(&case.parting) {
        if let Some(operation) = operation {
            let _ = writeln!(page, "<p>{which}: first apart in {}</p>", escape(operation));
        }
    }
    if let Some(again) = &case.again {
        let _ = writeln!(page, "<p>Reproduce with <code>{}</code></p>", escape(again));
    }
}
