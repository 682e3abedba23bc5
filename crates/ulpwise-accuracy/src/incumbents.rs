//! The worst inputs so far, of each class by itself: errors where something other than zero is
//! right, errors where zero is, errors on a way that rounding chose, and results of another kind
//! than what is right.

use crate::domain::InputPoint;
use crate::reading::{CallReading, OutputReading};
use crate::size::Magnitude;

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorClass {
    /// A result is inaccurate, and what is right is not zero.
    Inaccurate,
    /// A result is not zero, and zero is right.
    NotZero,
    /// A result is inaccurate, and a comparison came out otherwise than without rounding.
    Diverged,
    /// A result is no number or infinite, and what is right is a number; or the other way round.
    OtherKind,
}

impl ErrorClass {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Inaccurate, Self::NotZero, Self::Diverged, Self::OtherKind];
}

/// An input that is bad.
#[derive(Clone, Debug, PartialEq)]
pub struct Incumbent {
    /// It.
    pub point: InputPoint,
    /// How bad; of results of another kind, nothing.
    pub error: Magnitude,
}

/// The worst inputs of each class, the worst first.
#[derive(Clone, Debug, Default)]
pub struct Incumbents {
    classes: [Vec<Incumbent>; 4],
}

/// How many inputs of each class are kept: confirmation may refuse some of them.
const KEPT: usize = 12;

impl Incumbents {
    /// Those of a class.
    pub fn in_class(&self, class: ErrorClass) -> &[Incumbent] {
        &self.classes[class as usize]
    }

    /// A call was made. Returns whether its input is the worst of its class.
    pub(crate) fn consider(&mut self, point: &InputPoint, call: &CallReading) -> bool {
        if !call.differing.is_empty() && self.in_class(ErrorClass::OtherKind).len() < KEPT {
            self.add(ErrorClass::OtherKind, point, Magnitude::ZERO);
        }
        let mut is_worst = false;
        for class in [ErrorClass::Inaccurate, ErrorClass::NotZero] {
            let is_it =
                |reading: &&OutputReading| (class == ErrorClass::NotZero) == reading.right_size.is_zero();
            let errors = call.readings.iter().filter(is_it).map(|reading| reading.error);
            let largest =
                errors.fold(Magnitude::ZERO, |largest, error| if error > largest { error } else { largest });
            if !largest.is_zero() {
                let class = if call.diverged.is_empty() { class } else { ErrorClass::Diverged };
                is_worst |= self.add(class, point, largest);
            }
        }
        is_worst
    }

    fn add(&mut self, class: ErrorClass, point: &InputPoint, error: Magnitude) -> bool {
        let kept = &mut self.classes[class as usize];
        let rank = kept.iter().position(|known| error > known.error).unwrap_or(kept.len());
        if rank >= KEPT || kept.iter().any(|known| known.point == *point) {
            return false;
        }
        kept.insert(rank, Incumbent { point: point.clone(), error });
        kept.truncate(KEPT);
        rank == 0
    }

    /// Takes over those of another search.
    pub fn merge(&mut self, other: Incumbents) {
        for (class, candidates) in ErrorClass::ALL.into_iter().zip(other.classes) {
            for Incumbent { point, error } in candidates {
                self.add(class, &point, error);
            }
        }
    }
}
