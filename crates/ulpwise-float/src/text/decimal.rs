//! From digits and an exponent to the nearest number of a format.

use super::power::Enclosure;
use crate::Natural;
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::ops::{round_natural, round_quotient};
use crate::value::{Float, Outcome};
use dashu_int::ops::BitTest;

/// Powers of ten beyond this exponent are enclosed rather than computed.
const LARGE_EXPONENT: u64 = 6000;

/// `digits * 2^exponent`, rounded; the digits are hexadecimal and empty for zero, which becomes
/// plus zero.
pub(super) fn round_hexadecimal(
    format: Format,
    env: Env,
    negative: bool,
    digits: &str,
    exponent: i64,
) -> Outcome {
    round_natural(format, env, negative, exponent, &natural(digits, 16), false)
}

/// `digits * 10^exponent`, rounded; the digits are decimal without leading zeros and empty for
/// zero, which becomes plus zero.
pub(super) fn round_decimal(
    format: Format,
    env: Env,
    negative: bool,
    digits: &str,
    exponent: i64,
) -> Outcome {
    if digits.is_empty() {
        return (Float::zero(format, false), Flags::NONE);
    }
    round_extreme(format, env, negative, exponent + digits.len() as i64)
        .unwrap_or_else(|| round_scaled(format, env, negative, &natural(digits, 10), exponent))
}

/// The outcome for a decimal in [10^(top-1), 10^top) that is too large or small for its digits to
/// matter.
fn round_extreme(format: Format, env: Env, negative: bool, top: i64) -> Option<Outcome> {
    // 3.3219 < log2(10), and the division rounds towards zero.
    let binary = |power: i64| i128::from(power) * 33219 / 10000;
    let far_above = top > 1 && binary(top - 1) > i128::from(format.max_exponent()) + 1;
    let far_below = top < 0 && binary(top) < i128::from(format.min_subnormal_exponent()) - 2;
    // Powers of two that round as every number that far out does.
    let stand_in = if far_above {
        format.max_exponent() + 2
    } else if far_below {
        format.min_subnormal_exponent() - 3
    } else {
        return None;
    };
    Some(round_natural(format, env, negative, stand_in, &Natural::ONE, false))
}

/// `value * 10^exponent`, rounded; the value is not zero.
pub(super) fn round_scaled(
    format: Format,
    env: Env,
    negative: bool,
    value: &Natural,
    exponent: i64,
) -> Outcome {
    if exponent.unsigned_abs() > LARGE_EXPONENT {
        // The first attempt nearly always decides. Numbers of the format and halfway between two
        // are never decided, but these have as many digits as they have factors of five: computing
        // exactly is then in proportion.
        let precision = format.significand_bits() as usize;
        for bits in [64, 1024].map(|extra| precision + extra) {
            if let Some(outcome) = round_enclosed(format, env, negative, value, exponent, bits) {
                return outcome;
            }
        }
    }
    round_exactly(format, env, negative, value, exponent)
}

fn round_exactly(format: Format, env: Env, negative: bool, value: &Natural, exponent: i64) -> Outcome {
    let scale = Natural::from(10u8).pow(exponent.unsigned_abs() as usize);
    if exponent >= 0 {
        round_quotient(format, env, negative, value * scale, Natural::ONE)
    } else {
        round_quotient(format, env, negative, value.clone(), scale)
    }
}

/// The same from an enclosure of the power of ten with about `bits` bits, if that decides.
fn round_enclosed(
    format: Format,
    env: Env,
    negative: bool,
    value: &Natural,
    exponent: i64,
    bits: usize,
) -> Option<Outcome> {
    let enclosure = Enclosure::exactly(value, 0).scaled_by_power_of_ten(exponent, bits);
    let wanted = i64::from(format.significand_bits()) + 3;
    let shift = wanted - (enclosure.low.bit_len() as i64 + enclosure.exponent);
    let leading = enclosure.floor_scaled(shift)?;
    Some(round_natural(format, env, negative, -shift, &leading, true))
}

fn natural(digits: &str, radix: u32) -> Natural {
    if digits.is_empty() {
        return Natural::ZERO;
    }
    Natural::from_str_radix(digits, radix).expect("only digits of the radix")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rounding;
    use ulpwise_base::SplitMix64;

    #[test]
    fn enclosures_decide_as_exact_arithmetic_does() {
        let mut random = SplitMix64::new(1);
        let formats = [Format::F16, Format::F64, Format::F128, Format::new(20, 240).expect("a valid format")];
        let widest = Format::new(30, 256).expect("a valid format");
        for case in 0..20_000 {
            let format = formats[case % formats.len()];
            let digits = Natural::from(random.next_u64() >> random.below(64)) + Natural::ONE;
            let value = if case % 3 == 0 { digits.pow(5) } else { digits };
            let exponent = random.below(800) as i64 - 400;
            let env = Env::from(*random.choose(&Rounding::ALL));
            let precision = format.significand_bits() as usize;
            for bits in [precision / 2, precision, precision + 64] {
                let exact = round_exactly(format, env, false, &value, exponent);
                if let Some(outcome) = round_enclosed(format, env, false, &value, exponent, bits) {
                    assert_eq!(outcome, exact, "{value}e{exponent} with {bits} bits");
                } else {
                    // Only short binary fractions may stay undecided with that many bits.
                    let long = round_exactly(widest, env, false, &value, exponent).1.contains(Flags::INEXACT);
                    assert!(bits < precision + 64 || !long, "{value}e{exponent} is undecided");
                }
            }
        }
    }
}
