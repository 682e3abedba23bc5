//! Square root (IEEE 754-2019 clause 5.4.1).

use crate::env::Env;
use crate::flags::Flags;
use crate::magnitude::{Magnitude, Significand};
use crate::nan;
use crate::round::round;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};

impl Float {
    /// The square root, rounded. That of minus zero is minus zero (clause 6.3); of any other
    /// negative number it is invalid.
    #[inline]
    pub fn sqrt(self, env: impl Into<Env>) -> Outcome {
        at_single_width!(self.format(), sqrt, &self, env.into())
    }
}

pub(crate) fn sqrt<S: Significand>(x: &Float, env: Env) -> Outcome {
    let format = x.format();
    let a = unpack::<S>(x.format(), x);
    match a.kind {
        UnpackedKind::NotANumber => nan::propagate(&[*x], env),
        UnpackedKind::Zero => (*x, Flags::NONE),
        _ if a.negative => nan::invalid(format, env),
        UnpackedKind::Infinity => (*x, Flags::NONE),
        UnpackedKind::Finite => {
            // Shifted so that the root has at least p + 1 bits and the exponent is even.
            let odd = (a.exponent - i64::from(format.significand_bits())).rem_euclid(2) as u32;
            let shift = format.significand_bits() + 2 + odd;
            let radicand = a.significand.widen().shl(shift);
            let root = S::narrow(radicand.isqrt());
            let sticky = root.full_product(root) != radicand;
            let exponent = (a.exponent - i64::from(shift)) / 2;
            round(format, env, false, exponent - 1, root.shl(1).with_sticky(sticky))
        }
    }
}
