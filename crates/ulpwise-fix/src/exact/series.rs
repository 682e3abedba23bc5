//! Elementary functions of a single number, enclosed by series in fixed-point arithmetic.
//!
//! A fixed-point number is an integer of units of 2^-scale. Every operation on one is wrong by at most
//! a unit or two; the scales below have dozens of bits more than are asked for, and the ends of what is
//! returned lie so far outwards that no sum of such errors reaches them.

use super::binary::{RoundingSide, ScaledInteger};
use super::enclosure::{Enclosure, EnclosureEnd};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, SquareRoot};

/// Arguments beyond 2 to this power are too large for the exponential to have an exponent.
const LARGEST_ARGUMENT: i64 = 45;

/// Numbers below 2 to this power are too small for fixed-point arithmetic.
const SMALLEST_ARGUMENT: i64 = -3000;

/// What encloses f(x) for a tiny x and every f here with f(x) = x + O(x^2), whose second coefficient is at
/// most one half: x - x^2 to x + x^2.
pub(super) fn tiny(x: &ScaledInteger, bits: usize) -> Option<Enclosure> {
    if x.is_zero() {
        return Some(Enclosure::integer(0));
    }
    if x.top() >= SMALLEST_ARGUMENT {
        return None;
    }
    let square = x.times(x, 64, RoundingSide::Above);
    let low = x.plus(&square.negated(), bits, RoundingSide::Below);
    let high = x.plus(&square, bits, RoundingSide::Above);
    Some(Enclosure::new(
        EnclosureEnd::limited(low, RoundingSide::Below),
        EnclosureEnd::limited(high, RoundingSide::Above),
    ))
}

/// The enclosure of `units` of 2^-`scale` that are wrong by less than 2^`error` units.
fn around(units: IBig, scale: i64, error: i64) -> Enclosure {
    let radius = IBig::ONE << error.max(0) as usize;
    let end =
        |units: IBig, side: RoundingSide| EnclosureEnd::limited(ScaledInteger::new(units, -scale), side);
    Enclosure::new(end(&units - &radius, RoundingSide::Below), end(units + radius, RoundingSide::Above))
}

fn bits_of(number: i64) -> i64 {
    i64::from(64 - number.unsigned_abs().leading_zeros())
}

/// atanh(1/n) or atan(1/n), in units of 2^-scale, wrong by less than `scale` units.
fn inverse_series(n: i64, scale: i64, alternates: bool) -> IBig {
    let mut power = (IBig::ONE << scale as usize) / n;
    let mut sum = IBig::ZERO;
    let square = IBig::from(n * n);
    let mut odd = 1_i64;
    while !power.is_zero() {
        let term = &power / odd;
        if alternates && odd % 4 == 3 {
            sum -= term;
        } else {
            sum += term;
        }
        power = &power / &square;
        odd += 2;
    }
    sum
}

/// The logarithm of two, wrong by less than 2^8 `scale` units.
fn ln_two(scale: i64) -> IBig {
    // Machin-like: ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749).
    inverse_series(26, scale, false) * 18 - inverse_series(4801, scale, false) * 2
        + inverse_series(8749, scale, false) * 8
}

/// Half of pi, wrong by less than 2^8 `scale` units.
fn half_pi(scale: i64) -> IBig {
    // Machin: pi/4 = 4 atan(1/5) - atan(1/239).
    inverse_series(5, scale, true) * 8 - inverse_series(239, scale, true) * 2
}

/// Half of pi.
pub(super) fn half_pi_enclosure(bits: usize) -> Enclosure {
    let scale = bits as i64 + 40;
    around(half_pi(scale), scale, 30)
}

/// The logarithm of two.
pub(super) fn ln_two_enclosure(bits: usize) -> Enclosure {
    let scale = bits as i64 + 40;
    around(ln_two(scale), scale, 30)
}

