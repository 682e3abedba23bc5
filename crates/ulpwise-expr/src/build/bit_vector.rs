//! Constructors of bit-vectors. All of them panic on ill-sorted operands.

use super::derived::DerivedOp;
use super::{constructors, derived_constructors};
use crate::op::Op;
use crate::store::{Term, TermStore};
use crate::value::{BitVector, Value};

impl TermStore {
    /// A constant.
    #[track_caller]
    pub fn bit_vector(&mut self, value: BitVector) -> Term {
        self.value(&Value::BitVec(value))
    }

    /// The constant `value` modulo 2^`width`.
    #[track_caller]
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        self.bit_vector(BitVector::from_u64(width, value))
    }

    /// The bits from `low` to `high`, both included.
    #[track_caller]
    pub fn bv_extract(&mut self, operand: Term, high: u32, low: u32) -> Term {
        self.application(Op::BvExtract { high, low }, &[operand])
    }

    /// `by` more zero bits above; with none, the operand itself.
    #[track_caller]
    pub fn bv_zero_extend(&mut self, operand: Term, by: u32) -> Term {
        if by == 0 { operand } else { self.application(Op::BvZeroExtend { by }, &[operand]) }
    }

    /// `by` more copies of the sign bit above; with none, the operand itself.
    #[track_caller]
    pub fn bv_sign_extend(&mut self, operand: Term, by: u32) -> Term {
        if by == 0 { operand } else { self.application(Op::BvSignExtend { by }, &[operand]) }
    }

    /// The bits moved up by `by`, those that fall off put in below.
    #[track_caller]
    pub fn bv_rotate_left(&mut self, operand: Term, by: u32) -> Term {
        self.derived_application(DerivedOp::BvRotateLeft { by }, &[operand])
    }

    /// The bits moved down by `by`, those that fall off put in above.
    #[track_caller]
    pub fn bv_rotate_right(&mut self, operand: Term, by: u32) -> Term {
        self.derived_application(DerivedOp::BvRotateRight { by }, &[operand])
    }

    /// `times` copies side by side.
    #[track_caller]
    pub fn bv_repeat(&mut self, operand: Term, times: u32) -> Term {
        self.derived_application(DerivedOp::BvRepeat { times }, &[operand])
    }
}

constructors! {
    /// Complement of every bit.
    bv_not(operand) = Op::BvNot;
    /// Two's-complement negation.
    bv_neg(operand) = Op::BvNeg;
    /// Conjunction of bits.
    bv_and(first, second) = Op::BvAnd;
    /// Disjunction of bits.
    bv_or(first, second) = Op::BvOr;
    /// Exclusive disjunction of bits.
    bv_xor(first, second) = Op::BvXor;
    /// Sum.
    bv_add(first, second) = Op::BvAdd;
    /// Difference.
    bv_sub(minuend, subtrahend) = Op::BvSub;
    /// Product.
    bv_mul(first, second) = Op::BvMul;
    /// Unsigned quotient; all ones if the divisor is zero.
    bv_udiv(dividend, divisor) = Op::BvUdiv;
    /// Unsigned remainder; the dividend if the divisor is zero.
    bv_urem(dividend, divisor) = Op::BvUrem;
    /// Signed quotient, truncated.
    bv_sdiv(dividend, divisor) = Op::BvSdiv;
    /// Signed remainder with the sign of the dividend.
    bv_srem(dividend, divisor) = Op::BvSrem;
    /// Signed remainder with the sign of the divisor.
    bv_smod(dividend, divisor) = Op::BvSmod;
    /// Shift left.
    bv_shl(operand, amount) = Op::BvShl;
    /// Logical shift right.
    bv_lshr(operand, amount) = Op::BvLshr;
    /// Arithmetic shift right.
    bv_ashr(operand, amount) = Op::BvAshr;
    /// Unsigned less-than.
    bv_ult(first, second) = Op::BvUlt;
    /// Signed less-than.
    bv_slt(first, second) = Op::BvSlt;
    /// `high`'s bits above `low`'s.
    bv_concat(high, low) = Op::BvConcat;
}

derived_constructors! {
    /// Complement of the conjunction.
    bv_nand(first, second) = DerivedOp::BvNand;
    /// Complement of the disjunction.
    bv_nor(first, second) = DerivedOp::BvNor;
    /// Complement of the exclusive disjunction.
    bv_xnor(first, second) = DerivedOp::BvXnor;
    /// One bit that says whether the operands are equal.
    bv_comp(first, second) = DerivedOp::BvComp;
    /// Unsigned less-or-equal.
    bv_ule(first, second) = DerivedOp::BvUle;
    /// Unsigned greater-or-equal.
    bv_uge(first, second) = DerivedOp::BvUge;
    /// Unsigned greater-than.
    bv_ugt(first, second) = DerivedOp::BvUgt;
    /// Signed less-or-equal.
    bv_sle(first, second) = DerivedOp::BvSle;
    /// Signed greater-or-equal.
    bv_sge(first, second) = DerivedOp::BvSge;
    /// Signed greater-than.
    bv_sgt(first, second) = DerivedOp::BvSgt;
    /// Whether negation overflows.
    bv_neg_overflow(operand) = DerivedOp::BvNegOverflow;
    /// Whether the unsigned sum overflows.
    bv_uadd_overflow(first, second) = DerivedOp::BvUaddOverflow;
    /// Whether the signed sum overflows.
    bv_sadd_overflow(first, second) = DerivedOp::BvSaddOverflow;
    /// Whether the unsigned product overflows.
    bv_umul_overflow(first, second) = DerivedOp::BvUmulOverflow;
    /// Whether the signed product overflows.
    bv_smul_overflow(first, second) = DerivedOp::BvSmulOverflow;
    /// Whether the unsigned difference overflows.
    bv_usub_overflow(minuend, subtrahend) = DerivedOp::BvUsubOverflow;
    /// Whether the signed difference overflows.
    bv_ssub_overflow(minuend, subtrahend) = DerivedOp::BvSsubOverflow;
    /// Whether the signed quotient overflows.
    bv_sdiv_overflow(dividend, divisor) = DerivedOp::BvSdivOverflow;
}
