//! How much a rounding can change a number of a format: the paper's δ and ε, for all five rounding
//! modes or for rounding to nearest.

use crate::magnitude::{above, times_above};
use ulpwise_float::Format;
use ulpwise_ir::FloatFormat;

/// In which modes the program may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// In any of the five, or in one that is directed.
    Any,
    /// To nearest, with ties to even or away from zero.
    Nearest,
}

/// What a priori invariants say of an operation. Each can be left unused, to see what it is good
/// for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invariants {
    /// Values are known to be numbers: the four statuses of both monitors are not followed one by
    /// one.
    pub status: bool,
    /// The signs of operands and results are known: sums of numbers of one sign keep the relative
    /// error of their terms, and roundings have no cases.
    pub sign: bool,
    /// Which two of the four products of bounds are the least and the greatest is known.
    pub product: bool,
    /// Results are known to be normal numbers, which have no absolute error.
    pub normal: bool,
}

impl Invariants {
    /// All of them.
    pub const ALL: Invariants = Invariants { status: true, sign: true, product: true, normal: true };
    /// None of them.
    pub const NONE: Invariants = Invariants { status: false, sign: false, product: false, normal: false };
}

/// How values are rounded, as far as an analysis looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundingModel {
    /// In which modes.
    pub modes: Modes,
    /// A relative error of every rounding, as a power of two, in place of the format's own, if it
    /// is larger than that.
    pub coarse: Option<i32>,
    /// What is used of what is known.
    pub invariants: Invariants,
}

impl Default for RoundingModel {
    fn default() -> Self {
        RoundingModel { modes: Modes::Any, coarse: None, invariants: Invariants::ALL }
    }
}

/// A format's numbers, as far as rounding to them goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision {
    /// The greatest relative error of a result in the normal range.
    pub relative: f64,
    /// The greatest absolute error below it.
    pub absolute: f64,
    /// The least normal number, or a number above it.
    pub least_normal: f64,
    /// The least number above zero, or a number below it.
    pub least: f64,
    /// The greatest number, or a number below it.
    pub greatest: f64,
    /// How many bits a significand has.
    pub bits: i32,
    /// The exponent of the smallest number: all are multiples of it.
    pub unit: i32,
    /// Whether an error is bounded by the place of the last bit rather than by the number.
    by_last_bit: bool,
}

impl Precision {
    /// That of a format.
    pub fn for_format(format: FloatFormat, model: &RoundingModel) -> Precision {
        let exact: Format = format.exact_format();
        let bits = exact.significand_bits() as i32;
        let half = i32::from(model.modes == Modes::Nearest);
        let own = 1 - bits - half;
        let unit = exact.min_subnormal_exponent() as i32;
        let coarse = model.coarse.filter(|&coarse| coarse > own);
        Precision {
            relative: power_above(coarse.unwrap_or(own)),
            absolute: power_above(unit - half),
            least_normal: power_above(exact.min_exponent() as i32),
            least: power_below(unit),
            greatest: if exact.max_exponent() >= 1024 {
                f64::MAX
            } else {
                (2.0 - 2f64.powi(1 - bits)) * 2f64.powi(exact.max_exponent() as i32)
            },
            bits,
            unit,
            by_last_bit: coarse.is_none(),
        }
    }

    /// Whether the errors are those of the format and not coarser.
    pub fn is_own(&self) -> bool {
        self.by_last_bit
    }

    /// How far a number of at most this magnitude can be from what it is rounded to.
    pub fn error_of(&self, magnitude: f64, may_underflow: bool) -> f64 {
        let normal = match exponent_of(magnitude) {
            _ if magnitude == 0.0 => 0.0,
            Some(exponent) if self.by_last_bit => times_above(self.relative, power_above(exponent)),
            _ => times_above(self.relative, magnitude),
        };
        if may_underflow { normal.max(self.absolute) } else { normal }
    }

    /// The relative error of a result whose operands bring this much along.
    pub fn compounded(&self, relative: f64) -> f64 {
        above(&[relative, self.relative, times_above(relative, self.relative)])
    }
}

/// 2^exponent, or the least number above zero where that is too small.
pub(crate) fn power_above(exponent: i32) -> f64 {
    match exponent {
        1024.. => f64::INFINITY,
        -1022.. => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074.. => f64::from_bits(1 << (exponent + 1074)),
        _ => f64::from_bits(1),
    }
}

/// 2^exponent, or zero where that is too small.
pub(crate) fn power_below(exponent: i32) -> f64 {
    match exponent {
        1024.. => f64::MAX,
        -1074.. => power_above(exponent),
        _ => 0.0,
    }
}

/// The exponent of a number's first bit; `None` of zero and what is infinite.
pub(crate) fn exponent_of(magnitude: f64) -> Option<i32> {
    if magnitude == 0.0 || !magnitude.is_finite() {
        return None;
    }
    let biased = (magnitude.to_bits() >> 52 & 0x7ff) as i32;
    if biased > 0 {
        return Some(biased - 1023);
    }
    Some(63 - (magnitude.to_bits() << 12 >> 12).leading_zeros() as i32 - 1074)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_the_format() {
        let any = Precision::for_format(FloatFormat::F32, &RoundingModel::default());
        assert_eq!((any.relative, any.absolute), (2f64.powi(-23), 2f64.powi(-149)));
        assert_eq!(any.greatest, f64::from(f32::MAX));
        let model = RoundingModel { modes: Modes::Nearest, ..RoundingModel::default() };
        let nearest = Precision::for_format(FloatFormat::F64, &model);
        assert_eq!((nearest.relative, nearest.bits, nearest.unit), (2f64.powi(-53), 53, -1074));
        assert_eq!(nearest.least_normal, f64::MIN_POSITIVE);
        assert_eq!(any.error_of(1.5, false), 2f64.powi(-23), "the product is exact");
        assert_eq!(any.error_of(1e-40, true), 2f64.powi(-149));
        assert_eq!(exponent_of(5e-324), Some(-1074));
        assert_eq!(exponent_of(f64::MIN_POSITIVE / 2.0), Some(-1023));
        let wide = Precision::for_format(FloatFormat::X87, &model);
        assert_eq!((wide.relative, wide.greatest), (2f64.powi(-64), f64::MAX));
        assert!(wide.absolute > 0.0 && wide.least == 0.0);
    }

    #[test]
    fn a_coarse_error_counts_only_where_it_is_larger() {
        let model = RoundingModel { coarse: Some(-10), ..RoundingModel::default() };
        assert_eq!(Precision::for_format(FloatFormat::F32, &model).relative, 2f64.powi(-10));
        let model = RoundingModel { coarse: Some(-60), ..RoundingModel::default() };
        assert_eq!(Precision::for_format(FloatFormat::F32, &model).relative, 2f64.powi(-23));
    }
}
