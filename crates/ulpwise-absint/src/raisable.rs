//! Which exceptions an operation can raise at all: the rows of a ledger.

use crate::exceptions::Exceptions;
use crate::transfer::{convert, float, libm};
use crate::value::{FloatValue, modelled};
use ulpwise_float::Rounding;
use ulpwise_interp::Exception;
use ulpwise_interval::domain::{BitVecDomain, RoundingDomain};
use ulpwise_ir::{Inst, Module, SiteId};

/// The exceptions that the operation of a site can raise on some operands, in some rounding mode.
pub fn raisable(module: &Module, site: SiteId) -> Exceptions {
    let modes =
        [Rounding::NearestEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero];
    let modes = modes
        .into_iter()
        .fold(RoundingDomain::EMPTY, |modes, mode| modes.union(RoundingDomain::singleton(mode)));
    let Some(inst) = module.site_inst(site) else { return Exceptions::NONE };
    let arithmetic = Exceptions::of(&[Exception::Invalid, Exception::Overflow, Exception::Underflow]);
    match *inst {
        Inst::Float { op, format, .. } => modelled(format).map_or(
            arithmetic.with_if(op == ulpwise_ir::FloatBinaryOp::Div, Exception::DivideByZero),
            |format| {
                let any = FloatValue::any(format);
                float::binary_exceptions(op, modes, float::Operands { x: &any, y: &any, same: false })
            },
        ),
        Inst::FloatUnary { .. } | Inst::FloatCompare { .. } => Exceptions::of(&[Exception::Invalid]),
        Inst::FloatFma { .. } => arithmetic,
        Inst::FloatConvert { from, to, .. } => match (modelled(from), modelled(to)) {
            (Some(from), Some(to)) => convert::between_formats(modes, &FloatValue::any(from), to).1,
            _ => arithmetic,
        },
        Inst::FloatToInt { .. } => Exceptions::of(&[Exception::IntConversion]),
        Inst::IntToFloat { signed, bits, format, .. } => {
            let any = BitVecDomain::full(bits.into());
            convert::from_int(modes, signed, &any, format).map_or(Exceptions::NONE, |(_, raised)| raised)
        }
        Inst::Call { callee, .. } => of_library_function(modes, &module.functions[callee].name),
        _ => Exceptions::NONE,
    }
}

fn of_library_function(modes: RoundingDomain, name: &str) -> Exceptions {
    let Some((function, format)) = libm::known(name) else { return libm::every_exception() };
    let any = [FloatValue::any(format), FloatValue::any(format)];
    let called = libm::call(function, modes, &any[..1]).or_else(|| libm::call(function, modes, &any));
    called.map_or_else(libm::every_exception, |(_, raised)| raised)
}
