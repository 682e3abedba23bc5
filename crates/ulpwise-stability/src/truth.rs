//! True values of one run: enclosures of reals between numbers of 256 bits, exact as long as that
//! is enough.

use std::cmp::Ordering;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::FloatFormat;

/// The format of the bounds: the numbers of all formats of programs, and products of a few of them,
/// are exact in it.
const WIDE: Format = match Format::new(24, 256) {
    Some(format) => format,
    None => panic!("the format exists"),
};

/// A true value: a real between two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueValue {
    low: Float,
    high: Float,
}

impl TrueValue {
    /// A float as it is; `None` of what is infinite or no number.
    pub(crate) fn of_float(format: FloatFormat, bits: u128) -> Option<TrueValue> {
        let value = Float::from_bits(format.exact_format(), bits);
        let (wide, _) = value.convert(WIDE, Rounding::NearestEven);
        value.is_finite().then_some(TrueValue { low: wide, high: wide })
    }

    /// An integer.
    pub(crate) fn of_integer(value: i128) -> TrueValue {
        let (wide, _) = Float::from_i128(WIDE, value, Rounding::NearestEven);
        TrueValue { low: wide, high: wide }
    }

    fn new(low: Float, high: Float) -> Option<TrueValue> {
        (low.is_finite() && high.is_finite()).then_some(TrueValue { low, high })
    }

    /// The two numbers that it lies between, in hexadecimal, exactly.
    pub fn bounds(&self) -> [String; 2] {
        [self.low, self.high].map(Float::to_hex_text)
    }

    /// The true value between two numbers in hexadecimal; `None` if they are none, or the first is
    /// the larger one.
    pub fn between(low: &str, high: &str) -> Option<TrueValue> {
        let read = |text: &str, rounding| Some(Float::parse(WIDE, text, rounding).ok()?.0);
        let (low, high) = (read(low, Rounding::TowardNegative)?, read(high, Rounding::TowardPositive)?);
        TrueValue::new(low, high).filter(|_| !high.compares_less(low))
    }

    /// Whether it is known to be zero.
    pub fn is_zero(&self) -> bool {
        self.low.is_zero() && self.high.is_zero()
    }

    fn is_point(&self) -> bool {
        self.low.compares_equal(self.high)
    }

    fn contains_zero(&self) -> bool {
        !self.is_negative() && !self.is_positive()
    }

    fn is_positive(&self) -> bool {
        Float::zero(WIDE, false).compares_less(self.low)
    }

    fn is_negative(&self) -> bool {
        self.high.compares_less(Float::zero(WIDE, false))
    }

    pub(crate) fn add(self, other: TrueValue) -> Option<TrueValue> {
        let (low, _) = self.low.add(other.low, Rounding::TowardNegative);
        let (high, _) = self.high.add(other.high, Rounding::TowardPositive);
        TrueValue::new(low, high)
    }

    pub(crate) fn negate(self) -> TrueValue {
        TrueValue { low: self.high.negate(), high: self.low.negate() }
    }

    pub(crate) fn magnitude(self) -> TrueValue {
        if self.is_negative() {
            return self.negate();
        }
        if !self.contains_zero() {
            return self;
        }
        let high = greater(self.high.abs(), self.low.abs());
        TrueValue { low: Float::zero(WIDE, false), high }
    }

    /// The magnitude of one with the sign of another; `None` if that is not known.
    pub(crate) fn with_sign_of(self, other: TrueValue) -> Option<TrueValue> {
        let magnitude = self.magnitude();
        if other.is_positive() { Some(magnitude) } else { other.is_negative().then(|| magnitude.negate()) }
    }

    pub(crate) fn mul(self, other: TrueValue) -> Option<TrueValue> {
        self.by_ends(other, |a, b, rounding| a.mul(b, rounding).0)
    }

    /// The quotient; `None` if the divisor may be zero.
    pub(crate) fn div(self, other: TrueValue) -> Option<TrueValue> {
        if other.contains_zero() {
            return None;
        }
        self.by_ends(other, |a, b, rounding| a.div(b, rounding).0)
    }

    fn by_ends(self, other: TrueValue, of: impl Fn(Float, Float, Rounding) -> Float) -> Option<TrueValue> {
        let ends = |rounding: Rounding| {
            let one = of(self.low, other.low, rounding);
            if self.is_point() && other.is_point() {
                return (one, one);
            }
            let others = [(self.low, other.high), (self.high, other.low), (self.high, other.high)];
            others.into_iter().map(|(a, b)| of(a, b, rounding)).fold((one, one), |(least, most), end| {
                (if end.compares_less(least) { end } else { least }, greater(most, end))
            })
        };
        TrueValue::new(ends(Rounding::TowardNegative).0, ends(Rounding::TowardPositive).1)
    }

    /// The square root; `None` if there may be none.
    pub(crate) fn sqrt(self) -> Option<TrueValue> {
        if self.low.compares_less(Float::zero(WIDE, false)) {
            return None;
        }
        let (low, _) = self.low.sqrt(Rounding::TowardNegative);
        let (high, _) = self.high.sqrt(Rounding::TowardPositive);
        TrueValue::new(low, high)
    }

    /// The smaller or the greater of two.
    pub(crate) fn least_or_greatest(self, other: TrueValue, greatest: bool) -> TrueValue {
        let of = |a: Float, b: Float| if a.compares_less(b) == greatest { b } else { a };
        TrueValue { low: of(self.low, other.low), high: of(self.high, other.high) }
    }

    /// The nearest integer in a direction.
    pub(crate) fn integral(self, rounding: Rounding) -> Option<TrueValue> {
        let (low, _) = self.low.round_to_integral(rounding);
        let (high, _) = self.high.round_to_integral(rounding);
        TrueValue::new(low, high)
    }

