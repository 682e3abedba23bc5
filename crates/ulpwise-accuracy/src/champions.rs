//! The worst inputs so far, of each sort by itself: errors where something other than zero is right, errors where zero is, errors on a way that
//! rounding chose, and results of another kind than what is right.

use crate::domain::Point;
use crate::reading::{CallReading, Reading};
use crate::size::Size;

/// What is wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A result is inaccurate, and what is right is not zero.
    Inaccurate,
    /// A result is not zero, and zero is right.
    NotZero,
    /// A result is inaccurate, and a comparison came out otherwise than without rounding.
    Diverged,
    /// A result is no number or infinite, and what is right is a number; or the other way round.
    OtherKind,
}

impl Sort {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Inaccurate, Self::NotZero, Self::Diverged, Self::OtherKind];
}

/// An input that is bad.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// It.
    pub point: Point,
    /// How bad; of results of another kind, nothing.
    pub error: Size,
}

/// The worst inputs of each sort, the worst first.
#[derive(Clone, Debug, Default)]
pub struct Champions {
    sorts: [Vec<Candidate>; 4],
}

/// How many inputs of each sort are kept: what the search believes may turn out otherwise.
const KEPT: usize = 12;

impl Champions {
    /// Those of a sort.
    pub fn of(&self, sort: Sort) -> &[Candidate] {
        &self.sorts[sort as usize]
    }

    /// A call was made. Returns whether its input is the worst of its sort.
    pub(crate) fn consider(&mut self, point: &Point, call: &CallReading) -> bool {
        if !call.differing.is_empty() && self.of(Sort::OtherKind).len() < KEPT {
            self.add(Sort::OtherKind, point, Size::ZERO);
        }
        let mut is_worst = false;
        for sort in [Sort::Inaccurate, Sort::NotZero] {
            let is_it = |reading: &&Reading| (sort == Sort::NotZero) == reading.right_size.is_zero();
            let errors = call.readings.iter().filter(is_it).map(|reading| reading.error);
            let largest =
                errors.fold(Size::ZERO, |largest, error| if error > largest { error } else { largest });
            if !largest.is_zero() {
                let sort = if call.diverged.is_empty() { sort } else { Sort::Diverged };
                is_worst |= self.add(sort, point, largest);
            }
        }
        is_worst
    }

    fn add(&mut self, sort: Sort, point: &Point, error: Size) -> bool {
        let kept = &mut self.sorts[sort as usize];
        let place = kept.iter().position(|known| error > known.error).unwrap_or(kept.len());
        if place >= KEPT || kept.iter().any(|known| known.point == *point) {
            return false;
        }
        kept.insert(place, Candidate { point: point.clone(), error });
        kept.truncate(KEPT);
        place == 0
    }

    /// Takes over those of another search.
    pub fn merge(&mut self, other: Champions) {
        for (sort, candidates) in Sort::ALL.into_iter().zip(other.sorts) {
            for Candidate { point, error } in candidates {
                self.add(sort, &point, error);
            }
        }
    }
}
