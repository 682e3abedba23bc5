//! Parsing operations on floating-point numbers, most of which are sites.

use super::{BodyParser, Parsed};
use crate::inst::Inst;
use crate::ops::{FloatBinaryOp, FloatPredicate, FloatUnaryOp, SignOp};
use crate::text::parse_module::{parse_format, parse_width};

/// The instruction, or `None` when the name belongs to another family.
pub(super) fn parse_float(p: &mut BodyParser<'_, '_>, name: &str) -> Parsed<Option<Inst>> {
    if let Some(op) = FloatBinaryOp::from_name(name) {
        let (dst, format) = p.float_result(name)?;
        let (a, b) = p.two()?;
        return Ok(Some(Inst::Float { op, format, dst, a, b, site: p.site_note()? }));
    }
    if let Some(op) = FloatUnaryOp::from_name(name) {
        let (dst, format) = p.float_result(name)?;
        return Ok(Some(Inst::FloatUnary { op, format, dst, a: p.slot()?, site: p.site_note()? }));
    }
    if let Some(op) = SignOp::from_name(name) {
        let (dst, format) = p.float_result(name)?;
        return Ok(Some(Inst::FloatSign { op, format, dst, a: p.slot()? }));
    }
    Ok(Some(match name {
        "ffma" => {
            let (dst, format) = p.float_result(name)?;
            let (a, b, c) = p.three()?;
            Inst::FloatFma { format, dst, a, b, c, site: p.site_note()? }
        }
        "fcopysign" => {
            let (dst, format) = p.float_result(name)?;
            let (a, b) = p.two()?;
            Inst::FloatCopySign { format, dst, a, b }
        }
        "fcmp" | "fcmps" => {
            let (dst, _) = p.one_result(name)?;
            let predicate = p.named(FloatPredicate::from_name, "predicate")?;
            let format = parse_format(p.cursor)?;
            let (a, b) = p.two()?;
            let signaling = name == "fcmps";
            Inst::FloatCompare { predicate, signaling, format, dst, a, b, site: p.site_note()? }
        }
        "fclass" => {
            let (dst, _) = p.one_result(name)?;
            let format = parse_format(p.cursor)?;
            let a = p.slot()?;
            p.cursor.expect(b',')?;
            Inst::FloatClass { mask: p.cursor.number_as()?, format, dst, a }
        }
        "fconvert" => {
            let (dst, to) = p.float_result(name)?;
            let from = parse_format(p.cursor)?;
            Inst::FloatConvert { from, to, dst, a: p.slot()?, site: p.site_note()? }
        }
        "fptosi" | "fptoui" | "fptosi_sat" | "fptoui_sat" => {
            let (dst, bits) = p.int_result(name)?;
            let format = parse_format(p.cursor)?;
            let (signed, saturating) = (name.starts_with("fptosi"), name.ends_with("_sat"));
            Inst::FloatToInt { signed, saturating, format, bits, dst, a: p.slot()?, site: p.site_note()? }
        }
        "sitofp" | "uitofp" => {
            let (dst, format) = p.float_result(name)?;
            let bits = parse_width(p.cursor)?;
            let signed = name == "sitofp";
            Inst::IntToFloat { signed, bits, format, dst, a: p.slot()?, site: p.site_note()? }
        }
        "get_rounding" => Inst::GetRounding { dst: p.one_result(name)?.0 },
        "set_rounding" => {
            p.no_result(name)?;
            Inst::SetRounding { mode: p.slot()? }
        }
        _ => return Ok(None),
    }))
}
