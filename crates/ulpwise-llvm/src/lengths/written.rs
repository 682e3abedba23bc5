//! A look at a declaration as it is written: whether clang has to be asked at all.

use std::path::Path;

/// How many lines a list of parameters may take.
const MOST_LINES: usize = 60;

/// Whether each of these parameters of the function that stands at a line is written with a star
/// before its name and no bracket after it. A file that cannot be read says no.
pub(super) fn all_are_plain_pointers(path: &Path, line: u32, names: &[&str]) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let first = (line as usize).saturating_sub(1);
    let lines: Vec<&str> = text.lines().skip(first).take(MOST_LINES).collect();
    let joined = lines.join("\n");
    let declaration = joined.split('{').next().unwrap_or_default();
    names.iter().all(|name| is_plain_pointer(declaration, name))
}

fn is_plain_pointer(declaration: &str, name: &str) -> bool {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    declaration.match_indices(name).any(|(at, _)| {
        let (before, after) = (&declaration[..at], &declaration[at + name.len()..]);
        let is_word = !before.ends_with(is_part) && !after.starts_with(is_part);
        is_word && stripped(before).ends_with('*') && !after.trim_start().starts_with('[')
    })
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
            assert!(is_plain_pointer(text, "v"), "{text}");
        }
        for text in ["f(double v[3])", "f(vec3 v)", "f(double *v[2])", "f(double *vv, vec v)"] {
            assert!(!is_plain_pointer(text, "v"), "{text}");
        }
    }
}
