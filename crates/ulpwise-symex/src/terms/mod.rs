//! The values of a program as terms: the one place that knows how operations of `ulpwise-ir` are
//! said in `ulpwise-expr`.
//!
//! A value is a term of one of two kinds. Data that was only moved about is a bit-vector as wide as
//! its type. The result of a floating-point operation is a term of that format, and becomes bits
//! only when they are looked at ([`Terms::bits`]): which NaN it is, if it is one, then stands in
//! variables of its own, because an operation promises no more than a quiet NaN.
//!
//! What holds: a value known to be a constant is a constant term, since the builder folds.

mod convert;
mod decimal;
mod errno;
mod flags;
mod float;
mod inaccuracy;
mod int;
mod math;
mod min_max;
mod scale;
mod signs;

pub(crate) use decimal::is_exact;
pub use errno::Errors;
pub use flags::Performed;
pub use inaccuracy::{CheckLimits, Inaccuracy};
pub use math::Delivered;
pub use signs::Signs;

use std::collections::{HashMap, HashSet};
use ulpwise_expr::{BitVector, Sort, Term, TermStore};
use ulpwise_float::{Format, Natural, Rounding};
use ulpwise_ir::FloatFormat;

/// Builds the terms of one exploration.
#[derive(Debug, Default)]
pub struct Terms {
    /// The terms.
    pub store: TermStore,
    /// The bits of each float that was looked at.
    bits_of: HashMap<Term, Term>,
    /// The way back.
    float_of: HashMap<(Term, FloatFormat), Term>,
    /// The variables that stand for what was not initialised.
    pub(crate) uninitialised: HashSet<Term>,
    /// The variables that stand for the bits of NaNs that operations give, each with the condition
    /// that there is a NaN.
    pub(crate) nan_patterns: HashMap<Term, Term>,
}

impl Terms {
    /// No terms yet.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// A constant of some width.
    pub fn constant(&mut self, bits: u8, value: u128) -> Term {
        self.store.bit_vector(BitVector::from_u128(u32::from(bits), value))
    }

    /// The value of a term, if it is a constant: its bits. NaNs that were computed have none, for
    /// which one it is stays open.
    pub fn known(&mut self, term: Term) -> Option<u128> {
        if let Some(bits) = self.store.bit_vector_constant(term) {
            return Some(to_u128(bits.unsigned()));
        }
        let float = self.store.float_constant(term)?;
        if float.is_nan() {
            return None;
        }
        let bits = self.bits(term);
        self.store.bit_vector_constant(bits).map(|bits| to_u128(bits.unsigned()))
    }

    /// A value as bits.
    pub fn bits(&mut self, term: Term) -> Term {
        let Sort::Float(format) = self.store.sort(term) else { return term };
        if let Some(&bits) = self.bits_of.get(&term) {
            return bits;
        }
        let number = self.store.fp_to_bits(term);
        let is_nan = self.store.fp_is_nan(term);
        let encoded = if self.store.bool_constant(is_nan) == Some(false) {
            number
        } else {
            let pattern = self.some_nan(format, is_nan);
            self.store.ite(is_nan, pattern, number)
        };
        let is_x87 = format == term_format(FloatFormat::X87);
        let bits = if is_x87 { self.x87_from_implicit(encoded) } else { encoded };
        self.bits_of.insert(term, bits);
        for ir_format in FloatFormat::ALL.into_iter().filter(|&candidate| term_format(candidate) == format) {
            self.float_of.insert((bits, ir_format), term);
        }
        bits
    }

    /// A value read as a float.
    pub fn float(&mut self, format: FloatFormat, value: Term) -> Term {
        if self.store.sort(value) == Sort::Float(term_format(format)) {
            return value;
        }
        if let Some(&float) = self.float_of.get(&(value, format)) {
            return float;
        }
        let bits = self.bits(value);
        let float = if format == FloatFormat::X87 {
            self.x87_float(bits)
        } else {
            self.store.fp_from_bits(term_format(format), bits)
        };
        self.float_of.insert((value, format), float);
        float
    }

    /// Some quiet NaN of a format, in the encoding with an implied leading bit.
    fn some_nan(&mut self, format: Format, is_nan: Term) -> Term {
        let payload_bits = format.significand_bits() - 2;
        let sign = self.store.fresh_variable("nan-sign", Sort::BitVec(1));
        self.nan_patterns.insert(sign, is_nan);
        let quiet = self.store.bit_vector(BitVector::ones(format.exponent_bits() + 1));
        let pattern = self.store.bv_concat(sign, quiet);
        if payload_bits == 0 {
            return pattern;
        }
        let payload = self.store.fresh_variable("nan-payload", Sort::BitVec(payload_bits));
        self.nan_patterns.insert(payload, is_nan);
        self.store.bv_concat(pattern, payload)
    }

