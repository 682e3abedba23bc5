//! A look at a declaration as it is written: most say all there is to say, and clang need not be
//! asked, which reads the source and all its headers once more.

use super::{DumpedDimension, DumpedLength};
use std::path::Path;

/// How many lines a list of parameters may take.
const MOST_LINES: usize = 60;

/// Words that a type is written with which is no array itself. Any other word may name one.
const PLAIN_TYPES: [&str; 18] = [
    "double", "float", "int", "long", "short", "char", "unsigned", "signed", "bool", "_Bool", "size_t",
    "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
];

/// The lengths of these parameters of the function that stands at a line, if each of them is written
/// either with a star before its name, or as an array of plain numbers whose bounds are numbers or
/// parameters. `None` where clang has to be asked, as for a file that cannot be read.
pub(super) fn lengths(
    path: &Path,
    line: u32,
    names: &[&str],
    parameters: &[&str],
) -> Option<Vec<Option<DumpedLength>>> {
    let bytes = std::fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let first = (line as usize).saturating_sub(1);
    let lines: Vec<&str> = text.lines().skip(first).take(MOST_LINES).collect();
    let joined = without_comments(&lines.join("\n"));
    let declaration = joined.split('{').next().unwrap_or_default();
    names.iter().map(|name| length(declaration, name, parameters)).collect()
}

/// The length of one parameter; `None` if it is not understood, `Some(None)` if it has none.
fn length(declaration: &str, name: &str, parameters: &[&str]) -> Option<Option<DumpedLength>> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    declaration.match_indices(name).find_map(|(at, _)| {
        let (before, after) = (&declaration[..at], &declaration[at + name.len()..]);
        if before.ends_with(is_part) || after.starts_with(is_part) {
            return None;
        }
        let (before, after) = (stripped(before), after.trim_start());
        if before.ends_with('*') && !after.starts_with('[') {
            return Some(None);
        }
        let word = &before[before.rfind(|character| !is_part(character)).map_or(0, |at| at + 1)..];
        if PLAIN_TYPES.contains(&word) { extents(after, parameters) } else { None }
    })
}

/// The extents in the brackets that a text begins with.
fn extents(mut text: &str, parameters: &[&str]) -> Option<Option<DumpedLength>> {
    let (mut dimensions, mut is_static, mut is_open) = (Vec::new(), false, false);
    while let Some(inside) = text.strip_prefix('[') {
        let (extent, rest) = inside.split_once(']')?;
        let mut words: Vec<&str> = extent.split_whitespace().collect();
        words.retain(|word| !["const", "restrict", "volatile"].contains(word));
        if words.first() == Some(&"static") {
            is_static = true;
            words.remove(0);
        }
        match words[..] {
            [] if dimensions.is_empty() => is_open = true,
            [word] => match word.parse::<u64>() {
                // A number with a leading zero is octal.
                Ok(count) if !word.starts_with('0') => dimensions.push(DumpedDimension::Constant(count)),
                _ if parameters.contains(&word) => {
                    dimensions.push(DumpedDimension::Parameter(word.to_owned()));
                }
                _ => return None,
            },
            _ => return None,
        }
        text = rest.trim_start();
    }
    match (is_open, dimensions.is_empty()) {
        (false, true) => None,
        (true, _) => Some(None),
        (false, false) => Some(Some(DumpedLength { dimensions, is_static })),
    }
}

/// A text with a space in place of each comment.
fn without_comments(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(at) = rest.find('/') {
        let (before, comment) = rest.split_at(at);
        kept.push_str(before);
        let end = match comment.as_bytes().get(1) {
            Some(b'*') => comment[2..].find("*/").map(|end| end + 4),
            Some(b'/') => comment.find('\n'),
            _ => {
                kept.push('/');
                Some(1)
            }
        };
        kept.push(' ');
        rest = end.map_or("", |end| &comment[end..]);
    }
    kept + rest
}

/// A text without the qualifiers at its end.
fn stripped(text: &str) -> &str {
    let mut rest = text.trim_end();
    loop {
        let qualifier = ["const", "restrict", "volatile", "__restrict", "__restrict__"]
            .into_iter()
            .find_map(|qualifier| rest.strip_suffix(qualifier));
        match qualifier {
            Some(shorter) => rest = shorter.trim_end(),
            None => return rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_before_the_name_is_a_pointer() {
        for text in ["f(double *v)", "f(const double *restrict  v, int n)", "f(int n, double (*v)[3])"] {
            assert_eq!(length(text, "v", &[]), Some(None), "{text}");
        }
    }

    #[test]
    fn what_may_be_an_array_of_arrays_is_asked_for() {
        for text in ["f(vec3 v)", "f(double *v[2])", "f(double *vv, vec v)", "f(vec3 v[2])", "f(double v[N])"]
        {
            assert_eq!(length(text, "v", &["n"]), None, "{text}");
        }
        assert_eq!(length("f(double v[010])", "v", &[]), None);
        assert_eq!(length("f(double v[n + 1])", "v", &["n"]), None);
    }

    #[test]
    fn bounds_are_numbers_or_parameters() {
        use DumpedDimension::{Constant, Parameter};
        let bounds = |text: &str| length(text, "v", &["n", "v"]).unwrap();
        let fixed = DumpedLength { dimensions: vec![Constant(3), Constant(4)], is_static: false };
        assert_eq!(bounds("f(const double v[3][4])"), Some(fixed));
        let named = DumpedLength { dimensions: vec![Parameter("n".into())], is_static: true };
        assert_eq!(bounds("f(int n, float v[static n])"), Some(named));
        assert_eq!(bounds("f(unsigned v[], int n)"), None);
        assert_eq!(bounds("f(unsigned v[][3], int n)"), None);
    }

    #[test]
    fn comments_say_nothing() {
        let text = without_comments("f(double /* v[3] */ *v, // v[4]\n int n) / 2");
        assert_eq!(length(&text, "v", &["n"]), Some(None));
        assert!(text.ends_with("/  2"), "{text}");
    }
}
