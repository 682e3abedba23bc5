//! How many times pi goes into a float, exactly.
//!
//! The reciprocal of pi is known to [`BITS`] bits after the point. No double is so large, or so
//! close to a multiple of half pi, that the quotient's integer part would hang on further bits;
//! where it did, both candidates are returned.

use ulpwise_float::{Float, Integer, Natural};

/// Bits of the reciprocal of pi.
const BITS: usize = 1216;

/// The integer part of 2^[`BITS`] divided by pi, least significant limb first.
const RECIPROCAL: [u64; 19] = [
    0x2b01_9823_7e3d_b5d5,
    0x35fd_afd8_8fc6_ae84,
    0x9e83_9cfb_c529_4975,
    0xba93_dd63_f5f2_f8bd,
    0xa7a3_1fb3_4f2f_f516,
    0xb69b_3f67_93e5_84db,
    0xf797_88c5_ad05_368f,
    0x8ffc_4bff_ef02_cc07,
    0x4e42_2fc5_defc_941d,
    0x9cc8_eb1c_c1a9_9cfa,
    0x74ce_3813_5a2f_bf20,
    0x7441_1afa_975d_a242,
    0x7f0e_f58e_5894_d39f,
    0x0324_9775_04e8_c90e,
    0xdb92_371d_2126_e970,
    0xff28_b1d5_ef5d_e2b0,
    0x6db1_4acc_9e21_c820,
    0xfe13_abe8_fa9a_6ee0,
    0x517c_c1b7_2722_0a94,
];

/// The integer part (towards minus infinity) of `x / pi`, plus one half if `shifted`: a lower and
/// an upper bound, which are equal but for floats beyond double precision.
///
/// # Panics
/// If the float is not finite or its exponent is larger than that of any double.
pub(super) fn half_turns(x: Float, shifted: bool) -> (Integer, Integer) {
    if let Some(rotations) = few_half_rotations(x, shifted) {
        return (rotations.into(), rotations.into());
    }
    let (negative, significand, exponent) = x.to_exact_parts().expect("a finite number");
    long_half_turns(negative, significand, exponent, shifted)
}

fn long_half_turns(negative: bool, significand: Natural, exponent: i64, shifted: bool) -> (Integer, Integer) {
    // x / pi = significand * reciprocal * 2^(exponent - BITS)
    let shift = usize::try_from(BITS as i64 - exponent).expect("a number in the range of double");
    let mut bytes = [0; RECIPROCAL.len() * 8];
    for (chunk, limb) in bytes.chunks_exact_mut(8).zip(RECIPROCAL) {
        chunk.copy_from_slice(&limb.to_le_bytes());
    }
    let below = Natural::from_le_bytes(&bytes) * &significand;
    let above = &below + significand;
    let half = if shifted { Integer::ONE << (shift - 1) } else { Integer::ZERO };
    let part = |quotient: Natural| {
        let quotient = Integer::from(quotient);
        let quotient = if negative { -quotient } else { quotient };
        // A shift of integers rounds towards minus infinity.
        (quotient + &half) >> shift
    };
    let (one, other) = (part(below), part(above));
    if one <= other { (one, other) } else { (other, one) }
}

