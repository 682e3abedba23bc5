//! The text of a script, and how far it has been read.

use crate::error::{Fault, Position, SmtlibError};
use crate::lexer::Lexer;

/// A script, or a part of one, on its way through a [`Reader`](crate::Reader).
#[derive(Debug)]
pub struct ScriptSource<'t> {
    pub(crate) lexer: Lexer<'t>,
    /// The start of the line on which a position was asked for last, and that line's number:
    /// positions are mostly asked for in order, and a script may have many errors.
    line_start: u32,
    line: u32,
}

impl<'t> ScriptSource<'t> {
    /// A whole script. Of a text beyond four gigabytes only that much is read.
    pub fn new(text: &'t [u8]) -> ScriptSource<'t> {
        ScriptSource::starting_on_line(text, 1)
    }

    /// The part of a script that starts on this line, counted from one.
    pub fn starting_on_line(text: &'t [u8], first_line: u32) -> ScriptSource<'t> {
        let readable = text.len().min(u32::MAX as usize - 1);
        ScriptSource { lexer: Lexer::new(&text[..readable]), line_start: 0, line: first_line }
    }

    /// The position of a byte that does not lie on a line before the one asked for last.
    pub(crate) fn position(&mut self, at: u32) -> Position {
        let since = self.lexer.slice(self.line_start, at);
        let newlines = since.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(newline) = since.iter().rposition(|&byte| byte == b'\n') {
            self.line_start += newline as u32 + 1;
            self.line = self.line.saturating_add(newlines as u32);
        }
        // Bytes of the form 10xxxxxx continue a character.
        let before = self.lexer.slice(self.line_start, at);
        let characters = before.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Position { line: self.line, column: 1u32.saturating_add(characters as u32) }
    }

    pub(crate) fn error(&mut self, fault: Fault) -> SmtlibError {
        SmtlibError { position: self.position(fault.at), kind: fault.kind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut source = ScriptSource::starting_on_line("ab\nä; c\n".as_bytes(), 7);
        let mut position = |at| (source.position(at).line, source.position(at).column);
        assert_eq!(position(0), (7, 1));
        assert_eq!(position(2), (7, 3));
        assert_eq!(position(3), (8, 1));
        assert_eq!(position(5), (8, 2), "ä has two bytes");
        assert_eq!(position(9), (9, 1));
        assert_eq!(ScriptSource::new(b"\n\n\n x").position(4), Position { line: 4, column: 2 });
    }
}
