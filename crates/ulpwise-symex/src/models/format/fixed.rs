//! `%f` of a symbolic float: the number times a power of ten, rounded to an integer once, and the
//! digits of that.
//!
//! Why it is exact: the product is computed in a format with room for all its bits, so that the
//! only rounding is that of glibc, which is in the mode of the moment. Numbers beyond
//! [`MAX_DIGITS`] digits are left to the caller.

use super::Written;
use super::digits::{DigitStyle, digits};
use super::pieces::Field;
use crate::executor::Executor;
use crate::state::PathState;
use crate::terms::term_format;
use ulpwise_expr::Term;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::FloatFormat;

/// How many digits are written before and after the point together.
const MAX_DIGITS: usize = 18;

/// How many digits stand after the point if the format does not say.
const USUAL_PRECISION: usize = 6;

/// Paths on which a float was written, and those on which it has too many digits.
pub(super) type Fixed<'p> = (Vec<Written<'p>>, Vec<PathState<'p>>);

/// Writes a float. Gives the path back if the precision is too large.
pub(super) fn fixed<'p>(
    executor: &mut Executor<'p, '_>,
    (state, written): Written<'p>,
    value: Term,
    format: FloatFormat,
    is_upper: bool,
    field: Field,
) -> Result<Fixed<'p>, Box<PathState<'p>>> {
    let precision = field.precision.unwrap_or(USUAL_PRECISION);
    if precision >= MAX_DIGITS {
        return Err(Box::new(state));
    }
    let scale = 10_u64.pow(precision as u32);
    let terms = &mut executor.terms;
    let bits = terms.bits(value);
    let width = terms.store.width(bits);
    let sign = terms.store.bv_extract(bits, width - 1, width - 1);
    let is_negative = terms.is_not_zero(sign);
    let split = executor.questions.split(&mut executor.terms, state, is_negative);
    let mut all = Vec::new();
    let mut large = Vec::new();
    for (state, sign, is_negative) in [(split.holds, Some(b'-'), true), (split.fails, field.plus, false)] {
        let Some(state) = state else { continue };
        let sign: Vec<Term> = sign.map(|sign| executor.terms.constant(8, sign.into())).into_iter().collect();
        let value = executor.terms.float(format, value);
        let (state, words) = words(executor, state, value, is_upper);
        for (state, word) in words {
            let characters: Vec<Term> = sign.iter().copied().chain(word).collect();
            let filled = field.fill(executor, &characters, sign.len(), false);
            all.push((state, written.iter().copied().chain(filled).collect()));
        }
        let Some(state) = state else { continue };
        let rounding = match state.interpreter.machine.float.rounding {
            Rounding::TowardPositive if is_negative => Rounding::TowardZero,
            Rounding::TowardNegative if is_negative => Rounding::TowardPositive,
            mode => mode,
        };
        let (scaled, is_small) = scaled(executor, value, format, scale, rounding);
        let split = executor.questions.split(&mut executor.terms, state, is_small);
        large.extend(split.fails);
        let Some(state) = split.holds else { continue };
        let style = DigitStyle { base: 10, letters: b'a', least: precision + 1 };
        for (state, characters) in digits(executor, (state, sign.clone()), scaled, style) {
            let characters = with_point(executor, characters, precision);
            let filled = field.fill(executor, &characters, sign.len(), true);
            all.push((state, written.iter().copied().chain(filled).collect()));
        }
    }
    Ok((all, large))
}

/// The paths on which a float is no number, with the word for it, and the one on which it is.
fn words<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    value: Term,
    is_upper: bool,
) -> (Option<PathState<'p>>, Vec<Written<'p>>) {
    let store = &mut executor.terms.store;
    let conditions = [(store.fp_is_nan(value), "nan"), (store.fp_is_infinite(value), "inf")];
    let mut words = Vec::new();
    let mut left = Some(state);
    for (condition, word) in conditions {
        let Some(state) = left.take() else { break };
        let split = executor.questions.split(&mut executor.terms, state, condition);
        if let Some(state) = split.holds {
            let letters =
                word.bytes().map(|letter| if is_upper { letter.to_ascii_uppercase() } else { letter });
            words.push((state, letters.map(|letter| executor.terms.constant(8, letter.into())).collect()));
        }
        left = split.fails;
    }
    (left, words)
}

/// The magnitude of a float times a number, rounded to an integer of 64 bits, and whether it has no
/// more digits than are written.
fn scaled(
    executor: &mut Executor<'_, '_>,
    value: Term,
    format: FloatFormat,
    scale: u64,
    rounding: Rounding,
) -> (Term, Term) {
    let store = &mut executor.terms.store;
    // One exponent bit more makes room for the product, and for all digits of the smallest numbers.
    let own = term_format(format);
    let significand = own.significand_bits() + (u64::BITS - scale.leading_zeros());
    let exact = Format::new(own.exponent_bits() + 1, significand).expect("a format");
    let nearest = store.rounding(Rounding::NearestEven);
    let number = |value: u64| Float::from_u128(exact, value.into(), Rounding::NearestEven).0;
    let (factor, limit) = (store.float(number(scale)), store.float(number(10_u64.pow(MAX_DIGITS as u32))));
    let magnitude = store.fp_abs(value);
    let magnitude = store.fp_from_fp(exact, nearest, magnitude);
    let product = store.fp_mul(nearest, magnitude, factor);
    let mode = store.rounding(rounding);
    let whole = store.fp_round_to_integral(mode, product);
    let is_small = store.fp_lt(whole, limit);
    (store.fp_to_unsigned(64, nearest, whole), is_small)
}

/// Puts a point before the last so many digits.
fn with_point(executor: &mut Executor<'_, '_>, mut characters: Vec<Term>, precision: usize) -> Vec<Term> {
    if precision > 0 {
        let point = executor.terms.constant(8, b'.'.into());
        characters.insert(characters.len() - precision, point);
    }
    characters
}
