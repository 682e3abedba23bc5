//! Integer operations. What is undefined does what compiled code does, as in the interpreter.

use super::Terms;
use ulpwise_expr::{BitVector, Term};
use ulpwise_ir::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp};

impl Terms {
    /// An operation of two operands; divisions by zero have been ruled out.
    pub fn int_binary(&mut self, op: IntBinaryOp, bits: u8, a: Term, b: Term) -> Term {
        let (a, b) = (self.bits(a), self.bits(b));
        if bits == 1 && matches!(op, IntBinaryOp::And | IntBinaryOp::Or) {
            // Truth values: as such they are taken apart where they are assumed.
            let truths = [self.truth(a), self.truth(b)];
            let truth = if op == IntBinaryOp::And { self.store.and(&truths) } else { self.store.or(&truths) };
            return self.bit(truth);
        }
        let store = &mut self.store;
        match op {
            IntBinaryOp::Add => store.bv_add(a, b),
            IntBinaryOp::Sub => store.bv_sub(a, b),
            IntBinaryOp::Mul => store.bv_mul(a, b),
            IntBinaryOp::UDiv => store.bv_udiv(a, b),
            IntBinaryOp::SDiv => store.bv_sdiv(a, b),
            IntBinaryOp::URem => store.bv_urem(a, b),
            IntBinaryOp::SRem => store.bv_srem(a, b),
            IntBinaryOp::Shl => {
                let amount = self.shift_amount(bits, b);
                self.store.bv_shl(a, amount)
            }
            IntBinaryOp::LShr => {
                let amount = self.shift_amount(bits, b);
                self.store.bv_lshr(a, amount)
            }
            IntBinaryOp::AShr => {
                let amount = self.shift_amount(bits, b);
                self.store.bv_ashr(a, amount)
            }
            IntBinaryOp::And => store.bv_and(a, b),
            IntBinaryOp::Or => store.bv_or(a, b),
            IntBinaryOp::Xor => store.bv_xor(a, b),
            IntBinaryOp::SMax => self.pick(|store| store.bv_slt(a, b), b, a),
            IntBinaryOp::SMin => self.pick(|store| store.bv_slt(a, b), a, b),
            IntBinaryOp::UMax => self.pick(|store| store.bv_ult(a, b), b, a),
            IntBinaryOp::UMin => self.pick(|store| store.bv_ult(a, b), a, b),
            IntBinaryOp::UAddSat => {
                let (sum, over) = self.int_overflow(OverflowOp::UAdd, a, b);
                let most = self.store.bit_vector(BitVector::ones(u32::from(bits)));
                self.store.ite(over, most, sum)
            }
            IntBinaryOp::USubSat => {
                let (difference, under) = self.int_overflow(OverflowOp::USub, a, b);
                let zero = self.store.bv(u32::from(bits), 0);
                self.store.ite(under, zero, difference)
            }
            IntBinaryOp::SAddSat => self.saturated(OverflowOp::SAdd, bits, a, b),
            IntBinaryOp::SSubSat => self.saturated(OverflowOp::SSub, bits, a, b),
        }
    }

    fn pick(
        &mut self,
        condition: impl FnOnce(&mut ulpwise_expr::TermStore) -> Term,
        then: Term,
        otherwise: Term,
    ) -> Term {
        let condition = condition(&mut self.store);
        self.store.ite(condition, then, otherwise)
    }

    /// The amount that compiled code shifts by: modulo 32, or modulo the register.
    fn shift_amount(&mut self, bits: u8, amount: Term) -> Term {
        let modulus: u64 = match bits {
            0..=32 => 32,
            33..=64 => 64,
            _ => 128,
        };
        let width = u32::from(bits);
        // A mask that all amounts of this width are below changes nothing.
        if width < 7 && 1 << width <= modulus {
            return amount;
        }
        let mask = self.store.bv(width, modulus - 1);
        self.store.bv_and(amount, mask)
    }

    /// A sum or difference that stays at the nearest end of the range.
    fn saturated(&mut self, op: OverflowOp, bits: u8, a: Term, b: Term) -> Term {
        let (result, over) = self.int_overflow(op, a, b);
        let width = u32::from(bits);
        let least = self.store.bit_vector(BitVector::min_signed(width));
        let greatest = self.store.bit_vector(BitVector::max_signed(width));
        let zero = self.store.bv(width, 0);
        let end = self.pick(|store| store.bv_slt(a, zero), least, greatest);
        self.store.ite(over, end, result)
    }

    /// The result modulo 2^bits, and whether the exact one does not fit.
    pub fn int_overflow(&mut self, op: OverflowOp, a: Term, b: Term) -> (Term, Term) {
        let (a, b) = (self.bits(a), self.bits(b));
        let store = &mut self.store;
        match op {
            OverflowOp::SAdd => (store.bv_add(a, b), store.bv_sadd_overflow(a, b)),
            OverflowOp::UAdd => (store.bv_add(a, b), store.bv_uadd_overflow(a, b)),
            OverflowOp::SSub => (store.bv_sub(a, b), store.bv_ssub_overflow(a, b)),
            OverflowOp::USub => (store.bv_sub(a, b), store.bv_usub_overflow(a, b)),
            OverflowOp::SMul => (store.bv_mul(a, b), store.bv_smul_overflow(a, b)),
            OverflowOp::UMul => (store.bv_mul(a, b), store.bv_umul_overflow(a, b)),
        }
    }

