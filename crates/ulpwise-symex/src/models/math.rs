//! Calls of the mathematical library on terms: what `terms` says they deliver, put where it
//! belongs, with the flags and `errno`.

use super::{ModelCall, outside};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::Errors;
use ulpwise_expr::{Sort, Term};
use ulpwise_externals::{External, FloatType, MathOutput, lookup};
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_ir::{FloatFormat, Slot, Type};

/// glibc's numbers.
const EDOM: u128 = 33;
const ERANGE: u128 = 34;

/// Carries a call out. What no term says is the interpreter's, if all arguments are known.
pub(super) fn call<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    name: &str,
    call: &ModelCall,
) -> Nexts<'p> {
    let Some((function, format)) = function_and_format(name, call) else {
        return outside(executor, state, call);
    };
    let outputs = outputs(function, format);
    let is_output = |at: usize| at >= 1 && !outputs.is_empty() && at + outputs.len() >= call.given.len();
    let slots: Vec<Slot> = state.interpreter.body().values(call.arguments).map(|(slot, _)| slot).collect();
    // An address is followed one value at a time; so is the number of multiplications.
    let wanted = (0..slots.len()).find(|&at| {
        (is_output(at) || (function.name == "__powi" && at == 1)) && state.known(slots[at]).is_none()
    });
    if let Some(open) = wanted {
        return executor.enumerate(state, slots[open]);
    }
    let arguments: Vec<Term> = call
        .given
        .iter()
        .enumerate()
        .filter(|&(at, _)| !is_output(at))
        .map(|(_, &(value, _))| value)
        .collect();
    let rounding = state.interpreter.machine.float.rounding;
    let Some(delivered) = executor.terms.math(function.name, format, rounding, &arguments) else {
        return outside(executor, state, call);
    };
    let returns = usize::from(!call.results.is_empty());
    let addresses =
        (0..call.given.len()).filter(|&at| is_output(at)).map(|at| call.known(executor, at).unwrap_or(0));
    let addresses: Vec<u64> = addresses.collect();
    for ((address, ty), &value) in addresses.into_iter().zip(outputs).zip(&delivered.values[returns..]) {
        if let Err(fault) = state.store(&mut executor.terms, address, ty, value) {
            return vec![Next::stops(state, fault)];
        }
    }
    if let Some(site) = state.interpreter.next_inst().site() {
        executor.look(&mut state, site, &delivered.performed);
    }
    state.flags.performed(|| delivered.performed.clone());
    if let Err(end) = set_errno(executor, &mut state, name, delivered.errors) {
        return vec![Next::stops(state, end)];
    }
    executor.returned(state, call.results, &delivered.values[..returns])
}

/// The function without the suffix of its format.
fn function_and_format(name: &str, call: &ModelCall) -> Option<(&'static External, FloatFormat)> {
    let &(_, Type::Float(format)) = call.given.first()? else { return None };
    let named = lookup(name).filter(|named| named.math().is_some())?;
    let named_format = match named.float? {
        FloatType::Double => FloatFormat::F64,
        FloatType::Float => FloatFormat::F32,
        FloatType::LongDouble => FloatFormat::X87,
        FloatType::Quad => return None,
    };
    (format == named_format).then_some((named.external, format))
}

/// The types of what a function stores through its last arguments.
fn outputs(function: &External, format: FloatFormat) -> Vec<Type> {
    let stored = function.math.map_or(&[][..], |facts| facts.shape.outputs());
    let ty = |output: &MathOutput| match output {
        MathOutput::Int => Type::Int(32),
        MathOutput::Float => Type::Float(format),
    };
    stored.iter().map(ty).collect()
}

/// After this call `errno` is unknown: a path that asks where it is cannot be followed, and one
/// that knows may find any number there.
pub(super) fn leave_errno_open<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    culprit: &str,
) -> Result<(), MemoryFault> {
    state.errno_is_open = Some(culprit.to_owned());
    let Some(address) = state.interpreter.errno_address() else { return Ok(()) };
    let number = executor.terms.store.fresh_variable("errno", Sort::BitVec(32));
    state.store(&mut executor.terms, address, Type::Int(32), number)
}

/// Sets `errno` where a call failed, if the program can see it.
fn set_errno<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    name: &str,
    errors: Errors,
) -> Result<(), PathEnd> {
    if !state.errno_is_read {
        return Ok(());
    }
    let (domain, range) = match errors {
        Errors::None => return Ok(()),
        Errors::Unknown => return Ok(leave_errno_open(executor, state, name)?),
        Errors::Where(domain, range) => (domain, range),
    };
    let address = state.interpreter.errno_address().ok_or(PathEnd::OutOfMemory)?;
    let number = Type::Int(32);
    let terms = &mut executor.terms;
    let old = state.load(terms, address, number)?;
    let (edom, erange) = (terms.constant(32, EDOM), terms.constant(32, ERANGE));
    let ranged = terms.choose(range, erange, old);
    let new = terms.choose(domain, edom, ranged);
    Ok(state.store(terms, address, number, new)?)
}
