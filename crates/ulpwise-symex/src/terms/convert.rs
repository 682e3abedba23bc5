//! Conversions between formats, and between floats and integers. Out of range they do what x86-64
//! code does, as in the interpreter.

use super::{Terms, term_format};
use ulpwise_expr::{BitVector, Term};
use ulpwise_float::{Float, Rounding};
use ulpwise_ir::FloatFormat;

impl Terms {
    /// To another format.
    pub fn float_from_float(
        &mut self,
        from: FloatFormat,
        to: FloatFormat,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let x = self.float(from, a);
        let mode = self.mode(rounding);
        self.store.fp_from_fp(term_format(to), mode, x)
    }

    /// From an integer of `bits` bits.
    pub fn float_from_int(
        &mut self,
        signed: bool,
        bits: u8,
        to: FloatFormat,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        let a = self.bits(a);
        if matches!(to, FloatFormat::F16 | FloatFormat::BF16) {
            let single = self.float_from_int(signed, bits, FloatFormat::F32, rounding, a);
            return self.float_from_float(FloatFormat::F32, to, rounding, single);
        }
        let mode = self.mode(rounding);
        let format = term_format(to);
        let float = if signed {
            self.store.fp_from_signed(format, mode, a)
        } else {
            self.store.fp_from_unsigned(format, mode, a)
        };
        // Compiled code adds two halves, which makes -0 of zero when rounding down.
        let adds_halves = !signed && (33..=64).contains(&bits) && to == FloatFormat::F64;
        if adds_halves && rounding == Rounding::TowardNegative {
            let is_zero = self.store.fp_is_zero(float);
            let minus_zero = self.store.fp_zero(format, true);
            return self.store.ite(is_zero, minus_zero, float);
        }
        float
    }

    /// To an integer of `bits` bits, towards zero; out of range as compiled code does it.
    pub fn int_from_float(
        &mut self,
        signed: bool,
        format: FloatFormat,
        bits: u8,
        rounding: Rounding,
        a: Term,
    ) -> Term {
        match format {
            FloatFormat::F16 | FloatFormat::BF16 => {
                let single = self.float_from_float(format, FloatFormat::F32, rounding, a);
                return self.int_from_float(signed, FloatFormat::F32, bits, rounding, single);
            }
            FloatFormat::F128 => return self.saturated_int_from_float(signed, format, bits, a),
            _ if bits > 64 => return self.saturated_int_from_float(signed, format, bits, a),
            _ => {}
        }
        let x = self.float(format, a);
        let kept = u32::from(bits) - 1;
        match (signed, bits) {
            (true, ..=16) if format == FloatFormat::X87 => {
                let word = self.by_instruction(format, 16, x);
                self.store.bv_extract(word, kept, 0)
            }
            (true, ..=32) | (false, ..=16) => {
                let word = self.by_instruction(format, 32, x);
                self.store.bv_extract(word, kept, 0)
            }
            (true, _) | (false, ..=32) => {
                let word = self.by_instruction(format, 64, x);
                self.store.bv_extract(word, kept, 0)
            }
            (false, _) => {
                let word = self.unsigned_long(format, rounding, x);
                self.store.bv_extract(word, kept, 0)
            }
        }
    }

    /// A conversion by one instruction, with the most negative number for everything out of range.
    pub(super) fn by_instruction(&mut self, format: FloatFormat, width: u32, x: Term) -> Term {
        let in_range = self.fits(true, format, width, x);
        let mode = self.mode(Rounding::TowardZero);
        let converted = self.store.fp_to_signed(width, mode, x);
        let indefinite = self.store.bit_vector(BitVector::min_signed(width));
        self.store.ite(in_range, converted, indefinite)
    }

    /// As compiled: the conversion of the number and, where that is negative, of the number less
    /// 2^63. The x87's code compares instead.
    fn unsigned_long(&mut self, format: FloatFormat, rounding: Rounding, x: Term) -> Term {
        let limit = self.power_of_two(format, 63);
        if format == FloatFormat::X87 {
            let is_large = self.store.fp_leq(limit, x);
            let zero = self.store.fp_zero(term_format(format), false);
            let less = self.store.ite(is_large, limit, zero);
            let mode = self.mode(Rounding::NearestEven);
            let rest = self.store.fp_sub(mode, x, less);
            let converted = self.by_instruction(format, 64, rest);
            let top = self.store.bit_vector(BitVector::min_signed(64));
            let none = self.store.bv(64, 0);
            let flipped = self.store.ite(is_large, top, none);
            return self.store.bv_xor(converted, flipped);
        }
        let mode = self.mode(rounding);
        let less = self.store.fp_sub(mode, x, limit);
        let (plain, shifted) = (self.by_instruction(format, 64, x), self.by_instruction(format, 64, less));
        let amount = self.store.bv(64, 63);
        let sign = self.store.bv_ashr(plain, amount);
        let mixed = self.store.bv_and(shifted, sign);
        self.store.bv_or(plain, mixed)
    }

    /// To an integer of `bits` bits, towards zero; out of range it is the nearest end, for NaN
    /// zero.
    pub fn saturated_int_from_float(&mut self, signed: bool, format: FloatFormat, bits: u8, a: Term) -> Term {
        let x = self.float(format, a);
        let width = u32::from(bits);
        let mode = self.mode(Rounding::TowardZero);
        let converted = if signed {
            self.store.fp_to_signed(width, mode, x)
        } else {
            self.store.fp_to_unsigned(width, mode, x)
        };
        let (least, greatest) = if signed {
            (BitVector::min_signed(width), BitVector::max_signed(width))
        } else {
            (BitVector::zero(width), BitVector::ones(width))
        };
        let (least, greatest) = (self.store.bit_vector(least), self.store.bit_vector(greatest));
        let in_range = self.fits(signed, format, width, x);
        let is_negative = self.store.fp_is_negative(x);
        let end = self.store.ite(is_negative, least, greatest);
        let is_nan = self.store.fp_is_nan(x);
        let zero = self.store.bv(width, 0);
        let out = self.store.ite(is_nan, zero, end);
        self.store.ite(in_range, converted, out)
    }

    /// Whether a number, cut to an integer, is one of the type.
    pub fn fits(&mut self, signed: bool, format: FloatFormat, width: u32, x: Term) -> Term {
        let mode = self.mode(Rounding::TowardZero);
        let integral = self.store.fp_round_to_integral(mode, x);
        let limit = self.power_of_two(format, i64::from(if signed { width - 1 } else { width }));
        let least =
            if signed { self.store.fp_neg(limit) } else { self.store.fp_zero(term_format(format), false) };
        let (above, below) = (self.store.fp_leq(least, integral), self.store.fp_lt(integral, limit));
        self.store.and(&[above, below])
    }

    /// A power of two, or infinity if the format has no such number.
    fn power_of_two(&mut self, format: FloatFormat, exponent: i64) -> Term {
        let one = Float::one(term_format(format), false);
        self.store.float(one.scalbn(exponent, Rounding::NearestEven).0)
    }
}
