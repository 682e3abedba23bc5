//! Double-double numbers, `high + low` with about 106 bits, and the functions that programs call
//! most.
//!
//! Sums and products are those of Dekker (1971) and Knuth; functions reduce their argument to a
//! small one by tables that are made from the same arithmetic, and sum Taylor's series. Results
//! have about 100 bits. Needs a processor with fused operations.

use super::ShadowValue;
use std::sync::OnceLock;

/// π and ln 2 in three parts.
const PI: [f64; 3] = [std::f64::consts::PI, 1.2246467991473532e-16, -2.9947698097183397e-33];
const LN2: [f64; 3] = [std::f64::consts::LN_2, 2.3190468138462996e-17, 5.707708438416212e-34];

const ONE: ShadowValue = ShadowValue { high: 1.0, low: 0.0 };

/// Steps of the tables: powers of two in 64 steps, sines and cosines in steps of π/32.
const POWERS: usize = 64;
const ANGLES: usize = 64;

struct Tables {
    powers: [ShadowValue; POWERS],
    /// Sine and cosine of k·π/32.
    angles: [(ShadowValue, ShadowValue); ANGLES],
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        // SAFETY: not reached on a processor without fused operations: see `function`.
        unsafe { make_tables() }
    })
}

#[target_feature(enable = "fma")]
fn make_tables() -> Tables {
    let mut powers = [ONE; POWERS];
    let mut root = ShadowValue { high: 2.0, low: 0.0 };
    let mut step = POWERS;
    while step > 1 {
        root = sqrt(root);
        step /= 2;
        for at in (step..POWERS).step_by(2 * step) {
            powers[at] = mul(powers[at - step], root);
        }
    }
    let zero = ShadowValue { high: 0.0, low: 0.0 };
    let mut octant = [(zero, ONE); ANGLES / 8 + 1];
    let angle = ShadowValue { high: PI[0] / 32.0, low: PI[1] / 32.0 };
    let (sine, cosine) = (sine_series(angle), cosine_series(angle));
    for at in 1..octant.len() {
        let (s, c) = octant[at - 1];
        octant[at] = (add(mul(s, cosine), mul(c, sine)), sub(mul(c, cosine), mul(s, sine)));
    }
    // The rest by symmetry, so that zeros are zeros.
    let angles = std::array::from_fn(|at| {
        let (quadrant, within) = (at / (ANGLES / 4), at % (ANGLES / 4));
        let (s, c) = match within < octant.len() {
            true => octant[within],
            false => (octant[ANGLES / 4 - within].1, octant[ANGLES / 4 - within].0),
        };
        match quadrant {
            0 => (s, c),
            1 => (c, negate(s)),
            2 => (negate(s), negate(c)),
            _ => (negate(c), s),
        }
    });
    Tables { powers, angles }
}

#[inline]
fn two_sum(a: f64, b: f64) -> ShadowValue {
    let high = a + b;
    let second = high - a;
    ShadowValue { high, low: (a - (high - second)) + (b - second) }
}

#[inline]
fn quick_two_sum(a: f64, b: f64) -> ShadowValue {
    let high = a + b;
    ShadowValue { high, low: b - (high - a) }
}

#[target_feature(enable = "fma")]
#[inline]
fn two_product(a: f64, b: f64) -> ShadowValue {
    let high = a * b;
    ShadowValue { high, low: a.mul_add(b, -high) }
}

#[inline]
fn add(a: ShadowValue, b: ShadowValue) -> ShadowValue {
    let (sum, low) = (two_sum(a.high, b.high), two_sum(a.low, b.low));
    let sum = quick_two_sum(sum.high, sum.low + low.high);
    quick_two_sum(sum.high, sum.low + low.low)
}

/// The same where the first is not smaller than the second, and does not cancel with it.
#[inline]
fn add_smaller(a: ShadowValue, b: ShadowValue) -> ShadowValue {
    let sum = quick_two_sum(a.high, b.high);
    quick_two_sum(sum.high, sum.low + (a.low + b.low))
}

#[inline]
fn negate(a: ShadowValue) -> ShadowValue {
    ShadowValue { high: -a.high, low: -a.low }
}

