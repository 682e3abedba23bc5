//! Constants written as digits.

use crate::error::{Fault, Reading};
use crate::lexer::{Lexer, Token, TokenKind};
use ulpwise_expr::{BitVector, Sort, Term, TermStore};
use ulpwise_float::{Natural, Rational};

/// So many digits of any base fit into 64 bits, whatever they are.
const SHORT_DECIMAL: usize = 19;

/// The term that a token of digits stands for.
///
/// A numeral is a real, for there are no integers here: that is how the logics of reals read it.
pub(super) fn constant(store: &mut TermStore, lexer: &Lexer<'_>, token: Token) -> Reading<Term> {
    let bytes = lexer.bytes(token);
    match token.kind {
        TokenKind::Hexadecimal => bit_vector(store, token, &bytes[2..], 4),
        TokenKind::Binary => bit_vector(store, token, &bytes[2..], 1),
        _ => Ok(store.real(decimal(bytes))),
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

/// The value of a numeral or decimal.
fn decimal(text: &[u8]) -> Rational {
    let point = text.iter().position(|&byte| byte == b'.').unwrap_or(text.len());
    let (whole, fraction) = text.split_at(point);
    let fraction = fraction.get(1..).unwrap_or(&[]);
    let digits = natural(&[whole, fraction].concat(), 10);
    Rational::from_parts(digits.into(), Natural::from(10u8).pow(fraction.len()))
}

/// The natural number in a token that has to be a numeral.
pub(super) fn numeral(lexer: &Lexer<'_>, token: Token) -> Reading<Natural> {
    if token.kind == TokenKind::Numeral {
        Ok(natural(lexer.bytes(token), 10))
    } else {
        Err(super::unexpected(lexer, token, "a numeral"))
    }
}

/// The next token, which has to be a numeral of 32 bits.
pub(super) fn index(lexer: &mut Lexer<'_>) -> Reading<u32> {
    let token = lexer.next()?;
    u32::try_from(&numeral(lexer, token)?)
        .map_err(|_| Fault::out_of_range(token.start, "this index has more than 32 bits"))
}
