//! The functions and globals of a module by name, and what library functions they are.

use super::raw::{LlvmType, Value};
use super::types::Shapes;
use std::collections::HashMap;
use ulpwise_base::IdVec;
use ulpwise_externals::is_math_function;
use ulpwise_ir::{Function, FunctionId, GlobalId, Library, Type};

/// The functions and globals of a module.
#[derive(Default)]
pub(super) struct Symbols<'m> {
    /// The functions so far, bodies and declarations to be filled in later.
    pub(super) functions: IdVec<FunctionId, Function>,
    function_ids: HashMap<Value<'m>, FunctionId>,
    by_name: HashMap<String, FunctionId>,
    global_ids: HashMap<Value<'m>, GlobalId>,
}

impl<'m> Symbols<'m> {
    /// Enters a function of the module. One whose types have no counterpart is entered without
    /// parameters: calls of it and its body are unsupported.
    pub(super) fn add_function(&mut self, function: Value<'m>, shapes: &mut Shapes<'m>) -> FunctionId {
        let signature = function.content_type().and_then(LlvmType::signature);
        let (parameters, result, variadic) = match signature {
            Some((parameters, result, variadic)) => (parameters, Some(result), variadic),
            None => (Vec::new(), None, false),
        };
        let mut types_of = |types: &[_]| {
            let shapes: Result<Vec<_>, _> = types.iter().map(|&ty| shapes.shape(ty)).collect();
            shapes.map(|shapes| shapes.iter().flat_map(|shape| shape.types()).collect::<Vec<Type>>())
        };
        let parameters = types_of(&parameters).unwrap_or_default();
        let results = types_of(result.as_slice()).unwrap_or_default();
        let name = self.fresh_name(function.name());
        let defined = !function.is_declaration();
        let id = self.declare(&name, parameters, results, variadic);
        let entry = &mut self.functions[id];
        entry.exported = defined && function.is_exported();
        if defined {
            entry.library = Library::None;
        }
        self.function_ids.insert(function, id);
        id
    }

    fn fresh_name(&self, name: &str) -> String {
        if !name.is_empty() && !self.by_name.contains_key(name) {
            return name.to_owned();
        }
        (0..)
            .map(|number| format!("{name}.unnamed.{number}"))
            .find(|name| !self.by_name.contains_key(name))
            .unwrap_or_default()
    }

    fn declare(
        &mut self,
        name: &str,
        parameters: Vec<Type>,
        results: Vec<Type>,
        variadic: bool,
    ) -> FunctionId {
        // A function of the same name that handles no floating-point number is the program's own.
        let handles_floats = parameters.iter().chain(&results).any(|ty| matches!(ty, Type::Float(_)));
        let library = if handles_floats && is_math_function(name) { Library::Math } else { Library::None };
        let id = self.functions.push(Function {
            name: name.to_owned(),
            parameters,
            results,
            variadic,
            exported: false,
            library,
            declaration: None,
            body: None,
        });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// The function of that name, declared now if the module does not mention it. An intrinsic such
    /// as `llvm.sin` becomes a call of the symbol `sin`, as in the code generator.
    pub(super) fn external(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        match self.by_name.get(name) {
            Some(&id) => id,
            None => self.declare(name, parameters.to_vec(), results.to_vec(), false),
        }
    }

    /// The function that LLVM's value stands for.
    pub(super) fn function(&self, function: Value<'m>) -> Option<FunctionId> {
        self.function_ids.get(&function).copied()
    }

    /// Enters a global under the id it will have.
    pub(super) fn add_global(&mut self, global: Value<'m>, id: GlobalId) {
        self.global_ids.insert(global, id);
    }

    /// The global that LLVM's value stands for.
    pub(super) fn global(&self, global: Value<'m>) -> Option<GlobalId> {
        self.global_ids.get(&global).copied()
    }
}
