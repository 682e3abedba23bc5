//! Rust text without what is not code: comments, strings and characters become spaces.
//!
//! Lines stay where they are. This is a scanner for the few things that may hide text, not a lexer:
//! it knows nested block comments, escapes, raw strings and lifetimes, and nothing else of Rust.

/// Blanks comments and the contents of string and character literals.
pub(super) fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let hidden = hidden_length(rest, code.chars().next_back());
        let length = if hidden > 0 { hidden } else { first.len_utf8() };
        let (taken, after) = rest.split_at(length);
        if hidden > 0 {
            code.extend(taken.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        } else {
            code.push_str(taken);
        }
        rest = after;
    }
    code
}

/// How many bytes at the start of `rest` are no code; `before` is what stands before it.
fn hidden_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment_length(rest);
    }
    if rest.starts_with('"') {
        return quoted_length(rest, '"');
    }
    if rest.starts_with('\'') {
        return character_length(rest);
    }
    let in_a_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if in_a_word { 0 } else { raw_string_length(rest) }
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// From the opening `quote` to the closing one, both included.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// `'a'` and `'\n'` are characters; `'a` is a lifetime, of which only the tick counts as taken care
/// of.
fn character_length(rest: &str) -> usize {
    let mut inside = rest.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted_length(rest, '\''),
        _ => 0,
    }
}

/// `r"…"`, `r#"…"#`, and the same after `b` or `c`; zero for anything else.
fn raw_string_length(rest: &str) -> usize {
    let prefix = if rest.starts_with(['b', 'c']) { 1 } else { 0 };
    let Some(after_r) = rest[prefix..].strip_prefix('r') else { return 0 };
    let hashes = after_r.len() - after_r.trim_start_matches('#').len();
    if !after_r[hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let body = prefix + 1 + hashes + 1;
    rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `hide` disappears from the text and `keep` stays.
    fn check(text: &str) {
        let code = code_only(text);
        assert!(!code.contains("hide") && code.contains("keep"), "{text:?} gave {code:?}");
        assert_eq!(code.lines().count(), text.lines().count());
    }

    #[test]
    fn comments_disappear() {
        check("keep // hide");
        check("/* hide /* hide */ hide\n */ keep");
        check("//! hide\nkeep");
    }

    #[test]
    fn literals_disappear() {
        check(r#"keep("hide \" hide")"#);
        check("r#\"hide \" hide\"# keep");
        check("br\"hide \\\" keep");
        check("'\"' keep '\"'; \"hide\"");
        check("'\\'' keep \"hide\"");
    }

    #[test]
    fn lifetimes_and_raw_names_stay() {
        check("fn f<'a>(keep: &'a str) {} // hide");
        check("r#keep = \"hide\"");
        check("for\"hide\" keep");
    }
}
