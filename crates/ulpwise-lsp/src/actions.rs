//! What can be done about a finding: see its call, keep it as a test, say what inputs are meant, accept
//! it; and mend a contract that is misspelt.

use crate::document::{Document, ShownFinding};
use crate::text::touch;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Command, Diagnostic, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashMap;
use std::path::Path;
use ulpwise_finding::Property;
use ulpwise_report::text::call;

/// The commands of the server.
pub(crate) const SHOW_CALL: &str = "ulpwise.showCall";
pub(crate) const WRITE_TEST: &str = "ulpwise.writeTest";

/// The range that is proposed for an input.
const PROPOSED: &str = "-1e6..1e6";

/// What can be done at a range of a file with these lines.
pub(crate) fn actions(
    document: &Document,
    uri: &Uri,
    path: &Path,
    range: Range,
    lines: &[&str],
) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    let here = document.findings.iter().enumerate().filter(|(_, shown)| touch(&shown.range, &range));
    for (number, shown) in here {
        let diagnostic = document.diagnostics.iter().find(|one| one.range == shown.range).cloned();
        of_finding(document, (uri, path), (number, shown), lines, diagnostic, &mut actions);
    }
    for diagnostic in document.diagnostics.iter().filter(|one| touch(&one.range, &range)) {
        actions.extend(mend_contract(uri, diagnostic, lines));
    }
    actions
}

fn of_finding(
    document: &Document,
    (uri, path): (&Uri, &Path),
    (number, shown): (usize, &ShownFinding),
    lines: &[&str],
    diagnostic: Option<Diagnostic>,
    actions: &mut Vec<CodeActionOrCommand>,
) {
    let Some((entry, finding)) = document.entry(shown) else { return };
    let property = entry.property;
    let arguments = Some(vec![serde_json::json!(uri.as_str()), serde_json::json!(number)]);
    let command = |title: String, command: &str| {
        let command =
            Command { title: title.clone(), command: command.to_owned(), arguments: arguments.clone() };
        CodeActionOrCommand::CodeAction(CodeAction {
            title,
            command: Some(command),
            diagnostics: diagnostic.clone().map(|one| vec![one]),
            ..CodeAction::default()
        })
    };
    actions.push(command(format!("Show the call: {}", call(&finding.call)), SHOW_CALL));
    if finding.document.is_some() {
        actions.push(command(format!("Write a regression test for this {}", property.title()), WRITE_TEST));
    }
    let edit = |title: String, edit: TextEdit| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(one_edit(uri, edit)),
            diagnostics: diagnostic.clone().map(|one| vec![one]),
            ..CodeAction::default()
        })
    };
    if let Some((contract, at)) = contract(document, shown, path, lines) {
        actions.push(edit(format!("Say what inputs are meant: {}", contract.trim()), at));
    }
    if property != Property::Contract
        && let Some(line) = lines.get(shown.range.start.line as usize)
    {
        let end = Position {
            line: shown.range.start.line,
            character: crate::text::column(line, line.trim_end().len()),
        };
        let new_text = format!(" {} ulpwise: allow({}) accepted", comment_mark(path), property.id());
        let edit_of_line = TextEdit { range: Range { start: end, end }, new_text };
        actions.push(edit(format!("Accept this {} here", property.title()), edit_of_line));
    }
}

/// A contract for the floats that the call of a finding takes, and where it goes.
fn contract(
    document: &Document,
    shown: &ShownFinding,
    path: &Path,
    lines: &[&str],
) -> Option<(String, TextEdit)> {
    let (_, finding) = document.entry(shown)?;
    let (file, line) = document.declared.get(document.called(shown)?)?;
    let text = lines.get((*line as usize).checked_sub(1)?)?;
    if file != path {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    for input in finding.call.inputs.iter().filter(|input| input.value.hex.is_some()) {
        let name = input.name.trim_start_matches('*').split(['[', '(']).next().unwrap_or_default();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    // What is said already stays.
    let is_said = |name: &&str| {
        let above = &lines[..*line as usize];
        let near = &above[above.len().saturating_sub(5)..];
        near.iter().any(|line| line.contains("ulpwise:") && line.contains(&format!("range {name} ")))
    };
    names.retain(|name| !is_said(name));
    if names.is_empty() {
        return None;
    }
    let clauses: Vec<String> = names.iter().map(|name| format!("range {name} = {PROPOSED}")).collect();
    let indent = &text[..text.len() - text.trim_start().len()];
    let new_text = format!("{indent}{} ulpwise: {}\n", comment_mark(path), clauses.join("; "));
    let at = Position { line: line - 1, character: 0 };
    Some((new_text.clone(), TextEdit { range: Range { start: at, end: at }, new_text }))
}

/// Replaces a misspelt word by the nearest one.
fn mend_contract(uri: &Uri, diagnostic: &Diagnostic, lines: &[&str]) -> Option<CodeActionOrCommand> {
    let (before, rest) = diagnostic.message.rsplit_once("; did you mean `")?;
    let right = rest.split('`').next()?;
    let wrong = before.strip_suffix('`').and_then(|before| before.rsplit('`').next())?;
    let line = lines.get(diagnostic.range.start.line as usize)?;
    let at = line.find("ulpwise:").and_then(|start| line[start..].find(wrong).map(|at| start + at))?;
    let position = |byte: usize| Position {
        line: diagnostic.range.start.line,
        character: crate::text::column(line, byte),
    };
    let range = Range { start: position(at), end: position(at + wrong.len()) };
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: format!("Write `{right}`"),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(one_edit(uri, TextEdit { range, new_text: right.to_owned() })),
        diagnostics: Some(vec![diagnostic.clone()]),
        is_preferred: Some(true),
        ..CodeAction::default()
    }))
}

#[expect(clippy::mutable_key_type, reason = "the protocol's type has addresses as keys")]
fn one_edit(uri: &Uri, edit: TextEdit) -> WorkspaceEdit {
    let changes = HashMap::from([(uri.clone(), vec![edit])]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// What a comment begins with.
fn comment_mark(path: &Path) -> &'static str {
    let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_fortran = ["f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18"].contains(&end.as_str());
    if is_fortran { "!" } else { "//" }
}
