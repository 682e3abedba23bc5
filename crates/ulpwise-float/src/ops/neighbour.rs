//! The next number up or down (IEEE 754-2019 clause 5.3.1, `nextUp` and `nextDown`).

use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::{Bits, Magnitude};
use crate::nan;
use crate::round::pack;
use crate::unpack::{Unpacked, UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};

impl Float {
    /// The least number that compares greater; plus infinity for itself and for the largest finite
    /// number. Only a signalling NaN raises a flag.
    pub fn next_up(self, env: impl Into<Env>) -> Outcome {
        at_single_width!(self.format(), next, &self, false, env.into())
    }

    /// The greatest number that compares less; minus infinity for itself and for the most negative
    /// finite number.
    pub fn next_down(self, env: impl Into<Env>) -> Outcome {
        at_single_width!(self.format(), next, &self, true, env.into())
    }
}

fn next<M: Magnitude>(x: &Float, down: bool, env: Env) -> Outcome {
    let format = x.format();
    let a = unpack::<M>(x.format(), x);
    let result = match a.kind {
        UnpackedKind::NotANumber => return nan::propagate(&[*x], env),
        UnpackedKind::Zero => Float::min_subnormal(format, down),
        UnpackedKind::Infinity if a.negative == down => *x,
        UnpackedKind::Infinity => Float::max_finite(format, a.negative),
        UnpackedKind::Finite => step(&canonical(x, &a), a.negative == down),
    };
    (result, Flags::NONE)
}

/// The number in its one regular encoding (an x87 pseudo-denormal has another).
fn canonical<M: Magnitude>(x: &Float, a: &Unpacked<M>) -> Float {
    let format = x.format();
    let last = a.exponent.max(format.min_subnormal_exponent());
    pack(format, a.negative, last, a.significand.shr((last - a.exponent) as u32))
}

/// One step away from zero or towards it. Encodings of one sign are ordered as integers, infinity
/// included.
fn step(x: &Float, away: bool) -> Float {
    let format = x.format();
    if !format.has_explicit_leading_bit() {
        let bits = if away { x.bits().add(Bits::ONE) } else { x.bits().sub(Bits::ONE) };
        return Float::new(format, bits);
    }
    // With the leading bit stored, take it out of the ordering and put it back for all but field 0.
    let leading = format.significand_bits() - 1;
    let (field, trailing) = (x.bits().shr(leading + 1), x.bits().low_bits(leading));
    let squeezed = field.shl(leading).add(trailing);
    let squeezed = if away { squeezed.add(Bits::ONE) } else { squeezed.sub(Bits::ONE) };
    let (field, trailing) = (squeezed.shr(leading), squeezed.low_bits(leading));
    let bits = field.shl(leading + 1).add(trailing);
    let normal = field.low_u64() & format.special_exponent_field() != 0;
    Float::new(format, if normal { bits.with_bit(leading) } else { bits })
}
