//! A number in MPFR's representation, in memory of our own.

use super::ffi::{self, MpfrStruct};
use std::os::raw::{c_int, c_long};
use ulpwise_float::{Class, Float, Format, Natural};

const NAN_KIND: c_int = 0;
const INFINITY_KIND: c_int = 1;
const ZERO_KIND: c_int = 2;
const REGULAR_KIND: c_int = 3;

/// Enough for 257 bits.
const LIMBS: usize = 5;

/// An MPFR number of at most 320 bits. Its limbs lie in a box of its own, so that moving it moves
/// no limb.
pub(super) struct MpfrNumber {
    limbs: Box<[u64; LIMBS]>,
    raw: MpfrStruct,
}

impl MpfrNumber {
    fn new(precision: u32, kind: c_int, exponent: i64, limbs: [u64; LIMBS]) -> MpfrNumber {
        let mut limbs = Box::new(limbs);
        let mut raw = MpfrStruct { precision: 0, sign: 0, exponent: 0, limbs: std::ptr::null_mut() };
        let precision = c_long::from(precision);
        // SAFETY: writes the fields of `raw` only; the limbs are enough for the precision (at most
        // 320 bits) and live as long as the number, and a regular number's leading limb has its
        // highest bit set.
        unsafe { ffi::mpfr_custom_init_set(&raw mut raw, kind, exponent, precision, limbs.as_mut_ptr()) };
        MpfrNumber { limbs, raw }
    }

    /// A NaN to be overwritten.
    pub(super) fn nan(precision: u32) -> MpfrNumber {
        MpfrNumber::new(precision, NAN_KIND, 0, [0; LIMBS])
    }

    /// The number that a datum represents.
    pub(super) fn from_float(float: Float) -> MpfrNumber {
        let precision = float.format().significand_bits();
        let sign = if float.is_sign_negative() { -1 } else { 1 };
        match float.class() {
            Class::Zero => MpfrNumber::new(precision, sign * ZERO_KIND, 0, [0; LIMBS]),
            Class::Infinity => MpfrNumber::new(precision, sign * INFINITY_KIND, 0, [0; LIMBS]),
            Class::Normal | Class::Subnormal => {
                let (_, significand, exponent) = float.to_exact_parts().expect("finite");
                let length = significand.as_words().len() as u32 * 64
                    - significand.as_words().last().expect("not zero").leading_zeros();
                let used = precision.div_ceil(64);
                // MPFR's significand is a fraction in [1/2, 1) whose first bit is the highest of
                // the last limb.
                let shifted = significand << (64 * used - length) as usize;
                let mut limbs = [0; LIMBS];
                limbs[..used as usize].copy_from_slice(shifted.as_words());
                MpfrNumber::new(precision, sign * REGULAR_KIND, exponent + i64::from(length), limbs)
            }
            _ => MpfrNumber::new(precision, NAN_KIND, 0, [0; LIMBS]),
        }
    }

    pub(super) fn as_struct(&mut self) -> *mut MpfrStruct {
        &raw mut self.raw
    }

    fn kind(&self) -> c_int {
        // SAFETY: an initialised number, which is only read.
        unsafe { ffi::mpfr_custom_get_kind(&raw const self.raw) }
    }

    pub(super) fn is_nan(&self) -> bool {
        self.kind() == NAN_KIND
    }

    /// The exponent e with 2^e <= |x| < 2^(e+1), of a number that is finite and not zero.
    pub(super) fn exponent(&self) -> Option<i64> {
        (self.kind().abs() == REGULAR_KIND).then(|| self.raw.exponent - 1)
    }

    /// Brings a result rounded with unbounded exponent into the range of a format, subnormals
    /// included; the ternary value goes in and out.
    pub(super) fn limit_range(&mut self, format: Format, ternary: c_int, mode: c_int) -> c_int {
        let x = &raw mut self.raw;
        // SAFETY: `x` is an initialised number; the exponent range is thread-local.
        unsafe {
            ffi::mpfr_set_emin(format.min_subnormal_exponent() + 1);
            ffi::mpfr_set_emax(format.max_exponent() + 1);
            let ternary = ffi::mpfr_check_range(x, ternary, mode);
            ffi::mpfr_subnormalize(x, ternary, mode)
        }
    }

    /// The datum, which is in range; put together by the definition of the encoding, not by
    /// `ulpwise-float`.
    pub(super) fn to_float(&self, format: Format) -> Float {
        let kind = self.kind();
        let sign_position = format.width() as usize - 1;
        let sign = if kind < 0 { Natural::ONE << sign_position } else { Natural::ZERO };
        let stored = format.stored_significand_bits() as usize;
        let special = ((Natural::ONE << format.exponent_bits() as usize) - Natural::ONE) << stored;
        let magnitude = match kind.abs() {
            ZERO_KIND => Natural::ZERO,
            INFINITY_KIND => special,
            _ => self.encode_regular(format, stored),
        };
        Float::from_limbs(format, (sign + magnitude).as_words())
    }

    /// The significand of a regular number as an integer of its precision.
    pub(super) fn significand(&self) -> Natural {
        let precision = self.raw.precision as usize;
        let used = precision.div_ceil(64);
        Natural::from_words(&self.limbs[..used]) >> (64 * used - precision)
    }

    pub(super) fn is_negative(&self) -> bool {
        self.kind() < 0
    }

    fn encode_regular(&self, format: Format, stored: usize) -> Natural {
        let integer = self.significand();
        let exponent = self.raw.exponent - 1;
        let below = (format.min_exponent() - exponent).max(0);
        if below > 0 {
            return integer >> below as usize;
        }
        let field = Natural::from((exponent + format.bias()) as u64);
        (field << stored) + (integer - (Natural::ONE << stored))
    }
}
