//! Operations that compute: the exact result as a real number, then rounded.

use super::real::Real;
use super::{Datum, Reference};
use crate::operation::{Operation, ReferenceAnswer};
use crate::ratio::Ratio;
use ulpwise_float::{Env, Flags, Float, Format, Rounding};

impl Reference {
    pub(super) fn evaluate_arithmetic(
        &self,
        operation: Operation,
        operands: &[Float],
        env: Env,
    ) -> (ReferenceAnswer, Flags) {
        match operation {
            Operation::Convert(target) => return self.convert(operands[0], target, env),
            Operation::ToSigned(width) => {
                return self.to_integer(operands[0], -(1 << (width - 1)), (1 << (width - 1)) - 1, env);
            }
            Operation::ToUnsigned(width) => return self.to_integer(operands[0], 0, (1 << width) - 1, env),
            _ => {}
        }
        // The preference of x86's fused multiply-add: second factor, first factor, addend.
        let preference: Vec<Float> = match operands {
            [x, y, z] => vec![*y, *x, *z],
            others => others.to_vec(),
        };
        if let Some(outcome) = self.propagated(&preference, env) {
            return outcome;
        }
        let x = self.datum(operands[0]);
        let y = operands.get(1).map(|&operand| self.datum(operand));
        match (operation, x, y) {
            (Operation::Add, x, Some(y)) => self.add(x, y, env),
            (Operation::Sub, x, Some(y)) => self.add(x, opposite(y), env),
            (Operation::Mul, x, Some(y)) => self.multiply(x, y, env),
            (Operation::Div, x, Some(y)) => self.divide(x, y, env),
            (Operation::Fma, x, Some(y)) => self.fused(x, y, self.datum(operands[2]), env),
            (Operation::Remainder, x, Some(y)) => self.remainder(operands[0], x, y, nearest_even, env),
            (Operation::Fmod, x, Some(y)) => self.remainder(operands[0], x, y, truncated, env),
            (Operation::Sqrt, x, _) => self.square_root(operands[0], x, env),
            (Operation::RoundToIntegral, x, _) => {
                let (answer, flags) = self.integral(operands[0], x, env);
                let overflow = flags.contains(Flags::OVERFLOW);
                (answer, if overflow { flags } else { flags.without(Flags::INEXACT) })
            }
            (Operation::RoundToIntegralExact, x, _) => self.integral(operands[0], x, env),
            (Operation::Logb, x, _) => self.logb(x, env),
            (Operation::Scalbn(power), x, _) => match x {
                Datum::Number { negative, magnitude } if !magnitude.is_zero() => {
                    let scaled = magnitude.times(Ratio::power_of_two(power));
                    self.rounded(negative, Real::Rational(scaled), env)
                }
                _ => exactly(operands[0]),
            },
            _ => panic!("{operation:?} is not arithmetic"),
        }
    }

    /// A signed exact value, rounded; `zero_is_negative` says which zero stands for 0.
    fn rounded_value(&self, value: Ratio, zero_is_negative: bool, env: Env) -> (ReferenceAnswer, Flags) {
        if value.is_zero() {
            return exactly(self.encoded(zero_is_negative, 0));
        }
        self.rounded(value.sign() < 0, Real::Rational(value.abs()), env)
    }

    fn add(&self, x: Datum, y: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        match (x, y) {
            (Datum::Infinity { negative: a }, Datum::Infinity { negative: b }) if a != b => self.invalid(env),
            (Datum::Infinity { negative }, _) | (_, Datum::Infinity { negative }) => {
                exactly(self.infinity(negative))
            }
            (Datum::Number { negative: a, .. }, Datum::Number { negative: b, .. }) => {
                let sum = x.value().unwrap().plus(y.value().unwrap());
                // Clause 6.3.
                let zero = if a == b { a } else { env.rounding == Rounding::TowardNegative };
                self.rounded_value(sum, zero, env)
            }
            _ => panic!("NaNs are handled before"),
        }
    }

    fn multiply(&self, x: Datum, y: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        let negative = is_negative(x) != is_negative(y);
        match (x.value(), y.value()) {
            (Some(a), Some(b)) => self.rounded_value(a.times(b), negative, env),
            (Some(a), None) | (None, Some(a)) if a.is_zero() => self.invalid(env),
            _ => exactly(self.infinity(negative)),
        }
    }

    fn divide(&self, x: Datum, y: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        let negative = is_negative(x) != is_negative(y);
        match (x.value(), y.value()) {
            (None, None) => self.invalid(env),
            (None, Some(_)) => exactly(self.infinity(negative)),
            (Some(_), None) => exactly(self.encoded(negative, 0)),
            (Some(a), Some(b)) if b.is_zero() && a.is_zero() => self.invalid(env),
            (Some(_), Some(b)) if b.is_zero() => {
                (ReferenceAnswer::Float(self.infinity(negative)), Flags::DIVIDE_BY_ZERO)
            }
            (Some(a), Some(b)) => self.rounded_value(a.over(b), negative, env),
        }
    }

    fn fused(&self, x: Datum, y: Datum, z: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        let negative = is_negative(x) != is_negative(y);
        match (x.value(), y.value()) {
            (Some(a), Some(b)) => {
                let product = Datum::Number { negative, magnitude: a.times(b).abs() };
                self.add(product, z, env)
            }
            (Some(a), None) | (None, Some(a)) if a.is_zero() => self.invalid(env),
            _ => self.add(Datum::Infinity { negative }, z, env),
        }
    }

