//! What users see: values, operations, and places in their source with a mark under the operation.
//!
//! Everything here makes text; only `output` writes. Text that comes from the user's program or files goes through
//! [`printable`] before it is shown, because a terminal obeys control characters.

mod operation;
mod place;
mod source;
mod underline;
mod value;

pub(crate) use operation::{Operation, operation, site_name};
pub(crate) use place::{Block, Painter, Place};
pub(crate) use source::{from_here, shown_path};
pub(crate) use underline::Mark;
pub(crate) use value::{float_text, scalar_json, scalar_text, short_scalar, signed_value};

use annotate_snippets::{Group, Level, Renderer};
use anstyle::Style;

/// Text with its control characters made visible.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|character| {
            let hidden = character.is_control() || is_reordering(character);
            let escaped = hidden.then(|| character.escape_unicode());
            let plain = (!hidden).then_some(character);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Characters that change the direction of writing can make a line read as something it is not.
fn is_reordering(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text that stands out.
pub(crate) fn heading(text: &str) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
}

/// A number with its noun.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Warnings of the loader, one line each.
pub(crate) fn warnings_text(warnings: &[String]) -> String {
    warnings
        .iter()
        .map(|warning| {
            let group = Group::with_title(Level::WARNING.primary_title(warning.as_str()));
            format!("{}\n", Renderer::styled().render(&[group]))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(printable("a\u{1b}[31mb\tc é"), "a\\u{1b}[31mb\\u{9}c é");
        assert_eq!(printable("x\u{202e}y"), "x\\u{202e}y");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "site", "sites"), "1 site");
        assert_eq!(count(0, "site", "sites"), "0 sites");
    }
}
