//! Operations done once more: what they raise, after a suspicious result.

use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{LibmFunction, LibmParameter, LibmValue};
use ulpwise_interp::number::site;
use ulpwise_ir::{FloatFormat, Inst};

/// Makes zeros of an operation's operands that are subnormal, as SSE does with them in that
/// environment.
pub(super) fn flush(inst: &Inst, operands: &mut [u128; 3]) {
    let (Inst::Float { format, .. }
    | Inst::FloatFma { format, .. }
    | Inst::FloatUnary { format, .. }
    | Inst::FloatCompare { format, .. }
    | Inst::FloatToInt { format, .. }
    | Inst::FloatConvert { from: format, to: FloatFormat::F32 | FloatFormat::F64, .. }) = inst
    else {
        return;
    };
    for operand in operands {
        *operand = match format {
            FloatFormat::F64 if f64::from_bits(*operand as u64).is_subnormal() => *operand & 1 << 63,
            FloatFormat::F32 if f32::from_bits(*operand as u32).is_subnormal() => *operand & 1 << 31,
            _ => *operand,
        };
    }
}

/// Whether an operation of SSE has an infinity as its result.
pub(super) fn is_infinite(inst: &Inst, result: u128) -> bool {
    let (Inst::Float { format, .. } | Inst::FloatFma { format, .. }) = inst else { return false };
    match format {
        FloatFormat::F64 => f64::from_bits(result as u64).is_infinite(),
        FloatFormat::F32 => f32::from_bits(result as u32).is_infinite(),
        _ => false,
    }
}

/// Up to four arguments of a function of the mathematical library.
pub(super) struct Arguments {
    values: [LibmValue; 4],
    count: usize,
}

impl Arguments {
    pub(super) fn as_slice(&self) -> &[LibmValue] {
        &self.values[..self.count]
    }
}

/// The arguments of a call that a program made with these words; addresses that the function only
/// writes to are none.
pub(super) fn arguments(function: &LibmFunction, words: &[u128]) -> Arguments {
    let mut arguments = Arguments { values: [LibmValue::Int(0); 4], count: 0 };
    for (parameter, &word) in function.signature().parameters.iter().zip(words) {
        let value = match *parameter {
            LibmParameter::Value(ty) => LibmValue::from_bits(ty, word),
            // Not seen in the words: such functions are not looked at.
            LibmParameter::Reference(_) | LibmParameter::Complex(_) | LibmParameter::Output(_) => continue,
        };
        arguments.values[arguments.count] = value;
        arguments.count += 1;
    }
    arguments
}

/// Calls a function of the mathematical library once more, for its flags.
pub(super) fn call_again(
    function: &LibmFunction,
    mode: RoundingMode,
    words: &[u128],
) -> Option<site::Raised> {
    let signature = function.signature();
    let unseen = |parameter: &LibmParameter| {
        matches!(parameter, LibmParameter::Reference(_) | LibmParameter::Complex(_))
    };
    if signature.parameters.iter().any(unseen) {
        return None;
    }
    let arguments = arguments(function, words);
    let outcome = function.call(mode, arguments.as_slice());
    let first = outcome.results.first();
    let tiny = site::call_is_tiny(arguments.as_slice(), first);
    let result = first.map_or(0, |value| value.bits());
    let facts = site::ResultFacts::tiny_if(tiny);
    Some(site::Raised { result, flags: outcome.flags.to_exact(), facts })
}
