//! Operators: what an inner term applies to its children.
//!
//! This is the kernel that engines have to understand. It is smaller than SMT-LIB: operators that
//! are mere abbreviations (`=>`, `distinct`, `bvuge`, `fp.gt`, rotations, overflow predicates, …)
//! are [`DerivedOp`](crate::DerivedOp)s, which the builder expands. Comparisons of floats are
//! ordered; what is unordered is said with [`Op::FpIsNan`].
//!
//! An operator carries its indices, so that operator and children together determine the sort of
//! the result.

use std::fmt;
use ulpwise_base::typed_id;
use ulpwise_externals::LibmFunction;
use ulpwise_float::Format;

typed_id! {
    /// A free variable's name and sort, numbered by its store.
    pub struct SymbolId("symbol");
}

/// Defines [`Op`] and [`OpKind`] from one list, so that neither can lack an entry.
macro_rules! operators {
    (
        plain { $($(#[$plain_meta:meta])* $plain:ident = $plain_name:literal,)* }
        indexed {
            $(
                $(#[$indexed_meta:meta])*
                $indexed:ident
                $(($payload:ty))?
                $({ $($(#[$field_meta:meta])* $field:ident: $field_type:ty,)* })?
                = $indexed_name:literal,
            )*
        }
    ) => {
        /// An operator with its indices.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Op {
            $($(#[$plain_meta])* $plain,)*
            $(
                $(#[$indexed_meta])*
                $indexed $(($payload))? $({ $($(#[$field_meta])* $field: $field_type,)* })?,
            )*
        }

        /// An operator without its indices: what rewrite rules and tables are keyed by.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum OpKind {
            $($(#[$plain_meta])* $plain,)*
            $($(#[$indexed_meta])* $indexed,)*
        }

        impl Op {
            /// All operators that have no index, in the order of their declaration.
            pub const WITHOUT_INDEX: &[Op] = &[$(Op::$plain,)*];

            /// The operator without its indices.
            #[inline]
            pub const fn kind(self) -> OpKind {
                match self {
                    $(Op::$plain => OpKind::$plain,)*
                    $(Op::$indexed { .. } => OpKind::$indexed,)*
                }
            }
        }

        impl OpKind {
            /// All kinds, in the order of their declaration.
            pub const ALL: &[OpKind] = &[$(OpKind::$plain,)* $(OpKind::$indexed,)*];

            /// The operator of this kind, if it has no index.
            #[inline]
            pub const fn without_index(self) -> Option<Op> {
                match self {
                    $(OpKind::$plain => Some(Op::$plain),)*
                    $(OpKind::$indexed => None,)*
                }
            }

            /// The name: SMT-LIB's where it has one.
            pub const fn name(self) -> &'static str {
                match self {
                    $(OpKind::$plain => $plain_name,)*
                    $(OpKind::$indexed => $indexed_name,)*
                }
            }
        }
    };
}

operators! {
    plain {
        /// A value, which [`TermStore::constant`](crate::TermStore::constant) returns. Has no
        /// children.
        Constant = "constant",
        /// Negation.
        Not = "not",
        /// Conjunction of any number of children.
        And = "and",
        /// Disjunction of any number of children.
        Or = "or",
        /// Identity of two terms of one sort. Of floats too: NaN is identical to NaN, +0 is not to
        /// -0.
        Eq = "=",
        /// Condition, then, else.
        Ite = "ite",

        /// Complement of every bit.
        BvNot = "bvnot",
        /// Two's-complement negation.
        BvNeg = "bvneg",
        /// Conjunction of bits.
        BvAnd = "bvand",
        /// Disjunction of bits.
        BvOr = "bvor",
        /// Exclusive disjunction of bits.
        BvXor = "bvxor",
        /// Sum modulo 2^width.
        BvAdd = "bvadd",
        /// Difference modulo 2^width.
        BvSub = "bvsub",
        /// Product modulo 2^width.
        BvMul = "bvmul",
        /// Unsigned quotient; all ones if the divisor is zero.
        BvUdiv = "bvudiv",
        /// Unsigned remainder; the dividend if the divisor is zero.
        BvUrem = "bvurem",
        /// Signed quotient, truncated towards zero; by zero it is 1 for a negative dividend, else
        /// -1.
        BvSdiv = "bvsdiv",
        /// Signed remainder with the sign of the dividend; by zero it is the dividend.
        BvSrem = "bvsrem",
        /// Signed remainder with the sign of the divisor; by zero it is the dividend.
        BvSmod = "bvsmod",
        /// Shift left; zero from the width on.
        BvShl = "bvshl",
        /// Logical shift right; zero from the width on.
        BvLshr = "bvlshr",
        /// Arithmetic shift right; only copies of the sign bit from the width on.
        BvAshr = "bvashr",
        /// Unsigned less-than.
        BvUlt = "bvult",
        /// Signed less-than.
        BvSlt = "bvslt",
        /// The first child's bits above the second's.
        BvConcat = "concat",

        /// Absolute value.
        FpAbs = "fp.abs",
        /// Inverted sign.
        FpNeg = "fp.neg",
        /// Rounding mode, two summands.
        FpAdd = "fp.add",
        /// Rounding mode, minuend, subtrahend.
        FpSub = "fp.sub",
        /// Rounding mode, two factors.
        FpMul = "fp.mul",
        /// Rounding mode, dividend, divisor.
        FpDiv = "fp.div",
        /// Rounding mode, two factors, summand; rounded once.
        FpFma = "fp.fma",
        /// Rounding mode, radicand.
        FpSqrt = "fp.sqrt",
        /// IEEE remainder.
        FpRem = "fp.rem",
        /// C's `fmod`.
        FpFmod = "fp.fmod",
        /// Rounding mode, operand.
        FpRoundToIntegral = "fp.roundToIntegral",
        /// Minimum; a NaN loses. Of zeros with opposite signs it is either (see
        /// [`unspecified`](crate::unspecified)).
        FpMin = "fp.min",
        /// Maximum; a NaN loses. Of zeros with opposite signs it is either (see
        /// [`unspecified`](crate::unspecified)).
        FpMax = "fp.max",
        /// Less than or equal; false if unordered.
        FpLeq = "fp.leq",
        /// Less than; false if unordered.
        FpLt = "fp.lt",
        /// Equal as numbers: the zeros are, a NaN is to nothing.
        FpEq = "fp.eq",
        /// Whether it is a normal number.
        FpIsNormal = "fp.isNormal",
        /// Whether it is subnormal and not zero.
        FpIsSubnormal = "fp.isSubnormal",
        /// Whether it is a zero of either sign.
        FpIsZero = "fp.isZero",
        /// Whether it is an infinity.
        FpIsInfinite = "fp.isInfinite",
        /// Whether it is the NaN.
        FpIsNan = "fp.isNaN",
        /// Whether the sign is minus, zero and infinity included; false for the NaN.
        FpIsNegative = "fp.isNegative",
        /// Whether the sign is plus, zero and infinity included; false for the NaN.
        FpIsPositive = "fp.isPositive",
        /// The exact value; of infinities and NaN any (see [`unspecified`](crate::unspecified)).
        FpToReal = "fp.to_real",
        /// The encoding. Of the NaN it is the positive pattern with only the quiet bit set below
        /// the exponent.
        FpToBits = "fp.to_ieee_bv",

        /// Array, index.
        ArraySelect = "select",
        /// Array, index, element.
        ArrayStore = "store",

        /// Negation of a real.
        RealNeg = "-",
        /// Sum of two reals.
        RealAdd = "+",
        /// Product of two reals.
        RealMul = "*",
        /// Quotient of two reals; by zero any (see [`unspecified`](crate::unspecified)).
        RealDiv = "/",
        /// Less-than of reals.
        RealLt = "<",
    }
    indexed {
        /// A free variable. Has no children.
        Variable(SymbolId) = "variable",
        /// The bits from `low` to `high`, both included.
        BvExtract {
            /// The highest bit taken.
            high: u32,
            /// The lowest bit taken.
            low: u32,
        } = "extract",
        /// More zero bits above.
        BvZeroExtend {
            /// How many.
            by: u32,
        } = "zero_extend",
        /// More copies of the sign bit above.
        BvSignExtend {
            /// How many.
            by: u32,
        } = "sign_extend",
        /// The datum of the format with this encoding.
        FpFromBits(Format) = "to_fp",
        /// Rounding mode, float of another format.
        FpFromFp(Format) = "to_fp (of a float)",
        /// Rounding mode, real.
        FpFromReal(Format) = "to_fp (of a real)",
        /// Rounding mode, bit-vector taken as a signed integer.
        FpFromSigned(Format) = "to_fp (of a signed integer)",
        /// Rounding mode, bit-vector taken as an unsigned integer.
        FpFromUnsigned(Format) = "to_fp_unsigned",
        /// Rounding mode, float; if the rounded value does not fit it is any (see
        /// [`unspecified`](crate::unspecified)).
        FpToUnsigned {
            /// Width of the result.
            width: u32,
        } = "fp.to_ubv",
        /// Rounding mode, float; if the rounded value does not fit it is any (see
        /// [`unspecified`](crate::unspecified)).
        FpToSigned {
            /// Width of the result.
            width: u32,
        } = "fp.to_sbv",
        /// The array that holds one element everywhere.
        ArrayConstant {
            /// Width of an index.
            index: u32,
        } = "const array",
        /// Rounding mode, then the arguments of a libm function, all of one format.
        Libm(LibmFunction) = "libm",
    }
}

impl OpKind {
    /// Whether exchanging the two operands (for fma: factors) never matters.
    ///
    /// The minimum and maximum of floats are not among them: what they deliver for zeros of
    /// opposite sign may depend on the order.
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            OpKind::And
                | OpKind::Or
                | OpKind::Eq
                | OpKind::BvAnd
                | OpKind::BvOr
                | OpKind::BvXor
                | OpKind::BvAdd
                | OpKind::BvMul
                | OpKind::FpAdd
                | OpKind::FpMul
                | OpKind::FpFma
                | OpKind::FpEq
                | OpKind::RealAdd
                | OpKind::RealMul
        )
    }

    /// Whether the first child is a rounding mode.
    pub const fn takes_rounding_mode(self) -> bool {
        matches!(
            self,
            OpKind::FpAdd
                | OpKind::FpSub
                | OpKind::FpMul
                | OpKind::FpDiv
                | OpKind::FpFma
                | OpKind::FpSqrt
                | OpKind::FpRoundToIntegral
                | OpKind::FpFromFp
                | OpKind::FpFromReal
                | OpKind::FpFromSigned
                | OpKind::FpFromUnsigned
                | OpKind::FpToUnsigned
                | OpKind::FpToSigned
                | OpKind::Libm
        )
    }
}

/// The name with its indices, as SMT-LIB writes them.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kind().name();
        let format_of = |format: &Format| (format.exponent_bits(), format.significand_bits());
        match self {
            Op::BvExtract { high, low } => write!(f, "(_ {name} {high} {low})"),
            Op::BvZeroExtend { by } | Op::BvSignExtend { by } => write!(f, "(_ {name} {by})"),
            Op::FpToUnsigned { width } | Op::FpToSigned { width } => write!(f, "(_ {name} {width})"),
            Op::FpFromUnsigned(format) => {
                let (exponent, significand) = format_of(format);
                write!(f, "(_ to_fp_unsigned {exponent} {significand})")
            }
            Op::FpFromBits(format)
            | Op::FpFromFp(format)
            | Op::FpFromReal(format)
            | Op::FpFromSigned(format) => {
                let (exponent, significand) = format_of(format);
                write!(f, "(_ to_fp {exponent} {significand})")
            }
            Op::Libm(function) => write!(f, "libm.{function}"),
            _ => f.write_str(name),
        }
    }
}
