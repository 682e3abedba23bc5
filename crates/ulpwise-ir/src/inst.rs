//! The instructions.
//!
//! Operands and results are [`Slot`]s: a constant is a slot too, so reading an operand is one array
//! access. Integers are kept zero-extended in their slots; an operation on `bits` bits leaves the
//! bits above at zero. A value wider than 64 bits takes two neighbouring slots and is named by the
//! first (low) one.
//!
//! Moving data never changes bits: `Load`, `Store`, `Copy`, `Select`, `MemCopy` and block arguments
//! carry bits, whatever the type. Only the `Float…` instructions read them as numbers.

use crate::body::{EdgeId, Slot, SlotList, SwitchId};
use crate::module::{FunctionId, MessageId};
use crate::ops::{
    FloatBinaryOp, FloatPredicate, FloatUnaryOp, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp,
    OverflowOp, SignOp,
};
use crate::site::{SiteId, SiteKind};
use crate::types::{FloatFormat, Type};

/// One instruction. The last one of a block, and only that one, is a terminator.
///
/// The representation is fixed so that the kind is a byte of its own: an executor dispatches on it
/// with one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Inst {
    /// An integer operation; wide when `bits` > 64.
    Int {
        /// The operator.
        op: IntBinaryOp,
        /// The width of operands and result.
        bits: u8,
        /// The result.
        dst: Slot,
        /// The first operand.
        a: Slot,
        /// The second operand.
        b: Slot,
    },
    /// An integer operation that also tells overflow.
    IntOverflow {
        /// The operator.
        op: OverflowOp,
        /// The width of operands and result.
        bits: u8,
        /// The result modulo 2^bits.
        dst: Slot,
        /// 1 if the exact result does not fit, else 0.
        overflow: Slot,
        /// The first operand.
        a: Slot,
        /// The second operand.
        b: Slot,
    },
    /// An integer operation of one operand.
    IntUnary {
        /// The operator.
        op: IntUnaryOp,
        /// The width of operand and result.
        bits: u8,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
    },
    /// Shifts the concatenation a:b and keeps the high (left) or low (right) half; the amount
    /// counts modulo the width.
    FunnelShift {
        /// Left (`llvm.fshl`) or right (`llvm.fshr`).
        left: bool,
        /// The width of operands and result.
        bits: u8,
        /// The result.
        dst: Slot,
        /// The high half.
        a: Slot,
        /// The low half.
        b: Slot,
        /// The amount.
        amount: Slot,
    },
    /// A change of an integer's width.
    IntCast {
        /// Which change.
        op: IntCastOp,
        /// The operand's width.
        from: u8,
        /// The result's width.
        to: u8,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
    },
    /// An integer or pointer comparison.
    IntCompare {
        /// The predicate.
        predicate: IntPredicate,
        /// The width of the operands.
        bits: u8,
        /// The result, one bit.
        dst: Slot,
        /// The first operand.
        a: Slot,
        /// The second operand.
        b: Slot,
    },
    /// `cond ? a : b`, on any type.
    Select {
        /// Whether the operands take two slots.
        wide: bool,
        /// The result.
        dst: Slot,
        /// The condition, one bit.
        condition: Slot,
        /// The value when the condition is 1.
        a: Slot,
        /// The value when it is 0.
        b: Slot,
    },
    /// The same bits under another name or type (bitcast, freeze, pointer casts).
    Copy {
        /// Whether the operand takes two slots.
        wide: bool,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
    },

    /// A floating-point operation of two operands.
    Float {
        /// The operator.
        op: FloatBinaryOp,
        /// The format of operands and result.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// The first operand.
        a: Slot,
        /// The second operand.
        b: Slot,
        /// Its number.
        site: SiteId,
    },
    /// A floating-point operation of one operand.
    FloatUnary {
        /// The operator.
        op: FloatUnaryOp,
        /// The format of operand and result.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
        /// Its number.
        site: SiteId,
    },
    /// `a * b + c`, rounded once.
    FloatFma {
        /// The format of operands and result.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// The first factor.
        a: Slot,
        /// The second factor.
        b: Slot,
        /// The addend.
        c: Slot,
        /// Its number.
        site: SiteId,
    },
    /// Changes the sign bit only.
    FloatSign {
        /// Which change.
        op: SignOp,
        /// The format of operand and result.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
    },
    /// The bits of `a` with the sign of `b`.
    FloatCopySign {
        /// The format of operands and result.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// Gives all bits but the sign.
        a: Slot,
        /// Gives the sign.
        b: Slot,
    },
    /// A floating-point comparison.
    FloatCompare {
        /// The predicate.
        predicate: FloatPredicate,
        /// Whether a quiet NaN raises invalid too (`fcmps`); a signalling one always does.
        signaling: bool,
        /// The format of the operands.
        format: FloatFormat,
        /// The result, one bit.
        dst: Slot,
        /// The first operand.
        a: Slot,
        /// The second operand.
        b: Slot,
        /// Its number.
        site: SiteId,
    },
    /// Whether the operand belongs to one of the classes in `mask` (the bits of `llvm.is.fpclass`:
    /// 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -subnormal, 5 -0, 6 +0, 7 +subnormal,
    /// 8 +normal, 9 +inf). Raises nothing.
    FloatClass {
        /// The classes.
        mask: u16,
        /// The format of the operand.
        format: FloatFormat,
        /// The result, one bit.
        dst: Slot,
        /// The operand.
        a: Slot,
    },
    /// A change of format, wider or narrower.
    FloatConvert {
        /// The operand's format.
        from: FloatFormat,
        /// The result's format.
        to: FloatFormat,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
        /// Its number.
        site: SiteId,
    },
    /// To an integer, rounded towards zero. Out of range: invalid; the result is what x86-64 code
    /// gives (not saturating) or the nearest end of the range, zero for NaN (saturating).
    FloatToInt {
        /// Whether the integer is signed.
        signed: bool,
        /// Whether it saturates (`llvm.fpto*i.sat`, Rust's `as`).
        saturating: bool,
        /// The operand's format.
        format: FloatFormat,
        /// The integer's width.
        bits: u8,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
        /// Its number.
        site: SiteId,
    },
    /// From an integer, rounded in the mode of the moment.
    IntToFloat {
        /// Whether the integer is signed.
        signed: bool,
        /// The integer's width.
        bits: u8,
        /// The result's format.
        format: FloatFormat,
        /// The result.
        dst: Slot,
        /// The operand.
        a: Slot,
        /// Its number.
        site: SiteId,
    },

    /// Reads memory.
    Load {
        /// The type of the value, which gives the number of bytes.
        ty: Type,
        /// The result.
        dst: Slot,
        /// The address.
        address: Slot,
        /// Whether something besides the program may write there at any moment: C's `volatile`, of
        /// memory that is not the frame's own.
        volatile: bool,
    },
    /// Writes memory.
    Store {
        /// The type of the value, which gives the number of bytes.
        ty: Type,
        /// The address.
        address: Slot,
        /// The value.
        value: Slot,
    },
    /// `base + index * scale`, modulo 2^64; the index has 64 bits.
    PointerAdd {
        /// The result.
        dst: Slot,
        /// The address to begin at.
        base: Slot,
        /// How many steps.
        index: Slot,
        /// The bytes of one step.
        scale: u32,
    },
    /// A new object in this frame, `count` times `size` bytes, gone when the function returns.
    Alloca {
        /// Its address.
        dst: Slot,
        /// How many elements, 64 bits.
        count: Slot,
        /// The bytes of one element.
        size: u32,
        /// The alignment, a power of two.
        align: u32,
    },
    /// Remembers which dynamic objects of this frame exist (`llvm.stacksave`).
    StackSave {
        /// The mark, an address-sized number.
        dst: Slot,
    },
    /// Frees the dynamic objects of this frame that are younger than the mark.
    StackRestore {
        /// The mark.
        mark: Slot,
    },
    /// Copies bytes; the ranges may overlap only when `overlap` says so.
    MemCopy {
        /// Whether the ranges may overlap (`memmove`).
        overlap: bool,
        /// The address to write.
        to: Slot,
        /// The address to read.
        from: Slot,
        /// How many bytes, 64 bits.
        len: Slot,
    },
    /// Fills bytes.
    MemSet {
        /// The address to write.
        to: Slot,
        /// The byte, 8 bits.
        byte: Slot,
        /// How many bytes, 64 bits.
        len: Slot,
    },

    /// A call. `arguments` and `results` list raw slots: a wide value stands there with both.
    Call {
        /// Who is called; defined in this module or provided by the executor.
        callee: FunctionId,
        /// The arguments; for a variadic callee more than it has parameters.
        arguments: SlotList,
        /// The results.
        results: SlotList,
        /// Its number, when it is a call of the mathematical library.
        site: Option<SiteId>,
    },
    /// A call through a pointer.
    CallIndirect {
        /// The function's address.
        callee: Slot,
        /// The arguments, raw slots.
        arguments: SlotList,
        /// The results, raw slots.
        results: SlotList,
    },
    /// Makes the `va_list` at this address stand at the first variadic argument.
    VaStart {
        /// The address of the `va_list`.
        list: Slot,
    },
    /// Copies a `va_list`.
    VaCopy {
        /// The address to write.
        to: Slot,
        /// The address to read.
        from: Slot,
    },
    /// The rounding mode of the moment in C's `FLT_ROUNDS` numbering: 0 toward zero, 1 nearest
    /// even, 2 up, 3 down, 4 nearest away.
    GetRounding {
        /// The result, 32 bits.
        dst: Slot,
    },
    /// Sets the rounding mode, numbered as in `GetRounding`.
    SetRounding {
        /// The mode, 32 bits.
        mode: Slot,
    },
    /// Something that lowering could not express; executing it ends the path under this name.
    Unsupported {
        /// What it was.
        what: MessageId,
    },

    /// Goes on in another block. (terminator)
    Jump {
        /// Where to.
        edge: EdgeId,
    },
    /// Goes on in one of two blocks. (terminator)
    Branch {
        /// One bit.
        condition: Slot,
        /// Taken when it is 1.
        then_edge: EdgeId,
        /// Taken when it is 0.
        else_edge: EdgeId,
    },
    /// Goes on where the table says. (terminator)
    Switch {
        /// The value looked up.
        value: Slot,
        /// Its width.
        bits: u8,
        /// The table.
        table: SwitchId,
    },
    /// Returns to the caller. (terminator)
    Return {
        /// The results, raw slots.
        values: SlotList,
    },
    /// Goes on after the call just before it, which returned or left with an exception.
    /// (terminator)
    ///
    /// A call that stands before any other instruction passes an exception on to its own caller.
    Landing {
        /// The address of the exception; without meaning where the call returned.
        exception: Slot,
        /// Taken when the call returned.
        returned_edge: EdgeId,
        /// Taken when it left with an exception.
        unwound_edge: EdgeId,
    },
    /// Leaves the function with an exception, which the caller's `Landing` gets. (terminator)
    Unwind {
        /// The address of the exception.
        exception: Slot,
    },
    /// A place the compiler knows is never reached; reaching it ends the path. (terminator)
    Unreachable,
}

