//! Sorted unions of a few ranges of integers.
//!
//! What holds: ranges are not empty, ascend, and lie at least one integer apart; there are at most
//! [`MAX_RANGES`]. Where a union would need more, the ranges with the smallest gap are merged.
//! Unused places are all alike, so that equal sets compare equal.

/// The largest number of ranges.
pub const MAX_RANGES: usize = 4;

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrdinalRange {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl OrdinalRange {
    const UNUSED: OrdinalRange = OrdinalRange { low: 0, high: -1 };

    /// The range between two integers; empty if they are out of order.
    #[inline]
    pub const fn new(low: i128, high: i128) -> OrdinalRange {
        OrdinalRange { low, high }
    }

    /// Whether no integer is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low > self.high
    }

    /// The integers in both.
    #[inline]
    #[must_use]
    pub fn intersect(self, other: OrdinalRange) -> OrdinalRange {
        OrdinalRange { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Whether the integer is in it.
    #[inline]
    pub const fn contains(self, member: i128) -> bool {
        self.low <= member && member <= self.high
    }

    /// How many integers are in it, at most the largest number.
    #[inline]
    pub const fn count(self) -> u128 {
        if self.is_empty() { 0 } else { (self.high.wrapping_sub(self.low) as u128).saturating_add(1) }
    }
}

/// A sorted union of ranges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranges {
    length: u8,
    items: [OrdinalRange; MAX_RANGES],
}

impl Ranges {
    /// No integer.
    pub const EMPTY: Ranges = Ranges { length: 0, items: [OrdinalRange::UNUSED; MAX_RANGES] };

    /// One range, which may be empty.
    #[inline]
    pub fn one(range: OrdinalRange) -> Ranges {
        let mut ranges = Ranges::EMPTY;
        if !range.is_empty() {
            ranges.items[0] = range;
            ranges.length = 1;
        }
        ranges
    }

    /// The ranges, ascending.
    #[inline]
    pub fn as_slice(&self) -> &[OrdinalRange] {
        &self.items[..usize::from(self.length)]
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The least and the greatest member as a range.
    #[inline]
    pub fn hull(&self) -> Option<OrdinalRange> {
        let slice = self.as_slice();
        Some(OrdinalRange::new(slice.first()?.low, slice.last()?.high))
    }

    /// Whether the integer is in it.
    #[inline]
    pub fn contains(&self, member: i128) -> bool {
        self.as_slice().iter().any(|range| range.contains(member))
    }

    /// How many integers are in it.
    pub fn count(&self) -> u128 {
        self.as_slice().iter().map(|range| range.count()).fold(0, u128::saturating_add)
    }

    /// Adds a range; if there are too many then, a few more integers.
    pub fn add(&mut self, range: OrdinalRange) {
        if range.is_empty() {
            return;
        }
        let mut merged = range;
        let mut all = [OrdinalRange::UNUSED; MAX_RANGES + 1];
        let (mut count, mut placed) = (0, false);
        for &item in self.as_slice() {
            if item.high < merged.low.saturating_sub(1) {
                all[count] = item;
                count += 1;
            } else if item.low > merged.high.saturating_add(1) {
                if !placed {
                    all[count] = merged;
                    count += 1;
                    placed = true;
                }
                all[count] = item;
                count += 1;
            } else {
                merged = OrdinalRange::new(merged.low.min(item.low), merged.high.max(item.high));
            }
        }
        if !placed {
            all[count] = merged;
            count += 1;
        }
        self.assign(&mut all[..count], |_, _| true);
    }

    /// The integers of either, or a few more.
    #[must_use]
    pub fn union(&self, other: &Ranges) -> Ranges {
        let mut union = *self;
        for &range in other.as_slice() {
            union.add(range);
        }
        union
    }

    /// The integers of both, or a few more that are in `self`.
    #[must_use]
    pub fn intersect(&self, other: &Ranges) -> Ranges {
        if let ([own], [others]) = (self.as_slice(), other.as_slice()) {
            return Ranges::one(own.intersect(*others));
        }
        let mut all = [OrdinalRange::UNUSED; 2 * MAX_RANGES];
        let mut count = 0;
        let (mut i, mut j) = (0, 0);
        let (own, others) = (self.as_slice(), other.as_slice());
        while i < own.len() && j < others.len() {
            let common = own[i].intersect(others[j]);
            if !common.is_empty() {
                all[count] = common;
                count += 1;
            }
            if own[i].high < others[j].high {
                i += 1;
            } else {
                j += 1;
            }
        }
        let mut intersection = Ranges::EMPTY;
        // There are more ranges than `self` has, so two of them lie in one of its ranges and may be
        // merged.
        intersection.assign(&mut all[..count], |lower, upper| {
            own.iter().any(|range| range.contains(lower.low) && range.contains(upper.high))
        });
        intersection
    }

    /// The integers that are not in `range`, or, where too many ranges would be needed, a few that
    /// are.
    #[must_use]
    pub fn without(&self, range: OrdinalRange) -> Ranges {
        if range.is_empty() {
            return *self;
        }
        let mut outside = Ranges::EMPTY;
        if range.low > i128::MIN {
            outside.add(OrdinalRange::new(i128::MIN, range.low - 1));
        }
        if range.high < i128::MAX {
            outside.add(OrdinalRange::new(range.high + 1, i128::MAX));
        }
        self.intersect(&outside)
    }

    /// The mirror image: every integer replaced by its complement, which is the negation of floats.
    #[must_use]
    pub fn complemented(&self) -> Ranges {
        let mut result = *self;
        for (target, source) in result.items.iter_mut().zip(self.as_slice().iter().rev()) {
            *target = OrdinalRange::new(!source.high, !source.low);
        }
        result
    }

    /// Takes the ranges over, merging the pair with the smallest gap of those that may be merged
    /// until all fit.
    fn assign(
        &mut self,
        mut all: &mut [OrdinalRange],
        may_merge: impl Fn(OrdinalRange, OrdinalRange) -> bool,
    ) {
        while all.len() > MAX_RANGES {
            let gap = |at: usize| all[at + 1].low.wrapping_sub(all[at].high) as u128;
            let candidates = (0..all.len() - 1).filter(|&at| may_merge(all[at], all[at + 1]));
            let at = candidates.min_by_key(|&at| gap(at)).expect("some neighbours may be merged");
            all[at].high = all[at + 1].high;
            all.copy_within(at + 2.., at + 1);
            let shorter = all.len() - 1;
            all = &mut all[..shorter];
        }
        self.items = [OrdinalRange::UNUSED; MAX_RANGES];
        self.items[..all.len()].copy_from_slice(all);
        self.length = all.len() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    fn random(random: &mut SplitMix64) -> Ranges {
        let mut ranges = Ranges::EMPTY;
        for _ in 0..random.below(7) {
            let low = random.below(60) as i128 - 30;
            ranges.add(OrdinalRange::new(low, low + random.below(8) as i128));
        }
        ranges
    }

    fn is_normal(ranges: &Ranges) -> bool {
        let slice = ranges.as_slice();
        slice.iter().all(|range| !range.is_empty())
            && slice.windows(2).all(|pair| pair[0].high + 1 < pair[1].low)
            && ranges.items[slice.len()..].iter().all(|&range| range == OrdinalRange::UNUSED)
    }

    #[test]
    fn operations_keep_what_they_must() {
        let mut source = SplitMix64::new(1);
        for _ in 0..20_000 {
            let (a, b) = (random(&mut source), random(&mut source));
            let (union, both) = (a.union(&b), a.intersect(&b));
            let cut = OrdinalRange::new(source.below(20) as i128 - 10, source.below(20) as i128 - 10);
            let rest = a.without(cut);
            assert!([a, b, union, both, rest, a.complemented()].iter().all(is_normal));
            for member in -40..40 {
                let (in_a, in_b) = (a.contains(member), b.contains(member));
                assert!(union.contains(member) || !(in_a || in_b));
                assert!(both.contains(member) || !(in_a && in_b));
                assert!(in_a || !both.contains(member), "{a:?} ∩ {b:?} gained {member}");
                assert!(rest.contains(member) || !in_a || cut.contains(member));
                assert!(in_a || !rest.contains(member));
                assert_eq!(a.complemented().contains(!member), in_a);
            }
            let exact = (-40..40).filter(|&member| a.contains(member)).count();
            assert_eq!(a.count(), exact as u128);
        }
    }

    #[test]
    fn the_ends_of_the_integers_are_ordinary() {
        let mut ranges = Ranges::one(OrdinalRange::new(i128::MIN, i128::MAX));
        assert_eq!(ranges.count(), u128::MAX);
        ranges = ranges.without(OrdinalRange::new(0, 0));
        assert_eq!(ranges.as_slice().len(), 2);
        ranges.add(OrdinalRange::new(0, 0));
        assert_eq!(ranges, Ranges::one(OrdinalRange::new(i128::MIN, i128::MAX)));
    }
}
