//! Sets of floats: whether the NaN is in it, and a few ranges in the total order of numbers.

use super::ordinal::{self, MINUS_ZERO, PLUS_ZERO};
use super::{Change, OrdinalRange, Ranges};
use ulpwise_float::{Float, Format};

/// What a domain says about the NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NanState {
    /// It holds numbers only.
    Never,
    /// It holds the NaN and numbers.
    Maybe,
    /// It holds the NaN only.
    Only,
}

/// A set of floats of one format, at most 128 bits wide.
///
/// Ranges are of [ordinals](ordinal): they tell the two zeros apart and hold the infinities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatDomain {
    format: Format,
    nan: bool,
    ranges: Ranges,
}

impl FloatDomain {
    /// All floats: every number, and the NaN.
    pub fn full(format: Format) -> FloatDomain {
        FloatDomain { nan: true, ..FloatDomain::numbers(format) }
    }

    /// All numbers, infinities included.
    pub fn numbers(format: Format) -> FloatDomain {
        let top = ordinal::infinity(format);
        FloatDomain::from_range(format, OrdinalRange::new(!top, top))
    }

    /// All finite numbers.
    pub fn finite(format: Format) -> FloatDomain {
        let top = ordinal::max_finite(format);
        FloatDomain::from_range(format, OrdinalRange::new(!top, top))
    }

    /// No float.
    pub fn empty(format: Format) -> FloatDomain {
        FloatDomain { format, nan: false, ranges: Ranges::EMPTY }
    }

    /// Only the NaN.
    pub fn only_nan(format: Format) -> FloatDomain {
        FloatDomain { format, nan: true, ranges: Ranges::EMPTY }
    }

    /// One float.
    pub fn singleton(float: Float) -> FloatDomain {
        if float.is_nan() {
            FloatDomain::only_nan(float.format())
        } else {
            FloatDomain::between(float, float)
        }
    }

