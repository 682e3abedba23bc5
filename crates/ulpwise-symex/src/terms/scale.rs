//! Numbers taken apart and put together: exponents, significands, powers of two, neighbours,
//! integral and fractional parts.
//!
//! Subnormal numbers need no cases of their own: in a format with the same significand and more
//! exponents every number of the format is normal, stands there exactly, and its exponent can be
//! read off.

use super::{Performed, Terms, term_format};
use ulpwise_base::Id;
use ulpwise_expr::{BitVector, Term};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst, SiteId, Slot};

/// The result of `ilogb` for zero and NaN (glibc on x86-64: `FP_ILOGB0`, `FP_ILOGBNAN`).
const ILOGB_NONE: u32 = i32::MIN.cast_unsigned();

/// The result of `ilogb` for infinities.
const ILOGB_INFINITE: u32 = i32::MAX.cast_unsigned();

/// A format with the same significand and room for products and quotients of all its numbers.
pub(super) fn with_room(format: Format) -> Format {
    Format::new(format.exponent_bits() + 2, format.significand_bits()).expect("two more bits of exponent")
}

impl Terms {
    /// A float in a format that has all its numbers.
    pub(super) fn exactly_in(&mut self, wide: Format, x: Term) -> Term {
        let mode = self.mode(Rounding::NearestEven);
        self.store.fp_from_fp(wide, mode, x)
    }

    /// The exponent of a number that is neither zero nor infinite, as 32 bits.
    fn exponent(&mut self, format: FloatFormat, x: Term) -> Term {
        let wide = with_room(term_format(format));
        let x = self.exactly_in(wide, x);
        let bits = self.store.fp_to_bits(x);
        let (fraction, exponent) = (wide.significand_bits() - 1, wide.exponent_bits());
        let field = self.store.bv_extract(bits, fraction + exponent - 1, fraction);
        let field = self.store.bv_zero_extend(field, 32 - exponent);
        let bias = self.store.bv(32, (1 << (exponent - 1)) - 1);
        self.store.bv_sub(field, bias)
    }

    /// Whether a float is zero, infinite or NaN.
    fn has_no_exponent(&mut self, x: Term) -> Term {
        let cases = [self.store.fp_is_zero(x), self.store.fp_is_infinite(x), self.store.fp_is_nan(x)];
        self.store.or(&cases)
    }

    /// `ilogb`.
    pub fn exponent_as_int(&mut self, format: FloatFormat, a: Term) -> Term {
        let x = self.float(format, a);
        let exponent = self.exponent(format, x);
        let none = self.store.bv(32, ILOGB_NONE.into());
        let infinite = self.store.bv(32, ILOGB_INFINITE.into());
        let (is_zero, is_nan) = (self.store.fp_is_zero(x), self.store.fp_is_nan(x));
        let is_none = self.store.or(&[is_zero, is_nan]);
        let is_infinite = self.store.fp_is_infinite(x);
        let other = self.store.ite(is_infinite, infinite, exponent);
        self.store.ite(is_none, none, other)
    }

    /// `logb`.
    pub fn exponent_as_float(&mut self, format: FloatFormat, a: Term) -> Term {
        let x = self.float(format, a);
        let exponent = self.exponent(format, x);
        let narrow = term_format(format);
        let mode = self.mode(Rounding::NearestEven);
        let number = self.store.fp_from_signed(narrow, mode, exponent);
        let pole = self.store.fp_infinity(narrow, true);
        let is_zero = self.store.fp_is_zero(x);
        let (is_infinite, is_nan) = (self.store.fp_is_infinite(x), self.store.fp_is_nan(x));
        let is_kept = self.store.or(&[is_infinite, is_nan]);
        let magnitude = self.store.fp_abs(x);
        let other = self.store.ite(is_kept, magnitude, number);
        self.store.ite(is_zero, pole, other)
    }

