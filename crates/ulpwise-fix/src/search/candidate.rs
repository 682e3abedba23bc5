//! A candidate: a term, or a choice between two candidates by a comparison.

use crate::exact::{Partial, exact_value};
use crate::term::{Format, Raised, Term, cost_of, float_value};

/// A comparison of inputs that chooses between two candidates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Guard {
    /// A variable is below a number.
    Below(usize, f64),
    /// Its magnitude is below a number.
    MagnitudeBelow(usize, f64),
    /// One variable is below another.
    Less(usize, usize),
    /// The magnitude of one is below that of another.
    MagnitudeLess(usize, usize),
}

impl Guard {
    pub(crate) fn holds(self, inputs: &[f64]) -> bool {
        match self {
            Self::Below(variable, number) => inputs[variable] < number,
            Self::MagnitudeBelow(variable, number) => inputs[variable].abs() < number,
            Self::Less(a, b) => inputs[a] < inputs[b],
            Self::MagnitudeLess(a, b) => inputs[a].abs() < inputs[b].abs(),
        }
    }
}

/// What may stand instead of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Replacement {
    Term(Term),
    Choice(Guard, Box<Replacement>, Box<Replacement>),
}

impl Replacement {
    /// The term for an input.
    pub(crate) fn term_at(&self, inputs: &[f64]) -> &Term {
        match self {
            Self::Term(term) => term,
            Self::Choice(guard, yes, no) => {
                if guard.holds(inputs) {
                    yes.term_at(inputs)
                } else {
                    no.term_at(inputs)
                }
            }
        }
    }

    pub(crate) fn float_value(&self, inputs: &[f64], format: Format) -> (f64, Raised) {
        float_value(self.term_at(inputs), inputs, format)
    }

    /// What it means at an input: comparisons of inputs are exact.
    pub(crate) fn exact_value(&self, inputs: &[f64]) -> Partial {
        exact_value(self.term_at(inputs), inputs)
    }

    /// All terms, each once.
    pub(crate) fn terms(&self) -> Vec<&Term> {
        match self {
            Self::Term(term) => vec![term],
            Self::Choice(_, yes, no) => {
                let mut terms = yes.terms();
                for term in no.terms() {
                    if !terms.contains(&term) {
                        terms.push(term);
                    }
                }
                terms
            }
        }
    }

    /// About how many additions it costs, on its dearest way.
    pub(crate) fn cost(&self) -> u32 {
        match self {
            Self::Term(term) => cost_of(term),
            Self::Choice(_, yes, no) => 2 + yes.cost().max(no.cost()),
        }
    }
}
