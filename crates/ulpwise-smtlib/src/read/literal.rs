//! Constants written as digits.

use crate::error::{Fault, Reading};
use crate::lexer::{Lexer, Token, TokenKind};
use ulpwise_expr::{BitVector, Sort, Term, TermStore, Value};
use ulpwise_float::{Natural, Rational};

/// So many digits of any base fit into 64 bits, whatever they are.
const SHORT_DECIMAL: usize = 19;

/// So many digits a numeral or decimal may have, zeros at its ends left out: as many as the numbers
/// that terms may have ([`Value::MAX_REAL_BITS`]), and few enough to be read at once.
const MAX_DIGITS: usize = 160_000;

/// The term that a token of digits stands for.
///
/// A numeral is a real, for there are no integers here: that is how the logics of reals read it.
pub(super) fn constant(store: &mut TermStore, lexer: &Lexer<'_>, token: Token) -> Reading<Term> {
    let bytes = lexer.bytes(token);
    match token.kind {
        TokenKind::Hexadecimal => bit_vector(store, token, &bytes[2..], 4),
        TokenKind::Binary => bit_vector(store, token, &bytes[2..], 1),
        _ => {
            let value = decimal(bytes).map(Value::Real).filter(Value::is_within_limit);
            value.map(|value| store.value(&value)).ok_or_else(|| {
                let limit = Value::MAX_REAL_BITS;
                Fault::out_of_range(token.start, format!("this number has more than {limit} bits"))
            })
        }
    }
}

fn bit_vector(store: &mut TermStore, token: Token, digits: &[u8], bits_each: u32) -> Reading<Term> {
    let width = digits.len() as u64 * u64::from(bits_each);
    if width > u64::from(Sort::MAX_WIDTH) {
        let limit = Sort::MAX_WIDTH;
        return Err(Fault::out_of_range(token.start, format!("bit-vectors have at most {limit} bits")));
    }
    let width = width as u32;
    let value = if width <= 64 {
        let value = digits.iter().fold(0, |value, &digit| value << bits_each | u64::from(digit_value(digit)));
        BitVector::from_u64(width, value)
    } else {
        BitVector::new(width, natural(digits, 1 << bits_each))
    };
    Ok(store.bit_vector(value))
}

fn digit_value(digit: u8) -> u32 {
    (digit as char).to_digit(16).unwrap_or(0)
}

/// The number that these digits spell.
pub(super) fn natural(digits: &[u8], base: u32) -> Natural {
    if base == 10 && digits.len() <= SHORT_DECIMAL {
        let value = digits.iter().fold(0u64, |value, &digit| value * 10 + u64::from(digit_value(digit)));
        return Natural::from(value);
    }
    let text = std::str::from_utf8(digits).unwrap_or("0");
    Natural::from_str_radix(text, base).expect("the lexer lets only digits through")
}

/// The value of a numeral or decimal; `None` if it has too many digits.
fn decimal(text: &[u8]) -> Option<Rational> {
    let point = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let (whole, fraction) = text.split_at(point);
    let whole = without_leading_zeros(whole);
    let fraction = fraction.get(1..).unwrap_or(&[]);
    let last = fraction.iter().rposition(|&byte| byte != b'0');
    let fraction = &fraction[..last.map_or(0, |last| last + 1)];
    if whole.len() + fraction.len() > MAX_DIGITS {
        return None;
    }
    let digits = natural(&[whole, fraction].concat(), 10);
    Some(Rational::from_parts(digits.into(), Natural::from(10u8).pow(fraction.len())))
}

/// The digits from the first that counts on.
pub(super) fn without_leading_zeros(digits: &[u8]) -> &[u8] {
    let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
    &digits[first..]
}

/// The number in a token that has to be a numeral of 32 bits.
pub(super) fn small_numeral(lexer: &Lexer<'_>, token: Token) -> Reading<u32> {
    if token.kind != TokenKind::Numeral {
        return Err(super::unexpected(lexer, token, "a numeral"));
    }
    let digits = without_leading_zeros(lexer.bytes(token));
    let value = if digits.len() <= SHORT_DECIMAL { u32::try_from(&natural(digits, 10)).ok() } else { None };
    value.ok_or_else(|| Fault::out_of_range(token.start, "this number has more than 32 bits"))
}

/// The next token, which has to be a numeral of 32 bits.
pub(super) fn index(lexer: &mut Lexer<'_>) -> Reading<u32> {
    let token = lexer.next()?;
    small_numeral(lexer, token)
}
