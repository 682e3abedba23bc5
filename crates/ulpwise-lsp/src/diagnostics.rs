//! What a check found as diagnostics of one file: root causes, contracts that are wrong, or the one
//! error of a compiler.

use crate::compiler::first_error;
use crate::document::{Document, Outcome, ShownFinding, worst_of_causes};
use crate::text::range;
use crate::uri::uri_of;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
};
use std::path::Path;
use ulpwise_finding::{Finding, Level, Run};
use ulpwise_report::text::{call, expression, fate, hidden_calls};

/// What diagnostics name as their source.
pub(crate) const SOURCE: &str = "ulpwise";

/// What is known of a file after a check. Findings of the last check stay where a new one could not be
/// made, but are not shown.
pub(crate) fn document(path: &Path, outcome: Outcome, earlier: Option<Document>) -> Document {
    match outcome {
        Outcome::Failed { message, output } => Document {
            diagnostics: vec![failed(path, &message, &output)],
            findings: Vec::new(),
            ..earlier.unwrap_or_default()
        },
        Outcome::Checked { run, declared } => {
            let mut document = Document { declared, ..Document::default() };
            for (function, entry) in worst_of_causes(&run) {
                let known = &run.functions[function].ledger[entry];
                let Some(finding) = known.verdict.finding() else { continue };
                let Some(range) = shown_range(&run, path, known.site, finding) else { continue };
                if finding.level(known.property) == Level::Note {
                    continue;
                }
                let number = document.findings.len();
                document.findings.push(ShownFinding { range, function, entry });
                document.diagnostics.push(of_finding(&run, range, number, (function, entry), finding));
            }
            document.diagnostics.extend(run.warnings.iter().filter_map(|text| of_contract(text, path)));
            document.run = Some(run);
            document
        }
    }
}

/// Where a finding is shown, if that is in this file.
fn shown_range(run: &Run, path: &Path, site: usize, finding: &Finding) -> Option<Range> {
    let place = run.place(run.shown_site(site, finding)).filter(|place| place.line > 0)?;
    let file = &run.files[place.file];
    let text = file.line(place.line).unwrap_or_default();
    (Path::new(&file.absolute) == path).then(|| range(place.line, text, place.span.clone()))
}

fn of_finding(
    run: &Run,
    range: Range,
    number: usize,
    (function, entry): (usize, usize),
    finding: &Finding,
) -> Diagnostic {
    let entry = &run.functions[function].ledger[entry];
    let mut message = format!(
        "{}: {} in {}",
        entry.property.title(),
        expression(run, entry.site, finding),
        call(&finding.call)
    );
    let goal = (entry.site, entry.property);
    for line in hidden_calls(run, entry.site, finding).into_iter().chain(fate(run, goal, finding)) {
        message.push('\n');
        message.push_str(&line);
    }
    let severity = match finding.level(entry.property) {
        Level::Error => DiagnosticSeverity::ERROR,
        Level::Warning => DiagnosticSeverity::WARNING,
        Level::Note => DiagnosticSeverity::INFORMATION,
    };
    let related: Vec<DiagnosticRelatedInformation> =
        finding.stack.iter().filter_map(|&site| related(run, site)).collect();
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(entry.property.id().to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        data: Some(serde_json::json!({ "finding": number })),
        ..Diagnostic::default()
    }
}

/// A call that led to a finding.
fn related(run: &Run, site: usize) -> Option<DiagnosticRelatedInformation> {
    let place = run.place(site).filter(|place| place.line > 0)?;
    let file = &run.files[place.file];
    let text = file.line(place.line).unwrap_or_default();
    Some(DiagnosticRelatedInformation {
        location: Location {
            uri: uri_of(Path::new(&file.absolute))?,
            range: range(place.line, text, place.span.clone()),
        },
        message: format!("{} in {}", run.sites[site].operation, run.sites[site].function),
    })
}

/// A warning about a contract, if it stands in this file: `a.c:3: contract …`.
fn of_contract(warning: &str, path: &Path) -> Option<Diagnostic> {
    let (place, rest) = warning.split_once(": contract ")?;
    let (file, line) = place.rsplit_once(':')?;
    let line: u32 = line.parse().ok()?;
    if std::path::absolute(file).ok()? != path {
        return None;
    }
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let text = text.lines().nth(line.checked_sub(1)? as usize).unwrap_or_default();
    Some(Diagnostic {
        range: range(line, text, None),
        severity: Some(DiagnosticSeverity::WARNING),
        code: Some(NumberOrString::String("contract-syntax".to_owned())),
        source: Some(SOURCE.to_owned()),
        message: format!("contract {rest}"),
        ..Diagnostic::default()
    })
}

/// The one diagnostic of a file that cannot be checked.
fn failed(path: &Path, message: &str, output: &str) -> Diagnostic {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = |number: u32| text.lines().nth(number.saturating_sub(1) as usize).unwrap_or_default();
    let (range, message) = match first_error(output, path) {
        Some(error) => {
            let text = line(error.line);
            let start = error.column.map(|column| column.saturating_sub(1) as usize);
            let bytes = start.filter(|&start| start < text.len()).map(|start| start..text.trim_end().len());
            (range(error.line, text, bytes.filter(|bytes| bytes.start < bytes.end)), error.message)
        }
        None => (range(1, line(1), None), message.to_owned()),
    };
    Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("not-checked".to_owned())),
        source: Some(SOURCE.to_owned()),
        message: format!("not checked: {message}"),
        ..Diagnostic::default()
    }
}
