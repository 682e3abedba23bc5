//! Integers of any width up to 128 bits, zero-extended in a `u64` (`narrow`) or a `u128` (`wide`).
//!
//! A shift by the width or more is undefined in LLVM. Here it does what x86-64 code does: the
//! amount counts modulo 32 for widths up to 32 bits and modulo the container above.

use std::fmt;

/// Why an integer operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntFault {
    /// A division by zero.
    DivideByZero,
    /// The most negative number divided by -1.
    DivisionOverflow,
}

impl fmt::Display for IntFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DivideByZero => "integer division by zero",
            Self::DivisionOverflow => "integer division overflow",
        })
    }
}

/// The same operations for both containers.
macro_rules! integer_semantics {
    ($(#[$meta:meta])* $name:ident, $unsigned:ty, $signed:ty) => {
        $(#[$meta])*
        pub mod $name {
            use super::IntFault;
            use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp};

            const CONTAINER: u32 = <$unsigned>::BITS;

            /// The bits of `value` that a width of `bits` keeps.
            #[inline(always)]
            pub fn truncate(value: $unsigned, bits: u8) -> $unsigned {
                value & (<$unsigned>::MAX >> (CONTAINER - u32::from(bits)))
            }

            /// The signed number that the `bits` bits of `value` stand for.
            #[inline(always)]
            pub fn signed(value: $unsigned, bits: u8) -> $signed {
                let shift = CONTAINER - u32::from(bits);
                ((value << shift) as $signed) >> shift
            }

            fn shift_amount(b: $unsigned, bits: u8) -> u32 {
                (b as u32) & if bits <= 32 { 31 } else { CONTAINER - 1 }
            }

            /// An operation of two operands.
            ///
            /// # Errors
            /// A division without a result.
            #[inline(always)]
            pub fn binary(op: IntBinaryOp, bits: u8, a: $unsigned, b: $unsigned) -> Result<$unsigned, IntFault> {
                let result = match op {
                    IntBinaryOp::Add => a.wrapping_add(b),
                    IntBinaryOp::Sub => a.wrapping_sub(b),
                    IntBinaryOp::Mul => a.wrapping_mul(b),
                    IntBinaryOp::And => return Ok(a & b),
                    IntBinaryOp::Or => return Ok(a | b),
                    IntBinaryOp::Xor => return Ok(a ^ b),
                    IntBinaryOp::Shl => a.checked_shl(shift_amount(b, bits)).unwrap_or(0),
                    IntBinaryOp::LShr => a.checked_shr(shift_amount(b, bits)).unwrap_or(0),
                    IntBinaryOp::AShr => (signed(a, bits) >> shift_amount(b, bits)) as $unsigned,
                    IntBinaryOp::UDiv | IntBinaryOp::URem | IntBinaryOp::SDiv | IntBinaryOp::SRem => {
                        divide(op, bits, a, b)?
                    }
                    _ => select_or_saturate(op, bits, a, b),
                };
                Ok(truncate(result, bits))
            }

            fn divide(op: IntBinaryOp, bits: u8, a: $unsigned, b: $unsigned) -> Result<$unsigned, IntFault> {
                if b == 0 {
                    return Err(IntFault::DivideByZero);
                }
                let (sa, sb) = (signed(a, bits), signed(b, bits));
                let overflows = sb == -1 && a == 1 << (bits - 1);
                match op {
                    IntBinaryOp::UDiv => Ok(a / b),
                    IntBinaryOp::URem => Ok(a % b),
                    _ if overflows => Err(IntFault::DivisionOverflow),
                    IntBinaryOp::SDiv => Ok((sa / sb) as $unsigned),
                    _ => Ok((sa % sb) as $unsigned),
                }
            }

            fn select_or_saturate(op: IntBinaryOp, bits: u8, a: $unsigned, b: $unsigned) -> $unsigned {
                let (sa, sb) = (signed(a, bits), signed(b, bits));
                let smallest = signed(1 << (bits - 1), bits);
                let saturated = |op: OverflowOp, below: bool| match overflow(op, bits, a, b) {
                    (result, false) => result,
                    (_, true) if below => smallest as $unsigned,
                    (_, true) => !(smallest as $unsigned),
                };
                match op {
                    IntBinaryOp::SMax => sa.max(sb) as $unsigned,
                    IntBinaryOp::SMin => sa.min(sb) as $unsigned,
                    IntBinaryOp::UMax => a.max(b),
                    IntBinaryOp::UMin => a.min(b),
                    IntBinaryOp::UAddSat => match overflow(OverflowOp::UAdd, bits, a, b) {
                        (sum, false) => sum,
                        _ => <$unsigned>::MAX,
                    },
                    IntBinaryOp::USubSat => a.saturating_sub(b),
                    IntBinaryOp::SAddSat => saturated(OverflowOp::SAdd, sa < 0),
                    IntBinaryOp::SSubSat => saturated(OverflowOp::SSub, sa < 0),
                    _ => unreachable!("{op:?} is computed elsewhere"),
                }
            }

            /// The result modulo 2^bits, and whether the exact one does not fit.
            pub fn overflow(op: OverflowOp, bits: u8, a: $unsigned, b: $unsigned) -> ($unsigned, bool) {
                let (sa, sb) = (signed(a, bits), signed(b, bits));
                let fits_signed = |(result, out): ($signed, bool)| {
                    let kept = truncate(result as $unsigned, bits);
                    (kept, out || signed(kept, bits) != result)
                };
                let fits_unsigned = |(result, out): ($unsigned, bool)| {
                    let kept = truncate(result, bits);
                    (kept, out || kept != result)
                };
                match op {
                    OverflowOp::SAdd => fits_signed(sa.overflowing_add(sb)),
                    OverflowOp::SSub => fits_signed(sa.overflowing_sub(sb)),
                    OverflowOp::SMul => fits_signed(sa.overflowing_mul(sb)),
                    OverflowOp::UAdd => fits_unsigned(a.overflowing_add(b)),
                    OverflowOp::USub => fits_unsigned(a.overflowing_sub(b)),
                    OverflowOp::UMul => fits_unsigned(a.overflowing_mul(b)),
                }
            }

            /// An operation of one operand.
            pub fn unary(op: IntUnaryOp, bits: u8, a: $unsigned) -> $unsigned {
                let above = CONTAINER - u32::from(bits);
                let result = match op {
                    IntUnaryOp::PopulationCount => <$unsigned>::from(a.count_ones()),
                    IntUnaryOp::LeadingZeros => <$unsigned>::from(a.leading_zeros() - above),
                    IntUnaryOp::TrailingZeros => <$unsigned>::from(a.trailing_zeros().min(u32::from(bits))),
                    IntUnaryOp::SwapBytes => a.swap_bytes() >> above,
                    IntUnaryOp::ReverseBits => a.reverse_bits() >> above,
                    IntUnaryOp::Abs => signed(a, bits).unsigned_abs(),
                };
                truncate(result, bits)
            }

            /// A shift of the concatenation a:b.
            pub fn funnel_shift(left: bool, bits: u8, a: $unsigned, b: $unsigned, amount: $unsigned) -> $unsigned {
                let by = (amount % <$unsigned>::from(bits)) as u32;
                let rest = u32::from(bits) - by;
                let result = match (left, by) {
                    (true, 0) => a,
                    (false, 0) => b,
                    (true, _) => (a << by) | (b >> rest),
                    (false, _) => (a.checked_shl(rest).unwrap_or(0)) | (b >> by),
                };
                truncate(result, bits)
            }

            /// A change of width within this container.
            #[inline(always)]
            pub fn cast(op: IntCastOp, from: u8, to: u8, a: $unsigned) -> $unsigned {
                match op {
                    IntCastOp::Truncate => truncate(a, to),
                    IntCastOp::ZeroExtend => a,
                    IntCastOp::SignExtend => truncate(signed(a, from) as $unsigned, to),
                }
            }

            /// A comparison.
            #[inline(always)]
            pub fn compare(predicate: IntPredicate, bits: u8, a: $unsigned, b: $unsigned) -> bool {
                match predicate {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Ult => a < b,
                    IntPredicate::Ule => a <= b,
                    IntPredicate::Ugt => a > b,
                    IntPredicate::Uge => a >= b,
                    IntPredicate::Slt => signed(a, bits) < signed(b, bits),
                    IntPredicate::Sle => signed(a, bits) <= signed(b, bits),
                    IntPredicate::Sgt => signed(a, bits) > signed(b, bits),
                    IntPredicate::Sge => signed(a, bits) >= signed(b, bits),
                }
            }
        }
    };
}

integer_semantics! {
    /// Up to 64 bits.
    narrow, u64, i64
}
integer_semantics! {
    /// Up to 128 bits.
    wide, u128, i128
}

#[cfg(test)]
mod tests {
    use super::{IntFault, narrow, wide};
    use ulpwise_ir::{IntBinaryOp, IntUnaryOp, OverflowOp};

    /// All pairs of 5-bit numbers against arithmetic in `i64`, where nothing overflows.
    #[test]
    fn five_bit_arithmetic_is_arithmetic_modulo_32() {
        let modulo = |x: i64| x.rem_euclid(32) as u64;
        for a in 0..32u64 {
            for b in 0..32u64 {
                let (sa, sb) = (narrow::signed(a, 5), narrow::signed(b, 5));
                let check = |op, expected: i64| {
                    assert_eq!(narrow::binary(op, 5, a, b), Ok(modulo(expected)), "{op:?} {a} {b}");
                    let (wide_a, wide_b) = (u128::from(a), u128::from(b));
                    assert_eq!(wide::binary(op, 5, wide_a, wide_b), Ok(u128::from(modulo(expected))));
                };
                check(IntBinaryOp::Add, sa + sb);
                check(IntBinaryOp::Sub, sa - sb);
                check(IntBinaryOp::Mul, sa * sb);
                check(IntBinaryOp::SMax, sa.max(sb));
                check(IntBinaryOp::UMin, a.min(b) as i64);
                check(IntBinaryOp::SAddSat, (sa + sb).clamp(-16, 15));
                check(IntBinaryOp::SSubSat, (sa - sb).clamp(-16, 15));
                check(IntBinaryOp::UAddSat, (a + b).min(31) as i64);
                check(IntBinaryOp::USubSat, (a as i64 - b as i64).max(0));
                if b < 5 {
                    check(IntBinaryOp::Shl, (a << b) as i64);
                    check(IntBinaryOp::LShr, (a >> b) as i64);
                    check(IntBinaryOp::AShr, sa >> b);
                }
                if let Some(quotient) = a.checked_div(b) {
                    check(IntBinaryOp::UDiv, quotient as i64);
                    check(IntBinaryOp::URem, (a % b) as i64);
                    if (sa, sb) != (-16, -1) {
                        check(IntBinaryOp::SDiv, sa / sb);
                        check(IntBinaryOp::SRem, sa % sb);
                    }
                }
                for (op, exact, range) in [
                    (OverflowOp::SAdd, sa + sb, -16..=15),
                    (OverflowOp::SSub, sa - sb, -16..=15),
                    (OverflowOp::SMul, sa * sb, -16..=15),
                    (OverflowOp::UAdd, (a + b) as i64, 0..=31),
                    (OverflowOp::USub, a as i64 - b as i64, 0..=31),
                    (OverflowOp::UMul, (a * b) as i64, 0..=31),
                ] {
                    assert_eq!(
                        narrow::overflow(op, 5, a, b),
                        (modulo(exact), !range.contains(&exact)),
                        "{op:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn divisions_without_a_result_are_faults() {
        assert_eq!(narrow::binary(IntBinaryOp::SDiv, 32, 1, 0), Err(IntFault::DivideByZero));
        assert_eq!(narrow::binary(IntBinaryOp::SRem, 64, 1 << 63, u64::MAX), Err(IntFault::DivisionOverflow));
        assert_eq!(
            wide::binary(IntBinaryOp::SDiv, 128, 1 << 127, u128::MAX),
            Err(IntFault::DivisionOverflow)
        );
    }

    #[test]
    fn full_width_overflow_is_seen() {
        assert_eq!(narrow::overflow(OverflowOp::SMul, 64, 1 << 62, 4), (0, true));
        assert_eq!(narrow::overflow(OverflowOp::UMul, 64, 1 << 32, 1 << 31), (1 << 63, false));
        assert_eq!(wide::overflow(OverflowOp::SAdd, 128, (1 << 127) - 1, 1), (1 << 127, true));
    }

    #[test]
    fn bit_counts_and_reversals_know_the_width() {
        assert_eq!(narrow::unary(IntUnaryOp::LeadingZeros, 20, 1), 19);
        assert_eq!(narrow::unary(IntUnaryOp::LeadingZeros, 20, 0), 20);
        assert_eq!(narrow::unary(IntUnaryOp::TrailingZeros, 20, 0), 20);
        assert_eq!(narrow::unary(IntUnaryOp::SwapBytes, 32, 0x1234_5678), 0x7856_3412);
        assert_eq!(narrow::unary(IntUnaryOp::ReverseBits, 4, 0b0010), 0b0100);
        assert_eq!(narrow::unary(IntUnaryOp::Abs, 8, 0x80), 0x80);
        assert_eq!(narrow::funnel_shift(true, 8, 0b1000_0001, 0b1100_0000, 2), 0b0000_0111);
        assert_eq!(narrow::funnel_shift(false, 8, 0b1000_0001, 0b1100_0000, 9), 0b1110_0000);
        assert_eq!(narrow::funnel_shift(false, 64, 1, 0, 1), 1 << 63);
    }
}
