//! What users see: values, operations, and places in their source with a mark under the operation.
//!
//! Everything here makes text; only `output` writes. Text that comes from the user's program or files goes through
//! [`printable`] before it is shown, because a terminal obeys control characters.

mod operation;
mod place;
mod share;
mod source;
mod underline;
mod value;

pub(crate) use operation::{Operation, describe, operation, site_name};
pub(crate) use place::{Block, Painter, Place};
pub(crate) use share::percent;
pub(crate) use source::{from_here, shown_path};
pub(crate) use ulpwise_report::text::{count, printable};
pub(crate) use underline::Mark;
pub(crate) use value::{float_text, scalar_json, scalar_text, short_scalar, signed_value};

use annotate_snippets::{Group, Level, Renderer};
use anstyle::Style;

/// Text that stands out.
pub(crate) fn heading(text: &str) -> String {
    let style = Style::new().bold();
    format!("{style}{text}{style:#}")
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