#[inline]
fn sub(a: ShadowValue, b: ShadowValue) -> ShadowValue {
    add(a, negate(b))
}

#[target_feature(enable = "fma")]
#[inline]
fn mul(a: ShadowValue, b: ShadowValue) -> ShadowValue {
    let product = two_product(a.high, b.high);
    quick_two_sum(product.high, product.low + (a.high * b.low + a.low * b.high))
}

#[target_feature(enable = "fma")]
#[inline]
fn div(a: ShadowValue, b: ShadowValue) -> ShadowValue {
    let quotient = a.high / b.high;
    let rest = sub(a, mul(b, ShadowValue { high: quotient, low: 0.0 }));
    let second = rest.high / b.high;
    let rest = sub(rest, mul(b, ShadowValue { high: second, low: 0.0 }));
    let result = quick_two_sum(quotient, second);
    add(result, ShadowValue { high: rest.high / b.high, low: 0.0 })
}

#[target_feature(enable = "fma")]
fn sqrt(a: ShadowValue) -> ShadowValue {
    let root = a.high.sqrt();
    let rest = sub(a, two_product(root, root));
    quick_two_sum(root, rest.high / (2.0 * root))
}

/// `1/n!`.
const OVER_FACTORIALS: [ShadowValue; 8] = [
    ShadowValue { high: 1.0, low: 0.0 },
    ShadowValue { high: 1.0, low: 0.0 },
    ShadowValue { high: 0.5, low: 0.0 },
    ShadowValue { high: 0.16666666666666666, low: 9.25185853854297e-18 },
    ShadowValue { high: 0.041666666666666664, low: 2.3129646346357427e-18 },
    ShadowValue { high: 0.008333333333333333, low: 1.1564823173178714e-19 },
    ShadowValue { high: 0.001388888888888889, low: -5.300543954373577e-20 },
    ShadowValue { high: 0.0001984126984126984, low: 1.7209558293420705e-22 },
];

/// Sums a series of a small number by Horner's rule: the tail in double, then terms over their
/// factorials.
#[target_feature(enable = "fma")]
#[inline]
fn horner(x: ShadowValue, tail: f64, terms: &[(u32, f64)]) -> ShadowValue {
    let mut sum = ShadowValue { high: tail, low: 0.0 };
    for &(n, sign) in terms {
        let term = OVER_FACTORIALS[n as usize];
        sum = add_smaller(ShadowValue { high: sign * term.high, low: sign * term.low }, mul(sum, x));
    }
    sum
}

#[target_feature(enable = "fma")]
fn sine_series(x: ShadowValue) -> ShadowValue {
    let square = mul(x, x);
    let s = square.high;
    let tail = 1.0 / 362_880.0
        + s * (-1.0 / 39_916_800.0
            + s * (1.0 / 6_227_020_800.0 + s * (-1.0 / 1_307_674_368_000.0 + s / 355_687_428_096_000.0)));
    mul(x, horner(square, tail, &[(7, -1.0), (5, 1.0), (3, -1.0), (1, 1.0)]))
}

#[target_feature(enable = "fma")]
fn cosine_series(x: ShadowValue) -> ShadowValue {
    let square = mul(x, x);
    let s = square.high;
    let tail = 1.0 / 40_320.0
        + s * (-1.0 / 3_628_800.0
            + s * (1.0 / 479_001_600.0 + s * (-1.0 / 87_178_291_200.0 + s / 20_922_789_888_000.0)));
    horner(square, tail, &[(6, -1.0), (4, 1.0), (2, -1.0), (0, 1.0)])
}

/// To the nearest integer; for magnitudes below 2^51.
#[inline]
fn round(x: f64) -> f64 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (x + SHIFT) - SHIFT
}

/// The argument less n times a constant in three parts.
#[target_feature(enable = "fma")]
#[inline]
fn less_multiple(x: ShadowValue, n: f64, constant: [f64; 3]) -> ShadowValue {
    let rest = sub(x, two_product(n, constant[0]));
    let rest = sub(rest, two_product(n, constant[1]));
    add(rest, ShadowValue { high: -n * constant[2], low: 0.0 })
}

