//! Parsing operations on integers, and on values of any type.

use super::{BodyParser, Parsed};
use crate::inst::Inst;
use crate::ops::{IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, OverflowOp};
use crate::text::parse_module::parse_width;
use crate::types::Type;

/// The instruction, or `None` when the name belongs to another family.
pub(super) fn parse_int(p: &mut BodyParser<'_, '_>, name: &str) -> Parsed<Option<Inst>> {
    if let Some(op) = IntBinaryOp::from_name(name) {
        let (dst, bits) = p.int_result(name)?;
        let (a, b) = p.two()?;
        return Ok(Some(Inst::Int { op, bits, dst, a, b }));
    }
    if let Some(op) = IntCastOp::from_name(name) {
        let (dst, to) = p.int_result(name)?;
        return Ok(Some(Inst::IntCast { op, from: parse_width(p.cursor)?, to, dst, a: p.slot()? }));
    }
    if let Some(op) = IntUnaryOp::from_name(name) {
        let (dst, bits) = p.int_result(name)?;
        return Ok(Some(Inst::IntUnary { op, bits, dst, a: p.slot()? }));
    }
    if let Some(op) = OverflowOp::from_name(name) {
        let [(dst, Type::Int(bits)), (overflow, _)] = p.results[..] else {
            return p.cursor.fail(format!("`{name}` has an integer and a truth value as results"));
        };
        let (a, b) = p.two()?;
        return Ok(Some(Inst::IntOverflow { op, bits, dst, overflow, a, b }));
    }
    Ok(Some(match name {
        "icmp" => {
            let (dst, _) = p.one_result(name)?;
            let predicate = p.named(IntPredicate::from_name, "predicate")?;
            let bits = parse_width(p.cursor)?;
            let (a, b) = p.two()?;
            Inst::IntCompare { predicate, bits, dst, a, b }
        }
        "copy" => {
            let (dst, ty) = p.one_result(name)?;
            Inst::Copy { wide: ty.is_wide(), dst, a: p.slot()? }
        }
        "select" => {
            let (dst, ty) = p.one_result(name)?;
            let (condition, a, b) = p.three()?;
            Inst::Select { wide: ty.is_wide(), dst, condition, a, b }
        }
        "fshl" | "fshr" => {
            let (dst, bits) = p.int_result(name)?;
            let (a, b, amount) = p.three()?;
            Inst::FunnelShift { left: name == "fshl", bits, dst, a, b, amount }
        }
        _ => return Ok(None),
    }))
}
