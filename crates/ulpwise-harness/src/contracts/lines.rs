//! Source lines taken apart into code and comments, well enough to find comments that are none of a
//! text's: strings are known, the preprocessor is not.

use std::path::Path;

/// How a language writes comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentSyntax {
    /// `//` and `/* */`, of C and C++.
    C,
    /// The same, nested, and `'` that begins names.
    Rust,
    /// `!`.
    Fortran,
    /// That, and a letter in the first column.
    FixedFortran,
}

impl CommentSyntax {
    /// By the name of a file.
    pub(super) fn of_file(path: &Path) -> CommentSyntax {
        let end = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match end.as_str() {
            "rs" => Self::Rust,
            "f" | "for" | "ftn" | "f77" => Self::FixedFortran,
            "f90" | "f95" | "f03" | "f08" | "f18" => Self::Fortran,
            _ => Self::C,
        }
    }

    /// Whether it is one of Fortran's.
    pub(super) const fn is_fortran(self) -> bool {
        matches!(self, Self::Fortran | Self::FixedFortran)
    }
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceLine {
    /// What is no comment; texts are empty in it.
    pub(super) code: String,
    /// The comments, without their marks.
    pub(super) comments: Vec<String>,
}

/// Where the scan of a file stands between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Code,
    /// In a comment that has an end, so deep.
    Block(u32),
    /// In a text that this character ends.
    Text(char),
}

/// Takes the lines of a file apart.
pub(super) fn take_apart(text: &str, syntax: CommentSyntax) -> Vec<SourceLine> {
    let mut state = State::Code;
    text.lines().map(|line| take_line_apart(line, syntax, &mut state)).collect()
}

fn take_line_apart(line: &str, syntax: CommentSyntax, state: &mut State) -> SourceLine {
    let mut taken = SourceLine::default();
    let is_comment_letter = line.starts_with(['C', 'c', '*']);
    if syntax == CommentSyntax::FixedFortran && is_comment_letter {
        taken.comments.push(without_marks(&line[1..]));
        return taken;
    }
    let mut comment = String::new();
    let mut characters = line.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|&(_, next)| next);
        match *state {
            State::Block(depth) => match (character, next) {
                ('*', Some('/')) => {
                    characters.next();
                    *state = if depth > 1 { State::Block(depth - 1) } else { State::Code };
                    if *state == State::Code {
                        taken.comments.push(without_marks(&comment));
                        comment.clear();
                    }
                }
                ('/', Some('*')) if syntax == CommentSyntax::Rust => {
                    characters.next();
                    *state = State::Block(depth + 1);
                }
                _ => comment.push(character),
            },
            State::Text(end) => match character {
                '\\' if !syntax.is_fortran() => drop(characters.next()),
                _ if character == end => *state = State::Code,
                _ => {}
            },
            State::Code => match (character, next) {
                ('/', Some('/')) if !syntax.is_fortran() => {
                    taken.comments.push(without_marks(&line[at + 2..]));
                    break;
                }
                ('!', _) if syntax.is_fortran() => {
                    taken.comments.push(without_marks(&line[at + 1..]));
                    break;
                }
                ('/', Some('*')) if !syntax.is_fortran() => {
                    characters.next();
                    *state = State::Block(1);
                }
                ('"', _) => *state = State::Text('"'),
                ('\'', _) if begins_text(line, at, syntax) => *state = State::Text('\''),
                _ => taken.code.push(character),
            },
        }
    }
    match *state {
        State::Block(_) => taken.comments.push(without_marks(&comment)),
        // Texts of several lines are Rust's alone.
        State::Text(end) if syntax != CommentSyntax::Rust || end == '\'' => *state = State::Code,
        State::Text(_) | State::Code => {}
    }
    taken
}

/// Whether an apostrophe begins a text: in numbers of C++ and names of Rust's lifetimes it does not.
fn begins_text(line: &str, at: usize, syntax: CommentSyntax) -> bool {
    let before = line[..at].chars().next_back();
    let mut after = line[at + 1..].chars();
    match syntax {
        CommentSyntax::Fortran | CommentSyntax::FixedFortran => true,
        CommentSyntax::C => !before.is_some_and(|before| before.is_ascii_digit()),
        CommentSyntax::Rust => {
            let first = after.next();
            first == Some('\\') || after.next() == Some('\'')
        }
    }
}

/// The text of a comment without what decorates it.
fn without_marks(comment: &str) -> String {
    comment.trim_start_matches(['/', '*', '!', '<', '>', ' ', '\t']).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str, syntax: CommentSyntax) -> Vec<String> {
        take_apart(text, syntax).into_iter().flat_map(|line| line.comments).collect()
    }

    #[test]
    fn comments_are_found_and_texts_are_none() {
        let c = "int a; // one\n/* two */ int b; /// three\n/*\n * four\n */\nchar *s = \"// no\";\nint d = 1'000; // five\n";
        let found = comments(c, CommentSyntax::C);
        let found: Vec<&str> = found.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        assert_eq!(found, ["one", "two", "three", "four", "five"]);
        let rust =
            "fn f<'a>(x: &'a str) {} // one\nlet c = '\"'; // two\nlet s = \"a\n// no\n\"; //! three\n";
        assert_eq!(comments(rust, CommentSyntax::Rust), ["one", "two", "three"]);
        let fortran = "x = 'it''s ! no' ! one\n!> two\n";
        assert_eq!(comments(fortran, CommentSyntax::Fortran), ["one", "two"]);
        assert_eq!(comments("C one\n      x = 1 ! two\n", CommentSyntax::FixedFortran), ["one", "two"]);
    }

    #[test]
    fn code_is_what_is_left() {
        let lines = take_apart("a /* b */ c // d\n\"e\"\n", CommentSyntax::C);
        assert_eq!(lines[0].code, "a  c ");
        assert_eq!(lines[1].code, "");
    }
}
