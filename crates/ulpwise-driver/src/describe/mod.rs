//! Values, operations and source locations in the words that reports use.
//!
//! Everything here makes text. Text that comes from the user's program or files goes through
//! [`printable`] before it is shown, because a terminal obeys control characters.

mod operation;
mod source;
mod underline;
mod value;

pub(crate) use operation::{describe, operation, site_name};
pub(crate) use source::{Sources, from_here, shown_path};
pub(crate) use ulpwise_report::text::{count, printable};
pub(crate) use underline::Mark;
pub(crate) use value::{float_text, hex_text, scalar, scalar_text, short_scalar};
