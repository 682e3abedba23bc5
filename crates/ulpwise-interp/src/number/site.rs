//! What counts as an exception at a site, given its operands: the one definition for every
//! executor.
//!
//! The flags are those of IEEE 754; to them comes a result that is tiny, flag or no flag
//! (`Exception::Underflow`). A tiny result counts where it is made, not where it is only handed on.

use super::{Computed, convert, float};
use ulpwise_externals::Exception;
use ulpwise_float::{Flags, Rounding};
use ulpwise_host::libm::{LibmValue, Type as HostType};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst};

/// What an operation did, as far as exceptions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised {
    /// The bits of its result.
    pub result: u128,
    /// The IEEE flags.
    pub flags: Flags,
    /// Whether the result is tiny though the flag may be down.
    pub tiny: bool,
    /// Whether the site converts to an integer.
    pub to_int: bool,
}

impl Raised {
    /// Whether the result was rounded.
    pub fn is_inexact(self) -> bool {
        self.flags.contains(Flags::INEXACT)
    }

    /// The exceptions that this is, rounding alone left out.
    pub fn exceptions(self) -> impl Iterator<Item = Exception> {
        exceptions(self.flags, self.tiny, self.to_int).filter(|exception| *exception != Exception::Inexact)
    }
}

/// The exceptions that flags and a tiny result stand for.
pub(crate) fn exceptions(flags: Flags, tiny: bool, to_int: bool) -> impl Iterator<Item = Exception> {
    let invalid = if to_int { Exception::IntConversion } else { Exception::Invalid };
    let raised = [
        (flags.contains(Flags::INVALID), invalid),
        (flags.contains(Flags::DIVIDE_BY_ZERO), Exception::DivideByZero),
        (flags.contains(Flags::OVERFLOW), Exception::Overflow),
        (tiny || flags.contains(Flags::UNDERFLOW), Exception::Underflow),
        (flags.contains(Flags::INEXACT), Exception::Inexact),
    ];
    raised.into_iter().filter(|(raised, _)| *raised).map(|(_, exception)| exception)
}

/// Does the operation of a site once more. `None` for instructions that are no operation: calls
/// above all.
pub fn operation(inst: &Inst, rounding: Rounding, operands: &[u128]) -> Option<Raised> {
    let operand = |index: usize| operands.get(index).copied().unwrap_or(0);
    let (computed, tiny) = match *inst {
        Inst::Float { op, format, .. } => {
            let computed = float::binary(op, format, rounding, operand(0), operand(1));
            (computed, binary_is_tiny(op, format, computed.bits))
        }
        Inst::FloatUnary { op, format, .. } => (float::unary(op, format, rounding, operand(0)), false),
        Inst::FloatFma { format, .. } => {
            let computed = float::fma(format, rounding, [operand(0), operand(1), operand(2)]);
            (computed, float::is_tiny(format, computed.bits))
        }
        Inst::FloatCompare { signaling, format, .. } => {
            let (_, flags) = float::compare(signaling, format, operand(0), operand(1));
            (Computed { bits: 0, flags }, false)
        }
        Inst::FloatConvert { from, to, .. } => {
            let computed = convert::between_formats(from, to, rounding, operand(0));
            (computed, conversion_is_tiny(from, to, operand(0), computed.bits))
        }
        Inst::FloatToInt { signed, saturating: true, format, bits, .. } => {
            (convert::saturating_to_int(signed, format, bits, operand(0)), false)
        }
        Inst::FloatToInt { signed, saturating: false, format, bits, .. } => {
            (convert::to_int(signed, format, bits, rounding, operand(0)), false)
        }
        Inst::IntToFloat { signed, bits, format, .. } => {
            (convert::from_int(signed, bits, format, rounding, operand(0)), false)
        }
        _ => return None,
    };
    let to_int = matches!(inst, Inst::FloatToInt { .. });
    Some(Raised { result: computed.bits, flags: computed.flags, tiny, to_int })
}

/// Whether an operation of two operands made a tiny result: a minimum only hands an operand on.
pub(crate) fn binary_is_tiny(op: FloatBinaryOp, format: FloatFormat, result: u128) -> bool {
    let makes_new_values = matches!(
        op,
        FloatBinaryOp::Add
            | FloatBinaryOp::Sub
            | FloatBinaryOp::Mul
            | FloatBinaryOp::Div
            | FloatBinaryOp::Rem
    );
    makes_new_values && float::is_tiny(format, result)
}

/// Whether a change of format made a tiny result: a subnormal that stays what it was is not made
/// here.
pub(crate) fn conversion_is_tiny(from: FloatFormat, to: FloatFormat, operand: u128, result: u128) -> bool {
    float::is_tiny(to, result) && !float::is_tiny(from, operand)
}

/// Whether a function of the mathematical library made a tiny result: one such as `fmin` only hands
/// an operand on.
pub fn call_is_tiny(arguments: &[LibmValue], result: Option<&LibmValue>) -> bool {
    let tiny = |value: &LibmValue| {
        let format = match value.ty() {
            HostType::F64 => FloatFormat::F64,
            HostType::F32 => FloatFormat::F32,
            HostType::X87 => FloatFormat::X87,
            HostType::Int | HostType::Long => return false,
        };
        float::is_tiny(format, value.bits())
    };
    result.is_some_and(|result| tiny(result) && !arguments.contains(result))
}
