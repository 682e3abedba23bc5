//! What the source says about a function: name, language, parameters.
//!
//! The path in front of the name comes from the scopes of the debug information (namespaces,
//! modules, classes), which are the same for all languages and need no demangling.

use super::context::Context;
use super::raw::{LlvmBlock, Metadata, RawModule, Value};
use super::source_types::{SourceTypes, field, is_reference, is_small_copy, is_text};
use std::collections::{HashMap, HashSet};
use ulpwise_base::IdVec;
use ulpwise_ir::{
    Declaration, DeclaredLength, Dimension, Language, ParameterDeclaration, SourceType, SourceTypeId,
};

/// Where the C++ header of LLVM 22 puts the fields among the operands.
const SCOPE: usize = 1;
const NAME: usize = 2;
const SUBPROGRAM_TYPE: usize = 4;
const SUBPROGRAM_UNIT: usize = 5;
const SUBPROGRAM_RETAINED: usize = 7;
const SUBROUTINE_TYPES: usize = 5;
const VARIABLE_SCOPE: usize = 0;
const VARIABLE_NAME: usize = 1;
const VARIABLE_TYPE: usize = 3;

/// Scopes beyond this are cut off; damaged debug information may be endless.
const MAX_SCOPES: usize = 64;

/// The declarations met so far.
#[derive(Default)]
pub(super) struct Declarations<'m> {
    types: SourceTypes<'m>,
    languages: HashMap<Metadata<'m>, Language>,
}

impl<'m> Declarations<'m> {
    /// What the source says about a function; `None` without debug information.
    pub(super) fn lower(&mut self, context: &mut Context<'m>, function: Value<'m>) -> Option<Declaration> {
        let module = context.module;
        let subprogram = function.subprogram()?;
        let signature = subprogram.operand(module, SUBPROGRAM_TYPE);
        let types = signature.and_then(|ty| ty.operand(module, SUBROUTINE_TYPES));
        let types = types.map_or_else(Vec::new, |list| list.operands(module));
        let (result, parameters) = match types.split_first() {
            Some((&result, parameters)) => (result, parameters),
            None => (None, &[][..]),
        };
        let variables = parameter_variables(module, function, subprogram, parameters.len());
        let result = self.types.lower(module, result);
        // An empty entry after the parameters stands for C's "...".
        let parameters = (1..).zip(parameters).filter(|(_, ty)| ty.is_some()).map(|(number, &ty)| {
            let variable = variables.get(&number);
            let name = variable.map_or("", |variable| variable.name).to_owned();
            // In a signature flang calls Fortran's characters an integer.
            let text = variable.and_then(|variable| variable.ty).filter(|ty| is_text(*ty));
            let length = ty
                .filter(|&ty| is_reference(module, ty) || is_small_copy(module, ty))
                .map(|_| DeclaredLength { dimensions: vec![Dimension::Constant(1)], is_guaranteed: true });
            ParameterDeclaration { name, ty: self.types.lower_parameter(module, text.or(ty)), length }
        });
        Some(Declaration {
            parameters: parameters.collect(),
            result,
            name: path(module, subprogram),
            language: self.language(module, subprogram),
            location: context.locations.definition(subprogram),
        })
    }

    /// The types that the declarations mention.
    pub(super) fn into_types(self) -> IdVec<SourceTypeId, SourceType> {
        self.types.types
    }

    fn language(&mut self, module: RawModule<'m>, subprogram: Metadata<'m>) -> Language {
        let Some(unit) = subprogram.operand(module, SUBPROGRAM_UNIT) else { return Language::Other };
        *self.languages.entry(unit).or_insert_with(|| {
            let printed = unit.print(module);
            let name = field(&printed, "language").or_else(|| field(&printed, "sourceLanguageName"));
            language_of(name.unwrap_or_default())
        })
    }
}

/// The language behind DWARF's name for it (`DW_LANG_C11`, `DW_LNAME_C`).
fn language_of(name: &str) -> Language {
    let name = name.trim_start_matches("DW_LANG_").trim_start_matches("DW_LNAME_");
    match name {
        _ if name.starts_with("C_plus_plus") => Language::Cpp,
        _ if name.starts_with("Fortran") => Language::Fortran,
        "Rust" => Language::Rust,
        "C" | "C89" | "C99" | "C11" | "C17" | "C23" => Language::C,
        _ => Language::Other,
    }
}

/// The name with the scopes around it, as in `geometry::area`.
fn path<'m>(module: RawModule<'m>, subprogram: Metadata<'m>) -> String {
    let scopes = std::iter::successors(Some(subprogram), |scope| scope.operand(module, SCOPE));
    let mut names = Vec::new();
    for scope in scopes.take(MAX_SCOPES).take_while(|scope| !scope.is_file_or_unit()) {
        match scope.text_operand(module, NAME) {
            Some(name) if !name.is_empty() => names.push(name),
            _ if scope.is_namespace() => names.push("(anonymous namespace)"),
            // Blocks inside of functions have no names.
            _ => {}
        }
    }
    names.reverse();
    names.join("::")
}

/// What the function's body says about a parameter.
struct SourceVariable<'m> {
    name: &'m str,
    ty: Option<Metadata<'m>>,
}

/// The parameters by their numbers, from 1. The compiler attaches them to the function when it
/// optimises, and to the instructions where the parameters get their values.
fn parameter_variables<'m>(
    module: RawModule<'m>,
    function: Value<'m>,
    subprogram: Metadata<'m>,
    count: usize,
) -> HashMap<u64, SourceVariable<'m>> {
    let mut variables = HashMap::new();
    let mut seen = HashSet::new();
    let retained = subprogram.operand(module, SUBPROGRAM_RETAINED);
    let retained = retained.map_or_else(Vec::new, |list| list.operands(module));
    let attached = function.blocks().flat_map(LlvmBlock::instructions);
    let attached = attached.flat_map(Value::debug_variables);
    for variable in retained.into_iter().flatten().chain(attached) {
        if variables.len() >= count {
            break;
        }
        // The same few variables are mentioned again and again.
        if !seen.insert(variable) || variable.operand(module, VARIABLE_SCOPE) != Some(subprogram) {
            continue;
        }
        let number = field(&variable.print(module), "arg").and_then(|number| number.parse().ok());
        if let (Some(number), Some(name)) = (number, variable.text_operand(module, VARIABLE_NAME)) {
            variables.insert(number, SourceVariable { name, ty: variable.operand(module, VARIABLE_TYPE) });
        }
    }
    variables
}
