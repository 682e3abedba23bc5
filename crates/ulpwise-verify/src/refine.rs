//! What a condition says about other values.
//!
//! In static single assignment form `d = op(a, b)` holds between the values of the moment wherever
//! `d` is known: its definition lies on every way there, after those of its operands. So an
//! instruction narrows its result by its operands, and its operands by its result.

use crate::backward;
use crate::certificate::OrderFact;
use crate::compare;
use crate::evaluate::{Operands, evaluate};
use crate::float_set::FloatSet;
use crate::frame::Frame;
use crate::int_set::IntSet;
use crate::integer;
use crate::value::ScalarSet;
use std::collections::VecDeque;
use ulpwise_ir::{FloatUnaryOp, Inst, IntBinaryOp, IntCastOp, IntPredicate, SignOp, Slot};

/// More instructions than this are not looked at for one condition.
const MAX_VISITS: usize = 64;

/// Values that are known better than in the block, and orders of slots.
#[derive(Default)]
pub(crate) struct NarrowedSlots {
    values: Vec<(Slot, ScalarSet)>,
    pub(crate) order: Vec<OrderFact>,
}

impl NarrowedSlots {
    pub(crate) fn get(&self, slot: Slot) -> Option<&ScalarSet> {
        self.values.iter().find(|(known, _)| *known == slot).map(|(_, value)| value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Slot, ScalarSet)> {
        self.values.iter()
    }
}

/// There is no such case.
struct Impossible;

type Refined = Result<(), Impossible>;

struct Refiner<'r, 'f, 'm> {
    frame: &'r Frame<'f, 'm>,
    narrowed: NarrowedSlots,
    open: VecDeque<Slot>,
}

impl Frame<'_, '_> {
    /// What is known better if a slot has one of these values; `None` if it has not.
    pub(crate) fn assume(&self, slot: Slot, value: &ScalarSet) -> Option<NarrowedSlots> {
        let mut refiner = Refiner { frame: self, narrowed: NarrowedSlots::default(), open: VecDeque::new() };
        refiner.narrow(slot, value).ok()?;
        let mut visits = 0;
        while let Some(slot) = refiner.open.pop_front() {
            let outline = self.outline;
            for &inst in outline.definitions[slot].iter().chain(&outline.users[slot]) {
                visits += 1;
                if visits > MAX_VISITS {
                    return Some(refiner.narrowed);
                }
                refiner.visit(&outline.body.insts[inst]).ok()?;
            }
        }
        Some(refiner.narrowed)
    }
}

