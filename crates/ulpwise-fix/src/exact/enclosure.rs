//! Intervals that hold an exact real number, with ends of as many bits as are asked for.

use super::binary::{RoundingSide, ScaledInteger};
use std::cmp::Ordering;

/// Numbers beyond 2 to this power, or below its inverse, are only known to be so.
const LARGEST_EXPONENT: i64 = 1 << 50;

/// An end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EnclosureEnd {
    MinusInfinity,
    Number(ScaledInteger),
    PlusInfinity,
}

impl EnclosureEnd {
    fn rank(&self) -> i32 {
        match self {
            Self::MinusInfinity => -1,
            Self::Number(_) => 0,
            Self::PlusInfinity => 1,
        }
    }

    pub(super) fn sign(&self) -> i32 {
        match self {
            Self::Number(number) => number.sign(),
            _ => self.rank(),
        }
    }

    fn negated(&self) -> Self {
        match self {
            Self::MinusInfinity => Self::PlusInfinity,
            Self::Number(number) => Self::Number(number.negated()),
            Self::PlusInfinity => Self::MinusInfinity,
        }
    }

    /// Keeps exponents within bounds.
    pub(super) fn limited(number: ScaledInteger, side: RoundingSide) -> Self {
        if number.is_zero() {
            return Self::Number(number);
        }
        let top = number.top();
        let outwards = (side == RoundingSide::Above) == (number.sign() > 0);
        let limit = |exponent: i64| ScaledInteger::new(number.mantissa.signum(), exponent);
        if top > LARGEST_EXPONENT {
            return match (outwards, number.sign() > 0) {
                (true, true) => Self::PlusInfinity,
                (true, false) => Self::MinusInfinity,
                (false, _) => Self::Number(limit(LARGEST_EXPONENT - 1)),
            };
        }
        if top < -LARGEST_EXPONENT {
            return Self::Number(if outwards { limit(-LARGEST_EXPONENT) } else { ScaledInteger::ZERO });
        }
        Self::Number(number)
    }

    fn plus(&self, other: &Self, bits: usize, side: RoundingSide) -> Self {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::limited(a.plus(b, bits, side), side),
            (Self::Number(_), infinite) | (infinite, _) => infinite.clone(),
        }
    }

    fn times(&self, other: &Self, bits: usize, side: RoundingSide) -> Self {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => Self::limited(a.times(b, bits, side), side),
            _ => match self.sign() * other.sign() {
                0 => Self::Number(ScaledInteger::ZERO),
                1 => Self::PlusInfinity,
                _ => Self::MinusInfinity,
            },
        }
    }
}

impl Ord for EnclosureEnd {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for EnclosureEnd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An interval, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Enclosure {
    pub(super) low: EnclosureEnd,
    pub(super) high: EnclosureEnd,
}

impl Enclosure {
    pub(super) fn new(low: EnclosureEnd, high: EnclosureEnd) -> Self {
        debug_assert!(low <= high, "the ends of an enclosure are in order");
        Self { low, high }
    }

    pub(super) fn point(number: ScaledInteger) -> Self {
        Self { low: EnclosureEnd::Number(number.clone()), high: EnclosureEnd::Number(number) }
    }

    /// The value of a finite double.
    pub(crate) fn from_f64(value: f64) -> Self {
        Self::point(ScaledInteger::from_f64(value))
    }

    pub(super) fn integer(value: i64) -> Self {
        Self::point(ScaledInteger::integer(value))
    }

    /// The number itself, if the interval holds only one.
    pub(super) fn as_point(&self) -> Option<&ScaledInteger> {
        match (&self.low, &self.high) {
            (EnclosureEnd::Number(low), EnclosureEnd::Number(high)) if low == high => Some(low),
            _ => None,
        }
    }

    pub(super) fn is_positive(&self) -> bool {
        self.low.sign() > 0
    }

    pub(super) fn is_not_negative(&self) -> bool {
        self.low.sign() >= 0
    }

    pub(super) fn is_negative(&self) -> bool {
        self.high.sign() < 0
    }

    pub(super) fn is_zero(&self) -> bool {
        self.low.sign() == 0 && self.high.sign() == 0
    }

    pub(super) fn holds_zero(&self) -> bool {
        self.low.sign() <= 0 && self.high.sign() >= 0
    }

    /// Whether some number lies in both.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// What lies in both; nothing if they do not meet.
    pub(crate) fn meet(&self, other: &Self) -> Option<Self> {
        let low = self.low.clone().max(other.low.clone());
        let high = self.high.clone().min(other.high.clone());
        (low <= high).then_some(Self { low, high })
    }

    pub(super) fn hull(&self, other: &Self) -> Self {
        Self::new(self.low.clone().min(other.low.clone()), self.high.clone().max(other.high.clone()))
    }