    /// An operation of one operand.
    pub fn int_unary(&mut self, op: IntUnaryOp, bits: u8, a: Term) -> Term {
        let a = self.bits(a);
        let width = u32::from(bits);
        match op {
            IntUnaryOp::PopulationCount => self.population_count(width, a),
            IntUnaryOp::LeadingZeros => self.zeros_before(width, a, (0..width).collect()),
            IntUnaryOp::TrailingZeros => self.zeros_before(width, a, (0..width).rev().collect()),
            IntUnaryOp::SwapBytes => self.rearranged(a, (0..width / 8).map(|byte| (8 * byte + 7, 8 * byte))),
            IntUnaryOp::ReverseBits => self.rearranged(a, (0..width).map(|bit| (bit, bit))),
            IntUnaryOp::Abs => {
                let zero = self.store.bv(width, 0);
                let negated = self.store.bv_neg(a);
                self.pick(|store| store.bv_slt(a, zero), negated, a)
            }
        }
    }

    fn population_count(&mut self, width: u32, a: Term) -> Term {
        let mut sum = self.store.bv(width, 0);
        for position in 0..width {
            let bit = self.store.bv_extract(a, position, position);
            let bit = self.store.bv_zero_extend(bit, width - 1);
            sum = self.store.bv_add(sum, bit);
        }
        sum
    }

    /// How many zeros come before the first one, in the reverse of this order of positions.
    fn zeros_before(&mut self, width: u32, a: Term, positions: Vec<u32>) -> Term {
        let mut count = self.store.bv(width, u64::from(width));
        let last = positions.len() - 1;
        for (at, position) in positions.into_iter().enumerate() {
            let bit = self.store.bv_extract(a, position, position);
            let before = self.store.bv(width, (last - at) as u64);
            let is_set = self.is_not_zero(bit);
            count = self.store.ite(is_set, before, count);
        }
        count
    }

    /// Pieces of a bit-vector side by side, the first one on top.
    fn rearranged(&mut self, a: Term, pieces: impl Iterator<Item = (u32, u32)>) -> Term {
        let pieces: Vec<Term> = pieces.map(|(high, low)| self.store.bv_extract(a, high, low)).collect();
        let joined = pieces.into_iter().reduce(|above, piece| self.store.bv_concat(above, piece));
        joined.unwrap_or(a)
    }

    /// The high (left) or low (right) part of the concatenation of two numbers after a shift.
    pub fn funnel_shift(&mut self, left: bool, bits: u8, [a, b, amount]: [Term; 3]) -> Term {
        let [a, b, amount] = [a, b, amount].map(|term| self.bits(term));
        let width = u32::from(bits);
        let modulus = self.store.bv(width, u64::from(width));
        let amount = self.store.bv_urem(amount, modulus);
        let both = self.store.bv_concat(a, b);
        let amount = self.store.bv_zero_extend(amount, width);
        if left {
            let shifted = self.store.bv_shl(both, amount);
            self.store.bv_extract(shifted, 2 * width - 1, width)
        } else {
            let shifted = self.store.bv_lshr(both, amount);
            self.store.bv_extract(shifted, width - 1, 0)
        }
    }

    /// A change of width.
    pub fn int_cast(&mut self, op: IntCastOp, from: u8, to: u8, a: Term) -> Term {
        let a = self.bits(a);
        let (from, to) = (u32::from(from), u32::from(to));
        match op {
            IntCastOp::Truncate => self.store.bv_extract(a, to - 1, 0),
            IntCastOp::ZeroExtend => self.store.bv_zero_extend(a, to - from),
            IntCastOp::SignExtend => self.store.bv_sign_extend(a, to - from),
        }
    }

    /// A comparison, as a truth value.
    pub fn int_compare(&mut self, predicate: IntPredicate, a: Term, b: Term) -> Term {
        let (a, b) = (self.bits(a), self.bits(b));
        let store = &mut self.store;
        match predicate {
            IntPredicate::Eq => store.eq(a, b),
            IntPredicate::Ne => {
                let equal = store.eq(a, b);
                store.not(equal)
            }
            IntPredicate::Ult => store.bv_ult(a, b),
            IntPredicate::Ule => store.bv_ule(a, b),
            IntPredicate::Ugt => store.bv_ugt(a, b),
            IntPredicate::Uge => store.bv_uge(a, b),
            IntPredicate::Slt => store.bv_slt(a, b),
            IntPredicate::Sle => store.bv_sle(a, b),
            IntPredicate::Sgt => store.bv_sgt(a, b),
            IntPredicate::Sge => store.bv_sge(a, b),
        }
    }
}
