//! Which exceptions an operation can raise at all, whatever its operands are: the one table.
//!
//! *Underflow* is a result that is tiny and made by the operation, flag or no flag. Tests compare
//! the table with exact arithmetic on whole small formats.

use crate::inst::Inst;
use crate::module::Module;
use crate::ops::{FloatBinaryOp, FloatUnaryOp};
use crate::site::SiteId;
use crate::types::FloatFormat;
use ulpwise_externals::{Exception, Exceptions, lookup};

/// Which NaNs the operands may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanOperands {
    /// Quiet ones: what operations deliver.
    Quiet,
    /// Signalling ones as well, which make every operation on floats invalid.
    Any,
}

const INVALID: Exceptions = Exceptions::NONE.with(Exception::Invalid);
const INEXACT: Exceptions = Exceptions::NONE.with(Exception::Inexact);
/// What sums, products and fused operations can raise.
const ARITHMETIC: Exceptions = Exceptions::from_slice(&[
    Exception::Invalid,
    Exception::Overflow,
    Exception::Underflow,
    Exception::Inexact,
]);

/// The exceptions that a site can raise on some operands, in some rounding mode.
pub fn raisable(module: &Module, site: SiteId, operands: NanOperands) -> Exceptions {
    match module.site_inst(site) {
        Some(Inst::Call { callee, .. }) => library(&module.functions[*callee].name, operands),
        Some(inst) => operation(inst, operands),
        None => Exceptions::NONE,
    }
}

/// The exceptions that an instruction can raise that is no call.
pub fn operation(inst: &Inst, operands: NanOperands) -> Exceptions {
    let (raised, takes_floats) = match *inst {
        Inst::Float { op, .. } => (binary(op), true),
        Inst::FloatUnary { op, .. } => (unary(op), true),
        Inst::FloatFma { .. } => (ARITHMETIC, true),
        Inst::FloatCompare { signaling: true, .. } => (INVALID, true),
        Inst::FloatCompare { signaling: false, .. } => (Exceptions::NONE, true),
        Inst::FloatConvert { from, to, .. } => (conversion(from, to), true),
        // A NaN has no counterpart, signalling or not.
        Inst::FloatToInt { .. } => (INEXACT.with(Exception::IntConversion), false),
        Inst::IntToFloat { signed, bits, format, .. } => (from_int(signed, bits, format), false),
        Inst::Call { callee: _, .. } => (Exceptions::LIBRARY, true),
        // They compute no float, or only its sign.
        Inst::Int { .. }
        | Inst::IntOverflow { .. }
        | Inst::IntUnary { .. }
        | Inst::FunnelShift { .. }
        | Inst::IntCast { .. }
        | Inst::IntCompare { .. }
        | Inst::Select { .. }
        | Inst::Copy { .. }
        | Inst::FloatSign { .. }
        | Inst::FloatCopySign { .. }
        | Inst::FloatClass { .. }
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::PointerAdd { .. }
        | Inst::Alloca { .. }
        | Inst::StackSave { .. }
        | Inst::StackRestore { .. }
        | Inst::MemCopy { .. }
        | Inst::MemSet { .. }
        | Inst::CallIndirect { .. }
        | Inst::VaStart { .. }
        | Inst::VaCopy { .. }
        | Inst::GetRounding { .. }
        | Inst::SetRounding { .. }
        | Inst::Unsupported { .. }
        | Inst::Jump { .. }
        | Inst::Branch { .. }
        | Inst::Switch { .. }
        | Inst::Return { .. }
        | Inst::Landing { .. }
        | Inst::Unwind { .. }
        | Inst::Unreachable => (Exceptions::NONE, false),
    };
    raised.with_if(takes_floats && operands == NanOperands::Any, Exception::Invalid)
}

fn binary(op: FloatBinaryOp) -> Exceptions {
    match op {
        FloatBinaryOp::Add | FloatBinaryOp::Sub => ARITHMETIC.with(Exception::Cancellation),
        FloatBinaryOp::Mul => ARITHMETIC,
        FloatBinaryOp::Div => ARITHMETIC.with(Exception::DivideByZero),
        FloatBinaryOp::Rem => INVALID.with(Exception::Underflow),
        FloatBinaryOp::MinNum
        | FloatBinaryOp::MaxNum
        | FloatBinaryOp::Minimum
        | FloatBinaryOp::Maximum
        | FloatBinaryOp::MinimumNumber
        | FloatBinaryOp::MaximumNumber => Exceptions::NONE,
    }
}

fn unary(op: FloatUnaryOp) -> Exceptions {
    match op {
        FloatUnaryOp::Sqrt => INVALID.with(Exception::Inexact),
        FloatUnaryOp::Rint => INEXACT,
        FloatUnaryOp::Canonicalize
        | FloatUnaryOp::Floor
        | FloatUnaryOp::Ceil
        | FloatUnaryOp::Trunc
        | FloatUnaryOp::NearbyInt
        | FloatUnaryOp::Round
        | FloatUnaryOp::RoundEven => Exceptions::NONE,
    }
}

/// Between formats: 16 bits are not always 16 bits.
fn conversion(from: FloatFormat, to: FloatFormat) -> Exceptions {
    let (from, to) = (from.exact_format(), to.exact_format());
    let loses_digits = from.significand_bits() > to.significand_bits();
    let leaves_range = from.exponent_bits() > to.exponent_bits()
        || (loses_digits && from.exponent_bits() == to.exponent_bits());
    Exceptions::NONE
        .with_if(leaves_range, Exception::Overflow)
        .with_if(leaves_range, Exception::Underflow)
        .with_if(loses_digits || leaves_range, Exception::Inexact)
}

fn from_int(signed: bool, bits: u8, to: FloatFormat) -> Exceptions {
    let to = to.exact_format();
    // The greatest magnitude is two to this power, less one if unsigned.
    let magnitude_bits = i64::from(bits) - i64::from(signed);
    let too_large = to.max_exponent() < magnitude_bits;
    Exceptions::NONE
        .with_if(too_large, Exception::Overflow)
        .with_if(magnitude_bits > i64::from(to.significand_bits()), Exception::Inexact)
}

/// A function of the mathematical library, by its name: one of which nothing is known can raise
/// everything.
fn library(name: &str, operands: NanOperands) -> Exceptions {
    let facts = lookup(name).and_then(|named| named.math());
    let raised = facts.map_or(Exceptions::LIBRARY, |facts| facts.raises).with(Exception::Inexact);
    raised.with_if(operands == NanOperands::Any, Exception::Invalid)
}
