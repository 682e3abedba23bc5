//! What a call can depend on besides its inputs: variables that keep what was left there before the
//! call, and functions of the C library that do not always answer the same.
//!
//! Native calls and paths begin with the variables as the program's own beginning leaves them. That
//! is one of the states in which the function can be called, and good enough for witnesses; a proof
//! has to hold in all of them.

use crate::address_values::uses_addresses_as_values;
use crate::reach::{reached_functions, reached_without_checks};
use std::collections::BTreeSet;
use std::fmt;
use ulpwise_externals::{Effects, effects, is_inert_variable};
use ulpwise_ir::{Body, Constant, FunctionId, GlobalId, Inst, Module, Slot, SlotType, Target, Type};
use ulpwise_symex::{asks_for_entry_state, is_beginning};

/// Why it is not enough to know the inputs of a function, if it is not. What `setup` has to do with
/// is as it leaves it. That calls do not fail is assumed.
pub fn depends_on(module: &Module, function: FunctionId, setup: &[FunctionId]) -> Option<String> {
    match HiddenState::new(module, function, setup) {
        Err(why) => Some(why.to_string()),
        Ok(state) => HiddenState { failing_call: None, ..state }.reason(module),
    }
}

/// The variables that a function may read and that something may have written before it is called.
pub fn variables_that_may_change(module: &Module, function: FunctionId) -> Vec<GlobalId> {
    open_variables(module, &reached_functions(module, function), &[])
}

/// Whether a variable is a table as far as its file shows: no other file can name it, it has a value to
/// begin with, and where functions name it they do not write to it.
pub fn is_table(module: &Module, variable: GlobalId) -> bool {
    let global = &module.globals[variable];
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    global.internal && global.initializer.is_some() && !bodies.into_iter().any(|body| writes(body, variable))
}

/// Whether a function writes to a variable by its name.
fn writes(body: &Body, variable: GlobalId) -> bool {
    let is_it =
        // fail-closed: no other constant is the address of a variable.
        |constant: &Constant| matches!(constant, Constant::GlobalAddress(named, _) if *named == variable);
    let mut addresses: BTreeSet<Slot> =
        body.constants.iter().filter(|(_, constant)| is_it(constant)).map(|&(slot, _)| slot).collect();
    if addresses.is_empty() {
        return false;
    }
    loop {
        let known = addresses.len();
        for edge in &body.edges {
            let parameters = body.list(body.blocks[edge.target].parameters);
            let handed = parameters.iter().zip(body.list(edge.arguments));
            let handed = handed.filter(|(_, argument)| addresses.contains(argument)).map(|(&to, _)| to);
            addresses.extend(handed.collect::<Vec<_>>());
        }
        for inst in &body.insts {
            let made = match *inst {
                Inst::PointerAdd { dst, base, .. } if addresses.contains(&base) => Some(dst),
                Inst::Copy { dst, a, .. } if addresses.contains(&a) => Some(dst),
                Inst::Select { dst, a, b, .. } if addresses.contains(&a) || addresses.contains(&b) => {
                    Some(dst)
                }
                // fail-closed: what others make of addresses is not by this name.
                _ => None,
            };
            addresses.extend(made);
        }
        if addresses.len() == known {
            break;
        }
    }
    body.insts.iter().any(|inst| match *inst {
        Inst::Store { address: to, .. } | Inst::MemCopy { to, .. } | Inst::MemSet { to, .. } => {
            addresses.contains(&to)
        }
        // fail-closed: nothing else writes to memory by itself; calls may, and the proof says that it
        // assumes otherwise.
        _ => false,
    })
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
    /// Memory that something besides the program writes.
    Volatile,
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
            Self::Volatile => f.write_str("it reads volatile memory, which may change at any moment"),
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
    /// A function that it calls and that may fail.
    pub failing_call: Option<String>,
}

impl HiddenState {
    /// That of a function after the functions of `setup`.
    ///
    /// # Errors
    /// What a call depends on that cannot be listed.
    pub fn new(module: &Module, function: FunctionId, setup: &[FunctionId]) -> Result<Self, Dependence> {
        let reached = reached_functions(module, function);
        let is_beginning = is_beginning(&module.functions[function].name);
        if let Some(call) = changing_call(module, &reached, is_beginning) {
            return Err(call);
        }
        // What unsafe code must not be given does not count.
        if uses_addresses_as_values(module, &reached_without_checks(module, function)) {
            return Err(Dependence::Address);
        }
        if reads_volatile_memory(module, &reached) {
            return Err(Dependence::Volatile);
        }
        let failing_call = failing_call(module, &reached);
        // What starts a program is called once, when variables hold what they begin with.
        if is_beginning {
            return Ok(Self { failing_call, ..Self::default() });
        }
        let is_environment_read = asks_for_entry_state(module, reached.iter().copied());
        Ok(Self { variables: open_variables(module, &reached, setup), is_environment_read, failing_call })
    }

    /// Why inputs alone do not determine what a call does, if they do not.
    pub fn reason(&self, module: &Module) -> Option<String> {
        if let Some(&variable) = self.variables.first() {
            let name = &module.globals[variable].name;
            return Some(format!(
                "it depends on the variable '{name}', which may hold something else when it is called"
            ));
        }
        if self.is_environment_read {
            return Some("it asks for IEEE flags or errno, which may be set when it is called".to_owned());
        }
        self.failing_call.as_ref().map(|name| format!("it calls '{name}', which may fail"))
    }
}

