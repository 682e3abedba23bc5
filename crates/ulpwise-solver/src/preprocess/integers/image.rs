//! Floats as integers: a float that is `integer * 2^exponent`, and what exact operations make of
//! such floats.
//!
//! An operation whose exact result is a number of the format delivers just that, in every rounding
//! mode (IEEE 754-2019 clause 4.3). Only the sign of a zero is not in the integer: it depends on
//! the mode and on how the zero came about (clause 6.3).

use super::polynomial::Polynomial;
use super::range::IntegerRange;
use super::values::{KnownInteger, Values};
use std::rc::Rc;
use ulpwise_expr::{BitVector, Term, TermStore};
use ulpwise_float::{Float, Format};

/// A float as an integer.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) integer: KnownInteger,
    pub(super) exponent: i64,
    /// Whether the float is +0 if it is zero. Otherwise it is a zero of either sign.
    pub(super) has_plus_zero: bool,
}

impl Image {
    pub(super) fn new(integer: KnownInteger, exponent: i64, has_plus_zero: bool) -> Image {
        let has_plus_zero = has_plus_zero || !integer.range.contains(0);
        Image { integer, exponent, has_plus_zero }
    }

    pub(super) fn of_constant(value: Float) -> Option<Image> {
        let (is_negative, magnitude, exponent) = value.to_exact_parts()?;
        let trailing = magnitude.trailing_zeros().unwrap_or(0);
        let exponent = if value.is_zero() { 0 } else { exponent + i64::try_from(trailing).ok()? };
        let magnitude = i128::try_from(magnitude >> trailing).ok()?;
        let number = if is_negative { -magnitude } else { magnitude };
        let range = IntegerRange::only(number)?;
        let integer = KnownInteger { range, polynomial: Rc::new(Polynomial::constant(number)) };
        let has_plus_zero = !(value.is_zero() && value.is_sign_negative());
        Some(Image::new(integer, exponent, has_plus_zero))
    }

    fn range(&self) -> IntegerRange {
        self.integer.range
    }

    /// Whether every value of this image is a number of the format.
    pub(super) fn fits(&self, format: Format) -> bool {
        let magnitude = self.range().magnitude();
        let Some(highest_bit) = magnitude.checked_ilog2() else { return true };
        let is_short = magnitude <= 1u128.checked_shl(format.significand_bits()).unwrap_or(u128::MAX);
        is_short
            && self.exponent >= format.min_subnormal_exponent()
            && self.exponent + i64::from(highest_bit) <= format.max_exponent()
    }

    /// The same with a smaller exponent.
    pub(super) fn with_exponent(&self, exponent: i64) -> Option<Image> {
        if self.range().magnitude() == 0 {
            return Some(Image { exponent, ..self.clone() });
        }
        let by = u32::try_from(self.exponent - exponent).ok()?;
        let range = self.range().shifted_left(by)?;
        let polynomial = Rc::new(self.integer.polynomial.scaled(1i128.checked_shl(by)?)?);
        Some(Image::new(KnownInteger { range, polynomial }, exponent, self.has_plus_zero))
    }

    /// Both with one exponent.
    pub(super) fn aligned(first: &Image, second: &Image) -> Option<(Image, Image)> {
        let exponent = match (first.range().magnitude(), second.range().magnitude()) {
            (0, _) => second.exponent,
            (_, 0) => first.exponent,
            _ => first.exponent.min(second.exponent),
        };
        Some((first.with_exponent(exponent)?, second.with_exponent(exponent)?))
    }

    /// The exact sum. A sum of numbers that are not both -0 is +0 if it is zero, unless the mode is
    /// toward negative.
    pub(super) fn sum(first: &Image, second: &Image, may_be_toward_negative: bool) -> Option<Image> {
        let (first, second) = Image::aligned(first, second)?;
        let range = first.range().sum(second.range())?;
        let polynomial = Rc::new(first.integer.polynomial.sum(&second.integer.polynomial)?);
        // Toward negative only a sum of two +0 is +0. Opposite numbers have a sum of -0 there.
        let are_nonnegative = first.range().is_nonnegative() && second.range().is_nonnegative();
        let has_plus_zero = if may_be_toward_negative {
            first.has_plus_zero && second.has_plus_zero && are_nonnegative
        } else {
            first.has_plus_zero || second.has_plus_zero
        };
        Some(Image::new(KnownInteger { range, polynomial }, first.exponent, has_plus_zero))
    }

    /// The exact product. Zero times a negative number is -0.
    pub(super) fn product(first: &Image, second: &Image) -> Option<Image> {
        let range = first.range().product(second.range())?;
        let polynomial = Rc::new(first.integer.polynomial.product(&second.integer.polynomial)?);
        let is_plus_zero_times = |zero: &Image, other: &Image| {
            !zero.range().contains(0)
                || zero.has_plus_zero && other.range().is_nonnegative() && other.has_plus_zero
        };
        let has_plus_zero = is_plus_zero_times(first, second) && is_plus_zero_times(second, first);
        Some(Image::new(KnownInteger { range, polynomial }, first.exponent + second.exponent, has_plus_zero))
    }

    pub(super) fn negated(&self) -> Option<Image> {
        let range = self.range().negated()?;
        let polynomial = Rc::new(self.integer.polynomial.scaled(-1)?);
        Some(Image::new(KnownInteger { range, polynomial }, self.exponent, false))
    }

    pub(super) fn absolute(&self, store: &mut TermStore, values: &mut Values) -> Option<Image> {
        if self.range().is_nonnegative() {
            return Some(Image { has_plus_zero: true, ..self.clone() });
        }
        let opposite = self.negated()?;
        let own = values.built(store, &self.integer.polynomial)?;
        let zero = store.bit_vector(BitVector::zero(store.width(own)));
        let is_negative = store.bv_slt(own, zero);
        let chosen = values.choice(store, is_negative, &opposite.integer, &self.integer)?;
        let range = IntegerRange::new(0, i128::try_from(self.range().magnitude()).ok()?)?;
        Some(Image::new(KnownInteger { range, ..chosen }, self.exponent, true))
    }

    pub(super) fn choice(
        store: &mut TermStore,
        values: &mut Values,
        condition: Term,
        then: &Image,
        otherwise: &Image,
    ) -> Option<Image> {
        let (then, otherwise) = Image::aligned(then, otherwise)?;
        let chosen = values.choice(store, condition, &then.integer, &otherwise.integer)?;
        let has_plus_zero = then.has_plus_zero && otherwise.has_plus_zero;
        Some(Image::new(chosen, then.exponent, has_plus_zero))
    }
}