impl Inst {
    /// Whether the instruction ends its block.
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Jump { .. }
                | Self::Branch { .. }
                | Self::Switch { .. }
                | Self::Return { .. }
                | Self::Landing { .. }
                | Self::Unwind { .. }
                | Self::Unreachable
        )
    }

    /// The site of the instruction, if it is one.
    pub const fn site(&self) -> Option<SiteId> {
        match *self {
            Self::Float { site, .. }
            | Self::FloatUnary { site, .. }
            | Self::FloatFma { site, .. }
            | Self::FloatCompare { site, .. }
            | Self::FloatConvert { site, .. }
            | Self::FloatToInt { site, .. }
            | Self::IntToFloat { site, .. } => Some(site),
            Self::Call { site, .. } => site,
            _ => None,
        }
    }

    /// What kind of site the instruction is, if it is one.
    pub const fn site_kind(&self) -> Option<SiteKind> {
        match *self {
            Self::Float { op, format, .. } => Some(SiteKind::Binary(op, format)),
            Self::FloatUnary { op, format, .. } => Some(SiteKind::Unary(op, format)),
            Self::FloatFma { format, .. } => Some(SiteKind::Fma(format)),
            Self::FloatCompare { format, .. } => Some(SiteKind::Compare(format)),
            Self::FloatConvert { from, to, .. } => Some(SiteKind::Convert(from, to)),
            Self::FloatToInt { format, .. } => Some(SiteKind::ToInt(format)),
            Self::IntToFloat { format, .. } => Some(SiteKind::FromInt(format)),
            Self::Call { callee, site: Some(_), .. } => Some(SiteKind::Libm(callee)),
            _ => None,
        }
    }
}

// Executors walk millions of these a second: a variant that makes all of them larger must be a
// decision, not an accident.
const _: () = assert!(size_of::<Inst>() <= 32);
