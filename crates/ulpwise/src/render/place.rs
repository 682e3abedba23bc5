//! A message with the source line it is about, and a mark under the operation.

use super::printable;
use super::source::{Sources, shown_path};
use super::underline::{Mark, underline};
use crate::output::terminal_width;
use std::ops::Range;
use ulpwise_ir::{FileId, Location, Module};
use ulpwise_report::snippet::{self, Drawn, Message};

/// Where something is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// In the source.
    pub(crate) location: Location,
    /// What to mark there.
    pub(crate) mark: Mark<'static>,
}

/// A message about a place.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    /// The word before the colon, such as `overflow`.
    pub(crate) word: &'a str,
    /// A stable name in brackets after it.
    pub(crate) id: Option<&'a str>,
    /// Whether it ends the run rather than being found in it.
    pub(crate) fatal: bool,
    /// The message.
    pub(crate) title: &'a str,
    /// Where; `None` without debug information.
    pub(crate) place: Option<Place>,
    /// What stands beside the mark.
    pub(crate) label: &'a str,
    /// What follows, a line each.
    pub(crate) notes: Vec<String>,
}

/// Draws messages.
pub(crate) struct Painter<'m> {
    module: &'m Module,
    sources: Sources<'m>,
}

impl<'m> Painter<'m> {
    /// A painter of places in the module's source files.
    pub(crate) fn new(module: &'m Module) -> Self {
        Self { module, sources: Sources::new(module) }
    }

    /// A line of a source file, if that is there.
    pub(crate) fn line(&self, file: FileId, line: u32) -> Option<String> {
        self.sources.line(file, line, 1).map(|line| line.text)
    }

    /// All lines of a source file, if that is there.
    pub(crate) fn lines(&self, file: FileId) -> Option<Vec<String>> {
        self.sources.lines(file)
    }

    /// What to mark in the line of a place, if the line is there.
    pub(crate) fn span(&self, location: Location, mark: Mark<'_>) -> Option<Range<usize>> {
        let found = self.sources.line(location.file, location.line, location.column)?;
        Some(underline(&found.text, found.offset, mark))
    }

    /// The message as text, with a final line end.
    pub(crate) fn paint(&self, block: &Block<'_>) -> String {
        let message = Message {
            word: block.word,
            id: block.id,
            fatal: block.fatal,
            title: block.title,
            place: block.place.map(|place| self.drawn(place)),
            label: block.label,
            notes: block.notes.clone(),
        };
        snippet::paint(&message, terminal_width())
    }

    /// The source line with its mark, or only the name of the place when the line is not to be had.
    fn drawn(&self, place: Place) -> Drawn {
        let Location { file, line, column, .. } = place.location;
        let path = self.module.files.get(file).map_or_else(|| "?".to_owned(), shown_path);
        let found = self.sources.line(file, line, column);
        let text = found.map(|found| {
            let span = underline(&found.text, found.offset, place.mark);
            (found.text, span)
        });
        Drawn { path, line, column, text }
    }

    /// A place in one line: `examples/average.c:12:15`.
    pub(crate) fn name_of(&self, location: Location) -> String {
        let path = self.module.files.get(location.file).map_or_else(|| "?".to_owned(), shown_path);
        let mut text = printable(&path);
        for number in [location.line, location.column].into_iter().take_while(|&number| number > 0) {
            text.push_str(&format!(":{number}"));
        }
        text
    }
}
