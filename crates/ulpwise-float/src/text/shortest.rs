//! The shortest decimal that reads back as the same number.
//!
//! Burger and Dybvig, "Printing Floating-Point Numbers Quickly and Accurately" (PLDI 1996),
//! free-format algorithm: digits of the exact value are generated until what remains lies within
//! the interval of reals that round to the number (to nearest, ties to even). Of the shortest
//! decimals the nearest to the number comes out.
//!
//! Numbers with exponents beyond those of f128 would need integers of up to half a gigabit; for
//! them decimals of increasing length are tried until one reads back.

use super::decimal::round_scaled;
use super::power::Enclosure;
use crate::Natural;
use crate::env::Env;
use crate::magnitude::Magnitude;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, at_single_width};
use dashu_int::ops::{BitTest, DivRem, PowerOfTwo};
use std::fmt;

/// Binary exponents beyond this are not written out.
const LARGE_EXPONENT: u64 = 20_000;

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
    /// The shortest decimal that reads back as this number under round-to-nearest-even, and of
    /// those the nearest; `None` if infinite or no number.
    pub fn to_shortest_decimal(self) -> Option<Decimal> {
        let (exponent, significand) = at_single_width!(self.format(), integer_parts, &self)?;
        let negative = self.is_sign_negative();
        if significand.is_zero() {
            return Some(Decimal { negative, digits: String::new(), exponent: 0 });
        }
        let narrow_below = significand.bit_len() == self.format().significand_bits() as usize
            && significand.is_power_of_two()
            && exponent > self.format().min_subnormal_exponent();
        let (digits, exponent) = if exponent.unsigned_abs() > LARGE_EXPONENT {
            search(self.abs(), &Enclosure::exactly(&significand, exponent))
        } else {
            Interval::around(&significand, exponent, narrow_below).generate()
        };
        Some(Decimal { negative, digits, exponent })
    }
}

/// Exponent of the last place and integer significand of a finite number.
fn integer_parts<M: Magnitude>(x: &Float) -> Option<(i64, Natural)> {
    let a = unpack::<M>(x.format(), x);
    match a.kind {
        UnpackedKind::NotANumber | UnpackedKind::Infinity => None,
        UnpackedKind::Zero => Some((0, Natural::ZERO)),
        UnpackedKind::Finite => {
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
    /// The interval around `significand * 2^exponent`; half as wide below if `narrow_below`, since
    /// the number is the first of its binade.
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
        // An estimate of the decimal logarithm that is never too large, and less than two too
        // small.
        let binary = self.value.bit_len() as i64 - self.denominator.bit_len() as i64 - 1;
        let mut power = floor_log10_of_power_of_two(binary);
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

/// A lower bound of log10(2^`binary`), less than one too small for exponents of up to 31 bits.
fn floor_log10_of_power_of_two(binary: i64) -> i64 {
    // log10(2) = 0.301029995663981195...
    let logarithm = if binary < 0 { 301_029_995_663_981_196 } else { 301_029_995_663_981_195 };
    (i128::from(binary) * logarithm).div_euclid(1_000_000_000_000_000_000) as i64
}

/// The shortest decimal by trying lengths: of each length the nearer of the two decimals around the
/// number, then the other.
fn search(float: Float, value: &Enclosure) -> (String, i64) {
    let (format, precision) = (float.format(), float.format().significand_bits() as usize);
    // The estimate may be one too small, in which case two digits stand before the point.
    let leading = value.low.bit_len() as i64 - 1 + value.exponent;
    let estimate = floor_log10_of_power_of_two(leading);
    let (first, _) = truncated(value, -estimate, precision);
    let logarithm = estimate + i64::from(first >= Natural::from(10u8));
    for scale in -logarithm.. {
        let (below, above_is_nearer) = truncated(value, scale, precision);
        let above = &below + Natural::ONE;
        for candidate in if above_is_nearer { [above, below] } else { [below, above] } {
            if round_scaled(format, Env::default(), false, &candidate, -scale).0 == float {
                let digits = candidate.to_string();
                let point = digits.len() as i64 - scale;
                return (digits.trim_end_matches('0').to_owned(), point);
            }
        }
    }
    unreachable!("enough digits identify every number")
}

/// The integer part of the number times 10^`scale`, and whether the next integer is nearer. The
/// product is never an integer or halfway between two, since exponents as large as here leave a
/// factor of two or five in a denominator.
fn truncated(value: &Enclosure, scale: i64, precision: usize) -> (Natural, bool) {
    let mut bits = 2 * precision + 64;
    loop {
        if let Some(doubled) = value.scaled_by_power_of_ten(scale, bits).floor_scaled(1) {
            return (&doubled >> 1, doubled.bit(0));
        }
        bits *= 2;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use ulpwise_base::SplitMix64;

    #[test]
    fn searching_finds_what_generating_finds() {
        let mut random = SplitMix64::new(1);
        for case in 0..3_000 {
            // Exponents so large that no decimal of the lengths tried is exact.
            let exponent = (if case % 2 == 0 { 600 } else { 1 }) + random.below(300);
            let trailing = if case % 5 == 0 { 0 } else { random.next_u64() >> 12 };
            let float =
                Float::from_bits(Format::F64, u128::from((exponent + 1023 * (case % 2)) << 52 | trailing));
            if !(300..1748).contains(&float.exponent_field()) {
                let (exponent, significand) = integer_parts::<u64>(&float).expect("finite");
                let found = search(float, &Enclosure::exactly(&significand, exponent));
                let generated = float.to_shortest_decimal().expect("finite");
                assert_eq!(found, (generated.digits, generated.exponent), "{float:?}");
            }
        }
    }
}
