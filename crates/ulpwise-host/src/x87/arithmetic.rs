//! Arithmetic on 80-bit values: the four operations, square root, remainders, rounding to an
//! integral value.

use super::frame::execute;
use crate::{Flags, RoundingMode};

macro_rules! binary {
    ($name:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, ", rounded in `mode`, with exactly the flags it raises.")]
        #[inline]
        pub fn $name(mode: RoundingMode, a: u128, b: u128) -> (u128, Flags) {
            // The form with `st` as destination is the one whose operand order all assemblers agree
            // on.
            let frame = execute!(
                mode,
                a,
                b,
                "fld tbyte ptr [{frame} + 16]",
                "fld tbyte ptr [{frame}]",
                concat!($instruction, " st, st(1)"),
                "fstp tbyte ptr [{frame} + 32]",
                "fstp st(0)"
            );
            (frame.result, frame.flags())
        }
    };
}

binary!(add, "fadd", "`a + b`");
binary!(sub, "fsub", "`a - b`");
binary!(mul, "fmul", "`a * b`");
binary!(div, "fdiv", "`a / b`");

macro_rules! unary {
    ($name:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, " in `mode`, with exactly the flags it raises.")]
        #[inline]
        pub fn $name(mode: RoundingMode, a: u128) -> (u128, Flags) {
            let frame = execute!(
                mode,
                a,
                0,
                "fld tbyte ptr [{frame}]",
                $instruction,
                "fstp tbyte ptr [{frame} + 32]"
            );
            (frame.result, frame.flags())
        }
    };
}

unary!(sqrt, "fsqrt", "The square root, rounded");
unary!(rint, "frndint", "The value rounded to an integral one");

macro_rules! remainder {
    ($name:ident, $instruction:literal, $what:literal) => {
        #[doc = concat!($what, ", which is always exact, with exactly the flags it raises.")]
        #[inline]
        pub fn $name(a: u128, b: u128) -> (u128, Flags) {
            // One instruction reduces the exponent by at most 63; bit C2 of the status word says
            // that it is not done.
            let frame = execute!(
                RoundingMode::NearestEven,
                a,
                b,
                "fld tbyte ptr [{frame} + 16]",
                "fld tbyte ptr [{frame}]",
                "2:",
                $instruction,
                "fnstsw ax",
                "test ah, 4",
                "jnz 2b",
                "fstp tbyte ptr [{frame} + 32]",
                "fstp st(0)"
            );
            (frame.result, frame.flags())
        }
    };
}

remainder!(rem, "fprem1", "The IEEE remainder of `a` by `b` (quotient rounded to nearest, ties to even)");
remainder!(fmod, "fprem", "C's `fmod` of `a` by `b` (quotient truncated)");