    /// `frexp`: the significand from one half to below one, and the exponent that belongs to it.
    pub fn significand_and_exponent(&mut self, format: FloatFormat, a: Term) -> (Term, Term) {
        let x = self.float(format, a);
        let narrow = term_format(format);
        let wide = with_room(narrow);
        let in_wide = self.exactly_in(wide, x);
        let bits = self.store.fp_to_bits(in_wide);
        let (fraction, exponent) = (wide.significand_bits() - 1, wide.exponent_bits());
        let sign = self.store.bv_extract(bits, fraction + exponent, fraction + exponent);
        let below = self.store.bv_extract(bits, fraction - 1, 0);
        let of_half = self.store.bv(exponent, (1 << (exponent - 1)) - 2);
        let encoded = self.store.bv_concat(sign, of_half);
        let encoded = self.store.bv_concat(encoded, below);
        let scaled = self.store.fp_from_bits(wide, encoded);
        let scaled = self.exactly_in(narrow, scaled);
        let one = self.store.bv(32, 1);
        let power = self.exponent(format, x);
        let power = self.store.bv_add(power, one);
        let is_kept = self.has_no_exponent(x);
        let zero = self.store.bv(32, 0);
        (self.store.ite(is_kept, x, scaled), self.store.ite(is_kept, zero, power))
    }

    /// `scalbn` and `ldexp`: times a power of two, rounded once. The power is an integer of at
    /// least 32 bits.
    pub fn scaled(&mut self, format: FloatFormat, rounding: Rounding, a: Term, power: Term) -> Term {
        let x = self.float(format, a);
        self.scaled_to(term_format(format), term_format(format), rounding, x, power)
    }

    /// As [`Terms::scaled`], with the result in another format.
    ///
    /// In the wide format the product is exact: it has room for the smallest number times the least
    /// power that is distinguished. Powers beyond have the same results.
    pub(super) fn scaled_to(
        &mut self,
        format: Format,
        to: Format,
        rounding: Rounding,
        x: Term,
        power: Term,
    ) -> Term {
        let wide = with_room(format);
        let power = self.bits(power);
        let width = self.store.width(power);
        let limit = (1_u64 << format.exponent_bits()) + 2 * u64::from(format.significand_bits());
        let most = self.store.bv(width, limit);
        let least = self.store.bv_neg(most);
        let is_below = self.store.bv_slt(power, least);
        let is_above = self.store.bv_slt(most, power);
        let power = self.store.ite(is_below, least, power);
        let power = self.store.ite(is_above, most, power);
        let bias = self.store.bv(width, (1 << (wide.exponent_bits() - 1)) - 1);
        let field = self.store.bv_add(power, bias);
        let field = self.store.bv_extract(field, wide.exponent_bits() - 1, 0);
        let field = self.store.bv_zero_extend(field, 1);
        let fraction = self.store.bit_vector(BitVector::zero(wide.significand_bits() - 1));
        let encoded = self.store.bv_concat(field, fraction);
        let factor = self.store.fp_from_bits(wide, encoded);
        let x = self.exactly_in(wide, x);
        let mode = self.mode(Rounding::NearestEven);
        let product = self.store.fp_mul(mode, x, factor);
        let mode = self.mode(rounding);
        self.store.fp_from_fp(to, mode, product)
    }

    /// `modf`: the fractional and the integral part, both with the sign of the number.
    pub fn parts(&mut self, format: FloatFormat, a: Term) -> (Term, Term) {
        let x = self.float(format, a);
        let toward_zero = self.mode(Rounding::TowardZero);
        let integral = self.store.fp_round_to_integral(toward_zero, x);
        let nearest = self.mode(Rounding::NearestEven);
        let rest = self.store.fp_sub(nearest, x, integral);
        let is_infinite = self.store.fp_is_infinite(x);
        let zero = self.store.fp_zero(term_format(format), false);
        let rest = self.store.ite(is_infinite, zero, rest);
        let magnitude = self.store.fp_abs(rest);
        let negated = self.store.fp_neg(magnitude);
        let is_negative = self.store.fp_is_negative(x);
        (self.store.ite(is_negative, negated, magnitude), integral)
    }

