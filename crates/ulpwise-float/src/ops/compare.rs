//! Comparisons (IEEE 754-2019 clauses 5.6.1 and 5.11).

use super::assert_same_format;
use crate::flags::Flags;
use crate::magnitude::Magnitude;
use crate::unpack::{Unpacked, UnpackedKind, unpack};
use crate::value::{Class, Float, at_single_width};
use std::cmp::Ordering;

impl Float {
    /// How the two compare; `None` if they are unordered because one is a NaN or unsupported. The
    /// zeros are equal.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compare(self, other: Float) -> Option<Ordering> {
        at_single_width!(self.format(), compare, &self, &other)
    }

    /// The comparison with the flags of the quiet predicates (`compareQuietEqual`, C's `==`,
    /// `isless`, …): invalid only if an operand is a signalling NaN or unsupported.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compare_quiet(self, other: Float) -> (Option<Ordering>, Flags) {
        (self.compare(other), Flags::INVALID.when(self.traps() || other.traps()))
    }

    /// The comparison with the flags of the signalling predicates (C's `<`, `<=`, `>`, `>=`):
    /// invalid whenever unordered.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compare_signaling(self, other: Float) -> (Option<Ordering>, Flags) {
        let ordering = self.compare(other);
        (ordering, Flags::INVALID.when(ordering.is_none()))
    }

    /// Whether the two compare equal: the zeros do, a NaN to nothing.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compares_equal(self, other: Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// Whether this is less than `other`; false if unordered.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compares_less(self, other: Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// Whether this is less than or equal to `other`; false if unordered.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn compares_less_equal(self, other: Float) -> bool {
        matches!(self.compare(other), Some(Ordering::Less | Ordering::Equal))
    }

    /// Whether even a quiet operation on this datum is invalid.
    pub(crate) fn traps(self) -> bool {
        matches!(self.class(), Class::SignalingNan | Class::Unsupported)
    }
}

fn compare<M: Magnitude>(x: &Float, y: &Float) -> Option<Ordering> {
    assert_same_format(x, y);
    let (a, b) = (unpack::<M>(x.format(), x), unpack::<M>(y.format(), y));
    if a.kind == UnpackedKind::NotANumber || b.kind == UnpackedKind::NotANumber {
        return None;
    }
    Some(match (a.kind == UnpackedKind::Zero, b.kind == UnpackedKind::Zero) {
        (true, true) => Ordering::Equal,
        (true, false) => {
            if b.negative {
                Ordering::Greater
            } else {
                Ordering::Less
            }
        }
        (false, true) => {
            if a.negative {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        }
        (false, false) if a.negative != b.negative => b.negative.cmp(&a.negative),
        (false, false) if a.negative => compare_magnitudes(&b, &a),
        (false, false) => compare_magnitudes(&a, &b),
    })
}

/// Compares two that are finite and non-zero, or infinite. Significands are normalised, so
/// exponents decide first.
fn compare_magnitudes<M: Magnitude>(a: &Unpacked<M>, b: &Unpacked<M>) -> Ordering {
    let rank = |x: &Unpacked<M>| (x.kind == UnpackedKind::Infinity, x.exponent, x.significand);
    rank(a).cmp(&rank(b))
}
