//! Comparisons: quiet (`ucomis`, invalid on signalling NaNs only) and signalling (`comis`, invalid
//! on any NaN).
//!
//! C's `==` and `!=` are the quiet comparison, `<`, `<=`, `>`, `>=` the signalling one.

use super::mxcsr::with_mode;
use crate::{Flags, RoundingMode};
use std::arch::asm;
use std::cmp::Ordering;

macro_rules! comparison {
    ($float:ty, $fast:ident, $exact:ident, $instruction:literal, $kind:literal) => {
        #[doc = concat!("Compares, ", $kind, ", in the current environment; `None` when unordered.")]
        ///
        /// Leaves its flags standing in MXCSR.
        #[inline(always)]
        pub fn $fast(a: $float, b: $float) -> Option<Ordering> {
            let (unordered, above, equal): (u8, u8, u8);
            // SAFETY: the block compares two registers and copies status flags to byte registers;
            // it changes those flags and MXCSR's exception flags, as a block without
            // `preserves_flags` may. Exceptions are masked: no trap.
            unsafe {
                asm!(
                    concat!($instruction, " {a}, {b}"),
                    "setp {unordered}",
                    "seta {above}",
                    "sete {equal}",
                    a = in(xmm_reg) a,
                    b = in(xmm_reg) b,
                    unordered = lateout(reg_byte) unordered,
                    above = lateout(reg_byte) above,
                    equal = lateout(reg_byte) equal,
                    options(nomem, nostack),
                );
            }
            ordering(unordered, above, equal)
        }

        #[doc = concat!("Compares, ", $kind, ", with exactly the flags it raises; `None` when unordered.")]
        #[inline]
        pub fn $exact(a: $float, b: $float) -> (Option<Ordering>, Flags) {
            let (unordered, above, equal): (u8, u8, u8);
            let flags = with_mode!(
                RoundingMode::NearestEven,
                [concat!($instruction, " {a}, {b}"), "setp {unordered}", "seta {above}", "sete {equal}"],
                a = in(xmm_reg) a,
                b = in(xmm_reg) b,
                unordered = out(reg_byte) unordered,
                above = out(reg_byte) above,
                equal = out(reg_byte) equal,
                options(nostack),
            );
            (ordering(unordered, above, equal), flags)
        }
    };
}

/// An unordered comparison sets "equal" as well, so it is asked first.
#[inline(always)]
fn ordering(unordered: u8, above: u8, equal: u8) -> Option<Ordering> {
    if unordered != 0 {
        None
    } else if above != 0 {
        Some(Ordering::Greater)
    } else if equal != 0 {
        Some(Ordering::Equal)
    } else {
        Some(Ordering::Less)
    }
}

comparison!(f64, compare_quiet_f64, compare_quiet_f64_flags, "ucomisd", "quietly");
comparison!(f32, compare_quiet_f32, compare_quiet_f32_flags, "ucomiss", "quietly");
comparison!(f64, compare_signaling_f64, compare_signaling_f64_flags, "comisd", "signalling any NaN");
comparison!(f32, compare_signaling_f32, compare_signaling_f32_flags, "comiss", "signalling any NaN");
