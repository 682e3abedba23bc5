//! What proofs about a function take for granted beyond the language, as far as they can rest on it.
//!
//! The list may name something that a single proof does not need; it leaves nothing out. Where the
//! program does not tell, the assumption is listed.

use crate::names::readable;
use crate::reach::reached_functions;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_externals::{Environment, MemoryAccess, ReturnedValue, effects, lookup};
use ulpwise_finding::Assumption;
use ulpwise_ir::{
    Body, Constant, Function, FunctionId, GlobalId, Inst, Language, Library, Module, Slot, SlotType, Type,
};
use ulpwise_symex::{ArrayLength, Bounds, Content, EntryObject, EntryPoint, LengthLimit};

/// The assumptions of proofs about a function that is entered so.
pub fn proof_assumptions(module: &Module, function: FunctionId, entry: &EntryPoint) -> Vec<Assumption> {
    let reached = reached_functions(module, function);
    let mut assumed: Vec<Assumption> = Vec::new();
    let open = entry.lengths.iter().filter(|length| !length.is_guaranteed);
    assumed.extend(
        open.map(|length| Assumption::ArrayLength { name: length.name.clone(), elements: length.elements }),
    );
    let limits = entry.limits.iter().cloned();
    assumed.extend(limits.map(|LengthLimit { name, least, most }| {
        let name = name.trim_start_matches('*').to_owned();
        Assumption::LengthLimit { name, least, most }
    }));
    assumed.extend(overlap(module, function, &reached, entry));
    if compares_addresses(module, &reached) {
        let pointers = entry.lengths.iter().filter(|length| !length.is_guaranteed);
        assumed.extend(pointers.map(|length| Assumption::NonNull { name: length.name.clone() }));
    }
    assumed.extend(of_values(entry));
    assumed.extend(of_calls(module, &reached));
    if !entry.setup.is_empty() {
        assumed.push(Assumption::PreparedState);
    }
    let mut seen = BTreeSet::new();
    assumed.retain(|assumption| seen.insert(assumption.clone()));
    assumed
}

/// Which objects must lie apart: those behind pointers, and variables that the function uses, if it
/// writes through pointers at all. Fortran forbids its callers to pass the same twice, and Rust's
/// references do not overlap where one of them may write.
fn overlap(
    module: &Module,
    function: FunctionId,
    reached: &BTreeSet<FunctionId>,
    entry: &EntryPoint,
) -> Option<Assumption> {
    let language = module.functions[function].declaration.as_ref().map(|it| it.language);
    let may_overlap = |length: &&ArrayLength| match language {
        Some(Language::Fortran) => false,
        Some(Language::Rust) => !length.is_guaranteed,
        Some(Language::C | Language::Cpp | Language::Other) | None => true,
    };
    let pointers: Vec<String> =
        entry.lengths.iter().filter(may_overlap).map(|length| length.name.clone()).collect();
    if pointers.is_empty() || !writes_through_pointers(module, reached) {
        return None;
    }
    let mut names = pointers;
    names.extend(changing_variables(module, reached).into_iter().map(|id| module.globals[id].name.clone()));
    (names.len() > 1).then_some(Assumption::NoOverlap { names })
}

fn bodies<'m>(module: &'m Module, reached: &BTreeSet<FunctionId>) -> impl Iterator<Item = &'m Body> {
    reached.iter().filter_map(|&function| module.functions[function].body.as_ref())
}

/// The variables that functions name and that may change.
fn changing_variables(module: &Module, reached: &BTreeSet<FunctionId>) -> BTreeSet<GlobalId> {
    let constants = bodies(module, reached).flat_map(|body| &body.constants);
    let named = constants.filter_map(|(_, constant)| match *constant {
        Constant::GlobalAddress(variable, _) => Some(variable),
        Constant::Bits(_) | Constant::FunctionAddress(_) | Constant::Undefined => None,
    });
    named.filter(|&variable| !module.globals[variable].constant).collect()
}

/// Whether something may be written other than local variables.
fn writes_through_pointers(module: &Module, reached: &BTreeSet<FunctionId>) -> bool {
    bodies(module, reached).any(|body| {
        let own = own_addresses(body);
        body.insts.iter().any(|inst| match *inst {
            Inst::Store { address: to, .. }
            | Inst::MemCopy { to, .. }
            | Inst::MemSet { to, .. }
            | Inst::VaStart { list: to }
            | Inst::VaCopy { to, .. } => !own.contains(&to),
            Inst::CallIndirect { .. } | Inst::Unsupported { .. } => true,
            Inst::Call { callee, .. } => {
                let callee = &module.functions[callee];
                callee.body.is_none() && may_write(callee)
            }
            _ => false,
        })
    })
}

