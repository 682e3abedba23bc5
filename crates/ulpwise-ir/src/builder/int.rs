//! Operations on integers, and on values of any type.

use super::I1;
use super::body::{BodyBuilder, BuilderValue, slot};
use crate::inst::Inst;
use crate::ops::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp};
use crate::types::Type;

impl BodyBuilder<'_> {
    /// An integer operation.
    pub fn int(&mut self, op: IntBinaryOp, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        let bits = self.width(a);
        self.push_value(Type::Int(bits), |dst| Inst::Int { op, bits, dst, a: slot(a), b: slot(b) })
    }

    /// Sum.
    pub fn add(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.int(IntBinaryOp::Add, a, b)
    }

    /// Difference.
    pub fn sub(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.int(IntBinaryOp::Sub, a, b)
    }

    /// Product.
    pub fn mul(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.int(IntBinaryOp::Mul, a, b)
    }

    /// An integer operation and whether it overflowed.
    pub fn int_overflow(
        &mut self,
        op: OverflowOp,
        a: BuilderValue,
        b: BuilderValue,
    ) -> (BuilderValue, BuilderValue) {
        let bits = self.width(a);
        let results = self.new_values(&[Type::Int(bits), I1]);
        let (dst, overflow) = (slot(results[0]), slot(results[1]));
        self.push(Inst::IntOverflow { op, bits, dst, overflow, a: slot(a), b: slot(b) });
        (results[0], results[1])
    }

    /// An integer operation of one operand.
    pub fn int_unary(&mut self, op: IntUnaryOp, a: BuilderValue) -> BuilderValue {
        let bits = self.width(a);
        self.push_value(Type::Int(bits), |dst| Inst::IntUnary { op, bits, dst, a: slot(a) })
    }

    /// The high half of `a:b` shifted left.
    pub fn fshl(&mut self, a: BuilderValue, b: BuilderValue, amount: BuilderValue) -> BuilderValue {
        self.funnel_shift(true, a, b, amount)
    }

    /// The low half of `a:b` shifted right.
    pub fn fshr(&mut self, a: BuilderValue, b: BuilderValue, amount: BuilderValue) -> BuilderValue {
        self.funnel_shift(false, a, b, amount)
    }

    fn funnel_shift(
        &mut self,
        left: bool,
        a: BuilderValue,
        b: BuilderValue,
        amount: BuilderValue,
    ) -> BuilderValue {
        let bits = self.width(a);
        let (a, b, amount) = (slot(a), slot(b), slot(amount));
        self.push_value(Type::Int(bits), |dst| Inst::FunnelShift { left, bits, dst, a, b, amount })
    }

    /// The integer in another width.
    pub fn int_cast(&mut self, op: IntCastOp, a: BuilderValue, to: u8) -> BuilderValue {
        let from = self.width(a);
        self.push_value(Type::Int(to), |dst| Inst::IntCast { op, from, to, dst, a: slot(a) })
    }

    /// A comparison of integers or pointers.
    pub fn icmp(&mut self, predicate: IntPredicate, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        let bits = self.type_of(a).bits();
        self.push_value(I1, |dst| Inst::IntCompare { predicate, bits, dst, a: slot(a), b: slot(b) })
    }

    /// `condition ? a : b`.
    pub fn select(&mut self, condition: BuilderValue, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        let ty = self.type_of(a);
        let (condition, a, b) = (slot(condition), slot(a), slot(b));
        self.push_value(ty, |dst| Inst::Select { wide: ty.is_wide(), dst, condition, a, b })
    }

    /// The same bits as another type.
    pub fn copy(&mut self, a: BuilderValue, ty: Type) -> BuilderValue {
        self.push_value(ty, |dst| Inst::Copy { wide: ty.is_wide(), dst, a: slot(a) })
    }
}
