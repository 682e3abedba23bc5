//! Floating-point numbers from text, as C reads them.

use crate::{Flags, RoundingMode};
use std::ffi::{CString, c_char};

/// A number that C read from text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parsed<T> {
    /// The number; zero when there was none.
    pub value: T,
    /// How many bytes belong to it, leading white space included; zero when there was no number.
    pub consumed: usize,
    /// The exception flags raised.
    pub flags: Flags,
    /// `ERANGE` for overflow and underflow, else zero.
    pub errno: i32,
}

/// `struct parsed` of the shim.
#[repr(C)]
struct ParseOutcome {
    value: u128,
    consumed: usize,
    flags: u32,
    error: i32,
}

unsafe extern "C" {
    fn ulpwise_host_parse(mode: u32, text: *const c_char, format: u32, outcome: *mut ParseOutcome);
}

/// C's `strtod`: the longest prefix of `text` that is a number, as a double.
pub fn strtod(mode: RoundingMode, text: &[u8]) -> Parsed<f64> {
    parse(mode, text, 0, |bits| f64::from_bits(bits as u64))
}

/// C's `strtof`: the longest prefix of `text` that is a number, as a float.
pub fn strtof(mode: RoundingMode, text: &[u8]) -> Parsed<f32> {
    parse(mode, text, 1, |bits| f32::from_bits(bits as u32))
}

/// C's `strtold`: the longest prefix of `text` that is a number, as an 80-bit value.
pub fn strtold(mode: RoundingMode, text: &[u8]) -> Parsed<u128> {
    parse(mode, text, 2, |bits| bits & ((1 << 80) - 1))
}

fn parse<T>(mode: RoundingMode, text: &[u8], format: u32, from_bits: fn(u128) -> T) -> Parsed<T> {
    let candidate = CString::new(candidate(text)).expect("the characters of numbers exclude zero");
    let mut outcome = ParseOutcome { value: 0, consumed: 0, flags: 0, error: 0 };
    // SAFETY: the text is zero-terminated, `format` is one of the shim's three, and C writes only
    // `outcome`.
    unsafe { ulpwise_host_parse(mode as u32, candidate.as_ptr(), format, &raw mut outcome) };
    let ParseOutcome { value, consumed, flags, error } = outcome;
    Parsed { value: from_bits(value), consumed, flags: Flags::from_bits(flags), errno: error }
}

/// The part of the text that a number could occupy: a long text must not be copied for every number
/// in it.
fn candidate(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t'..=b'\r');
    let may_belong = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._()".contains(byte);
    let start = text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len());
    let length = text[start..].iter().position(|byte| !may_belong(byte)).unwrap_or(text.len() - start);
    &text[..start + length]
}
