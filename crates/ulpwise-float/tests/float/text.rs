//! Reading against MPFR and the standard library; writing by the definition of the shortest
//! decimal.

use crate::small_formats;
use ulpwise_float::{Decimal, Flags, Float, Format, Natural, Rational, Rounding};
use ulpwise_testkit::{Operands, Reference, mpfr, reading};

const RNE: Rounding = Rounding::NearestEven;

#[test]
fn decimals_are_read_as_mpfr_reads_them() {
    for format in [Format::F16, Format::BF16, Format::F32, Format::F64, Format::F128] {
        reading::read_against_mpfr(format, 100_000, 1).unwrap();
    }
    for (exponent_bits, significand_bits) in [(2, 2), (4, 4), (15, 64), (19, 240)] {
        let format = Format::new(exponent_bits, significand_bits).unwrap();
        reading::read_against_mpfr(format, 20_000, 2).unwrap();
    }
}

#[test]
fn decimals_are_read_and_written_as_by_the_standard_library() {
    reading::read_against_std(100_000, 3).unwrap();
    reading::write_against_std(100_000, 4).unwrap();
}

#[test]
fn x87_reads_as_the_same_format_without_the_leading_bit() {
    let plain = Format::new(15, 64).unwrap();
    let mut source = ulpwise_testkit::Decimals::new(plain, 5);
    for case in 0..20_000 {
        let text = source.next_text();
        let mode = Rounding::ALL[case % 5];
        let (ours, flags) = Float::parse(Format::X87, &text, mode).unwrap();
        let converted = ours.convert(plain, mode);
        assert_eq!(Float::parse(plain, &text, mode).unwrap(), (converted.0, flags), "{text}");
    }
}

#[test]
fn exponents_of_30_bits_are_read_and_written_without_huge_integers() {
    let format = Format::new(30, 240).unwrap();
    for text in [
        "1e-161614000",
        "9.999e161000000",
        "123456789e100000000",
        "1e-99999999",
        "7e161614247",
        "1e-161614320",
    ] {
        for mode in Rounding::ALL {
            let ours = Float::parse(format, text, mode).unwrap();
            assert_eq!(ours, mpfr::parse(format, text, 10, mode), "{text}");
            if ours.0.is_normal() && mode == RNE {
                assert_eq!(ours.0.to_string(), text.replace("123456789e100000000", "1.23456789e100000008"));
            }
        }
    }
}

#[test]
fn hexadecimals_are_read_as_mpfr_reads_them_and_written_to_read_back() {
    for format in
        [Format::F16, Format::F32, Format::F64, Format::X87, Format::F128, Format::new(30, 240).unwrap()]
    {
        let mut operands = Operands::new(format, 6);
        let narrow = Format::new(4, 5).unwrap();
        for case in 0..20_000 {
            let number = operands.any();
            if !number.is_finite() {
                continue;
            }
            let text = number.to_hex_text();
            let (back, flags) = Float::parse(format, &text, RNE).unwrap();
            assert_eq!(flags, Flags::NONE);
            // An x87 pseudo-denormal reads back as the regular encoding of its value.
            assert!(
                back.compares_equal(number) && back.is_sign_negative() == number.is_sign_negative(),
                "{text}"
            );
            let mode = Rounding::ALL[case % 5];
            let rounded = Float::parse(narrow, &text, mode).unwrap();
            assert_eq!(rounded, mpfr::parse(narrow, &text, 16, mode), "{text}");
        }
    }
}

/// The first digits of a decimal as an integer, and the power of ten to multiply with.
fn scaled(decimal: &Decimal, length: usize) -> (Natural, i64) {
    let padded = format!("{:0<length$}", decimal.digits);
    let digits = if length == 0 { "0" } else { &padded[..length] };
    (Natural::from_str_radix(digits, 10).unwrap(), decimal.exponent - length as i64)
}

fn read(format: Format, digits: &Natural, exponent: i64) -> Float {
    Float::parse(format, &format!("{digits}e{exponent}"), RNE).unwrap().0
}

