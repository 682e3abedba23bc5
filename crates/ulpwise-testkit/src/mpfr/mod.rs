//! GNU MPFR as an oracle: any format, all rounding modes, no NaN operands.
//!
//! MPFR computes correctly rounded results with a practically unbounded exponent. From that result
//! and its ternary value (the direction in which it was rounded) follow tininess and overflow by
//! their definitions, and `mpfr_subnormalize` gives the subnormal result without rounding twice.
//! MPFR has no ties-away; but that mode needs only the bit after the last, so the result truncated
//! to one bit more decides it (`away`).

mod away;
mod ffi;
pub mod formula;
mod number;

use crate::operation::{Operation, ReferenceAnswer};
use ffi::MpfrStruct;
use number::MpfrNumber;
use std::ffi::CString;
use std::os::raw::c_int;
use ulpwise_float::{Flags, Float, Format, Rounding};

/// What MPFR answers; `None` for NaN operands and operations it does not have.
pub fn evaluate(
    operation: Operation,
    operands: [Float; 3],
    rounding: Rounding,
) -> Option<(ReferenceAnswer, Flags)> {
    let used = &operands[..operation.arity()];
    if used.iter().any(|operand| operand.is_nan()) {
        return None;
    }
    let source = operands[0].format();
    let target = if let Operation::Convert(target) = operation { target } else { source };
    let mut numbers = operands.map(MpfrNumber::from_float);
    let [a, b, c] = numbers.each_mut().map(MpfrNumber::as_struct);
    let (a, b, c): (*const MpfrStruct, *const MpfrStruct, *const MpfrStruct) = (a, b, c);
    let outcome = deliver(target, rounding, |result, mode| {
        // SAFETY: all four are initialised numbers that live through the call; MPFR writes the
        // first only.
        unsafe {
            match operation {
                Operation::Add => Some(ffi::mpfr_add(result, a, b, mode)),
                Operation::Sub => Some(ffi::mpfr_sub(result, a, b, mode)),
                Operation::Mul => Some(ffi::mpfr_mul(result, a, b, mode)),
                Operation::Div => Some(ffi::mpfr_div(result, a, b, mode)),
                Operation::Fma => Some(ffi::mpfr_fma(result, a, b, c, mode)),
                Operation::Sqrt => Some(ffi::mpfr_sqrt(result, a, mode)),
                Operation::Remainder => Some(ffi::mpfr_remainder(result, a, b, mode)),
                Operation::Fmod => Some(ffi::mpfr_fmod(result, a, b, mode)),
                Operation::RoundToIntegralExact if rounding == Rounding::NearestAway => {
                    Some(ffi::mpfr_round(result, a))
                }
                Operation::RoundToIntegralExact => Some(ffi::mpfr_rint(result, a, mode)),
                Operation::Convert(_) => Some(ffi::mpfr_set(result, a, mode)),
                _ => None,
            }
        }
    });
    outcome.map(|(float, flags)| (ReferenceAnswer::Float(float), flags))
}

/// A decimal (base 10) or hexadecimal (base 16) number in C syntax, rounded into a format.
///
/// # Panics
/// If MPFR does not accept the whole text.
pub fn parse(format: Format, text: &str, base: i32, rounding: Rounding) -> (Float, Flags) {
    let text = CString::new(text).expect("no zero byte");
    let outcome = deliver(format, rounding, |result, mode| {
        let mut end = std::ptr::null_mut();
        // SAFETY: `result` is an initialised number, `text` a C string that outlives the call,
        // `end` a place to write.
        let ternary = unsafe { ffi::mpfr_strtofr(result, text.as_ptr(), &raw mut end, base, mode) };
        // SAFETY: MPFR leaves `end` pointing into `text`, at its final zero byte if it has read all
        // of it.
        assert_eq!(unsafe { *end }, 0, "MPFR did not read all of {text:?}");
        Some(ternary)
    });
    outcome.expect("MPFR reads every number")
}

const TOWARD_ZERO: c_int = 1;

/// MPFR's name for a rounding mode that it has.
fn mode(rounding: Rounding) -> Option<c_int> {
    match rounding {
        Rounding::NearestEven => Some(0),
        Rounding::TowardZero => Some(TOWARD_ZERO),
        Rounding::TowardPositive => Some(2),
        Rounding::TowardNegative => Some(3),
        Rounding::NearestAway => None,
    }
}

/// Computes with unbounded exponent, then brings the result into the range of the format.
fn deliver(
    format: Format,
    rounding: Rounding,
    compute: impl FnOnce(*mut MpfrStruct, c_int) -> Option<c_int>,
) -> Option<(Float, Flags)> {
    // SAFETY: flags and exponent range are thread-local state without preconditions.
    unsafe {
        ffi::mpfr_clear_flags();
        ffi::mpfr_set_emin(ffi::mpfr_get_emin_min());
        ffi::mpfr_set_emax(ffi::mpfr_get_emax_max());
    }
    let precision = format.significand_bits();
    let (mut result, ternary) = match mode(rounding) {
        Some(mode) => {
            let mut result = MpfrNumber::nan(precision);
            let ternary = compute(result.as_struct(), mode)?;
            (result, ternary)
        }
        None => {
            let mut result = MpfrNumber::nan(precision + 1);
            let ternary = compute(result.as_struct(), TOWARD_ZERO)?;
            (result, ternary)
        }
    };
    // SAFETY: as above.
    let divided_by_zero = unsafe { ffi::mpfr_divby0_p() } != 0;
    let flags = Flags::DIVIDE_BY_ZERO.when(divided_by_zero);
    if result.is_nan() {
        // Of numbers; MPFR's NaN has neither sign nor payload.
        return Some((Float::quiet_nan(format, true), flags | Flags::INVALID));
    }
    let (float, range_flags) = match mode(rounding) {
        Some(mode) => in_range(&mut result, format, ternary, mode),
        None => away::round(&result, format, ternary != 0),
    };
    Some((float, flags | range_flags))
}

/// A result of the format's precision, brought into its range.
fn in_range(result: &mut MpfrNumber, format: Format, ternary: c_int, mode: c_int) -> (Float, Flags) {
    let exponent = result.exponent();
    let tiny = exponent.is_some_and(|exponent| exponent < format.min_exponent());
    let overflow = exponent.is_some_and(|exponent| exponent > format.max_exponent());
    let ternary = result.limit_range(format, ternary, mode);
    let flags = Flags::OVERFLOW.when(overflow)
        | Flags::INEXACT.when(ternary != 0 || overflow)
        | Flags::UNDERFLOW.when(tiny && ternary != 0);
    (result.to_float(format), flags)
}
