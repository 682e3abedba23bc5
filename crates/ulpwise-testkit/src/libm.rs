//! The C library: as an oracle for what it computes exactly, in f32, f64 and x87, and as the libm
//! of queries.

use crate::operation::{Operation, ReferenceAnswer};
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Class, Flags, Float, Format, Rounding};
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{self, LibmValue};

/// What the C library answers; `None` for ties away, NaN operands, irregular x87 encodings, and
/// operations or formats that it lacks.
///
/// NaNs are left out because no standard says which one a C function delivers.
pub fn evaluate(
    operation: Operation,
    operands: [Float; 3],
    rounding: Rounding,
) -> Option<(ReferenceAnswer, Flags)> {
    let mode = RoundingMode::from_exact(rounding)?;
    let used = &operands[..operation.arity()];
    if used.iter().any(|&operand| operand.is_nan() || is_irregular(operand)) {
        return None;
    }
    let format = operands[0].format();
    let name = match operation {
        Operation::Fmin => "fmin",
        Operation::Fmax => "fmax",
        Operation::Fmod => "fmod",
        Operation::Remainder => "remainder",
        Operation::Fma => "fma",
        Operation::Sqrt => "sqrt",
        Operation::RoundToIntegral => "nearbyint",
        Operation::RoundToIntegralExact => "rint",
        Operation::Logb => "logb",
        Operation::Scalbn(_) => "scalbn",
        _ => return None,
    };
    let suffix = match format {
        Format::F32 => "f",
        Format::F64 => "",
        Format::X87 => "l",
        _ => return None,
    };
    let function = libm::lookup(&format!("{name}{suffix}"))?;
    let mut arguments: Vec<LibmValue> = used.iter().map(|&operand| value(operand)).collect();
    if let Operation::Scalbn(power) = operation {
        arguments.push(LibmValue::Int(i32::try_from(power).ok()?));
    }
    let call = function.call(mode, &arguments);
    let result = Float::from_bits(format, call.results[0].bits());
    Some((ReferenceAnswer::Float(result), call.flags.to_exact()))
}

/// An encoding that no x87 instruction produces.
fn is_irregular(float: Float) -> bool {
    let pseudo_denormal = float.is_subnormal() && float.ilogb() == Some(float.format().min_exponent());
    float.class() == Class::Unsupported || pseudo_denormal
}

fn value(float: Float) -> LibmValue {
    match float.format() {
        Format::F64 => LibmValue::F64(float.to_f64()),
        Format::F32 => LibmValue::F32(float.to_f32()),
        _ => LibmValue::X87(float.to_bits()),
    }
}

/// What the C library delivers for functions that have no exact definition, in f32 and f64, found
/// once and for all.
#[derive(Debug)]
pub struct HostLibm {
    /// For f64 and f32, in the order of [`LibmFunction::ALL`].
    functions: Vec<[Option<libm::LibmFunction>; 2]>,
}

impl Default for HostLibm {
    fn default() -> HostLibm {
        let find =
            |function: &LibmFunction| ["", "f"].map(|suffix| libm::lookup(&format!("{function}{suffix}")));
        HostLibm { functions: LibmFunction::ALL.iter().map(find).collect() }
    }
}

impl HostLibm {
    /// The value that a program would get; `None` for ties away and other formats.
    pub fn deliver(&self, function: LibmFunction, rounding: Rounding, arguments: &[Float]) -> Option<Float> {
        let mode = RoundingMode::from_exact(rounding)?;
        let format = arguments.first()?.format();
        let [double, single] = self.functions[function as usize];
        let function = match format {
            Format::F64 => double?,
            Format::F32 => single?,
            _ => return None,
        };
        let mut values = [LibmValue::Int(0); 2];
        for (place, &argument) in values.iter_mut().zip(arguments) {
            *place = value(argument);
        }
        let call = function.call(mode, &values[..arguments.len()]);
        Some(Float::from_bits(format, call.results[0].bits()))
    }
}
