//! Which part of a source line to mark for an operation.
//!
//! What the debug information calls the column of an operation differs by compiler: clang's is the
//! operator's (or the callee's, for a call), rustc's is where the whole expression begins, flang's
//! is that of the statement. The line's text is looked at just closely enough to find the operator
//! from there.

use std::ops::Range;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark<'a> {
    /// An operator in one of these spellings, at the column.
    Operator {
        /// The spellings.
        spellings: &'a [&'a str],
    },
    /// The operator of an expression that begins at the column; the `nth` (from 0) of several such.
    OperatorOfExpression {
        /// The spellings.
        spellings: &'a [&'a str],
        /// Which one of several.
        nth: usize,
    },
    /// Whatever begins at the column: a name, a number, a parenthesis with its content.
    Token,
    /// All from the column to the statement's end.
    FortranStatement,
}

/// The part of `text` to mark, given where the column is. Never empty.
pub(super) fn underline(text: &str, offset: usize, mark: Mark<'_>) -> Range<usize> {
    match mark {
        Mark::FortranStatement => offset..fortran_statement_end(text, offset),
        Mark::Token => offset..token_end(text, offset),
        // Of a macro that holds the operator only the name is on the line.
        Mark::Operator { spellings } => {
            operator_at(text, offset, spellings).unwrap_or_else(|| offset..token_end(text, offset))
        }
        Mark::OperatorOfExpression { spellings, nth } => {
            find_operator(text, offset, spellings, nth).unwrap_or_else(|| offset..token_end(text, offset))
        }
    }
}

/// The operator that stands just at the offset.
fn operator_at(text: &str, offset: usize, spellings: &[&str]) -> Option<Range<usize>> {
    let rest = &text[offset..];
    let matching = spellings.iter().filter(|spelling| rest.starts_with(**spelling));
    let longest = matching.map(|spelling| spelling.len()).max()?;
    // `+` of `++` and `-` of `->` are other operators.
    let other = ["++", "--", "->"].iter().any(|wrong| longest == 1 && rest.starts_with(wrong));
    let with_assignment = longest == 1 && rest[1..].starts_with('=') && !rest.starts_with("<=");
    let end = if with_assignment { offset + 2 } else { offset + longest };
    (!other).then_some(offset..end)
}

/// The `nth` such operator after an expression's beginning that has an operand before it and stands
/// in no bracket that opens after the beginning.
fn find_operator(text: &str, offset: usize, spellings: &[&str], nth: usize) -> Option<Range<usize>> {
    let mut depth = 0usize;
    let mut after_operand = false;
    let mut found = 0;
    let mut at = offset;
    while at < text.len() {
        let end = token_end_flat(text, at);
        let token = &text[at..end];
        let first = token.chars().next()?;
        match first {
            _ if first.is_whitespace() => {}
            '(' | '[' | '{' => {
                depth += 1;
                after_operand = false;
            }
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                after_operand = true;
            }
            ';' => return None,
            _ if is_name(first) || first.is_ascii_digit() => after_operand = true,
            _ => {
                if depth == 0
                    && after_operand
                    && let Some(range) = operator_at(text, at, spellings)
                {
                    if found == nth {
                        return Some(range);
                    }
                    found += 1;
                }
                after_operand = false;
            }
        }
        at = end;
    }
    None
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Where the token at the offset ends; a bracket is a token by itself.
fn token_end_flat(text: &str, offset: usize) -> usize {
    let rest = &text[offset..];
    let Some(first) = rest.chars().next() else { return text.len() };
    let length_while = |wanted: &dyn Fn(char) -> bool| {
        rest.char_indices().find(|&(_, character)| !wanted(character)).map_or(rest.len(), |(at, _)| at)
    };
    offset
        + if first.is_whitespace() {
            length_while(&char::is_whitespace)
        } else if first.is_ascii_digit() {
            number_length(rest)
        } else if is_name(first) {
            length_while(&is_name)
        } else {
            let two =
                ["<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "&&", "||", "->", "=>", "::", "++", "--"];
            if two.iter().any(|two| rest.starts_with(two)) { 2 } else { first.len_utf8() }
        }
}

/// The length of a number, with the sign of its exponent.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        let before = if length > 0 { bytes[length - 1].to_ascii_lowercase() } else { 0 };
        let exponent = if hexadecimal { before == b'p' } else { before == b'e' };
        let belongs = byte.is_ascii_alphanumeric()
            || byte == b'_'
            || byte == b'.' && bytes.get(length + 1).is_none_or(|next| *next != b'.')
            || matches!(byte, b'+' | b'-') && exponent;
        // `2.sqrt()` is a method of a number.
        let method = byte == b'.'
            && bytes.get(length + 1).is_some_and(|next| next.is_ascii_alphabetic() && *next != b'e');
        if !belongs || method {
            break;
        }
        length += 1;
    }
    length.max(1)
}

