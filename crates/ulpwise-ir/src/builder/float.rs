//! Operations on floating-point numbers.

use super::body::{BodyBuilder, BuilderValue, UNNUMBERED, slot};
use super::{I1, I32};
use crate::inst::Inst;
use crate::ops::{FloatBinaryOp, FloatPredicate, FloatUnaryOp, SignOp};
use crate::types::{FloatFormat, Type};

impl BodyBuilder<'_> {
    /// An operation of two operands.
    pub fn float(&mut self, op: FloatBinaryOp, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        let format = self.format(a);
        let (a, b) = (slot(a), slot(b));
        self.push_value(Type::Float(format), |dst| Inst::Float { op, format, dst, a, b, site: UNNUMBERED })
    }

    /// Sum.
    pub fn fadd(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float(FloatBinaryOp::Add, a, b)
    }

    /// Difference.
    pub fn fsub(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float(FloatBinaryOp::Sub, a, b)
    }

    /// Product.
    pub fn fmul(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float(FloatBinaryOp::Mul, a, b)
    }

    /// Quotient.
    pub fn fdiv(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float(FloatBinaryOp::Div, a, b)
    }

    /// An operation of one operand.
    pub fn float_unary(&mut self, op: FloatUnaryOp, a: BuilderValue) -> BuilderValue {
        let format = self.format(a);
        let site = UNNUMBERED;
        self.push_value(Type::Float(format), |dst| Inst::FloatUnary { op, format, dst, a: slot(a), site })
    }

    /// `a * b + c`, rounded once.
    pub fn ffma(&mut self, a: BuilderValue, b: BuilderValue, c: BuilderValue) -> BuilderValue {
        let format = self.format(a);
        let (a, b, c, site) = (slot(a), slot(b), slot(c), UNNUMBERED);
        self.push_value(Type::Float(format), |dst| Inst::FloatFma { format, dst, a, b, c, site })
    }

    /// An operation on the sign bit.
    pub fn float_sign(&mut self, op: SignOp, a: BuilderValue) -> BuilderValue {
        let format = self.format(a);
        self.push_value(Type::Float(format), |dst| Inst::FloatSign { op, format, dst, a: slot(a) })
    }

    /// `a` with the sign of `b`.
    pub fn fcopysign(&mut self, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        let format = self.format(a);
        let (a, b) = (slot(a), slot(b));
        self.push_value(Type::Float(format), |dst| Inst::FloatCopySign { format, dst, a, b })
    }

    /// A comparison that a quiet NaN passes silently.
    pub fn fcmp(&mut self, predicate: FloatPredicate, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float_compare(predicate, false, a, b)
    }

    /// A comparison that raises invalid on any NaN.
    pub fn fcmps(&mut self, predicate: FloatPredicate, a: BuilderValue, b: BuilderValue) -> BuilderValue {
        self.float_compare(predicate, true, a, b)
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        signaling: bool,
        a: BuilderValue,
        b: BuilderValue,
    ) -> BuilderValue {
        let format = self.format(a);
        let (a, b, site) = (slot(a), slot(b), UNNUMBERED);
        self.push_value(I1, |dst| Inst::FloatCompare { predicate, signaling, format, dst, a, b, site })
    }

    /// Whether the number belongs to one of the classes.
    pub fn fclass(&mut self, a: BuilderValue, mask: u16) -> BuilderValue {
        let format = self.format(a);
        self.push_value(I1, |dst| Inst::FloatClass { mask, format, dst, a: slot(a) })
    }

    /// The number in another format.
    pub fn fconvert(&mut self, a: BuilderValue, to: FloatFormat) -> BuilderValue {
        let from = self.format(a);
        let (a, site) = (slot(a), UNNUMBERED);
        self.push_value(Type::Float(to), |dst| Inst::FloatConvert { from, to, dst, a, site })
    }

    /// To a signed integer.
    pub fn fptosi(&mut self, a: BuilderValue, bits: u8) -> BuilderValue {
        self.float_to_int(a, true, false, bits)
    }

    /// To an integer.
    pub fn float_to_int(
        &mut self,
        a: BuilderValue,
        signed: bool,
        saturating: bool,
        bits: u8,
    ) -> BuilderValue {
        let format = self.format(a);
        let (a, site) = (slot(a), UNNUMBERED);
        self.push_value(Type::Int(bits), |dst| Inst::FloatToInt {
            signed,
            saturating,
            format,
            bits,
            dst,
            a,
            site,
        })
    }

    /// From an integer.
    pub fn int_to_float(&mut self, a: BuilderValue, signed: bool, format: FloatFormat) -> BuilderValue {
        let bits = self.width(a);
        let (a, site) = (slot(a), UNNUMBERED);
        self.push_value(Type::Float(format), |dst| Inst::IntToFloat { signed, bits, format, dst, a, site })
    }

    /// The rounding mode of the moment.
    pub fn get_rounding(&mut self) -> BuilderValue {
        self.push_value(I32, |dst| Inst::GetRounding { dst })
    }

    /// Sets the rounding mode.
    pub fn set_rounding(&mut self, mode: BuilderValue) {
        self.push(Inst::SetRounding { mode: slot(mode) });
    }
}
