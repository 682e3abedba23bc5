//! Closed intervals of reals between doubles.
//!
//! What holds: the result of an operation contains every real that the operation gives on members
//! of its operands. Conventions:
//! * **Empty**: no interval is empty, `low <= high` always. What may be empty is an `Option`.
//! * **NaN**: no bound is a NaN. [`Interval::new`] takes a NaN for a missing bound. The NaN of
//!   floating point is no member of an interval.
//! * **Infinities**: an infinite bound is a missing one; infinities are no members. A number
//!   beyond all doubles is in `[f64::MAX, ∞]` or its opposite.
//! * **Rounding**: outwards, see [`directed`]. Exact results stay
//!   points, and no rounding crosses zero.
//! * **Partial operations**: a quotient by what contains zero is `None`. A square root is taken
//!   of the members that have one.
//! * **Zeros**: the sign of a zero bound means nothing.

use crate::directed::{self, add_down, add_up, div_down, div_up, mul_down, mul_up};

/// All reals from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// On which side of zero the members of an interval lie.
#[derive(Clone, Copy)]
enum Side {
    NotNegative,
    NotPositive,
    Both,
}

impl Interval {
    /// Zero alone.
    pub const ZERO: Interval = Interval { low: 0.0, high: 0.0 };
    /// One alone.
    pub const ONE: Interval = Interval { low: 1.0, high: 1.0 };
    /// All reals.
    pub const ENTIRE: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// From one bound to another; a bound that is a NaN is missing.
    #[inline]
    pub fn new(low: f64, high: f64) -> Interval {
        Interval {
            low: if low.is_nan() { f64::NEG_INFINITY } else { low.min(f64::MAX) },
            high: if high.is_nan() { f64::INFINITY } else { high.max(f64::MIN) },
        }
    }

    /// One number. An infinity stands for the numbers beyond all doubles, a NaN for any number.
    #[inline]
    pub fn point(number: f64) -> Interval {
        Interval::new(number, number)
    }

    /// All numbers of at most this magnitude.
    #[inline]
    pub fn within(magnitude: f64) -> Interval {
        Interval::new(-magnitude, magnitude)
    }

    /// The one member, if there is no other.
    pub fn as_point(self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether there is one member only.
    pub fn is_point(self) -> bool {
        self.low == self.high
    }

    /// Whether zero is the only member.
    pub fn is_zero(self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }

    /// Whether a number is a member.
    pub fn contains(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Whether no bound is missing.
    pub fn is_bounded(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether no member is negative.
    pub fn is_not_negative(self) -> bool {
        self.low >= 0.0
    }

    /// Whether no member is positive.
    pub fn is_not_positive(self) -> bool {
        self.high <= 0.0
    }

    /// The greatest magnitude of a member.
    pub fn magnitude(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// The least magnitude of a member.
    pub fn mignitude(self) -> f64 {
        if self.contains(0.0) { 0.0 } else { self.low.abs().min(self.high.abs()) }
    }

    /// A number near the middle.
    pub fn midpoint(self) -> f64 {
        if self.low == self.high { self.low } else { self.low / 2.0 + self.high / 2.0 }
    }

    /// About how far the bounds are from each other.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The smallest interval that contains both.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The members of both; `None` if there are none.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    /// The numbers with the other sign.
    #[must_use]
    pub fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    /// The magnitudes.
    #[must_use]
    pub fn abs(self) -> Interval {
        Interval { low: self.mignitude(), high: self.magnitude() }
    }

    /// Sums.
    #[must_use]
    pub fn plus(self, other: Interval) -> Interval {
        // Rows and forms have many zeros.
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        Interval { low: add_down(self.low, other.low), high: add_up(self.high, other.high) }
    }

    /// Differences.
    #[must_use]
    pub fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    /// Further out on both sides by a magnitude.
    #[must_use]
    pub fn widened(self, by: f64) -> Interval {
        self.plus(Interval::within(by))
    }

    #[inline]
    fn side(self) -> Side {
        match () {
            () if self.low >= 0.0 => Side::NotNegative,
            () if self.high <= 0.0 => Side::NotPositive,
            () => Side::Both,
        }
    }

    /// Products.
    #[must_use]
    pub fn times(self, other: Interval) -> Interval {
        use Side::{Both, NotNegative, NotPositive};
        if other == Interval::ONE {
            return self;
        }
        if self == Interval::ONE {
            return other;
        }
        let (a, b) = (self, other);
        // The bounds whose product is least, and those whose product is greatest.
        let (least, greatest) = match (a.side(), b.side()) {
            (NotNegative, NotNegative) => ((a.low, b.low), (a.high, b.high)),
            (NotNegative, NotPositive) => ((a.high, b.low), (a.low, b.high)),
            (NotNegative, Both) => ((a.high, b.low), (a.high, b.high)),
            (NotPositive, NotNegative) => ((a.low, b.high), (a.high, b.low)),
            (NotPositive, NotPositive) => ((a.high, b.high), (a.low, b.low)),
            (NotPositive, Both) => ((a.low, b.high), (a.low, b.low)),
            (Both, NotNegative) => ((a.low, b.high), (a.high, b.high)),
            (Both, NotPositive) => ((a.high, b.low), (a.low, b.low)),
            (Both, Both) => {
                return Interval {
                    low: mul_down(a.low, b.high).min(mul_down(a.high, b.low)),
                    high: mul_up(a.low, b.low).max(mul_up(a.high, b.high)),
                };
            }
        };
        Interval { low: mul_down(least.0, least.1), high: mul_up(greatest.0, greatest.1) }
    }

    /// Squares.
    #[must_use]
    pub fn squared(self) -> Interval {
        let magnitudes = self.abs();
        magnitudes.times(magnitudes)
    }

    /// Quotients; `None` if the divisor contains zero.
    pub fn over(self, other: Interval) -> Option<Interval> {
        if other.contains(0.0) {
            return None;
        }
        let (a, b) = (self, other);
        let (least, greatest) = match (a.side(), b.low > 0.0) {
            (Side::NotNegative, true) => ((a.low, b.high), (a.high, b.low)),
            (Side::NotPositive, true) => ((a.low, b.low), (a.high, b.high)),
            (Side::Both, true) => ((a.low, b.low), (a.high, b.low)),
            (Side::NotNegative, false) => ((a.high, b.high), (a.low, b.low)),
            (Side::NotPositive, false) => ((a.high, b.low), (a.low, b.high)),
            (Side::Both, false) => ((a.high, b.high), (a.low, b.high)),
        };
        Some(Interval { low: div_down(least.0, least.1), high: div_up(greatest.0, greatest.1) })
    }

    /// One over each member; `None` if zero is a member.
    pub fn inverse(self) -> Option<Interval> {
        Interval::ONE.over(self)
    }

    /// Square roots of the members that are not negative; `None` if there are none.
    pub fn sqrt(self) -> Option<Interval> {
        let low = self.low.max(0.0);
        (low <= self.high)
            .then(|| Interval { low: directed::sqrt_down(low), high: directed::sqrt_up(self.high) })
    }
}