/// Where the result is of ordinary magnitude.
#[target_feature(enable = "fma")]
pub(super) fn exp(x: ShadowValue) -> Option<ShadowValue> {
    if x.high.is_nan() || x.high.abs() > 650.0 {
        return None;
    }
    let scale = POWERS as f64;
    let n = round(x.high * (scale / LN2[0]));
    let r = less_multiple(x, n, LN2.map(|part| part / scale));
    let h = r.high;
    let tail =
        1.0 / 720.0 + h * (1.0 / 5_040.0 + h * (1.0 / 40_320.0 + h * (1.0 / 362_880.0 + h / 3_628_800.0)));
    let small = mul(r, horner(r, tail, &[(5, 1.0), (4, 1.0), (3, 1.0), (2, 1.0), (1, 1.0)]));
    let n = n as i64;
    let power = tables().powers[(n & (POWERS as i64 - 1)) as usize];
    let result = add_smaller(power, mul(power, small));
    let two = f64::from_bits((((n >> 6) + 1023) as u64) << 52);
    Some(ShadowValue { high: result.high * two, low: result.low * two })
}

/// The logarithm of 1 + f for small f, by the series of the inverse hyperbolic tangent.
#[target_feature(enable = "fma")]
fn log_near_one(f: ShadowValue) -> ShadowValue {
    let s = div(f, add(f, ShadowValue { high: 2.0, low: 0.0 }));
    let square = mul(s, s);
    let w = square.high;
    let mut tail = 0.0;
    for n in (7..13_u32).rev() {
        tail = tail * w + 1.0 / f64::from(2 * n + 1);
    }
    let mut sum = ShadowValue { high: tail, low: 0.0 };
    for n in (0..7_u32).rev() {
        let odd = ShadowValue { high: f64::from(2 * n + 1), low: 0.0 };
        sum = add(div(ONE, odd), mul(sum, square));
    }
    let result = mul(s, sum);
    ShadowValue { high: 2.0 * result.high, low: 2.0 * result.low }
}

/// Of positive normal numbers.
#[target_feature(enable = "fma")]
pub(super) fn log(x: ShadowValue) -> Option<ShadowValue> {
    if !(x.high >= f64::MIN_POSITIVE && x.high < f64::INFINITY) {
        return None;
    }
    if (x.high - 1.0).abs() < 1.0 / 16.0 {
        return Some(log_near_one(sub(x, ONE)));
    }
    // One step of Newton's from the double logarithm.
    let first = x.high.ln();
    let inverse = exp(ShadowValue { high: -first, low: 0.0 })?;
    let near_one = mul(x, inverse);
    let z = two_sum(near_one.high - 1.0, near_one.low);
    let correction = z.high - 0.5 * z.high * z.high;
    let sum = two_sum(first, correction);
    Some(quick_two_sum(sum.high, sum.low + z.low))
}

#[target_feature(enable = "fma")]
pub(super) fn log1p(x: ShadowValue) -> Option<ShadowValue> {
    if x.high.abs() < 1.0 / 16.0 { Some(log_near_one(x)) } else { log(add(x, ONE)) }
}

/// Sine and cosine of arguments that are not too large.
#[target_feature(enable = "fma")]
fn sine_and_cosine(x: ShadowValue) -> Option<(ShadowValue, ShadowValue)> {
    if x.high.is_nan() || x.high.abs() > 1e6 {
        return None;
    }
    let n = round(x.high * (32.0 / PI[0]));
    let r = less_multiple(x, n, PI.map(|part| part / 32.0));
    let (s, c) = tables().angles[(n as i64 & (ANGLES as i64 - 1)) as usize];
    let (sine, cosine) = (sine_series(r), cosine_series(r));
    if n == 0.0 {
        return Some((sine, cosine));
    }
    Some((add(mul(s, cosine), mul(c, sine)), sub(mul(c, cosine), mul(s, sine))))
}

