//! How much an operation's result changes with its operands: between the numbers that the program
//! had and those that would be right.

use ulpwise_externals::lookup;
use ulpwise_ir::{FloatBinaryOp, FloatUnaryOp, Module, SiteKind};
use ulpwise_native::TracedOperation;

/// For each operand the change of the result by its own. Each operand is given as the program had
/// it, and as it would be right.
///
/// For sums, products, quotients and roots they are such that the result's change is just the sum
/// of what the operands' changes make of it. What is not known is NaN.
pub(super) fn derivatives(module: &Module, operation: &TracedOperation, pairs: [(f64, f64); 3]) -> [f64; 3] {
    let [(a, right_a), (b, right_b), _] = pairs;
    let middle = |(held, right): (f64, f64)| if right.is_finite() { 0.5 * held + 0.5 * right } else { held };
    let [x, y, _] = pairs.map(middle);
    let Some(site) = operation.site else { return [-1.0, 0.0, 0.0] };
    match module.sites[site].kind {
        SiteKind::Binary(FloatBinaryOp::Add, _) => [1.0, 1.0, 0.0],
        SiteKind::Binary(FloatBinaryOp::Sub, _) => [1.0, -1.0, 0.0],
        SiteKind::Binary(FloatBinaryOp::Mul, _) => [y, x, 0.0],
        // a/b - a'/b' = ((a - a') - (a'/b') (b - b')) / b
        SiteKind::Binary(FloatBinaryOp::Div, _) => [1.0 / b, -(right_a / right_b) / b, 0.0],
        SiteKind::Binary(FloatBinaryOp::Rem, _) => [1.0, f64::NAN, 0.0],
        SiteKind::Unary(FloatUnaryOp::Sqrt, _) => [1.0 / (a.sqrt() + right_a.sqrt()), 0.0, 0.0],
        SiteKind::Unary(op, _) => [integer(op), 0.0, 0.0],
        SiteKind::Fma(_) => [y, x, 1.0],
        SiteKind::Convert(..) => [1.0, 0.0, 0.0],
        SiteKind::Libm(function) => of_function(&module.functions[function].name, x, y),
        SiteKind::Binary(..) | SiteKind::Compare(_) | SiteKind::ToInt(_) | SiteKind::FromInt(_) => {
            [f64::NAN, f64::NAN, 0.0]
        }
    }
}

/// Of the remaining operations of one operand: rounding to an integer has steps.
fn integer(op: FloatUnaryOp) -> f64 {
    match op {
        FloatUnaryOp::Canonicalize => 1.0,
        _ => 0.0,
    }
}

/// Of a function of the mathematical library, by its name.
fn of_function(name: &str, x: f64, y: f64) -> [f64; 3] {
    let Some(named) = lookup(name) else { return [f64::NAN; 3] };
    let one = |slope: f64| [slope, 0.0, 0.0];
    match named.external.name {
        "sqrt" => one(0.5 / x.sqrt()),
        "cbrt" => one(1.0 / (3.0 * x.cbrt() * x.cbrt())),
        "exp" => one(x.exp()),
        "exp2" => one(x.exp2() * std::f64::consts::LN_2),
        "expm1" => one(x.exp()),
        "log" => one(1.0 / x),
        "log2" => one(std::f64::consts::LOG2_E / x),
        "log10" => one(std::f64::consts::LOG10_E / x),
        "log1p" => one(1.0 / (1.0 + x)),
        "sin" => one(x.cos()),
        "cos" => one(-x.sin()),
        "tan" => one(1.0 + x.tan() * x.tan()),
        "asin" => one(1.0 / (1.0 - x * x).sqrt()),
        "acos" => one(-1.0 / (1.0 - x * x).sqrt()),
        "atan" => one(1.0 / (1.0 + x * x)),
        "sinh" => one(x.cosh()),
        "cosh" => one(x.sinh()),
        "tanh" => one(1.0 / (x.cosh() * x.cosh())),
        "asinh" => one(1.0 / (x * x + 1.0).sqrt()),
        "acosh" => one(1.0 / (x * x - 1.0).sqrt()),
        "atanh" => one(1.0 / (1.0 - x * x)),
        "erf" => one(std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp()),
        "erfc" => one(-std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp()),
        "pow" => [y * x.powf(y - 1.0), if x > 0.0 { x.powf(y) * x.ln() } else { f64::NAN }, 0.0],
        "hypot" => [x / x.hypot(y), y / x.hypot(y), 0.0],
        "atan2" => [y / (x * x + y * y), -x / (x * x + y * y), 0.0],
        "fmod" | "remainder" => [1.0, f64::NAN, 0.0],
        "floor" | "ceil" | "trunc" | "round" | "rint" | "nearbyint" => one(0.0),
        _ => [f64::NAN; 3],
    }
}