impl Refiner<'_, '_, '_> {
    fn value(&self, slot: Slot) -> Option<&ScalarSet> {
        self.narrowed.get(slot).or_else(|| self.frame.known(slot))
    }

    fn narrow(&mut self, slot: Slot, to: &ScalarSet) -> Refined {
        let Some(value) = self.value(slot) else { return Ok(()) };
        let narrower = value.narrowed(to);
        if narrower.is_empty() {
            return Err(Impossible);
        }
        // Spans that were too many may have been joined: only what is smaller is news.
        if narrower == *value || !value.includes(&narrower) {
            return Ok(());
        }
        match self.narrowed.values.iter_mut().find(|(known, _)| *known == slot) {
            Some((_, known)) => *known = narrower,
            None => self.narrowed.values.push((slot, narrower)),
        }
        if !self.open.contains(&slot) {
            self.open.push_back(slot);
        }
        Ok(())
    }

    fn narrow_float(&mut self, slot: Slot, to: Option<FloatSet>) -> Refined {
        to.map_or(Ok(()), |set| self.narrow(slot, &ScalarSet::Float(set)))
    }

    fn float(&self, slot: Slot) -> Option<FloatSet> {
        match self.value(slot)? {
            ScalarSet::Float(set) => Some(set.clone()),
            ScalarSet::Int(_) | ScalarSet::Pointer(_) | ScalarSet::Opaque => None,
        }
    }

    fn int(&self, slot: Slot) -> Option<IntSet> {
        match self.value(slot)? {
            ScalarSet::Int(set) => Some(set.clone()),
            ScalarSet::Float(_) | ScalarSet::Pointer(_) | ScalarSet::Opaque => None,
        }
    }

    fn answer(&self, slot: Slot) -> Option<bool> {
        self.int(slot)?.answer()
    }

    /// Narrows the values of an instruction by what it computes.
    fn visit(&mut self, inst: &Inst) -> Refined {
        let frame = self.frame;
        let (rounding, outline) = (frame.rounding(), frame.outline);
        let get = |slot| self.value(slot).cloned();
        let operands = Operands { rounding, outline, get: &get, ways: &|a, b| frame.ways(a, b) };
        let result = evaluate(&operands, inst);
        if let Some((dst, value, _)) = result {
            self.narrow(dst, &value)?;
        }
        match *inst {
            Inst::FloatCompare { predicate, dst, a, b, .. } if a != b => {
                let (Some(x), Some(y), Some(answer)) = (self.float(a), self.float(b), self.answer(dst))
                else {
                    return Ok(());
                };
                let (x, y) = compare::operands_if(predicate, answer, &x, &y);
                self.narrow_float(a, Some(x))?;
                self.narrow_float(b, Some(y))?;
                self.compared(OrderFact { a, b, ways: compare::ways(predicate, answer).0 })
            }
            Inst::FloatClass { mask, dst, a, .. } => {
                let (Some(x), Some(answer)) = (self.float(a), self.answer(dst)) else { return Ok(()) };
                self.narrow_float(a, Some(compare::operand_if_class(mask, answer, &x)))
            }
            Inst::IntCompare { predicate, dst, a, b, .. } if a != b => self.int_compare(predicate, dst, a, b),
            Inst::Int { op, dst, a, b, .. } => self.int_binary(op, dst, a, b),
            Inst::IntCast { op, from, dst, a, .. } => match (op, self.int(dst)) {
                (IntCastOp::ZeroExtend | IntCastOp::SignExtend, Some(result)) => {
                    self.narrow(a, &ScalarSet::Int(integer::cast(IntCastOp::Truncate, from, &result)))
                }
                _ => Ok(()), // fail-closed: nothing is learnt.
            },
            Inst::Copy { dst, a, .. } if frame.outline.body.type_of(dst) == frame.outline.body.type_of(a) => {
                let (Some(copy), Some(original)) = (self.value(dst).cloned(), self.value(a).cloned()) else {
                    return Ok(());
                };
                self.narrow(a, &copy)?;
                self.narrow(dst, &original)
            }
            Inst::Select { dst, condition, a, b, .. } => self.selected(dst, condition, a, b),
            Inst::Float { op, dst, a, b, .. } if a != b => {
                let (Some(x), Some(y), Some(result)) = (self.float(a), self.float(b), self.float(dst)) else {
                    return Ok(());
                };
                let (x, y) = backward::binary(op, &x, &y, &result);
                self.narrow_float(a, x)?;
                self.narrow_float(b, y)
            }
            Inst::FloatUnary { op: FloatUnaryOp::Sqrt, dst, a, .. } => {
                let narrower = self.float(dst).and_then(|result| backward::square_root(&result));
                self.narrow_float(a, narrower)
            }
            Inst::FloatSign { op, dst, a, .. } => {
                let Some(result) = self.float(dst) else { return Ok(()) };
                let narrower = match op {
                    SignOp::Neg => result.negated(),
                    SignOp::Abs => result.union(&result.negated()),
                };
                self.narrow_float(a, Some(narrower))
            }
            Inst::FloatConvert { dst, a, .. } => {
                let (Some(result), Some(x)) = (self.float(dst), self.float(a)) else { return Ok(()) };
                self.narrow_float(a, backward::convert(&result, x.format))
            }
            _ => Ok(()), // fail-closed: nothing is learnt.
        }
    }

    /// Keeps the order of two slots in mind, and gives their differences their signs.
    fn compared(&mut self, fact: OrderFact) -> Refined {
        if self.narrowed.order.contains(&fact) {
            return Ok(());
        }
        self.narrowed.order.push(fact);
        let outline = self.frame.outline;
        for &user in &outline.users[fact.a] {
            let Inst::Float { op: ulpwise_ir::FloatBinaryOp::Sub, dst, a, b, .. } = outline.body.insts[user]
            else {
                continue;
            };
            let ways = match (a, b) {
                pair if pair == (fact.a, fact.b) => fact.ways,
                pair if pair == (fact.b, fact.a) => compare::exchanged(fact.ways),
                // fail-closed: the difference is of other slots.
                _ => continue,
            };
            let signed = self.float(dst).map(|difference| compare::with_signs(difference, ways));
            self.narrow_float(dst, signed)?;
        }
        Ok(())
    }

    fn int_compare(&mut self, predicate: IntPredicate, dst: Slot, a: Slot, b: Slot) -> Refined {
        let Some(answer) = self.answer(dst) else { return Ok(()) };
        if let (Some(ScalarSet::Pointer(x)), Some(ScalarSet::Pointer(y))) = (self.value(a), self.value(b)) {
            let is_equal = match predicate {
                IntPredicate::Eq => answer,
                IntPredicate::Ne => !answer,
                _ => return Ok(()), // fail-closed: nothing is learnt.
            };
            let (null, other) = match (x.is_null(), y.is_null()) {
                (true, false) => (x.clone(), b),
                (false, true) => (y.clone(), a),
                _ => return Ok(()), // fail-closed: nothing is learnt.
            };
            return if is_equal {
                self.narrow(other, &ScalarSet::Pointer(null))
            } else {
                self.not_null(other)
            };
        }
        let (Some(x), Some(y)) = (self.int(a), self.int(b)) else { return Ok(()) };
        let (x, y) = integer::operands_if(predicate, answer, &x, &y);
        self.narrow(a, &ScalarSet::Int(x))?;
        self.narrow(b, &ScalarSet::Int(y))
    }

    fn not_null(&mut self, slot: Slot) -> Refined {
        let Some(ScalarSet::Pointer(pointer)) = self.value(slot) else { return Ok(()) };
        if pointer.null && !pointer.unknown {
            let mut without = pointer.clone();
            without.null = false;
            if without.places.is_empty() {
                return Err(Impossible);
            }
            self.narrowed.values.retain(|(known, _)| *known != slot);
            self.narrowed.values.push((slot, ScalarSet::Pointer(without)));
        }
        Ok(())
    }

    fn int_binary(&mut self, op: IntBinaryOp, dst: Slot, a: Slot, b: Slot) -> Refined {
        let (Some(x), Some(y), Some(result)) = (self.int(a), self.int(b), self.int(dst)) else {
            return Ok(());
        };
        let truth = |value: bool| ScalarSet::Int(IntSet::of_bool(!value, value));
        match (op, result.answer().filter(|_| result.bits == 1)) {
            (IntBinaryOp::Add, _) if a != b => {
                self.narrow(a, &ScalarSet::Int(integer::binary(IntBinaryOp::Sub, &result, &y, false)))?;
                self.narrow(b, &ScalarSet::Int(integer::binary(IntBinaryOp::Sub, &result, &x, false)))
            }
            (IntBinaryOp::Sub, _) if a != b => {
                self.narrow(a, &ScalarSet::Int(integer::binary(IntBinaryOp::Add, &result, &y, false)))?;
                self.narrow(b, &ScalarSet::Int(integer::binary(IntBinaryOp::Sub, &x, &result, false)))
            }
            (IntBinaryOp::And, Some(true)) => {
                self.narrow(a, &truth(true))?;
                self.narrow(b, &truth(true))
            }
            (IntBinaryOp::Or, Some(false)) => {
                self.narrow(a, &truth(false))?;
                self.narrow(b, &truth(false))
            }
            (IntBinaryOp::And | IntBinaryOp::Or, Some(answer)) => {
                // One operand that did not decide it leaves it to the other.
                for (one, other) in [(&x, b), (&y, a)] {
                    if one.answer() == Some(!answer) {
                        self.narrow(other, &truth(answer))?;
                    }
                }
                Ok(())
            }
            (IntBinaryOp::Xor, Some(answer)) => {
                for (one, other) in [(&x, b), (&y, a)] {
                    if let Some(known) = one.answer() {
                        self.narrow(other, &truth(known != answer))?;
                    }
                }
                Ok(())
            }
            _ => Ok(()), // fail-closed: nothing is learnt.
        }
    }

    fn selected(&mut self, dst: Slot, condition: Slot, a: Slot, b: Slot) -> Refined {
        let Some(result) = self.value(dst).cloned() else { return Ok(()) };
        if let Some(answer) = self.answer(condition) {
            let chosen = if answer { a } else { b };
            self.narrow(chosen, &result)?;
            return match self.value(chosen).cloned() {
                Some(value) => self.narrow(dst, &value),
                None => Ok(()),
            };
        }
        // What the result is not was not selected.
        for (slot, other, answer) in [(a, b, false), (b, a, true)] {
            if self.value(slot).is_some_and(|value| value.narrowed(&result).is_empty()) {
                self.narrow(condition, &ScalarSet::Int(IntSet::of_bool(!answer, answer)))?;
                return self.narrow(other, &result);
            }
        }
        Ok(())
    }
}