#[target_feature(enable = "fma")]
pub(super) fn sin(x: ShadowValue) -> Option<ShadowValue> {
    sine_and_cosine(x).map(|(sine, _)| sine)
}

#[target_feature(enable = "fma")]
pub(super) fn cos(x: ShadowValue) -> Option<ShadowValue> {
    sine_and_cosine(x).map(|(_, cosine)| cosine)
}

#[target_feature(enable = "fma")]
pub(super) fn tan(x: ShadowValue) -> Option<ShadowValue> {
    let (sine, cosine) = sine_and_cosine(x)?;
    (cosine.high != 0.0).then(|| div(sine, cosine))
}

/// Of positive bases, and of negative ones where the exponent is an integer.
#[target_feature(enable = "fma")]
pub(super) fn pow(x: ShadowValue, y: ShadowValue) -> Option<ShadowValue> {
    let is_integer = y.low == 0.0 && y.high.abs() < 1e9 && y.high == y.high.trunc();
    if x.high < 0.0 && is_integer {
        let result = pow(negate(x), y)?;
        return Some(if y.high % 2.0 == 0.0 { result } else { negate(result) });
    }
    exp(mul(y, log(x)?))
}

/// Half the sum (`plus`) or difference of the exponential function and its inverse; the difference
/// only where it does not cancel.
#[target_feature(enable = "fma")]
fn hyperbolic(x: ShadowValue, plus: bool) -> Option<ShadowValue> {
    if !plus && x.high.abs() < 0.5 {
        return None;
    }
    let grown = exp(x)?;
    let shrunk = div(ONE, grown);
    let result = if plus { add(grown, shrunk) } else { sub(grown, shrunk) };
    Some(ShadowValue { high: 0.5 * result.high, low: 0.5 * result.low })
}

#[target_feature(enable = "fma")]
fn sinh(x: ShadowValue) -> Option<ShadowValue> {
    hyperbolic(x, false)
}

#[target_feature(enable = "fma")]
fn cosh(x: ShadowValue) -> Option<ShadowValue> {
    hyperbolic(x, true)
}

/// An integer near a number: the upper part's, unless that is one already and the lower part
/// decides.
#[inline]
fn integer(x: ShadowValue, towards: fn(f64) -> f64) -> Option<ShadowValue> {
    let high = towards(x.high);
    match () {
        () if !x.high.is_finite() => None,
        () if high == x.high => Some(quick_two_sum(high, towards(x.low))),
        () => Some(ShadowValue { high, low: 0.0 }),
    }
}

fn floor(x: ShadowValue) -> Option<ShadowValue> {
    integer(x, f64::floor)
}

fn ceil(x: ShadowValue) -> Option<ShadowValue> {
    integer(x, f64::ceil)
}

fn trunc(x: ShadowValue) -> Option<ShadowValue> {
    if x.high < 0.0 { ceil(x) } else { floor(x) }
}

/// The nearest integer, where it is not between two of them.
#[inline]
fn nearest(x: ShadowValue, plain: fn(f64) -> f64) -> Option<ShadowValue> {
    let is_between = x.high.fract().abs() == 0.5;
    (!is_between && x.high.abs() < 2f64.powi(51)).then(|| ShadowValue { high: plain(x.high), low: 0.0 })
}

fn round_away(x: ShadowValue) -> Option<ShadowValue> {
    nearest(x, f64::round)
}

fn rint(x: ShadowValue) -> Option<ShadowValue> {
    nearest(x, f64::round_ties_even)
}

/// A function of one or two arguments on double-double numbers and on doubles.
#[derive(Clone, Copy)]
pub(super) enum Fast {
    One(unsafe fn(ShadowValue) -> Option<ShadowValue>, fn(f64) -> f64),
    Two(unsafe fn(ShadowValue, ShadowValue) -> Option<ShadowValue>, fn(f64, f64) -> f64),
}

