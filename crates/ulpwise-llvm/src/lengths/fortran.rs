//! Bounds of Fortran's arrays that other parameters say, read from the declarations.
//!
//! flang's debug information has constant bounds; others are values that it computes at entry. The
//! text of the declaration names the parameter: `real(8) :: a(n), b(lda, *)`.

use std::path::Path;
use ulpwise_ir::{Declaration, DeclaredLength, Dimension, FunctionId, Language, Module, SourceType};

/// How many lines of a subprogram are looked at.
const MOST_LINES: usize = 300;

/// Enters the bounds of the arrays among a function's parameters.
pub(super) fn declare(module: &mut Module, function: FunctionId) {
    let Some(declaration) = &module.functions[function].declaration else { return };
    if declaration.language != Language::Fortran {
        return;
    }
    let is_open = |ty| matches!(module.source_types[ty], SourceType::Array { count: None, .. });
    if !declaration.parameters.iter().any(|parameter| is_open(parameter.ty)) {
        return;
    }
    let Some(location) = declaration.location.map(|location| &module.locations[location]) else { return };
    let Some(text) = subprogram(&module.files[location.file].path(), location.line) else { return };
    let lengths: Vec<Option<DeclaredLength>> = declaration
        .parameters
        .iter()
        .map(
            |parameter| {
                if is_open(parameter.ty) { length(declaration, &parameter.name, &text) } else { None }
            },
        )
        .collect();
    if let Some(declaration) = &mut module.functions[function].declaration {
        for (parameter, length) in declaration.parameters.iter_mut().zip(lengths) {
            parameter.length = parameter.length.take().or(length);
        }
    }
}

/// The statements from a line on, in lower case, without comments and with continued lines joined.
fn subprogram(path: &Path, line: u32) -> Option<Vec<String>> {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_fixed = matches!(extension.to_ascii_lowercase().as_str(), "f" | "for");
    let lines = text.lines().skip((line as usize).saturating_sub(1)).take(MOST_LINES);
    Some(statements(lines, is_fixed))
}

fn statements<'t>(lines: impl Iterator<Item = &'t str>, is_fixed: bool) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        if is_fixed && line.starts_with(['c', '*', '!']) {
            continue;
        }
        let code = line.split('!').next().unwrap_or_default();
        let continues_fixed =
            is_fixed && code.starts_with("     ") && code[5..].starts_with(|mark| !matches!(mark, ' ' | '0'));
        let code = if continues_fixed { &code[6..] } else { code };
        let trimmed = code.trim();
        if trimmed.is_empty() {
            continue;
        }
        let begins = trimmed.trim_start_matches('&').trim_end_matches('&');
        match statements.last_mut().filter(|_| goes_on || continues_fixed) {
            Some(last) => last.push_str(begins),
            None => statements.push(begins.to_owned()),
        }
        goes_on = !is_fixed && trimmed.ends_with('&');
    }
    statements
}

/// The extents that a declaration gives a parameter.
fn length(declaration: &Declaration, name: &str, statements: &[String]) -> Option<DeclaredLength> {
    let name = name.to_ascii_lowercase();
    let declared = statements.iter().skip(1).take_while(|statement| !ends(statement));
    let shape =
        declared.filter(|statement| declares(statement)).find_map(|statement| shape(statement, &name))?;
    let number = |text: &str| {
        declaration.parameters.iter().position(|parameter| parameter.name.eq_ignore_ascii_case(text))
    };
    let dimension = |text: &str| {
        let text = text.trim();
        let upper = text.strip_prefix("1:").unwrap_or(text).trim();
        match upper {
            "*" => Some(Dimension::Open),
            _ => upper
                .parse()
                .map(Dimension::Constant)
                .ok()
                .or_else(|| number(upper).map(|number| Dimension::Parameter(number as u32))),
        }
    };
    let dimensions: Vec<Dimension> = shape.split(',').map(dimension).collect::<Option<_>>()?;
    let is_guaranteed = !dimensions.contains(&Dimension::Open);
    Some(DeclaredLength { dimensions, is_guaranteed })
}

