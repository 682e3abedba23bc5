//! What is wrong with a text.

use crate::reader::Place;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}")]
pub struct FpCoreError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// A clause.
    pub what: String,
}

impl FpCoreError {
    pub(crate) fn new(place: Place, what: impl Into<String>) -> Self {
        Self { line: place.line, column: place.column, what: what.into() }
    }
}
