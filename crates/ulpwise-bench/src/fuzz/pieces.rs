//! The body of a random function in pieces, and how a body with something wrong is made smaller: what
//! is not needed for it is taken out.

use std::fmt::Write as _;

/// How many bodies are tried at most.
const MOST_TRIES: usize = 200;

/// A piece of a function's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourcePiece {
    /// A statement.
    Line(String),
    /// Statements between a head such as `if (x < y) {` and a tail such as `}`.
    Block(String, Vec<SourcePiece>, String),
}

impl SourcePiece {
    /// Writes it, indented.
    pub(crate) fn write(&self, text: &mut String, depth: usize) {
        let indent = "    ".repeat(depth);
        match self {
            SourcePiece::Line(line) => {
                let _ = writeln!(text, "{indent}{line}");
            }
            SourcePiece::Block(head, body, tail) => {
                let _ = writeln!(text, "{indent}{head}");
                body.iter().for_each(|piece| piece.write(text, depth + 1));
                let _ = writeln!(text, "{indent}{tail}");
            }
        }
    }
}

/// The smallest body found that still has what `is_wrong` looks for.
pub(crate) fn shrink(body: &[SourcePiece], is_wrong: impl Fn(&[SourcePiece]) -> bool) -> Vec<SourcePiece> {
    let mut best = body.to_vec();
    let mut tries = 0;
    let mut at = 0;
    while let Some(smaller) = without(&best, at) {
        tries += 1;
        if tries > MOST_TRIES {
            break;
        }
        if is_wrong(&smaller) {
            best = smaller;
        } else {
            at += 1;
        }
    }
    best
}

/// The body without its piece of a number; `None` if it has no such piece. Of a block first all goes,
/// then only the head and the tail.
fn without(body: &[SourcePiece], number: usize) -> Option<Vec<SourcePiece>> {
    let mut left = number;
    remove(body, &mut left)
}

fn remove(pieces: &[SourcePiece], left: &mut usize) -> Option<Vec<SourcePiece>> {
    for (at, piece) in pieces.iter().enumerate() {
        let with = |middle: Vec<SourcePiece>| {
            let mut all = pieces[..at].to_vec();
            all.extend(middle);
            all.extend_from_slice(&pieces[at + 1..]);
            Some(all)
        };
        if *left == 0 {
            return with(Vec::new());
        }
        *left -= 1;
        if let SourcePiece::Block(head, body, tail) = piece {
            // What a loop counts must not be left without its counter.
            if *left == 0 && head.starts_with("if") {
                return with(body.clone());
            }
            *left = left.saturating_sub(usize::from(head.starts_with("if")));
            if let Some(body) = remove(body, left) {
                return with(vec![SourcePiece::Block(head.clone(), body, tail.clone())]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> SourcePiece {
        SourcePiece::Line(text.to_owned())
    }

    #[test]
    fn only_what_is_needed_is_left() {
        let inner =
            SourcePiece::Block("if (x) {".to_owned(), vec![line("keep;"), line("go;")], "}".to_owned());
        let body = vec![line("one;"), inner, line("two;")];
        let has_it = |pieces: &[SourcePiece]| {
            let mut text = String::new();
            pieces.iter().for_each(|piece| piece.write(&mut text, 0));
            text.contains("keep;")
        };
        assert_eq!(shrink(&body, has_it), [line("keep;")]);
    }
}
