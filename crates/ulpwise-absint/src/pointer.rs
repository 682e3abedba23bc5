//! Sets of addresses: objects with ranges of offsets.
//!
//! What holds: a pointer that is not `unknown` points into one of its targets or is null. One that
//! is unknown may besides point to whatever outside code knows: memory that is not modelled, and
//! objects that have *escaped*.

use ulpwise_ir::{FunctionId, GlobalId, InstId};

/// Something that has an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Object {
    /// A global. What it holds is known only if it never changes.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An object that the caller handed in, in the order in which it is found from the arguments.
    Outer(u32),
    /// The object that an instruction of this activation allocated.
    Local(InstId),
    /// Something on the heap, of which nothing is known but that it is none of the others.
    Heap,
    /// The object of the exception that a look at a function ends with, in what it hands out.
    Thrown,
}

/// A range of offsets into an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct OffsetRange {
    pub(crate) object: Object,
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// Offsets lie at multiples of this from `low`; zero if there is only one.
    pub(crate) stride: u64,
}

impl OffsetRange {
    pub(crate) fn start(object: Object) -> OffsetRange {
        OffsetRange { object, low: 0, high: 0, stride: 0 }
    }

    /// The only offset.
    pub(crate) fn single_offset(&self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// All offsets moved by what lies between `low` and `high` at a stride.
    fn moved(self, low: i64, high: i64, stride: u64) -> OffsetRange {
        let stride = if low == high { self.stride } else { combined(self.stride, stride) };
        let is_small = -SMALL <= low && high <= SMALL;
        let (low, high) = (i128::from(self.low) + i128::from(low), i128::from(self.high) + i128::from(high));
        let [first, last] = [FIRST, LAST].map(i128::from);
        match (low, high) {
            _ if self == OffsetRange::anywhere(self.object) => self,
            _ if first <= low && high <= last => {
                OffsetRange { low: low as i64, high: high as i64, stride, ..self }
            }
            // No program runs long enough for a pointer to walk so far. Offsets count from the
            // lowest.
            _ if is_small && first <= low => OffsetRange { low: low as i64, high: LAST, stride, ..self },
            // Steps may add up to what wraps around.
            _ => OffsetRange::anywhere(self.object),
        }
    }

    /// Any offset.
    fn anywhere(object: Object) -> OffsetRange {
        OffsetRange { object, low: FIRST, high: LAST, stride: 1 }
    }

    fn union(self, other: OffsetRange) -> OffsetRange {
        let apart = self.low.abs_diff(other.low);
        OffsetRange {
            object: self.object,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            stride: combined(combined(self.stride, other.stride), apart),
        }
    }
}

/// Between which offsets an address is kept apart from all others into its object. No object is so
/// large.
const FIRST: i64 = i64::MIN / 2;
const LAST: i64 = i64::MAX / 2;

/// How far a step takes a pointer of which no number of steps leaves these bounds while the program
/// runs.
const SMALL: i64 = 1 << 11;

/// The greatest stride that both are multiples of; zero is a multiple of all.
fn combined(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A set of addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pointer {
    /// One for each object, in their order.
    places: Vec<OffsetRange>,
    pub(crate) can_be_null: bool,
    pub(crate) is_unknown: bool,
}

impl Pointer {
    /// Any address.
    pub(crate) fn any() -> Pointer {
        Pointer { places: Vec::new(), can_be_null: true, is_unknown: true }
    }

    pub(crate) fn null() -> Pointer {
        Pointer { places: Vec::new(), can_be_null: true, is_unknown: false }
    }

    /// No address.
    pub(crate) fn none() -> Pointer {
        Pointer { places: Vec::new(), can_be_null: false, is_unknown: false }
    }

    pub(crate) fn to(place: OffsetRange) -> Pointer {
        Pointer { places: vec![place], can_be_null: false, is_unknown: false }
    }

    pub(crate) fn places(&self) -> &[OffsetRange] {
        &self.places
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty() && !self.can_be_null && !self.is_unknown
    }

    /// Whether it is null and nothing else.
    pub(crate) fn is_null(&self) -> bool {
        self.places.is_empty() && self.can_be_null && !self.is_unknown
    }

    /// Whether it cannot be null.
    pub(crate) fn is_not_null(&self) -> bool {
        !self.can_be_null && !self.is_unknown
    }

    /// Adds addresses.
    pub(crate) fn add(&mut self, place: OffsetRange) {
        match self.places.binary_search_by_key(&place.object, |known| known.object) {
            Ok(at) => self.places[at] = self.places[at].union(place),
            Err(at) => self.places.insert(at, place),
        }
    }

    pub(crate) fn union(&self, other: &Pointer) -> Pointer {
        let mut union = self.clone();
        for &place in &other.places {
            union.add(place);
        }
        union.can_be_null |= other.can_be_null;
        union.is_unknown |= other.is_unknown;
        union
    }

    /// The address moved by `low` to `high` bytes at a stride. Null moved by a known number of
    /// bytes is an address that no program may use; moved by another, which may be an address as
    /// well, it is anything.
    pub(crate) fn moved(&self, low: i64, high: i64, stride: u64) -> Pointer {
        let mut moved = Pointer { places: Vec::new(), ..self.clone() };
        moved.is_unknown |= self.can_be_null && low != high;
        for place in &self.places {
            moved.places.push(place.moved(low, high, stride));
        }
        moved
    }

    /// The same addresses with objects renamed; what has no new name becomes unknown.
    pub(crate) fn renamed(&self, mut name: impl FnMut(Object) -> Option<Object>) -> Pointer {
        let mut renamed = Pointer { places: Vec::new(), ..self.clone() };
        for place in &self.places {
            match name(place.object) {
                Some(object) => renamed.add(OffsetRange { object, ..*place }),
                None => renamed.is_unknown = true,
            }
        }
        renamed
    }

    /// Offsets that grow from join to join are taken for any offset.
    pub(crate) fn widened(&self, before: &Pointer) -> Pointer {
        let mut widened = self.clone();
        for place in &mut widened.places {
            let Some(old) = before.places.iter().find(|old| old.object == place.object) else { continue };
            if place.low < old.low {
                // Offsets count from the lowest.
                let stride = i128::from(place.stride.max(1));
                let steps = (i128::from(place.low) - i128::from(FIRST)) / stride;
                place.low = (i128::from(place.low) - steps * stride) as i64;
            }
            if place.high > old.high {
                place.high = LAST;
            }
        }
        widened
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_survive_unions_as_far_as_they_agree() {
        let at = |offset| OffsetRange { low: offset, high: offset, ..OffsetRange::start(Object::Heap) };
        let mut pointer = Pointer::to(at(8));
        pointer.add(at(24));
        pointer.add(at(48));
        assert_eq!(pointer.places(), [OffsetRange { object: Object::Heap, low: 8, high: 48, stride: 8 }]);
        assert_eq!(pointer.moved(0, 12, 4).places()[0].stride, 4);
    }

    #[test]
    fn offsets_stay_in_step_when_they_are_widened() {
        let at = |low, high| Pointer::to(OffsetRange { object: Object::Heap, low, high, stride: 24 });
        let widened = at(8, 80).widened(&at(32, 80));
        let [place] = widened.places() else { panic!("{widened:?}") };
        assert!(place.low < -1_000_000 && (8 - place.low) % 24 == 0 && place.high == 80);
    }

    #[test]
    fn what_moves_too_far_still_points_into_its_object() {
        let far = Pointer::to(OffsetRange::start(Object::Heap)).moved(FIRST, LAST, 8).moved(-8, 8, 8);
        assert_eq!(far.places(), [OffsetRange::anywhere(Object::Heap)]);
        assert_eq!((far.moved(-8, 8, 8), far.moved(8, 8, 8)), (far.clone(), far));
        let walked = Pointer::to(OffsetRange { object: Object::Heap, low: 8, high: LAST - 3, stride: 8 });
        let [place] = walked.moved(8, 8, 8).places()[..] else { panic!("one place") };
        assert_eq!((place.low, place.high, place.stride), (16, LAST, 8));
        assert!(!Pointer::null().moved(8, 8, 1).is_unknown && Pointer::null().moved(0, 8, 1).is_unknown);
    }
}
