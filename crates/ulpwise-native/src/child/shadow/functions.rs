//! What a site computes, on shadow values: functions of the mathematical library and the rarer
//! operations; in the exact mode all operations.

use super::ShadowValue;
use super::algebra::FieldOperation;
use super::double_double::{self, Fast};
use super::mpfr::MpfrFunction;
use super::numbers::Numbers;
use ulpwise_host::RoundingMode;
use ulpwise_host::libm::{self, LibmFunction, LibmValue, Type};
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Inst, Module, SiteId};

/// What a site computes.
enum Computes {
    /// A function of the library of numbers.
    Function(MpfrFunction),
    /// The smaller or the larger of two.
    OneOfTwo,
    /// The same number, perhaps in another format.
    Same,
    /// Nothing that is known here.
    Unknown,
}

/// A site as the run time needs it.
pub(super) struct ShadowSite {
    /// The format of its result.
    pub(super) format: FloatFormat,
    pub(super) inst: Inst,
    computes: Computes,
    /// What the program calls, where the site is a call of the mathematical library.
    math: Option<LibmFunction>,
    /// The same on double-double numbers, in the fast mode.
    fast: Option<Fast>,
}

impl ShadowSite {
    pub(super) fn new(module: &Module, site: SiteId, numbers: Option<&Numbers>, exact: bool) -> Self {
        let inst = module.site_inst(site).copied().unwrap_or(Inst::Unreachable);
        let mut math = None;
        let (format, name) = match inst {
            Inst::Float { op, format, .. } => (format, binary_name(op)),
            Inst::FloatUnary { op, format, .. } => (format, unary_name(op)),
            Inst::FloatFma { format, .. } => (format, "fma"),
            Inst::FloatConvert { to, .. } => (to, "same"),
            Inst::IntToFloat { format, .. } => (format, "same"),
            Inst::FloatCompare { format, .. } => (format, ""),
            Inst::Call { callee, .. } => {
                math = libm::lookup(&module.functions[callee].name);
                let single = math
                    .is_some_and(|function| function.signature().result_types().any(|ty| ty == Type::F32));
                let name = math.map_or("", |function| function.name());
                let stem = if single { name.strip_suffix('f').unwrap_or(name) } else { name };
                (if single { FloatFormat::F32 } else { FloatFormat::F64 }, stem)
            }
            _ => (FloatFormat::F64, ""),
        };
        let computes = match name {
            "same" => Computes::Same,
            "fmin" | "fmax" => Computes::OneOfTwo,
            name => numbers
                .and_then(|numbers| numbers.function(name))
                .map_or(Computes::Unknown, Computes::Function),
        };
        let is_called = math.is_some() || matches!(inst, Inst::FloatUnary { .. });
        let is_fast = !exact && format == FloatFormat::F64 && is_called;
        let fast = if is_fast { double_double::function(name) } else { None };
        Self { format, inst, computes, math, fast }
    }

    /// The shadow value of the result and what the plain function gives on rounded operands, where
    /// that goes without the run time's numbers.
    #[inline]
    pub(super) fn at_once(&self, operands: [ShadowValue; 3]) -> Option<(ShadowValue, f64)> {
        self.fast?.apply(operands)
    }

    /// The shadow value of the result `value`; `None` when it is not known.
    pub(super) fn shadow_value(
        &self,
        numbers: Option<&mut Numbers>,
        value: f64,
        operands: [ShadowValue; 3],
    ) -> Option<ShadowValue> {
        match self.computes {
            Computes::Function(function) => numbers?.apply(function, operands),
            Computes::Same => Some(operands[0]),
            Computes::OneOfTwo => {
                let distance = |shadow: ShadowValue| (shadow.high - value).abs();
                Some(if distance(operands[1]) < distance(operands[0]) { operands[1] } else { operands[0] })
            }
            Computes::Unknown => None,
        }
    }

    /// What it computes as a function of numbers, for traces: `Err` if that is not known,
    /// `Ok(None)` if it only rounds.
    pub(super) fn function(&self) -> Result<Option<MpfrFunction>, ()> {
        match self.computes {
            Computes::Function(function) => Ok(Some(function)),
            Computes::Same => Ok(None),
            Computes::OneOfTwo | Computes::Unknown => Err(()),
        }
    }

