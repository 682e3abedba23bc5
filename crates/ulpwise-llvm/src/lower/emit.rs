//! One function per instruction: takes operands, makes the result slot, returns it.
//!
//! Widths and formats come from the types of the operands. Nothing here can fail: LLVM's verifier
//! has already checked that the types fit.

use super::builder::{BodyBuilder, UNNUMBERED};
use ulpwise_ir::{
    Constant, FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp, Inst, IntBinaryOp, IntCastOp,
    IntPredicate, IntUnaryOp, SignOp, Slot, Type,
};

impl BodyBuilder {
    fn width(&self, slot: Slot) -> u8 {
        self.type_of(slot).bits()
    }

    pub(super) fn int(&mut self, op: IntBinaryOp, a: Slot, b: Slot) -> Slot {
        let bits = self.width(a);
        let dst = self.local(Type::Int(bits));
        self.emit(Inst::Int { op, bits, dst, a, b });
        dst
    }

    pub(super) fn int_unary(&mut self, op: IntUnaryOp, a: Slot) -> Slot {
        let bits = self.width(a);
        let dst = self.local(Type::Int(bits));
        self.emit(Inst::IntUnary { op, bits, dst, a });
        dst
    }

    /// An integer of another width: `extension` says what comes in when it is wider.
    pub(super) fn resize(&mut self, extension: IntCastOp, a: Slot, to: u8) -> Slot {
        let from = self.width(a);
        let op = match from.cmp(&to) {
            std::cmp::Ordering::Equal => return a,
            std::cmp::Ordering::Less => extension,
            std::cmp::Ordering::Greater => IntCastOp::Truncate,
        };
        if let Some((Type::Int(_), Constant::Bits(bits))) = self.constant_of(a) {
            let unused = 128 - u32::from(from);
            let wide = match op {
                IntCastOp::SignExtend => ((bits << unused) as i128 >> unused) as u128,
                IntCastOp::ZeroExtend | IntCastOp::Truncate => bits,
            };
            return self.bits(Type::Int(to), wide);
        }
        let dst = self.local(Type::Int(to));
        self.emit(Inst::IntCast { op, from, to, dst, a });
        dst
    }

    pub(super) fn compare(&mut self, predicate: IntPredicate, a: Slot, b: Slot) -> Slot {
        let bits = self.width(a);
        let dst = self.local(Type::BOOL);
        self.emit(Inst::IntCompare { predicate, bits, dst, a, b });
        dst
    }

    pub(super) fn select(&mut self, condition: Slot, a: Slot, b: Slot) -> Slot {
        let ty = self.type_of(a);
        let dst = self.local(ty);
        self.emit(Inst::Select { wide: ty.is_wide(), dst, condition, a, b });
        dst
    }

    /// The same bits as a value of another type of that width.
    pub(super) fn copy(&mut self, a: Slot, ty: Type) -> Slot {
        let dst = self.local(ty);
        self.emit(Inst::Copy { wide: ty.is_wide(), dst, a });
        dst
    }

    /// The same bits under that type; nothing happens when it has that type already.
    pub(super) fn retype(&mut self, a: Slot, ty: Type) -> Slot {
        if self.type_of(a) == ty {
            return a;
        }
        match self.constant_of(a) {
            Some((_, constant @ (Constant::Bits(_) | Constant::Undefined))) => self.constant(ty, constant),
            _ => self.copy(a, ty),
        }
    }

    /// The bits of any value as an integer.
    pub(super) fn as_int(&mut self, a: Slot) -> Slot {
        let bits = self.width(a);
        self.retype(a, Type::Int(bits))
    }

    pub(super) fn float(&mut self, op: FloatBinaryOp, format: FloatFormat, a: Slot, b: Slot) -> Slot {
        let dst = self.local(Type::Float(format));
        self.emit(Inst::Float { op, format, dst, a, b, site: UNNUMBERED });
        dst
    }

    pub(super) fn float_unary(&mut self, op: FloatUnaryOp, format: FloatFormat, a: Slot) -> Slot {
        let dst = self.local(Type::Float(format));
        self.emit(Inst::FloatUnary { op, format, dst, a, site: UNNUMBERED });
        dst
    }

