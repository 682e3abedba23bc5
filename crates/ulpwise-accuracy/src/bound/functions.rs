//! Functions of the mathematical library on intervals: their values, and their slopes. Only where
//! both are easily computed.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E, PI};
use ulpwise_domain::Interval;
use ulpwise_externals::{ArgumentSet, LibmFunction, LibmFunction as F};

/// How far the host's functions may be from the exact value, in units: more than any that is
/// documented.
const HOST_UNITS: f64 = 8.0;

/// The values and the slopes of a function on an interval; `None` if it is not known here or not
/// defined on all of it.
pub(super) fn known(function: LibmFunction, at: Interval) -> Option<(Interval, Interval)> {
    let one = Interval::point(1.0);
    let pair = |values: Interval, slopes: Interval| Some((values, slopes));
    if !is_inside_domain(function, at) {
        return None;
    }
    match function {
        F::Exp => pair(rising(at, F::Exp, f64::exp), rising(at, F::Exp, f64::exp)),
        F::Expm1 => pair(rising(at, F::Expm1, f64::exp_m1), rising(at, F::Exp, f64::exp)),
        F::Exp2 => {
            let values = rising(at, F::Exp2, f64::exp2);
            pair(values, values.times(around(LN_2)))
        }
        F::Log => pair(rising(at, F::Log, f64::ln), one.over(at)?),
        F::Log1p => pair(rising(at, F::Log1p, f64::ln_1p), one.over(one.plus(at))?),
        F::Log2 => pair(rising(at, F::Log2, f64::log2), around(LOG2_E).over(at)?),
        F::Log10 => pair(rising(at, F::Log10, f64::log10), around(LOG10_E).over(at)?),
        F::Sin => pair(sine(at), cosine(at)),
        F::Cos => pair(cosine(at), sine(at).negated()),
        F::Tan if at.low > -1.57 && at.high < 1.57 => {
            let values = rising(at, F::Tan, f64::tan);
            pair(values, one.plus(values.squared()))
        }
        F::Atan => pair(rising(at, F::Atan, f64::atan), one.over(one.plus(at.squared()))?),
        F::Sinh => pair(rising(at, F::Sinh, f64::sinh), hyperbolic_cosine(at)),
        F::Cosh => pair(hyperbolic_cosine(at), rising(at, F::Sinh, f64::sinh)),
        F::Tanh => {
            let values = rising(at, F::Tanh, f64::tanh);
            pair(values, Interval::new((1.0 - values.squared().high).next_down().max(0.0), 1.0))
        }
        F::Asin => {
            let slope = one.over(one.minus(at.squared()).sqrt()?)?;
            pair(rising(at, F::Asin, f64::asin), slope)
        }
        F::Acos => {
            let slope = one.over(one.minus(at.squared()).sqrt()?)?;
            pair(rising(at.negated(), F::Acos, |x| (-x).acos()), slope.negated())
        }
        F::Cbrt if !at.contains(0.0) => {
            let values = rising(at, F::Cbrt, f64::cbrt);
            pair(values, Interval::point(1.0).over(Interval::point(3.0).times(values.squared()))?)
        }
        _ => None,
    }
}

/// Whether a function has a value at all numbers of an interval, and no pole next to it.
fn is_inside_domain(function: LibmFunction, at: Interval) -> bool {
    match function.facts().invalid {
        ArgumentSet::Empty | ArgumentSet::Infinities => true,
        ArgumentSet::Below(bound) => at.low > bound,
        ArgumentSet::Beyond(bound) => at.magnitude() < bound,
        _ => false,
    }
}

/// A constant that is no double.
fn around(constant: f64) -> Interval {
    Interval::new(constant.next_down(), constant.next_up())
}

/// Further out by what the host's library may be wrong.
fn outward(low: f64, high: f64) -> Interval {
    let step = |number: f64| HOST_UNITS * number.abs() * f64::EPSILON + f64::MIN_POSITIVE;
    Interval::new((low - step(low)).next_down(), (high + step(high)).next_up())
}

/// The values of a function that rises, which do not leave its range.
fn rising(at: Interval, function: LibmFunction, host: impl Fn(f64) -> f64) -> Interval {
    let values = outward(host(at.low), host(at.high));
    let [least, most] = function.facts().range;
    Interval::new(values.low.max(least.max(f64::MIN)), values.high.min(most.min(f64::MAX)))
}