    /// `nextafter`: the neighbour of the first number in the direction of the second, which may be
    /// of another format.
    pub fn next_after(
        &mut self,
        format: FloatFormat,
        a: Term,
        direction_format: FloatFormat,
        b: Term,
    ) -> Term {
        let narrow = term_format(format);
        let (x, y) = (self.float(format, a), self.float(direction_format, b));
        let compared =
            if direction_format == format { x } else { self.exactly_in(term_format(direction_format), x) };
        let (is_up, is_down) = (self.store.fp_lt(compared, y), self.store.fp_lt(y, compared));
        let stepped = self.stepped(narrow, x, is_up);
        let moves = self.store.or(&[is_up, is_down]);
        let (x_is_nan, y_is_nan) = (self.store.fp_is_nan(x), self.store.fp_is_nan(y));
        let is_nan = self.store.or(&[x_is_nan, y_is_nan]);
        let nan = self.store.fp_nan(narrow);
        // Of equal numbers the second is delivered: it may be the other zero.
        let same = if direction_format == format { y } else { self.exactly_in(narrow, y) };
        let number = self.store.ite(moves, stepped, same);
        self.store.ite(is_nan, nan, number)
    }

    /// `nextup` and `nextdown`.
    pub fn neighbour(&mut self, format: FloatFormat, a: Term, up: bool) -> Term {
        let narrow = term_format(format);
        let x = self.float(format, a);
        let is_up = self.store.bool(up);
        let stepped = self.stepped(narrow, x, is_up);
        let last = self.store.fp_infinity(narrow, !up);
        let is_last = self.store.eq(x, last);
        let is_nan = self.store.fp_is_nan(x);
        let is_kept = self.store.or(&[is_last, is_nan]);
        self.store.ite(is_kept, x, stepped)
    }

    /// The next number up or down, from one that has such a neighbour: encodings of one sign are in
    /// the order of their numbers.
    fn stepped(&mut self, format: Format, x: Term, is_up: Term) -> Term {
        let bits = self.store.fp_to_bits(x);
        let width = format.width();
        let one = self.store.bv(width, 1);
        let (more, less) = (self.store.bv_add(bits, one), self.store.bv_sub(bits, one));
        let is_negative = self.store.fp_is_negative(x);
        let is_positive = self.store.not(is_negative);
        let grows = self.store.eq(is_up, is_positive);
        let next = self.store.ite(grows, more, less);
        let least = self.store.bit_vector(BitVector::min_signed(width));
        let negative = self.store.bv_or(least, one);
        let smallest = self.store.ite(is_up, one, negative);
        let is_zero = self.store.fp_is_zero(x);
        let next = self.store.ite(is_zero, smallest, next);
        self.store.fp_from_bits(format, next)
    }

    /// `fdim`: the difference where it is positive, else zero.
    pub fn positive_difference(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let mode = self.mode(rounding);
        let difference = self.store.fp_sub(mode, x, y);
        let zero = self.store.fp_zero(term_format(format), false);
        let is_not_above = self.store.fp_leq(x, y);
        self.store.ite(is_not_above, zero, difference)
    }

    /// `remquo`: the remainder, and the quotient modulo eight, rounded to even, with the sign of
    /// the exact one; as glibc has it, it may be eight.
    ///
    /// Modulo eight divisors the quotient is at most eight; with four more bits of significand its
    /// product with the divisor is exact, and so is the division that finds it again.
    pub fn remainder_and_quotient(&mut self, format: FloatFormat, a: Term, b: Term) -> (Term, Term) {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let remainder = self.store.fp_rem(x, y);
        let narrow = term_format(format);
        let wide = Format::new(narrow.exponent_bits() + 2, narrow.significand_bits() + 4).expect("a format");
        let (dividend, divisor) = (self.exactly_in(wide, x), self.exactly_in(wide, y));
        let (dividend, divisor) = (self.store.fp_abs(dividend), self.store.fp_abs(divisor));
        let mode = self.mode(Rounding::NearestEven);
        let eight = self.store.bv(5, 8);
        let eight = self.store.fp_from_unsigned(wide, mode, eight);
        let period = self.store.fp_mul(mode, divisor, eight);
        let dividend = self.store.fp_fmod(dividend, period);
        let rest = self.store.fp_rem(dividend, divisor);
        let product = self.store.fp_sub(mode, dividend, rest);
        let quotient = self.store.fp_div(mode, product, divisor);
        let quotient = self.store.fp_to_unsigned(32, mode, quotient);
        let negated = self.store.bv_neg(quotient);
        let (x_sign, y_sign) = (self.store.fp_is_negative(x), self.store.fp_is_negative(y));
        let same = self.store.eq(x_sign, y_sign);
        let signed = self.store.ite(same, quotient, negated);
        // Where there is no remainder there is no quotient either; of a finite number by an
        // infinite one it is zero.
        let is_nan = self.store.fp_is_nan(remainder);
        let is_infinite = self.store.fp_is_infinite(y);
        let has_none = self.store.or(&[is_nan, is_infinite]);
        let zero = self.store.bv(32, 0);
        (remainder, self.store.ite(has_none, zero, signed))
    }

