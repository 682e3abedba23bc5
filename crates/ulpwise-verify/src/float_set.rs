//! Sets of floats of one format.
//!
//! A number is named by its *ordinal*: its position in the order -inf < … < -0 < +0 < … < +inf,
//! where +0 has 0 and -0 has -1, so that negation is the bitwise complement. NaNs have no ordinal;
//! a set says whether quiet ones and whether signalling ones are in it.

use crate::spans::{Span, Spans};
use ulpwise_float::{Float, Format, Rounding, order};

/// A set of floats of one format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatSet {
    /// The format.
    pub format: Format,
    /// The ordinals of the numbers in it.
    pub numbers: Spans,
    /// Whether a NaN that does not signal is in it.
    pub quiet: bool,
    /// Whether a NaN that signals is in it.
    pub signaling: bool,
}

/// The ordinal of plus infinity.
pub(crate) fn top(format: Format) -> i128 {
    order::infinity(format) as i128
}

/// The float with an ordinal.
pub(crate) fn float(format: Format, ordinal: i128) -> Float {
    Float::from_bits(format, order::from_ordinal(format, ordinal))
}

/// The ordinal of a number.
pub(crate) fn ordinal(number: Float) -> i128 {
    order::ordinal(number.format(), number.to_bits())
}

/// The ordinal of 2 to a power, that of the nearest number towards zero if there is none.
pub(crate) fn power_of_two(format: Format, power: i64) -> i128 {
    ordinal(Float::one(format, false).scalbn(power, Rounding::TowardZero).0)
}

/// The position of a number among the values, where both zeros are one.
pub(crate) fn numeric(ordinal: i128) -> i128 {
    if ordinal < 0 { ordinal + 1 } else { ordinal }
}

/// The ordinals of the numbers from one value to another, both zeros included where zero is.
pub(crate) fn from_numeric(low: i128, high: i128) -> Span {
    Span::new(if low <= 0 { low.saturating_sub(1) } else { low }, if high < 0 { high - 1 } else { high })
}

impl FloatSet {
    /// No float.
    pub fn empty(format: Format) -> FloatSet {
        FloatSet { format, numbers: Spans::default(), quiet: false, signaling: false }
    }

    /// Any bits.
    pub fn any(format: Format) -> FloatSet {
        let numbers = Spans::new([Span::new(!top(format), top(format))]);
        FloatSet { format, numbers, quiet: true, signaling: true }
    }

    pub(crate) fn singleton(float: Float) -> FloatSet {
        let mut set = FloatSet::empty(float.format());
        set.insert(float);
        set
    }

    pub(crate) fn of_spans(format: Format, numbers: Spans) -> FloatSet {
        FloatSet { numbers, ..FloatSet::empty(format) }
    }

    fn insert(&mut self, float: Float) {
        if float.is_signaling_nan() {
            self.signaling = true;
        } else if float.is_nan() {
            self.quiet = true;
        } else {
            self.numbers = self.numbers.union(&Spans::new([Span::point(ordinal(float))]));
        }
    }

    /// The finite numbers.
    pub(crate) fn finite_span(format: Format) -> Span {
        Span::new(!top(format) + 1, top(format) - 1)
    }

    pub(crate) fn can_be_nan(&self) -> bool {
        self.quiet || self.signaling
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty() && !self.can_be_nan()
    }

    pub(crate) fn can_be_zero(&self) -> bool {
        self.numbers.meets(Span::new(-1, 0))
    }

    pub(crate) fn can_be_infinite(&self) -> bool {
        self.numbers.contains(top(self.format)) || self.numbers.contains(!top(self.format))
    }

    pub(crate) fn can_be_negative(&self) -> bool {
        self.numbers.low().is_some_and(|low| low < -1)
    }

    pub(crate) fn finite(&self) -> FloatSet {
        FloatSet::of_spans(self.format, self.numbers.clip(FloatSet::finite_span(self.format)))
    }

    pub(crate) fn union(&self, other: &FloatSet) -> FloatSet {
        FloatSet {
            format: self.format,
            numbers: self.numbers.union(&other.numbers),
            quiet: self.quiet || other.quiet,
            signaling: self.signaling || other.signaling,
        }
    }

    pub(crate) fn intersection(&self, other: &FloatSet) -> FloatSet {
        FloatSet {
            format: self.format,
            numbers: self.numbers.intersection(&other.numbers),
            quiet: self.quiet && other.quiet,
            signaling: self.signaling && other.signaling,
        }
    }

    pub(crate) fn includes(&self, other: &FloatSet) -> bool {
        self.format == other.format
            && self.numbers.includes(&other.numbers)
            && (self.quiet || !other.quiet)
            && (self.signaling || !other.signaling)
    }

    pub(crate) fn negated(&self) -> FloatSet {
        let numbers = Spans::new(self.numbers.iter().map(|span| Span::new(!span.high, !span.low)));
        FloatSet { numbers, ..self.clone() }
    }

    /// The members without their signs.
    pub(crate) fn magnitudes(&self) -> FloatSet {
        let below = self.negated().numbers.clip(Span::new(0, i128::MAX));
        let numbers = self.numbers.clip(Span::new(0, i128::MAX)).union(&below);
        FloatSet { numbers, ..self.clone() }
    }

    /// The finite members but zeros, without their signs.
    pub(crate) fn proper_magnitudes(&self) -> Spans {
        self.magnitudes().numbers.clip(Span::new(1, top(self.format) - 1))
    }

    pub(crate) fn least_proper(&self) -> Option<Float> {
        self.proper_magnitudes().low().map(|at| float(self.format, at))
    }

    pub(crate) fn greatest_proper(&self) -> Option<Float> {
        self.proper_magnitudes().high().map(|at| float(self.format, at))
    }

    /// The ordinals of the positive subnormal numbers.
    pub(crate) fn subnormal_span(format: Format) -> Span {
        Span::new(1, ordinal(Float::min_normal(format, false)) - 1)
    }

    pub(crate) fn has_subnormal(&self) -> bool {
        self.magnitudes().numbers.meets(FloatSet::subnormal_span(self.format))
    }
}
