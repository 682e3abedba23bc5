//! The exact results that occur: positive rationals and square roots of them.

use crate::ratio::Ratio;
use std::cmp::Ordering;

/// A positive real number that can be compared with rationals.
#[derive(Clone, Copy, Debug)]
pub(super) enum Real {
    Rational(Ratio),
    SquareRootOf(Ratio),
}

impl Real {
    pub(super) fn compare(self, other: Ratio) -> Ordering {
        match self {
            Real::Rational(value) => value.cmp(&other),
            Real::SquareRootOf(square) => square.cmp(&other.times(other)),
        }
    }

    pub(super) fn equals(self, other: Ratio) -> bool {
        self.compare(other) == Ordering::Equal
    }

    pub(super) fn is_below(self, other: Ratio) -> bool {
        self.compare(other) == Ordering::Less
    }
}
