//! What is wrong in the call of a witness: an exception, or precision that is lost.

use ulpwise_finding::Property;
use ulpwise_interp::Exception;
use ulpwise_ir::FloatFormat;
use ulpwise_stability::TrueValue;

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Flaw {
    /// The site raises this exception.
    Raises(Exception),
    /// The value is further from the true one than is tolerated.
    Unstable(Instability),
}

/// Which value of the call is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    /// The result of the site, or which way it goes.
    Operation,
    /// A float that the call gives back: its word among them, and its lowest bit there.
    Output(usize, u32),
}

/// A value that is further from the true one than is tolerated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Instability {
    /// What is unstable.
    pub observed: Observed,
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// The relative error; `None` if it is infinite, or there is nothing to relate it to.
    pub error: Option<f64>,
    /// What is computed; `None` of a comparison, which true values would decide otherwise.
    pub computed: Option<(FloatFormat, u64)>,
    /// What is true, if anything is.
    pub truth: Option<TrueValue>,
}

impl Flaw {
    /// The stable name of the property.
    pub(crate) fn id(&self) -> &'static str {
        match self {
            Self::Raises(exception) => exception.id(),
            Self::Unstable(_) => Property::Unstable.id(),
        }
    }

    /// Whether the site is an operation of the program.
    pub(crate) fn is_at_operation(&self) -> bool {
        match self {
            Self::Raises(_) => true,
            Self::Unstable(instability) => instability.observed == Observed::Operation,
        }
    }
}
