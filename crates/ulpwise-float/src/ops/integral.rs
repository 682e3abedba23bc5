//! Rounding to an integral value in the same format (IEEE 754-2019 clauses 5.3.1 and 5.9).

use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::magnitude::Magnitude;
use crate::nan;
use crate::round::{exact, overflow};
use crate::unpack::{UnpackedKind, unpack};
use crate::value::{Float, Outcome, at_single_width};

impl Float {
    /// The integral value in the rounding direction, without raising inexact: `roundToIntegral…`,
    /// SMT-LIB `fp.roundToIntegral`, C's `nearbyint`, `floor`, `ceil`, `trunc`, `round`,
    /// `roundeven` by direction. A zero result keeps the sign of the operand (clause 6.3).
    pub fn round_to_integral(self, env: impl Into<Env>) -> Outcome {
        let (result, flags) = self.round_to_integral_exact(env);
        // Overflow, possible in formats with a small exponent only, always comes with inexact
        // (clause 7.4).
        let overflow = flags.contains(Flags::OVERFLOW);
        (result, if overflow { flags } else { flags.without(Flags::INEXACT) })
    }

    /// The same, raising inexact if the value changes: `roundToIntegralExact`, C's `rint`.
    pub fn round_to_integral_exact(self, env: impl Into<Env>) -> Outcome {
        at_single_width!(self.format(), round_to_integral, &self, env.into())
    }
}

pub(crate) fn round_to_integral<M: Magnitude>(x: &Float, env: Env) -> Outcome {
    let format = x.format();
    let a = unpack::<M>(x.format(), x);
    match a.kind {
        UnpackedKind::NotANumber => nan::propagate(&[*x], env),
        UnpackedKind::Zero | UnpackedKind::Infinity => (*x, Flags::NONE),
        UnpackedKind::Finite if a.exponent >= 0 => (*x, Flags::NONE),
        UnpackedKind::Finite => {
            let shift = u32::try_from(-a.exponent).expect("exponents have 31 bits");
            let kept = a.significand.shr(shift);
            let half = a.significand.bit(shift - 1);
            let rest = a.significand.any_low_bits(shift - 1);
            let up = env.rounding.rounds_up(a.negative, kept.bit(0), half, rest);
            let magnitude = if up { kept.add(M::ONE) } else { kept };
            let (result, flags) = integral(format, env, a.negative, magnitude);
            (result, flags | Flags::INEXACT.when(half || rest))
        }
    }
}

/// The integer as a datum. Every integer next to a number with a fraction is representable, except
/// that in a format whose range ends below its precision the largest numbers may round up out of
/// the range. Infinity is then right in every direction that rounds up.
fn integral<M: Magnitude>(format: Format, env: Env, negative: bool, magnitude: M) -> Outcome {
    if i64::from(magnitude.bit_length()) > format.max_exponent() + 1 {
        return overflow(format, env, negative);
    }
    (exact(format, negative, 0, magnitude), Flags::NONE)
}
