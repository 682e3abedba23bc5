//! `--assume`: conditions in C on the parameters of a function. clang reads them, as functions of
//! their own that are linked to the program.

use crate::entry::name_of;
use crate::error::HarnessError;
use crate::headers::Headers;
use std::fmt::Write as _;
use std::path::PathBuf;
use ulpwise_ir::{Declaration, FloatFormat, FunctionId, Module, SourceType, SourceTypeId, Type};
use ulpwise_symex::Given;

/// How the functions are called; a number follows.
const NAME: &str = "ulpwise_assumption_";

/// Writes a file with a function for each condition.
pub fn write(
    module: &Module,
    function: FunctionId,
    conditions: &[String],
    headers: &Headers,
) -> Result<PathBuf, HarnessError> {
    let mut text = "#include <float.h>\n#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n".to_owned();
    let declaration = module.functions[function].declaration.as_ref();
    let parameters: Vec<String> =
        declaration.into_iter().flat_map(|of| parameters(module, of)).map(|(_, text)| text).collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    for (number, condition) in conditions.iter().enumerate() {
        writeln!(
            text,
            "int {NAME}{number}({parameters}) {{\n#line 1 \"--assume\"\n    return ({condition}) != 0;\n}}"
        )
        .expect("writing to a string");
    }
    headers.add("ulpwise-assumptions.c", &text)
}

/// The functions and their arguments, once the file is a part of the program.
pub fn calls(module: &Module, function: FunctionId, count: usize) -> Vec<(FunctionId, Vec<Given>)> {
    let declaration = module.functions[function].declaration.as_ref();
    let given: Vec<Given> = declaration
        .into_iter()
        .flat_map(|of| parameters(module, of))
        .map(|(number, _)| Given::Part(number, 0))
        .collect();
    let ids = (0..count).filter_map(|number| module.function_named(&format!("{NAME}{number}")));
    ids.map(|id| (id, given.clone())).collect()
}

/// The parameters that a condition can be about: numbers, and pointers to them.
fn parameters(module: &Module, declaration: &Declaration) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, parameter) in declaration.parameters.iter().enumerate() {
        let name = name_of(declaration, number);
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if let Some(ty) = c_type(module, parameter.ty).filter(|_| is_name) {
            found.push((number, format!("{ty} {name}")));
        }
    }
    found
}

/// Whether a number is passed by its address, as Fortran does: the source says nothing of a pointer.
pub(crate) fn is_number_by_address(module: &Module, ty: SourceTypeId, passed: Type) -> bool {
    let is_number = matches!(
        &module.source_types[ty],
        SourceType::Bool(_) | SourceType::Int { .. } | SourceType::Enum { .. } | SourceType::Float(_)
    );
    is_number && passed == Type::Pointer
}

/// A type in C; `None` for what a condition cannot be about.
pub fn c_type(module: &Module, ty: SourceTypeId) -> Option<String> {
    Some(match &module.source_types[ty] {
        SourceType::Bool(8) => "bool".to_owned(),
        SourceType::Int { signed, bits: bits @ (8 | 16 | 32 | 64), .. } => {
            format!("{}int{bits}_t", if *signed { "" } else { "u" })
        }
        SourceType::Enum { bits: bits @ (8 | 16 | 32 | 64), .. } => format!("int{bits}_t"),
        SourceType::Float(FloatFormat::F16) => "_Float16".to_owned(),
        SourceType::Float(FloatFormat::F32) => "float".to_owned(),
        SourceType::Float(FloatFormat::F64) => "double".to_owned(),
        SourceType::Float(FloatFormat::X87) => "long double".to_owned(),
        SourceType::Pointer { pointee, .. } => match &module.source_types[*pointee] {
            SourceType::Pointer { .. } => return None,
            _ => format!("const {} *", c_type(module, *pointee)?),
        },
        _ => return None,
    })
}
