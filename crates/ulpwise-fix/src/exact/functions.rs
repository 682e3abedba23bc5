//! Elementary functions of intervals.

use super::binary::ScaledInteger;
use super::enclosure::{Enclosure, EnclosureEnd};
use super::series::{atan_of_small, exp_of, half_pi_enclosure, ln_of, ln_two_enclosure, sin_cos_of, tiny};
use super::{NoValue, Partial};

/// A growing function of an interval by its values at the ends, which it has for numbers only.
fn growing(
    x: &Enclosure,
    at: impl Fn(&ScaledInteger) -> Enclosure,
    below: EnclosureEnd,
    above: EnclosureEnd,
) -> Enclosure {
    if let Some(point) = x.as_point() {
        return at(point);
    }
    let low = match &x.low {
        EnclosureEnd::Number(number) => at(number).low,
        _ => below,
    };
    let high = match &x.high {
        EnclosureEnd::Number(number) => at(number).high,
        _ => above,
    };
    Enclosure::new(low, high)
}

pub(super) fn exp(x: &Enclosure, bits: usize) -> Enclosure {
    growing(x, |x| exp_of(x, bits), EnclosureEnd::Number(ScaledInteger::ZERO), EnclosureEnd::PlusInfinity)
}

pub(super) fn expm1(x: &Enclosure, bits: usize) -> Enclosure {
    if let Some(tiny) = x.as_point().and_then(|x| tiny(x, bits)) {
        return tiny;
    }
    // exp keeps more bits where its argument is small.
    exp(x, bits).minus(&Enclosure::integer(1), bits + 2200)
}

pub(super) fn ln(x: &Enclosure, bits: usize) -> Partial {
    if x.is_positive() {
        return Ok(growing(x, |x| ln_of(x, bits), EnclosureEnd::MinusInfinity, EnclosureEnd::PlusInfinity));
    }
    Err(if x.high.sign() <= 0 { NoValue::Undefined } else { NoValue::Undecided })
}

pub(super) fn log1p(x: &Enclosure, bits: usize) -> Partial {
    if let Some(tiny) = x.as_point().and_then(|x| tiny(x, bits)) {
        return Ok(tiny);
    }
    ln(&x.plus(&Enclosure::integer(1), bits + 2200), bits)
}

/// The logarithm to base two or ten.
pub(super) fn log_to_base(x: &Enclosure, base: i64, bits: usize) -> Partial {
    let of_base =
        if base == 2 { ln_two_enclosure(bits + 8) } else { ln(&Enclosure::integer(base), bits + 8)? };
    ln(x, bits + 8)?.over(&of_base, bits).ok_or(NoValue::Undecided)
}

pub(super) fn sqrt(x: &Enclosure, bits: usize) -> Partial {
    if x.is_not_negative() {
        return Ok(x.sqrt(bits));
    }
    Err(if x.is_negative() { NoValue::Undefined } else { NoValue::Undecided })
}

pub(super) fn cbrt(x: &Enclosure, bits: usize) -> Partial {
    if x.is_zero() {
        return Ok(x.clone());
    }
    let root = |magnitude: &Enclosure| -> Partial {
        let third =
            ln(magnitude, bits + 80)?.over(&Enclosure::integer(3), bits + 80).ok_or(NoValue::Undecided)?;
        Ok(exp(&third, bits + 8))
    };
    if x.is_positive() {
        root(x)
    } else if x.is_negative() {
        Ok(root(&x.negated())?.negated())
    } else {
        Err(NoValue::Undecided)
    }
}

pub(super) fn sin_cos(x: &Enclosure, bits: usize) -> (Enclosure, Enclosure) {
    let one = Enclosure::new(
        EnclosureEnd::Number(ScaledInteger::integer(-1)),
        EnclosureEnd::Number(ScaledInteger::integer(1)),
    );
    let (EnclosureEnd::Number(low), EnclosureEnd::Number(high)) = (&x.low, &x.high) else {
        return (one.clone(), one);
    };
    if low == high {
        return sin_cos_of(low, bits);
    }
    // Neither changes by more than its argument does.
    let (sine, cosine) = sin_cos_of(low, bits);
    let change = x.minus(&Enclosure::point(low.clone()), bits);
    let either = change.hull(&change.negated());
    let widened = |value: &Enclosure| value.plus(&either, bits).meet(&one).unwrap_or_else(|| one.clone());
    (widened(&sine), widened(&cosine))
}

