//! A message with the source line it is about, and a mark under the operation.

use crate::text::harmless;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// Where something is, and the line there if it is to be had.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The path as users know it.
    pub path: String,
    /// From 1; 0 if it is not known.
    pub line: u32,
    /// From 1; 0 if it is not known.
    pub column: u32,
    /// The text of the line, and what is marked in it.
    pub text: Option<(String, Range<usize>)>,
}

impl Drawn {
    /// How many columns a line takes that has a mark with a label in it.
    fn columns_with(&self, label: &str) -> usize {
        let Some((text, span)) = &self.text else { return 0 };
        let before = text.get(..span.end).map_or(span.end, |text| text.chars().count());
        // The number of the line, ` | `, and the space before the label.
        self.line.to_string().len() + 3 + before + 1 + label.chars().count()
    }
}

/// A message about a place.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// The word before the colon, such as `overflow`.
    pub word: &'a str,
    /// A stable name in brackets after it.
    pub id: Option<&'a str>,
    /// Whether it ends the run rather than being found in it.
    pub fatal: bool,
    /// The message.
    pub title: &'a str,
    /// Where; `None` without debug information.
    pub place: Option<Drawn>,
    /// What stands beside the mark.
    pub label: &'a str,
    /// What follows, a line each.
    pub notes: Vec<String>,
}

/// How many columns stand before a note: `   = `, or more where line numbers are long.
const BEFORE_NOTES: usize = 8;

/// The message as text with terminal styles, with a final line end. Where the width of the terminal
/// is known, what is longer is broken or cut.
pub fn paint(message: &Message<'_>, width: Option<usize>) -> String {
    let level = if message.fatal { Level::ERROR } else { Level::WARNING };
    let text = match width {
        Some(width) => {
            break_at_spaces(message.title, width.saturating_sub(message.word.len() + 2)).join("\n")
        }
        None => message.title.to_owned(),
    };
    let mut title = level.with_name(message.word).primary_title(text);
    if let Some(id) = message.id {
        title = title.id(id);
    }
    let mut group = Group::with_title(title);
    let mut notes: Vec<&str> = message.notes.iter().map(String::as_str).collect();
    if let Some(place) = &message.place {
        let fits = width.is_none_or(|width| place.columns_with(message.label) <= width);
        if !fits {
            notes.insert(0, message.label);
        }
        group = group.element(element(place, if fits { message.label } else { "" }));
    }
    for note in notes {
        let note = harmless(note);
        let note = match width {
            Some(width) => wrap(&note, width.saturating_sub(BEFORE_NOTES)).join("\n"),
            None => note,
        };
        group = group.element(Level::NOTE.no_name().message(note));
    }
    let renderer = Renderer::styled();
    let renderer = if let Some(width) = width { renderer.term_width(width) } else { renderer };
    format!("{}\n", renderer.render(&[group]))
}

/// The source line with its mark, or only the name of the place when the line is not to be had.
fn element<'a>(place: &Drawn, label: &'a str) -> Element<'a> {
    match &place.text {
        Some((text, span)) => Snippet::source(text.clone())
            .line_start(place.line as usize)
            .path(place.path.clone())
            .annotation(AnnotationKind::Primary.span(span.clone()).label(label))
            .into(),
        None => {
            let mut origin = Origin::path(place.path.clone());
            if place.line > 0 {
                origin = origin.line(place.line as usize);
            }
            if place.column > 0 {
                origin = origin.char_column(place.column as usize);
            }
            origin.into()
        }
    }
}

/// The lines of a text that is broken at spaces. A word that is longer than a line stays whole, so
/// that it can be copied.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    // A name stays with its value.
    let lines = break_at_spaces(&text.replace(" = ", "\u{a0}=\u{a0}"), width);
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

fn break_at_spaces(text: &str, width: usize) -> Vec<String> {
    let width = width.max(10);
    let mut lines: Vec<String> = Vec::new();
    let mut length = 0;
    for word in text.split(' ') {
        let needed = word.chars().count();
        match lines.last_mut() {
            Some(line) if length + 1 + needed <= width => {
                line.push(' ');
                line.push_str(word);
                length += 1 + needed;
            }
            _ => {
                lines.push(word.to_owned());
                length = needed;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_words_stay_whole() {
        assert_eq!(wrap("one two three", 10), ["one two", "three"]);
        assert_eq!(wrap("a word-that-is-long b", 10), ["a", "word-that-is-long", "b"]);
        assert_eq!(wrap("", 10), [""]);
    }
}