/// Where what begins at the offset ends: a path of names, a number, a bracket with its content.
fn token_end(text: &str, offset: usize) -> usize {
    let first = text[offset..].chars().next().unwrap_or(' ');
    let mut end = token_end_flat(text, offset);
    if is_name(first) && !first.is_ascii_digit() {
        // `std::sqrt` is one name.
        while text[end..].starts_with("::") && text[end + 2..].starts_with(is_name) {
            end = token_end_flat(text, end + 2);
        }
    }
    if matches!(first, '(' | '[') {
        return matching_bracket(text, offset).unwrap_or(end);
    }
    end
}

/// The end of the bracket that opens at the offset, if it closes on this line.
fn matching_bracket(text: &str, offset: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, character) in text[offset..].char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(offset + at + character.len_utf8());
                }
            }
            _ => {}
        }
    }
    None
}

/// The end of a Fortran statement: before a comment, a `;` or trailing spaces. Quotes are
/// respected.
fn fortran_statement_end(text: &str, offset: usize) -> usize {
    let mut quote = None;
    let mut end = text.len();
    for (at, character) in text[offset..].char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '\'' | '"') => quote = Some(character),
            (None, '!' | ';') => {
                end = offset + at;
                break;
            }
            _ => {}
        }
    }
    let trimmed = offset + text[offset..end].trim_end().len();
    if trimmed > offset { trimmed } else { token_end_flat(text, offset) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADD: &[&str] = &["+"];
    const SUB: &[&str] = &["-"];
    const MUL: &[&str] = &["*"];
    const LESS: &[&str] = &["<", "<="];

    fn marked(text: &str, column: usize, mark: Mark<'_>) -> String {
        let range = underline(text, column - 1, mark);
        format!("{}~{}~{}", &text[..range.start], &text[range.clone()], &text[range.end..])
    }

    fn clang(text: &str, column: usize, spellings: &[&str]) -> String {
        marked(text, column, Mark::Operator { spellings })
    }

    fn rustc(text: &str, column: usize, spellings: &[&str], nth: usize) -> String {
        marked(text, column, Mark::OperatorOfExpression { spellings, nth })
    }

    #[test]
    fn clang_points_at_the_operator() {
        assert_eq!(clang("return (x + y) / 2;", 11, ADD), "return (x ~+~ y) / 2;");
        assert_eq!(clang("sum += x[i];", 5, ADD), "sum ~+=~ x[i];");
        assert_eq!(clang("if (x <= y)", 7, LESS), "if (x ~<=~ y)");
        assert_eq!(clang("y = SQUARE(x);", 5, MUL), "y = ~SQUARE~(x);");
    }

    #[test]
    fn rustc_points_at_the_expression() {
        let text = "    x - quadratic(a - b) * (2.0 * a * x + b)";
        assert_eq!(rustc(text, 5, SUB, 0), "    x ~-~ quadratic(a - b) * (2.0 * a * x + b)");
        assert_eq!(rustc(text, 9, MUL, 0), "    x - quadratic(a - b) ~*~ (2.0 * a * x + b)");
        assert_eq!(rustc(text, 29, MUL, 0), "    x - quadratic(a - b) * (2.0 ~*~ a * x + b)");
        assert_eq!(rustc(text, 29, MUL, 1), "    x - quadratic(a - b) * (2.0 * a ~*~ x + b)");
        assert_eq!(rustc("-a - 1e-3 - b", 1, SUB, 0), "-a ~-~ 1e-3 - b", "the first minus has no operand");
        assert_eq!(rustc("-a - 1e-3 - b", 1, SUB, 1), "-a - 1e-3 ~-~ b");
        assert_eq!(rustc("y * *x + a", 1, ADD, 0), "y * *x ~+~ a");
        assert_eq!(rustc("value.pow(2)", 1, ADD, 0), "~value~.pow(2)", "no operator: the first token");
        assert_eq!(rustc("a < b", 1, LESS, 0), "a ~<~ b");
    }

    #[test]
    fn tokens_are_names_numbers_and_brackets() {
        assert_eq!(marked("y = std::sqrt(x);", 5, Mark::Token), "y = ~std::sqrt~(x);");
        assert_eq!(marked("y = (int)(a + b);", 10, Mark::Token), "y = (int)~(a + b)~;");
        assert_eq!(marked("f(1.5e-3, 2)", 3, Mark::Token), "f(~1.5e-3~, 2)");
        assert_eq!(marked("f(é)", 3, Mark::Token), "f(~é~)");
        assert_eq!(marked("(a +", 1, Mark::Token), "~(~a +");
    }

    #[test]
    fn fortran_marks_the_statement() {
        assert_eq!(marked("  y = x + '!' ! comment", 3, Mark::FortranStatement), "  ~y = x + '!'~ ! comment");
        assert_eq!(marked("a = 1; b = 2", 8, Mark::FortranStatement), "a = 1; ~b = 2~");
        assert_eq!(marked("x ! y", 3, Mark::FortranStatement), "x ~!~ y");
    }
}
