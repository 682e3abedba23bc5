//! Calls that leave the program, as far as they meet symbolic values: each file a concern, each
//! with a table of names and models.
//!
//! A call whose arguments are all known is the interpreter's, unless the executor wants to be asked
//! first ([`intercepted`]). One that the interpreter cannot make, for it would read symbolic bytes,
//! comes here as well.

mod alloc;
mod character;
mod environment;
mod failing;
mod format;
mod inputs;
mod math;
mod memory;
mod number;
mod overflow;
mod print;
mod scan;
mod sort;
mod span;
mod stream;
mod string;
mod text;

pub(crate) use failing::open_errno;
pub(crate) use sort::Waiting;

use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_externals::{RustRuntime, effects, rust_runtime};
use ulpwise_interp::memory::MemoryFault;
use ulpwise_interp::{Argument, CalleeKind, PathEnd, Program};
use ulpwise_ir::{FunctionId, Slot, SlotList, Type};

/// A call under way.
pub(crate) struct ModelCall {
    pub(crate) callee: FunctionId,
    pub(crate) kind: CalleeKind,
    /// The arguments.
    pub(crate) given: Vec<(Term, Type)>,
    /// The slots they stand in.
    pub(crate) arguments: SlotList,
    /// The slots that the results go to.
    pub(crate) results: SlotList,
}

impl ModelCall {
    /// An argument; zero if there are fewer.
    fn argument(&self, executor: &mut Executor<'_, '_>, at: usize) -> Term {
        match self.given.get(at) {
            Some(&(value, _)) => value,
            None => executor.terms.constant(64, 0),
        }
    }

    /// The bits of an argument, if they are known.
    fn known(&self, executor: &mut Executor<'_, '_>, at: usize) -> Option<u64> {
        let value = self.argument(executor, at);
        executor.terms.known(value).map(|bits| bits as u64)
    }

    /// The slot of the first of some arguments that is not known.
    fn first_open(&self, state: &PathState<'_>, wanted: &[usize]) -> Option<Slot> {
        let slots: Vec<Slot> =
            state.interpreter.body().values(self.arguments).map(|(slot, _)| slot).collect();
        wanted.iter().filter_map(|&at| slots.get(at).copied()).find(|&slot| state.known(slot).is_none())
    }
}

/// A model: carries a call out.
type Model = for<'e, 'p, 's> fn(&'e mut Executor<'p, 's>, PathState<'p>, &ModelCall) -> Nexts<'p>;

/// A table of models by name.
type Models = &'static [(&'static str, Model)];

/// All tables; a new one is a line here.
const TABLES: &[Models] = &[
    alloc::MODELS,
    character::MODELS,
    environment::MODELS,
    format::MODELS,
    inputs::MODELS,
    memory::MODELS,
    number::MODELS,
    overflow::MODELS,
    print::MODELS,
    scan::MODELS,
    sort::MODELS,
    span::MODELS,
    stream::TABLES[0],
    stream::TABLES[1],
    string::MODELS,
];

/// The functions that the executor wants to be asked about even when all arguments are known.
const INTERCEPTED: &[Models] = &[environment::MODELS, inputs::MODELS, overflow::MODELS, sort::MODELS];

/// The functions of a program that are carried out here always.
pub(crate) fn intercepted(program: &Program<'_>, calls_may_fail: bool) -> Vec<FunctionId> {
    let functions = program.module().functions.iter_enumerated();
    let outside = functions.filter(|(_, function)| function.body.is_none());
    let is_intercepted = |name: &str| {
        inputs::is_nondeterministic(name)
            || is_refused(name)
            || (calls_may_fail && failing::effects_of_failing(name).is_some())
            || INTERCEPTED.iter().any(|table| find(table, name).is_some())
    };
    outside.filter(|(_, function)| is_intercepted(&function.name)).map(|(id, _)| id).collect()
}

/// Whether it is known here what a function does that the program does not define.
pub(crate) fn has_model(name: &str) -> bool {
    inputs::is_nondeterministic(name) || TABLES.iter().any(|table| find(table, name).is_some())
}

/// The names of all functions that have a model here; those of the mathematical library are terms.
pub fn modelled_functions() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name)
}

/// Whether a function answers for the system, not for the program, or has code of the program run
/// later: the interpreter's answer is one of many.
fn is_refused(name: &str) -> bool {
    effects(name).is_some_and(|effects| effects.varies_between_programs())
}

