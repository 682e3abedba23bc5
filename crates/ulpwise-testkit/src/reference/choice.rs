//! Operations that compute nothing: they select an operand, look at it, or change its sign.

use super::arithmetic::exponent_of;
use super::{Datum, Reference};
use crate::operation::{Operation, ReferenceAnswer};
use std::cmp::Ordering;
use ulpwise_float::{Env, Flags, Float};

impl Reference {
    /// The outcome, if the operation is of this kind.
    pub(super) fn evaluate_choice(
        &self,
        operation: Operation,
        operands: &[Float],
        env: Env,
    ) -> Option<(ReferenceAnswer, Flags)> {
        let x = operands[0];
        let y = operands.get(1).copied().unwrap_or(x);
        let half = 1u128 << (self.format.width() - 1);
        let magnitude = x.to_bits() % half;
        let with_sign = |negative: bool| {
            let bits = if negative { magnitude + half } else { magnitude };
            (ReferenceAnswer::Float(Float::from_bits(self.format, bits)), Flags::NONE)
        };
        Some(match operation {
            Operation::Negate => with_sign(x.to_bits() < half),
            Operation::Abs => with_sign(false),
            Operation::CopySign => with_sign(y.to_bits() >= half),
            Operation::NextUp => self.next(x, Ordering::Greater, env),
            Operation::NextDown => self.next(x, Ordering::Less, env),
            Operation::Ilogb => match self.datum(x) {
                Datum::Number { magnitude, .. } if !magnitude.is_zero() => {
                    (ReferenceAnswer::Integer(Some(exponent_of(magnitude))), Flags::NONE)
                }
                _ => (ReferenceAnswer::Integer(None), Flags::NONE),
            },
            Operation::CompareQuiet => (
                ReferenceAnswer::Order(self.compare(x, y)),
                Flags::INVALID.when(self.any_signaling(operands)),
            ),
            Operation::CompareSignaling => {
                let order = self.compare(x, y);
                (ReferenceAnswer::Order(order), Flags::INVALID.when(order.is_none()))
            }
            Operation::SmtlibMin => self.smtlib(x, y, Ordering::Less),
            Operation::SmtlibMax => self.smtlib(x, y, Ordering::Greater),
            Operation::Fmin => self.c_extremum(x, y, Ordering::Less, env),
            Operation::Fmax => self.c_extremum(x, y, Ordering::Greater, env),
            Operation::Minimum => self.extremum(x, y, Ordering::Less, env),
            Operation::Maximum => self.extremum(x, y, Ordering::Greater, env),
            Operation::MinimumNumber => self.extremum_number(x, y, Ordering::Less, env),
            Operation::MaximumNumber => self.extremum_number(x, y, Ordering::Greater, env),
            _ => return None,
        })
    }

    fn compare(&self, x: Float, y: Float) -> Option<Ordering> {
        let rank = |datum: Datum| match datum {
            Datum::Infinity { negative: true } => -1,
            Datum::Infinity { negative: false } => 1,
            _ => 0,
        };
        match (self.datum(x), self.datum(y)) {
            (Datum::Nan { .. }, _) | (_, Datum::Nan { .. }) => None,
            (a @ Datum::Number { .. }, b @ Datum::Number { .. }) => Some(a.value().cmp(&b.value())),
            (a, b) => Some(rank(a).cmp(&rank(b))),
        }
    }

    /// Clause 5.3.1 by search: of all data on the wanted side the nearest, preferring for zero the
    /// sign of the side it is reached from.
    fn next(&self, x: Float, side: Ordering, env: Env) -> (ReferenceAnswer, Flags) {
        if let Some(outcome) = self.propagated(&[x], env) {
            return outcome;
        }
        let beyond = self.all().filter(|&candidate| self.compare(candidate, x) == Some(side));
        let nearest = beyond.reduce(|best, candidate| match self.compare(candidate, best) {
            Some(order) if order == side.reverse() => candidate,
            // Both zeros: nextUp of the smallest negative number is -0, nextDown of the smallest
            // positive +0.
            Some(Ordering::Equal) if side == Ordering::Greater => candidate,
            _ => best,
        });
        (ReferenceAnswer::Float(nearest.unwrap_or(x)), Flags::NONE)
    }

    fn smtlib(&self, x: Float, y: Float, wanted: Ordering) -> (ReferenceAnswer, Flags) {
        let chosen = match (self.datum(x).is_nan(), self.datum(y).is_nan()) {
            (true, _) => y,
            (_, true) => x,
            _ => {
                if self.compare(x, y) == Some(wanted) {
                    x
                } else {
                    y
                }
            }
        };
        (ReferenceAnswer::Float(chosen), Flags::NONE)
    }

    /// IEEE 754-2008 minNum and maxNum, the second operand winning ties.
    fn c_extremum(&self, x: Float, y: Float, wanted: Ordering, env: Env) -> (ReferenceAnswer, Flags) {
        let both = self.datum(x).is_nan() && self.datum(y).is_nan();
        if both || self.any_signaling(&[x, y]) {
            return self.propagated(&[x, y], env).expect("there is a NaN");
        }
        self.smtlib(x, y, wanted)
    }

    /// IEEE 754-2019 clause 9.6 minimum and maximum.
    fn extremum(&self, x: Float, y: Float, wanted: Ordering, env: Env) -> (ReferenceAnswer, Flags) {
        self.propagated(&[x, y], env).unwrap_or_else(|| {
            let negative = |float: Float| float.to_bits() >> (self.format.width() - 1) == 1;
            let chosen = match self.compare(x, y) {
                // Only the zeros compare equal with different signs.
                Some(Ordering::Equal) if negative(x) != negative(y) => {
                    if negative(x) == (wanted == Ordering::Less) { x } else { y }
                }
                order => {
                    if order == Some(wanted) {
                        x
                    } else {
                        y
                    }
                }
            };
            (ReferenceAnswer::Float(chosen), Flags::NONE)
        })
    }

    /// IEEE 754-2019 clause 9.6 minimumNumber and maximumNumber.
    fn extremum_number(&self, x: Float, y: Float, wanted: Ordering, env: Env) -> (ReferenceAnswer, Flags) {
        let flags = Flags::INVALID.when(self.any_signaling(&[x, y]));
        match (self.datum(x).is_nan(), self.datum(y).is_nan()) {
            (true, false) => (ReferenceAnswer::Float(y), flags),
            (false, true) => (ReferenceAnswer::Float(x), flags),
            _ => self.extremum(x, y, wanted, env),
        }
    }
}
