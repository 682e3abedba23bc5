//! Instructions that compute a value from values.

use super::{Next, Nexts};
use crate::executor::Executor;
use crate::state::PathState;
use crate::terms::{Performed, Terms};
use ulpwise_expr::{BitVector, Term};
use ulpwise_float::Rounding;
use ulpwise_interp::PathEnd;
use ulpwise_ir::{Access, Inst, IntBinaryOp, Slot};

/// The rounding modes as `llvm.set.rounding` numbers them.
const ROUNDING_NUMBERS: [u64; 5] = [0, 1, 2, 3, 4];

impl<'p> Executor<'p, '_> {
    pub(super) fn data(&mut self, mut state: PathState<'p>, inst: Inst) -> Nexts<'p> {
        if let Inst::Int { op, bits, b, .. } = inst
            && matches!(op, IntBinaryOp::UDiv | IntBinaryOp::SDiv | IntBinaryOp::URem | IntBinaryOp::SRem)
        {
            let divisor = state.get(&mut self.terms, b);
            let divisor = self.terms.bits(divisor);
            return self.divide(state, inst, bits, divisor);
        }
        if let Inst::IntOverflow { op, dst, overflow, a, b, .. } = inst {
            let (a, b) = (state.get(&mut self.terms, a), state.get(&mut self.terms, b));
            let (result, overflowed) = self.terms.int_overflow(op, a, b);
            let overflowed = self.terms.bit(overflowed);
            state.set(&mut self.terms, dst, result);
            state.set(&mut self.terms, overflow, overflowed);
            return Self::done(state);
        }
        // What decides about room and rounding is followed one value at a time.
        if let Inst::Alloca { count: open, .. } | Inst::StackRestore { mark: open } = inst {
            return self.enumerate(state, open);
        }
        if let Inst::SetRounding { mode } = inst {
            let (mut nexts, rest) = self.by_cases(state, mode, &ROUNDING_NUMBERS);
            nexts.extend(
                rest.map(|state| Self::unsupported(state, "a rounding mode that is none"))
                    .into_iter()
                    .flatten(),
            );
            return nexts;
        }
        let (left, mut nexts) = self.defined(state, inst);
        let Some(mut state) = left else { return nexts };
        nexts.extend(match self.computed(&mut state, inst) {
            Some((dst, value)) => {
                state.set(&mut self.terms, dst, value);
                Self::done(state)
            }
            None => Self::unsupported(state, format!("{inst:?} on symbolic values")),
        });
        nexts
    }

    /// Divides once it is known that a divisor is not zero, and the quotient fits; the other cases
    /// are paths of their own, which end.
    fn divide(&mut self, state: PathState<'p>, inst: Inst, bits: u8, divisor: Term) -> Nexts<'p> {
        let is_nonzero = self.terms.is_not_zero(divisor);
        let split = self.questions.split(&mut self.terms, state, is_nonzero);
        let mut nexts: Nexts<'p> = Vec::new();
        nexts.extend(split.fails.map(|state| Next::stops(state, PathEnd::IntDivideByZero)));
        let Some(state) = split.holds else { return nexts };
        let Inst::Int { op, dst, a, b, .. } = inst else {
            unreachable!("a division is an integer operation")
        };
        let dividend = state.get(&mut self.terms, a);
        let dividend = self.terms.bits(dividend);
        let state = if matches!(op, IntBinaryOp::SDiv | IntBinaryOp::SRem) {
            let width = u32::from(bits);
            let least = self.terms.store.bit_vector(BitVector::min_signed(width));
            let minus_one = self.terms.store.bit_vector(BitVector::ones(width));
            let is_least = self.terms.store.eq(dividend, least);
            let is_minus_one = self.terms.store.eq(divisor, minus_one);
            let overflows = self.terms.store.and(&[is_least, is_minus_one]);
            let split = self.questions.split(&mut self.terms, state, overflows);
            nexts.extend(split.holds.map(|state| Next::stops(state, PathEnd::IntDivisionOverflow)));
            split.fails
        } else {
            Some(state)
        };
        if let Some(mut state) = state {
            let (a, b) = (state.get(&mut self.terms, a), state.get(&mut self.terms, b));
            let value = self.terms.int_binary(op, bits, a, b);
            state.set(&mut self.terms, dst, value);
            nexts.extend(Self::done(state));
        }
        nexts
    }

    /// Writes down what may raise flags.
    fn note_operation(&mut self, state: &mut PathState<'p>, inst: Inst, rounding: Rounding) {
        let mut slots = Vec::new();
        let mut read = inst;
        read.for_each_slot_mut(|access, slot| {
            if access == Access::Use {
                slots.push(*slot);
            }
        });
        let operands: Vec<Term> = slots.into_iter().map(|slot| state.get(&mut self.terms, slot)).collect();
        let performed = Performed::Operation { inst, rounding, operands };
        if let Some(site) = inst.site() {
            self.look(state, site, &performed);
            self.note_checks(state, site, &performed);
        }
        state.flags.performed(|| performed);
    }

    /// The result of an instruction that has one, and never fails.
    pub(crate) fn computed(&mut self, state: &mut PathState<'p>, inst: Inst) -> Option<(Slot, Term)> {
        let rounding = state.interpreter.machine.float.rounding;
        if inst.site().is_some() {
            self.note_operation(state, inst, rounding);
        }
        let terms = &mut self.terms;
        let get = |terms: &mut Terms, slot: Slot| state.get(terms, slot);
        Some(match inst {
            Inst::Int { op, bits, dst, a, b } => {
                let (a, b) = (get(terms, a), get(terms, b));
                (dst, terms.int_binary(op, bits, a, b))
            }
            Inst::IntUnary { op, bits, dst, a } => {
                let a = get(terms, a);
                (dst, terms.int_unary(op, bits, a))
            }
            Inst::FunnelShift { left, bits, dst, a, b, amount } => {
                let operands = [a, b, amount].map(|slot| get(terms, slot));
                (dst, terms.funnel_shift(left, bits, operands))
            }
            Inst::IntCast { op, from, to, dst, a } => {
                let a = get(terms, a);
                (dst, terms.int_cast(op, from, to, a))
            }
            Inst::IntCompare { predicate, dst, a, b, .. } => {
                let (a, b) = (get(terms, a), get(terms, b));
                let truth = terms.int_compare(predicate, a, b);
                (dst, terms.bit(truth))
            }
            Inst::Select { dst, condition, a, b, .. } => {
                let [condition, a, b] = [condition, a, b].map(|slot| get(terms, slot));
                let condition = terms.truth(condition);
                (dst, terms.choose(condition, a, b))
            }
            Inst::Copy { dst, a, .. } => (dst, get(terms, a)),
            Inst::PointerAdd { dst, base, index, scale } => {
                let (base, index) = (get(terms, base), get(terms, index));
                let (base, index) = (terms.bits(base), terms.bits(index));
                let scale = terms.constant(64, u128::from(scale));
                let offset = terms.store.bv_mul(index, scale);
                (dst, terms.store.bv_add(base, offset))
            }
            Inst::Float { op, format, dst, a, b, .. } => {
                let (a, b) = (get(terms, a), get(terms, b));
                (dst, terms.float_binary(op, format, rounding, a, b))
            }
            Inst::FloatUnary { op, format, dst, a, .. } => {
                let a = get(terms, a);
                (dst, terms.float_unary(op, format, rounding, a))
            }
            Inst::FloatFma { format, dst, a, b, c, .. } => {
                let operands = [a, b, c].map(|slot| get(terms, slot));
                (dst, terms.float_fma(format, rounding, operands))
            }
            Inst::FloatSign { op, format, dst, a } => {
                let a = get(terms, a);
                (dst, terms.float_sign(op, format, a))
            }
            Inst::FloatCopySign { format, dst, a, b } => {
                let (a, b) = (get(terms, a), get(terms, b));
                (dst, terms.float_copy_sign(format, a, b))
            }
            Inst::FloatCompare { predicate, format, dst, a, b, .. } => {
                let (a, b) = (get(terms, a), get(terms, b));
                let truth = terms.float_compare(predicate, format, a, b);
                (dst, terms.bit(truth))
            }
            Inst::FloatClass { mask, format, dst, a } => {
                let a = get(terms, a);
                let truth = terms.float_class(mask, format, a);
                (dst, terms.bit(truth))
            }
            Inst::FloatConvert { from, to, dst, a, .. } => {
                let a = get(terms, a);
                (dst, terms.float_from_float(from, to, rounding, a))
            }
            Inst::FloatToInt { signed, saturating, format, bits, dst, a, .. } => {
                let a = get(terms, a);
                let integer = if saturating {
                    terms.saturated_int_from_float(signed, format, bits, a)
                } else {
                    terms.int_from_float(signed, format, bits, rounding, a)
                };
                (dst, integer)
            }
            Inst::IntToFloat { signed, bits, format, dst, a, .. } => {
                let a = get(terms, a);
                (dst, terms.float_from_int(signed, bits, format, rounding, a))
            }
            _ => return None,
        })
    }
}
