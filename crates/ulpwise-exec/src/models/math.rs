//! Functions of the mathematical library: exact terms where they are exact, applications of libm otherwise.

use super::Call;
use crate::executor::Executor;
use crate::state::State;
use crate::terms::Terms;
use ulpwise_expr::{LibmFunction, Term};
use ulpwise_float::Rounding;
use ulpwise_ir::{FloatBinaryOp, FloatFormat, FloatUnaryOp, SignOp, Type};

/// What a call delivers; `None` if no term says it.
pub(super) fn value<'p>(
    executor: &mut Executor<'p, '_>,
    state: &State<'p>,
    name: &str,
    call: &Call,
) -> Option<Term> {
    let &(first, Type::Float(format)) = call.given.first()? else { return None };
    let function = match format {
        FloatFormat::F64 => name,
        FloatFormat::F32 => name.strip_suffix('f')?,
        FloatFormat::X87 => name.strip_suffix('l')?,
        _ => return None,
    };
    let rounding = state.interpreter.machine.float.rounding;
    let terms = &mut executor.terms;
    if let Some(op) = unary(function) {
        return Some(terms.float_unary(op, format, rounding, first));
    }
    match function {
        "fabs" => return Some(terms.float_sign(SignOp::Abs, format, first)),
        "fmod" => {
            let &(second, _) = call.given.get(1)?;
            return Some(terms.float_binary(FloatBinaryOp::Rem, format, rounding, first, second));
        }
        "remainder" | "drem" => {
            let &(second, _) = call.given.get(1)?;
            let (x, y) = (terms.float(format, first), terms.float(format, second));
            return Some(terms.store.fp_rem(x, y));
        }
        "copysign" => {
            let &(second, _) = call.given.get(1)?;
            return Some(terms.float_copy_sign(format, first, second));
        }
        "fma" => {
            let (&(second, _), &(third, _)) = (call.given.get(1)?, call.given.get(2)?);
            return Some(terms.float_fma(format, rounding, [first, second, third]));
        }
        _ => {}
    }
    libm(terms, LibmFunction::from_name(function)?, format, rounding, call)
}

/// The operations of one operand.
fn unary(function: &str) -> Option<FloatUnaryOp> {
    Some(match function {
        "sqrt" => FloatUnaryOp::Sqrt,
        "floor" => FloatUnaryOp::Floor,
        "ceil" => FloatUnaryOp::Ceil,
        "trunc" => FloatUnaryOp::Trunc,
        "rint" => FloatUnaryOp::Rint,
        "nearbyint" => FloatUnaryOp::NearbyInt,
        "round" => FloatUnaryOp::Round,
        "roundeven" => FloatUnaryOp::RoundEven,
        _ => return None,
    })
}

fn libm(
    terms: &mut Terms,
    function: LibmFunction,
    format: FloatFormat,
    rounding: Rounding,
    call: &Call,
) -> Option<Term> {
    if call.given.len() != function.arity() {
        return None;
    }
    let arguments: Vec<Term> = call.given.iter().map(|&(value, _)| terms.float(format, value)).collect();
    let mode = terms.store.rounding(rounding);
    Some(terms.store.libm(function, mode, &arguments))
}
