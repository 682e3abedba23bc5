//! What a call can depend on besides its inputs: variables that keep what was left there before the
//! call, and functions of the C library that do not always answer the same.
//!
//! Native calls and paths begin with the variables as the program's own beginning leaves them. That
//! is one of the states in which the function can be called, and good enough for witnesses; a proof
//! has to hold in all of them.

use crate::reach::reached_functions;
use std::collections::BTreeSet;
use ulpwise_externals::effects;
use ulpwise_ir::{Constant, FunctionId, GlobalId, Inst, Module, Target};

/// Variables that others define, and on whose contents nothing depends that is looked at here.
const HARMLESS: &[&str] = &["stderr", "stdin", "stdout", "_ZSt3cin", "_ZSt4cerr", "_ZSt4clog", "_ZSt4cout"];

/// Names of what starts a program: it is called once, when variables hold what they begin with.
const BEGINNINGS: &[&str] = &["main", "_QQmain"];

/// Why it is not enough to know the inputs of a function, if it is not. What `setup` has to do with
/// is as it leaves it.
pub fn depends_on(module: &Module, function: FunctionId, setup: &[FunctionId]) -> Option<String> {
    if BEGINNINGS.contains(&module.functions[function].name.as_str()) {
        return None;
    }
    let reached = reached_functions(module, function);
    if let Some(call) = changing_call(module, &reached) {
        return Some(call);
    }
    let prepared: BTreeSet<GlobalId> =
        setup.iter().flat_map(|&setup| variables(module, &reached_functions(module, setup))).collect();
    let is_harmless = |name: &str| HARMLESS.contains(&name) || name.starts_with("__rust_no_alloc_shim");
    let mut suspects: Vec<GlobalId> = variables(module, &reached).difference(&prepared).copied().collect();
    suspects.retain(|&variable| {
        let variable = &module.globals[variable];
        !variable.constant && !is_harmless(&variable.name)
    });
    // That nothing writes a variable takes a look at the whole program.
    if suspects.is_empty() {
        return None;
    }
    let written = ulpwise_absint::written_globals(module);
    let variable = suspects.into_iter().find(|&variable| written[variable])?;
    let name = &module.globals[variable].name;
    Some(format!("it depends on the variable '{name}', which may hold something else when it is called"))
}

/// A call that does not always do the same, or of which nothing is known.
fn changing_call(module: &Module, reached: &BTreeSet<FunctionId>) -> Option<String> {
    let bodies = reached.iter().filter_map(|&function| module.functions[function].body.as_ref());
    let called = bodies.flat_map(|body| &body.insts).filter_map(|inst| match *inst {
        Inst::Call { callee, .. } => Some(&module.functions[callee]),
        _ => None,
    });
    let mut outside = called.filter(|callee| callee.body.is_none()).map(|callee| callee.name.as_str());
    outside.find_map(|name| match effects(name) {
        None => Some(format!("it calls '{name}', of which nothing is known")),
        Some(effects) if effects.varies_between_runs() => {
            Some(format!("it calls '{name}', which does not do the same each time"))
        }
        Some(_) => None,
    })
}

/// The variables that functions name, and those whose addresses stand in these.
fn variables(module: &Module, functions: &BTreeSet<FunctionId>) -> BTreeSet<GlobalId> {
    let bodies = functions.iter().filter_map(|&function| module.functions[function].body.as_ref());
    let named = bodies.flat_map(|body| &body.constants).filter_map(|&(_, constant)| match constant {
        Constant::GlobalAddress(variable, _) => Some(variable),
        _ => None,
    });
    let mut open: Vec<GlobalId> = named.collect();
    let mut met = BTreeSet::new();
    while let Some(variable) = open.pop() {
        if met.insert(variable) {
            let within = module.globals[variable].relocations.iter();
            open.extend(within.filter_map(|relocation| match relocation.target {
                Target::Global(target) => Some(target),
                _ => None,
            }));
        }
    }
    met
}
