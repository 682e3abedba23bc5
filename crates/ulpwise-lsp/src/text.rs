//! Places in lines: columns of the protocol are in units of UTF-16, ours in bytes.

use lsp_types::{Position, Range};
use std::ops::Range as Bytes;

/// The column of a byte of a line, in units of UTF-16.
pub(crate) fn column(line: &str, byte: usize) -> u32 {
    let end = (0..=byte.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    line[..end].encode_utf16().count() as u32
}

/// Bytes of a line, from 1, as a range; the whole line but its indentation if there are none.
pub(crate) fn range(number: u32, line: &str, bytes: Option<Bytes<usize>>) -> Range {
    let indent = line.len() - line.trim_start().len();
    let bytes = bytes.unwrap_or(indent..line.trim_end().len().max(indent));
    let at = |byte: usize| Position { line: number.saturating_sub(1), character: column(line, byte) };
    Range { start: at(bytes.start), end: at(bytes.end) }
}

/// Whether two ranges have something in common; ends count.
pub(crate) fn touch(one: &Range, other: &Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf_16() {
        assert_eq!(column("aé𝄞b", 0), 0);
        assert_eq!(column("aé𝄞b", 3), 2);
        assert_eq!(column("aé𝄞b", 7), 4);
        assert_eq!(column("ab", 9), 2);
        let whole = range(3, "  x + y", None);
        assert_eq!((whole.start.line, whole.start.character, whole.end.character), (2, 2, 7));
    }
}
