//! What a word means for a parameter of a given type: its bits, or one clause that says what is
//! wrong.

use crate::error::HarnessError;
use ulpwise_float::{Flags, Float, Format, Rounding};
use ulpwise_ir::FloatFormat;

/// Before a bit pattern in hexadecimal.
const BITS_PREFIX: &str = "bits:";

/// The bits of a floating-point number; decimals are rounded to nearest, ties to even.
pub fn float_bits(word: &str, format: FloatFormat) -> Result<u128, HarnessError> {
    if let Some(bits) = bit_pattern(word, u32::from(format.bits()))? {
        return Ok(bits);
    }
    let ours = format.exact_format();
    let (negative, magnitude) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    if magnitude.eq_ignore_ascii_case("snan") {
        return Ok(signaling_nan(ours, negative));
    }
    let text = with_plain_exponent(word);
    let (number, flags) = Float::parse(ours, &text, Rounding::NearestEven)
        .map_err(|_| HarnessError::NotAFloat { word: word.to_owned() })?;
    if flags.contains(Flags::OVERFLOW) {
        return Err(HarnessError::FloatOverflows { word: word.to_owned() });
    }
    if flags.contains(Flags::UNDERFLOW) && number.is_zero() {
        return Err(HarnessError::FloatVanishes { word: word.to_owned() });
    }
    Ok(number.to_bits())
}

/// Fortran writes the exponent of a double with a `d`.
fn with_plain_exponent(word: &str) -> String {
    let digits = word.trim_start_matches(['+', '-']);
    let is_decimal = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && !digits.starts_with("0x")
        && !digits.starts_with("0X");
    if is_decimal { word.replacen(['d', 'D'], "e", 1) } else { word.to_owned() }
}

/// The signalling NaN of the smallest payload.
fn signaling_nan(format: Format, negative: bool) -> u128 {
    let quiet = Float::quiet_nan(format, negative).to_bits();
    let infinity = Float::infinity(format, negative).to_bits();
    // The only bit in which the plain quiet NaN differs from infinity is the quiet bit.
    (quiet & !(quiet ^ infinity)) | 1
}

/// An integer type as far as reading goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signedness {
    /// In two's complement.
    Signed,
    /// From zero on.
    Unsigned,
    /// Without debug information both readings of the bits are fine.
    Unknown,
}

/// An integer in two's complement.
pub fn signed_value(bits: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    (bits << shift).cast_signed() >> shift
}

/// The two ends of a range that the user writes: `LOW..HIGH`, or one number that is both.
pub fn range_ends(text: &str) -> (&str, &str) {
    text.split_once("..").unwrap_or((text, text))
}

/// The bits of an integer, checked against the range of its type.
pub fn int_bits(word: &str, bits: u32, signedness: Signedness) -> Result<u128, HarnessError> {
    if let Some(pattern) = bit_pattern(word, bits)? {
        return Ok(pattern);
    }
    let (negative, magnitude) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let hex = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((magnitude, 10), |digits| (digits, 16));
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(HarnessError::NotAnInteger { word: word.to_owned() });
    }
    let out_of_range = || out_of_range(word, bits, signedness);
    let magnitude = u128::from_str_radix(digits, radix).map_err(|_| out_of_range())?;
    in_range(negative, magnitude, bits, signedness).ok_or_else(out_of_range)
}

/// The bits of an integer of known value, if it lies within the range of its type.
fn in_range(negative: bool, magnitude: u128, bits: u32, signedness: Signedness) -> Option<u128> {
    let top = 1u128 << (bits - 1);
    let mask = top | (top - 1);
    let fits = match (signedness, negative) {
        (Signedness::Unsigned, true) => magnitude == 0,
        (Signedness::Signed | Signedness::Unknown, true) => magnitude <= top,
        (Signedness::Signed, false) => magnitude < top,
        (Signedness::Unsigned | Signedness::Unknown, false) => magnitude <= mask,
    };
    let value = if negative { magnitude.wrapping_neg() } else { magnitude };
    fits.then_some(value & mask)
}

fn out_of_range(word: &str, bits: u32, signedness: Signedness) -> HarnessError {
    let top = 1u128 << (bits - 1);
    let highest = match signedness {
        Signedness::Signed => top - 1,
        _ => top | (top - 1),
    };
    let lowest = if signedness == Signedness::Unsigned { "0".to_owned() } else { format!("-{top}") };
    HarnessError::IntegerOutOfRange { word: word.to_owned(), lowest, highest }
}

/// The bits of a truth value.
pub fn bool_bits(word: &str) -> Result<u128, HarnessError> {
    match word {
        "true" | "1" | ".true." | ".TRUE." => Ok(1),
        "false" | "0" | ".false." | ".FALSE." => Ok(0),
        _ => Err(HarnessError::NotABool { word: word.to_owned() }),
    }
}

/// The bits of an enumeration's value, by name or number.
pub fn enum_bits(word: &str, bits: u32, enumerators: &[(String, i64)]) -> Result<u128, HarnessError> {
    if let Some((_, value)) = enumerators.iter().find(|(name, _)| is_name_of(word, name)) {
        let mask = u128::MAX >> (128 - bits);
        return Ok(i128::from(*value).cast_unsigned() & mask);
    }
    int_bits(word, bits, Signedness::Unknown).map_err(|_| {
        let names = enumerators.iter().map(|(name, _)| name.clone()).take(8).collect();
        HarnessError::NotAnEnumerator { word: word.to_owned(), names }
    })
}

