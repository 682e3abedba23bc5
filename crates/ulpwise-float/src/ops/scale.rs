//! Exponents: `scaleB`, `logB` (IEEE 754-2019 clause 5.3.3) and C's `ilogb`.

use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};

impl Float {
    /// `self * 2^power`, rounded once: C's `scalbn` and `ldexp`.
    pub fn scalbn(self, power: i64, env: impl Into<Env>) -> Outcome {
        at_single_width!(self.format(), scalbn, &self, power, env.into())
    }

    /// The exponent e of a finite non-zero number, 2^e <= |self| < 2^(e+1), subnormals included;
    /// `None` for all else. C's `ilogb` where that is defined by the value.
    pub fn ilogb(self) -> Option<i64> {
        at_single_width!(self.format(), ilogb, &self)
    }

    /// `logB` and C's `logb`: the exponent as a number of the same format (rounded where the format
    /// is too small for it). Minus infinity with [`Flags::DIVIDE_BY_ZERO`] for a zero, plus
    /// infinity for an infinity.
    pub fn logb(self, env: impl Into<Env>) -> Outcome {
        let (format, env) = (self.format(), env.into());
        if let Some(exponent) = self.ilogb() {
            return Float::from_i128(format, i128::from(exponent), env);
        }
        if self.is_zero() {
            return (Float::infinity(format, true), Flags::DIVIDE_BY_ZERO);
        }
        if self.is_infinite() {
            return (self.abs(), Flags::NONE);
        }
        nan::propagate(&[self], env)
    }
}

fn scalbn<M: Magnitude>(x: &Float, power: i64, env: Env) -> Outcome {
    // Beyond this the result over- or underflows whatever the operand is; the sum of exponents
    // cannot wrap.
    const LIMIT: i64 = 1 << 40;
    let a = unpack::<M>(x.format(), x);
    match a.kind {
        UnpackedKind::NotANumber => nan::propagate(&[*x], env),
        UnpackedKind::Zero | UnpackedKind::Infinity => (*x, Flags::NONE),
        UnpackedKind::Finite => {
            let exponent = a.exponent + power.clamp(-LIMIT, LIMIT);
            round(x.format(), env, a.negative, exponent, a.significand)
        }
    }
}

fn ilogb<M: Magnitude>(x: &Float) -> Option<i64> {
    let a = unpack::<M>(x.format(), x);
    (a.kind == UnpackedKind::Finite).then(|| a.exponent + i64::from(x.format().significand_bits()) - 1)
}