    pub(super) fn float_fma(&mut self, format: FloatFormat, [a, b, c]: [Slot; 3]) -> Slot {
        let dst = self.local(Type::Float(format));
        self.emit(Inst::FloatFma { format, dst, a, b, c, site: UNNUMBERED });
        dst
    }

    pub(super) fn float_sign(&mut self, op: SignOp, format: FloatFormat, a: Slot) -> Slot {
        let dst = self.local(Type::Float(format));
        self.emit(Inst::FloatSign { op, format, dst, a });
        dst
    }

    pub(super) fn float_copy_sign(&mut self, format: FloatFormat, a: Slot, b: Slot) -> Slot {
        let dst = self.local(Type::Float(format));
        self.emit(Inst::FloatCopySign { format, dst, a, b });
        dst
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        signaling: bool,
        format: FloatFormat,
        [a, b]: [Slot; 2],
    ) -> Slot {
        let dst = self.local(Type::BOOL);
        self.emit(Inst::FloatCompare { predicate, signaling, format, dst, a, b, site: UNNUMBERED });
        dst
    }

    pub(super) fn float_class(&mut self, mask: u16, format: FloatFormat, a: Slot) -> Slot {
        let dst = self.local(Type::BOOL);
        self.emit(Inst::FloatClass { mask, format, dst, a });
        dst
    }

    pub(super) fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: Slot) -> Slot {
        if from == to {
            return a;
        }
        let dst = self.local(Type::Float(to));
        self.emit(Inst::FloatConvert { from, to, dst, a, site: UNNUMBERED });
        dst
    }

    pub(super) fn load(&mut self, ty: Type, address: Slot) -> Slot {
        self.load_memory(ty, address, false)
    }

    /// A load of what something besides the program may write at any moment, or of plain memory.
    pub(super) fn load_memory(&mut self, ty: Type, address: Slot, volatile: bool) -> Slot {
        let dst = self.local(ty);
        self.emit(Inst::Load { ty, dst, address, volatile });
        dst
    }

    pub(super) fn store(&mut self, address: Slot, value: Slot) {
        let ty = self.type_of(value);
        self.emit(Inst::Store { ty, address, value });
    }

    /// An address some bytes further on.
    pub(super) fn add_bytes(&mut self, base: Slot, bytes: i64) -> Slot {
        if bytes == 0 {
            return base;
        }
        match self.constant_of(base) {
            Some((Type::Pointer, Constant::GlobalAddress(global, offset))) => {
                self.constant(Type::Pointer, Constant::GlobalAddress(global, offset.wrapping_add(bytes)))
            }
            Some((Type::Pointer, Constant::Bits(bits))) => {
                self.bits(Type::Pointer, u128::from((bits as u64).wrapping_add(bytes as u64)))
            }
            _ => {
                let index = self.bits(Type::Int(64), u128::from(bytes as u64));
                self.pointer_add(base, index, 1)
            }
        }
    }

    /// `base + index * stride`; the index has 64 bits.
    pub(super) fn pointer_add(&mut self, base: Slot, index: Slot, stride: u64) -> Slot {
        let (index, scale) = match u32::try_from(stride) {
            Ok(scale) => (index, scale),
            Err(_) => {
                let stride = self.bits(Type::Int(64), u128::from(stride));
                (self.int(IntBinaryOp::Mul, index, stride), 1)
            }
        };
        let dst = self.local(Type::Pointer);
        self.emit(Inst::PointerAdd { dst, base, index, scale });
        dst
    }

    /// A new object of one element in this frame.
    pub(super) fn alloca(&mut self, size: u32, align: u32) -> Slot {
        let count = self.bits(Type::Int(64), 1);
        let dst = self.local(Type::Pointer);
        self.emit(Inst::Alloca { dst, count, size, align });
        dst
    }

    pub(super) fn stack_save(&mut self) -> Slot {
        let dst = self.local(Type::Pointer);
        self.emit(Inst::StackSave { dst });
        dst
    }
}
