//! Which function a comment belongs to: the one that it stands directly above of, or else the one in
//! which it stands. Where functions begin is what debug information says.

use super::lines::{CommentSyntax, SourceLine};
use ulpwise_ir::{FileId, FunctionId, Module};

/// A function and its lines in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FunctionSpan {
    pub(super) function: FunctionId,
    first: u32,
    last: u32,
}

/// What a comment belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Belongs {
    /// The functions that begin at the line below it, or at its line.
    Above(Vec<FunctionId>),
    /// The functions in which it stands.
    Inside(Vec<FunctionId>),
    /// No function.
    Nothing,
}

/// The functions of a file, in the order of their lines.
pub(super) fn functions_of(module: &Module, file: FileId) -> Vec<FunctionSpan> {
    let span = |function: FunctionId| {
        let location = module.functions[function].declaration.as_ref()?.location?;
        let location = module.locations[location];
        let body = module.functions[function].body.as_ref()?;
        if location.file != file || location.line == 0 {
            return None;
        }
        let lines = body.locations.iter().filter_map(|&location| {
            let location = module.locations[location?];
            (location.file == file && location.inlined_at.is_none()).then_some(location.line)
        });
        let last = lines.max().unwrap_or(location.line).max(location.line);
        Some(FunctionSpan { function, first: location.line, last })
    };
    let mut spans: Vec<FunctionSpan> = module.functions.ids().filter_map(span).collect();
    spans.sort_by_key(|span| (span.first, span.function));
    spans
}

/// The functions that a comment at a line, from 1, belongs to.
pub(super) fn owner(
    lines: &[SourceLine],
    spans: &[FunctionSpan],
    line: u32,
    syntax: CommentSyntax,
) -> Belongs {
    let beginning_at = |first: u32| -> Vec<FunctionId> {
        spans.iter().filter(|span| span.first == first).map(|span| span.function).collect()
    };
    if let Some(next) = spans.iter().map(|span| span.first).find(|&first| first >= line) {
        let between = &lines[line as usize - 1..(next as usize - 1).max(line as usize - 1).min(lines.len())];
        if between.iter().all(|between| is_before_name(&between.code, syntax)) {
            return Belongs::Above(beginning_at(next));
        }
    }
    let inside = spans.iter().filter(|span| (span.first..=span.last).contains(&line));
    match inside.map(|span| span.first).max() {
        Some(first) => Belongs::Inside(beginning_at(first)),
        None => Belongs::Nothing,
    }
}

/// Whether code may stand between a contract and the name of its function: attributes, types, the
/// parameters of a template.
fn is_before_name(code: &str, syntax: CommentSyntax) -> bool {
    let code = code.trim();
    match syntax {
        CommentSyntax::C => !code.contains([';', '{', '}']) && !code.starts_with('#'),
        CommentSyntax::Rust => !code.contains([';', '{', '}']),
        CommentSyntax::Fortran | CommentSyntax::FixedFortran => code.is_empty() || code.ends_with('&'),
    }
}
