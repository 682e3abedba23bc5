//! What a program says in answer to a query.

/// What came before the mark that ends an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    Sat,
    Unsat,
    Unknown,
    /// The program refuses something; its message.
    Error(String),
    /// Something that no solver says.
    Rubbish(String),
}

/// How much of a text is repeated in messages.
const SHOWN: usize = 80;

/// Reads the answer to a `check-sat`. After an error nothing else counts: the program may have left
/// out an assertion.
pub(crate) fn word(text: &str) -> Word {
    let mut word = None;
    for line in text.lines().map(str::trim) {
        let this = match line {
            // What a solver answers to options that it does not have, and to commands if
            // `:print-success` is set.
            "" | "success" | "unsupported" => continue,
            "sat" => Word::Sat,
            "unsat" => Word::Unsat,
            "unknown" | "timeout" => Word::Unknown,
            _ if line.starts_with("(error") => return Word::Error(message(text, line)),
            _ => return Word::Rubbish(shown(line)),
        };
        if word.replace(this).is_some() {
            return Word::Rubbish(format!("{} after another answer", shown(line)));
        }
    }
    word.unwrap_or_else(|| Word::Rubbish("nothing".to_owned()))
}

/// The text of an error, which may go on after its first line.
fn message(text: &str, line: &str) -> String {
    let whole = text.find(line).map_or(line, |at| &text[at..]);
    let inner = whole.trim_start_matches("(error").trim_start().trim_start_matches('"');
    let end = inner.find('"').unwrap_or(inner.len());
    shown(&inner[..end].split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The beginning of a text, fit for a message.
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_answer_counts_and_everything_else_does_not() {
        assert_eq!(word("sat\n"), Word::Sat);
        assert_eq!(word("unsupported\nsuccess\n\nunsat\r\n"), Word::Unsat);
        assert_eq!(word("unknown"), Word::Unknown);
        assert_eq!(
            word("(error \"line 1: no\n such sort\")\nsat\n"),
            Word::Error("line 1: no such sort".to_owned())
        );
        assert_eq!(word("unsat\n(error \"late\")"), Word::Error("late".to_owned()));
        assert_eq!(word("sat\nsat"), Word::Rubbish("sat after another answer".to_owned()));
        assert_eq!(word("hello \u{7}"), Word::Rubbish("hello ?".to_owned()));
        assert_eq!(word(""), Word::Rubbish("nothing".to_owned()));
    }
}