    /// To an integer of 64 bits, rounded in a direction; out of range it is the most negative one.
    pub fn long_from_float(&mut self, format: FloatFormat, direction: Rounding, a: Term) -> Term {
        let x = self.float(format, a);
        let mode = self.mode(direction);
        let integral = self.store.fp_round_to_integral(mode, x);
        self.by_instruction(format, 64, integral)
    }

    /// A number to an integral power, as compilers' runtimes multiply it, and the operations that do it.
    pub fn integral_power(
        &mut self,
        format: FloatFormat,
        rounding: Rounding,
        a: Term,
        power: i32,
    ) -> (Term, Vec<Performed>) {
        let (base, one) = (self.float(format, a), Float::one(term_format(format), false));
        let one = self.store.float(one);
        // The first factor is multiplied by one, or not at all: either way only a signalling NaN is noticed.
        let mut performed = Vec::new();
        if power != 0 {
            performed.push(Performed::Invalid { format, operands: vec![a], result: base });
        }
        let (mut square, mut product, mut left) = (base, None, power.unsigned_abs());
        while left != 0 {
            if left & 1 != 0 {
                product = Some(match product {
                    None => square,
                    Some(product) => self.step_of_power(
                        FloatBinaryOp::Mul,
                        format,
                        rounding,
                        [product, square],
                        &mut performed,
                    ),
                });
            }
            left >>= 1;
            if left != 0 {
                square = self.step_of_power(
                    FloatBinaryOp::Mul,
                    format,
                    rounding,
                    [square, square],
                    &mut performed,
                );
            }
        }
        let product = product.unwrap_or(one);
        let result = match power < 0 {
            true => self.step_of_power(FloatBinaryOp::Div, format, rounding, [one, product], &mut performed),
            false => product,
        };
        (result, performed)
    }

    fn step_of_power(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        rounding: Rounding,
        operands: [Term; 2],
        performed: &mut Vec<Performed>,
    ) -> Term {
        let (slot, site) = (Slot::from_index(0), SiteId::from_index(0));
        let inst = Inst::Float { op, format, dst: slot, a: slot, b: slot, site };
        performed.push(Performed::Operation { inst, rounding, operands: operands.to_vec() });
        let (mode, [x, y]) = (self.mode(rounding), operands);
        if op == FloatBinaryOp::Div { self.store.fp_div(mode, x, y) } else { self.store.fp_mul(mode, x, y) }
    }

    /// Whether the sign bit is set, as 32 bits.
    pub fn sign_as_int(&mut self, format: FloatFormat, a: Term) -> Term {
        let sign = self.sign_bit(format, a);
        let bit = self.bit(sign);
        self.store.bv_zero_extend(bit, 31)
    }

    /// `__fpclassify`: 0 NaN, 1 infinite, 2 zero, 3 subnormal, 4 normal.
    pub fn class_as_int(&mut self, format: FloatFormat, a: Term) -> Term {
        let classes = [(0b11_u16, 0_u64), (0x204, 1), (0x60, 2), (0x90, 3)];
        let mut number = self.store.bv(32, 4);
        for (mask, class) in classes {
            let is_it = self.float_class(mask, format, a);
            let class = self.store.bv(32, class);
            number = self.store.ite(is_it, class, number);
        }
        number
    }
}