    /// The 80 bits of an x87 number from its encoding without the leading bit: that is set but in
    /// zeros and subnormal numbers.
    fn x87_from_implicit(&mut self, encoded: Term) -> Term {
        let (high, fraction) =
            (self.store.bv_extract(encoded, 78, 63), self.store.bv_extract(encoded, 62, 0));
        let exponent = self.store.bv_extract(encoded, 77, 63);
        let leading = self.is_not_zero(exponent);
        let leading = self.bit(leading);
        let high = self.store.bv_concat(high, leading);
        self.store.bv_concat(high, fraction)
    }

    /// The number that 80 bits stand for: encodings that the processor does not know are NaN, and a
    /// leading bit with the exponent of subnormal numbers counts.
    fn x87_float(&mut self, bits: Term) -> Term {
        let format = term_format(FloatFormat::X87);
        let sign = self.store.bv_extract(bits, 79, 79);
        let exponent = self.store.bv_extract(bits, 78, 64);
        let leading = self.store.bv_extract(bits, 63, 63);
        let fraction = self.store.bv_extract(bits, 62, 0);
        let has_leading = self.is_not_zero(leading);
        let has_exponent = self.is_not_zero(exponent);
        let one = self.store.bv(15, 1);
        let zero = self.store.bv(15, 0);
        let smallest = self.store.ite(has_leading, one, zero);
        let effective = self.store.ite(has_exponent, exponent, smallest);
        let encoded = self.store.bv_concat(sign, effective);
        let encoded = self.store.bv_concat(encoded, fraction);
        let number = self.store.fp_from_bits(format, encoded);
        let nan = self.store.fp_nan(format);
        let is_known = self.is_known_x87(bits);
        self.store.ite(is_known, number, nan)
    }

    /// Whether 80 bits are an encoding that the processor knows: with an exponent they have a
    /// leading bit.
    fn is_known_x87(&mut self, bits: Term) -> Term {
        let (exponent, leading) = (self.store.bv_extract(bits, 78, 64), self.store.bv_extract(bits, 63, 63));
        let (has_exponent, has_leading) = (self.is_not_zero(exponent), self.is_not_zero(leading));
        let no_exponent = self.store.not(has_exponent);
        self.store.or(&[has_leading, no_exponent])
    }

    /// Whether a bit-vector is not zero.
    pub fn is_not_zero(&mut self, bits: Term) -> Term {
        let width = self.store.width(bits);
        let zero = self.store.bv(width, 0);
        let is_zero = self.store.eq(bits, zero);
        self.store.not(is_zero)
    }

    /// A truth value as one bit.
    pub fn bit(&mut self, truth: Term) -> Term {
        let (one, zero) = (self.store.bv(1, 1), self.store.bv(1, 0));
        self.store.ite(truth, one, zero)
    }

    /// One bit as a truth value.
    pub fn truth(&mut self, bit: Term) -> Term {
        let bit = self.bits(bit);
        let one = self.store.bv(1, 1);
        self.store.eq(bit, one)
    }

    /// `condition ? first : second`, both values of one type. Two results of floating-point
    /// operations stay a float.
    pub fn choose(&mut self, condition: Term, first: Term, second: Term) -> Term {
        if first == second {
            return first;
        }
        if self.store.sort(first) == self.store.sort(second) {
            return self.store.ite(condition, first, second);
        }
        let (first, second) = (self.bits(first), self.bits(second));
        self.store.ite(condition, first, second)
    }

    /// The rounding mode as a term.
    fn mode(&mut self, rounding: Rounding) -> Term {
        self.store.rounding(rounding)
    }
}

/// The format of terms for a format of programs. The x87's leading bit is no part of a number.
pub(crate) fn term_format(format: FloatFormat) -> Format {
    match format {
        FloatFormat::X87 => Format::X87_NUMBERS,
        other => other.exact_format(),
    }
}

/// How many digits a significand has, the leading one included.
pub(crate) fn format_digits(format: FloatFormat) -> u32 {
    term_format(format).significand_bits()
}

/// A number of at most 128 bits.
pub(crate) fn to_u128(natural: &Natural) -> u128 {
    u128::try_from(natural).expect("values have at most 128 bits")
}