/// The same for numbers of common magnitude in single words; `None` if that does not tell.
fn few_half_rotations(x: Float, shifted: bool) -> Option<i64> {
    /// The fraction bits of the reciprocal that are used, and of the quotient.
    const FRACTION: u32 = 74;
    const SHORT: u128 =
        (RECIPROCAL[RECIPROCAL.len() - 1] as u128) << 10 | (RECIPROCAL[RECIPROCAL.len() - 2] >> 54) as u128;
    let exponent = x.ilogb()?;
    if exponent < -1 {
        // Less than one half.
        return Some(if shifted || !x.is_sign_negative() { 0 } else { -1 });
    }
    if x.format().significand_bits() > 53 || exponent >= 30 {
        return None;
    }
    // The significand as an integer is x.to_bits without sign and exponent, with the leading bit.
    let stored = x.format().significand_bits() - 1;
    let significand = (x.to_bits() & ((1 << stored) - 1)) | 1 << stored;
    // significand * 2^-stored * 2^exponent / pi, in units of 2^-FRACTION, rounded down twice: too
    // small by less than three units before the last shift.
    let product = (significand * SHORT) >> stored;
    let quotient = if exponent < 0 { product >> 1 } else { product << exponent };
    let error = 1_u128 << (exponent + 3).max(3);
    let part = |quotient: u128| {
        let quotient = if x.is_sign_negative() { -(quotient as i128) } else { quotient as i128 };
        let half = if shifted { 1_i128 << (FRACTION - 1) } else { 0 };
        (quotient + half) >> FRACTION
    };
    let (one, other) = (part(quotient), part(quotient + error));
    (one == other).then_some(one as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The integer part of 2^bits * pi by Machin's formula, with some bits to spare.
    fn pi(bits: usize) -> Integer {
        let arctangent_of_reciprocal = |x: i64| {
            let mut term = (Integer::ONE << (bits + 64)) / x;
            let mut sum = term.clone();
            for k in 1.. {
                term /= -x * x;
                if term == Integer::ZERO || term == -Integer::ONE {
                    break;
                }
                sum += &term / (2 * k + 1);
            }
            sum
        };
        ((arctangent_of_reciprocal(5) * 16 - arctangent_of_reciprocal(239) * 4) as Integer) >> 64
    }

    #[test]
    fn the_reciprocal_is_that_of_pi() {
        let bytes: Vec<u8> = RECIPROCAL.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let reciprocal = Integer::from(Natural::from_le_bytes(&bytes));
        // pi is known to 2^-1400, so 2^1216 / pi to much less than one, unless an integer lies
        // between.
        let (low, high) = (pi(1400) - 1000, pi(1400) + 1000);
        let quotient = |pi: Integer| (Integer::ONE << (BITS + 1400)) / pi;
        assert_eq!(quotient(low), reciprocal);
        assert_eq!(quotient(high), reciprocal);
    }

    #[test]
    fn turns_are_counted_downwards() {
        let rotations = |x: f64, shifted| {
            let (low, high) = half_turns(Float::from_f64(x), shifted);
            assert_eq!(low, high, "{x}");
            i64::try_from(low).unwrap()
        };
        let cases = [
            (0.0, 0, 0),
            (1.5, 0, 0),
            (1.6, 0, 1),
            (3.0, 0, 1),
            (3.15, 1, 1),
            (-0.1, -1, 0),
            (-1.6, -1, -1),
            (-3.15, -2, -1),
            (710.0, 226, 226),
            (5e-324, 0, 0),
            (-5e-324, -1, 0),
        ];
        for (x, plain, shifted) in cases {
            assert_eq!((rotations(x, false), rotations(x, true)), (plain, shifted), "{x}");
        }
        // The double next to pi below it, and the next one.
        assert_eq!(rotations(std::f64::consts::PI, false), 0);
        assert_eq!(rotations(std::f64::consts::PI.next_up(), false), 1);
    }

    #[test]
    fn single_words_tell_the_same() {
        let mut random = ulpwise_base::SplitMix64::new(3);
        let mut decided = 0;
        for _ in 0..50_000 {
            let near = f64::from(random.below(100_000) as u32) * std::f64::consts::FRAC_PI_2;
            let near = f64::from_bits(near.to_bits() + random.below(3) - 1 + u64::from(near == 0.0));
            let any = (random.next_u64() as i64 as f64) * 1e-10;
            let x = if random.below(2) == 0 { near } else { any };
            for x in [Float::from_f64(x), Float::from_f64(-x), Float::from_f32(x as f32)] {
                for shifted in [false, true] {
                    let Some(few) = few_half_rotations(x, shifted) else { continue };
                    decided += 1;
                    let (negative, significand, exponent) = x.to_exact_parts().unwrap();
                    assert_eq!(
                        long_half_turns(negative, significand, exponent, shifted),
                        (few.into(), few.into())
                    );
                }
            }
        }
        assert!(decided > 200_000, "{decided}");
    }

    #[test]
    fn the_largest_doubles_have_one_answer() {
        for x in [f64::MAX, -f64::MAX, 1e300, -8.98e307, f64::from_bits(0x7506_ac5b_262c_a1ff)] {
            for shifted in [false, true] {
                let (low, high) = half_turns(Float::from_f64(x), shifted);
                assert_eq!(low, high);
            }
        }
    }
}