/// The function of that name, where the processor can compute it.
pub(super) fn function(name: &str) -> Option<Fast> {
    if !std::arch::is_x86_feature_detected!("fma") {
        return None;
    }
    Some(match name {
        "exp" => Fast::One(exp, f64::exp),
        "log" => Fast::One(log, f64::ln),
        "log1p" => Fast::One(log1p, f64::ln_1p),
        "sin" => Fast::One(sin, f64::sin),
        "cos" => Fast::One(cos, f64::cos),
        "tan" => Fast::One(tan, f64::tan),
        "sinh" => Fast::One(sinh, f64::sinh),
        "cosh" => Fast::One(cosh, f64::cosh),
        "pow" => Fast::Two(pow, f64::powf),
        "floor" => Fast::One(floor, f64::floor),
        "ceil" => Fast::One(ceil, f64::ceil),
        "trunc" => Fast::One(trunc, f64::trunc),
        "round" => Fast::One(round_away, f64::round),
        "rint" | "nearbyint" => Fast::One(rint, f64::round_ties_even),
        _ => return None,
    })
}

impl Fast {
    /// The result, and that of the plain function on the rounded operands; `None` outside of the
    /// function's range here.
    #[inline]
    pub(super) fn apply(self, [a, b, _]: [ShadowValue; 3]) -> Option<(ShadowValue, f64)> {
        // SAFETY: `function` gives these out only where the processor has fused operations.
        unsafe {
            Some(match self {
                Self::One(shadow, plain) => (shadow(a)?, plain(a.high)),
                Self::Two(shadow, plain) => (shadow(a, b)?, plain(a.high, b.high)),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Numbers;
    use super::*;

    #[test]
    fn integers_are_those_of_both_parts() {
        let apply = |name: &str, high: f64, low: f64| {
            let fast = function(name)?;
            fast.apply([ShadowValue { high, low }, ONE, ONE]).map(|(shadow, _)| (shadow.high, shadow.low))
        };
        if function("floor").is_none() {
            return;
        }
        assert_eq!(apply("floor", 3.0, -1e-20), Some((2.0, 0.0)));
        assert_eq!(apply("floor", 3.0, 1e-20), Some((3.0, 0.0)));
        assert_eq!(apply("ceil", 3.0, 1e-20), Some((4.0, 0.0)));
        assert_eq!(apply("ceil", -0.5, 0.0), Some((-0.0, 0.0)));
        assert_eq!(apply("trunc", -3.0, 1e-20), Some((-2.0, 0.0)));
        assert_eq!(apply("floor", 2f64.powi(60), -0.25), Some((2f64.powi(60), -1.0)));
        assert_eq!(apply("round", 2.4999999999999996, 1e-17), Some((2.0, 0.0)));
        assert_eq!((apply("round", 2.5, -1e-20), apply("rint", 2.5, 1e-20)), (None, None), "left to MPFR");
        assert_eq!(apply("floor", f64::INFINITY, 0.0), None);
    }

    /// On many arguments, the results are those of MPFR to about 90 bits.
    #[test]
    fn functions_have_many_more_bits_than_a_double() {
        let Some(mut numbers) = Numbers::new(160, false) else { return };
        let mut random = ulpwise_base::SplitMix64::new(3);
        let mut number = |scale: f64| (random.next_u64() >> 11) as f64 / 2f64.powi(53) * scale;
        for name in ["exp", "log", "log1p", "sin", "cos", "tan", "sinh", "cosh", "pow"] {
            let (Some(fast), Some(exact)) = (function(name), numbers.function(name)) else { return };
            for round in 0..2000 {
                let scale = [1e-3, 1.0, 20.0][round % 3];
                let high = number(2.0 * scale)
                    - if matches!(name, "log" | "pow") { 0.0 } else { 0.9 * scale.min(1.0) };
                let a = quick_two_sum(high, number(1e-17) * high);
                let b = quick_two_sum(number(40.0) - 20.0, number(1e-17));
                let operands = [a, b, ONE];
                let Some((found, _)) = fast.apply(operands) else { continue };
                let right = numbers.apply(exact, operands).expect("there is room");
                let error = ((found.high - right.high) + (found.low - right.low)).abs();
                assert!(
                    error <= 2f64.powi(-88) * right.high.abs(),
                    "{name}({a:?}, {b:?}): {found:?} and not {right:?}"
                );
            }
        }
    }
}
