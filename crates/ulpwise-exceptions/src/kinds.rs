//! Which exceptions an operation can raise at all, whatever its operands are.
//!
//! Signalling NaNs make every operation invalid. Few programs ever see one, so they do not count here: they come in only where inputs may be NaN, and
//! then whatever they raise is found as anything else is.

use ulpwise_interp::Exception;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, Inst, Module, SiteId, SiteKind};

use Exception::{DivideByZero, IntConversion, Invalid, Overflow, Underflow};

/// The exceptions that a site can raise. Of roundings those of operations, roots and conversions to narrower formats count.
pub fn possible(module: &Module, site: SiteId) -> Vec<Exception> {
    let mut possible = but_inexact(module, site);
    let rounds = match module.sites[site].kind {
        SiteKind::Binary(op, _) => {
            matches!(op, FloatBinaryOp::Add | FloatBinaryOp::Sub | FloatBinaryOp::Mul | FloatBinaryOp::Div)
        }
        SiteKind::Unary(op, _) => op == FloatUnaryOp::Sqrt,
        SiteKind::Fma(_) => true,
        SiteKind::Convert(from, to) => from.bits() > to.bits(),
        _ => false,
    };
    if rounds {
        possible.push(Exception::Inexact);
    }
    possible
}

/// The exceptions that a site can raise, *inexact* left out.
fn but_inexact(module: &Module, site: SiteId) -> Vec<Exception> {
    match module.sites[site].kind {
        SiteKind::Binary(op, _) => match op {
            FloatBinaryOp::Add | FloatBinaryOp::Sub | FloatBinaryOp::Mul => {
                vec![Invalid, Overflow, Underflow]
            }
            FloatBinaryOp::Div => vec![Invalid, DivideByZero, Overflow, Underflow],
            FloatBinaryOp::Rem => vec![Invalid, Underflow],
            _ => Vec::new(),
        },
        SiteKind::Unary(FloatUnaryOp::Sqrt, _) => vec![Invalid],
        SiteKind::Unary(..) => Vec::new(),
        SiteKind::Fma(_) => vec![Invalid, Overflow, Underflow],
        SiteKind::Compare(_) => match module.site_inst(site) {
            Some(Inst::FloatCompare { signaling: true, .. }) => vec![Invalid],
            _ => Vec::new(),
        },
        SiteKind::Convert(from, to) if from.bits() > to.bits() => vec![Overflow, Underflow],
        SiteKind::Convert(..) => Vec::new(),
        SiteKind::ToInt(_) => vec![IntConversion],
        SiteKind::FromInt(FloatFormat::F16) => vec![Overflow],
        // Of all integers only the largest unsigned ones of 128 bits lie beyond single precision.
        SiteKind::FromInt(FloatFormat::F32 | FloatFormat::BF16) => match module.site_inst(site) {
            Some(Inst::IntToFloat { signed: false, bits: 128, .. }) => vec![Overflow],
            _ => Vec::new(),
        },
        SiteKind::FromInt(_) => Vec::new(),
        SiteKind::Libm(function) => of_library(&module.functions[function].name),
    }
}

/// The exceptions of a function of the mathematical library.
fn of_library(name: &str) -> Vec<Exception> {
    let base = ["f128", "f", "l"].into_iter().find_map(|suffix| known(name.strip_suffix(suffix)?));
    known(name).or(base).unwrap_or_else(|| vec![Invalid, DivideByZero, Overflow, Underflow])
}

/// The exceptions of a function in double precision, if its name is one of those that cannot raise all.
fn known(name: &str) -> Option<Vec<Exception>> {
    Some(match name {
        "ceil" | "floor" | "trunc" | "round" | "roundeven" | "rint" | "nearbyint" | "fmin" | "fmax"
        | "frexp" | "modf" | "copysign" | "fabs" => Vec::new(),
        "log" | "log10" | "log2" => vec![Invalid, DivideByZero],
        "logb" => vec![DivideByZero],
        "sqrt" | "acos" | "acosh" | "cos" => vec![Invalid],
        "fmod" | "remainder" | "drem" | "remquo" | "asin" | "sin" => vec![Invalid, Underflow],
        "tan" => vec![Invalid, Overflow, Underflow],
        "atanh" | "log1p" => vec![Invalid, DivideByZero, Underflow],
        "atan" | "atan2" | "asinh" | "tanh" | "erf" | "erfc" | "exp2m1" => vec![Underflow],
        "exp" | "exp2" | "exp10" | "expm1" | "sinh" | "hypot" | "ldexp" | "scalbn" | "scalbln" => {
            vec![Overflow, Underflow]
        }
        "cosh" => vec![Overflow],
        "lrint" | "llrint" | "lround" | "llround" | "ilogb" => vec![Invalid],
        "cbrt" => Vec::new(),
        "nextup" | "nextdown" => vec![Underflow],
        "fma" => vec![Invalid, Overflow, Underflow],
        _ => return None,
    })
}
