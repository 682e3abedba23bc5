//! For readers at a terminal: what was found, drawn in the source, the most harmful first, and how
//! much is proven. A file a command.

mod accuracy;
mod call;
mod check;
mod coverage;
mod diff;
mod list;
mod replay;
mod search;
mod stability;
mod summary;
mod test;

pub(crate) use accuracy::{bound_lines, reference_lines};
pub(crate) use call::events;
pub use coverage::coverage_text;
pub(crate) use diff::conclusion as diff_conclusion;
pub use diff::diff_text;
pub use list::list_text;
pub use replay::replay_text;
pub use search::search_text;
pub use stability::loop_text;
pub(crate) use stability::out_of_bounds;
pub(crate) use test::failures;

use crate::snippet::{Drawn, Message, paint, wrap};
use annotate_snippets::{Group, Level, Renderer};
use anstyle::Style;
use std::fmt::Write as _;
use ulpwise_finding::{Run, RunDetail, SourceSpan};

/// How much is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// A line for each group of findings, and nothing else.
    Quiet,
    /// What readers want to know first.
    #[default]
    Normal,
    /// Also what follows from something else, inputs in hexadecimal, and which analysis decided
    /// what.
    Verbose,
}

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalOptions {
    /// How many root causes, operations of a table or exceptions are shown.
    pub limit: usize,
    /// How much is shown.
    pub detail: Detail,
    /// Whether findings that do no harm are shown, and not only counted.
    pub notes: bool,
    /// How many columns there are, if it is a terminal.
    pub width: Option<usize>,
}

impl TerminalOptions {
    fn shows_notes(self) -> bool {
        self.notes || self.detail == Detail::Verbose
    }
}

/// The text of a run, with terminal styles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalText {
    /// For standard output.
    pub output: String,
    /// For standard error.
    pub errors: String,
}

/// The text of a run.
pub fn terminal(run: &Run, options: TerminalOptions) -> TerminalText {
    let mut errors = match options.detail {
        Detail::Quiet => String::new(),
        Detail::Normal | Detail::Verbose => warnings(&run.warnings),
    };
    let output = match &run.detail {
        RunDetail::Check => check::render(run, options),
        RunDetail::Accuracy(detail) => accuracy::render(run, detail, options),
        RunDetail::Stability(detail) => stability::render(run, detail),
        RunDetail::Test(detail) => test::render(run, detail, options),
        RunDetail::Call(detail) => {
            let (output, ending) = call::render(run, detail, options);
            errors.push_str(&ending);
            output
        }
    };
    TerminalText { output, errors }
}

/// Warnings, one line each.
pub fn warnings(warnings: &[String]) -> String {
    let one = |warning: &String| {
        let group = Group::with_title(Level::WARNING.primary_title(warning.as_str()));
        format!("{}\n", Renderer::styled().render(&[group]))
    };
    warnings.iter().map(one).collect()
}

/// Text that stands out.
pub fn heading(text: &str) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
}

/// A sentence in as many lines as the terminal needs.
fn write_wrapped(text: &mut String, indent: &str, sentence: &str, width: Option<usize>) {
    match width {
        None => {
            let _ = writeln!(text, "{indent}{sentence}");
        }
        Some(width) => {
            for line in wrap(sentence, width.saturating_sub(indent.len())) {
                let _ = writeln!(text, "{indent}{line}");
            }
        }
    }
}

/// A message about a site, drawn in the source if its line is known.
fn draw(run: &Run, site: Option<usize>, message: Message<'_>, width: Option<usize>) -> String {
    let known = site.and_then(|site| run.place(site)).filter(|place| place.line > 0);
    paint(&Message { place: known.map(|place| drawn(run, place)), ..message }, width)
}

fn drawn(run: &Run, place: &SourceSpan) -> Drawn {
    let file = &run.files[place.file];
    let text = place.span.clone().and_then(|span| Some((file.line(place.line)?.to_owned(), span)));
    Drawn { path: file.path.clone(), line: place.line, column: place.column, text }
}
