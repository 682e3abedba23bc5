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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::libm::{call, known};
    use crate::value::AbstractValue;
    use ulpwise_base::SplitMix64;
    use ulpwise_host::RoundingMode;
    use ulpwise_host::libm::{LibmValue, Type};
    use ulpwise_interval::domain::RoundingDomain;
    use ulpwise_ir::FloatFormat;

    /// The 80 bits of a number.
    fn encoded(number: Float) -> u128 {
        number.convert(Format::X87, Rounding::NearestEven).0.to_bits()
    }

    fn decoded(bits: u128) -> FloatDomain {
        match AbstractValue::of_bits(ulpwise_ir::Type::Float(FloatFormat::X87), bits) {
            AbstractValue::Float(value) => value.domain,
            other => panic!("{other:?} is no float"),
        }
    }

    /// What the host's library delivers between the ends of random ranges lies in what is said.
    #[test]
    fn the_hosts_results_are_within() {
        let mut random = SplitMix64::new(7);
        let format = Format::X87_NUMBERS;
        let names = [
            "acosl", "acoshl", "asinl", "asinhl", "atanl", "atanhl", "cbrtl", "cosl", "coshl", "erfl",
            "erfcl", "expl", "exp2l", "expm1l", "logl", "log1pl", "log2l", "log10l", "sinl", "sinhl",
            "tanhl", "powl",
        ];
        for name in names {
            let (function, _) = known(name).unwrap_or_else(|| panic!("{name} is known"));
            let host = ulpwise_host::libm::lookup(name).unwrap_or_else(|| panic!("{name} is there"));
            for _ in 0..2000 {
                let count = if name == "powl" { 2 } else { 1 };
                let mut ranges = Vec::new();
                let mut points = Vec::new();
                for _ in 0..count {
                    let mut end = || {
                        let magnitude = (random.below(60) as f64 - 40.0).exp2();
                        let fraction = random.next_u64() as f64 / u64::MAX as f64;
                        let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
                        let double = Float::from_f64(sign * magnitude * (1.0 + fraction));
                        let step = i128::from(random.below(2048));
                        ordinal::from_float(double.convert(format, Rounding::NearestEven).0) + step
                    };
                    let (low, high) = (end(), end());
                    let (low, high) = (low.min(high), low.max(high));
                    let high = if random.below(2) == 0 { high } else { low + 3 };
                    let mut domain = FloatDomain::empty(format);
                    domain.add_range(OrdinalRange::new(low, high));
                    ranges.push(FloatValue::computed(domain));
                    let width = u64::try_from(high - low).unwrap_or(u64::MAX);
                    points.push(ordinal::float(format, low + i128::from(random.below(width.max(1)))));
                }
                let modes = RoundingDomain::singleton(Rounding::NearestEven);
                let Some((enclosed, _)) = call(function, modes, &ranges) else { continue };
                let given: Vec<LibmValue> =
                    points.iter().map(|&point| LibmValue::from_bits(Type::X87, encoded(point))).collect();
                let outcome = host.call(RoundingMode::NearestEven, &given);
                let delivered = decoded(outcome.results.first().expect("a result").bits());
                let union = enclosed.domain.union(&delivered);
                assert_eq!(union, enclosed.domain, "{name} of {points:?}");
            }
        }
    }
}
