//! What compilers print about a file that does not compile: the first error, and where.

use std::path::Path;

/// An error of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompilerError {
    /// From 1.
    pub(crate) line: u32,
    /// In bytes, from 1; nothing if it is not said.
    pub(crate) column: Option<u32>,
    /// What is wrong.
    pub(crate) message: String,
}

/// The first error in a file, if the output has one.
pub(crate) fn first_error(output: &str, file: &Path) -> Option<CompilerError> {
    let name = file.file_name()?.to_str()?;
    let mut lines = output.lines().map(str::trim).peekable();
    let mut titled: Option<&str> = None;
    while let Some(line) = lines.next() {
        // rustc says what is wrong before it says where.
        if let Some(title) = line.strip_prefix("error").and_then(|rest| rest.split_once(": ")) {
            titled = Some(title.1);
        }
        if let Some((line, column)) = line.strip_prefix("--> ").and_then(|place| place_in(place, name))
            && let Some(message) = titled
        {
            return Some(CompilerError { line, column, message: message.to_owned() });
        }
        // clang and flang say both in one line.
        if let Some((place, message)) =
            line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))
            && let Some((line, column)) = place_in(place, name)
        {
            return Some(CompilerError { line, column, message: message.to_owned() });
        }
    }
    None
}

/// The line and the column of `a/b.c:3:5`, if that is in a file of this name.
fn place_in(place: &str, name: &str) -> Option<(u32, Option<u32>)> {
    let after = place.rfind(name).map(|at| &place[at + name.len()..])?;
    let mut numbers = after.strip_prefix(':')?.split(':');
    let line = numbers.next()?.parse().ok()?;
    Some((line, numbers.next().and_then(|column| column.parse().ok())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_compilers_are_read() {
        let error = |output: &str, file: &str| first_error(output, Path::new(file));
        let expected = |line, column, message: &str| {
            Some(CompilerError { line, column: Some(column), message: message.to_owned() })
        };
        let clang = "/p/a.c:2:5: warning: unused\n/p/a.c:3:10: error: expected ';'\n 3 | x\n";
        assert_eq!(error(clang, "/p/a.c"), expected(3, 10, "expected ';'"));
        let rustc = "error[E0308]: mismatched types\n --> /p/a.rs:4:5\n  |\n";
        assert_eq!(error(rustc, "/p/a.rs"), expected(4, 5, "mismatched types"));
        let flang = "error: Could not parse a.f90\n./a.f90:2:3: error: expected 'END'\n";
        assert_eq!(error(flang, "/p/a.f90"), expected(2, 3, "expected 'END'"));
        assert_eq!(error(clang, "/p/b.c"), None);
    }
}
