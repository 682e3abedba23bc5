//! Makes `--args 1 -2 -inf` readable for clap, which would take `-inf` for options: each value is
//! attached to an `--args=` of its own.

use std::ffi::OsString;

const OPTION: &str = "--args";

/// The arguments with the values of `--args` attached.
pub(super) fn attach_values(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut attached = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        if argument != OPTION {
            attached.push(argument);
            continue;
        }
        let mut any = false;
        while let Some(value) = arguments.next_if(is_value) {
            any = true;
            let mut joined = OsString::from("--args=");
            joined.push(value);
            attached.push(joined);
        }
        if !any {
            // Left alone, so that clap says that a value is missing.
            attached.push(argument);
        }
    }
    attached
}

/// Whether a word after `--args` is a value rather than the next option.
fn is_value(word: &OsString) -> bool {
    let Some(text) = word.to_str() else { return true };
    let Some(rest) = text.strip_prefix('-') else { return true };
    let lower = rest.to_ascii_lowercase();
    rest.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        || ["inf", "nan", "snan"].iter().any(|name| lower.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attached(words: &[&str]) -> Vec<String> {
        let words = words.iter().map(OsString::from);
        attach_values(words).into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn values_end_at_the_next_option() {
        assert_eq!(
            attached(&["run", "a.c", "--args", "1", "-.5", "-NaN", "--fn", "f"]),
            ["run", "a.c", "--args=1", "--args=-.5", "--args=-NaN", "--fn", "f"]
        );
        assert_eq!(attached(&["--args", "-p", "x"]), ["--args", "-p", "x"]);
        assert_eq!(attached(&["--args", ""]), ["--args="]);
        assert_eq!(attached(&["--args=1", "b.c"]), ["--args=1", "b.c"]);
    }
}
