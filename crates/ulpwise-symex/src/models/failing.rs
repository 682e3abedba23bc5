//! Calls that may fail for reasons that the program does not tell: there is no memory left, a disk
//! is full. Witnesses are looked for where nothing fails; a proof has to hold where something does.
//!
//! What holds: where an entry says that calls may fail, each call that may has a path on which it
//! does. What such a path cannot follow ends it by name.

use super::ModelCall;
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Sort;
use ulpwise_externals::{Effects, Environment, MemoryAccess, ReturnedValue, effects};
use ulpwise_interp::{PathEnd, stores_counts};
use ulpwise_ir::Type;

/// What is known of a function that may fail.
pub(super) fn effects_of_failing(name: &str) -> Option<&'static Effects> {
    effects(name).filter(|effects| effects.may_fail)
}

/// The path on which a call fails, and the one on which it does not.
pub(super) fn split<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    effects: &Effects,
) -> (Nexts<'p>, Option<PathState<'p>>) {
    let fails = executor.terms.store.fresh_variable("a call fails", Sort::Bool);
    let split = executor.questions.split(&mut executor.terms, state, fails);
    let failed = split.holds.map_or_else(Vec::new, |state| fail(executor, state, call, effects));
    (failed, split.fails)
}

fn fail<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    effects: &Effects,
) -> Nexts<'p> {
    let function = &state.interpreter.program().module().functions[call.callee];
    let (name, types) = (function.name.clone(), function.results.clone());
    if effects.may_throw {
        return vec![throw_bad_alloc(state)];
    }
    if effects.depends_on.intersects(Environment::FILES)
        || leaves_unknown_memory(executor, &state, call, effects)
    {
        return Executor::unsupported(state, format!("a call of '{name}' that fails"));
    }
    if effects.changes.intersects(Environment::ERRNO)
        && let Err(end) = open_errno(executor, &mut state)
    {
        return vec![Next::stops(state, end)];
    }
    let mut values = Vec::new();
    for ty in types {
        values.push(match effects.returned {
            ReturnedValue::NewObject | ReturnedValue::MovedObject if ty == Type::Pointer => {
                executor.terms.constant(64, 0)
            }
            ReturnedValue::NewObject | ReturnedValue::MovedObject | ReturnedValue::Any => {
                executor.terms.store.fresh_variable(&name, Sort::BitVec(u32::from(ty.bits())))
            }
        });
    }
    executor.returned(state, call.results, &values)
}

/// What fails and throws throws `std::bad_alloc`.
fn throw_bad_alloc(mut state: PathState<'_>) -> Next<'_> {
    let floor = state.floor();
    let exception = state.interpreter.new_exception("_ZTISt9bad_alloc");
    match exception.and_then(|exception| state.interpreter.throw_from_call(floor, exception)) {
        Ok(()) => Next::Goes(state),
        Err(end) => Next::stops(state, end),
    }
}

/// Whether it is unknown what a call that fails leaves behind its arguments.
fn leaves_unknown_memory(
    executor: &mut Executor<'_, '_>,
    state: &PathState<'_>,
    call: &ModelCall,
    effects: &Effects,
) -> bool {
    match (effects.returned, effects.writes) {
        // An object that cannot grow stays as it is.
        (ReturnedValue::MovedObject, MemoryAccess::Targets(_)) | (_, MemoryAccess::Nothing) => false,
        (_, MemoryAccess::ByFormat(position)) => {
            let format = call.known(executor, usize::from(position));
            let memory = &state.interpreter.machine.memory;
            format.is_none_or(|at| memory.c_string(at).map_or(true, stores_counts))
        }
        (_, MemoryAccess::Targets(_) | MemoryAccess::Anything) => true,
    }
}

/// Lets `errno` hold anything, if the program can look at it.
pub(crate) fn open_errno<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
) -> Result<(), PathEnd> {
    if !state.errno_is_read {
        return Ok(());
    }
    let address = state.interpreter.errno_address().ok_or(PathEnd::OutOfMemory)?;
    let number = executor.terms.store.fresh_variable("errno", Sort::BitVec(32));
    state.store(&mut executor.terms, address, Type::Int(32), number)?;
    Ok(())
}
