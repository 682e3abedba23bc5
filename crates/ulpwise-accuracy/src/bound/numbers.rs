//! What the program's operations on numbers are for forms.

use super::arithmetic::Arithmetic;
use super::expression::{Expression, RealOperation, RoundedOperation};
use super::form::AffineErrorForm;
use super::functions;
use crate::error::RefusalReason;
use std::rc::Rc;
use ulpwise_externals::{FloatType, LibmFunction, lookup};
use ulpwise_float::Format;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp};

/// The format, if forms are known for it.
fn known(format: FloatFormat) -> Result<Format, RefusalReason> {
    match format {
        FloatFormat::F32 => Ok(Format::F32),
        FloatFormat::F64 => Ok(Format::F64),
        _ => Err(RefusalReason::OtherFormat),
    }
}

/// A result with the expression that it is.
fn expressed(
    result: Option<AffineErrorForm>,
    operation: RealOperation,
    operands: &[&AffineErrorForm],
    format: Format,
) -> Option<AffineErrorForm> {
    let mut result = result?;
    let operands: Option<Vec<Rc<Expression>>> =
        operands.iter().map(|operand| operand.expression.clone()).collect();
    let is_exact = !result.is_rounded;
    result.expression = operands.map(|operands| {
        Rc::new(Expression::Rounded(RoundedOperation { operation, operands, format, is_exact }))
    });
    Some(result)
}

/// Bits as a number.
pub(super) fn constant(bits: u128, format: FloatFormat) -> Result<AffineErrorForm, RefusalReason> {
    let number = match known(format)? {
        Format::F32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits as u64),
    };
    if !number.is_finite() {
        return Err(RefusalReason::NotFiniteConstant);
    }
    Ok(AffineErrorForm::constant(number))
}

/// An integer as a number, if it is one of the format.
pub(super) fn integer(value: i128, format: FloatFormat) -> Result<AffineErrorForm, RefusalReason> {
    let most = 1_i128 << known(format)?.significand_bits();
    if value.abs() > most {
        return Err(RefusalReason::RoundedInteger);
    }
    Ok(AffineErrorForm::constant(value as f64))
}

pub(super) fn binary(
    arithmetic: &mut Arithmetic,
    op: FloatBinaryOp,
    a: &AffineErrorForm,
    b: &AffineErrorForm,
    format: FloatFormat,
) -> Result<Option<AffineErrorForm>, RefusalReason> {
    let format = known(format)?;
    Ok(match op {
        FloatBinaryOp::Add => expressed(arithmetic.plus(a, b, format), RealOperation::Sum, &[a, b], format),
        FloatBinaryOp::Sub => {
            let minus = b.negated();
            expressed(arithmetic.plus(a, &minus, format), RealOperation::Sum, &[a, &minus], format)
        }
        FloatBinaryOp::Mul => {
            let is_square = std::ptr::eq(a, b);
            let operation = if is_square { RealOperation::Square } else { RealOperation::Product };
            expressed(arithmetic.times(a, b, is_square, format), operation, &[a, b], format)
        }
        FloatBinaryOp::Div => {
            expressed(arithmetic.over(a, b, format), RealOperation::Quotient, &[a, b], format)
        }
        FloatBinaryOp::MinNum | FloatBinaryOp::Minimum | FloatBinaryOp::MinimumNumber => Some(a.smaller(b)),
        FloatBinaryOp::MaxNum | FloatBinaryOp::Maximum | FloatBinaryOp::MaximumNumber => Some(a.larger(b)),
        FloatBinaryOp::Rem => return Err(RefusalReason::UnsupportedOperation(op.name().to_owned())),
    })
}

/// A product and a sum that are rounded once.
pub(super) fn fused(
    arithmetic: &mut Arithmetic,
    [a, b, c]: [&AffineErrorForm; 3],
    format: FloatFormat,
) -> Result<Option<AffineErrorForm>, RefusalReason> {
    let format = known(format)?;
    let result = arithmetic.fused([a, b, c], std::ptr::eq(a, b), format);
    Ok(expressed(result, RealOperation::Fused, &[a, b, c], format))
}

pub(super) fn unary(
    arithmetic: &mut Arithmetic,
    op: FloatUnaryOp,
    a: &AffineErrorForm,
    format: FloatFormat,
) -> Result<Option<AffineErrorForm>, RefusalReason> {
    let format = known(format)?;
    match op {
        FloatUnaryOp::Sqrt => Ok(expressed(arithmetic.root(a, format), RealOperation::Root, &[a], format)),
        FloatUnaryOp::Canonicalize => Ok(Some(a.clone())),
        _ => match whole(op.function_name()) {
            Some(function) => Ok(Some(a.whole(function))),
            None => Err(RefusalReason::UnsupportedOperation(op.function_name().to_owned())),
        },
    }
}

/// A conversion between formats: to a wider one nothing changes.
pub(super) fn converted(
    arithmetic: &mut Arithmetic,
    a: &AffineErrorForm,
    from: FloatFormat,
    to: FloatFormat,
) -> Result<Option<AffineErrorForm>, RefusalReason> {
    known(from)?;
    let to = known(to)?;
    if to == Format::F64 {
        return Ok(Some(a.clone()));
    }
    Ok(expressed(arithmetic.converted(a, to), RealOperation::Conversion, &[a], to))
}

/// A function that makes whole numbers of others, by its name; rounding is to nearest.
fn whole(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "floor" => f64::floor,
        "ceil" => f64::ceil,
        "trunc" => f64::trunc,
        "round" => f64::round,
        "roundeven" | "rint" | "nearbyint" => f64::round_ties_even,
        _ => return None,
    })
}

/// A function of the mathematical library.
pub(super) fn function(
    arithmetic: &mut Arithmetic,
    name: &str,
    operands: &[&AffineErrorForm],
    format: FloatFormat,
) -> Result<AffineErrorForm, RefusalReason> {
    let format = known(format)?;
    let refused = || RefusalReason::UnsupportedFunction(name.to_owned());
    let float = if format == Format::F32 { FloatType::Float } else { FloatType::Double };
    let named = lookup(name).filter(|named| named.float == Some(float) && named.math().is_some());
    let stem = named.ok_or_else(refused)?.external.name;
    let result = match (stem, operands) {
        ("sqrt", [a]) => expressed(arithmetic.root(a, format), RealOperation::Root, &[a], format),
        ("fabs", [a]) => Some(a.absolute()),
        ("fmin", [a, b]) => Some(a.smaller(b)),
        ("fmax", [a, b]) => Some(a.larger(b)),
        ("fma", &[a, b, c]) => {
            let result = arithmetic.fused([a, b, c], std::ptr::eq(a, b), format);
            expressed(result, RealOperation::Fused, &[a, b, c], format)
        }
        (_, [a]) if whole(stem).is_some() => whole(stem).map(|function| a.whole(function)),
        (_, [a]) => {
            let function = LibmFunction::from_name(stem).ok_or_else(refused)?;
            let units = function.error_in_ulps(float).ok_or_else(refused)? as f64;
            let (exact, _) = functions::known(function, a.exact).ok_or_else(refused)?;
            let (computed, _) = functions::known(function, a.computed).ok_or_else(refused)?;
            let (_, slope) = functions::known(function, a.exact.hull(a.computed)).ok_or_else(refused)?;
            let center =
                a.center().and_then(|center| functions::known(function, center)).map(|known| known.0);
            let result = arithmetic.function(a, [exact, computed], center, slope, units, format);
            expressed(result, RealOperation::Function(function, units), &[a], format)
        }
        _ => return Err(refused()),
    };
    result.ok_or_else(refused)
}
