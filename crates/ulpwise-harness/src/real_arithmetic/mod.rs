//! Whether a function means real arithmetic, so that exact arithmetic along its path says what would
//! be right.
//!
//! Some code means its floats as floats: it rounds to an integer by adding and subtracting a large
//! number, splits numbers into high and low parts, reads bits, or goes on until nothing changes.
//! Without rounding it computes something else than its author wants, and a number that is called
//! exact there is none.
//!
//! The rule is by permission: instructions and functions that are not listed here as arithmetic of
//! the reals, or as having nothing to do with it, are a reason. What only shows when the code runs is
//! looked for there: comparisons that come out otherwise, operations that undo each other, results
//! that depend on the rounding mode.

mod constants;
mod loops;
mod shapes;

use crate::accesses::{AccessKind, meet};
use crate::reach::reached_functions;
use constants::has_split_constant;
use loops::exits_by_float;
use shapes::Shapes;
use std::fmt;
use ulpwise_externals::{Family, effects, lookup};
use ulpwise_ir::{
    Body, FloatBinaryOp, FloatFormat, FloatUnaryOp, FunctionId, Inst, Module, Slot, SlotType, Type,
};

/// A reason why exact arithmetic is not what a function means, or is not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum MeansRounding {
    /// It reads or writes the bits of a float.
    Bits,
    /// It rounds a float to an integer.
    ToInteger,
    /// It adds and subtracts the same number.
    Cancelling,
    /// It rounds a double to a float, and goes on with that as a double.
    Narrowing,
    /// It compares a sum with a part of it.
    UntilNothingChanges,
    /// It leaves a loop when a comparison of floats says so.
    Iterates,
    /// It asks whether a float is infinite, normal or signed.
    Class,
    /// It uses a constant in two parts.
    SplitConstant,
    /// It sets or reads the rounding mode.
    RoundingMode,
    /// It computes in a format that shadow values do not have.
    Format,
    /// It calls something of which no exact form is known.
    Call,
    /// It does something that is not followed.
    NotFollowed,
}

impl fmt::Display for MeansRounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bits => "it uses the bits of a float",
            Self::ToInteger => "it rounds a float to an integer",
            Self::Cancelling => "it adds and subtracts the same number, to round or to split",
            Self::Narrowing => "it rounds a double to a float and goes on in double",
            Self::UntilNothingChanges => "it looks whether an addition changes a number",
            Self::Iterates => "it leaves a loop when a comparison of floats says so",
            Self::Class => "it asks whether a float is infinite, normal or signed",
            Self::SplitConstant => "it uses a constant in two parts, high and low",
            Self::RoundingMode => "it uses the rounding mode",
            Self::Format => "it computes in a format other than float and double",
            Self::Call => "it calls a function whose exact result is not known",
            Self::NotFollowed => "it does something that is not followed",
        })
    }
}

impl MeansRounding {
    /// Whether the steps of a call mean real arithmetic all the same: which steps these are, or which
    /// integers, floats decide. Their result without rounding is no exact result of the function, but
    /// errors can be measured against it.
    pub fn is_about_choice_of_steps(self) -> bool {
        match self {
            Self::ToInteger | Self::Iterates | Self::Class => true,
            Self::Bits
            | Self::Cancelling
            | Self::Narrowing
            | Self::UntilNothingChanges
            | Self::SplitConstant
            | Self::RoundingMode
            | Self::Format
            | Self::Call
            | Self::NotFollowed => false,
        }
    }
}

