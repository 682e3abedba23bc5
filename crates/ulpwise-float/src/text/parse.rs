//! Reading decimal and hexadecimal text, correctly rounded in any direction.

use super::decimal::{round_decimal, round_hexadecimal};
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::value::{Float, Outcome};
use std::fmt;

/// Why text is not a floating-point number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFloatError {
    offset: usize,
    expected: &'static str,
}

impl ParseFloatError {
    /// The byte offset in the text at which reading stopped.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseFloatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a floating-point number: expected {} at offset {}", self.expected, self.offset)
    }
}

impl std::error::Error for ParseFloatError {}

impl Float {
    /// Reads a number and rounds it into `format`.
    ///
    /// Accepts an optional sign followed by a decimal (`12`, `.5`, `1.5e-10`), a hexadecimal
    /// (`0x1.8p+1`, the exponent optional), `inf`, `infinity` or `nan` (the quiet one without
    /// payload), in any case; no spaces.
    ///
    /// # Errors
    /// If the text is none of these.
    pub fn parse(format: Format, text: &str, env: impl Into<Env>) -> Result<Outcome, ParseFloatError> {
        let env = env.into();
        let mut scanner = Scanner { text: text.as_bytes(), position: 0 };
        let negative = scanner.sign();
        if let Some(word) = special(&text[scanner.position..]) {
            let float = match word {
                Special::Infinity => Float::infinity(format, negative),
                Special::Nan => Float::quiet_nan(format, negative),
            };
            return Ok((float, Flags::NONE));
        }
        let radix = if scanner.hex_prefix() { Radix::Hexadecimal } else { Radix::Decimal };
        let number = scanner.number(radix)?;
        let (float, flags) = match radix {
            Radix::Decimal => round_decimal(format, env, negative, &number.digits, number.exponent),
            Radix::Hexadecimal => round_hexadecimal(format, env, negative, &number.digits, number.exponent),
        };
        // Zero keeps its sign here, while exact integers and rationals have none.
        Ok((if number.digits.is_empty() { float.with_sign(negative) } else { float }, flags))
    }
}

enum Special {
    Infinity,
    Nan,
}

fn special(text: &str) -> Option<Special> {
    if text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("infinity") {
        Some(Special::Infinity)
    } else if text.eq_ignore_ascii_case("nan") {
        Some(Special::Nan)
    } else {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Radix {
    Decimal,
    Hexadecimal,
}

/// The number `digits * scale^exponent`, where the scale is 10 for decimals and 2 for hexadecimals.
/// The digits have no leading and no trailing zeros and are empty for zero.
struct DecimalNumber {
    digits: String,
    exponent: i64,
}

struct Scanner<'a> {
    text: &'a [u8],
    position: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).map(u8::to_ascii_lowercase)
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.position += usize::from(found);
        found
    }

    /// Reads an optional sign; true for minus.
    fn sign(&mut self) -> bool {
        self.accept(b'-') || {
            self.accept(b'+');
            false
        }
    }

    fn hex_prefix(&mut self) -> bool {
        let found = self.peek() == Some(b'0')
            && self.text.get(self.position + 1).is_some_and(|&byte| byte.eq_ignore_ascii_case(&b'x'));
        self.position += if found { 2 } else { 0 };
        found
    }

    /// Moves past digits and appends them.
    fn digits(&mut self, radix: Radix, out: &mut String) -> usize {
        let start = out.len();
        while let Some(byte) = self.peek() {
            let valid =
                if radix == Radix::Decimal { byte.is_ascii_digit() } else { byte.is_ascii_hexdigit() };
            if !valid {
                break;
            }
            out.push(byte as char);
            self.position += 1;
        }
        out.len() - start
    }

    fn number(&mut self, radix: Radix) -> Result<DecimalNumber, ParseFloatError> {
        let mut digits = String::new();
        let mut count = self.digits(radix, &mut digits);
        let mut places = 0;
        if self.accept(b'.') {
            places = self.digits(radix, &mut digits);
            count += places;
        }
        if count == 0 {
            return Err(self.error("a digit"));
        }
        let (mark, per_digit) = if radix == Radix::Decimal { (b'e', 1) } else { (b'p', 4) };
        let exponent = if self.accept(mark) { self.exponent()? } else { 0 };
        if self.position < self.text.len() {
            return Err(self.error("the end of the number"));
        }
        let significant = digits.trim_end_matches('0');
        let dropped = digits.len() - significant.len();
        let exponent = exponent + per_digit * (dropped as i64 - places as i64);
        Ok(DecimalNumber { digits: significant.trim_start_matches('0').to_owned(), exponent })
    }

    /// An exponent, held within bounds far outside every format's range so that sums of exponents
    /// cannot wrap.
    fn exponent(&mut self) -> Result<i64, ParseFloatError> {
        const LIMIT: i64 = 1 << 50;
        let negative = self.sign();
        let mut digits = String::new();
        if self.digits(Radix::Decimal, &mut digits) == 0 {
            return Err(self.error("a digit of the exponent"));
        }
        let magnitude =
            digits.bytes().fold(0, |value: i64, byte| (10 * value + i64::from(byte - b'0')).min(LIMIT));
        Ok(if negative { -magnitude } else { magnitude })
    }

    fn error(&self, expected: &'static str) -> ParseFloatError {
        ParseFloatError { offset: self.position, expected }
    }
}