pub(super) fn tan(x: &Enclosure, bits: usize) -> Partial {
    let (sine, cosine) = sin_cos(x, bits + 8);
    sine.over(&cosine, bits).ok_or(NoValue::Undecided)
}

fn atan_point(x: &ScaledInteger, bits: usize) -> Enclosure {
    let one = ScaledInteger::integer(1);
    if *x > one || *x < one.negated() {
        let inverse = Enclosure::point(x.clone()).inverse(bits + 16).map(|it| atan_small(&it, bits + 16));
        let quarter = half_pi_enclosure(bits + 8);
        let signed = if x.sign() > 0 { quarter } else { quarter.negated() };
        return inverse.map_or_else(|| signed.clone(), |inverse| signed.minus(&inverse, bits));
    }
    atan_of_small(x, bits)
}

fn atan_small(x: &Enclosure, bits: usize) -> Enclosure {
    let quarter = half_pi_enclosure(bits);
    growing(x, |x| atan_of_small(x, bits), quarter.negated().low, quarter.high)
}

pub(super) fn atan(x: &Enclosure, bits: usize) -> Enclosure {
    let quarter = half_pi_enclosure(bits);
    growing(x, |x| atan_point(x, bits), quarter.negated().low, quarter.high)
}

pub(super) fn asin(x: &Enclosure, bits: usize) -> Partial {
    let one = Enclosure::integer(1);
    let rest = one.minus(&x.squared(2 * bits + 2200), 2 * bits + 2200);
    if rest.is_zero() {
        let quarter = half_pi_enclosure(bits);
        return Ok(if x.is_positive() { quarter } else { quarter.negated() });
    }
    let cosine = sqrt(&rest, bits + 16)?;
    Ok(atan(&x.over(&cosine, bits + 16).ok_or(NoValue::Undecided)?, bits))
}

pub(super) fn acos(x: &Enclosure, bits: usize) -> Partial {
    // acos(x) = 2 atan(sqrt((1 - x) / (1 + x))).
    let one = Enclosure::integer(1);
    let (below, above) = (one.minus(x, bits + 1100), one.plus(x, bits + 1100));
    if above.is_zero() {
        return Ok(half_pi_enclosure(bits).scaled(1));
    }
    if below.is_negative() || above.is_negative() {
        return Err(NoValue::Undefined);
    }
    let ratio = below.over(&above, bits + 32).ok_or(NoValue::Undecided)?;
    Ok(atan(&sqrt(&ratio, bits + 16)?, bits).scaled(1))
}

/// The arctangent of y / x in its quadrant.
pub(super) fn atan2(y: &Enclosure, x: &Enclosure, bits: usize) -> Partial {
    let undecided = NoValue::Undecided;
    if x.is_positive() {
        return Ok(atan(&y.over(x, bits + 16).ok_or(undecided)?, bits));
    }
    let quarter = half_pi_enclosure(bits + 8);
    if y.is_positive() || y.is_negative() {
        let rest = atan(&x.over(y, bits + 16).ok_or(undecided)?, bits + 8);
        let signed = if y.is_positive() { quarter } else { quarter.negated() };
        return Ok(signed.minus(&rest, bits));
    }
    if y.is_zero() && x.is_negative() { Ok(quarter.scaled(1)) } else { Err(undecided) }
}

pub(super) fn sinh(x: &Enclosure, bits: usize) -> Enclosure {
    let at = |x: &ScaledInteger| {
        let grown = exp_of(x, bits + 8);
        let shrunk = exp_of(&x.negated(), bits + 8);
        grown.minus(&shrunk, bits + 2200).scaled(-1)
    };
    growing(x, at, EnclosureEnd::MinusInfinity, EnclosureEnd::PlusInfinity)
}

pub(super) fn cosh(x: &Enclosure, bits: usize) -> Enclosure {
    let at = |x: &ScaledInteger| exp_of(x, bits + 8).plus(&exp_of(&x.negated(), bits + 8), bits).scaled(-1);
    growing(&x.abs(), at, EnclosureEnd::Number(ScaledInteger::integer(1)), EnclosureEnd::PlusInfinity)
}

