//! Addition, subtraction, multiplication, division, square root and fused multiply-add.

use super::mxcsr::{raise_sticky_flags, with_mode};
use crate::libm::{self, LibmFunction, LibmValue};
use crate::{Flags, RoundingMode};
use std::arch::asm;
use std::sync::OnceLock;

macro_rules! binary {
    ($float:ty, $fast:ident, $exact:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, ", in the current environment; leaves its flags standing in MXCSR.")]
        #[inline(always)]
        pub fn $fast(a: $float, b: $float) -> $float {
            let result;
            // SAFETY: one arithmetic instruction on registers; the only other state it changes is
            // MXCSR's exception flags, which a block without `preserves_flags` may change. All
            // exceptions are masked: no trap.
            unsafe {
                asm!(
                    concat!($instruction, " {a}, {b}"),
                    a = inlateout(xmm_reg) a => result,
                    b = in(xmm_reg) b,
                    options(nomem, nostack),
                );
            }
            result
        }

        #[doc = concat!($what, ", rounded in `mode`, with exactly the flags it raises.")]
        #[inline]
        pub fn $exact(mode: RoundingMode, a: $float, b: $float) -> ($float, Flags) {
            let result;
            let flags = with_mode!(
                mode,
                [concat!($instruction, " {a}, {b}")],
                a = inlateout(xmm_reg) a => result,
                b = in(xmm_reg) b,
                options(nostack, preserves_flags),
            );
            (result, flags)
        }
    };
}

binary!(f64, add_f64, add_f64_flags, "addsd", "`a + b`");
binary!(f64, sub_f64, sub_f64_flags, "subsd", "`a - b`");
binary!(f64, mul_f64, mul_f64_flags, "mulsd", "`a * b`");
binary!(f64, div_f64, div_f64_flags, "divsd", "`a / b`");
binary!(f32, add_f32, add_f32_flags, "addss", "`a + b`");
binary!(f32, sub_f32, sub_f32_flags, "subss", "`a - b`");
binary!(f32, mul_f32, mul_f32_flags, "mulss", "`a * b`");
binary!(f32, div_f32, div_f32_flags, "divss", "`a / b`");

macro_rules! square_root {
    ($float:ty, $fast:ident, $exact:ident, $instruction:literal) => {
        /// The square root, in the current environment; leaves its flags standing in MXCSR.
        #[inline(always)]
        pub fn $fast(a: $float) -> $float {
            let result;
            // SAFETY: as for the binary operations: one instruction on a register, exceptions
            // masked.
            unsafe {
                asm!(
                    concat!($instruction, " {a}, {a}"),
                    a = inlateout(xmm_reg) a => result,
                    options(nomem, nostack),
                );
            }
            result
        }

        /// The square root, rounded in `mode`, with exactly the flags it raises.
        #[inline]
        pub fn $exact(mode: RoundingMode, a: $float) -> ($float, Flags) {
            let result;
            let flags = with_mode!(
                mode,
                [concat!($instruction, " {a}, {a}")],
                a = inlateout(xmm_reg) a => result,
                options(nostack, preserves_flags),
            );
            (result, flags)
        }
    };
}

square_root!(f64, sqrt_f64, sqrt_f64_flags, "sqrtsd");
square_root!(f32, sqrt_f32, sqrt_f32_flags, "sqrtss");

// A processor without the FMA instructions is served by the C library's `fma`, found in the library
// itself: a direct call from Rust may be linked to Rust's own replacement, which knows no flags.
macro_rules! fused {
    ($float:ty, $fast:ident, $exact:ident, $instruction:literal, $by_library:ident, $name:literal, $variant:ident) => {
        /// `a * b + c` rounded once, in the current environment; leaves its flags standing in
        /// MXCSR.
        ///
        /// Of several NaN operands `b`'s wins, then `a`'s, then `c`'s: so it is with the 213 form
        /// of the instruction, which glibc's `fma` uses and compilers prefer.
        #[inline(always)]
        pub fn $fast(a: $float, b: $float, c: $float) -> $float {
            if !is_x86_feature_detected!("fma") {
                let (result, flags) = $by_library(RoundingMode::NearestEven, a, b, c);
                raise_sticky_flags(flags);
                return result;
            }
            let result;
            // SAFETY: the processor has the instruction; otherwise as for the binary operations.
            unsafe {
                asm!(
                    concat!($instruction, " {a}, {b}, {c}"),
                    a = inlateout(xmm_reg) a => result,
                    b = in(xmm_reg) b,
                    c = in(xmm_reg) c,
                    options(nomem, nostack),
                );
            }
            result
        }

        /// `a * b + c` rounded once, in `mode`, with exactly the flags it raises.
        #[inline]
        pub fn $exact(mode: RoundingMode, a: $float, b: $float, c: $float) -> ($float, Flags) {
            if !is_x86_feature_detected!("fma") {
                return $by_library(mode, a, b, c);
            }
            let result;
            let flags = with_mode!(
                mode,
                [concat!($instruction, " {a}, {b}, {c}")],
                a = inlateout(xmm_reg) a => result,
                b = in(xmm_reg) b,
                c = in(xmm_reg) c,
                options(nostack, preserves_flags),
            );
            (result, flags)
        }

        #[cold]
        fn $by_library(mode: RoundingMode, a: $float, b: $float, c: $float) -> ($float, Flags) {
            static FUNCTION: OnceLock<LibmFunction> = OnceLock::new();
            let function = FUNCTION.get_or_init(|| libm::lookup($name).expect("every C library has fma"));
            let outcome = function.call(mode, &[LibmValue::$variant(a), LibmValue::$variant(b), LibmValue::$variant(c)]);
            match outcome.results[..] {
                [LibmValue::$variant(result)] => (result, outcome.flags),
                ref other => unreachable!("{} returned {other:?}", $name),
            }
        }
    };
}

fused!(f64, fma_f64, fma_f64_flags, "vfmadd213sd", fma_f64_by_library, "fma", F64);
fused!(f32, fma_f32, fma_f32_flags, "vfmadd213ss", fma_f32_by_library, "fmaf", F32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_fallback_agrees_with_the_instruction() {
        let tiny = f64::MIN_POSITIVE;
        let operands = [
            (0.1, 0.2, 0.3),
            (f64::MAX, 2.0, -1.0),
            (tiny, 1.0 / 3.0, 0.0),
            (0.0, f64::INFINITY, 1.0),
            (1.0 + f64::EPSILON, 1.0 - f64::EPSILON, -1.0),
            (f64::from_bits(0x7ff8 << 48 | 1 << 40), f64::from_bits(0x7ff8 << 48 | 1 << 41), 1.0),
        ];
        for mode in RoundingMode::ALL {
            for (a, b, c) in operands {
                let (expected, flags) = fma_f64_flags(mode, a, b, c);
                let (result, library_flags) = fma_f64_by_library(mode, a, b, c);
                assert_eq!(
                    (result.to_bits(), library_flags),
                    (expected.to_bits(), flags),
                    "{mode:?} {a} {b} {c}"
                );
                let (a, b, c) = (a as f32, b as f32, c as f32);
                let (expected, flags) = fma_f32_flags(mode, a, b, c);
                let (result, library_flags) = fma_f32_by_library(mode, a, b, c);
                assert_eq!(
                    (result.to_bits(), library_flags),
                    (expected.to_bits(), flags),
                    "{mode:?} {a} {b} {c}"
                );
            }
        }
    }
}
