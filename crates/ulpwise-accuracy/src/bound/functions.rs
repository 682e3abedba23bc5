//! Functions of the mathematical library on intervals: their values, and their slopes. Only where both are easily told.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E, PI};
use ulpwise_domain::Interval;

/// How far the host's functions may be from the exact value, in units: more than any that is documented.
const HOST_UNITS: f64 = 8.0;

/// The values and the slopes of a function on an interval; `None` if it is not known here or not defined on all of it.
pub(super) fn known(name: &str, at: Interval) -> Option<(Interval, Interval)> {
    let one = Interval::point(1.0);
    let pair = |values: Interval, slopes: Interval| Some((values, slopes));
    match name {
        "exp" => pair(rising(at, f64::exp, 0.0, f64::MAX), rising(at, f64::exp, 0.0, f64::MAX)),
        "expm1" => pair(rising(at, f64::exp_m1, -1.0, f64::MAX), rising(at, f64::exp, 0.0, f64::MAX)),
        "exp2" => {
            let values = rising(at, f64::exp2, 0.0, f64::MAX);
            pair(values, values.times(around(LN_2)))
        }
        "log" if at.low > 0.0 => pair(rising(at, f64::ln, f64::MIN, f64::MAX), one.over(at)?),
        "log1p" if at.low > -1.0 => pair(rising(at, f64::ln_1p, f64::MIN, f64::MAX), one.over(one.plus(at))?),
        "log2" if at.low > 0.0 => pair(rising(at, f64::log2, f64::MIN, f64::MAX), around(LOG2_E).over(at)?),
        "log10" if at.low > 0.0 => {
            pair(rising(at, f64::log10, f64::MIN, f64::MAX), around(LOG10_E).over(at)?)
        }
        "sin" => pair(sine(at), cosine(at)),
        "cos" => pair(cosine(at), sine(at).negated()),
        "tan" if at.low > -1.57 && at.high < 1.57 => {
            let values = rising(at, f64::tan, f64::MIN, f64::MAX);
            pair(values, one.plus(values.squared()))
        }
        "atan" => pair(rising(at, f64::atan, -1.6, 1.6), one.over(one.plus(at.squared()))?),
        "sinh" => pair(rising(at, f64::sinh, f64::MIN, f64::MAX), hyperbolic_cosine(at)),
        "cosh" => pair(hyperbolic_cosine(at), rising(at, f64::sinh, f64::MIN, f64::MAX)),
        "tanh" => {
            let values = rising(at, f64::tanh, -1.0, 1.0);
            pair(values, Interval::new((1.0 - values.squared().high).next_down().max(0.0), 1.0))
        }
        "asin" if at.magnitude() < 1.0 => {
            let slope = one.over(one.minus(at.squared()).sqrt()?)?;
            pair(rising(at, f64::asin, -1.6, 1.6), slope)
        }
        "acos" if at.magnitude() < 1.0 => {
            let slope = one.over(one.minus(at.squared()).sqrt()?)?;
            pair(rising(at.negated(), |x| (-x).acos(), 0.0, 3.2), slope.negated())
        }
        "cbrt" if !at.contains(0.0) => {
            let values = rising(at, f64::cbrt, f64::MIN, f64::MAX);
            pair(values, Interval::point(1.0).over(Interval::point(3.0).times(values.squared()))?)
        }
        _ => None,
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

/// The values of a function that rises, which lie between two bounds.
fn rising(at: Interval, function: impl Fn(f64) -> f64, least: f64, most: f64) -> Interval {
    let values = outward(function(at.low), function(at.high));
    Interval::new(values.low.max(least), values.high.min(most))
}

fn hyperbolic_cosine(at: Interval) -> Interval {
    let values = outward(at.mignitude().cosh(), at.magnitude().cosh());
    Interval::new(values.low.max(1.0), values.high)
}

/// The double nearest to π is a little less, and so is half of it.
const PI_BELOW: f64 = PI;
const HALF_PI_BELOW: f64 = PI / 2.0;

fn sine(at: Interval) -> Interval {
    if at.magnitude() <= HALF_PI_BELOW {
        return rising(at, f64::sin, -1.0, 1.0);
    }
    Interval::new(-1.0, 1.0)
}

fn cosine(at: Interval) -> Interval {
    if at.magnitude() <= PI_BELOW {
        // It falls from zero on to both sides.
        let values = outward(at.magnitude().cos(), at.mignitude().cos());
        return Interval::new(values.low.max(-1.0), values.high.min(1.0));
    }
    Interval::new(-1.0, 1.0)
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
        let functions: [(&str, Function, f64, f64); 14] = [
            ("exp", f64::exp, -20.0, 20.0),
            ("expm1", f64::exp_m1, -3.0, 3.0),
            ("exp2", f64::exp2, -8.0, 8.0),
            ("log", f64::ln, 0.01, 50.0),
            ("log1p", f64::ln_1p, -0.9, 5.0),
            ("log2", f64::log2, 0.01, 50.0),
            ("sin", f64::sin, -4.0, 4.0),
            ("cos", f64::cos, -4.0, 4.0),
            ("tan", f64::tan, -1.5, 1.5),
            ("atan", f64::atan, -5.0, 5.0),
            ("sinh", f64::sinh, -5.0, 5.0),
            ("cosh", f64::cosh, -5.0, 5.0),
            ("tanh", f64::tanh, -5.0, 5.0),
            ("asin", f64::asin, -0.99, 0.99),
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
        assert_eq!(known("log", Interval::new(-1.0, 1.0)), None);
        assert_eq!(known("lgamma", Interval::new(1.0, 2.0)), None);
    }
}