pub(super) fn tanh(x: &Enclosure, bits: usize) -> Enclosure {
    // tanh(x) = 1 - 2 / (exp(2 x) + 1), or from expm1 where that loses digits.
    let one = Enclosure::integer(1);
    let at = |x: &ScaledInteger| {
        let grown = expm1(&Enclosure::point(x.scaled(1)), bits + 16);
        let below = grown.plus(&Enclosure::integer(2), bits + 16);
        grown.over(&below, bits).and_then(|it| it.meet(&one.hull(&one.negated())))
    };
    let any = one.hull(&one.negated());
    growing(x, |x| at(x).unwrap_or_else(|| any.clone()), any.low.clone(), any.high.clone())
}

pub(super) fn asinh(x: &Enclosure, bits: usize) -> Partial {
    if x.is_negative() {
        return Ok(asinh(&x.negated(), bits)?.negated());
    }
    let wide = bits + 2200;
    let root = x.squared(wide).plus(&Enclosure::integer(1), wide).sqrt(wide);
    ln(&x.plus(&root, wide), bits)
}

pub(super) fn acosh(x: &Enclosure, bits: usize) -> Partial {
    let wide = bits + 2200;
    if x.minus(&Enclosure::integer(1), wide).is_negative() {
        return Err(NoValue::Undefined);
    }
    let root = sqrt(&x.squared(wide).minus(&Enclosure::integer(1), wide), wide)?;
    ln(&x.plus(&root, wide), bits)
}

pub(super) fn atanh(x: &Enclosure, bits: usize) -> Partial {
    let wide = bits + 2200;
    let one = Enclosure::integer(1);
    let (above, below) = (one.plus(x, wide), one.minus(x, wide));
    if above.high.sign() <= 0 || below.high.sign() <= 0 {
        return Err(NoValue::Undefined);
    }
    Ok(ln(&above.over(&below, wide).ok_or(NoValue::Undecided)?, bits)?.scaled(-1))
}

/// A power. Of a negative number only if the exponent is an integer.
pub(super) fn pow(x: &Enclosure, y: &Enclosure, bits: usize) -> Partial {
    let exponent = y.as_point().and_then(small_integer);
    if let Some(n) = exponent
        && n.unsigned_abs() <= 64
    {
        return whole_power(x, n, bits);
    }
    let is_whole = y.as_point().map(|y| y.exponent >= 0);
    if x.is_zero() {
        return match (y.is_positive(), y.is_negative()) {
            (true, _) => Ok(Enclosure::integer(0)),
            (_, true) => Err(NoValue::Undefined),
            _ => Err(NoValue::Undecided),
        };
    }
    if x.is_negative() {
        return match (is_whole, y.as_point()) {
            (Some(true), Some(number)) => {
                let magnitude = pow(&x.negated(), y, bits)?;
                let is_odd = number.exponent == 0 && number.mantissa.clone() % 2 != 0;
                Ok(if is_odd { magnitude.negated() } else { magnitude })
            }
            (Some(false), _) => Err(NoValue::Undefined),
            _ => Err(NoValue::Undecided),
        };
    }
    let wide = bits + 64;
    Ok(exp(&ln(x, wide)?.times(y, wide), bits))
}

fn small_integer(number: &ScaledInteger) -> Option<i64> {
    if number.exponent < 0 || number.exponent > 40 {
        return None;
    }
    i64::try_from(number.mantissa.clone() << number.exponent as usize).ok()
}

fn whole_power(x: &Enclosure, n: i64, bits: usize) -> Partial {
    let mut left = n.unsigned_abs();
    let (mut result, mut square) = (Enclosure::integer(1), x.clone());
    while left > 0 {
        if left % 2 == 1 {
            result = result.times(&square, bits + 16);
        }
        left /= 2;
        if left > 0 {
            square = square.squared(bits + 16);
        }
    }
    if n >= 0 {
        return Ok(result);
    }
    if x.is_zero() {
        return Err(NoValue::Undefined);
    }
    result.inverse(bits).ok_or(NoValue::Undecided)
}
