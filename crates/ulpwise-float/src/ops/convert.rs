//! Conversion between formats (IEEE 754-2019 clause 5.4.2, `convertFormat`).

use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::round;
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};

impl Float {
    /// This datum in another format, rounded. A NaN keeps the leading bits of its payload and
    /// becomes quiet, even if the format stays the same.
    #[inline]
    pub fn convert(self, target: Format, env: impl Into<Env>) -> Outcome {
        let source = self.format();
        let larger = if source.size() > target.size() { source } else { target };
        at_single_width!(larger, convert, &self, target, env.into())
    }
}

/// `M` is the single width of the larger of both formats.
pub(crate) fn convert<M: Magnitude>(x: &Float, target: Format, env: Env) -> Outcome {
    let a = unpack::<M>(x.format(), x);
    match a.kind {
        UnpackedKind::Finite => round(target, env, a.negative, a.exponent, a.significand),
        UnpackedKind::Zero => (Float::zero(target, a.negative), Flags::NONE),
        UnpackedKind::Infinity => (Float::infinity(target, a.negative), Flags::NONE),
        UnpackedKind::NotANumber => nan::convert(*x, target, env),
    }
}