    fn remainder(
        &self,
        operand: Float,
        x: Datum,
        y: Datum,
        to_integer: fn(Ratio) -> i128,
        env: Env,
    ) -> (ReferenceAnswer, Flags) {
        match (x.value(), y.value()) {
            (None, _) => self.invalid(env),
            (Some(_), None) => exactly(operand),
            (Some(_), Some(b)) if b.is_zero() => self.invalid(env),
            (Some(a), Some(b)) => {
                let count = to_integer(a.over(b));
                let rest = a.minus(b.times(Ratio::integer(count)));
                let negative = if rest.is_zero() { is_negative(x) } else { rest.sign() < 0 };
                exactly(self.representable(negative, rest.abs()))
            }
        }
    }

    fn square_root(&self, operand: Float, x: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        match x {
            Datum::Number { magnitude, .. } if magnitude.is_zero() => exactly(operand),
            Datum::Number { negative: false, magnitude } => {
                self.rounded(false, Real::SquareRootOf(magnitude), env)
            }
            Datum::Infinity { negative: false } => exactly(operand),
            _ => self.invalid(env),
        }
    }

    /// Rounded to an integer, which a format with a narrow range may then have to round again.
    fn integral(&self, operand: Float, x: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        let Some(value) = x.value() else { return exactly(operand) };
        let integer = to_integer_in(env.rounding, value);
        let (answer, flags) = self.rounded_value(Ratio::integer(integer), is_negative(x), env);
        (answer, flags | Flags::INEXACT.when(Ratio::integer(integer) != value))
    }

    fn logb(&self, x: Datum, env: Env) -> (ReferenceAnswer, Flags) {
        match x {
            Datum::Number { magnitude, .. } if magnitude.is_zero() => {
                (ReferenceAnswer::Float(self.infinity(true)), Flags::DIVIDE_BY_ZERO)
            }
            Datum::Number { magnitude, .. } => {
                self.rounded_value(Ratio::integer(exponent_of(magnitude)), false, env)
            }
            _ => exactly(self.infinity(false)),
        }
    }

    fn convert(&self, operand: Float, target: Format, env: Env) -> (ReferenceAnswer, Flags) {
        let to = Reference::new(target);
        match self.datum(operand) {
            Datum::Number { negative, magnitude } if magnitude.is_zero() => exactly(to.encoded(negative, 0)),
            Datum::Number { negative, magnitude } => to.rounded(negative, Real::Rational(magnitude), env),
            Datum::Infinity { negative } => exactly(to.infinity(negative)),
            Datum::Nan { signaling } => {
                // The payload as a fraction of its range, cut to the target's bits, with the quiet
                // bit set.
                let width = self.format.significand_bits() - 1;
                let payload = Ratio::new((operand.to_bits() % (1 << width)) as i128, 1 << width);
                let to_width = target.significand_bits() - 1;
                let cut = payload.times(Ratio::power_of_two(i64::from(to_width))).floor() as usize;
                let half = 1 << (to_width - 1);
                let quiet = if cut >= half { cut } else { cut + half };
                let negative = operand.to_bits() >> (self.format.width() - 1) == 1;
                let nan = to.encoded(negative, to.magnitudes.len() + quiet);
                (ReferenceAnswer::Float(nan), Flags::INVALID.when(signaling))
            }
        }
    }

    fn to_integer(&self, operand: Float, least: i128, greatest: i128, env: Env) -> (ReferenceAnswer, Flags) {
        let integer = self.datum(operand).value().map(|value| (to_integer_in(env.rounding, value), value));
        match integer {
            Some((integer, value)) if (least..=greatest).contains(&integer) => (
                ReferenceAnswer::Integer(Some(integer)),
                Flags::INEXACT.when(Ratio::integer(integer) != value),
            ),
            _ => (ReferenceAnswer::Integer(None), Flags::INVALID),
        }
    }
}

fn exactly(float: Float) -> (ReferenceAnswer, Flags) {
    (ReferenceAnswer::Float(float), Flags::NONE)
}

fn is_negative(x: Datum) -> bool {
    matches!(x, Datum::Infinity { negative: true } | Datum::Number { negative: true, .. })
}

fn opposite(x: Datum) -> Datum {
    match x {
        Datum::Infinity { negative } => Datum::Infinity { negative: !negative },
        Datum::Number { negative, magnitude } => Datum::Number { negative: !negative, magnitude },
        nan => nan,
    }
}

/// The exponent e with 2^e <= magnitude < 2^(e+1).
pub(super) fn exponent_of(magnitude: Ratio) -> i128 {
    (-100..100)
        .find(|&e| magnitude < Ratio::power_of_two(e + 1))
        .map(i128::from)
        .expect("a number of a small format")
}

fn nearest_even(value: Ratio) -> i128 {
    to_integer_in(Rounding::NearestEven, value)
}

fn truncated(value: Ratio) -> i128 {
    to_integer_in(Rounding::TowardZero, value)
}

/// The integer that a rational is rounded to.
fn to_integer_in(rounding: Rounding, value: Ratio) -> i128 {
    let (below, above) = (value.floor(), -value.negated().floor());
    let (from_below, from_above) = (value.minus(Ratio::integer(below)), Ratio::integer(above).minus(value));
    let outward = if value.sign() < 0 { below } else { above };
    let inward = if value.sign() < 0 { above } else { below };
    match rounding {
        Rounding::TowardPositive => above,
        Rounding::TowardNegative => below,
        Rounding::TowardZero => inward,
        _ if from_below < from_above => below,
        _ if from_above < from_below => above,
        Rounding::NearestAway => outward,
        Rounding::NearestEven => {
            if below % 2 == 0 {
                below
            } else {
                above
            }
        }
    }
}