    /// Whether both ends agree in so many leading bits, or are the same number.
    pub(crate) fn is_tight(&self, bits: i64) -> bool {
        match (&self.low, &self.high) {
            (EnclosureEnd::Number(low), EnclosureEnd::Number(high)) => {
                if low == high {
                    return true;
                }
                if low.sign() * high.sign() <= 0 {
                    return false;
                }
                let width = high.plus(&low.negated(), 32, RoundingSide::Above);
                width.is_zero() || width.top() <= low.top().min(high.top()) - bits
            }
            _ => false,
        }
    }

    /// The double that every number in it rounds to, if it is one.
    pub(crate) fn nearest_f64(&self) -> Option<f64> {
        let value = |end: &EnclosureEnd| match end {
            EnclosureEnd::MinusInfinity => f64::NEG_INFINITY,
            EnclosureEnd::Number(number) => number.to_f64(),
            EnclosureEnd::PlusInfinity => f64::INFINITY,
        };
        let (low, high) = (value(&self.low), value(&self.high));
        (low == high).then_some(if low == 0.0 && self.low.sign() < 0 { -0.0 } else { low })
    }

    pub(super) fn negated(&self) -> Self {
        Self { low: self.high.negated(), high: self.low.negated() }
    }

    pub(super) fn plus(&self, other: &Self, bits: usize) -> Self {
        Self::new(
            self.low.plus(&other.low, bits, RoundingSide::Below),
            self.high.plus(&other.high, bits, RoundingSide::Above),
        )
    }

    pub(super) fn minus(&self, other: &Self, bits: usize) -> Self {
        self.plus(&other.negated(), bits)
    }

    pub(super) fn times(&self, other: &Self, bits: usize) -> Self {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Self::new(
                EnclosureEnd::limited(a.times(b, bits, RoundingSide::Below), RoundingSide::Below),
                EnclosureEnd::limited(a.times(b, bits, RoundingSide::Above), RoundingSide::Above),
            );
        }
        let ends = [
            (&self.low, &other.low),
            (&self.low, &other.high),
            (&self.high, &other.low),
            (&self.high, &other.high),
        ];
        let product = |side: RoundingSide| ends.map(|(a, b)| a.times(b, bits, side));
        let low = product(RoundingSide::Below).into_iter().min();
        let high = product(RoundingSide::Above).into_iter().max();
        match (low, high) {
            (Some(low), Some(high)) => Self::new(low, high),
            _ => unreachable!("there are four products"),
        }
    }

    /// The square: never negative, though both factors are the same unknown number.
    pub(super) fn squared(&self, bits: usize) -> Self {
        let magnitude = self.abs();
        magnitude.times(&magnitude, bits)
    }

    /// One over a number that is not zero.
    pub(super) fn inverse(&self, bits: usize) -> Option<Self> {
        if self.holds_zero() {
            return None;
        }
        let one = ScaledInteger::integer(1);
        let invert = |end: &EnclosureEnd, side: RoundingSide| match end {
            EnclosureEnd::Number(number) => EnclosureEnd::limited(one.over(number, bits, side), side),
            _ => EnclosureEnd::Number(ScaledInteger::ZERO),
        };
        Some(Self::new(invert(&self.high, RoundingSide::Below), invert(&self.low, RoundingSide::Above)))
    }

    pub(super) fn over(&self, other: &Self, bits: usize) -> Option<Self> {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point())
            && !b.is_zero()
        {
            return Some(Self::new(
                EnclosureEnd::limited(a.over(b, bits, RoundingSide::Below), RoundingSide::Below),
                EnclosureEnd::limited(a.over(b, bits, RoundingSide::Above), RoundingSide::Above),
            ));
        }
        Some(self.times(&other.inverse(bits + 8)?, bits))
    }

    /// The square root; the interval holds no negative number.
    pub(super) fn sqrt(&self, bits: usize) -> Self {
        let root = |end: &EnclosureEnd, side: RoundingSide| match end {
            EnclosureEnd::Number(number) => EnclosureEnd::Number(number.sqrt(bits, side)),
            infinite => infinite.clone(),
        };
        Self::new(root(&self.low, RoundingSide::Below), root(&self.high, RoundingSide::Above))
    }

    pub(super) fn abs(&self) -> Self {
        if self.is_not_negative() {
            return self.clone();
        }
        let other = self.negated();
        if self.high.sign() <= 0 {
            return other;
        }
        Self { low: EnclosureEnd::Number(ScaledInteger::ZERO), high: self.high.clone().max(other.high) }
    }

    pub(super) fn max(&self, other: &Self) -> Self {
        Self { low: self.low.clone().max(other.low.clone()), high: self.high.clone().max(other.high.clone()) }
    }

    pub(super) fn min(&self, other: &Self) -> Self {
        Self { low: self.low.clone().min(other.low.clone()), high: self.high.clone().min(other.high.clone()) }
    }

    /// Times a power of two.
    pub(super) fn scaled(&self, by: i64) -> Self {
        let scale = |end: &EnclosureEnd| match end {
            EnclosureEnd::Number(number) => EnclosureEnd::Number(number.scaled(by)),
            infinite => infinite.clone(),
        };
        Self { low: scale(&self.low), high: scale(&self.high) }
    }
}
