//! Writing hexadecimal floating-point text as C's `%a` does.

use crate::value::Float;
use std::fmt::Write;

impl Float {
    /// The exact value in hexadecimal, as glibc's `%a` writes a `double`: `0x1.8p+1`, trailing
    /// zeros dropped, a subnormal as `0x0.…` with the exponent of the smallest normal number. Every
    /// format is written so, with as many digits as its trailing significand needs. Infinities and
    /// NaNs are `inf` and `nan` with their sign.
    pub fn to_hex_text(self) -> String {
        let format = self.format();
        let sign = if self.is_sign_negative() { "-" } else { "" };
        let Some((_, significand, exponent)) = self.to_exact_parts() else {
            return format!("{sign}{}", if self.is_infinite() { "inf" } else { "nan" });
        };
        if significand.is_zero() {
            return format!("{sign}0x0p+0");
        }
        // The place of the digit before the point: that of the leading bit, but no lower than the
        // format has it.
        let value_exponent = self.ilogb().expect("finite and not zero");
        let point = value_exponent.max(format.min_exponent());
        let fraction_bits = (point - exponent).max(0) as usize;
        let digits = fraction_bits.div_ceil(4);
        let aligned = significand << (4 * digits - fraction_bits) << (exponent - point).max(0) as usize;
        let whole = &aligned >> (4 * digits);
        let fraction = aligned - (&whole << (4 * digits));
        let mut text = format!("{sign}0x{whole}");
        if digits > 0 {
            let hex = fraction.in_radix(16).to_string();
            let _ = write!(text, ".{hex:0>digits$}");
        }
        let _ = write!(text, "p{point:+}");
        text
    }
}
