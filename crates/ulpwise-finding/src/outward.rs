//! Numbers that bound something, as short decimals on the safe side.
//!
//! A decimal of few digits is not the number that it stands for. What is printed of an upper bound
//! is never below it, and what is printed of a lower bound, such as an error that was measured, is
//! never above it: then a measured error never reads as larger than a bound that holds. The digits
//! are those of the double's exact decimal expansion; no arithmetic on floats is done here.

/// A number that something does not exceed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpperBound(pub f64);

/// A number that something reaches, or does not fall below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LowerBound(pub f64);

impl UpperBound {
    /// With so many digits after the point, and a power of ten.
    pub fn scientific(self, digits: usize) -> String {
        Bounding::new(self.0, Side::Above).scientific(digits)
    }

    /// With so many digits after the point.
    pub fn fixed(self, digits: usize) -> String {
        Bounding::new(self.0, Side::Above).fixed(digits)
    }

    /// In few digits: two after the point, or two in all where it is very large or very small.
    pub fn short(self) -> String {
        Bounding::new(self.0, Side::Above).short()
    }

    /// A share in percent, of three digits.
    pub fn percent(self) -> String {
        Bounding::new(self.0, Side::Above).percent()
    }
}

impl LowerBound {
    /// With so many digits after the point, and a power of ten.
    pub fn scientific(self, digits: usize) -> String {
        Bounding::new(self.0, Side::Below).scientific(digits)
    }

    /// With so many digits after the point.
    pub fn fixed(self, digits: usize) -> String {
        Bounding::new(self.0, Side::Below).fixed(digits)
    }

    /// In few digits: two after the point, or two in all where it is very large or very small.
    pub fn short(self) -> String {
        Bounding::new(self.0, Side::Below).short()
    }

    /// A share in percent, of three digits.
    pub fn percent(self) -> String {
        Bounding::new(self.0, Side::Below).percent()
    }
}

/// Where a decimal may lie that is not the number itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

/// More significant digits than the exact decimal of any double has: 767.
const ALL_DIGITS: usize = 800;

/// A double with its exact decimal expansion.
struct Bounding {
    value: f64,
    /// Whether a magnitude that is cut off is rounded up.
    grows: bool,
    /// The significant digits, the first of which is not 0 unless the number is.
    digits: Vec<u8>,
    /// The power of ten of the first digit.
    exponent: i32,
}

impl Bounding {
    fn new(value: f64, side: Side) -> Self {
        let grows = (side == Side::Above) != value.is_sign_negative();
        let mut this = Self { value, grows, digits: vec![0], exponent: 0 };
        if value.is_finite() {
            let text = format!("{:.ALL_DIGITS$e}", value.abs());
            let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            this.digits = digits.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
            this.exponent = exponent.parse().unwrap_or(0);
        }
        this
    }

    fn sign(&self) -> &'static str {
        if self.value < 0.0 { "-" } else { "" }
    }

    /// The first digits, up to the one of a power of ten, and the power of ten of the first of them.
    fn cut(&self, last: i32) -> (Vec<u8>, i32) {
        let kept = usize::try_from(self.exponent - last + 1).unwrap_or(0);
        let mut digits: Vec<u8> =
            self.digits.iter().copied().chain(std::iter::repeat(0)).take(kept).collect();
        let mut exponent = if kept == 0 { last - 1 } else { self.exponent };
        let is_cut = self.digits.iter().skip(kept).any(|&digit| digit != 0);
        if is_cut && self.grows {
            match digits.iter().rposition(|&digit| digit != 9) {
                Some(at) => {
                    digits[at] += 1;
                    digits[at + 1..].fill(0);
                }
                None => {
                    digits.fill(0);
                    digits.insert(0, 1);
                    exponent += 1;
                }
            }
        }
        (digits, exponent)
    }

    fn scientific(&self, digits: usize) -> String {
        if !self.value.is_finite() {
            return self.value.to_string();
        }
        let (cut, exponent) = self.cut(self.exponent - i32::try_from(digits).unwrap_or(i32::MAX / 2));
        let text: String = cut.iter().take(digits + 1).map(|&digit| char::from(b'0' + digit)).collect();
        let (first, rest) = text.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{}{first}{point}{rest}e{exponent}", self.sign())
    }

    fn fixed(&self, digits: usize) -> String {
        if !self.value.is_finite() {
            return self.value.to_string();
        }
        let last = -i32::try_from(digits).unwrap_or(i32::MAX / 2);
        let (cut, exponent) = self.cut(last);
        // The digit of each power of ten from the units, or the first digit, down to the last.
        let digit = |power: i32| {
            let at = usize::try_from(exponent - power).ok();
            char::from(b'0' + at.and_then(|at| cut.get(at)).copied().unwrap_or(0))
        };
        let whole: String = (0..=exponent.max(0)).rev().map(digit).collect();
        let part: String = (last..0).rev().map(digit).collect();
        let point = if part.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{part}", self.sign())
    }

    fn short(&self) -> String {
        match self.value.abs() {
            magnitude if magnitude == 0.0 || (0.01..10_000.0).contains(&magnitude) => {
                without_zeros(&self.fixed(2))
            }
            _ => self.scientific(1),
        }
    }

    /// The number times 100 is written by moving the point, which rounds nothing.
    fn percent(mut self) -> String {
        if self.value == 0.0 || !self.value.is_finite() {
            return format!("{} %", self.value);
        }
        self.exponent += 2;
        let text = match self.exponent {
            -3..=4 => without_zeros(&self.fixed(usize::try_from(2 - self.exponent).unwrap_or(0))),
            _ => self.scientific(2),
        };
        format!("{text} %")
    }
}

