//! Functions of the mathematical library for `long double`, enclosed by those for `double`.
//!
//! What holds: the result lies between the least and the greatest that the function for doubles can
//! deliver on the doubles around the arguments, one double further out on either side: the functions
//! taken here have no pole or jump but at a double, and what they round is far less than a double's
//! last place. Arguments beyond the greatest double are not enclosed.

use crate::value::FloatValue;
use ulpwise_externals::{Exception, Exceptions, LibmFunction};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{FloatDomain, OrdinalRange, ordinal};

/// The functions that are enclosed so.
pub(super) fn is_smooth(function: LibmFunction) -> bool {
    use LibmFunction::{
        Acos, Acosh, Asin, Asinh, Atan, Atanh, Cbrt, Cos, Cosh, Erf, Erfc, Exp, Exp2, Expm1, Log, Log1p,
        Log2, Log10, Pow, Sin, Sinh, Tanh,
    };
    matches!(
        function,
        Acos | Acosh
            | Asin
            | Asinh
            | Atan
            | Atanh
            | Cbrt
            | Cos
            | Cosh
            | Erf
            | Erfc
            | Exp
            | Exp2
            | Expm1
            | Log
            | Log1p
            | Log2
            | Log10
            | Pow
            | Sin
            | Sinh
            | Tanh
    )
}

/// The doubles around the numbers of an argument; `None` if some finite number is beyond them.
pub(super) fn doubles_around(argument: &FloatValue) -> Option<FloatValue> {
    let domain = &argument.domain;
    let mut doubles = FloatDomain::empty(Format::F64);
    if domain.can_be_nan() {
        doubles.add_nan();
    }
    if let Some(hull) = domain.hull() {
        let [low, high] = [(hull.low, Rounding::TowardNegative), (hull.high, Rounding::TowardPositive)].map(
            |(at, rounding)| {
                let number = ordinal::float(domain.format(), at);
                let double = number.convert(Format::F64, rounding).0;
                (number.is_infinite() == double.is_infinite() && within(number))
                    .then(|| ordinal::from_float(double))
            },
        );
        doubles.add_range(OrdinalRange::new(low?, high?));
    }
    Some(FloatValue::new(doubles, argument.can_signal()))
}

/// Whether a number is infinite or not beyond the greatest double.
fn within(number: Float) -> bool {
    let greatest = Float::max_finite(Format::F64, false).convert(number.format(), Rounding::NearestEven).0;
    number.is_infinite() || ordinal::from_float(number.abs()) <= ordinal::from_float(greatest)
}

/// What the function for `long double` delivers where the one for doubles delivers this.
pub(super) fn widened(
    format: Format,
    (doubles, raised): (FloatValue, Exceptions),
) -> (FloatValue, Exceptions) {
    let mut results = FloatDomain::empty(format);
    if doubles.domain.can_be_nan() {
        results.add_nan();
    }
    if let Some(hull) = doubles.domain.hull() {
        let top = ordinal::infinity(Format::F64);
        let end = |at: i128| {
            let double = ordinal::float(Format::F64, at.clamp(!top, top));
            ordinal::from_float(double.convert(format, Rounding::NearestEven).0)
        };
        // Zeros of both signs are neighbours: two steps are one double at least.
        results.add_range(OrdinalRange::new(end(hull.low - 2), end(hull.high + 2)));
    }
    // What overflows or is tiny as a double may be neither here, and the other way round.
    let raised = raised
        .with_if(results.can_be_zero(), Exception::Underflow)
        .with_if(results.can_be_infinite(), Exception::Overflow);
    (FloatValue::computed(results), raised)
}