/// Why a function, or one that it calls, does not mean real arithmetic, if it shows: of several
/// reasons one that is not only about the choice of steps.
pub fn means_rounding(module: &Module, function: FunctionId) -> Option<MeansRounding> {
    let functions = reached_functions(module, function);
    let mut choice = None;
    for &reached in &functions {
        let Some(body) = module.functions[reached].body.as_ref() else { continue };
        let instructions = Instructions { module, body, is_entry: reached == function };
        let own = body.insts.iter().filter_map(|inst| instructions.reason(inst));
        let more = Shapes::new(body)
            .find()
            .into_iter()
            .chain(has_split_constant(module, body).then_some(MeansRounding::SplitConstant))
            .chain(exits_by_float(body).then_some(MeansRounding::Iterates));
        for why in own.chain(more) {
            if !why.is_about_choice_of_steps() {
                return Some(why);
            }
            choice.get_or_insert(why);
        }
    }
    let numbers = [AccessKind::ReadsNumber, AccessKind::WritesNumber];
    let has_bits = meet(module, &functions, AccessKind::UsesFloat, &numbers);
    if has_bits { Some(MeansRounding::Bits) } else { choice }
}

/// The classes of `llvm.is.fpclass` that are NaN.
const NAN_CLASSES: u16 = 0b11;
/// All classes.
const ALL_CLASSES: u16 = 0x3ff;

/// Functions of the mathematical library that shadow values compute, without the suffix of a format.
const REAL_FUNCTIONS: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp",
    "exp10", "exp2", "expm1", "fabs", "fma", "fmax", "fmin", "hypot", "j0", "j1", "lgamma", "log", "log10",
    "log1p", "log2", "pow", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "y0", "y1",
];

/// Those that round to an integer, or whose results jump as if they did.
const ROUNDING_FUNCTIONS: &[&str] = &[
    "ceil",
    "floor",
    "fmod",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "remainder",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "trunc",
];

/// Those that take a float apart, or put one together.
const BIT_FUNCTIONS: &[&str] =
    &["frexp", "ilogb", "ldexp", "logb", "nextafter", "nexttoward", "scalbln", "scalbn", "significand"];

/// The instructions of a function.
struct Instructions<'a> {
    module: &'a Module,
    body: &'a Body,
    /// Whether it is the function that is called, whose parameters are exact.
    is_entry: bool,
}

