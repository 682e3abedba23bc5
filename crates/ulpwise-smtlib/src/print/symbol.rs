//! Symbols as they are written.

use crate::lexer::is_symbol_byte;
use std::borrow::Cow;

/// Whether a name can be written at all: no quoting admits a bar or a backslash.
pub(super) fn is_printable(name: &str) -> bool {
    !name.contains(['|', '\\'])
}

/// A printable name, between bars if it needs them.
pub(crate) fn quoted(name: &str) -> Cow<'_, str> {
    let is_simple = !name.is_empty()
        && name.bytes().all(is_symbol_byte)
        && !name.starts_with(|first: char| first.is_ascii_digit());
    if is_simple { Cow::Borrowed(name) } else { Cow::Owned(format!("|{name}|")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_where_they_are_needed() {
        assert_eq!(quoted("x_1!"), "x_1!");
        assert_eq!(quoted("1x"), "|1x|");
        assert_eq!(quoted(""), "||");
        assert_eq!(quoted("a b"), "|a b|");
        assert_eq!(quoted("größe"), "|größe|");
        assert!(is_printable("a b") && !is_printable("a|b") && !is_printable("a\\b"));
    }
}
