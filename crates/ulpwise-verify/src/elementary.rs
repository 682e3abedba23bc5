//! Exponentials, logarithms and powers between bounds: series in 113 bits, every operation rounded
//! towards the bound that is wanted, remainders added where they count.

use std::sync::OnceLock;
use ulpwise_externals::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};

/// What bounds are computed in.
const WIDE: Format = Format::F128;

/// Beyond this exponentials leave the wide format.
const LARGE: i128 = 12_000;

/// Which bound is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

use Side::{Lower, Upper};

impl Side {
    fn other(self) -> Side {
        if self == Upper { Lower } else { Upper }
    }

    fn mode(self) -> Rounding {
        if self == Upper { Rounding::TowardPositive } else { Rounding::TowardNegative }
    }

    fn add(self, x: Float, y: Float) -> Float {
        x.add(y, self.mode()).0
    }

    fn mul(self, x: Float, y: Float) -> Float {
        x.mul(y, self.mode()).0
    }

    fn div(self, x: Float, y: Float) -> Float {
        x.div(y, self.mode()).0
    }

    /// A product with a positive constant of which both bounds are known.
    fn scale(self, x: Float, by: impl Fn(Side) -> Float) -> Float {
        self.mul(x, by(if x.is_sign_negative() { self.other() } else { self }))
    }

    /// A quotient by a positive constant of which both bounds are known.
    fn unscale(self, x: Float, by: impl Fn(Side) -> Float) -> Float {
        self.div(x, by(if x.is_sign_negative() { self } else { self.other() }))
    }
}

fn integer(number: i128) -> Float {
    Float::from_i128(WIDE, number, Rounding::NearestEven).0
}

fn is_small(x: Float, power: i64) -> bool {
    x.ilogb().is_none_or(|exponent| exponent < power)
}

/// e to a finite power: the series at x / 2^k, squared k times.
fn exp(x: Float, to: Side) -> Float {
    if x.is_zero() {
        return integer(1);
    }
    if x.is_sign_negative() {
        return to.div(integer(1), exp(x.negate(), to.other()));
    }
    if !x.compares_less(integer(LARGE)) {
        let largest = Float::max_finite(WIDE, false);
        return if to == Upper { Float::infinity(WIDE, false) } else { largest };
    }
    let halvings = x.ilogb().map_or(0, |exponent| (exponent + 11).max(0));
    let r = x.scalbn(-halvings, to.mode()).0;
    let (mut term, mut sum) = (integer(1), integer(1));
    for number in 1..=12 {
        term = to.div(to.mul(term, r), integer(number));
        sum = to.add(sum, term);
    }
    if to == Upper {
        // All further terms together are less than the last one.
        sum = to.add(sum, term);
    }
    (0..halvings).fold(sum, |power, _| to.mul(power, power))
}

/// The inverse hyperbolic tangent of a number from 0 to 1/3, by its series.
fn inverse_tangent(t: Float, to: Side) -> Float {
    let square = to.mul(t, t);
    let (mut power, mut sum) = (t, t);
    for number in 1..=40 {
        power = to.mul(power, square);
        sum = to.add(sum, to.div(power, integer(2 * number + 1)));
    }
    if to == Upper { to.add(sum, power) } else { sum }
}

fn log_of_two(to: Side) -> Float {
    static BOUNDS: OnceLock<[Float; 2]> = OnceLock::new();
    let bound = |to: Side| to.mul(integer(2), inverse_tangent(to.div(integer(1), integer(3)), to));
    BOUNDS.get_or_init(|| [Lower, Upper].map(bound))[usize::from(to == Upper)]
}

/// The logarithm of a positive finite number: that of its exponent, and that of its significand m as
/// twice the inverse hyperbolic tangent of (m - 1) / (m + 1).
fn log(x: Float, to: Side) -> Float {
    let mut exponent = x.ilogb().unwrap_or(0);
    let mut m = x.scalbn(-exponent, to.mode()).0;
    if integer(3).compares_less(m.scalbn(1, to.mode()).0) {
        exponent += 1;
        m = m.scalbn(-1, to.mode()).0;
    }
    let one = integer(1);
    let of_significand = if m.compares_less(one) {
        let by = to.other();
        let t = by.div(by.add(one, m.negate()), to.add(one, m));
        by.mul(integer(2), inverse_tangent(t, by)).negate()
    } else {
        let t = to.div(to.add(m, one.negate()), to.other().add(one, m));
        to.mul(integer(2), inverse_tangent(t, to))
    };
    to.add(to.scale(integer(exponent.into()), log_of_two), of_significand)
}

fn log_of_ten(to: Side) -> Float {
    static BOUNDS: OnceLock<[Float; 2]> = OnceLock::new();
    BOUNDS.get_or_init(|| [Lower, Upper].map(|to| log(integer(10), to)))[usize::from(to == Upper)]
}

