//! Minimum and maximum, of which there are four families that differ on NaNs and on zeros of
//! opposite sign.
//!
//! | family | one quiet NaN | a signalling NaN | zeros of opposite sign |
//! |---|---|---|---|
//! | `smtlib_min` (`fp.min`) | the other | the other, no flag | the second operand (SMT-LIB allows either) |
//! | `fmin` (C, IEEE 754-2008 `minNum`) | the other | NaN, invalid | the second operand, but the first for the minimum of x87, as glibc on x86-64 |
//! | `minimum` (IEEE 754-2019) | NaN | NaN, invalid | -0 < +0 |
//! | `minimum_number` (IEEE 754-2019) | the other | the other, invalid | -0 < +0 |
//!
//! An unsupported x87 encoding is treated as a signalling NaN.

use super::assert_same_format;
use crate::env::Env;
use crate::flags::Flags;
use crate::format::Format;
use crate::nan;
use crate::value::{Float, Outcome};
use std::cmp::Ordering;

/// Which end is sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Min,
    Max,
}

impl Float {
    /// SMT-LIB's `fp.min`. Of zeros with opposite signs, where SMT-LIB allows either, the second
    /// operand.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn smtlib_min(self, other: Float) -> Float {
        smtlib(self, other, End::Min)
    }

    /// SMT-LIB's `fp.max`. Of zeros with opposite signs, where SMT-LIB allows either, the second
    /// operand.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn smtlib_max(self, other: Float) -> Float {
        smtlib(self, other, End::Max)
    }

    /// C's `fmin`: a quiet NaN is missing data; a signalling NaN is invalid and gives a NaN.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn fmin(self, other: Float, env: impl Into<Env>) -> Outcome {
        c_style(self, other, End::Min, env.into())
    }

    /// C's `fmax`: a quiet NaN is missing data; a signalling NaN is invalid and gives a NaN.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn fmax(self, other: Float, env: impl Into<Env>) -> Outcome {
        c_style(self, other, End::Max, env.into())
    }

    /// `minimum` of IEEE 754-2019 clause 9.6: NaNs propagate, -0 is less than +0.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn minimum(self, other: Float, env: impl Into<Env>) -> Outcome {
        propagating(self, other, End::Min, env.into())
    }

    /// `maximum` of IEEE 754-2019 clause 9.6: NaNs propagate, -0 is less than +0.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn maximum(self, other: Float, env: impl Into<Env>) -> Outcome {
        propagating(self, other, End::Max, env.into())
    }

    /// `minimumNumber` of IEEE 754-2019 clause 9.6: a number wins over any NaN, -0 is less than +0.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn minimum_number(self, other: Float, env: impl Into<Env>) -> Outcome {
        number(self, other, End::Min, env.into())
    }

    /// `maximumNumber` of IEEE 754-2019 clause 9.6: a number wins over any NaN, -0 is less than +0.
    ///
    /// # Panics
    /// If the formats differ.
    pub fn maximum_number(self, other: Float, env: impl Into<Env>) -> Outcome {
        number(self, other, End::Max, env.into())
    }
}

/// The operand at the sought end, neither being a NaN; of two that compare equal, the second.
fn pick(x: Float, y: Float, end: End) -> Float {
    let wanted = if end == End::Min { Ordering::Less } else { Ordering::Greater };
    if x.compare(y) == Some(wanted) { x } else { y }
}

/// The same with -0 below +0. Of equal operands with equal signs either will do.
fn pick_signed(x: Float, y: Float, end: End) -> Float {
    if x.compares_equal(y) {
        if x.is_sign_negative() == (end == End::Min) { x } else { y }
    } else {
        pick(x, y, end)
    }
}

/// Whether the datum is anything but a number.
fn is_missing(x: Float) -> bool {
    x.is_nan() || x.traps()
}

fn smtlib(x: Float, y: Float, end: End) -> Float {
    assert_same_format(&x, &y);
    match (is_missing(x), is_missing(y)) {
        (false, false) => pick(x, y, end),
        (true, _) => y,
        (false, true) => x,
    }
}

fn c_style(x: Float, y: Float, end: End, env: Env) -> Outcome {
    assert_same_format(&x, &y);
    match (is_missing(x), is_missing(y)) {
        // glibc's `fminl` is the one that keeps its first argument.
        (false, false) if end == End::Min && x.format() == Format::X87 && x.compares_equal(y) => {
            (x, Flags::NONE)
        }
        (false, false) => (pick(x, y, end), Flags::NONE),
        _ if x.traps() || y.traps() => nan::propagate(&[x, y], env),
        (true, true) => nan::propagate(&[x, y], env),
        (true, false) => (y, Flags::NONE),
        (false, true) => (x, Flags::NONE),
    }
}

fn propagating(x: Float, y: Float, end: End, env: Env) -> Outcome {
    assert_same_format(&x, &y);
    if is_missing(x) || is_missing(y) {
        return nan::propagate(&[x, y], env);
    }
    (pick_signed(x, y, end), Flags::NONE)
}

fn number(x: Float, y: Float, end: End, env: Env) -> Outcome {
    assert_same_format(&x, &y);
    let flags = Flags::INVALID.when(x.traps() || y.traps());
    match (is_missing(x), is_missing(y)) {
        (false, false) => (pick_signed(x, y, end), Flags::NONE),
        (true, true) => nan::propagate(&[x, y], env),
        (true, false) => (y, flags),
        (false, true) => (x, flags),
    }
}
