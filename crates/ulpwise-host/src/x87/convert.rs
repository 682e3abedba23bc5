//! Conversions between 80-bit values and `f64`, `f32` and signed integers of 16, 32 and 64 bits.
//!
//! A value that does not fit the integer gives the smallest integer ("integer indefinite") and
//! raises invalid.

use super::frame::execute;
use crate::{Flags, RoundingMode};

macro_rules! from_float {
    ($name:ident, $float:ty, $size:literal) => {
        /// The same value in 80 bits. Always exact; signalling NaNs are quieted (invalid),
        /// subnormals raise denormal.
        #[inline]
        pub fn $name(value: $float) -> (u128, Flags) {
            let frame = execute!(
                RoundingMode::NearestEven,
                value.to_bits().into(),
                0,
                concat!("fld ", $size, " ptr [{frame}]"),
                "fstp tbyte ptr [{frame} + 32]"
            );
            (frame.result, frame.flags())
        }
    };
}

from_float!(from_f64, f64, "qword");
from_float!(from_f32, f32, "dword");

macro_rules! to_float {
    ($name:ident, $float:ty, $bits:ty, $size:literal) => {
        /// The value rounded in `mode` to the smaller format, with exactly the flags that raises.
        #[inline]
        pub fn $name(mode: RoundingMode, value: u128) -> ($float, Flags) {
            let frame = execute!(
                mode,
                value,
                0,
                "fld tbyte ptr [{frame}]",
                concat!("fstp ", $size, " ptr [{frame} + 32]")
            );
            (<$float>::from_bits(frame.result as $bits), frame.flags())
        }
    };
}

to_float!(to_f64, f64, u64, "qword");
to_float!(to_f32, f32, u32, "dword");

macro_rules! integer {
    ($from:ident, $to:ident, $truncate:ident, $integer:ty, $size:literal) => {
        /// The integer in 80 bits: always exact, no flags.
        #[inline]
        pub fn $from(value: $integer) -> u128 {
            let frame = execute!(
                RoundingMode::NearestEven,
                value as u128,
                0,
                concat!("fild ", $size, " ptr [{frame}]"),
                "fstp tbyte ptr [{frame} + 32]"
            );
            frame.result
        }

        /// The value rounded in `mode` to an integer, with exactly the flags that raises.
        #[inline]
        pub fn $to(mode: RoundingMode, value: u128) -> ($integer, Flags) {
            let frame = execute!(
                mode,
                value,
                0,
                "fld tbyte ptr [{frame}]",
                concat!("fistp ", $size, " ptr [{frame} + 32]")
            );
            (frame.result as $integer, frame.flags())
        }

        /// The value truncated to an integer: C's cast, which compilers write as a store rounding
        /// towards zero (or `fisttp`, which gives the same results and flags).
        #[inline]
        pub fn $truncate(value: u128) -> ($integer, Flags) {
            $to(RoundingMode::TowardZero, value)
        }
    };
}

integer!(from_i16, to_i16, truncate_to_i16, i16, "word");
integer!(from_i32, to_i32, truncate_to_i32, i32, "dword");
integer!(from_i64, to_i64, truncate_to_i64, i64, "qword");
