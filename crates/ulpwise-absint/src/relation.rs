//! What intervals forget: relations between values, as far as they can be read off the
//! instructions.

use crate::activation::Activation;
use crate::value::AbstractValue;
use ulpwise_float::Float;
use ulpwise_interval::domain::{FloatDomain, OrdinalRange};
use ulpwise_ir::{FloatBinaryOp, Inst, Slot};

impl<'a> Activation<'_, 'a> {
    /// The instruction that made a value.
    fn made_by(&self, slot: Slot) -> Option<&'a Inst> {
        let id = self.prepared.definitions[slot]?;
        self.body().insts.get(id)
    }

    /// If the operands of a sum are `x` and `(y - x) / k` with k of at least 2, or times at most a
    /// half: what lies between x and y.
    ///
    /// The difference, rounded, is at most twice the exact one (where it is subnormal it is exact),
    /// so the rounded quotient lies between zero and `y - x`, and the exact sum between x and y.
    /// These are floats, so the rounded sum lies there too.
    pub(crate) fn point_between(&self, a: Slot, b: Slot) -> Option<FloatDomain> {
        self.on_the_way(a, b).or_else(|| self.on_the_way(b, a))
    }

    fn on_the_way(&self, start: Slot, step: Slot) -> Option<FloatDomain> {
        let &Inst::Float { op, a: difference, b: divisor, .. } = self.made_by(step)? else { return None };
        // What was used long ago may not be kept any more.
        let number =
            |slot: Slot| self.known(slot).and_then(AbstractValue::as_float).map(|value| value.domain);
        let factor = number(divisor)?.singleton_value()?;
        let (half, two) = (bounds(factor, 0.5)?, bounds(factor, 2.0)?);
        let is_at_most_half = match op {
            FloatBinaryOp::Div => !factor.is_sign_negative() && !two.is_below,
            FloatBinaryOp::Mul => !factor.is_sign_negative() && !half.is_above,
            _ => false,
        };
        let &Inst::Float { op: FloatBinaryOp::Sub, a: end, b: same_start, .. } = self.made_by(difference)?
        else {
            return None;
        };
        // A difference that overflowed is no difference.
        let finite =
            |slot: Slot| number(slot).filter(|domain| !domain.can_be_nan() && !domain.can_be_infinite());
        if !is_at_most_half || same_start != start {
            return None;
        }
        finite(difference)?;
        let (x, y) = (finite(start)?, finite(end)?);
        let format = x.format();
        let (x, y) = (x.hull()?, y.hull()?);
        // A sum of zeros may have either sign.
        let hull = OrdinalRange::new(x.low.min(y.low), x.high.max(y.high));
        let mut between = FloatDomain::from_range(format, hull);
        if between.can_be_zero() {
            between.add_range(OrdinalRange::new(-1, 0));
        }
        Some(between)
    }
}

/// How a number compares to another.
struct Compared {
    is_below: bool,
    is_above: bool,
}

fn bounds(number: Float, other: f64) -> Option<Compared> {
    let other = Float::from_f64(other).convert(number.format(), ulpwise_float::Rounding::NearestEven).0;
    (!number.is_nan())
        .then(|| Compared { is_below: number.compares_less(other), is_above: other.compares_less(number) })
}
