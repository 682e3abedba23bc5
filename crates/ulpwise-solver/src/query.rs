//! What an engine is asked.

use crate::bounds::Bounds;
use std::fmt;
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_float::{Float, Rounding};

/// What a libm function delivers for these arguments where the program runs; `None` if it has no
/// such function. It may be asked by several threads at once.
pub type Libm<'a> = dyn Fn(LibmFunction, Rounding, &[Float]) -> Option<Float> + Sync + 'a;

/// Whether some terms can hold together.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    assertions: &'a [Term],
    bounds: Option<&'a Bounds>,
    libm: Option<&'a Libm<'a>>,
}

impl<'a> Query<'a> {
    /// Whether these terms, truth values of one store, can hold together.
    pub fn new(assertions: &'a [Term]) -> Query<'a> {
        Query { assertions, bounds: None, libm: None }
    }

    /// The same question with what is known about some terms already. Bounds must hold in every
    /// model of the assertions.
    #[must_use]
    pub fn with_bounds(self, bounds: &'a Bounds) -> Query<'a> {
        Query { bounds: Some(bounds), ..self }
    }

    /// The same question with nothing known.
    #[must_use]
    pub fn without_bounds(self) -> Query<'a> {
        Query { bounds: None, ..self }
    }

    /// The same question where libm functions deliver what this one says. Without it no query that
    /// contains libm terms can be satisfied for certain. Engines may reason about all its values
    /// from a few: it must keep to the errors that glibc documents, and it must be the same in all
    /// queries to one engine.
    #[must_use]
    pub fn with_libm(self, libm: &'a Libm<'a>) -> Query<'a> {
        Query { libm: Some(libm), ..self }
    }

    /// The same circumstances, other assertions. Bounds are kept, so the new assertions must imply
    /// them too.
    #[must_use]
    pub fn asking(self, assertions: &'a [Term]) -> Query<'a> {
        Query { assertions, ..self }
    }

    /// The terms that are to hold.
    pub fn assertions(&self) -> &'a [Term] {
        self.assertions
    }

    /// What is known about some terms.
    pub fn bounds(&self) -> Option<&'a Bounds> {
        self.bounds
    }

    /// What libm functions deliver.
    pub fn libm(&self) -> Option<&'a Libm<'a>> {
        self.libm
    }
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("assertions", &self.assertions)
            .field("bounds", &self.bounds)
            .field("libm", &self.libm.is_some())
            .finish()
    }
}
