//! From one float to another that is worth a try: what local search over floats does, wherever it
//! runs.
//!
//! What holds: a move gives a number of the format or an infinity if it is given one; of a NaN only
//! the sign and single bits can be changed. Everything is drawn from the generator that the caller
//! gives, so that a seed reproduces a search.

use crate::Format;
use crate::order::{canonical_nan, from_ordinal, infinity, is_nan, ordinal, sign_bit};
use ulpwise_base::SplitMix64;

/// A float close to another one: one to a few units in the last place away.
pub fn near(format: Format, bits: u128, random: &mut SplitMix64) -> u128 {
    if is_nan(format, bits) {
        return 0;
    }
    let distance = 1 + random.below(3) as i128;
    let start = ordinal(format, bits);
    from_ordinal(format, if random.below(2) == 0 { start - distance } else { start + distance })
}

/// The next larger or smaller exponent with the same digits.
pub fn next_exponent(format: Format, bits: u128, random: &mut SplitMix64) -> u128 {
    if is_nan(format, bits) {
        return bits;
    }
    let exponent = 1_i128 << (format.significand_bits() - 1);
    let start = ordinal(format, bits);
    from_ordinal(format, if random.below(2) == 0 { start + exponent } else { start - exponent })
}

/// The same number with the other sign.
pub fn other_sign(format: Format, bits: u128) -> u128 {
    bits ^ sign_bit(format)
}

/// A number whose ordinal is a power of two away: near ones and far ones are as likely.
pub fn jump(format: Format, bits: u128, random: &mut SplitMix64) -> u128 {
    if is_nan(format, bits) {
        return bits;
    }
    let distance = 1_i128 << random.below(u64::from(format.width() - 1));
    let start = ordinal(format, bits);
    from_ordinal(format, if random.below(2) == 0 { start + distance } else { start - distance })
}

/// One bit is another.
pub fn other_bit(format: Format, bits: u128, random: &mut SplitMix64) -> u128 {
    bits ^ 1 << random.below(u64::from(format.width()))
}

/// What every format has: -0, the infinities, the largest number, the smallest normal one, the
/// smallest one, the NaN.
pub fn specials(format: Format) -> [u128; 7] {
    let (sign, infinity) = (sign_bit(format), infinity(format));
    let normal = 1_u128 << (format.significand_bits() - 1);
    [sign, infinity, infinity | sign, infinity - 1, normal, 1, canonical_nan(format)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_give_numbers_and_reach_both_sides() {
        let mut random = SplitMix64::new(5);
        let one = u128::from(1f64.to_bits());
        let (mut below, mut above) = (0, 0);
        for _ in 0..300 {
            for moved in [
                near(Format::F64, one, &mut random),
                jump(Format::F64, one, &mut random),
                next_exponent(Format::F64, one, &mut random),
            ] {
                assert!(!is_nan(Format::F64, moved));
                match ordinal(Format::F64, moved) < ordinal(Format::F64, one) {
                    true => below += 1,
                    false => above += 1,
                }
            }
        }
        assert!(below > 300 && above > 300, "{below} {above}");
        let powers = [0.5f64, 2.0].map(|power| u128::from(power.to_bits()));
        assert!((0..20).all(|_| powers.contains(&next_exponent(Format::F64, one, &mut random))));
        assert_eq!(other_sign(Format::F64, one), u128::from((-1f64).to_bits()));
    }

    #[test]
    fn a_nan_stays_or_gives_a_number() {
        let mut random = SplitMix64::new(5);
        let nan = canonical_nan(Format::F32);
        assert_eq!(near(Format::F32, nan, &mut random), 0);
        assert_eq!(jump(Format::F32, nan, &mut random), nan);
        assert_eq!(next_exponent(Format::F32, nan, &mut random), nan);
    }
}