/// Whether a function without a body may write to memory.
fn may_write(function: &Function) -> bool {
    effects(&function.name).is_none_or(|effects| effects.writes != MemoryAccess::Nothing)
}

/// The slots that hold addresses in local variables and nothing else.
fn own_addresses(body: &Body) -> BTreeSet<Slot> {
    let mut origin: BTreeMap<Slot, Slot> = BTreeMap::new();
    let mut own = BTreeSet::new();
    for inst in &body.insts {
        match *inst {
            Inst::Alloca { dst, .. } => drop(own.insert(dst)),
            Inst::PointerAdd { dst, base, .. } => drop(origin.insert(dst, base)),
            _ => {}
        }
    }
    // A slot is set by one instruction, but blocks need not stand in the order of execution.
    let is_own = |mut slot: Slot| {
        for _ in 0..=origin.len() {
            match origin.get(&slot) {
                Some(&base) => slot = base,
                None => break,
            }
        }
        own.contains(&slot)
    };
    let moved: Vec<Slot> = origin.keys().copied().filter(|&slot| is_own(slot)).collect();
    own.extend(moved);
    own
}

/// Whether a function compares addresses, or looks at one as a number: only then does it matter
/// that a pointer is not null, for the access through null ends the call.
fn compares_addresses(module: &Module, reached: &BTreeSet<FunctionId>) -> bool {
    bodies(module, reached).any(|body| {
        let is_pointer = |slot: Slot| body.slots[slot] == SlotType::Value(Type::Pointer);
        body.insts.iter().any(|inst| match *inst {
            Inst::IntCompare { a, b, .. } => is_pointer(a) || is_pointer(b),
            Inst::Copy { dst, a, wide: false } => is_pointer(a) != is_pointer(dst),
            _ => false,
        })
    })
}

/// What is assumed of the values of inputs.
fn of_values(entry: &EntryPoint) -> Vec<Assumption> {
    let mut assumed = Vec::new();
    let mut is_finite = false;
    let mut open: Vec<&EntryObject> = entry.objects.iter().rev().collect();
    while let Some(object) = open.pop() {
        for (_, content) in &object.contents {
            match content {
                Content::Any(_, _, Bounds::Finite(_)) => is_finite = true,
                Content::Any(name, _, Bounds::OneOf(_)) => {
                    let name = name.trim_start_matches('*').to_owned();
                    assumed.push(Assumption::Enumerators { name });
                }
                Content::Any(
                    _,
                    _,
                    Bounds::All
                    | Bounds::Signed(..)
                    | Bounds::Unsigned(..)
                    | Bounds::Float(..)
                    | Bounds::Short(..),
                )
                | Content::Bytes(_)
                | Content::Behind(..) => {}
                Content::Address(inner) => open.push(inner),
            }
        }
    }
    if is_finite {
        assumed.push(Assumption::FiniteInputs);
    }
    assumed
}

/// What is assumed of the functions that are called and not defined.
fn of_calls(module: &Module, reached: &BTreeSet<FunctionId>) -> Vec<Assumption> {
    let mut assumed = Vec::new();
    for &function in reached {
        let function = &module.functions[function];
        if function.body.is_some() {
            continue;
        }
        if function.library == Library::Math {
            assumed.extend((!is_exact(&function.name)).then_some(Assumption::LibraryErrors));
            continue;
        }
        match effects(&function.name) {
            // What LLVM asks of the code generator is no function.
            None if function.name.starts_with("llvm.") => {}
            None => assumed.push(Assumption::OutsideFunction { name: readable(&function.name) }),
            Some(effects) => {
                let allocates = effects.returned == ReturnedValue::NewObject;
                assumed.extend(allocates.then_some(Assumption::Allocation));
                let reads_locale = effects.depends_on.intersects(Environment::LOCALE);
                assumed.extend(reads_locale.then_some(Assumption::DefaultLocale));
            }
        }
    }
    assumed
}

/// Whether a function of the mathematical library has the one right result.
fn is_exact(name: &str) -> bool {
    use ulpwise_externals::ArgumentSet;
    let facts = lookup(name).and_then(|external| external.math());
    facts.is_some_and(|facts| facts.function.is_none() && facts.invalid != ArgumentSet::Unknown)
}
