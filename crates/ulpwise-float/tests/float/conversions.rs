//! Conversions of everything small: between formats, to and from integers, to and from rationals.

use crate::small_formats;
use ulpwise_float::{Env, Flags, Float, Format, Integer, Natural, Rational, Rounding, Tininess};
use ulpwise_testkit::{Operation, Ratio, Reference, hardware};

fn check_operation(model: &Reference, operation: Operation) {
    for mode in Rounding::ALL {
        for tininess in [Tininess::AfterRounding, Tininess::BeforeRounding] {
            let env = Env::from(mode).with_tininess(tininess);
            for x in model.all() {
                let ours = operation.evaluate([x; 3], env);
                let expected = model.evaluate(operation, [x; 3], env);
                assert_eq!(ours, expected, "{operation:?} {env:?} of {x:?}: delivered, expected");
            }
        }
    }
}

#[test]
fn every_datum_converts_to_every_other_small_format() {
    for from in small_formats() {
        let model = Reference::new(from);
        for to in small_formats() {
            check_operation(&model, Operation::Convert(to));
        }
    }
}

#[test]
fn every_datum_converts_to_integers_of_1_to_8_bits() {
    for format in small_formats() {
        let model = Reference::new(format);
        for width in 1..=8 {
            check_operation(&model, Operation::ToSigned(width));
            check_operation(&model, Operation::ToUnsigned(width));
        }
    }
}

#[test]
fn both_forms_of_integer_conversion_agree() {
    for format in small_formats() {
        for x in Reference::new(format).all() {
            for mode in Rounding::ALL {
                let (any, any_flags) = x.to_integer(mode);
                assert_eq!(any.is_some(), x.is_finite());
                for width in 0..=10 {
                    let (signed, flags) = x.to_signed(width, mode);
                    let (small, small_flags) = x.to_i128(width, mode);
                    assert_eq!((signed.clone(), flags), (small.map(Integer::from), small_flags));
                    assert!(signed.is_none() || (signed, flags) == (any.clone(), any_flags));
                    let (unsigned, flags) = x.to_unsigned(width, mode);
                    let (small, small_flags) = x.to_u128(width, mode);
                    assert_eq!((unsigned.clone(), flags), (small.map(Natural::from), small_flags));
                    assert!(
                        unsigned.is_none()
                            || (unsigned.map(Integer::from), flags) == (any.clone(), any_flags)
                    );
                }
            }
        }
    }
}

#[test]
fn every_integer_of_1_to_8_bits_converts_to_every_small_format() {
    for format in small_formats() {
        let model = Reference::new(format);
        for mode in Rounding::ALL {
            for value in -128..=255i128 {
                let expected = model.round(Ratio::integer(value), Env::from(mode));
                assert_eq!(Float::from_i128(format, value, mode), expected, "{value}");
                assert_eq!(Float::from_integer(format, &Integer::from(value), mode), expected, "{value}");
                if let Ok(natural) = u128::try_from(value) {
                    assert_eq!(Float::from_u128(format, natural, mode), expected, "{value}");
                }
            }
        }
    }
}

#[test]
fn rationals_round_by_definition_and_return_exactly() {
    for format in small_formats() {
        let model = Reference::new(format);
        for (numerator, denominator) in (-60..=60).flat_map(|n| (1..=40).map(move |d| (n, d))) {
            for scale in [-12, -4, 0, 3, 9] {
                let ratio = Ratio::new(numerator, denominator).times(Ratio::power_of_two(scale));
                let (n, d) = ratio.parts();
                let rational = Rational::from_parts(Integer::from(n), Natural::from(d as u128));
                for mode in Rounding::ALL {
                    let expected = model.round(ratio, Env::from(mode));
                    assert_eq!(Float::from_rational(format, &rational, mode), expected, "{rational}");
                }
            }
        }
        for x in model.all() {
            let rational = x.to_rational();
            let expected = model.value(x).map(|value| {
                let (n, d) = value.parts();
                Rational::from_parts(Integer::from(n), Natural::from(d as u128))
            });
            assert_eq!(rational, expected);
            if let Some(rational) = rational.filter(|_| !x.is_zero()) {
                assert_eq!(Float::from_rational(format, &rational, Rounding::NearestEven), (x, Flags::NONE));
            }
        }
    }
}

#[test]
fn integers_wider_than_every_significand_round_once() {
    let one = Natural::ONE;
    for format in
        [Format::F16, Format::F32, Format::F64, Format::X87, Format::F128, Format::new(20, 200).unwrap()]
    {
        let precision = format.significand_bits() as usize;
        // 1, then p-1 zeros, then exactly half a unit; and one more far below, where only a sticky
        // bit sees it.
        for length in [precision + 1, 4 * precision, 1000] {
            let tie: Natural = (&one << (length - 1)) + (&one << (length - 1 - precision));
            let above = &tie + &one;
            let (down, up) = {
                let power = Float::one(format, false).scalbn(length as i64 - 1, Rounding::NearestEven).0;
                (power, power.next_up(Rounding::NearestEven).0)
            };
            let (value, flags) = Float::from_integer(format, &Integer::from(tie), Rounding::NearestEven);
            if length as i64 > format.max_exponent() {
                assert_eq!(flags, Flags::OVERFLOW | Flags::INEXACT);
                continue;
            }
            assert_eq!((value, flags), (down, Flags::INEXACT), "{format} {length}");
            if length > precision + 1 {
                let value = Float::from_integer(format, &Integer::from(above), Rounding::NearestEven);
                assert_eq!(value, (up, Flags::INEXACT), "{format} {length}");
            }
        }
    }
}

#[test]
fn integers_convert_as_on_the_processor_and_in_the_standard_library() {
    let mut random = ulpwise_base::SplitMix64::new(1);
    for _ in 0..100_000 {
        // All magnitudes, and long runs of zeros or ones behind the leading bits.
        let bits = random.next_u64() as i64 >> random.below(64);
        let value = if random.below(2) == 0 { bits } else { bits >> random.below(64) << random.below(40) };
        for rounding in Rounding::ALL {
            if let Some((double, flags)) = hardware::f64_from_i64(value, rounding) {
                assert_eq!(Float::from_i128(Format::F64, value.into(), rounding), (double, flags), "{value}");
            }
            if let Some((single, flags)) = hardware::f32_from_i64(value, rounding) {
                assert_eq!(Float::from_i128(Format::F32, value.into(), rounding), (single, flags), "{value}");
            }
        }
        let wide = u128::from(random.next_u64()) << 64 | u128::from(value as u64);
        let wide = wide >> random.below(128);
        let ours = Float::from_u128(Format::F64, wide, Rounding::NearestEven).0;
        assert_eq!(ours.to_f64(), wide as f64, "{wide}");
        let ours = Float::from_i128(Format::F32, wide as i128, Rounding::NearestEven).0;
        assert_eq!(ours.to_f32(), wide as i128 as f32, "{wide}");
        // Back again: `as` truncates, and saturates where we say that there is none.
        let double = f64::from_bits(random.next_u64());
        let expected = (double as i128 != i128::MAX && double as i128 != i128::MIN && !double.is_nan())
            .then_some(double as i128);
        assert_eq!(Float::from_f64(double).to_i128(128, Rounding::TowardZero).0, expected, "{double:e}");
    }
}
