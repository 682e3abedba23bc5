//! Shapes within one function: operations that undo each other when nothing is rounded.

use super::MeansRounding;
use std::collections::BTreeMap;
use ulpwise_ir::{Body, FloatBinaryOp, FloatFormat, FloatPredicate, Inst, Slot, SlotType, Type};

/// A function, and where each of its slots is computed.
pub(super) struct Shapes<'a> {
    body: &'a Body,
    defined_by: BTreeMap<Slot, &'a Inst>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(body: &'a Body) -> Self {
        let mut defined_by = BTreeMap::new();
        for inst in &body.insts {
            body.for_each_definition(inst, |slot| {
                defined_by.insert(slot, inst);
            });
        }
        Self { body, defined_by }
    }

    pub(super) fn find(&self) -> Option<MeansRounding> {
        self.body.insts.iter().find_map(|inst| self.shape(inst))
    }

    fn shape(&self, inst: &Inst) -> Option<MeansRounding> {
        match *inst {
            Inst::Float { op: FloatBinaryOp::Sub, a, b, .. } => {
                // (x + c) - c, and a - (a - x).
                let from_sum = self.operands(a, FloatBinaryOp::Add).is_some_and(|sum| self.has(sum, b))
                    || self.operands(a, FloatBinaryOp::Sub).is_some_and(|[_, c]| self.is_negative_of(c, b));
                let from_difference =
                    self.operands(b, FloatBinaryOp::Sub).is_some_and(|[first, _]| self.is_same(first, a));
                (from_sum || from_difference).then_some(MeansRounding::Cancelling)
            }
            // (x - c) + c.
            Inst::Float { op: FloatBinaryOp::Add, a, b, .. } => {
                let restores = |difference, c| {
                    let by_sum = |[a, b]: [Slot; 2]| self.is_negative_of(a, c) || self.is_negative_of(b, c);
                    self.operands(difference, FloatBinaryOp::Sub).is_some_and(|[_, s]| self.is_same(s, c))
                        || self.operands(difference, FloatBinaryOp::Add).is_some_and(by_sum)
                };
                (restores(a, b) || restores(b, a)).then_some(MeansRounding::Cancelling)
            }
            Inst::FloatConvert { from: FloatFormat::F32, to: FloatFormat::F64, a, .. } => {
                let made = self.defined_by.get(&a);
                let is_narrowed = made.is_some_and(|made| {
                    matches!(made, Inst::FloatConvert { from: FloatFormat::F64, to: FloatFormat::F32, .. })
                });
                is_narrowed.then_some(MeansRounding::Narrowing)
            }
            Inst::FloatCompare { predicate, a, b, .. } => {
                let changes = |sum, x| {
                    [FloatBinaryOp::Add, FloatBinaryOp::Sub]
                        .into_iter()
                        .any(|op| self.operands(sum, op).is_some_and(|sum| self.has(sum, x)))
                };
                let is_equality = matches!(
                    predicate,
                    FloatPredicate::Oeq | FloatPredicate::One | FloatPredicate::Ueq | FloatPredicate::Une
                );
                (is_equality && (changes(a, b) || changes(b, a)))
                    .then_some(MeansRounding::UntilNothingChanges)
            }
            _ => None,
        }
    }

    /// The operands of an operation that a slot is the result of.
    fn operands(&self, slot: Slot, wanted: FloatBinaryOp) -> Option<[Slot; 2]> {
        match **self.defined_by.get(&slot)? {
            Inst::Float { op, a, b, .. } if op == wanted => Some([a, b]),
            _ => None,
        }
    }

    fn has(&self, operands: [Slot; 2], slot: Slot) -> bool {
        operands.into_iter().any(|operand| self.is_same(operand, slot))
    }

    /// Whether two slots hold the same value for certain: they are one, or the same constant.
    fn is_same(&self, one: Slot, other: Slot) -> bool {
        let constant = |slot| self.body.constant_bits(slot);
        one == other || constant(one).is_some_and(|bits| constant(other) == Some(bits))
    }

    /// Whether two constants differ in their signs alone.
    fn is_negative_of(&self, one: Slot, other: Slot) -> bool {
        let SlotType::Value(Type::Float(format)) = self.body.slots[one] else { return false };
        let sign = 1_u128 << (format.bits() - 1);
        let constant = |slot| self.body.constant_bits(slot);
        constant(one).zip(constant(other)).is_some_and(|(one, other)| one ^ sign == other)
    }
}
