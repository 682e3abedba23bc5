//! The operators inside instructions, each with its name in the text form.

/// Defines an operator enum with its text names, `ALL`, `name` and `from_name`.
macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in the text form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// The operator of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

operators! {
    /// Integer operators of two operands and one result.
    IntBinaryOp {
        /// Sum modulo 2^bits.
        Add = "add",
        /// Difference modulo 2^bits.
        Sub = "sub",
        /// Product modulo 2^bits.
        Mul = "mul",
        /// Unsigned quotient; division by zero ends the path.
        UDiv = "udiv",
        /// Signed quotient, rounded to zero; division by zero and MIN / -1 end the path.
        SDiv = "sdiv",
        /// Unsigned remainder; division by zero ends the path.
        URem = "urem",
        /// Signed remainder with the dividend's sign; division by zero and MIN % -1 end the path.
        SRem = "srem",
        /// Shift left; the amount must be below the width.
        Shl = "shl",
        /// Shift right, zeros come in; the amount must be below the width.
        LShr = "lshr",
        /// Shift right, the sign comes in; the amount must be below the width.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// The greater, signed.
        SMax = "smax",
        /// The smaller, signed.
        SMin = "smin",
        /// The greater, unsigned.
        UMax = "umax",
        /// The smaller, unsigned.
        UMin = "umin",
        /// Signed sum that stays at the nearest end of the range.
        SAddSat = "sadd_sat",
        /// Unsigned sum that stays at the nearest end of the range.
        UAddSat = "uadd_sat",
        /// Signed difference that stays at the nearest end of the range.
        SSubSat = "ssub_sat",
        /// Unsigned difference that stays at the nearest end of the range.
        USubSat = "usub_sat",
    }
}

operators! {
    /// Integer operators of two operands that also say whether the result overflowed.
    OverflowOp {
        /// Signed sum.
        SAdd = "sadd_overflow",
        /// Unsigned sum.
        UAdd = "uadd_overflow",
        /// Signed difference.
        SSub = "ssub_overflow",
        /// Unsigned difference.
        USub = "usub_overflow",
        /// Signed product.
        SMul = "smul_overflow",
        /// Unsigned product.
        UMul = "umul_overflow",
    }
}

operators! {
    /// Integer operators of one operand.
    IntUnaryOp {
        /// How many bits are set.
        PopulationCount = "ctpop",
        /// How many zeros lead; the width for zero.
        LeadingZeros = "ctlz",
        /// How many zeros trail; the width for zero.
        TrailingZeros = "cttz",
        /// The bytes in reverse order; the width is a multiple of 16.
        SwapBytes = "bswap",
        /// The bits in reverse order.
        ReverseBits = "bitreverse",
        /// The magnitude; the most negative number stays as it is.
        Abs = "abs",
    }
}

operators! {
    /// Changes of an integer's width.
    IntCastOp {
        /// Drops high bits.
        Truncate = "trunc",
        /// Zeros come in.
        ZeroExtend = "zext",
        /// The sign comes in.
        SignExtend = "sext",
    }
}

operators! {
    /// Integer and pointer comparisons.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
    }
}

operators! {
    /// Floating-point operators of two operands. All round in the mode of the moment.
    FloatBinaryOp {
        /// Sum.
        Add = "fadd",
        /// Difference.
        Sub = "fsub",
        /// Product.
        Mul = "fmul",
        /// Quotient.
        Div = "fdiv",
        /// C's `fmod`: exact, with the dividend's sign.
        Rem = "frem",
        /// C's `fmin`, LLVM's `minnum`: the number wins over a quiet NaN.
        MinNum = "fminnum",
        /// C's `fmax`, LLVM's `maxnum`: the number wins over a quiet NaN.
        MaxNum = "fmaxnum",
        /// IEEE 754-2019 `minimum`: NaN wins, -0 < +0.
        Minimum = "fminimum",
        /// IEEE 754-2019 `maximum`: NaN wins, -0 < +0.
        Maximum = "fmaximum",
        /// IEEE 754-2019 `minimumNumber`: the number wins over any NaN, -0 < +0.
        MinimumNumber = "fminimumnum",
        /// IEEE 754-2019 `maximumNumber`: the number wins over any NaN, -0 < +0.
        MaximumNumber = "fmaximumnum",
    }
}

