//! Linear programs: columns with bounds, rows with bounds, all numbers exact.
//!
//! [`simplex`] solves an approximation of a program in host floats. Its answers are guesses: what counts is what
//! [`certificate`] makes of the multipliers it found, in exact arithmetic.

pub(crate) mod certificate;
pub(crate) mod simplex;
mod tableau;

use ulpwise_domain::Dyadic;

/// Where a quantity lies; an absent end is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) low: Option<Dyadic>,
    pub(crate) high: Option<Dyadic>,
}

impl Span {
    pub(crate) fn at_most(high: Dyadic) -> Span {
        Span { low: None, high: Some(high) }
    }

    pub(crate) fn between(low: Dyadic, high: Dyadic) -> Span {
        Span { low: Some(low), high: Some(high) }
    }
}

/// A sum of columns times coefficients that has to lie in a span. No column occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<(usize, Dyadic)>,
    pub(crate) span: Span,
}

/// Columns by their bounds, and rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearProgram {
    pub(crate) columns: Vec<Span>,
    pub(crate) rows: Vec<Row>,
}