fn find(table: Models, name: &str) -> Option<Model> {
    // Rust's allocator has the compiler's hash in its names.
    let name = match rust_runtime(name) {
        Some(RustRuntime::Allocate) => "__rust_alloc",
        Some(RustRuntime::AllocateZeroed) => "__rust_alloc_zeroed",
        Some(RustRuntime::Deallocate) => "__rust_dealloc",
        Some(RustRuntime::Reallocate) => "__rust_realloc",
        // fail-closed: what else Rust's run time has is the interpreter's.
        _ => name,
    };
    table.iter().find(|(model, _)| *model == name).map(|&(_, model)| model)
}

/// Carries a call out.
pub(crate) fn call<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let name = state.interpreter.program().module().functions[call.callee].name.as_str();
    if is_refused(name) {
        let what = format!("a call of '{name}', which does not do the same each time");
        return Executor::unsupported(state, what);
    }
    match failing::effects_of_failing(name) {
        Some(effects) if state.plan.calls_may_fail => {
            let (mut nexts, rest) = failing::split(executor, state, call, effects);
            nexts.extend(rest.into_iter().flat_map(|state| carry_out(executor, state, call)));
            nexts
        }
        // fail-closed: where calls do not fail, witnesses are looked for, and nothing is proven.
        Some(_) | None => carry_out(executor, state, call),
    }
}

/// Carries a call out that does not fail.
fn carry_out<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let name = state.interpreter.program().module().functions[call.callee].name.as_str();
    if let Some(model) = TABLES.iter().find_map(|table| find(table, name)) {
        return model(executor, state, call);
    }
    if inputs::is_nondeterministic(name) {
        return inputs::nondeterministic(executor, state, call);
    }
    if let CalleeKind::Math(_) = call.kind {
        return math::call(executor, state, name, call);
    }
    outside(executor, state, call)
}

/// Has the interpreter make a call, with every argument known: one value after the other.
fn outside<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let body = state.interpreter.body();
    let open = body.values(call.arguments).map(|(slot, _)| slot).find(|&slot| state.known(slot).is_none());
    let name = state.interpreter.program().module().functions[call.callee].name.clone();
    // fail-closed: the interpreter ends a path at what it cannot call.
    if matches!(call.kind, CalleeKind::Unknown) {
        return vec![Next::stops(state, PathEnd::UnknownFunction(name))];
    }
    if open.is_some() {
        return Executor::unsupported(state, format!("a call of '{name}' with symbolic arguments"));
    }
    let mut given = Vec::new();
    for &(value, ty) in &call.given {
        given.push(Argument { ty, bits: executor.terms.known(value).unwrap_or(0) });
    }
    match state.interpreter.call_outside(call.callee, &given) {
        Ok(returned) => {
            let types = state.interpreter.program().module().functions[call.callee].results.clone();
            let mut raw = returned.into_iter();
            let mut next = || u128::from(raw.next().unwrap_or(0));
            let mut values = Vec::new();
            for ty in types {
                let low = next();
                let bits = if ty.is_wide() { low | next() << 64 } else { low };
                values.push(executor.terms.constant(ty.bits(), bits));
            }
            executor.returned(state, call.results, &values)
        }
        Err(PathEnd::Marked) => Executor::unsupported(state, format!("a call of '{name}' on symbolic bytes")),
        Err(end) => vec![Next::stops(state, end)],
    }
}

impl Executor<'_, '_> {
    /// Stores bytes one after the other.
    fn store_all(
        &mut self,
        state: &mut PathState<'_>,
        to: u64,
        bytes: impl IntoIterator<Item = Term>,
    ) -> Result<(), MemoryFault> {
        for (at, byte) in bytes.into_iter().enumerate() {
            state.store_bytes(&mut self.terms, to.wrapping_add(at as u64), 1, byte)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_is_of_a_function_that_the_table_knows() {
        for (name, _) in TABLES.iter().flat_map(|table| table.iter()) {
            assert!(ulpwise_externals::lookup(name).is_some(), "{name} has a model, and no entry");
        }
        for name in ["klee_int", "__VERIFIER_nondet_double"] {
            assert!(inputs::is_nondeterministic(name) && ulpwise_externals::lookup(name).is_some(), "{name}");
        }
    }
}