/// e^x - 1; near zero between x and x + x².
fn exp_less_one(x: Float, to: Side) -> Float {
    if is_small(x, -20) {
        return if to == Upper { to.add(x, to.mul(x, x)) } else { x };
    }
    to.add(exp(x, to), integer(-1))
}

/// log(1 + x); near zero between x - x² and x.
fn log_of_one_more(x: Float, to: Side) -> Option<Float> {
    if is_small(x, -20) {
        return Some(if to == Upper { x } else { to.add(x, to.other().mul(x, x).negate()) });
    }
    let sum = to.add(integer(1), x);
    (!sum.is_sign_negative() && !sum.is_zero()).then(|| log(sum, to))
}

/// A bound of a rising function at a finite argument; `None` if there is none, or it is not known.
fn rising(function: LibmFunction, x: Float, to: Side) -> Option<Float> {
    let is_positive = !x.is_sign_negative() && !x.is_zero();
    match function {
        LibmFunction::Exp => Some(exp(x, to)),
        LibmFunction::Exp2 => Some(exp(to.scale(x, log_of_two), to)),
        LibmFunction::Exp10 => Some(exp(to.scale(x, log_of_ten), to)),
        LibmFunction::Expm1 => Some(exp_less_one(x, to)),
        LibmFunction::Log => is_positive.then(|| log(x, to)),
        LibmFunction::Log2 => is_positive.then(|| to.unscale(log(x, to), log_of_two)),
        LibmFunction::Log10 => is_positive.then(|| to.unscale(log(x, to), log_of_ten)),
        LibmFunction::Log1p => log_of_one_more(x, to),
        _ => None, // fail-closed: nothing is known.
    }
}

/// What a function delivers exactly, for arguments between finite bounds, as two numbers of a wide
/// format; either is missing where there is no bound.
pub(crate) fn enclosure(function: LibmFunction, arguments: &[[Float; 2]]) -> [Option<Float>; 2] {
    let wide = |x: Float| x.convert(WIDE, Rounding::NearestEven).0;
    match (function, arguments) {
        (LibmFunction::Pow, [x, y]) => power(x.map(wide), y.map(wide)),
        (function, [[low, high]]) => [(low, Lower), (high, Upper)]
            .map(|(end, to)| end.is_finite().then(|| wide(*end)).and_then(|end| rising(function, end, to))),
        _ => [None, None], // fail-closed: nothing is known.
    }
}

/// x^y for positive x: e^(y·log x), whose exponent is largest and least at a corner.
fn power(x: [Float; 2], y: [Float; 2]) -> [Option<Float>; 2] {
    let is_positive = !x[0].is_sign_negative() && !x[0].is_zero();
    if !is_positive || !x[1].is_finite() || !y.iter().all(|end| end.is_finite()) {
        return [None, None];
    }
    [Lower, Upper].map(|to| {
        let corner = |(x, y): (Float, Float)| {
            let log = log(x, if y.is_sign_negative() { to.other() } else { to });
            to.mul(y, log)
        };
        let corners = [(x[0], y[0]), (x[0], y[1]), (x[1], y[0]), (x[1], y[1])].map(corner);
        let is_outer = |a: Float, b: Float| if to == Upper { b.compares_less(a) } else { a.compares_less(b) };
        let most = corners.into_iter().reduce(|a, b| if is_outer(a, b) { a } else { b })?;
        most.is_finite().then(|| exp(most, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bounds hold the correctly rounded values of the tables, and are narrow.
    #[test]
    fn bounds_are_narrow_and_hold_known_values() {
        let known = [
            (LibmFunction::Exp, 1.0, std::f64::consts::E),
            (LibmFunction::Exp, -745.0, 5e-324),
            (LibmFunction::Exp2, 0.5, std::f64::consts::SQRT_2),
            (LibmFunction::Exp10, -3.0, 1e-3),
            (LibmFunction::Log, 2.0, std::f64::consts::LN_2),
            (LibmFunction::Log, 10.0, std::f64::consts::LN_10),
            (LibmFunction::Log2, 0.125, -3.0),
            (LibmFunction::Log10, 1e-10, -10.0),
            (LibmFunction::Log1p, 1.0, std::f64::consts::LN_2),
            (LibmFunction::Expm1, 1.0, 1.718_281_828_459_045_3),
        ];
        for (function, x, value) in known {
            let x = Float::from_f64(x);
            let [Some(low), Some(high)] = enclosure(function, &[[x, x]]) else { panic!("{function}") };
            assert!(!high.compares_less(low), "{function}");
            let ends = [low, high].map(|end| end.convert(Format::F64, Rounding::NearestEven).0.to_f64());
            assert_eq!(ends, [value; 2], "{function}");
        }
    }
}
