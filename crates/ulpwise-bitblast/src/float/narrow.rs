//! Floats about which more is known than their circuits show.
//!
//! What a bound excludes becomes constant, so that circuits built on the narrowed float leave it
//! out. The same is demanded of the circuit below as a condition: asserting all conditions narrows
//! the search to values within bounds, and for these every circuit computes what it did before.

use super::form::{FloatBits, largest_exponent};
use crate::aig::{Aig, Lit};
use crate::bits;
use ulpwise_float::Float;
use ulpwise_solver::FloatBound;

/// The biased exponent of a number, subnormals having 1, infinity that of the largest number.
fn biased_exponent(number: Float) -> i64 {
    i64::from(number.exponent_field()).clamp(1, largest_exponent(number.format()))
}

/// The least and the greatest biased exponent of the finite numbers between two numbers.
fn exponent_range(low: Float, high: Float) -> (i64, i64) {
    let (at_low, at_high) = (biased_exponent(low), biased_exponent(high));
    let least = if low.is_sign_negative() == high.is_sign_negative() { at_low.min(at_high) } else { 1 };
    (least, at_low.max(at_high))
}

impl FloatBits {
    /// This float, known to lie within a bound; what that demands of it goes to `conditions`.
    pub(crate) fn narrowed(
        mut self,
        aig: &mut Aig,
        bound: FloatBound,
        conditions: &mut Vec<Lit>,
    ) -> FloatBits {
        let Some((low, high)) = bound.numbers else {
            conditions.push(self.nan);
            self.nan = Lit::TRUE;
            self.infinite = Lit::FALSE;
            self.zero = Lit::FALSE;
            return self;
        };
        if !bound.nan {
            pin(&mut self.nan, false, Lit::TRUE, aig, conditions);
        }
        let may_be_number = !self.nan;
        if !low.is_infinite() && !high.is_infinite() {
            pin(&mut self.infinite, false, Lit::TRUE, aig, conditions);
        }
        if low.is_sign_negative() == high.is_sign_negative() {
            if !low.is_zero() && !high.is_zero() {
                pin(&mut self.zero, false, Lit::TRUE, aig, conditions);
            }
            pin(&mut self.sign, low.is_sign_negative(), may_be_number, aig, conditions);
        }
        self.narrow_exponent(aig, exponent_range(low, high), conditions);
        self
    }

    /// Exponents within a range: the bits that all of them share, and the leading bit of the
    /// significand.
    fn narrow_exponent(&mut self, aig: &mut Aig, (least, greatest): (i64, i64), conditions: &mut Vec<Lit>) {
        let (least, greatest) = (least.max(self.exponents.0), greatest.min(self.exponents.1));
        if (least, greatest) == self.exponents || least > greatest {
            return;
        }
        let special = self.special(aig);
        let width = self.exponent.len();
        let [low, high] = [least, greatest].map(|bound| bits::constant(bound as u64, width));
        let below = bits::unsigned_less(aig, &self.exponent, &low);
        let above = bits::unsigned_less(aig, &high, &self.exponent);
        conditions.push(aig.or_all(&[special, !below]));
        conditions.push(aig.or_all(&[special, !above]));
        for position in (0..width).rev() {
            if low[position] != high[position] {
                break;
            }
            self.exponent[position] = low[position];
        }
        self.exponents = (least, greatest);
        if least > 1 {
            // Only the exponent 1 is that of subnormal numbers, and what lies above was excluded.
            let top = self.significand.len() - 1;
            let leading = &mut self.significand[top];
            pin(leading, true, !special, aig, conditions);
        }
    }
}

/// Makes a literal constant, and demands that it has this value where the premise holds.
fn pin(literal: &mut Lit, value: bool, premise: Lit, aig: &mut Aig, conditions: &mut Vec<Lit>) {
    if literal.as_constant() != Some(value) {
        let has_value = literal.complement_if(!value);
        conditions.push(aig.implies(premise, has_value));
        *literal = Lit::constant(value);
    }
}
