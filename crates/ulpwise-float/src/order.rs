//! Floats in their order, as bit patterns of up to 128 bits: every number has an ordinal, and
//! neighbours differ by one.
//!
//! What holds: for all numbers `from_ordinal(ordinal(x)) == x`, and a smaller number has a smaller
//! ordinal; -0 stands just below +0, whose ordinal is 0. NaNs have no ordinal; callers look first.

use crate::Format;

/// The lowest `width` bits.
#[inline]
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bit of the sign.
#[inline]
pub fn sign_bit(format: Format) -> u128 {
    1 << (format.width() - 1)
}

/// The bits of +infinity, which is also the largest magnitude of a number.
#[inline]
pub fn infinity(format: Format) -> u128 {
    mask(format.exponent_bits()) << (format.significand_bits() - 1)
}

/// The bits of the NaN that stands for all.
#[inline]
pub fn canonical_nan(format: Format) -> u128 {
    infinity(format) | 1 << (format.significand_bits() - 2)
}

/// Whether bits are no number.
#[inline]
pub fn is_nan(format: Format, bits: u128) -> bool {
    bits & (sign_bit(format) - 1) > infinity(format)
}

/// The ordinal of a number: its position in the order of all numbers, -0 just below +0, which is 0.
#[inline]
pub fn ordinal(format: Format, bits: u128) -> i128 {
    let sign = sign_bit(format);
    let magnitude = (bits & (sign - 1)) as i128;
    if bits & sign == 0 { magnitude } else { -magnitude - 1 }
}

/// The same with both zeros at 0: equal for numbers that compare equal.
#[inline]
pub fn numeric_ordinal(format: Format, bits: u128) -> i128 {
    let sign = sign_bit(format);
    let magnitude = (bits & (sign - 1)) as i128;
    if bits & sign == 0 { magnitude } else { -magnitude }
}

/// The number of an ordinal; ordinals beyond the infinities give the infinities.
#[inline]
pub fn from_ordinal(format: Format, ordinal: i128) -> u128 {
    let largest = infinity(format) as i128;
    if ordinal >= 0 {
        ordinal.min(largest) as u128
    } else {
        sign_bit(format) | (-(ordinal + 1)).min(largest) as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Float;

    #[test]
    fn ordinals_follow_the_order_of_numbers() {
        let format = Format::new(2, 3).unwrap();
        let mut ordinals: Vec<i128> = (0..32)
            .filter(|&bits| !is_nan(format, bits))
            .map(|bits| {
                assert_eq!(from_ordinal(format, ordinal(format, bits)), bits);
                ordinal(format, bits)
            })
            .collect();
        ordinals.sort_unstable();
        let all: Vec<i128> = (-13..=12).collect();
        assert_eq!(ordinals, all);
        for pair in all.windows(2) {
            let [low, high] =
                [pair[0], pair[1]].map(|ordinal| Float::from_bits(format, from_ordinal(format, ordinal)));
            assert!(low.compares_less_equal(high));
        }
    }
}
