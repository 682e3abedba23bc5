//! Constructors of floats. All of them panic on ill-sorted operands. The first operand of what
//! rounds is the mode.

use super::derived::DerivedOp;
use super::{constructors, derived_constructors};
use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::value::Value;
use ulpwise_externals::LibmFunction;
use ulpwise_float::{Float, Format};

impl TermStore {
    /// A constant; all NaNs are one.
    #[track_caller]
    pub fn float(&mut self, value: Float) -> Term {
        self.value(&Value::float(value))
    }

    /// The NaN of a format.
    #[track_caller]
    pub fn fp_nan(&mut self, format: Format) -> Term {
        self.float(Float::quiet_nan(format, false))
    }

    /// An infinity.
    #[track_caller]
    pub fn fp_infinity(&mut self, format: Format, negative: bool) -> Term {
        self.float(Float::infinity(format, negative))
    }

    /// A zero.
    #[track_caller]
    pub fn fp_zero(&mut self, format: Format, negative: bool) -> Term {
        self.float(Float::zero(format, negative))
    }

    /// The datum with this encoding.
    #[track_caller]
    pub fn fp_from_bits(&mut self, format: Format, bits: Term) -> Term {
        self.application(Op::FpFromBits(format), &[bits])
    }

    /// Conversion from another format.
    #[track_caller]
    pub fn fp_from_fp(&mut self, format: Format, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpFromFp(format), &[rounding, operand])
    }

    /// Conversion from a real.
    #[track_caller]
    pub fn fp_from_real(&mut self, format: Format, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpFromReal(format), &[rounding, operand])
    }

    /// Conversion from a signed integer.
    #[track_caller]
    pub fn fp_from_signed(&mut self, format: Format, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpFromSigned(format), &[rounding, operand])
    }

    /// Conversion from an unsigned integer.
    #[track_caller]
    pub fn fp_from_unsigned(&mut self, format: Format, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpFromUnsigned(format), &[rounding, operand])
    }

    /// Conversion to an unsigned integer.
    #[track_caller]
    pub fn fp_to_unsigned(&mut self, width: u32, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpToUnsigned { width }, &[rounding, operand])
    }

    /// Conversion to a signed integer.
    #[track_caller]
    pub fn fp_to_signed(&mut self, width: u32, rounding: Term, operand: Term) -> Term {
        self.application(Op::FpToSigned { width }, &[rounding, operand])
    }

    /// A libm function of one or two floats.
    #[track_caller]
    pub fn libm(&mut self, function: LibmFunction, rounding: Term, arguments: &[Term]) -> Term {
        let mut children = vec![rounding];
        children.extend_from_slice(arguments);
        self.application(Op::Libm(function), &children)
    }
}

constructors! {
    /// Absolute value.
    fp_abs(operand) = Op::FpAbs;
    /// Inverted sign.
    fp_neg(operand) = Op::FpNeg;
    /// Sum.
    fp_add(rounding, first, second) = Op::FpAdd;
    /// Difference.
    fp_sub(rounding, minuend, subtrahend) = Op::FpSub;
    /// Product.
    fp_mul(rounding, first, second) = Op::FpMul;
    /// Quotient.
    fp_div(rounding, dividend, divisor) = Op::FpDiv;
    /// `first * second + summand`, rounded once.
    fp_fma(rounding, first, second, summand) = Op::FpFma;
    /// Square root.
    fp_sqrt(rounding, radicand) = Op::FpSqrt;
    /// IEEE remainder.
    fp_rem(dividend, divisor) = Op::FpRem;
    /// C's `fmod`.
    fp_fmod(dividend, divisor) = Op::FpFmod;
    /// The integral value in the rounding direction.
    fp_round_to_integral(rounding, operand) = Op::FpRoundToIntegral;
    /// Minimum; a NaN loses.
    fp_min(first, second) = Op::FpMin;
    /// Maximum; a NaN loses.
    fp_max(first, second) = Op::FpMax;
    /// Less than or equal; false if unordered.
    fp_leq(first, second) = Op::FpLeq;
    /// Less than; false if unordered.
    fp_lt(first, second) = Op::FpLt;
    /// Equal as numbers.
    fp_eq(first, second) = Op::FpEq;
    /// Whether it is a normal number.
    fp_is_normal(operand) = Op::FpIsNormal;
    /// Whether it is subnormal.
    fp_is_subnormal(operand) = Op::FpIsSubnormal;
    /// Whether it is a zero.
    fp_is_zero(operand) = Op::FpIsZero;
    /// Whether it is an infinity.
    fp_is_infinite(operand) = Op::FpIsInfinite;
    /// Whether it is the NaN.
    fp_is_nan(operand) = Op::FpIsNan;
    /// Whether it has the sign minus and is not the NaN.
    fp_is_negative(operand) = Op::FpIsNegative;
    /// Whether it has the sign plus and is not the NaN.
    fp_is_positive(operand) = Op::FpIsPositive;
    /// The exact value.
    fp_to_real(operand) = Op::FpToReal;
    /// The encoding; canonical for the NaN.
    fp_to_bits(operand) = Op::FpToBits;
}

derived_constructors! {
    /// Greater than or equal; false if unordered.
    fp_geq(first, second) = DerivedOp::FpGeq;
    /// Greater than; false if unordered.
    fp_gt(first, second) = DerivedOp::FpGt;
    /// The datum with this sign, biased exponent and trailing significand.
    fp(sign, exponent, significand) = DerivedOp::Fp;
}
