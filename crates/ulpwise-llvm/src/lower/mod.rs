//! From an LLVM 22 module to ulpwise-ir.
//!
//! Every function that is defined gets a body, every reachable floating-point operation a numbered
//! site. What holds: lowering never panics on a module that LLVM's verifier accepts, the result is
//! the same for the same module (nothing depends on hash order), and what cannot be expressed
//! becomes an `Unsupported` instruction that names it, at its position, while the rest goes on.
//!
//! Deliberately not done: optimisation (the module comes linked, with mem2reg already run),
//! threads (atomic operations are plain ones). Exceptions become control flow (`exceptions`).

mod aggregate;
mod arith;
mod atomic;
mod blocks;
mod body;
mod builder;
mod call;
mod cast;
mod compare;
mod constant_slots;
mod constants;
mod context;
mod control;
mod debug_info;
mod declaration;
mod dispatch;
mod emit;
mod exceptions;
mod float;
mod function;
mod gep;
mod globals;
mod inline_assembly;
mod intrinsics;
mod lanes;
mod memory;
mod origins;
mod raw;
mod source_types;
mod symbols;
mod types;
mod unsupported;
mod vector;

use crate::LlvmError;
use constants::Folded;
use context::Context;
use declaration::Declarations;
use exceptions::TypeInfos;
use inkwell::module::Module as LlvmModule;
pub(crate) use origins::SiteOrigin;
use raw::{RawModule, Value};
use ulpwise_base::IdVec;
use ulpwise_ir::{FunctionId, GlobalId, Module, Target};

/// Lowers a linked module, on which mem2reg has run.
///
/// # Errors
/// If its memory is not little-endian with 64-bit addresses.
pub fn lower_module(module: &LlvmModule<'_>) -> Result<Module, LlvmError> {
    lower_with_origins(module).map(|(lowered, _)| lowered)
}

/// Lowers a linked module, and says which instruction of LLVM's each site comes from.
pub(crate) fn lower_with_origins(module: &LlvmModule<'_>) -> Result<(Module, Vec<SiteOrigin>), LlvmError> {
    let raw = RawModule::new(module);
    if !raw.is_little_endian_64_bit() {
        let message = "the data layout is not little-endian with 64-bit addresses".to_owned();
        return Err(LlvmError::Lowering { message });
    }
    let mut context = Context::new(raw);
    let functions = enter_functions(&mut context);
    let globals = enter_globals(&mut context);
    let mut lowered = Module::default();
    for (global, name) in globals {
        lowered.globals.push(context.global(global, name));
    }
    context.exceptions = TypeInfos::new(&lowered.globals);
    // What is static may have another name that is not.
    for alias in raw.aliases().filter(|alias| !alias.is_internal()) {
        match context.fold(alias) {
            Some(Folded::Address(Target::Global(global), _)) => lowered.globals[global].internal = false,
            Some(Folded::Address(Target::Function(function), _)) => {
                context.symbols.functions[function].exported = true;
            }
            _ => {}
        }
    }
    let mut declarations = Declarations::default();
    for (function, id) in functions {
        let declaration = declarations.lower(&mut context, function);
        context.symbols.functions[id].declaration = declaration;
        if function.is_declaration() {
            continue;
        }
        let body = body::lower_body(&mut context, function, id);
        context.symbols.functions[id].body = Some(body);
    }
    for target in std::mem::take(&mut context.exposed) {
        match target {
            Target::Global(global) => lowered.globals[global].internal = false,
            Target::Function(function) => context.symbols.functions[function].exported = true,
        }
    }
    let added = std::mem::take(&mut context.exceptions).into_added();
    added.into_iter().for_each(|global| {
        lowered.globals.push(global);
    });
    lowered.source_types = declarations.into_types();
    lowered.functions = context.symbols.functions;
    lowered.files = context.locations.files;
    lowered.locations = context.locations.locations;
    lowered.messages = context.messages.texts;
    lowered.number_sites();
    let origins = context.origins.of_sites(&lowered);
    Ok((lowered, origins))
}

/// Gives every function but the intrinsics its number.
fn enter_functions<'m>(context: &mut Context<'m>) -> Vec<(Value<'m>, FunctionId)> {
    let functions = context.module.functions().filter(|function| function.intrinsic_name().is_none());
    functions
        .map(|function| (function, context.symbols.add_function(function, &mut context.shapes)))
        .collect()
}

/// Gives every global its number and its name; the compiler leaves some without one.
fn enter_globals<'m>(context: &mut Context<'m>) -> Vec<(Value<'m>, String)> {
    let mut named = IdVec::<GlobalId, _>::new();
    for global in context.module.globals() {
        let name = match global.name() {
            "" => format!(".unnamed.{}", named.len()),
            name => name.to_owned(),
        };
        let id = named.push((global, name));
        context.symbols.add_global(global, id);
    }
    named.iter().cloned().collect()
}