    /// The remainder of a division, if both numbers are known exactly.
    pub(crate) fn remainder(self, other: TrueValue) -> Option<TrueValue> {
        if !self.is_point() || !other.is_point() || other.contains_zero() {
            return None;
        }
        let (rest, _) = self.low.fmod(other.low, Rounding::NearestEven);
        TrueValue::new(rest, rest)
    }

    /// How two true values compare, if that is known.
    pub(crate) fn compare(self, other: TrueValue) -> Option<Ordering> {
        if self.high.compares_less(other.low) {
            Some(Ordering::Less)
        } else if other.high.compares_less(self.low) {
            Some(Ordering::Greater)
        } else {
            (self.is_point() && other.is_point()).then_some(Ordering::Equal)
        }
    }

    /// The number nearest to it, more or less. A real zero has no sign.
    pub fn nearest(self) -> f64 {
        let near = self.low.convert(Format::F64, Rounding::NearestEven).0.to_f64();
        if near == 0.0 { 0.0 } else { near }
    }

    /// How far a computed float is from it, in terms of its magnitude: at least and at most. What
    /// is infinite or no number is infinitely far.
    pub fn relative_error(self, format: FloatFormat, bits: u128) -> (f64, f64) {
        let Some(computed) = TrueValue::of_float(format, bits) else { return (f64::INFINITY, f64::INFINITY) };
        let computed = computed.low;
        let zero = Float::zero(WIDE, false);
        let (largest, smallest) = (
            greater(self.low.abs(), self.high.abs()),
            if self.contains_zero() { zero } else { lesser(self.low.abs(), self.high.abs()) },
        );
        let distance = |rounding: Rounding| {
            let (below, above) = (self.low.sub(computed, rounding).0, computed.sub(self.high, rounding).0);
            let farthest =
                greater(computed.sub(self.low, rounding).0.abs(), computed.sub(self.high, rounding).0.abs());
            (greater(greater(below, above), zero), farthest)
        };
        let over = |a: Float, b: Float, rounding: Rounding| -> f64 {
            if a.is_zero() {
                return 0.0;
            }
            if b.is_zero() {
                return f64::INFINITY;
            }
            a.div(b, rounding).0.convert(Format::F64, rounding).0.to_f64()
        };
        let least = over(distance(Rounding::TowardNegative).0, largest, Rounding::TowardNegative);
        let most = over(distance(Rounding::TowardPositive).1, smallest, Rounding::TowardPositive);
        (least, most)
    }
}

fn greater(a: Float, b: Float) -> Float {
    if a.compares_less(b) { b } else { a }
}

fn lesser(a: Float, b: Float) -> Float {
    if a.compares_less(b) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exactly(value: f64) -> TrueValue {
        TrueValue::of_float(FloatFormat::F64, value.to_bits().into()).unwrap()
    }

    #[test]
    fn errors_are_those_of_the_true_value() {
        let third = exactly(1.0).div(exactly(3.0)).unwrap();
        let (least, most) = third.relative_error(FloatFormat::F64, (1.0f64 / 3.0).to_bits().into());
        assert!(least > 5.5e-17 && most < 5.6e-17 && least <= most);
        let sum = exactly(0.1).add(exactly(0.2)).unwrap();
        assert!(sum.relative_error(FloatFormat::F64, (0.1f64 + 0.2).to_bits().into()).0 > 0.0);
        let zero = exactly(1.0).add(exactly(-1.0)).unwrap();
        assert_eq!(
            zero.relative_error(FloatFormat::F64, 1e-300f64.to_bits().into()),
            (f64::INFINITY, f64::INFINITY)
        );
        assert_eq!(zero.relative_error(FloatFormat::F64, 0), (0.0, 0.0));
        assert_eq!(third.relative_error(FloatFormat::F64, f64::NAN.to_bits().into()).0, f64::INFINITY);
    }

    #[test]
    fn bounds_are_written_and_read_exactly() {
        let third = exactly(1.0).div(exactly(3.0)).unwrap();
        let tiny = exactly(5e-324).mul(exactly(5e-324)).unwrap();
        for truth in [third, tiny, exactly(-2.5), exactly(0.0), third.negate()] {
            let [low, high] = truth.bounds();
            let read = TrueValue::between(&low, &high).unwrap();
            assert_eq!(read, truth, "{low} {high}");
        }
        assert!(
            TrueValue::between("0x1p+1", "0x1p+0").is_none() && TrueValue::between("x", "0x1p+0").is_none()
        );
        assert!(TrueValue::between("nan", "nan").is_none());
        assert_eq!(exactly(0.0).negate().nearest().to_bits(), 0, "a real zero has no sign");
    }

    #[test]
    fn what_has_no_value_has_none() {
        assert!(exactly(1.0).div(exactly(0.0)).is_none() && exactly(-1.0).sqrt().is_none());
        let root = exactly(2.0).sqrt().unwrap();
        assert_eq!(root.mul(root).unwrap().compare(exactly(2.0)), None, "it is known to 256 bits");
        assert_eq!(exactly(2.5).integral(Rounding::NearestEven).unwrap().nearest(), 2.0);
        assert_eq!(exactly(-3.0).magnitude().compare(exactly(3.0)), Some(Ordering::Equal));
        assert_eq!(exactly(7.5).remainder(exactly(2.0)).unwrap().nearest(), 1.5);
        assert_eq!(exactly(1.0).with_sign_of(exactly(-2.0)).unwrap().nearest(), -1.0);
        assert_eq!(exactly(1.0).least_or_greatest(exactly(2.0), true).nearest(), 2.0);
        assert_eq!(exactly(1.0).least_or_greatest(exactly(2.0), false).nearest(), 1.0);
    }
}
