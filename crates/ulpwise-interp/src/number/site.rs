//! What counts as an exception at a site, given its operands: the one definition for every
//! executor.
//!
//! The flags are those of IEEE 754; besides them a result counts that is tiny, flag or no flag
//! (`Exception::Underflow`), where it is made and not where it is only handed on, and on request one
//! whose operands cancel.

use super::{Computed, convert, float};
use ulpwise_externals::{Exception, Exceptions};
use ulpwise_float::{Flags, Float, Rounding};
use ulpwise_host::libm::{LibmValue, Type as HostType};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, Inst};

/// What counts of an operation besides its flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultFacts {
    /// Whether the result is tiny though the flag may be down.
    pub tiny: bool,
    /// Whether the site converts to an integer.
    pub to_int: bool,
    /// Whether its operands cancel.
    pub cancelled: bool,
}

impl ResultFacts {
    /// A result that is only looked at for its size.
    pub const fn tiny_if(tiny: bool) -> Self {
        Self { tiny, to_int: false, cancelled: false }
    }
}

/// What an operation did, as far as exceptions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raised {
    /// The bits of its result.
    pub result: u128,
    /// The IEEE flags.
    pub flags: Flags,
    /// What counts besides.
    pub facts: ResultFacts,
}

impl Raised {
    /// The exceptions that this is; of those on request the ones that are asked for.
    pub fn exceptions(self, on_request: Exceptions) -> impl Iterator<Item = Exception> {
        exceptions(self.flags, self.facts)
            .filter(move |&exception| !exception.is_on_request() || on_request.contains(exception))
    }
}

/// The exceptions that flags and other facts about a result stand for.
pub(crate) fn exceptions(flags: Flags, facts: ResultFacts) -> impl Iterator<Item = Exception> {
    let invalid = if facts.to_int { Exception::IntConversion } else { Exception::Invalid };
    let raised = [
        (flags.contains(Flags::INVALID), invalid),
        (flags.contains(Flags::DIVIDE_BY_ZERO), Exception::DivideByZero),
        (flags.contains(Flags::OVERFLOW), Exception::Overflow),
        (facts.tiny || flags.contains(Flags::UNDERFLOW), Exception::Underflow),
        (flags.contains(Flags::INEXACT), Exception::Inexact),
        (facts.cancelled, Exception::Cancellation),
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
    let cancelled = match *inst {
        Inst::Float { op, format, .. } => cancels(op, format, [operand(0), operand(1)], computed.bits),
        _ => false,
    };
    let facts = ResultFacts { tiny, to_int, cancelled };
    Some(Raised { result: computed.bits, flags: computed.flags, facts })
}

/// Whether the operands of a sum or difference cancel: both are finite and not zero, and the result
/// is so much smaller than the larger one that half of the significand's bits are gone.
///
/// The result times a power of two is exact, or beyond every operand.
pub(crate) fn cancels(op: FloatBinaryOp, format: FloatFormat, operands: [u128; 2], result: u128) -> bool {
    if !matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Sub) {
        return false;
    }
    let [a, b] = operands.map(|operand| float::exact(format, operand).abs());
    let is_number = |operand: Float| operand.is_finite() && !operand.is_zero();
    let lost = i64::from(cancelled_bits(format));
    let (scaled, _) = float::exact(format, result).abs().scalbn(lost, Rounding::NearestEven);
    is_number(a) && is_number(b) && (scaled.compares_less_equal(a) || scaled.compares_less_equal(b))
}

/// How many leading bits are gone where operands count as cancelled: half of the significand's.
pub fn cancelled_bits(format: FloatFormat) -> u32 {
    format.exact_format().significand_bits().div_ceil(2)
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
