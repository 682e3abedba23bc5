//! What is shown on a terminal besides reports: headings and warnings.

pub(crate) use ulpwise_driver::describe::{
    Mark, count, float_text, from_here, operation, printable, scalar, scalar_text, short_scalar, shown_path,
    site_name,
};
pub(crate) use ulpwise_harness::number_syntax::signed_value;
pub(crate) use ulpwise_report::terminal::{heading, warnings as warnings_text};
