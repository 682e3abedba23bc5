//! Numbers: from words, and as C writes them.

use crate::core::{FpCorePrecision, Number};
use ulpwise_float::{Float, Format, Integer, Natural, Rational, Rounding};

/// The number that a word is; `None` if it is none.
pub(crate) fn number(word: &str) -> Option<Number> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    let sign = if word.starts_with('-') { "-" } else { "" };
    if let Some((above, below)) = unsigned.split_once('/') {
        let are_digits = is_digits(above) && is_digits(below) && below.bytes().any(|digit| digit != b'0');
        return are_digits.then(|| Number::Quotient(format!("{sign}{above}"), below.to_owned()));
    }
    if let Some(digits) = unsigned.strip_prefix("0x") {
        let (digits, exponent) = digits.split_once('p').unwrap_or((digits, "0"));
        let is_right = is_point_number(digits, |byte| byte.is_ascii_hexdigit()) && is_exponent(exponent);
        return is_right.then(|| Number::Hexadecimal(format!("{sign}0x{digits}p{exponent}")));
    }
    let (digits, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let is_right = is_point_number(digits, |byte| byte.is_ascii_digit()) && is_exponent(exponent);
    is_right.then(|| Number::Decimal(format!("{sign}{digits}e{exponent}")))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_exponent(text: &str) -> bool {
    is_digits(text.strip_prefix(['-', '+']).unwrap_or(text))
}

fn is_point_number(text: &str, is_digit: impl Fn(u8) -> bool) -> bool {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let digits = before.bytes().chain(after.bytes());
    !(before.is_empty() && after.is_empty()) && digits.into_iter().all(is_digit)
}

/// The number in C, rounded to nearest once.
pub(crate) fn in_c(number: &Number, precision: FpCorePrecision) -> String {
    let suffix = precision.suffix();
    let text = match number {
        Number::Decimal(text) | Number::Hexadecimal(text) => format!("{text}{suffix}"),
        Number::Quotient(above, below) => {
            let format = match precision {
                FpCorePrecision::Binary32 => Format::F32,
                FpCorePrecision::Binary64 => Format::F64,
                FpCorePrecision::Binary80 => Format::X87,
            };
            let (rounded, _) = Float::from_rational(format, &quotient(above, below), Rounding::NearestEven);
            match rounded.to_exact_parts() {
                Some((negative, significand, exponent)) => {
                    let sign = if negative { "-" } else { "" };
                    format!("{sign}0x{significand:x}p{exponent}{suffix}")
                }
                // Larger than all numbers of the format.
                None => format!("{}INFINITY", if above.starts_with('-') { "-" } else { "" }),
            }
        }
    };
    // A sign is no operation of its own, and must not meet another one.
    if text.starts_with('-') { format!("({text})") } else { text }
}

fn quotient(above: &str, below: &str) -> Rational {
    let integer = |text: &str| text.parse::<Integer>().expect("digits are an integer");
    Rational::from_parts(integer(above), magnitude(integer(below)))
}

fn magnitude(integer: Integer) -> Natural {
    integer.into_parts().1
}

/// The number as a double on this side of it, for the end of a range.
pub(crate) fn as_double(number: &Number, mode: Rounding) -> f64 {
    let exact = match number {
        Number::Quotient(above, below) => quotient(above, below),
        Number::Decimal(text) => match scaled(text, 10, 'e') {
            Some(exact) => exact,
            None => return text.parse().expect("a decimal number is a double"),
        },
        Number::Hexadecimal(text) => match scaled(&text.replacen("0x", "", 1), 16, 'p') {
            Some(exact) => exact,
            None => return if text.starts_with('-') { -f64::MAX } else { f64::MAX },
        },
    };
    Float::from_rational(Format::F64, &exact, mode).0.to_f64()
}

/// The exact value of digits, a point and an exponent; `None` if it is beyond all doubles.
fn scaled(text: &str, base: u32, mark: char) -> Option<Rational> {
    let (digits, exponent) = text.split_once(mark)?;
    let exponent: i64 = exponent.parse().ok()?;
    if exponent.abs() > 5000 {
        return None;
    }
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let integer = Integer::from_str_radix(&format!("{before}{after}"), base).ok()?;
    // Digits behind the point count powers of ten, or of sixteen.
    let below = Integer::from(base).pow(after.len());
    let power = Integer::from(if base == 16 { 2 } else { 10 }).pow(exponent.unsigned_abs() as usize);
    let (above, below) = if exponent < 0 { (integer, below * power) } else { (integer * power, below) };
    Some(Rational::from_parts(above, magnitude(below)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_form_are_numbers() {
        let c = |word: &str, precision| in_c(&number(word).unwrap(), precision);
        assert_eq!(c("1", FpCorePrecision::Binary64), "1e0");
        assert_eq!(c("-2.5", FpCorePrecision::Binary32), "(-2.5e0f)");
        assert_eq!(c("+.5E-3", FpCorePrecision::Binary80), ".5e-3l");
        assert_eq!(c("0x1.8p3", FpCorePrecision::Binary64), "0x1.8p3");
        assert_eq!(c("1/4", FpCorePrecision::Binary64), "0x1p-2");
        assert_eq!(c("-1/3", FpCorePrecision::Binary64), "(-0x15555555555555p-54)");
        for word in ["x", "-", "1/0", "1/x", "1e", "0x", ".", "1.2.3", "--1", "e5", "1e5.0"] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn ends_of_ranges_round_to_their_side() {
        let third = number("1/3").unwrap();
        let (low, high) =
            (as_double(&third, Rounding::TowardNegative), as_double(&third, Rounding::TowardPositive));
        assert_eq!((low, high), (1.0 / 3.0, (1.0_f64 / 3.0).next_up()));
        assert_eq!(as_double(&number("0.1").unwrap(), Rounding::TowardPositive), 0.1);
        assert_eq!(as_double(&number("0.1").unwrap(), Rounding::TowardNegative), 0.1_f64.next_down());
        assert_eq!(as_double(&number("-0x1.8p3").unwrap(), Rounding::NearestEven), -12.0);
        assert_eq!(as_double(&number("1e-2").unwrap(), Rounding::NearestEven), 0.01);
    }
}
