//! Integers as digits, one path for each number of them.

use super::Written;
use super::pieces::Field;
use crate::executor::Executor;
use ulpwise_expr::Term;

/// How the digits of a number are written.
#[derive(Clone, Copy)]
pub(super) struct DigitStyle {
    pub(super) base: u64,
    /// The letter for ten.
    pub(super) letters: u8,
    /// The least number of digits.
    pub(super) least: usize,
}

/// How many bits of an integer a conversion looks at, by the letters before it.
pub(super) fn bits_of(length: &[u8]) -> Option<u32> {
    Some(match length {
        b"hh" => 8,
        b"h" => 16,
        b"" => 32,
        b"l" | b"ll" | b"q" | b"j" | b"z" | b"t" => 64,
        _ => return None,
    })
}

/// Writes a symbolic integer.
pub(super) fn integer<'p>(
    executor: &mut Executor<'p, '_>,
    (state, written): Written<'p>,
    value: Term,
    bits: u32,
    conversion: u8,
    field: Field,
) -> Vec<Written<'p>> {
    let value = executor.terms.bits(value);
    let value = match executor.terms.store.width(value) {
        width if width > bits => executor.terms.store.bv_extract(value, bits - 1, 0),
        width => executor.terms.store.bv_zero_extend(value, bits - width),
    };
    let base = match conversion {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let letters = if conversion == b'X' { b'A' } else { b'a' };
    let style = DigitStyle { base, letters, least: field.precision.unwrap_or(1) };
    let mut signed = Vec::new();
    if matches!(conversion, b'd' | b'i') {
        let zero = executor.terms.store.bv(bits, 0);
        let is_negative = executor.terms.store.bv_slt(value, zero);
        let split = executor.questions.split(&mut executor.terms, state, is_negative);
        let opposite = executor.terms.store.bv_neg(value);
        signed.extend(split.holds.map(|state| (state, opposite, Some(b'-'))));
        signed.extend(split.fails.map(|state| (state, value, field.plus)));
    } else {
        signed.push((state, value, None));
    }
    let mut all = Vec::new();
    for (state, magnitude, sign) in signed {
        let sign: Vec<Term> = sign.map(|sign| executor.terms.constant(8, sign.into())).into_iter().collect();
        for (state, digits) in digits(executor, (state, sign.clone()), magnitude, style) {
            // With a precision, zeros do not fill the field.
            let filled = field.fill(executor, &digits, sign.len(), field.precision.is_none());
            all.push((state, written.iter().copied().chain(filled).collect()));
        }
    }
    all
}

/// Adds the digits of an unsigned number.
pub(super) fn digits<'p>(
    executor: &mut Executor<'p, '_>,
    (state, written): Written<'p>,
    value: Term,
    style: DigitStyle,
) -> Vec<Written<'p>> {
    let bits = executor.terms.store.width(value);
    let mut all = Vec::new();
    let mut left = Some(state);
    let mut count = style.least;
    let mut power = u128::from(style.base).saturating_pow(count as u32);
    // As long as numbers of the type have more digits, those with fewer are paths of their own.
    while let Some(state) = left.take() {
        let is_enough = if bits < 128 && power >> bits == 0 {
            let limit = executor.terms.constant(bits as u8, power);
            executor.terms.store.bv_ult(value, limit)
        } else {
            executor.terms.store.bool(true)
        };
        let split = executor.questions.split(&mut executor.terms, state, is_enough);
        if let Some(state) = split.holds {
            let characters = characters(executor, value, count, power, style);
            all.push((state, written.iter().copied().chain(characters).collect()));
        }
        left = split.fails;
        count += 1;
        power = power.saturating_mul(style.base.into());
    }
    all
}

/// So many digits of a number below a power of the base, which say how many of its bits count.
fn characters(
    executor: &mut Executor<'_, '_>,
    value: Term,
    count: usize,
    power: u128,
    style: DigitStyle,
) -> Vec<Term> {
    let width = executor.terms.store.width(value);
    let needed = (128 - power.saturating_sub(1).leading_zeros()).max(8);
    let value = if needed < width { executor.terms.store.bv_extract(value, needed - 1, 0) } else { value };
    let mut reversed = Vec::new();
    let mut place: u128 = 1;
    for _ in 0..count {
        reversed.push(digit(executor, value, place, style));
        place = place.saturating_mul(style.base.into());
    }
    reversed.into_iter().rev().collect()
}

/// The character of one digit: of `value / place` modulo the base.
fn digit(executor: &mut Executor<'_, '_>, value: Term, place: u128, style: DigitStyle) -> Term {
    let store = &mut executor.terms.store;
    let bits = store.width(value);
    let zero = store.bv(8, b'0'.into());
    if bits < 128 && place >> bits != 0 {
        return zero;
    }
    let (place, radix) =
        (executor.terms.constant(bits as u8, place), executor.terms.constant(bits as u8, style.base.into()));
    let store = &mut executor.terms.store;
    let quotient = store.bv_udiv(value, place);
    let number = store.bv_urem(quotient, radix);
    let number = store.bv_extract(number, 7, 0);
    let decimal = store.bv_add(number, zero);
    if style.base <= 10 {
        return decimal;
    }
    let (ten, offset) = (store.bv(8, 10), store.bv(8, u64::from(style.letters) - 10));
    let is_decimal = store.bv_ult(number, ten);
    let letter = store.bv_add(number, offset);
    store.ite(is_decimal, decimal, letter)
}