/// Reads back; no decimal with a digit less does; none of its length that does is nearer.
fn check_shortest(number: Float) {
    let format = number.format();
    let decimal = number.to_shortest_decimal().unwrap();
    let length = decimal.digits.len();
    let (digits, exponent) = scaled(&decimal, length);
    assert_eq!(read(format, &digits, exponent), number, "{decimal:?} does not read back");
    assert!(!decimal.digits.starts_with('0') && !decimal.digits.ends_with('0'), "{decimal:?}");
    // If some shorter decimal lay within the interval of the number, one next to it would.
    let (shorter, shorter_exponent) = scaled(&decimal, length - 1);
    for candidate in [shorter.clone(), shorter + Natural::ONE] {
        assert_ne!(read(format, &candidate, shorter_exponent), number, "{decimal:?} is not the shortest");
    }
    let distance = |digits: &Natural| {
        let value = Rational::from(digits.clone()) * Rational::from(10).pow(exponent as isize);
        let difference = value - number.to_rational().unwrap();
        if difference < Rational::ZERO { -difference } else { difference }
    };
    for candidate in [&digits - Natural::ONE, &digits + Natural::ONE] {
        let nearer = distance(&candidate) < distance(&digits);
        assert!(
            !nearer || read(format, &candidate, exponent) != number,
            "{candidate} is nearer than {decimal:?}"
        );
    }
}

#[test]
fn the_shortest_decimal_is_shortest_nearest_and_reads_back() {
    let positive = |x: &Float| x.is_finite() && !x.is_zero() && !x.is_sign_negative();
    for format in small_formats() {
        Reference::new(format).all().filter(positive).for_each(check_shortest);
    }
    for format in [Format::F16, Format::BF16] {
        (0..0x8000)
            .step_by(3)
            .map(|bits| Float::from_bits(format, bits))
            .filter(positive)
            .for_each(check_shortest);
    }
    for format in [Format::F64, Format::X87, Format::F128, Format::new(13, 200).unwrap()] {
        let mut operands = Operands::new(format, 7);
        (0..500).map(|_| operands.any().abs()).filter(positive).for_each(check_shortest);
    }
}

#[test]
fn text_that_is_not_a_number_is_an_error_with_its_position() {
    let cases = [
        ("", 0),
        ("-", 1),
        (".", 1),
        ("1e", 2),
        ("1e+", 3),
        ("0x", 2),
        ("0x1p", 4),
        ("1 ", 1),
        (" 1", 0),
        ("1.2.3", 3),
        ("1e5x", 3),
        ("--1", 1),
        ("infx", 0),
        ("nan(1)", 0),
        ("0xg", 2),
        ("e5", 0),
        ("1_000", 1),
        ("é", 0),
        ("1é", 1),
    ];
    for (text, offset) in cases {
        let error = Float::parse(Format::F64, text, RNE).unwrap_err();
        assert_eq!(error.offset(), offset, "{text:?}: {error}");
    }
}

#[test]
fn no_text_makes_reading_panic() {
    let mut random = ulpwise_base::SplitMix64::new(8);
    let alphabet = b"0123456789.eEpPxX+-infatyNAN \xc3\xa9";
    for _ in 0..200_000 {
        let length = random.below(12);
        let bytes: Vec<u8> = (0..length).map(|_| *random.choose(alphabet)).collect();
        let text = String::from_utf8_lossy(&bytes);
        for format in [Format::F64, Format::new(2, 2).unwrap()] {
            if let Ok((number, _)) = Float::parse(format, &text, RNE) {
                assert!(text.to_ascii_lowercase().contains("nan") == number.is_nan());
            }
        }
    }
}

#[test]
fn special_values_and_signs_are_read() {
    let read = |text: &str| Float::parse(Format::F32, text, RNE).unwrap();
    assert_eq!(read("-Infinity"), (Float::infinity(Format::F32, true), Flags::NONE));
    assert_eq!(read("+inf"), (Float::infinity(Format::F32, false), Flags::NONE));
    assert_eq!(read("NaN"), (Float::quiet_nan(Format::F32, false), Flags::NONE));
    assert_eq!(read("-0.000e99999999999999999999"), (Float::zero(Format::F32, true), Flags::NONE));
    assert_eq!(read("-0x0p5"), (Float::zero(Format::F32, true), Flags::NONE));
    assert_eq!(read("1e99999999999999999999").1, Flags::OVERFLOW | Flags::INEXACT);
    assert_eq!(
        read("-1e-99999999999999999999"),
        (Float::zero(Format::F32, true), Flags::UNDERFLOW | Flags::INEXACT)
    );
    assert_eq!(read("0x1p99999999999999999999").1, Flags::OVERFLOW | Flags::INEXACT);
    assert_eq!(read("0x1p-99999999999999999999").1, Flags::UNDERFLOW | Flags::INEXACT);
}
