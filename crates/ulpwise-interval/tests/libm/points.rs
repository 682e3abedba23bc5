//! Random arguments of libm functions, and boxes around them.

use ulpwise_base::SplitMix64;
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, RoundingDomain, ordinal};

/// The modes that the processor has.
pub(crate) const MODES: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::TowardNegative, Rounding::TowardPositive, Rounding::TowardZero];

/// Arguments where something happens: exact values, ends of domains, overflow and underflow,
/// multiples of half pi.
const PLACES: [f64; 34] = [
    0.0,
    0.5,
    1.0,
    2.0,
    3.0,
    4.0,
    7.0,
    10.0,
    0.25,
    1e-8,
    1e-16,
    1e-30,
    1e-300,
    1e8,
    1e16,
    1e30,
    1e300,
    88.72284,
    103.97,
    709.782712893384,
    745.1332191019412,
    1024.0,
    1075.0,
    128.0,
    149.0,
    308.2547155599167,
    38.53184,
    26.543258,
    9.19,
    std::f64::consts::LN_2,
    std::f64::consts::FRAC_PI_2,
    std::f64::consts::PI,
    4.71238898038469,
    1e22,
];

/// A number of any kind, special places and their neighbours more often than others.
pub(crate) fn number(format: Format, random: &mut SplitMix64) -> Float {
    let top = ordinal::infinity(format);
    let at = match random.below(8) {
        0 => i128::from(random.next_u64() >> 1) % top,
        1 => {
            // A common magnitude.
            let unit = f64::from_bits(random.next_u64() >> 12 | 1023 << 52) - 1.0;
            ordinal_near(format, unit * *random.choose(&[1.0, 10.0, 100.0, 800.0, 1e6]))
        }
        2 => ordinal_near(format, *random.choose(&PLACES)) + i128::from(random.below(9)) - 4,
        3 => {
            let multiple = f64::from(random.below(2000) as u32) * std::f64::consts::FRAC_PI_2;
            ordinal_near(format, multiple) + i128::from(random.below(5)) - 2
        }
        4 => {
            // A power of two, and beside it.
            let power = random.below(u64::from(format.exponent_bits() == 11) * 1792 + 254) as i128;
            (power << (format.significand_bits() - 1)) + i128::from(random.below(5)) - 2
        }
        5 => i128::from(random.below(40)),
        6 => {
            let unit = f64::from_bits(random.next_u64() >> 12 | 1023 << 52) - 1.0;
            ordinal_near(format, *random.choose(&PLACES) * (1.0 + (unit - 0.5) * 1e-3))
        }
        _ => *random.choose(&[0, 1, top, top - 1]),
    };
    let at = at.clamp(0, top);
    ordinal::float(format, if random.below(2) == 0 { at } else { !at })
}

/// Like [`number`], or now and then a small integer, which exponents of powers often are.
pub(crate) fn argument(function: LibmFunction, format: Format, random: &mut SplitMix64) -> Float {
    if function == LibmFunction::Pow && random.below(3) == 0 {
        let small = f64::from(random.below(40) as u32) - 20.0;
        let half = if random.below(4) == 0 { 0.5 } else { 1.0 };
        return Float::from_f64(small * half).convert(format, Rounding::NearestEven).0;
    }
    number(format, random)
}

fn ordinal_near(format: Format, value: f64) -> i128 {
    ordinal::from_float(Float::from_f64(value).convert(format, Rounding::NearestEven).0)
}

/// A domain with a number in it: the number alone, a few or many floats on either side, some with
/// more ranges or the NaN.
pub(crate) fn around(float: Float, random: &mut SplitMix64) -> FloatDomain {
    let format = float.format();
    if float.is_nan() {
        let mut domain = around(number(format, random), random);
        domain.add_nan();
        return domain;
    }
    let (at, top) = (ordinal::from_float(float), ordinal::infinity(format));
    let mut distance = || match random.below(4) {
        0 => 0,
        1 => i128::from(random.below(5)),
        _ => i128::from(
            random.next_u64() >> (random.below(format.width() as u64) + u64::from(64 - format.width())),
        ),
    };
    let (below, above) = (distance(), distance());
    let mut domain =
        FloatDomain::from_range(format, OrdinalRange::new((at - below).max(!top), (at + above).min(top)));
    if random.below(8) == 0 {
        domain.add_range(OrdinalRange::new(!top, !top));
        let other = ordinal::from_float(number(format, random));
        domain.add_range(OrdinalRange::new(other, (other + 1000).min(top)));
    }
    if random.below(8) == 0 {
        domain.add_nan();
    }
    domain
}

/// One mode, mostly to nearest, or several.
pub(crate) fn modes(random: &mut SplitMix64) -> (Rounding, RoundingDomain) {
    let mode = if random.below(2) == 0 { Rounding::NearestEven } else { *random.choose(&MODES) };
    let mut modes = RoundingDomain::singleton(mode);
    if random.below(8) == 0 {
        modes = modes.union(RoundingDomain::singleton(*random.choose(&MODES)));
    }
    (mode, modes)
}
