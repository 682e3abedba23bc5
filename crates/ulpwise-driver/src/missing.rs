//! Functions that a program calls and that nothing defines: native calls end there.

use std::path::PathBuf;
use ulpwise_externals::{is_in_rust_library, is_rust_symbol, lookup, rust_runtime};
use ulpwise_harness::names::readable;
use ulpwise_ir::{Language, Module};
use ulpwise_llvm::{UNMODELLED, linked_names};
use ulpwise_native::is_provided;

/// The linker's names of functions that neither the program nor a library of its languages defines.
pub(crate) fn missing_functions(module: &Module) -> impl Iterator<Item = &str> {
    let undefined = module.functions.iter().filter(|function| function.body.is_none());
    undefined.map(|function| function.name.as_str()).filter(|name| !is_known(name))
}

fn is_known(name: &str) -> bool {
    if is_rust_symbol(name) {
        return rust_runtime(name).is_some() || is_in_rust_library(name);
    }
    // The code generator's own, and Fortran's run time, which is linked to native code only.
    let is_internal = name == UNMODELLED || name.starts_with("llvm.") || name.starts_with("_Fortran");
    is_internal || rust_runtime(name).is_some() || lookup(name).is_some() || is_provided(name)
}

/// The name that such a function has in the source.
pub(crate) fn source_name(module: &Module, name: &str) -> String {
    let mut declarations = module.functions.iter().filter_map(|function| function.declaration.as_ref());
    let is_fortran = declarations.any(|declaration| declaration.language == Language::Fortran);
    let procedure = name.strip_suffix('_').filter(|_| is_fortran);
    procedure.map_or_else(|| readable(name), str::to_owned)
}

/// Definitions in C, for programs that are built for a replay and linked to these files: calls end there
/// as they do in native calls of `check`. A weak definition would keep the linker from looking into
/// archives and shared libraries, so what those define, or may define, has none.
pub(crate) fn stand_ins(module: &Module, links: &[PathBuf]) -> String {
    let linked = linked_names(links);
    let is_missing = |name: &&str| linked.as_ref().is_some_and(|linked| !linked.contains(*name));
    let unmodelled = module.functions.iter().map(|function| function.name.as_str());
    let unmodelled = unmodelled.filter(|&name| name == UNMODELLED);
    let names = missing_functions(module).filter(is_missing).chain(unmodelled);
    let definition = |(number, name)| {
        format!(
            "void ulpwise_missing_{number}(void) __asm__(\"{name}\");\n\
             __attribute__((weak)) void ulpwise_missing_{number}(void) {{ __builtin_trap(); }}\n"
        )
    };
    names.enumerate().map(definition).collect()
}