/// Whether `word` is the enumerator, with or without the path before it.
fn is_name_of(word: &str, enumerator: &str) -> bool {
    word == enumerator || word.rsplit("::").next() == Some(enumerator)
}

/// The bits after `bits:`, if the word begins so.
fn bit_pattern(word: &str, width: u32) -> Result<Option<u128>, HarnessError> {
    let Some(digits) = word.strip_prefix(BITS_PREFIX) else { return Ok(None) };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
    let plain = !hex.is_empty() && hex.chars().all(|digit| digit.is_ascii_hexdigit());
    let bits = if plain { u128::from_str_radix(hex, 16).ok() } else { None };
    match bits {
        Some(bits) if width >= 128 || bits >> width == 0 => Ok(Some(bits)),
        Some(_) => Err(HarnessError::TooManyBits { word: word.to_owned(), width }),
        None => Err(HarnessError::NotABitPattern { word: word.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_in_every_spelling() {
        let double = |word| float_bits(word, FloatFormat::F64).unwrap() as u64;
        assert_eq!(double("0.1"), 0.1f64.to_bits());
        assert_eq!(double("-1.5e-3"), (-1.5e-3f64).to_bits());
        assert_eq!(double("1d-110"), 1e-110f64.to_bits());
        assert_eq!(double("0x1.8p3"), 12f64.to_bits());
        assert_eq!(double("0xdp0"), 13f64.to_bits());
        assert_eq!(double("-inf"), f64::NEG_INFINITY.to_bits());
        assert_eq!(double("nan"), 0x7ff8_0000_0000_0000);
        assert_eq!(double("-nan"), 0xfff8_0000_0000_0000);
        assert_eq!(double("snan"), 0x7ff0_0000_0000_0001);
        assert_eq!(double("-snan"), 0xfff0_0000_0000_0001);
        assert_eq!(double("bits:0x7ff0000000000000"), f64::INFINITY.to_bits());
        assert_eq!(double("5e-324"), 1);
        assert_eq!(float_bits("0.1", FloatFormat::F32), Ok(u128::from(0.1f32.to_bits())));
        assert_eq!(float_bits("1", FloatFormat::X87), Ok(0x3fff_8000_0000_0000_0000));
        assert_eq!(float_bits("snan", FloatFormat::X87), Ok(0x7fff_8000_0000_0000_0001));
    }

    #[test]
    fn floats_that_are_none_or_out_of_range() {
        for word in ["", "x", "1e", "1d2d3", "bits:", "bits:0x1g", "bits:0x10000000000000000", "true", "1,2"]
        {
            assert!(float_bits(word, FloatFormat::F64).is_err(), "{word}");
        }
        assert!(float_bits("1e400", FloatFormat::F64).unwrap_err().to_string().contains("write inf"));
        assert!(float_bits("1e39", FloatFormat::F32).unwrap_err().to_string().contains("write inf"));
        assert!(float_bits("1e-400", FloatFormat::F64).unwrap_err().to_string().contains("write 0"));
    }

    #[test]
    fn integers_stay_in_their_range() {
        use Signedness::{Signed, Unknown, Unsigned};
        assert_eq!(int_bits("-128", 8, Signed), Ok(0x80));
        assert_eq!(int_bits("0xff", 8, Unsigned), Ok(0xff));
        assert_eq!(int_bits("-0x1", 32, Signed), Ok(0xffff_ffff));
        assert_eq!(int_bits("255", 8, Unknown), Ok(0xff));
        assert_eq!(int_bits("-1", 128, Signed), Ok(u128::MAX));
        assert_eq!(int_bits("-0", 32, Unsigned), Ok(0));
        assert_eq!(
            int_bits("128", 8, Signed).unwrap_err().to_string(),
            "128 is outside the range of this type, -128 to 127"
        );
        assert!(int_bits("-1", 8, Unsigned).unwrap_err().to_string().contains("0 to 255"));
        assert!(int_bits("-129", 8, Unknown).is_err());
        assert!(int_bits(&"9".repeat(60), 64, Signed).unwrap_err().to_string().contains("range"));
        for word in ["", "-", "1.0", "1e3", "0x", "--1", "+-1"] {
            assert!(int_bits(word, 32, Signed).is_err(), "{word}");
        }
    }

    #[test]
    fn names_of_truth_values_and_enumerations() {
        assert_eq!(bool_bits("true"), Ok(1));
        assert!(bool_bits("2").is_err());
        let colours = [("RED".to_owned(), 0), ("BLUE".to_owned(), -1)];
        assert_eq!(enum_bits("BLUE", 32, &colours), Ok(0xffff_ffff));
        assert_eq!(enum_bits("Colour::RED", 32, &colours), Ok(0));
        assert_eq!(enum_bits("7", 32, &colours), Ok(7));
        assert_eq!(enum_bits("GREEN", 32, &colours).unwrap_err().to_string(), "`GREEN` is none of RED, BLUE");
    }
}
