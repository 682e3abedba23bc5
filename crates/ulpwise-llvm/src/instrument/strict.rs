//! Operations of the screening tier whose exceptions the processor's own flags show.
//!
//! The operation is replaced by LLVM's *constrained* form of it: its flags are then part of what it
//! does, so that it is neither removed when its result is unused, nor moved to where the program
//! would not execute it, nor merged with another one, nor computed by the compiler. The last point
//! needs `nobuiltin`: without it LLVM computes operations on constants that raise no flag of
//! IEEE's, such as those with an exact tiny result.
//!
//! Deliberately absent: operations whose exceptions flags do not show (conversions to narrow
//! integers, minima, remainders, wide formats). They keep their checks.

use super::editor::Value;
use super::insert::Inserter;
use crate::lower::SiteOrigin;
use inkwell::llvm_sys::{LLVMOpcode, LLVMRealPredicate};
use std::collections::BTreeMap;
use std::ffi::CString;
use ulpwise_ir::Inst;

/// A constrained operation that replaces an instruction.
struct Strict {
    /// The name of the function that does it.
    name: String,
    /// The definition of that function.
    text: String,
    operands: Vec<Value>,
}

impl Inserter<'_> {
    /// The texts of all functions that [`Inserter::replace_strictly`] needs.
    pub(super) fn strict_operations(&self, origins: &[SiteOrigin]) -> Vec<String> {
        let operations = origins.iter().flat_map(|origin| self.strict(origin));
        operations
            .map(|strict| (strict.name, strict.text))
            .collect::<BTreeMap<_, _>>()
            .into_values()
            .collect()
    }

    /// Replaces an instruction by constrained operations, if there are such for it.
    pub(super) fn replace_strictly(&mut self, origin: &SiteOrigin) -> bool {
        let operations = self.strict(origin);
        let instruction = origin.instruction;
        self.editor.go_before(instruction);
        let mut result = None;
        for Strict { name, operands, .. } in operations {
            // The second of two steps works on the result of the first.
            let operands: Vec<Value> = match result {
                Some(first) => [first].into_iter().chain(operands).collect(),
                None => operands,
            };
            let Ok(name) = CString::new(name) else { return false };
            result = self.editor.call(&name, &operands);
            if result.is_none() {
                return false;
            }
        }
        result.is_some_and(|result| {
            self.editor.replace(instruction, result);
            true
        })
    }

    /// The constrained operations of an instruction: none, one, or two for a product and a sum.
    fn strict(&self, origin: &SiteOrigin) -> Vec<Strict> {
        let instruction = origin.instruction;
        let opcode = self.editor.opcode(instruction);
        let operand = |index| self.editor.operand(instruction, index);
        if opcode == LLVMOpcode::LLVMCall {
            return self.strict_call(origin);
        }
        let result = self.editor.type_text(instruction);
        let one = match opcode {
            LLVMOpcode::LLVMFAdd => arithmetic("fadd", &result, vec![operand(0), operand(1)]),
            LLVMOpcode::LLVMFSub => arithmetic("fsub", &result, vec![operand(0), operand(1)]),
            LLVMOpcode::LLVMFMul => arithmetic("fmul", &result, vec![operand(0), operand(1)]),
            LLVMOpcode::LLVMFDiv => arithmetic("fdiv", &result, vec![operand(0), operand(1)]),
            LLVMOpcode::LLVMFCmp => {
                let predicate = predicate_name(self.editor.float_predicate(instruction));
                let ty = self.editor.type_text(operand(0));
                predicate.and_then(|predicate| compare(predicate, &ty, &result, vec![operand(0), operand(1)]))
            }
            LLVMOpcode::LLVMFPTrunc | LLVMOpcode::LLVMFPExt => {
                let from = self.editor.type_text(operand(0));
                convert(opcode == LLVMOpcode::LLVMFPTrunc, &from, &result, operand(0))
            }
            _ => None,
        };
        one.into_iter().collect()
    }

    fn strict_call(&self, origin: &SiteOrigin) -> Vec<Strict> {
        let instruction = origin.instruction;
        let Some((name, declared)) = self.editor.called_function(instruction) else { return Vec::new() };
        let result = self.editor.type_text(instruction);
        let operand = |index| self.editor.operand(instruction, index);
        let steps = match name.as_str() {
            // The C library's function does the same where no flag is raised.
            "llvm.sqrt" => vec![arithmetic("sqrt", &result, vec![operand(0)])],
            "sqrt" if declared && result == "double" => vec![arithmetic("sqrt", &result, vec![operand(0)])],
            "sqrtf" if declared && result == "float" => vec![arithmetic("sqrt", &result, vec![operand(0)])],
            "llvm.fma" => vec![arithmetic("fma", &result, (0..3).map(operand).collect())],
            "llvm.fmuladd" if matches!(self.inst(origin.sites[0]), Some(Inst::Float { .. })) => vec![
                arithmetic("fmul", &result, vec![operand(0), operand(1)]),
                arithmetic("fadd", &result, vec![operand(2)]),
            ],
            "llvm.fmuladd" => vec![arithmetic("fma", &result, (0..3).map(operand).collect())],
            _ => Vec::new(),
        };
        steps.into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}

