//! Edits of a source, and the difference that they make.

use super::Language;
use super::build::{Expression, names};
use super::print::print;
use crate::search::candidate::Replacement;
use similar::TextDiff;
use std::ops::Range;

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Range<usize>,
    pub(crate) text: String,
}

/// A source with an expression replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    pub(crate) edits: Vec<Edit>,
    pub(crate) text: String,
}

/// Replaces an expression by a candidate, and takes out locals that nothing uses any more.
pub(crate) fn patch(
    source: &str,
    function: &Range<usize>,
    expression: &Expression,
    candidate: &Replacement,
) -> Patch {
    let indent = indent_of(source, expression.statement.start);
    let printed = print(expression, candidate, &source[function.clone()], indent);
    let mut edits = vec![Edit { span: expression.span.clone(), text: printed.text.clone() }];
    if !printed.shared.is_empty() {
        let ty = match expression.format {
            crate::term::Format::Single => "float",
            crate::term::Format::Double => "double",
        };
        let lines =
            printed.shared.iter().map(|(name, value)| format!("const {ty} {name} = {value};\n{indent}"));
        let at = expression.statement.start;
        edits.push(Edit { span: at..at, text: lines.collect() });
    }
    let new_text = printed.shared.iter().fold(printed.text, |text, (_, value)| text + " " + value);
    edits.extend(unused_locals(source, function, expression, &new_text));
    edits.extend(missing_header(source, expression, &new_text));
    edits.sort_by_key(|edit| edit.span.start);
    let mut text = source.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.span.clone(), &edit.text);
    }
    Patch { edits, text }
}

/// The white space before a statement.
fn indent_of(source: &str, at: usize) -> &str {
    let start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &source[start..at];
    &line[..line.len() - line.trim_start().len()]
}

fn unused_locals(
    source: &str,
    function: &Range<usize>,
    expression: &Expression,
    new_text: &str,
) -> Vec<Edit> {
    let mut gone: Vec<Range<usize>> = vec![expression.span.clone()];
    let mut edits = Vec::new();
    // Later ones first: those may be all that uses earlier ones.
    let mut locals: Vec<_> =
        expression.locals.iter().filter_map(|local| Some((local, local.statement.clone()?))).collect();
    locals.sort_by_key(|(_, statement)| std::cmp::Reverse(statement.start));
    for (local, statement) in locals {
        if names(new_text).contains(local.name.as_str()) {
            continue;
        }
        let is_used = source[function.clone()].match_indices(&local.name).any(|(at, _)| {
            let at = at + function.start;
            let is_gone = gone.iter().any(|range| range.contains(&at)) || statement.contains(&at);
            let around = (source[..at].chars().next_back(), source[at + local.name.len()..].chars().next());
            let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !is_gone && !is_word(around.0) && !is_word(around.1)
        });
        if !is_used {
            edits.push(Edit { span: whole_lines(source, &statement), text: String::new() });
            gone.push(statement);
        }
    }
    edits
}

/// A statement with its line, if the line has nothing else.
fn whole_lines(source: &str, statement: &Range<usize>) -> Range<usize> {
    let start = source[..statement.start].rfind('\n').map_or(0, |end| end + 1);
    let end = source[statement.end..].find('\n').map_or(source.len(), |at| statement.end + at + 1);
    let is_alone =
        source[start..statement.start].trim().is_empty() && source[statement.end..end].trim().is_empty();
    if is_alone { start..end } else { statement.clone() }
}

/// The header that declares functions of the library, if the source calls one for the first time.
fn missing_header(source: &str, expression: &Expression, new_text: &str) -> Option<Edit> {
    let header = match expression.language {
        Language::C => "<math.h>",
        Language::Cpp => "<cmath>",
    };
    if source.contains("<math.h>")
        || source.contains("<cmath>")
        || source.contains("<tgmath.h>")
        || !new_text.contains('(')
    {
        return None;
    }
    let calls = crate::term::Function::ALL
        .iter()
        .map(|it| it.name())
        .chain(["fma", "hypot", "pow", "atan2", "fmax", "fmin"]);
    let words = names(new_text);
    let mut calls = calls.filter(|name| words.contains(name) || words.contains(format!("{name}f").as_str()));
    calls.next()?;
    let last = source.match_indices("#include").last();
    let at = last.map_or(0, |(at, _)| source[at..].find('\n').map_or(source.len(), |end| at + end + 1));
    Some(Edit { span: at..at, text: format!("#include {header}\n") })
}

/// The difference between two texts of a file.
pub(crate) fn unified_diff(path: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let path = path.trim_start_matches('/');
    diff.unified_diff().context_radius(3).header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}
