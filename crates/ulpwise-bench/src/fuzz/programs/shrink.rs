//! Makes a program with a wrong proof smaller: takes out whatever is not needed for it.

use super::source::{FuzzedProgram, SourcePiece};

/// How many programs are tried at most.
const MOST_TRIES: usize = 200;

/// The smallest program found that still has what `is_wrong` looks for.
pub(super) fn shrink(source: &FuzzedProgram, is_wrong: impl Fn(&FuzzedProgram) -> bool) -> FuzzedProgram {
    let mut best = source.clone();
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

/// The program without its piece of a number; `None` if it has no such piece. Of a block first all
/// goes, then only the head and the tail.
fn without(source: &FuzzedProgram, number: usize) -> Option<FuzzedProgram> {
    let mut left = number;
    let body = remove(&source.body, &mut left)?;
    Some(FuzzedProgram { body, ..source.clone() })
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
        let source = FuzzedProgram { inputs: Vec::new(), body, cflags: "" };
        let smallest = shrink(&source, |source| source.text().contains("keep;"));
        assert_eq!(smallest.body, [line("keep;")]);
    }
}