const EXCEPTIONS: &str = "metadata !\"fpexcept.strict\"";
const ROUNDING: &str = "metadata !\"round.tonearest\"";

/// How LLVM writes a type in the name of an intrinsic; only of the processor's own formats.
fn mangled(ty: &str) -> Option<String> {
    let scalar = |ty| match ty {
        "double" => Some("f64"),
        "float" => Some("f32"),
        _ => None,
    };
    match ty.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        Some(vector) => {
            let (lanes, element) = vector.split_once(" x ")?;
            Some(format!("v{}{}", lanes.parse::<u32>().ok()?, scalar(element)?))
        }
        None => scalar(ty).map(str::to_owned),
    }
}

/// An operation of one to three operands of one type. The second of two steps is given one operand,
/// the other one comes first.
fn arithmetic(operation: &str, ty: &str, operands: Vec<Value>) -> Option<Strict> {
    let suffix = mangled(ty)?;
    let count = match operation {
        "sqrt" => 1,
        "fma" => 3,
        _ => 2,
    };
    let types = vec![ty; count].join(", ");
    let given: Vec<String> = (0..count).map(|at| format!("{ty} %x{at}")).collect();
    let intrinsic = format!("@llvm.experimental.constrained.{operation}.{suffix}");
    Some(define(
        &format!("{operation}.{suffix}"),
        ty,
        &intrinsic,
        &[&types, ROUNDING],
        &given.join(", "),
        operands,
    ))
}

fn compare(predicate: &str, ty: &str, result: &str, operands: Vec<Value>) -> Option<Strict> {
    let suffix = mangled(ty)?;
    let intrinsic = format!("@llvm.experimental.constrained.fcmp.{suffix}");
    let predicate_text = format!("metadata !\"{predicate}\"");
    let (types, given) = (format!("{ty}, {ty}"), format!("{ty} %x0, {ty} %x1"));
    Some(define(
        &format!("fcmp.{predicate}.{suffix}"),
        result,
        &intrinsic,
        &[&types, &predicate_text],
        &given,
        operands,
    ))
}

fn convert(narrows: bool, from: &str, to: &str, operand: Value) -> Option<Strict> {
    let suffix = format!("{}.{}", mangled(to)?, mangled(from)?);
    let (operation, rounding) = if narrows { ("fptrunc", ROUNDING) } else { ("fpext", "") };
    let intrinsic = format!("@llvm.experimental.constrained.{operation}.{suffix}");
    let given = format!("{from} %x0");
    Some(define(&format!("{operation}.{suffix}"), to, &intrinsic, &[from, rounding], &given, vec![operand]))
}

/// A function that does nothing but one constrained operation.
fn define(
    name: &str,
    result: &str,
    intrinsic: &str,
    [types, extra]: &[&str; 2],
    given: &str,
    operands: Vec<Value>,
) -> Strict {
    let name = format!("ulpwise.strict.{name}");
    let extra_types = if extra.is_empty() { "" } else { ", metadata" };
    let extra = if extra.is_empty() { String::new() } else { format!(", {extra}") };
    let text = format!(
        "declare {result} {intrinsic}({types}{extra_types}, metadata)\n\
         define {result} @{name}({given}) alwaysinline nounwind strictfp {{\n  \
         %r = call {result} {intrinsic}({given}{extra}, {EXCEPTIONS}) strictfp nobuiltin\n  ret {result} %r\n}}\n"
    );
    Strict { name, text, operands }
}

/// The name of a comparison in LLVM's text; `None` for the two that look at no operand.
pub(crate) fn predicate_name(predicate: LLVMRealPredicate) -> Option<&'static str> {
    Some(match predicate {
        LLVMRealPredicate::LLVMRealOEQ => "oeq",
        LLVMRealPredicate::LLVMRealOGT => "ogt",
        LLVMRealPredicate::LLVMRealOGE => "oge",
        LLVMRealPredicate::LLVMRealOLT => "olt",
        LLVMRealPredicate::LLVMRealOLE => "ole",
        LLVMRealPredicate::LLVMRealONE => "one",
        LLVMRealPredicate::LLVMRealORD => "ord",
        LLVMRealPredicate::LLVMRealUNO => "uno",
        LLVMRealPredicate::LLVMRealUEQ => "ueq",
        LLVMRealPredicate::LLVMRealUGT => "ugt",
        LLVMRealPredicate::LLVMRealUGE => "uge",
        LLVMRealPredicate::LLVMRealULT => "ult",
        LLVMRealPredicate::LLVMRealULE => "ule",
        LLVMRealPredicate::LLVMRealUNE => "une",
        LLVMRealPredicate::LLVMRealPredicateTrue | LLVMRealPredicate::LLVMRealPredicateFalse => return None,
    })
}