/// e to the power of x.
pub(super) fn exp_of(x: &ScaledInteger, bits: usize) -> Enclosure {
    if x.is_zero() {
        return Enclosure::integer(1);
    }
    if let Some(tiny) = tiny(x, bits) {
        return tiny.plus(&Enclosure::integer(1), bits);
    }
    let top = x.top();
    if top > LARGEST_ARGUMENT {
        let bound =
            EnclosureEnd::Number(ScaledInteger::new(IBig::ONE, x.sign() as i64 * (1 << LARGEST_ARGUMENT)));
        return if x.sign() > 0 {
            Enclosure::new(bound, EnclosureEnd::PlusInfinity)
        } else {
            Enclosure::new(EnclosureEnd::Number(ScaledInteger::ZERO), bound)
        };
    }
    let precision = bits as i64 + (-top).max(0);
    let halvings = (precision as f64).sqrt() as i64 / 2 + 2;
    let scale = precision + 2 * top.max(0) + halvings + 64;
    let ln_two = ln_two(scale);
    let argument = x.fixed(scale);
    let two = IBig::from(2);
    let twos: IBig = (&argument * &two + &ln_two).clone();
    let twos = floor_div(&twos, &(&ln_two * &two));
    let rest: IBig = (argument - &twos * &ln_two) >> halvings as usize;
    let one = IBig::ONE << scale as usize;
    let (mut sum, mut term, mut n) = (one.clone(), one, 1_i64);
    loop {
        term = ((&term * &rest) >> scale as usize) / n;
        // Shifts round towards minus infinity, and would leave -1 for ever.
        if term.bit_len() <= 1 {
            break;
        }
        sum += &term;
        n += 1;
    }
    for _ in 0..halvings {
        sum = (&sum * &sum) >> scale as usize;
    }
    let twos = i64::try_from(&twos).unwrap_or(0);
    // About 2^(top + 10) units of reduction and series, doubled by each squaring.
    around(sum, scale, 2 * top.max(0) + halvings + 40).scaled(twos)
}

fn floor_div(numerator: &IBig, denominator: &IBig) -> IBig {
    let quotient = numerator / denominator;
    let is_below = &quotient * denominator > *numerator;
    if is_below { quotient - IBig::ONE } else { quotient }
}

/// The natural logarithm of a positive number.
pub(super) fn ln_of(x: &ScaledInteger, bits: usize) -> Enclosure {
    let one = ScaledInteger::integer(1);
    let mut exponent = x.top();
    let mut reduced = x.scaled(-exponent);
    // From 3/4 to 3/2, so that numbers near 1 have the exponent 0.
    if reduced < ScaledInteger::new(IBig::from(3), -2) {
        exponent -= 1;
        reduced = reduced.scaled(1);
    }
    let distance = reduced.plus(&one.negated(), 64, RoundingSide::Below);
    if distance.is_zero() && reduced == one && exponent == 0 {
        return Enclosure::integer(0);
    }
    let nearness = if distance.is_zero() || exponent != 0 { 0 } else { (-distance.top()).max(0) };
    let scale = bits as i64 + nearness + 2 * bits_of(exponent) + 64;
    let unit = IBig::ONE << scale as usize;
    let fixed = reduced.fixed(scale);
    let z: IBig = ((&fixed - &unit) << scale as usize) / (&fixed + &unit);
    let square: IBig = (&z * &z) >> scale as usize;
    let (mut sum, mut power, mut odd) = (z.clone(), z, 1_i64);
    loop {
        power = (&power * &square) >> scale as usize;
        odd += 2;
        if power.bit_len() <= 1 {
            break;
        }
        sum += &power / odd;
    }
    let total = sum * 2 + ln_two(scale) * exponent;
    around(total, scale, bits_of(exponent) + 40)
}

/// The sine and the cosine.
pub(super) fn sin_cos_of(x: &ScaledInteger, bits: usize) -> (Enclosure, Enclosure) {
    if x.is_zero() {
        return (Enclosure::integer(0), Enclosure::integer(1));
    }
    if let Some(tiny) = tiny(x, bits) {
        let one = Enclosure::integer(1);
        let cosine = one.minus(&tiny.squared(64), bits).hull(&one);
        return (tiny, cosine);
    }
    let top = x.top();
    if top > 4096 {
        let any = Enclosure::new(
            EnclosureEnd::Number(ScaledInteger::integer(-1)),
            EnclosureEnd::Number(ScaledInteger::integer(1)),
        );
        return (any.clone(), any);
    }
    let scale = bits as i64 + (-top).max(0) + 64;
    let fine = scale + 2 * top.max(0) + 32;
    let half_pi = half_pi(fine);
    let argument = x.fixed(fine);
    let two = IBig::from(2);
    let quarters = floor_div(&(&argument * &two + &half_pi), &(&half_pi * &two));
    let rest: IBig = (argument - &quarters * &half_pi) >> (fine - scale) as usize;
    let square: IBig = (&rest * &rest) >> scale as usize;
    let series = |first: IBig, mut n: i64| {
        let (mut sum, mut term) = (first.clone(), first);
        loop {
            term = -((&term * &square) >> scale as usize) / (n * (n + 1));
            if term.bit_len() <= 1 {
                return sum;
            }
            sum += &term;
            n += 2;
        }
    };
    let sine = around(series(rest, 2), scale, 40);
    let cosine = around(series(IBig::ONE << scale as usize, 1), scale, 40);
    let quarter = &quarters & IBig::from(3);
    match i64::try_from(&quarter).unwrap_or(0) {
        0 => (sine, cosine),
        1 => (cosine, sine.negated()),
        2 => (sine.negated(), cosine.negated()),
        _ => (cosine.negated(), sine),
    }
}