/// A decimal without zeros at the end of its part after the point.
fn without_zeros(text: &str) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::{Float, Format, Rounding};

    /// A decimal as a double, rounded away from the value that it is compared with: the decimal is
    /// on the safe side exactly where this is.
    fn parsed(text: &str, rounding: Rounding) -> f64 {
        f64::from_bits(Float::parse(Format::F64, text, rounding).unwrap().0.to_bits() as u64)
    }

    /// Random bit patterns, and numbers of ordinary magnitudes.
    fn random_doubles() -> impl Iterator<Item = f64> {
        let mut random = SplitMix64::new(7);
        let patterns = (0..4000).map(move |at| {
            let bits = random.next_u64();
            match at % 4 {
                0 => f64::from_bits(bits),
                1 => f64::from_bits(bits & !(0x7ff << 52) | (1023 - bits % 80) << 52),
                2 => (bits % 2_000_000) as f64 / 1e6,
                _ => -((bits >> 11) as f64) * 2f64.powi(-53),
            }
        });
        let corners =
            [0.0, 5e-324, f64::MIN_POSITIVE, f64::MAX, 2f64.powi(-53), 9.995, 0.099_999, 1e-7, 99.95];
        patterns.chain(corners).filter(|number| number.is_finite())
    }

    #[test]
    fn what_is_printed_is_on_the_safe_side() {
        for value in random_doubles() {
            for digits in [0, 1, 2, 3, 6] {
                for text in [UpperBound(value).scientific(digits), UpperBound(value).fixed(digits)] {
                    assert!(parsed(&text, Rounding::TowardNegative) >= value, "{value:e}: {text}");
                }
                for text in [LowerBound(value).scientific(digits), LowerBound(value).fixed(digits)] {
                    assert!(parsed(&text, Rounding::TowardPositive) <= value, "{value:e}: {text}");
                }
            }
            let [above, below] = [UpperBound(value).short(), LowerBound(value).short()];
            assert!(parsed(&above, Rounding::TowardNegative) >= value, "{value:e}: {above}");
            assert!(parsed(&below, Rounding::TowardPositive) <= value, "{value:e}: {below}");
        }
    }

    #[test]
    fn shares_in_percent_are_on_the_safe_side() {
        // The text without its unit is compared after the point is moved back by two digits.
        let share = |text: &str, rounding| {
            let number = text.strip_suffix(" %").unwrap();
            let (digits, exponent) = number.split_once('e').unwrap_or((number, "0"));
            let exponent: i32 = exponent.parse().unwrap();
            parsed(&format!("{digits}e{}", exponent - 2), rounding)
        };
        for value in random_doubles() {
            let [above, below] = [UpperBound(value).percent(), LowerBound(value).percent()];
            assert!(share(&above, Rounding::TowardNegative) >= value, "{value:e}: {above}");
            assert!(share(&below, Rounding::TowardPositive) <= value, "{value:e}: {below}");
        }
    }

    #[test]
    fn no_more_than_one_digit_is_given_away() {
        for value in random_doubles().filter(|value| value.abs() > 1e-300 && value.abs() < 1e300) {
            let near = |text: String| (text.parse::<f64>().unwrap() / value - 1.0).abs();
            assert!(near(UpperBound(value).scientific(3)) <= 1.000_001e-3, "{value:e}");
            assert!(near(LowerBound(value).scientific(3)) <= 1.000_001e-3, "{value:e}");
        }
    }

    #[test]
    fn decimals_read_well() {
        let unit = 2f64.powi(-53);
        assert_eq!([UpperBound(unit).short(), LowerBound(unit).short()], ["1.2e-16", "1.1e-16"]);
        assert_eq!([UpperBound(0.5).short(), UpperBound(0.501).short()], ["0.5", "0.51"]);
        assert_eq!(
            [UpperBound(9.999e-7).scientific(2), LowerBound(-9.999).scientific(1)],
            ["1.00e-6", "-1.0e1"]
        );
        assert_eq!([UpperBound(0.0).percent(), UpperBound(0.001).percent()], ["0 %", "0.101 %"]);
        assert_eq!(UpperBound(2f64.powi(-23)).percent(), "1.20e-5 %");
        assert_eq!([LowerBound(0.123_45).percent(), UpperBound(1.0).percent()], ["12.3 %", "100 %"]);
        assert_eq!([UpperBound(f64::INFINITY).short(), UpperBound(-0.001).fixed(2)], ["inf", "-0.00"]);
        assert_eq!([UpperBound(0.999).fixed(2), LowerBound(1234.5678).fixed(1)], ["1.00", "1234.5"]);
    }
}
