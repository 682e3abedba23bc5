//! The shortest decimal that reads back as the same number.
//!
//! Burger and Dybvig, "Printing Floating-Point Numbers Quickly and Accurately" (PLDI 1996), free-format algorithm:
//! digits of the exact value are generated until what remains lies within the interval of reals that round to the
//! number (to nearest, ties to even). Of the shortest decimals the nearest to the number comes out.

use crate::Natural;
use crate::magnitude::Magnitude;
use crate::unpack::{Kind, unpack};
use crate::value::{Float, at_width};
use dashu_int::ops::{BitTest, DivRem, PowerOfTwo};
use std::fmt;

/// A decimal number: its digits with the point before the first one, times 10^`exponent`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decimal {
    /// Whether there is a minus sign (also for zero).
    pub negative: bool,
    /// The digits, neither first nor last `0`; empty for zero.
    pub digits: String,
    /// The power of ten: the value is 0.`digits` * 10^`exponent`.
    pub exponent: i64,
}

impl Float {
    /// The shortest decimal that reads back as this number under round-to-nearest-even, and of those the nearest;
    /// `None` if infinite or no number.
    pub fn to_shortest_decimal(self) -> Option<Decimal> {
        let (exponent, significand) = at_width!(self.format(), integer_parts, &self)?;
        let negative = self.is_sign_negative();
        if significand.is_zero() {
            return Some(Decimal { negative, digits: String::new(), exponent: 0 });
        }
        let narrow_below = significand.bit_len() == self.format().significand_bits() as usize
            && significand.is_power_of_two()
            && exponent > self.format().min_subnormal_exponent();
        let (digits, exponent) = Interval::around(&significand, exponent, narrow_below).generate();
        Some(Decimal { negative, digits, exponent })
    }
}

/// Exponent of the last place and integer significand of a finite number.
fn integer_parts<M: Magnitude>(x: &Float) -> Option<(i64, Natural)> {
    let a = unpack::<M>(x);
    match a.kind {
        Kind::NotANumber | Kind::Infinity => None,
        Kind::Zero => Some((0, Natural::ZERO)),
        Kind::Finite => {
            let last = a.exponent.max(x.format().min_subnormal_exponent());
            let significand = a.significand.shr((last - a.exponent) as u32);
            Some((last, Natural::from_words(&significand.to_limbs())))
        }
    }
}

/// A value and the reals that round to it, as fractions of one denominator.
struct Interval {
    value: Natural,
    denominator: Natural,
    above: Natural,
    below: Natural,
    /// Whether the ends belong to the interval.
    closed: bool,
}

impl Interval {
    /// The interval around `significand * 2^exponent`; half as wide below if `narrow_below`, since the number is the
    /// first of its binade.
    fn around(significand: &Natural, exponent: i64, narrow_below: bool) -> Interval {
        let unit = if narrow_below { 2 } else { 1 };
        let up = exponent.max(0) as usize;
        let down = (-exponent).max(0) as usize;
        Interval {
            value: (significand << (unit + up)),
            denominator: Natural::ONE << (unit + down),
            above: Natural::ONE << (unit - 1 + up),
            below: Natural::ONE << up,
            closed: !significand.bit(0),
        }
    }

    /// Whether the decimal produced so far, rounded up in its last place, lies within the interval.
    fn reaches_above(&self) -> bool {
        let end = &self.value + &self.above;
        if self.closed { end >= self.denominator } else { end > self.denominator }
    }

    /// Whether the decimal produced so far lies within the interval.
    fn reaches_below(&self) -> bool {
        if self.closed { self.value <= self.below } else { self.value < self.below }
    }

    fn scale(&mut self, factor: &Natural) {
        self.value *= factor;
        self.above *= factor;
        self.below *= factor;
    }

    /// Scales by a power of ten so that the upper end lies in (1/10, 1], and returns that power.
    fn normalise(&mut self) -> i64 {
        let ten = Natural::from(10u8);
        // An estimate of the decimal logarithm that is never too large, and less than two too small.
        let binary = self.value.bit_len() as i64 - self.denominator.bit_len() as i64 - 1;
        // log10(2) = 0.301029995663..., rounded down in value for either sign.
        let logarithm = if binary < 0 { 30_102_999_567 } else { 30_102_999_566 };
        let mut power = (i128::from(binary) * logarithm).div_euclid(100_000_000_000) as i64;
        let factor = ten.pow(power.unsigned_abs() as usize);
        if power >= 0 {
            self.denominator *= &factor;
        } else {
            self.scale(&factor);
        }
        while self.reaches_above() {
            self.denominator *= &ten;
            power += 1;
        }
        power
    }

    fn generate(mut self) -> (String, i64) {
        let exponent = self.normalise();
        let ten = Natural::from(10u8);
        let mut digits = String::new();
        loop {
            self.scale(&ten);
            let (digit, rest) = (&self.value).div_rem(&self.denominator);
            self.value = rest;
            let mut digit = u8::try_from(&digit).expect("the value is below the denominator");
            let (below, above) = (self.reaches_below(), self.reaches_above());
            if !below && !above {
                digits.push(char::from(b'0' + digit));
                continue;
            }
            let nearer_above = (&self.value << 1) >= self.denominator;
            digit += u8::from(above && (!below || nearer_above));
            digits.push(char::from(b'0' + digit));
            return (digits, exponent);
        }
    }
}

/// Plain notation for moderate exponents, scientific beyond: `0.001`, `12.0`, `1.5e300`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negative {
            f.write_str("-")?;
        }
        let count = self.digits.len() as i64;
        match self.exponent {
            _ if count == 0 => f.write_str("0.0"),
            -3..=0 => write!(f, "0.{}{}", "0".repeat(self.exponent.unsigned_abs() as usize), self.digits),
            1..=17 if count <= self.exponent => {
                write!(f, "{}{}.0", self.digits, "0".repeat((self.exponent - count) as usize))
            }
            1..=17 => {
                let (whole, fraction) = self.digits.split_at(self.exponent as usize);
                write!(f, "{whole}.{fraction}")
            }
            _ => {
                let (first, rest) = self.digits.split_at(1);
                let point = if rest.is_empty() { "" } else { "." };
                write!(f, "{first}{point}{rest}e{}", self.exponent - 1)
            }
        }
    }
}