/// The variables that functions may read and that something may have written before.
fn open_variables(module: &Module, reached: &BTreeSet<FunctionId>, setup: &[FunctionId]) -> Vec<GlobalId> {
    let prepared: BTreeSet<GlobalId> =
        setup.iter().flat_map(|&setup| variables(module, &reached_functions(module, setup))).collect();
    let mut suspects: Vec<GlobalId> = variables(module, reached).difference(&prepared).copied().collect();
    suspects.retain(|&variable| {
        let variable = &module.globals[variable];
        let is_inert = variable.initializer.is_none() && is_inert_variable(&variable.name);
        !variable.constant && !is_inert
    });
    // That nothing writes a variable takes a look at the whole program.
    if !suspects.is_empty() {
        let written = ulpwise_absint::written_globals(module);
        suspects.retain(|&variable| written[variable]);
    }
    suspects
}

/// The functions outside of the program that others call, or may call through a pointer.
fn outside_functions<'m>(
    module: &'m Module,
    reached: &BTreeSet<FunctionId>,
) -> impl Iterator<Item = &'m str> + use<'m> {
    let outside: Vec<&str> = reached
        .iter()
        .map(|&function| &module.functions[function])
        .filter(|function| function.body.is_none())
        .map(|function| function.name.as_str())
        .collect();
    outside.into_iter()
}

/// A call that does not always do the same, or of which nothing is known. What a program begins with
/// finds the library's own state as it always is.
fn changing_call(module: &Module, reached: &BTreeSet<FunctionId>, is_beginning: bool) -> Option<Dependence> {
    let varies = |effects: &Effects| match is_beginning {
        true => effects.varies_between_programs(),
        false => effects.varies_between_runs(),
    };
    outside_functions(module, reached).find_map(|name| match effects(name) {
        None => Some(Dependence::UnknownCall(name.to_owned())),
        Some(effects) if varies(effects) => Some(Dependence::ChangingCall(name.to_owned())),
        Some(effects) if effects.may_keep && is_given_address(module, reached, name) => {
            Some(Dependence::KeptAddress(name.to_owned()))
        }
        Some(_) => None,
    })
}

/// Whether a function may get an address of the program's besides that of a stream, which comes
/// first: `setvbuf` without a buffer keeps nothing.
fn is_given_address(module: &Module, reached: &BTreeSet<FunctionId>, name: &str) -> bool {
    let is_it = |function: FunctionId| module.functions[function].name == name;
    reached.iter().filter_map(|&function| module.functions[function].body.as_ref()).any(|body| {
        let is_null = |slot: &Slot| body.constant_bits(*slot) == Some(0);
        let is_pointer = |slot: &Slot| body.slots[*slot] == SlotType::Value(Type::Pointer);
        let gives = |inst: &Inst| match *inst {
            Inst::Call { callee, arguments, .. } if is_it(callee) => {
                body.list(arguments).iter().skip(1).any(|slot| is_pointer(slot) && !is_null(slot))
            }
            // Where its address is used, it may be called with anything.
            _ => false, // fail-closed: the addresses of functions are looked at besides.
        };
        body.insts.iter().any(gives) || body.function_addresses().any(is_it)
    }) || module.functions_in_variables().into_iter().any(is_it)
}

/// A call that may fail for reasons that the program does not tell.
fn failing_call(module: &Module, reached: &BTreeSet<FunctionId>) -> Option<String> {
    let may_fail = |name: &&str| effects(name).is_some_and(|effects| effects.may_fail);
    outside_functions(module, reached).find(may_fail).map(str::to_owned)
}

/// Whether something is read that may change at any moment.
fn reads_volatile_memory(module: &Module, reached: &BTreeSet<FunctionId>) -> bool {
    let mut bodies = reached.iter().filter_map(|&function| module.functions[function].body.as_ref());
    // fail-closed: no other instruction reads what the program does not write.
    bodies.any(|body| body.insts.iter().any(|inst| matches!(inst, Inst::Load { volatile: true, .. })))
}

/// The variables that functions name, and those whose addresses stand in these.
fn variables(module: &Module, functions: &BTreeSet<FunctionId>) -> BTreeSet<GlobalId> {
    let bodies = functions.iter().filter_map(|&function| module.functions[function].body.as_ref());
    let named = bodies.flat_map(|body| &body.constants).filter_map(|&(_, constant)| match constant {
        Constant::GlobalAddress(variable, _) => Some(variable),
        Constant::Bits(_) | Constant::FunctionAddress(_) | Constant::Undefined => None,
    });
    let mut open: Vec<GlobalId> = named.collect();
    let mut met = BTreeSet::new();
    while let Some(variable) = open.pop() {
        if met.insert(variable) {
            let within = module.globals[variable].relocations.iter();
            open.extend(within.filter_map(|relocation| match relocation.target {
                Target::Global(target) => Some(target),
                Target::Function(_) => None,
            }));
        }
    }
    met
}
