//! Comparisons: quiet (`fucomi`, invalid on signalling NaNs only) and signalling (`fcomi`, invalid
//! on any NaN).
//!
//! Operands that are no valid encoding (unnormals, pseudo-infinities, pseudo-NaNs) are unordered
//! and invalid in both.

use super::frame::execute;
use crate::{Flags, RoundingMode};
use std::cmp::Ordering;

macro_rules! comparison {
    ($name:ident, $instruction:literal, $kind:literal) => {
        #[doc = concat!("Compares, ", $kind, ", with exactly the flags it raises; `None` when unordered.")]
        #[inline]
        pub fn $name(a: u128, b: u128) -> (Option<Ordering>, Flags) {
            let frame = execute!(
                RoundingMode::NearestEven,
                a,
                b,
                "fld tbyte ptr [{frame} + 16]",
                "fld tbyte ptr [{frame}]",
                concat!($instruction, " st, st(1)"),
                "setp byte ptr [{frame} + 32]",
                "seta byte ptr [{frame} + 33]",
                "sete byte ptr [{frame} + 34]",
                "fstp st(0)"
            );
            let [unordered, above, equal, ..] = frame.result.to_le_bytes();
            // An unordered comparison sets "equal" as well, so it is asked first.
            let ordering = match (unordered, above, equal) {
                (1, _, _) => None,
                (_, 1, _) => Some(Ordering::Greater),
                (_, _, 1) => Some(Ordering::Equal),
                _ => Some(Ordering::Less),
            };
            (ordering, frame.flags())
        }
    };
}

comparison!(compare_quiet, "fucomip", "quietly");
comparison!(compare_signaling, "fcomip", "signalling any NaN");