/// The arctangent of a number between -1 and 1.
pub(super) fn atan_of_small(x: &ScaledInteger, bits: usize) -> Enclosure {
    if let Some(tiny) = tiny(x, bits) {
        return tiny;
    }
    let scale = bits as i64 + (-x.top()).max(0) + 96;
    let one = IBig::ONE << scale as usize;
    let mut z = x.fixed(scale);
    // atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))), each time half as large.
    const HALVINGS: usize = 5;
    for _ in 0..HALVINGS {
        let squared: IBig = ((&z * &z) >> scale as usize) + &one;
        let root = (squared << scale as usize).into_parts().1.sqrt();
        z = (z << scale as usize) / (&one + IBig::from(root));
    }
    let square: IBig = (&z * &z) >> scale as usize;
    let (mut sum, mut power, mut odd) = (z.clone(), z, 1_i64);
    loop {
        power = -((&power * &square) >> scale as usize);
        odd += 2;
        if power.bit_len() <= 1 {
            break;
        }
        sum += &power / odd;
    }
    around(sum << HALVINGS, scale, 50)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(enclosure: &Enclosure, expected: f64) {
        assert!(enclosure.is_tight(100), "{enclosure:?}");
        let got = enclosure.nearest_f64().unwrap();
        assert!((got - expected).abs() <= expected.abs() * 4e-16, "{got:e} {expected:e}");
    }

    /// The host's functions are right to about a unit of the last place.
    #[test]
    fn functions_agree_with_the_hosts() {
        for x in [1e-300, 1e-5, 0.3, 1.0, 1.5, 2.0, 17.25, 345.5, 700.0, -0.7, -33.0, -1e-9, 5e-324] {
            let number = ScaledInteger::from_f64(x);
            near(&exp_of(&number, 150), x.exp());
            let (sine, cosine) = sin_cos_of(&number, 150);
            near(&sine, x.sin());
            near(&cosine, x.cos());
            if x > 0.0 && x != 1.0 {
                near(&ln_of(&number, 150), x.ln());
            }
            if x.abs() <= 1.0 {
                near(&atan_of_small(&number, 150), x.atan());
            }
        }
        near(&sin_cos_of(&ScaledInteger::from_f64(1e300), 150).0, 1e300_f64.sin());
        near(&half_pi_enclosure(150), std::f64::consts::FRAC_PI_2);
        near(&ln_two_enclosure(150), std::f64::consts::LN_2);
    }

    #[test]
    fn near_one_logarithms_keep_their_digits() {
        let x = ScaledInteger::from_f64(1.0 + f64::EPSILON);
        near(&ln_of(&x, 150), f64::EPSILON.ln_1p());
        let x = ScaledInteger::from_f64(1.0 - f64::EPSILON);
        near(&ln_of(&x, 150), (-f64::EPSILON).ln_1p());
    }

    #[test]
    fn more_bits_narrow_what_fewer_enclose() {
        for x in [0.1, 0.9, 3.7, -2.5, 1e10, 1e-10] {
            let number = ScaledInteger::from_f64(x);
            assert!(exp_of(&number, 60).meets(&exp_of(&number, 600)));
            assert!(sin_cos_of(&number, 60).0.meets(&sin_cos_of(&number, 600).0));
            if x > 0.0 {
                assert!(ln_of(&number, 60).meets(&ln_of(&number, 600)));
            }
        }
    }
}