    /// What it does to numbers of a field; `None` if it makes no number of its own.
    pub(super) fn field_operation(&self) -> Option<FieldOperation> {
        if !matches!(self.computes, Computes::Function(_)) {
            return None;
        }
        let number =
            |name: &str| name.bytes().fold(0_u64, |all, byte| all.wrapping_mul(257) + u64::from(byte));
        Some(match (self.inst, &self.math) {
            (Inst::Float { op: FloatBinaryOp::Add, .. }, _) => FieldOperation::Add,
            (Inst::Float { op: FloatBinaryOp::Sub, .. }, _) => FieldOperation::Sub,
            (Inst::Float { op: FloatBinaryOp::Mul, .. }, _) => FieldOperation::Mul,
            (Inst::Float { op: FloatBinaryOp::Div, .. }, _) => FieldOperation::Div,
            (Inst::FloatFma { .. }, _) => FieldOperation::MulAdd,
            (_, Some(math)) if math.name().trim_end_matches('f') == "fma" => FieldOperation::MulAdd,
            (Inst::FloatUnary { op: FloatUnaryOp::Sqrt, .. }, _) => FieldOperation::Sqrt,
            (_, Some(math)) if math.name().trim_end_matches('f') == "sqrt" => FieldOperation::Sqrt,
            (Inst::FloatUnary { op, .. }, _) => FieldOperation::Other(number(op.function_name())),
            (_, Some(math)) => FieldOperation::Other(number(math.name())),
            (_, None) => FieldOperation::Other(0),
        })
    }

    /// What the program's own operation gives on the rounded shadow values of its operands.
    pub(super) fn on_rounded(&self, value: f64, operands: [ShadowValue; 3]) -> f64 {
        let [a, b, c] = operands.map(|shadow| shadow.high);
        let single = self.format == FloatFormat::F32;
        if let Some(function) = &self.math {
            let mut arguments = [a, b, c].map(LibmValue::F64);
            let types = function.signature().argument_types();
            let mut count = 0;
            for ((argument, ty), operand) in arguments.iter_mut().zip(types).zip([a, b, c]) {
                if ty == Type::F32 {
                    *argument = LibmValue::F32(operand as f32);
                }
                count += 1;
            }
            let outcome = function.call(RoundingMode::NearestEven, &arguments[..count]);
            return match outcome.results.first() {
                Some(&LibmValue::F64(result)) => result,
                Some(&LibmValue::F32(result)) => result.into(),
                _ => value,
            };
        }
        let rounded = [a, b, c].map(|operand| operand as f32);
        match self.inst {
            Inst::Float { op, .. } if single => binary(op, rounded[0], rounded[1]).map_or(value, f64::from),
            Inst::Float { op, .. } => binary(op, a, b).unwrap_or(value),
            Inst::FloatUnary { op: FloatUnaryOp::Sqrt, .. } if single => rounded[0].sqrt().into(),
            Inst::FloatUnary { op: FloatUnaryOp::Sqrt, .. } => a.sqrt(),
            Inst::FloatFma { .. } if single => rounded[0].mul_add(rounded[1], rounded[2]).into(),
            Inst::FloatFma { .. } => a.mul_add(b, c),
            Inst::FloatConvert { to: FloatFormat::F32, .. } => rounded[0].into(),
            // Exact, or rounded to an integer.
            _ => value,
        }
    }
}

fn binary<T>(op: FloatBinaryOp, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>,
{
    match op {
        FloatBinaryOp::Add => Some(a + b),
        FloatBinaryOp::Sub => Some(a - b),
        FloatBinaryOp::Mul => Some(a * b),
        FloatBinaryOp::Div => Some(a / b),
        FloatBinaryOp::Rem => Some(a % b),
        _ => None,
    }
}

fn binary_name(op: FloatBinaryOp) -> &'static str {
    match op {
        FloatBinaryOp::Add => "add",
        FloatBinaryOp::Sub => "sub",
        FloatBinaryOp::Mul => "mul",
        FloatBinaryOp::Div => "div",
        FloatBinaryOp::Rem => "fmod",
        _ => "fmin",
    }
}

fn unary_name(op: FloatUnaryOp) -> &'static str {
    match op {
        // Shadow values know neither modes nor flags.
        FloatUnaryOp::NearbyInt | FloatUnaryOp::RoundEven => "rint",
        FloatUnaryOp::Canonicalize => "same",
        op => op.function_name(),
    }
}
