//! Seeded decimal texts: short ones, long ones, and those exactly halfway between two numbers or
//! next to that.

use crate::operands::Operands;
use ulpwise_base::SplitMix64;
use ulpwise_float::{Float, Format, Natural, Rational, Rounding};

/// A source of decimal numbers for reading into one format.
pub struct Decimals {
    format: Format,
    operands: Operands,
    random: SplitMix64,
}

impl Decimals {
    /// The source that `seed` starts.
    pub fn new(format: Format, seed: u64) -> Decimals {
        Decimals { format, operands: Operands::new(format, seed), random: SplitMix64::new(!seed) }
    }

    /// The next decimal, in the syntax common to C, MPFR and Rust.
    pub fn next_text(&mut self) -> String {
        let sign = if self.random.below(2) == 0 { "-" } else { "" };
        let magnitude = match self.random.below(6) {
            0 | 1 => self.plain(),
            2 => self.scientific(),
            3 => self.exact_value(),
            _ => self.near_halfway(),
        };
        format!("{sign}{magnitude}")
    }

    fn digits(&mut self, most: u64) -> String {
        let count = 1 + self.random.below(most);
        (0..count).map(|_| char::from(b'0' + self.random.below(10) as u8)).collect()
    }

    fn plain(&mut self) -> String {
        let whole = self.digits(8);
        match self.random.below(3) {
            0 => whole,
            1 => format!("{whole}.{}", self.digits(12)),
            _ => format!("0.000{}", self.digits(30)),
        }
    }

    /// Any exponent of the format, and some beyond.
    fn scientific(&mut self) -> String {
        let range = (self.format.max_exponent() + i64::from(self.format.significand_bits())) * 31 / 100 + 3;
        let exponent = self.random.below(2 * range as u64 + 1) as i64 - range;
        format!("{}.{}e{exponent}", self.digits(1), self.digits(40))
    }

    /// A positive finite number whose exact decimal is not excessively long.
    fn number(&mut self) -> Float {
        loop {
            let number = self.operands.any().abs();
            if number.ilogb().is_some_and(|exponent| exponent.abs() < 2000) {
                return number;
            }
        }
    }

    fn exact_value(&mut self) -> String {
        let value = self.number().to_rational().expect("finite");
        exact_decimal(&value)
    }

    /// Halfway between a number and the next, or a little off in the last place.
    fn near_halfway(&mut self) -> String {
        let number = self.number();
        let next = number.next_up(Rounding::NearestEven).0;
        let (Some(low), Some(high)) = (number.to_rational(), next.to_rational()) else {
            return self.plain();
        };
        let middle = exact_decimal(&((low + high) / Rational::from(2)));
        let (digits, exponent) = middle.split_once('e').expect("exact decimals have an exponent");
        match self.random.below(3) {
            0 => middle,
            // A digit appended, or the last one, which is never 0, lowered.
            1 => format!("{digits}00000001e{}", exponent.parse::<i64>().expect("a number") - 8),
            _ => {
                let lowered = Natural::from_str_radix(digits, 10).expect("digits") - Natural::ONE;
                format!("{lowered}e{exponent}")
            }
        }
    }
}

/// A positive rational whose denominator is a power of two, exactly: digits, `e`, exponent.
fn exact_decimal(value: &Rational) -> String {
    let numerator = value.numerator().as_ubig().expect("positive");
    let places = value.denominator().trailing_zeros().expect("not zero");
    format!("{}e-{places}", numerator * Natural::from(5u8).pow(places))
}