fn hyperbolic_cosine(at: Interval) -> Interval {
    let values = outward(at.mignitude().cosh(), at.magnitude().cosh());
    Interval::new(values.low.max(1.0), values.high)
}

fn sine(at: Interval) -> Interval {
    periodic(at, f64::sin, 0.5)
}

fn cosine(at: Interval) -> Interval {
    periodic(at, f64::cos, 0.0)
}

/// Beyond, half turns are not counted: a function may have any value.
const MOST_COUNTED: f64 = 1e5;

/// More than the error of a counted number of half turns.
const MISCOUNTED: f64 = 1e-9;

/// The values of a periodic function between -1 and 1 that has its extremes so many half turns after zero, and
/// after each whole number of them: at even numbers 1, at odd ones -1. Between extremes it rises or
/// falls, so that ends of an interval and extremes within it say all.
fn periodic(at: Interval, host: fn(f64) -> f64, shift: f64) -> Interval {
    if at.magnitude() > MOST_COUNTED {
        return Interval::new(-1.0, 1.0);
    }
    let (one, other) = (host(at.low), host(at.high));
    let values = outward(one.min(other), one.max(other));
    // The extremes within; one next to an end may be counted although it is outside.
    let first = (at.low / PI - shift - MISCOUNTED).ceil();
    let last = (at.high / PI - shift + MISCOUNTED).floor();
    let is_even = |number: f64| number.rem_euclid(2.0) == 0.0;
    let has = |even: bool| first <= last && (last > first || is_even(first) == even);
    let low = if has(false) { -1.0 } else { values.low.max(-1.0) };
    let high = if has(true) { 1.0 } else { values.high.min(1.0) };
    Interval::new(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;

    #[test]
    fn values_and_slopes_are_enclosed() {
        let mut random = SplitMix64::new(5);
        let mut unit = || (random.next_u64() >> 11) as f64 * 2f64.powi(-53);
        type Function = fn(f64) -> f64;
        let functions: [(F, Function, f64, f64); 16] = [
            (F::Exp, f64::exp, -20.0, 20.0),
            (F::Expm1, f64::exp_m1, -3.0, 3.0),
            (F::Exp2, f64::exp2, -8.0, 8.0),
            (F::Log, f64::ln, 0.01, 50.0),
            (F::Log1p, f64::ln_1p, -0.9, 5.0),
            (F::Log2, f64::log2, 0.01, 50.0),
            (F::Sin, f64::sin, -4.0, 4.0),
            (F::Cos, f64::cos, -4.0, 4.0),
            (F::Sin, f64::sin, -40.0, 40.0),
            (F::Cos, f64::cos, 300.0, 320.0),
            (F::Tan, f64::tan, -1.5, 1.5),
            (F::Atan, f64::atan, -5.0, 5.0),
            (F::Sinh, f64::sinh, -5.0, 5.0),
            (F::Cosh, f64::cosh, -5.0, 5.0),
            (F::Tanh, f64::tanh, -5.0, 5.0),
            (F::Asin, f64::asin, -0.99, 0.99),
        ];
        for (name, function, low, high) in functions {
            for _ in 0..2000 {
                let ends = [(); 2].map(|()| low + (high - low) * unit());
                let at = Interval::new(ends[0].min(ends[1]), ends[0].max(ends[1]));
                let (values, slopes) = known(name, at).unwrap();
                let [x, y] = [(); 2].map(|()| at.low + (at.high - at.low) * unit());
                assert!(
                    (values.low..=values.high).contains(&function(x)),
                    "{name} at {x} in {at:?}: {values:?}"
                );
                if (x - y).abs() > 1e-3 {
                    let slope = (function(x) - function(y)) / (x - y);
                    let near = 1e-9 * (1.0 + slope.abs());
                    assert!(
                        (slopes.low - near..=slopes.high + near).contains(&slope),
                        "{name} {at:?}: {slopes:?}"
                    );
                }
            }
        }
        assert_eq!(known(F::Log, Interval::new(-1.0, 1.0)), None);
        assert_eq!(known(F::Lgamma, Interval::new(1.0, 2.0)), None);
    }
}
