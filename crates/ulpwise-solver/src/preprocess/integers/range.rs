//! Intervals of integers, small enough that no operation on two of them overflows.

/// The magnitude that both ends of a range stay within: a bit below what 64 bits hold, so that sums
/// and products fit 128 bits.
const MAX_MAGNITUDE: i128 = 1 << 63;

/// The integers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IntegerRange {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl IntegerRange {
    /// The range with these ends; `None` if one is too large.
    pub(super) fn new(low: i128, high: i128) -> Option<IntegerRange> {
        debug_assert!(low <= high, "{low} to {high}");
        (low >= -MAX_MAGNITUDE && high <= MAX_MAGNITUDE).then_some(IntegerRange { low, high })
    }

    /// One integer.
    pub(super) fn only(value: i128) -> Option<IntegerRange> {
        IntegerRange::new(value, value)
    }

    /// All signed integers of a width; `None` if that is too wide.
    pub(super) fn of_width(width: u32) -> Option<IntegerRange> {
        let half = (1..=64).contains(&width).then(|| 1i128 << (width - 1))?;
        IntegerRange::new(-half, half - 1)
    }

    /// All unsigned integers of a width; `None` if that is too wide.
    pub(super) fn of_unsigned(width: u32) -> Option<IntegerRange> {
        if width > 63 { None } else { IntegerRange::new(0, (1 << width) - 1) }
    }

    /// How many bits a signed integer of any of these values needs.
    pub(super) fn width(self) -> u32 {
        let bits = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros();
        bits(self.low).max(bits(self.high))
    }

    /// The largest absolute value.
    pub(super) fn magnitude(self) -> u128 {
        self.low.unsigned_abs().max(self.high.unsigned_abs())
    }

    pub(super) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub(super) fn is_within(self, other: IntegerRange) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(super) fn is_nonnegative(self) -> bool {
        self.low >= 0
    }

    /// What is in both; `None` if nothing is.
    pub(super) fn intersection(self, other: IntegerRange) -> Option<IntegerRange> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low <= high { IntegerRange::new(low, high) } else { None }
    }

    /// The least range that holds both.
    pub(super) fn hull(self, other: IntegerRange) -> Option<IntegerRange> {
        IntegerRange::new(self.low.min(other.low), self.high.max(other.high))
    }

    pub(super) fn sum(self, other: IntegerRange) -> Option<IntegerRange> {
        IntegerRange::new(self.low + other.low, self.high + other.high)
    }

    pub(super) fn negated(self) -> Option<IntegerRange> {
        IntegerRange::new(-self.high, -self.low)
    }

    pub(super) fn product(self, other: IntegerRange) -> Option<IntegerRange> {
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        IntegerRange::new(corners.into_iter().min()?, corners.into_iter().max()?)
    }

    /// Times 2 to a power.
    pub(super) fn shifted_left(self, by: u32) -> Option<IntegerRange> {
        if self.magnitude() == 0 {
            return Some(self);
        }
        if by > 63 { None } else { self.product(IntegerRange { low: 1 << by, high: 1 << by }) }
    }

    /// Divided by 2 to a power, rounded down.
    pub(super) fn shifted_right(self, by: u32) -> IntegerRange {
        let by = by.min(127);
        IntegerRange { low: self.low >> by, high: self.high >> by }
    }

    /// Divided by a positive integer, rounded towards zero.
    pub(super) fn divided(self, divisor: i128) -> IntegerRange {
        IntegerRange { low: self.low / divisor, high: self.high / divisor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_widths() {
        let range = |low, high| IntegerRange::new(low, high).expect("a small range");
        assert_eq!(IntegerRange::of_width(8), IntegerRange::new(-128, 127));
        assert_eq!((range(-128, 127).width(), range(-129, 0).width(), range(0, 128).width()), (8, 9, 9));
        assert_eq!((range(0, 0).width(), range(-1, 0).width()), (1, 1));
        assert_eq!(range(-3, 2).product(range(-5, 4)), IntegerRange::new(-12, 15));
        assert_eq!(range(-3, 2).shifted_right(1), range(-2, 1));
        assert_eq!(range(-3, 2).shifted_left(63), None);
        assert_eq!(range(0, 0).shifted_left(200), IntegerRange::only(0));
        assert_eq!(range(1, 2).intersection(range(3, 4)), None);
        assert_eq!((IntegerRange::of_width(65), IntegerRange::of_unsigned(64)), (None, None));
        assert!(IntegerRange::of_width(64).is_some_and(|all| all.contains(i128::from(i64::MIN))));
    }
}
