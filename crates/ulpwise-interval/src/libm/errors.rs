//! How far the host's libm may be from the exact value, in units in the last place.
//!
//! The numbers are those that glibc keeps for x86-64 (`sysdeps/x86_64/fpu/libm-test-ulps`, from which the table "Errors in
//! Math Functions" of its manual is made), the largest over the four rounding modes. [`ulps`] adds two: one because
//! glibc counts from the correctly rounded value, which itself is up to one ulp from the exact one in directed modes; one
//! because glibc measured them on inputs of its own choice.

use ulpwise_expr::LibmFunction;
use ulpwise_float::Format;

/// What is added to the documented errors.
const MARGIN: i128 = 2;

/// The error that is allowed for, in ulps of the exact value; `None` if the function is not enclosed in this format.
pub fn ulps(function: LibmFunction, format: Format) -> Option<i128> {
    let (double, single) = documented(function)?;
    match format {
        Format::F64 => Some(double + MARGIN),
        Format::F32 => Some(single + MARGIN),
        _ => None,
    }
}

/// glibc's numbers for double and float.
fn documented(function: LibmFunction) -> Option<(i128, i128)> {
    Some(match function {
        LibmFunction::Exp => (1, 1),
        LibmFunction::Exp2 => (1, 1),
        LibmFunction::Exp10 => (3, 1),
        LibmFunction::Expm1 => (1, 2),
        LibmFunction::Log => (1, 2),
        LibmFunction::Log2 => (3, 3),
        LibmFunction::Log10 => (2, 3),
        LibmFunction::Log1p => (2, 2),
        LibmFunction::Pow => (1, 1),
        LibmFunction::Sin => (1, 1),
        LibmFunction::Cos => (1, 1),
        LibmFunction::Tan => (1, 2),
        LibmFunction::Asin => (2, 1),
        LibmFunction::Acos => (1, 1),
        LibmFunction::Atan => (1, 2),
        LibmFunction::Atan2 => (1, 2),
        LibmFunction::Sinh => (3, 3),
        LibmFunction::Cosh => (3, 2),
        LibmFunction::Tanh => (3, 3),
        LibmFunction::Asinh => (3, 3),
        LibmFunction::Acosh => (2, 2),
        LibmFunction::Atanh => (3, 3),
        LibmFunction::Hypot => (1, 1),
        LibmFunction::Cbrt => (5, 1),
        LibmFunction::Erf => (1, 1),
        LibmFunction::Erfc => (5, 6),
        // Not monotone on pieces that are easily told.
        LibmFunction::Lgamma
        | LibmFunction::Tgamma
        | LibmFunction::J0
        | LibmFunction::J1
        | LibmFunction::Y0
        | LibmFunction::Y1 => return None,
    })
}
