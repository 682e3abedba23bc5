//! Sets of reals and sets of floats, as unions of intervals.
//!
//! A [`RealSet`] says where a function has to lie. A [`FloatSet`] says which floats of a format put
//! it there: it is kept in half places (see [`roots`](super::roots)), so that a solution between
//! two neighbouring floats is not lost: its neighbours are worth a try.

use crate::hull::{Hull, float_at, place};
use ulpwise_domain::Dyadic;
use ulpwise_float::{Float, Format};

/// An interval of reals; an absent end is infinite, and the flags say whether an end belongs to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RealInterval {
    pub(crate) low: Option<(Dyadic, bool)>,
    pub(crate) high: Option<(Dyadic, bool)>,
}

impl RealInterval {
    /// What both have, if anything.
    fn meet(&self, other: &RealInterval) -> Option<RealInterval> {
        // Of equal ends the one that does not belong counts.
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(if (&a.0, !a.1) > (&b.0, !b.1) { a } else { b }),
            (end, None) | (None, end) => end.as_ref(),
        };
        let high = match (&self.high, &other.high) {
            (Some(a), Some(b)) => Some(if (&a.0, a.1) < (&b.0, b.1) { a } else { b }),
            (end, None) | (None, end) => end.as_ref(),
        };
        let is_empty = match (low, high) {
            (Some(low), Some(high)) => low.0 > high.0 || (low.0 == high.0 && !(low.1 && high.1)),
            _ => false,
        };
        (!is_empty).then(|| RealInterval { low: low.cloned(), high: high.cloned() })
    }
}

/// A union of intervals, in no order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RealSet(pub(crate) Vec<RealInterval>);

impl RealSet {
    pub(crate) fn point(value: Dyadic) -> RealSet {
        RealSet::between(value.clone(), value)
    }

    /// All numbers from the first to the second, both included.
    pub(crate) fn between(low: Dyadic, high: Dyadic) -> RealSet {
        RealSet(vec![RealInterval { low: Some((low, true)), high: Some((high, true)) }])
    }

    pub(crate) fn below(high: Dyadic, or_equal: bool) -> RealSet {
        RealSet(vec![RealInterval { low: None, high: Some((high, or_equal)) }])
    }

    pub(crate) fn above(low: Dyadic, or_equal: bool) -> RealSet {
        RealSet(vec![RealInterval { low: Some((low, or_equal)), high: None }])
    }

    /// What both have.
    pub(crate) fn meet(&self, other: &RealSet) -> RealSet {
        let pairs = self.0.iter().flat_map(|left| other.0.iter().map(move |right| (left, right)));
        RealSet(pairs.filter_map(|(left, right)| left.meet(right)).collect())
    }

    pub(crate) fn or(mut self, mut other: RealSet) -> RealSet {
        self.0.append(&mut other.0);
        self
    }

    /// All ends.
    pub(crate) fn ends(&self) -> Vec<Dyadic> {
        let ends = self.0.iter().flat_map(|interval| [&interval.low, &interval.high]).flatten();
        let mut ends: Vec<Dyadic> = ends.map(|(end, _)| end.clone()).collect();
        ends.sort();
        ends.dedup();
        ends
    }

    /// Where reals lie that become floats of this hull: what overflows counts as infinite.
    pub(crate) fn of_hull(hull: Hull, format: Format) -> RealSet {
        let Some((low, high)) = hull.numbers(format) else { return RealSet::default() };
        let beyond = overflow_threshold(format);
        let largest = Float::max_finite(format, false);
        let low = match Dyadic::from_float(low) {
            Some(value) if Some(&value) == Dyadic::from_float(largest.negate()).as_ref() => {
                Some((beyond.negated(), false))
            }
            Some(value) => Some((value, true)),
            None if low.is_sign_negative() => None,
            None => Some((beyond.clone(), true)),
        };
        let high = match Dyadic::from_float(high) {
            Some(value) if Some(&value) == Dyadic::from_float(largest).as_ref() => Some((beyond, false)),
            Some(value) => Some((value, true)),
            None if !high.is_sign_negative() => None,
            None => Some((beyond.negated(), true)),
        };
        RealSet(vec![RealInterval { low, high }])
    }
}

/// The power of two above all finite numbers. Reals from there on are taken for overflows in every
/// rounding mode that has them.
pub(crate) fn overflow_threshold(format: Format) -> Dyadic {
    Dyadic::power_of_two(format.max_exponent() + 1)
}

/// The value of a number, with the power of two above all finite ones for infinity; `None` for NaN.
pub(crate) fn real_value(float: Float) -> Option<Dyadic> {
    if float.is_infinite() {
        let threshold = overflow_threshold(float.format());
        return Some(if float.is_sign_negative() { threshold.negated() } else { threshold });
    }
    Dyadic::from_float(float)
}

