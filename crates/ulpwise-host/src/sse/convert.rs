//! Conversions between the two formats, and between them and signed integers of 32 and 64 bits.
//!
//! A float that does not fit the integer gives the smallest integer ("integer indefinite") and
//! raises invalid. Unsigned conversions are not instructions (before AVX-512) but sequences that
//! differ between compilers.

use super::mxcsr::with_mode;
use crate::{Flags, RoundingMode};
use std::arch::asm;

macro_rules! to_float {
    ($from:ty, $to:ty, $fast:ident, $exact:ident, $class:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, ", in the current environment; leaves its flags standing in MXCSR.")]
        #[inline(always)]
        pub fn $fast(value: $from) -> $to {
            let result;
            // SAFETY: one conversion on registers; the only other state it changes is MXCSR's
            // exception flags, which a block without `preserves_flags` may change. All exceptions
            // are masked: no trap.
            unsafe {
                asm!(
                    $instruction,
                    value = in($class) value,
                    // The instruction keeps the upper part of its destination: starting from zero
                    // avoids a dependency on whatever the register held before.
                    result = inlateout(xmm_reg) <$to>::from_bits(0) => result,
                    options(nomem, nostack),
                );
            }
            result
        }

        #[doc = concat!($what, ", rounded in `mode`, with exactly the flags it raises.")]
        #[inline]
        pub fn $exact(mode: RoundingMode, value: $from) -> ($to, Flags) {
            let result;
            let flags = with_mode!(
                mode,
                [$instruction],
                value = in($class) value,
                result = inlateout(xmm_reg) <$to>::from_bits(0) => result,
                options(nostack, preserves_flags),
            );
            (result, flags)
        }
    };
}

to_float!(f64, f32, f64_to_f32, f64_to_f32_flags, xmm_reg, "cvtsd2ss {result}, {value}", "Narrows to single");
to_float!(f32, f64, f32_to_f64, f32_to_f64_flags, xmm_reg, "cvtss2sd {result}, {value}", "Widens to double");
to_float!(
    i32,
    f64,
    i32_to_f64,
    i32_to_f64_flags,
    reg,
    "cvtsi2sd {result}, {value:e}",
    "The integer as a double"
);
to_float!(
    i64,
    f64,
    i64_to_f64,
    i64_to_f64_flags,
    reg,
    "cvtsi2sd {result}, {value:r}",
    "The integer as a double"
);
to_float!(
    i32,
    f32,
    i32_to_f32,
    i32_to_f32_flags,
    reg,
    "cvtsi2ss {result}, {value:e}",
    "The integer as a single"
);
to_float!(
    i64,
    f32,
    i64_to_f32,
    i64_to_f32_flags,
    reg,
    "cvtsi2ss {result}, {value:r}",
    "The integer as a single"
);

macro_rules! to_integer {
    ($from:ty, $to:ty, $fast:ident, $exact:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, ", in the current environment; leaves its flags standing in MXCSR.")]
        #[inline(always)]
        pub fn $fast(value: $from) -> $to {
            let result;
            // SAFETY: as for the conversions to floats: one instruction on registers, exceptions
            // masked.
            unsafe {
                asm!(
                    $instruction,
                    value = in(xmm_reg) value,
                    result = lateout(reg) result,
                    options(nomem, nostack),
                );
            }
            result
        }

        #[doc = concat!($what, ", in `mode`, with exactly the flags it raises.")]
        #[inline]
        pub fn $exact(mode: RoundingMode, value: $from) -> ($to, Flags) {
            let result;
            let flags = with_mode!(
                mode,
                [$instruction],
                value = in(xmm_reg) value,
                result = out(reg) result,
                options(nostack, preserves_flags),
            );
            (result, flags)
        }
    };
}

to_integer!(
    f64,
    i32,
    truncate_f64_to_i32,
    truncate_f64_to_i32_flags,
    "cvttsd2si {result:e}, {value}",
    "Truncates to an integer (C's cast)"
);
to_integer!(
    f64,
    i32,
    round_f64_to_i32,
    round_f64_to_i32_flags,
    "cvtsd2si {result:e}, {value}",
    "Rounds to an integer (`lrint`)"
);
to_integer!(
    f64,
    i64,
    truncate_f64_to_i64,
    truncate_f64_to_i64_flags,
    "cvttsd2si {result:r}, {value}",
    "Truncates to an integer (C's cast)"
);
to_integer!(
    f64,
    i64,
    round_f64_to_i64,
    round_f64_to_i64_flags,
    "cvtsd2si {result:r}, {value}",
    "Rounds to an integer (`lrint`)"
);
to_integer!(
    f32,
    i32,
    truncate_f32_to_i32,
    truncate_f32_to_i32_flags,
    "cvttss2si {result:e}, {value}",
    "Truncates to an integer (C's cast)"
);
to_integer!(
    f32,
    i32,
    round_f32_to_i32,
    round_f32_to_i32_flags,
    "cvtss2si {result:e}, {value}",
    "Rounds to an integer (`lrint`)"
);
to_integer!(
    f32,
    i64,
    truncate_f32_to_i64,
    truncate_f32_to_i64_flags,
    "cvttss2si {result:r}, {value}",
    "Truncates to an integer (C's cast)"
);
to_integer!(
    f32,
    i64,
    round_f32_to_i64,
    round_f32_to_i64_flags,
    "cvtss2si {result:r}, {value}",
    "Rounds to an integer (`lrint`)"
);
