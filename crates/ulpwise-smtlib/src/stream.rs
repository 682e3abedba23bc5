//! Where commands end, for scripts that come piece by piece: someone may wait for an answer before
//! the next command.

/// What the bytes so far leave open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamState {
    Plain,
    Comment,
    BlockComment,
    QuotedSymbol,
    Text,
}

/// Follows a script byte by byte and reports where a command ends.
#[derive(Clone, Debug)]
pub struct CommandEnds {
    state: StreamState,
    depth: u64,
    previous: u8,
}

impl Default for CommandEnds {
    fn default() -> CommandEnds {
        CommandEnds { state: StreamState::Plain, depth: 0, previous: b' ' }
    }
}

impl CommandEnds {
    /// Takes the next bytes of a script; says whether a command ends with the last of them, or
    /// ended before and nothing but blanks and comments followed.
    pub fn ends_with(&mut self, bytes: &[u8]) -> bool {
        let mut is_complete = false;
        for &byte in bytes {
            match (self.state, byte) {
                (StreamState::Plain, b'(') => {
                    self.depth += 1;
                    is_complete = false;
                }
                // A bracket too many is an error, which the reader reports.
                (StreamState::Plain, b')') => {
                    self.depth = self.depth.saturating_sub(1);
                    is_complete = self.depth == 0;
                }
                (StreamState::Plain, b';') => self.state = StreamState::Comment,
                (StreamState::Plain, b'|') if self.previous == b'#' => self.state = StreamState::BlockComment,
                (StreamState::Plain, b'|') => self.state = StreamState::QuotedSymbol,
                (StreamState::Plain, b'"') => self.state = StreamState::Text,
                (StreamState::BlockComment, b'#') if self.previous == b'|' => self.state = StreamState::Plain,
                (StreamState::Comment, b'\n')
                | (StreamState::QuotedSymbol, b'|')
                | (StreamState::Text, b'"') => {
                    self.state = StreamState::Plain;
                }
                _ => {}
            }
            self.previous = byte;
        }
        is_complete && self.depth == 0 && matches!(self.state, StreamState::Plain | StreamState::Comment)
    }
}

/// How many commands of a script check satisfiability, counted without reading it: for progress
/// reports.
pub fn query_count(text: &[u8]) -> usize {
    let mut ends = CommandEnds::default();
    let mut count = 0;
    for (at, byte) in text.iter().enumerate() {
        let was_outside = ends.depth == 0;
        ends.ends_with(std::slice::from_ref(byte));
        if was_outside && ends.depth == 1 {
            count += usize::from(text[at + 1..].trim_ascii_start().starts_with(b"check-sat"));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_counted() {
        let script = b"(check-sat) ; (check-sat)\n(echo \"(check-sat)\") ( check-sat-assuming (p))(assert |(check-sat)|)";
        assert_eq!(query_count(script), 2);
        assert_eq!(query_count(b")(check-sat"), 1);
    }

    #[test]
    fn a_command_ends_with_its_last_bracket() {
        let mut ends = CommandEnds::default();
        assert!(!ends.ends_with(b"; a comment ) \n #| a | ( |#"));
        assert!(!ends.ends_with(b"(assert (= x |)|"));
        assert!(!ends.ends_with(b" \")\"\")\" ; ))\n"));
        assert!(ends.ends_with(b")) ; done\n"));
        assert!(!ends.ends_with(b"(check-sat) (get-"));
        assert!(ends.ends_with(b"model)"));
        assert!(ends.ends_with(b")"), "a bracket too many");
    }
}