operators! {
    /// Floating-point operators of one operand that may raise a flag.
    FloatUnaryOp {
        /// Square root, correctly rounded.
        Sqrt = "fsqrt",
        /// The nearest integer not above.
        Floor = "ffloor",
        /// The nearest integer not below.
        Ceil = "fceil",
        /// The nearest integer not farther from zero.
        Trunc = "ftrunc",
        /// The nearest integer in the mode of the moment; raises inexact.
        Rint = "frint",
        /// The nearest integer in the mode of the moment; never raises inexact.
        NearbyInt = "fnearbyint",
        /// The nearest integer, ties away from zero.
        Round = "fround",
        /// The nearest integer, ties to even.
        RoundEven = "froundeven",
        /// Quiets a signalling NaN, otherwise the operand.
        Canonicalize = "fcanonicalize",
    }
}

impl FloatUnaryOp {
    /// The name that C's library for doubles, and LLVM's intrinsics, have for it: `sqrt`,
    /// `nearbyint`, … Only LLVM's have a `canonicalize`.
    pub const fn function_name(self) -> &'static str {
        let (_, name) = self.name().split_at(1);
        name
    }

    /// The operator that a function of that name computes.
    pub fn from_function_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.function_name() == name)
    }
}

operators! {
    /// Operations on the sign bit. They change no other bit and raise no flag (IEEE 754, 5.5.1).
    SignOp {
        /// The sign flipped.
        Neg = "fneg",
        /// The sign cleared.
        Abs = "fabs",
    }
}

operators! {
    /// Floating-point comparisons: ordered (`o…`) ones are false on NaN, unordered ones true.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// No operand is NaN.
        Ord = "ord",
        /// An operand is NaN.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Always.
        True = "true",
    }
}

impl FloatPredicate {
    /// The answer for operands that compare as `ordering` (`None`: at least one is NaN).
    #[inline]
    pub const fn holds(self, ordering: Option<std::cmp::Ordering>) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        // Bit 0: equal, bit 1: greater, bit 2: less, bit 3: unordered; the order of the variants is
        // LLVM's, which encodes exactly these bits.
        let bit = match ordering {
            Some(Equal) => 1,
            Some(Greater) => 2,
            Some(Less) => 4,
            None => 8,
        };
        self as u8 & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn names_are_unique_and_lead_back() {
        for op in FloatBinaryOp::ALL {
            assert_eq!(FloatBinaryOp::from_name(op.name()), Some(*op));
        }
        for op in IntBinaryOp::ALL {
            assert_eq!(IntBinaryOp::from_name(op.name()), Some(*op));
        }
        assert_eq!(IntBinaryOp::from_name("fadd"), None);
    }

    #[test]
    fn functions_have_the_names_of_the_library() {
        assert_eq!(FloatUnaryOp::NearbyInt.function_name(), "nearbyint");
        for op in FloatUnaryOp::ALL {
            assert_eq!(FloatUnaryOp::from_function_name(op.function_name()), Some(*op));
            let is_of_c = *op != FloatUnaryOp::Canonicalize;
            assert_eq!(ulpwise_externals::is_math_function(op.function_name()), is_of_c, "{}", op.name());
        }
        assert_eq!(FloatUnaryOp::from_function_name("sqrtf"), None);
    }

    #[test]
    fn predicates_follow_their_names() {
        let cases = [Some(Equal), Some(Greater), Some(Less), None];
        for predicate in FloatPredicate::ALL {
            let name = predicate.name();
            for ordering in cases {
                let expected = match (name, ordering) {
                    ("true", _) => true,
                    ("false", _) => false,
                    ("ord", o) => o.is_some(),
                    ("uno", o) => o.is_none(),
                    (_, None) => name.starts_with('u'),
                    (_, Some(Equal)) => ["eq", "ge", "le"].iter().any(|s| name.ends_with(s)),
                    (_, Some(Greater)) => ["gt", "ge", "ne"].iter().any(|s| name.ends_with(s)),
                    (_, Some(Less)) => ["lt", "le", "ne"].iter().any(|s| name.ends_with(s)),
                };
                assert_eq!(predicate.holds(ordering), expected, "{name} on {ordering:?}");
            }
        }
    }
}