impl Instructions<'_> {
    /// Why an instruction is not one of real arithmetic.
    fn reason(&self, inst: &Inst) -> Option<MeansRounding> {
        match *inst {
            Inst::Int { .. }
            | Inst::IntOverflow { .. }
            | Inst::IntUnary { .. }
            | Inst::FunnelShift { .. }
            | Inst::IntCast { .. }
            | Inst::IntCompare { .. }
            | Inst::Select { .. }
            | Inst::PointerAdd { .. }
            | Inst::Alloca { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::CallIndirect { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Landing { .. }
            | Inst::Unwind { .. }
            | Inst::Unreachable => None,
            Inst::Copy { dst, a, .. } => {
                (self.is_float(dst) != self.is_float(a)).then_some(MeansRounding::Bits)
            }
            Inst::Load { ty, .. } | Inst::Store { ty, .. } => match ty {
                Type::Float(format) => other_format(format),
                Type::Int(_) | Type::Pointer => None,
            },
            Inst::Float { op: FloatBinaryOp::Rem, .. } => Some(MeansRounding::ToInteger),
            Inst::FloatUnary { op, format, .. } => match op {
                FloatUnaryOp::Sqrt | FloatUnaryOp::Canonicalize => other_format(format),
                FloatUnaryOp::Floor
                | FloatUnaryOp::Ceil
                | FloatUnaryOp::Trunc
                | FloatUnaryOp::Rint
                | FloatUnaryOp::NearbyInt
                | FloatUnaryOp::Round
                | FloatUnaryOp::RoundEven => Some(MeansRounding::ToInteger),
            },
            Inst::Float { format, .. }
            | Inst::FloatFma { format, .. }
            | Inst::FloatSign { format, .. }
            | Inst::FloatCopySign { format, .. }
            | Inst::FloatCompare { format, .. }
            | Inst::IntToFloat { format, .. } => other_format(format),
            Inst::FloatConvert { from, to, .. } => other_format(from).or_else(|| other_format(to)),
            Inst::FloatClass { mask, a, .. } => {
                let is_of_nan = mask == NAN_CLASSES || mask == ALL_CLASSES ^ NAN_CLASSES;
                (!is_of_nan && !self.is_exact(a)).then_some(MeansRounding::Class)
            }
            Inst::FloatToInt { .. } => Some(MeansRounding::ToInteger),
            Inst::Call { callee, .. } => self.call(callee),
            Inst::GetRounding { .. } | Inst::SetRounding { .. } => Some(MeansRounding::RoundingMode),
            Inst::Unsupported { .. } => Some(MeansRounding::NotFollowed),
        }
    }

    fn is_float(&self, slot: Slot) -> bool {
        matches!(self.body.slots[slot], SlotType::Value(Type::Float(_)))
    }

    /// Whether a slot holds what the function was called with.
    fn is_exact(&self, slot: Slot) -> bool {
        let mut parameters = self.body.slots.ids().take(self.body.parameter_slots as usize);
        self.is_entry && parameters.any(|parameter| parameter == slot)
    }

    /// Why a call is not one of real arithmetic. Functions of the program's are looked at themselves.
    fn call(&self, callee: FunctionId) -> Option<MeansRounding> {
        let callee = &self.module.functions[callee];
        if callee.body.is_some() {
            return None;
        }
        let name = callee.name.as_str();
        let stem = name.strip_prefix("llvm.").map_or(name, |rest| rest.split('.').next().unwrap_or(rest));
        let is_among = |names: &[&str]| {
            names.contains(&stem) || stem.strip_suffix('f').is_some_and(|stem| names.contains(&stem))
        };
        if is_among(REAL_FUNCTIONS) {
            return None;
        }
        if is_among(ROUNDING_FUNCTIONS) {
            return Some(MeansRounding::ToInteger);
        }
        if is_among(BIT_FUNCTIONS) {
            return Some(MeansRounding::Bits);
        }
        let family = lookup(name).map(|known| known.external.family);
        match family {
            Some(Family::FloatEnvironment) => return Some(MeansRounding::RoundingMode),
            Some(Family::Math) => return Some(MeansRounding::Call),
            _ => {}
        }
        let is_about_floats = callee.results.iter().any(|ty| matches!(ty, Type::Float(_)));
        (is_about_floats || effects(name).is_none()).then_some(MeansRounding::Call)
    }
}

/// Why values of a format have no shadow values.
fn other_format(format: FloatFormat) -> Option<MeansRounding> {
    (!matches!(format, FloatFormat::F32 | FloatFormat::F64)).then_some(MeansRounding::Format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(source: &str) -> Option<MeansRounding> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.c");
        std::fs::write(
            &file,
            format!("#include <math.h>\n#include <stdint.h>\n#include <string.h>\n{source}"),
        )
        .unwrap();
        let input = ulpwise_llvm::ProgramInput { files: vec![file], ..ulpwise_llvm::ProgramInput::default() };
        let module =
            ulpwise_llvm::load_in_process(&input, &ulpwise_llvm::LoadOptions::default()).unwrap().module;
        let function =
            module.functions.iter_enumerated().find(|(_, function)| function.name == "f").unwrap().0;
        means_rounding(&module, function)
    }

    #[test]
    fn code_that_means_its_floats_is_recognised() {
        use MeansRounding::{
            Bits, Call, Cancelling, Class, Format, Iterates, Narrowing, RoundingMode, SplitConstant,
            ToInteger, UntilNothingChanges,
        };
        let cases = [
            ("double f(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }", Cancelling),
            ("double f(double x) { double t = x - 0x1p52; return t + 0x1p52; }", Cancelling),
            ("double f(double x) { double c = 134217729 * x; return c - (c - x); }", Cancelling),
            (
                "double f(double a, double b) { double s = a + b, t = s - a; return (a - (s - t)) + (b - t); }",
                Cancelling,
            ),
            ("double f(double a, double b) { double s = a + b; return b - (s - a); }", Cancelling),
            (
                "double f(double x) { double y = 1; while (x + y != x) y /= 2; return y; }",
                UntilNothingChanges,
            ),
            ("double f(double x) { uint64_t u; memcpy(&u, &x, 8); return u >> 52; }", Bits),
            ("double f(double x) { union { double d; uint64_t u; } v = {x}; v.u &= ~1; return v.d; }", Bits),
            ("double f(const double *p) { return ((const uint32_t *)p)[1] > 5 ? p[0] : 1; }", Bits),
            (
                "static int high(void *p) { return ((int *)p)[1]; } double f(double x) { return high(&x) < 0 ? -x : x; }",
                Bits,
            ),
            ("double f(double x) { int e; return frexp(x, &e); }", Bits),
            ("float f(float x) { return nextafterf(x, 1) - x; }", Bits),
            (
                "static double g(double x) { return (int)x; } double f(double x) { return x - g(x); }",
                ToInteger,
            ),
            ("double f(double x) { float h = (float)x; return x - h; }", Narrowing),
            ("double f(double x) { return x - floor(x); }", ToInteger),
            ("float f(float x) { return rintf(x); }", ToInteger),
            ("double f(double x) { return fmod(x, 3); }", ToInteger),
            (
                "double f(double a) { double x = a; for (int i = 0; i < 50; i++) { double y = (x + a / x) / 2; if (y == x) break; x = y; } return x; }",
                Iterates,
            ),
            (
                "double f(double x) { double s = 1, t = 1; for (int n = 1; t > 1e-17 * s; n++) s += t *= x / n; return s; }",
                Iterates,
            ),
            (
                "double f(double x, int n) { return x - n * 1.57079632673412561417 - n * 6.07710050650619224932e-11; }",
                SplitConstant,
            ),
            (
                "static const double PI[2] = {3.141592653589793, 1.2246467991473532e-16}; double f(double x, int k) { return (x - k * PI[0]) - k * PI[1]; }",
                SplitConstant,
            ),
            (
                "double f(double x) { return 1.5707963267948966 - (asin(x) - 6.123233995736766e-17); }",
                SplitConstant,
            ),
            ("double f(double x) { double y = x * x; return __builtin_isfpclass(y, 0x204) ? 1 : y; }", Class),
            ("double f(double x) { return (double)((long double)x * 0.1L); }", Format),
            ("#include <fenv.h>\ndouble f(double x) { fesetround(FE_UPWARD); return x / 3; }", RoundingMode),
            ("double g(double); double f(double x) { return g(x) + 1; }", Call),
        ];
        for (source, expected) in cases {
            assert_eq!(meaning(source), Some(expected), "{source}");
        }
    }

    #[test]
    fn real_arithmetic_is_left_alone() {
        for source in [
            "double f(double x, double y) { return sqrt(x * x + y * y); }",
            "double f(double a) { double x = a; for (int i = 0; i < 8; i++) x = (x + a / x) / 2; return x; }",
            "double f(double a, double b, double c) { return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); }",
            "struct p { double x; int n; }; double f(struct p *p) { struct p q = *p; return q.x * q.n; }",
            "struct p { double x; long n; }; double f(struct p *p, int k) { double s = 0; for (int i = 0; i < k; i++) s += p[i].x * p[i].n; return s; }",
            "double f(double x) { return x == 0 ? 1 : sin(x) / x; }",
            "float f(float x) { return x * 0.1 + 1; }",
            "double f(const double *v, int n) { double s = 0; for (int i = 0; i < n; i++) if (v[i] > 0) s += v[i]; return s; }",
            "double f(double x) { return __builtin_isfpclass(x, 0x204) || isnan(x) ? 0 : exp(-x * x / 2) * 0.3989422804014327; }",
            "double f(double x) { return ((0.1 * x + 0.3) * x + 0.7) * x + 1e-10; }",
            "double f(double x) { return x * (1 + x * (1.0 / 6 + x * (8.22063524662433e-18 + x * 0.1))); }",
        ] {
            assert_eq!(meaning(source), None, "{source}");
        }
    }
}
