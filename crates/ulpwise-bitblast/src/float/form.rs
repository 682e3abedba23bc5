//! A float as literals: fields and flags.

use crate::aig::{Aig, Lit};
use crate::bits::{self, Bits};
use ulpwise_float::Format;

/// A float in the graph.
///
/// What holds for every assignment: at most one of the flags is set. If none of `nan` and
/// `infinite` is, the exponent is from 1 to 2^bits - 2, it is 1 if the leading bit of the
/// significand is clear, and the value is that of the significand, read with one bit before the
/// point, times 2^(exponent - bias). Then the exponent lies in `exponents` too. Otherwise exponent
/// and significand are garbage, and so is the sign of a NaN.
#[derive(Clone, Debug)]
pub(crate) struct FloatBits {
    pub(crate) format: Format,
    pub(crate) nan: Lit,
    pub(crate) infinite: Lit,
    pub(crate) zero: Lit,
    pub(crate) sign: Lit,
    /// Biased; subnormals have 1.
    pub(crate) exponent: Bits,
    /// The least and the greatest exponent of a finite value. Computations with the exponent stay
    /// in this range.
    pub(crate) exponents: (i64, i64),
    /// The lowest bit first, with the leading bit.
    pub(crate) significand: Bits,
}

/// The largest exponent of a finite number of a format, biased.
pub(crate) fn largest_exponent(format: Format) -> i64 {
    (1i64 << format.exponent_bits()) - 2
}

/// Exponent bits and precision as lengths.
pub(crate) fn sizes(format: Format) -> (usize, usize) {
    (format.exponent_bits() as usize, format.significand_bits() as usize)
}

impl FloatBits {
    /// The float with this encoding.
    pub(crate) fn from_encoding(aig: &mut Aig, format: Format, encoding: &[Lit]) -> FloatBits {
        let (exponent_bits, precision) = sizes(format);
        let (fraction, rest) = encoding.split_at(precision - 1);
        let (field, sign) = rest.split_at(exponent_bits);
        let special = aig.and_all(field);
        let leading = aig.or_all(field);
        let fraction_set = aig.or_all(fraction);
        let mut significand = fraction.to_vec();
        significand.push(leading);
        let mut exponent = field.to_vec();
        exponent[0] = aig.or(exponent[0], !leading);
        let (least, greatest) = bits::constant_range(field);
        let largest = largest_exponent(format);
        FloatBits {
            format,
            exponents: (least.clamp(1, largest), greatest.clamp(1, largest)),
            nan: aig.and(special, fraction_set),
            infinite: aig.and(special, !fraction_set),
            zero: aig.and(!leading, !fraction_set),
            sign: sign[0],
            exponent,
            significand,
        }
    }

    /// The leading bit of the significand.
    pub(crate) fn leading(&self) -> Lit {
        self.significand[self.significand.len() - 1]
    }

    /// Whether it is a NaN or an infinity.
    pub(crate) fn special(&self, aig: &mut Aig) -> Lit {
        aig.or(self.nan, self.infinite)
    }

    /// The encoding; that of a NaN is the canonical one.
    pub(crate) fn encoding(&self, aig: &mut Aig) -> Bits {
        let precision = self.significand.len();
        let special = self.special(aig);
        let leading = self.leading();
        let mut encoding = bits::and_all_with(aig, &self.significand[..precision - 1], !special);
        encoding[precision - 2] = aig.or(encoding[precision - 2], self.nan);
        for &bit in &self.exponent {
            let field = aig.and(bit, leading);
            encoding.push(aig.or(field, special));
        }
        encoding.push(aig.and(self.sign, !self.nan));
        encoding
    }

    /// `then` if the condition holds, else `otherwise`.
    pub(crate) fn select(
        aig: &mut Aig,
        condition: Lit,
        then: &FloatBits,
        otherwise: &FloatBits,
    ) -> FloatBits {
        FloatBits {
            format: then.format,
            nan: aig.ite(condition, then.nan, otherwise.nan),
            infinite: aig.ite(condition, then.infinite, otherwise.infinite),
            zero: aig.ite(condition, then.zero, otherwise.zero),
            sign: aig.ite(condition, then.sign, otherwise.sign),
            exponent: bits::select(aig, condition, &then.exponent, &otherwise.exponent),
            exponents: match condition.as_constant() {
                Some(true) => then.exponents,
                Some(false) => otherwise.exponents,
                None => {
                    (then.exponents.0.min(otherwise.exponents.0), then.exponents.1.max(otherwise.exponents.1))
                }
            },
            significand: bits::select(aig, condition, &then.significand, &otherwise.significand),
        }
    }

    /// The same with another sign.
    pub(crate) fn with_sign(&self, sign: Lit) -> FloatBits {
        FloatBits { sign, ..self.clone() }
    }

    /// The negated number.
    pub(crate) fn negated(&self) -> FloatBits {
        self.with_sign(!self.sign)
    }

    /// This number, which is finite or infinite by itself, unless it is NaN or infinite for another
    /// reason; NaN wins.
    pub(crate) fn unless(mut self, aig: &mut Aig, nan: Lit, infinite: Lit) -> FloatBits {
        let infinite = aig.or(self.infinite, infinite);
        self.nan = aig.or(self.nan, nan);
        self.infinite = aig.and(infinite, !self.nan);
        let special = self.special(aig);
        self.zero = aig.and(self.zero, !special);
        self
    }
}
