//! What a call can depend on besides its inputs: variables that keep what was left there before the
//! call, and functions of the C library that do not always answer the same.
//!
//! Native calls and paths begin with the variables as the program's own beginning leaves them. That
//! is one of the states in which the function can be called, and good enough for witnesses; a proof
//! has to hold in all of them.

use crate::address_values::uses_addresses_as_values;
use crate::reach::reached_functions;
use std::collections::BTreeSet;
use std::fmt;
use ulpwise_externals::effects;
use ulpwise_ir::{Constant, FunctionId, GlobalId, Inst, Module, Target};
use ulpwise_symex::{asks_for_entry_state, is_beginning};

/// Variables that others define, and on whose contents nothing depends that is looked at here.
const HARMLESS: &[&str] = &["stderr", "stdin", "stdout", "_ZSt3cin", "_ZSt4cerr", "_ZSt4clog", "_ZSt4cout"];

/// Why it is not enough to know the inputs of a function, if it is not. What `setup` has to do with
/// is as it leaves it.
pub fn depends_on(module: &Module, function: FunctionId, setup: &[FunctionId]) -> Option<String> {
    match HiddenState::new(module, function, setup) {
        Err(why) => Some(why.to_string()),
        Ok(state) => state.reason(module),
    }
}

/// What a call depends on that cannot be made symbolic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dependence {
    /// A function of which nothing is known.
    UnknownCall(String),
    /// A function that may answer differently.
    ChangingCall(String),
    /// A function that keeps an address, for the library to write to later.
    KeptAddress(String),
    /// The numeric value of an address.
    Address,
}

impl fmt::Display for Dependence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCall(name) => write!(f, "it calls '{name}', of which nothing is known"),
            Self::ChangingCall(name) => write!(f, "it calls '{name}', which does not do the same each time"),
            Self::KeptAddress(name) => {
                write!(f, "it calls '{name}', after which the library may write to its memory")
            }
            Self::Address => f.write_str("a value in it depends on where an object lies"),
        }
    }
}

/// What a call finds besides its inputs, and may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HiddenState {
    /// Variables that other functions may have written.
    pub variables: Vec<GlobalId>,
    /// Whether the program can see IEEE flags or `errno`.
    pub is_environment_read: bool,
}

impl HiddenState {
    /// That of a function after the functions of `setup`.
    ///
    /// # Errors
    /// What a call depends on that cannot be listed.
    pub fn new(module: &Module, function: FunctionId, setup: &[FunctionId]) -> Result<Self, Dependence> {
        // What starts a program is called once, when variables hold what they begin with.
        if is_beginning(&module.functions[function].name) {
            return Ok(Self::default());
        }
        let reached = reached_functions(module, function);
        if let Some(call) = changing_call(module, &reached) {
            return Err(call);
        }
        if uses_addresses_as_values(module, &reached) {
            return Err(Dependence::Address);
        }
        let is_environment_read = asks_for_entry_state(module, reached.iter().copied());
        Ok(Self { variables: open_variables(module, &reached, setup), is_environment_read })
    }

    /// Why inputs alone do not determine what a call does, if they do not.
    pub fn reason(&self, module: &Module) -> Option<String> {
        if let Some(&variable) = self.variables.first() {
            let name = &module.globals[variable].name;
            return Some(format!(
                "it depends on the variable '{name}', which may hold something else when it is called"
            ));
        }
        let reason = "it asks for IEEE flags or errno, which may be set when it is called";
        self.is_environment_read.then(|| reason.to_owned())
    }
}

/// The variables that functions may read and that something may have written before.
fn open_variables(module: &Module, reached: &BTreeSet<FunctionId>, setup: &[FunctionId]) -> Vec<GlobalId> {
    let prepared: BTreeSet<GlobalId> =
        setup.iter().flat_map(|&setup| variables(module, &reached_functions(module, setup))).collect();
    let is_harmless = |name: &str| HARMLESS.contains(&name) || name.starts_with("__rust_no_alloc_shim");
    let mut suspects: Vec<GlobalId> = variables(module, reached).difference(&prepared).copied().collect();
    suspects.retain(|&variable| {
        let variable = &module.globals[variable];
        !variable.constant && !is_harmless(&variable.name)
    });
    // That nothing writes a variable takes a look at the whole program.
    if !suspects.is_empty() {
        let written = ulpwise_absint::written_globals(module);
        suspects.retain(|&variable| written[variable]);
    }
    suspects
}

/// A call that does not always do the same, or of which nothing is known.
fn changing_call(module: &Module, reached: &BTreeSet<FunctionId>) -> Option<Dependence> {
    let bodies = reached.iter().filter_map(|&function| module.functions[function].body.as_ref());
    let called = bodies.flat_map(|body| &body.insts).filter_map(|inst| match *inst {
        Inst::Call { callee, .. } => Some(&module.functions[callee]),
        _ => None,
    });
    let mut outside = called.filter(|callee| callee.body.is_none()).map(|callee| callee.name.as_str());
    outside.find_map(|name| match effects(name) {
        None => Some(Dependence::UnknownCall(name.to_owned())),
        Some(effects) if effects.varies_between_runs() => Some(Dependence::ChangingCall(name.to_owned())),
        Some(effects) if effects.may_keep => Some(Dependence::KeptAddress(name.to_owned())),
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
