//! Powers with an integer exponent, as run-time libraries compute them (`__powidf2` and its kin).
//!
//! libgcc, compiler-rt and Rust's compiler-builtins multiply the same squares of the base in the same order,
//! from the lowest bit of the exponent's magnitude on, and take the reciprocal at the end if the exponent is
//! negative. Here these multiplications are carried out on sets, with the exceptions of each of them.
//!
//! Bases up to 1 and from 1 on are looked at apart: powers of the former never leave [-1, 1], and those of
//! the latter never enter it, so that no infinity meets a zero.

use super::float::{FloatOperands, binary, binary_exceptions};
use crate::value::FloatValue;
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::Float;
use ulpwise_interval::domain::{BitVecDomain, FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_ir::FloatBinaryOp;

/// So many exponents are looked at one by one.
const MOST_EXPONENTS: i128 = 64;

/// The results for any base and exponent out of these sets, and the exceptions that computing them can
/// raise.
pub(crate) fn power(
    modes: RoundingDomain,
    base: &FloatValue,
    exponents: &BitVecDomain,
) -> (FloatValue, Exceptions) {
    let format = base.domain.format();
    let (low, high) = exponents.signed();
    let mut power = Power { modes, results: FloatDomain::empty(format), raised: Exceptions::NONE };
    // A signalling NaN is multiplied in any way that raises, or returned as it is.
    let signals = base.can_signal();
    for part in parts(&base.domain) {
        let base = FloatValue::computed(part);
        if high - low < MOST_EXPONENTS {
            for exponent in low..=high {
                power.with_exponent(&base, exponent);
            }
        } else {
            power.with_any_exponent(&base, low, high);
        }
    }
    let raised = power.raised.with_if(signals, Exception::Invalid);
    (FloatValue::new(power.results, signals), raised)
}

/// The numbers of a set that are at most 1 in magnitude, with the NaN, and the others with 1.
fn parts(base: &FloatDomain) -> Vec<FloatDomain> {
    let format = base.format();
    let (one, top) = (ordinal::from_float(Float::one(format, false)), ordinal::infinity(format));
    let mut inside = *base;
    inside.intersect_range(OrdinalRange::new(!one, one));
    let mut outside = *base;
    if one > 0 {
        outside.remove_range(OrdinalRange::new(!(one - 1), one - 1));
    }
    outside.intersect_range(OrdinalRange::new(!top, top));
    let outside = FloatDomain::from_parts(format, false, *outside.range_set());
    [inside, outside].into_iter().filter(|part| !part.is_empty()).collect()
}

/// What has been computed so far.
struct Power {
    modes: RoundingDomain,
    results: FloatDomain,
    raised: Exceptions,
}

impl Power {
    /// One exponent.
    fn with_exponent(&mut self, base: &FloatValue, exponent: i128) {
        let (mut square, mut product) = (base.clone(), None);
        let mut left = exponent.unsigned_abs();
        while left != 0 {
            if left & 1 != 0 {
                product = Some(match &product {
                    // One times the base.
                    None => square.clone(),
                    Some(product) => self.operation(FloatBinaryOp::Mul, product, &square, false),
                });
            }
            left >>= 1;
            if left != 0 {
                square = self.operation(FloatBinaryOp::Mul, &square, &square, true);
            }
        }
        let product = product.unwrap_or_else(|| one(base));
        self.deliver(&product, exponent >= 0, exponent < 0);
    }

    /// Any exponent between two: each of the squares is a factor or is none.
    fn with_any_exponent(&mut self, base: &FloatValue, low: i128, high: i128) {
        let largest = low.unsigned_abs().max(high.unsigned_abs());
        let (mut square, mut product) = (base.clone(), one(base));
        for bit in 0..u128::BITS - largest.leading_zeros() {
            if bit > 0 {
                square = self.operation(FloatBinaryOp::Mul, &square, &square, true);
            }
            let with = match bit {
                0 => square.clone(),
                _ => self.operation(FloatBinaryOp::Mul, &product, &square, false),
            };
            product = FloatValue::computed(product.domain.union(&with.domain));
        }
        self.deliver(&product, high >= 0, low < 0);
    }

    /// Takes a product as a result, as one for exponents that are not negative, for negative ones, or both.
    fn deliver(&mut self, product: &FloatValue, as_it_is: bool, inverted: bool) {
        if as_it_is {
            self.results = self.results.union(&product.domain);
        }
        if inverted {
            let inverse = self.operation(FloatBinaryOp::Div, &one(product), product, false);
            self.results = self.results.union(&inverse.domain);
        }
    }

    fn operation(&mut self, op: FloatBinaryOp, x: &FloatValue, y: &FloatValue, same: bool) -> FloatValue {
        let operands = FloatOperands { x, y, same };
        self.raised = self.raised.union(binary_exceptions(op, self.modes, operands));
        binary(op, self.modes, operands)
    }
}

/// The number 1 in the format of a value.
fn one(like: &FloatValue) -> FloatValue {
    FloatValue::computed(FloatDomain::singleton(Float::one(like.domain.format(), false)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::SplitMix64;
    use ulpwise_float::{Format, Rounding};
    use ulpwise_host::libm::{LibmValue, lookup};
    use ulpwise_host::{Flags, RoundingMode};

    fn nearest() -> RoundingDomain {
        RoundingDomain::singleton(Rounding::NearestEven)
    }

    fn doubles(low: f64, high: f64) -> FloatValue {
        FloatValue::computed(FloatDomain::between(Float::from_f64(low), Float::from_f64(high)))
    }

    fn exponents(low: i128, high: i128) -> BitVecDomain {
        BitVecDomain::signed_between(32, low, high)
    }

    #[test]
    fn squares_of_small_numbers_raise_nothing_but_tiny_results() {
        let (results, raised) = power(nearest(), &doubles(-10.0, 10.0), &exponents(2, 2));
        assert_eq!(
            results.domain.hull().map(|hull| ordinal::float(Format::F64, hull.high)),
            Some(Float::from_f64(100.0))
        );
        assert!(results.domain.lowest().is_some_and(Float::is_zero));
        assert_eq!(raised, Exceptions::NONE.with_if(true, Exception::Underflow));
        assert_eq!(power(nearest(), &doubles(1.0, 10.0), &exponents(0, 100)).1, Exceptions::NONE);
    }

    #[test]
    fn no_infinity_meets_a_zero() {
        let (results, raised) =
            power(nearest(), &doubles(-1e300, 1e300), &exponents(-(1 << 31), (1 << 31) - 1));
        assert!(!results.domain.can_be_nan() && !raised.contains(Exception::Invalid));
        assert!(raised.contains(Exception::Overflow) && raised.contains(Exception::DivideByZero));
    }

    /// What the library of this machine delivers and raises is among what is said of it.
    #[test]
    fn powers_of_the_machine_are_enclosed() {
        let function = lookup("__powidf2").expect("the run-time library has it");
        let mut random = SplitMix64::new(3);
        for _ in 0..4000 {
            let mut up_to_power = |bits: u64| {
                let most = 1 << random.below(bits);
                random.below(most) as i32
            };
            let exponent = up_to_power(20) - up_to_power(12);
            let scale = 2f64.powi(up_to_power(11) - 300);
            let x = (random.below(1 << 20) as f64 / f64::from(1 << 19) - 1.0) * scale;
            let outcome =
                function.call(RoundingMode::NearestEven, &[LibmValue::F64(x), LibmValue::Int(exponent)]);
            let result = Float::from_bits(Format::F64, outcome.results[0].bits());
            let wide = [i128::from(exponent) - 70, i128::from(exponent) + 30];
            for exponents in [exponents(exponent.into(), exponent.into()), exponents(wide[0], wide[1])] {
                let (results, raised) = power(nearest(), &doubles(x, x), &exponents);
                assert!(results.domain.contains(result), "{x:e} to the power {exponent}: {result:?}");
                for (flag, exception) in [
                    (Flags::OVERFLOW, Exception::Overflow),
                    (Flags::UNDERFLOW, Exception::Underflow),
                    (Flags::DIVIDE_BY_ZERO, Exception::DivideByZero),
                    (Flags::INVALID, Exception::Invalid),
                ] {
                    assert!(
                        !outcome.flags.contains(flag) || raised.contains(exception),
                        "{x:e} to the power {exponent} raises {exception:?}"
                    );
                }
            }
        }
    }
}
