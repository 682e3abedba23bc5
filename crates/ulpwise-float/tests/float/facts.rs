//! Examples that a reader can check by hand, and agreement with the host's default arithmetic.

use ulpwise_base::SplitMix64;
use ulpwise_float::{Flags, Float, Format, Rounding};

const RNE: Rounding = Rounding::NearestEven;

fn same(ours: Float, host: f64) -> bool {
    ours.to_f64().to_bits() == host.to_bits() || (ours.is_nan() && host.is_nan())
}

#[test]
fn agrees_with_host_doubles() {
    let mut random = SplitMix64::new(1);
    for _ in 0..100_000 {
        let (a, b, c) = (random.next_u64(), random.next_u64(), random.next_u64());
        // Close exponents half of the time, so that sums cancel and products stay in range.
        let b = if c & 1 == 0 { b & !(0x7ff << 52) | a & (0x7ff << 52) } else { b };
        let (a, b, c) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
        let (x, y, z) = (Float::from_f64(a), Float::from_f64(b), Float::from_f64(c));
        assert!(same(x.add(y, RNE).0, a + b), "{a:e} + {b:e}");
        assert!(same(x.sub(y, RNE).0, a - b), "{a:e} - {b:e}");
        assert!(same(x.mul(y, RNE).0, a * b), "{a:e} * {b:e}");
        assert!(same(x.div(y, RNE).0, a / b), "{a:e} / {b:e}");
        assert!(same(x.fma(y, z, RNE).0, a.mul_add(b, c)), "fma({a:e}, {b:e}, {c:e})");
        assert!(same(x.sqrt(RNE).0, a.sqrt()), "sqrt({a:e})");
        assert!(same(x.fmod(y, RNE).0, a % b), "fmod({a:e}, {b:e})");
        assert_eq!(x.compare(y), a.partial_cmp(&b));
        if a.is_finite() {
            let text = x.to_string();
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), a.to_bits(), "{text}");
            assert!(same(Float::parse(Format::F64, &text, RNE).unwrap().0, a));
            let hex = x.to_hex_text();
            assert_eq!(Float::parse(Format::F64, &hex, RNE).unwrap(), (x, Flags::NONE), "{hex}");
            let digits = x.to_shortest_decimal().unwrap().digits;
            let host: String =
                format!("{a:e}").chars().take_while(|&c| c != 'e').filter(char::is_ascii_digit).collect();
            assert_eq!(digits, host);
        }
    }
}

#[test]
fn formats_round_trip_through_wider_ones() {
    for format in [Format::F16, Format::BF16] {
        for bits in 0..=0xffff {
            let x = Float::from_bits(format, bits);
            for wide in [Format::F32, Format::F64, Format::X87, Format::F128, Format::new(30, 240).unwrap()] {
                if x.is_signaling_nan() {
                    assert_eq!(x.convert(wide, RNE).1, Flags::INVALID);
                } else {
                    let (there, flags) = x.convert(wide, RNE);
                    assert_eq!(flags, Flags::NONE);
                    assert_eq!(there.convert(format, RNE), (x, Flags::NONE), "{x:?} through {wide}");
                }
            }
        }
    }
}

#[test]
fn hex_text_looks_as_in_c() {
    let text = |value: f64| Float::from_f64(value).to_hex_text();
    assert_eq!(text(3.0), "0x1.8p+1");
    assert_eq!(text(-1.0), "-0x1p+0");
    assert_eq!(text(0.1), "0x1.999999999999ap-4");
    assert_eq!(text(f64::from_bits(1)), "0x0.0000000000001p-1022");
    assert_eq!(text(f64::from_bits(0x8_0000_0000_0000)), "0x0.8p-1022");
    assert_eq!(text(-0.0), "-0x0p+0");
    assert_eq!(text(f64::NEG_INFINITY), "-inf");
    assert_eq!(text(1024.0), "0x1p+10");
}