/// Ranges of half places, ascending, apart from each other, both ends included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct FloatSet(Vec<(i128, i128)>);

impl FloatSet {
    /// From the lowest to the highest of these floats.
    pub(crate) fn between(low: Float, high: Float) -> FloatSet {
        let [low, high] = [low, high].map(|end| 2 * place(crate::hull::ordinal(end)));
        FloatSet(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    /// Adds a range above all others.
    pub(crate) fn push(&mut self, low: i128, high: i128) {
        match self.0.last_mut() {
            Some(last) if last.1 + 1 >= low => last.1 = last.1.max(high),
            _ => self.0.push((low, high)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn ranges(&self) -> &[(i128, i128)] {
        &self.0
    }

    /// Whether a float is in it.
    pub(crate) fn contains(&self, float: Float) -> bool {
        let at = 2 * place(crate::hull::ordinal(float));
        !float.is_nan() && self.0.iter().any(|(low, high)| (*low..=*high).contains(&at))
    }

    pub(crate) fn meet(&self, other: &FloatSet) -> FloatSet {
        let mut met = FloatSet::default();
        let (mut left, mut right) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                met.push(low, high);
            }
            if a.1 <= b.1 {
                left.next()
            } else {
                right.next()
            };
        }
        met
    }

    /// How many half places there are.
    pub(crate) fn size(&self) -> i128 {
        self.0.iter().map(|(low, high)| high - low + 1).fold(0, i128::saturating_add)
    }

    /// The floats at or around the ends of a range: of an end in a gap, the neighbour outside is
    /// counted in.
    pub(crate) fn floats_around(range: (i128, i128), format: Format) -> (Float, Float) {
        let infinity = place(crate::hull::ordinal(Float::infinity(format, false)));
        let float = |place: i128| float_at(format, place.clamp(-infinity, infinity));
        (float(range.0.div_euclid(2)), float((range.1 + 1).div_euclid(2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(i128, i128)]) -> FloatSet {
        let mut set = FloatSet::default();
        for &(low, high) in ranges {
            set.push(low, high);
        }
        set
    }

    #[test]
    fn meets_keep_what_both_have() {
        let (a, b) = (set(&[(0, 4), (8, 20)]), set(&[(-3, 1), (3, 9), (15, 15), (19, 40)]));
        assert_eq!(a.meet(&b), set(&[(0, 1), (3, 4), (8, 9), (15, 15), (19, 20)]));
        assert_eq!(a.meet(&b), b.meet(&a));
        assert_eq!(a.meet(&set(&[])), set(&[]));
        assert_eq!(set(&[(0, 1), (2, 4)]), set(&[(0, 4)]));
        assert_eq!(a.size(), 18);
    }

    #[test]
    fn sets_of_reals_meet() {
        let number = Dyadic::from_i64;
        let outside = RealSet::below(number(-1), true).or(RealSet::above(number(1), false));
        let expected = RealSet(vec![
            RealInterval { low: Some((number(-3), true)), high: Some((number(-1), true)) },
            RealInterval { low: Some((number(1), false)), high: Some((number(2), true)) },
        ]);
        assert_eq!(outside.meet(&RealSet::between(number(-3), number(2))), expected);
        assert_eq!(outside.meet(&RealSet::between(number(0), number(1))), RealSet::default());
        assert_eq!(
            RealSet::above(number(1), true).meet(&RealSet::below(number(1), true)),
            RealSet::point(number(1))
        );
    }

    #[test]
    fn a_gap_has_two_neighbours() {
        let [one, next] = [1.0, 1f64.next_up()].map(Float::from_f64);
        let at = 2 * place(crate::hull::ordinal(one));
        assert_eq!(FloatSet::floats_around((at + 1, at + 1), Format::F64), (one, next));
        assert_eq!(FloatSet::floats_around((at, at + 2), Format::F64), (one, next));
        let minus = Float::from_f64(-1.0);
        assert_eq!(FloatSet::floats_around((-at - 1, -at), Format::F64), (next.negate(), minus));
        assert!(set(&[(at, at)]).contains(one) && !set(&[(at + 1, at + 1)]).contains(one));
    }

    #[test]
    fn hulls_reach_to_where_floats_overflow() {
        let format = Format::F32;
        let beyond = overflow_threshold(format);
        assert_eq!(beyond.to_f64(), 2f64.powi(128));
        let all = RealSet::of_hull(Hull::all_finite(format), format);
        let expected =
            RealInterval { low: Some((beyond.negated(), false)), high: Some((beyond.clone(), false)) };
        assert_eq!(all, RealSet(vec![expected]));
        let infinity = Hull::point(Float::infinity(format, false));
        assert_eq!(RealSet::of_hull(infinity, format), RealSet::above(beyond, true));
    }
}