    /// The numbers from `low` to `high`, both included, with -0 below +0; none if they are out of
    /// order.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn between(low: Float, high: Float) -> FloatDomain {
        assert_eq!(low.format(), high.format(), "bounds have different formats");
        FloatDomain::from_range(
            low.format(),
            OrdinalRange::new(ordinal::from_float(low), ordinal::from_float(high)),
        )
    }

    /// The numbers with ordinals in a range.
    #[inline]
    pub fn from_range(format: Format, range: OrdinalRange) -> FloatDomain {
        FloatDomain { format, nan: false, ranges: Ranges::one(range) }
    }

    /// The numbers with ordinals in some ranges, and perhaps the NaN.
    #[inline]
    pub fn from_parts(format: Format, nan: bool, ranges: Ranges) -> FloatDomain {
        FloatDomain { format, nan, ranges }
    }

    /// The format.
    #[inline]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether the NaN is in it.
    #[inline]
    pub fn can_be_nan(&self) -> bool {
        self.nan
    }

    /// What is known about the NaN; `None` if the set is empty.
    pub fn nan_state(&self) -> Option<NanState> {
        match (self.nan, self.has_numbers()) {
            (true, true) => Some(NanState::Maybe),
            (true, false) => Some(NanState::Only),
            (false, true) => Some(NanState::Never),
            (false, false) => None,
        }
    }

    /// The ranges of ordinals, ascending.
    #[inline]
    pub fn ranges(&self) -> &[OrdinalRange] {
        self.ranges.as_slice()
    }

    /// The ranges of ordinals as a set.
    #[inline]
    pub fn range_set(&self) -> &Ranges {
        &self.ranges
    }

    /// Whether there is any number in it.
    #[inline]
    pub fn has_numbers(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.nan && self.ranges.is_empty()
    }

    /// Whether everything is in it.
    pub fn is_full(&self) -> bool {
        *self == FloatDomain::full(self.format)
    }

    /// Whether the float is in it.
    pub fn contains(&self, float: Float) -> bool {
        debug_assert_eq!(float.format(), self.format);
        if float.is_nan() { self.nan } else { self.ranges.contains(ordinal::from_float(float)) }
    }

    /// Whether the number with an ordinal is in it.
    #[inline]
    pub fn contains_ordinal(&self, ordinal: i128) -> bool {
        self.ranges.contains(ordinal)
    }

    /// Whether a zero of either sign is in it.
    pub fn can_be_zero(&self) -> bool {
        self.ranges.contains(PLUS_ZERO) || self.ranges.contains(MINUS_ZERO)
    }

    /// Whether an infinity is in it.
    pub fn can_be_infinite(&self) -> bool {
        let top = ordinal::infinity(self.format);
        self.ranges.contains(top) || self.ranges.contains(!top)
    }

    /// Whether exactly one float is in it.
    pub fn is_singleton(&self) -> bool {
        match (self.nan, self.ranges()) {
            (true, []) => true,
            (false, [range]) => range.low == range.high,
            _ => false,
        }
    }

    /// The only float in it.
    pub fn singleton_value(&self) -> Option<Float> {
        if !self.is_singleton() {
            return None;
        }
        Some(self.lowest().unwrap_or_else(|| Float::quiet_nan(self.format, false)))
    }

    /// The least number.
    pub fn lowest(&self) -> Option<Float> {
        self.ranges.hull().map(|hull| ordinal::float(self.format, hull.low))
    }

    /// The greatest number.
    pub fn highest(&self) -> Option<Float> {
        self.ranges.hull().map(|hull| ordinal::float(self.format, hull.high))
    }

    /// The ordinals of the least and the greatest number.
    #[inline]
    pub fn hull(&self) -> Option<OrdinalRange> {
        self.ranges.hull()
    }

    /// How many floats are in it, the NaN counted as one.
    pub fn cardinality(&self) -> u128 {
        self.ranges.count().saturating_add(self.nan.into())
    }

    /// The float at a position: numbers ascending, then the NaN.
    pub fn nth(&self, position: u128) -> Option<Float> {
        let mut left = position;
        for range in self.ranges() {
            let count = range.count();
            if left < count {
                return Some(ordinal::float(self.format, range.low.wrapping_add(left as i128)));
            }
            left -= count;
        }
        (self.nan && left == 0).then(|| Float::quiet_nan(self.format, false))
    }

    /// All floats in it, in the order of [`FloatDomain::nth`].
    pub fn iter(&self) -> impl Iterator<Item = Float> {
        (0..self.cardinality()).filter_map(|position| self.nth(position))
    }

    /// Keeps what is in `other` too.
    pub fn intersect(&mut self, other: &FloatDomain) -> Change {
        debug_assert_eq!(self.format, other.format);
        let nan = self.nan && other.nan;
        let ranges = self.ranges.intersect(&other.ranges);
        let changed = nan != self.nan || ranges != self.ranges;
        (self.nan, self.ranges) = (nan, ranges);
        self.change(changed)
    }

    /// Keeps the numbers with ordinals in a range, and the NaN as it is.
    pub fn intersect_range(&mut self, range: OrdinalRange) -> Change {
        let ranges = self.ranges.intersect(&Ranges::one(range));
        let changed = ranges != self.ranges;
        self.ranges = ranges;
        self.change(changed)
    }

    fn change(&self, changed: bool) -> Change {
        if self.is_empty() {
            Change::Empty
        } else if changed {
            Change::Narrowed
        } else {
            Change::Same
        }
    }

    /// The floats of either, or a few more where too many ranges would be needed.
    #[must_use]
    pub fn union(&self, other: &FloatDomain) -> FloatDomain {
        debug_assert_eq!(self.format, other.format);
        let ranges = self.ranges.union(&other.ranges);
        FloatDomain { format: self.format, nan: self.nan || other.nan, ranges }
    }

    /// Adds the numbers with ordinals in a range, or a few more.
    #[inline]
    pub fn add_range(&mut self, range: OrdinalRange) {
        self.ranges.add(range);
    }

    /// Adds the NaN.
    #[inline]
    pub fn add_nan(&mut self) {
        self.nan = true;
    }

    /// The same without the NaN.
    #[must_use]
    pub fn without_nan(&self) -> FloatDomain {
        FloatDomain { nan: false, ..*self }
    }

    /// Removes a float, unless that would need too many ranges.
    pub fn remove(&mut self, float: Float) -> Change {
        debug_assert_eq!(float.format(), self.format);
        if float.is_nan() {
            let changed = self.nan;
            self.nan = false;
            return self.change(changed);
        }
        let at = ordinal::from_float(float);
        self.remove_range(OrdinalRange::new(at, at))
    }

    /// Removes the numbers with ordinals in a range, as far as the number of ranges allows.
    pub fn remove_range(&mut self, range: OrdinalRange) -> Change {
        let ranges = self.ranges.without(range);
        let changed = ranges != self.ranges;
        self.ranges = ranges;
        self.change(changed)
    }

    /// The numbers up to the one with the ordinal `last_low`, and those above. The NaN goes with
    /// the upper part.
    pub fn split_at(&self, last_low: i128) -> (FloatDomain, FloatDomain) {
        let (mut low, mut high) = (self.without_nan(), *self);
        low.intersect_range(OrdinalRange::new(i128::MIN, last_low));
        high.intersect_range(OrdinalRange::new(last_low.saturating_add(1), i128::MAX));
        (low, high)
    }

    /// Ordinals after which a split separates what behaves differently: between the ranges, at the
    /// zeros, and at the infinities, as far as both sides have numbers. Ascending.
    pub fn natural_splits(&self) -> Vec<i128> {
        let Some(hull) = self.hull() else { return Vec::new() };
        let top = ordinal::infinity(self.format);
        let mut splits = vec![!top, MINUS_ZERO - 1, MINUS_ZERO, PLUS_ZERO, top - 1];
        splits.extend(self.ranges().iter().map(|range| range.high));
        splits.retain(|&at| hull.low <= at && at < hull.high);
        splits.sort_unstable();
        splits.dedup();
        splits
    }

    /// An ordinal that halves the numbers by their count, which bisects exponents while these
    /// differ.
    pub fn middle(&self) -> Option<i128> {
        let count = self.ranges.count();
        (count >= 2).then(|| ordinal::from_float(self.nth((count - 1) / 2).expect("below the count")))
    }

    /// The set of the negations.
    #[must_use]
    pub fn negated(&self) -> FloatDomain {
        FloatDomain { ranges: self.ranges.complemented(), ..*self }
    }
}