/// Whether another subprogram begins or this one ends.
fn ends(statement: &str) -> bool {
    let words: Vec<&str> = statement.split_whitespace().take(2).collect();
    matches!(words[..], ["end"] | ["end", "function" | "subroutine" | "program"] | ["contains", ..])
        || ["endfunction", "endsubroutine"].iter().any(|end| statement.starts_with(end))
}

/// Whether a statement declares variables.
fn declares(statement: &str) -> bool {
    let keywords = ["real", "double", "integer", "complex", "logical", "dimension", "type", "character"];
    keywords.iter().any(|keyword| statement.starts_with(keyword)) && !statement.contains('=')
        || statement.contains("::")
}

/// What stands in the parentheses after a name, or of `dimension` where the name has none.
fn shape(statement: &str, name: &str) -> Option<String> {
    let (attributes, entities) = statement.split_once("::").unwrap_or(("", statement));
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    for (at, _) in entities.match_indices(name) {
        let (before, after) = (&entities[..at], &entities[at + name.len()..]);
        // Inside of another one's parentheses it is a bound.
        let is_outside = before.matches('(').count() == before.matches(')').count();
        if before.ends_with(is_part) || after.starts_with(is_part) || !is_outside {
            continue;
        }
        let own = after.trim_start().strip_prefix('(').and_then(inside);
        let (_, common) = attributes.split_once("dimension").unwrap_or_default();
        return own.or_else(|| common.trim_start().strip_prefix('(').and_then(inside));
    }
    None
}

/// The text up to the parenthesis that closes; nothing if others are inside.
fn inside(text: &str) -> Option<String> {
    let (inside, _) = text.split_once(')')?;
    (!inside.contains('(')).then(|| inside.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{ParameterDeclaration, SourceTypeId};

    fn lengths(text: &str, is_fixed: bool) -> Vec<Option<Vec<Dimension>>> {
        let names = ["a", "n", "lda", "b"];
        let ty = SourceTypeId::new(0);
        let declaration = Declaration {
            name: "s".to_owned(),
            language: Language::Fortran,
            location: None,
            result: ty,
            parameters: names.iter().map(|&name| ParameterDeclaration::new(name, ty)).collect(),
        };
        let statements = statements(text.lines(), is_fixed);
        ["a", "b"]
            .map(|name| length(&declaration, name, &statements).map(|length| length.dimensions))
            .to_vec()
    }

    #[test]
    fn extents_are_read_from_every_form() {
        use Dimension::{Constant, Open, Parameter};
        let both = |a: &[Dimension], b: &[Dimension]| vec![Some(a.to_vec()), Some(b.to_vec())];
        let free = "subroutine s(a, n, lda, b)\n integer :: n, lda ! a(9)\n real(8), intent(in) :: a(n), &\n  & b(lda,*)\nend";
        assert_eq!(lengths(free, false), both(&[Parameter(1)], &[Parameter(2), Open]));
        let common = "subroutine s(a, n, lda, b)\n real(8), dimension(1:n) :: a, b(3, n)\nend subroutine";
        assert_eq!(lengths(common, false), both(&[Parameter(1)], &[Constant(3), Parameter(1)]));
        let fixed = "      subroutine s(a,n,lda,b)\nc     real*8 a(7)\n      real*8 a(n),\n     1 b(lda,n)\n      end";
        assert_eq!(lengths(fixed, true), both(&[Parameter(1)], &[Parameter(2), Parameter(1)]));
    }

    #[test]
    fn what_is_no_plain_bound_stays_open() {
        let text = "subroutine s(a, n, lda, b)\n real(8) :: a(0:n), b(max(n,2))\n a(n) = 1\nend";
        assert_eq!(lengths(text, false), [None, None]);
        let later = "subroutine s(a, n, lda, b)\nend\nsubroutine t(a)\n real(8) :: a(n), b(n)\nend";
        assert_eq!(lengths(later, false), [None, None]);
    }
}
