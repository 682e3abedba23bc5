//! A message with the source line it is about, and a mark under the operation.

use super::printable;
use super::source::{Sources, shown_path};
use super::underline::{Mark, underline};
use annotate_snippets::{
    AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};
use ulpwise_ir::{Location, Module};

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
    pub(crate) fn line(&self, file: ulpwise_ir::FileId, line: u32) -> Option<String> {
        self.sources.line(file, line, 1).map(|line| line.text)
    }

    /// The message as text, with a final line end.
    pub(crate) fn paint(&self, block: &Block<'_>) -> String {
        let level = if block.fatal { Level::ERROR } else { Level::WARNING };
        let mut title = level.with_name(block.word).primary_title(block.title);
        if let Some(id) = block.id {
            title = title.id(id);
        }
        let mut group = Group::with_title(title);
        if let Some(place) = block.place {
            group = group.element(self.element(place, block.label));
        }
        for note in &block.notes {
            group = group.element(Level::NOTE.no_name().message(normalize_untrusted_str(note)));
        }
        format!("{}\n", Renderer::styled().render(&[group]))
    }

    /// The source line with its mark, or only the name of the place when the line is not to be had.
    fn element<'b>(&self, place: Place, label: &'b str) -> Element<'b> {
        let Location { file, line, column, .. } = place.location;
        let path = self.module.files.get(file).map_or_else(|| "?".to_owned(), shown_path);
        match self.sources.line(file, line, column) {
            Some(found) => {
                let span = underline(&found.text, found.offset, place.mark);
                Snippet::source(found.text)
                    .line_start(line as usize)
                    .path(path)
                    .annotation(AnnotationKind::Primary.span(span).label(label))
                    .into()
            }
            None => {
                let mut origin = Origin::path(path);
                if line > 0 {
                    origin = origin.line(line as usize);
                }
                if column > 0 {
                    origin = origin.char_column(column as usize);
                }
                origin.into()
            }
        }
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
