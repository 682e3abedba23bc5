//! Positions of floats in their total order, as integers.
//!
//! A number with the magnitude bits `m` (its encoding without the sign) has the ordinal `m` if its
//! sign is plus and `-1 - m` if it is minus, so that -inf < … < -0 < +0 < … < +inf have consecutive
//! integers, +0 has the ordinal 0 and -0 has -1. Negation is the bitwise complement. NaNs have no
//! ordinal.

use ulpwise_float::{Float, Format, order};

/// The widest encoding that has ordinals.
pub const MAX_WIDTH: u32 = 128;

/// The largest number of exponent bits that leaves room for exact bounds.
const MAX_EXPONENT_BITS: u32 = 24;

/// Whether floats of the format have ordinals and domains.
pub const fn is_modelled(format: Format) -> bool {
    format.width() <= MAX_WIDTH && format.exponent_bits() <= MAX_EXPONENT_BITS
}

/// The ordinal of plus zero.
pub const PLUS_ZERO: i128 = 0;
/// The ordinal of minus zero.
pub const MINUS_ZERO: i128 = -1;

/// The ordinal of a number.
///
/// # Panics
/// If its format is wider than [`MAX_WIDTH`].
#[inline]
pub fn from_float(float: Float) -> i128 {
    debug_assert!(!float.is_nan(), "a NaN has no ordinal");
    order::ordinal(float.format(), float.to_bits())
}

/// The number with an ordinal.
///
/// # Panics
/// If the ordinal lies beyond the infinities' (in debug builds), or the format is too wide.
#[inline]
pub fn float(format: Format, ordinal: i128) -> Float {
    debug_assert!(ordinal <= infinity(format) && !ordinal <= infinity(format), "beyond infinity");
    Float::from_bits(format, order::from_ordinal(format, ordinal))
}

/// The ordinal of plus infinity. That of minus infinity is its complement.
#[inline]
pub fn infinity(format: Format) -> i128 {
    order::infinity(format) as i128
}

/// The ordinal of the largest finite number.
#[inline]
pub fn max_finite(format: Format) -> i128 {
    infinity(format) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_float::Rounding;

    #[test]
    fn ordinals_count_the_numbers_in_their_order() {
        let format = Format::new(3, 4).expect("a format");
        let top = infinity(format);
        assert_eq!(float(format, top), Float::infinity(format, false));
        assert_eq!(float(format, !top), Float::infinity(format, true));
        assert_eq!(from_float(Float::zero(format, true)), MINUS_ZERO);
        assert_eq!(from_float(Float::zero(format, false)), PLUS_ZERO);
        for ordinal in !top..=top {
            let number = float(format, ordinal);
            assert_eq!(from_float(number), ordinal);
            assert_eq!(from_float(number.negate()), !ordinal);
            if ordinal < top && ordinal != MINUS_ZERO {
                let (mut up, _) = number.next_up(Rounding::NearestEven);
                if up.is_zero() {
                    up = up.with_sign(true);
                }
                assert_eq!(float(format, ordinal + 1), up);
            }
        }
    }

    #[test]
    fn the_widest_format_fits() {
        for format in [Format::F16, Format::F32, Format::F64, Format::F128] {
            let infinity = Float::infinity(format, true);
            assert_eq!(float(format, from_float(infinity)), infinity);
        }
    }
}
