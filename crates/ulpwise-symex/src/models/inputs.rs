//! How programs ask for inputs and say what they expect: the interfaces of KLEE and of SV-COMP.

use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::path::End;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_interp::PathEnd;
use ulpwise_ir::Type;

pub(super) const MODELS: Models = &[
    ("__VERIFIER_assert", assert_it),
    ("__VERIFIER_assume", assume),
    ("__VERIFIER_error", fail),
    ("klee_abort", abort),
    ("klee_assert", assert_it),
    ("klee_assume", assume),
    ("klee_get_valued", known_value),
    ("klee_get_valuef", known_value),
    ("klee_get_valuel", known_value),
    ("klee_get_valuell", known_value),
    ("klee_get_value_i32", known_value),
    ("klee_get_value_i64", known_value),
    ("klee_is_symbolic", is_symbolic),
    ("klee_make_symbolic", make_symbolic),
    ("klee_prefer_cex", nothing),
    ("klee_range", range),
    ("klee_report_error", fail),
    ("klee_silent_exit", drop_path),
    ("klee_warning", nothing),
    ("klee_warning_once", nothing),
    ("reach_error", fail),
];

/// The types that a program may ask for a value of, by the end of the function's name, where the
/// type of its result does not tell.
const NONDETERMINISTIC: &str = "__VERIFIER_nondet_";

/// Whether a function delivers an input.
pub(super) fn is_nondeterministic(name: &str) -> bool {
    name.starts_with(NONDETERMINISTIC) || name == "klee_int"
}

/// A new input of the type that the function returns.
pub(super) fn nondeterministic<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
) -> Nexts<'p> {
    let function = &state.interpreter.program().module().functions[call.callee];
    let Some(&ty) = function.results.first() else {
        return Executor::unsupported(state, format!("'{}' without a result", function.name));
    };
    let kind = function.name.strip_prefix(NONDETERMINISTIC).unwrap_or("int").to_owned();
    let name = format!("{kind}{}", state.inputs.len());
    let value = executor.input(&mut state, &name, ty, 1)[0];
    // A truth value is zero or one, however wide the type that carries it.
    if kind == "bool" || kind == "_Bool" {
        let one = executor.terms.constant(ty.bits(), 1);
        let is_truth = executor.terms.store.bv_ule(value, one);
        let Some(state) = executor.questions.only_if(&mut executor.terms, state, is_truth) else {
            return Vec::new();
        };
        return executor.returned(state, call.results, &[value]);
    }
    executor.returned(state, call.results, &[value])
}

/// `klee_make_symbolic(address, bytes, name)`.
fn make_symbolic<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
) -> Nexts<'p> {
    let (Some(address), Some(len)) = (call.known(executor, 0), call.known(executor, 1)) else {
        return Executor::unsupported(state, "klee_make_symbolic of a symbolic range");
    };
    let name = call.known(executor, 2).filter(|&at| at != 0);
    let name = name.and_then(|at| state.interpreter.machine.memory.c_string(at).ok().map(<[u8]>::to_vec));
    let name = name.map_or_else(|| "unnamed".to_owned(), |text| String::from_utf8_lossy(&text).into_owned());
    // Numbers stay whole where the range is one number, or many of eight or four bytes.
    let size = [16, 8, 4, 2, 1].into_iter().find(|&size| len.is_multiple_of(size)).unwrap_or(1).min(8);
    let ty = Type::Int(8 * size as u8);
    let elements = executor.input(&mut state, &name, ty, (len / size) as usize);
    if let Some(input) = state.inputs.last_mut() {
        input.is_typed = false;
    }
    for (at, element) in elements.into_iter().enumerate() {
        if let Err(fault) = state.store(&mut executor.terms, address + at as u64 * size, ty, element) {
            return vec![Next::stops(state, fault)];
        }
    }
    executor.returned(state, call.results, &[])
}

/// Whether an argument is not zero.
fn is_true(executor: &mut Executor<'_, '_>, call: &ModelCall) -> Term {
    let value = call.argument(executor, 0);
    let bits = executor.terms.bits(value);
    executor.terms.is_not_zero(bits)
}

fn assume<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let condition = is_true(executor, call);
    match executor.questions.only_if(&mut executor.terms, state, condition) {
        Some(state) => executor.returned(state, call.results, &[]),
        None => Vec::new(),
    }
}

/// `klee_range(begin, end, name)`: an `int` not below the begin, and below the end.
fn range<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let (begin, end) = (call.argument(executor, 0), call.argument(executor, 1));
    let name = format!("range{}", state.inputs.len());
    let value = executor.input(&mut state, &name, Type::Int(32), 1)[0];
    let (begin, end) = (executor.terms.bits(begin), executor.terms.bits(end));
    let store = &mut executor.terms.store;
    let (low, high) = (store.bv_sle(begin, value), store.bv_slt(value, end));
    let inside = store.and(&[low, high]);
    match executor.questions.only_if(&mut executor.terms, state, inside) {
        Some(state) => executor.returned(state, call.results, &[value]),
        None => Vec::new(),
    }
}

/// An assertion as a function call.
fn assert_it<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let condition = is_true(executor, call);
    let split = executor.questions.split(&mut executor.terms, state, condition);
    let mut nexts = Vec::new();
    nexts.extend(split.fails.map(|state| failed(state, call)));
    if let Some(state) = split.holds {
        nexts.extend(executor.returned(state, call.results, &[]));
    }
    nexts
}

fn failed<'p>(state: PathState<'p>, call: &ModelCall) -> Next<'p> {
    let name = state.interpreter.program().module().functions[call.callee].name.clone();
    Next::stops(state, PathEnd::AssertionFailed(name))
}

fn fail<'p>(_: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    vec![failed(state, call)]
}

fn abort<'p>(_: &mut Executor<'p, '_>, state: PathState<'p>, _: &ModelCall) -> Nexts<'p> {
    vec![Next::stops(state, PathEnd::Abort)]
}

fn drop_path<'p>(_: &mut Executor<'p, '_>, state: PathState<'p>, _: &ModelCall) -> Nexts<'p> {
    vec![Next::Ends(state, End::Dropped)]
}

fn nothing<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    executor.returned(state, call.results, &[])
}

fn is_symbolic<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let answer = u128::from(call.known(executor, 0).is_none());
    let answer = executor.terms.constant(32, answer);
    executor.returned(state, call.results, &[answer])
}

/// `klee_get_value…`: a value that the argument can have here, on a path on which it has it; other
/// values are other paths.
fn known_value<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let value = call.argument(executor, 0);
    executor.returned(state, call.results, &[value])
}
