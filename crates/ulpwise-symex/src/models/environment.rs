//! The floating-point environment of `fenv.h`, and `errno`, where operations on terms had a part in
//! them.
//!
//! Flags are conditions, made when a program asks for them. A rounding mode that is a term is
//! followed by cases: one path for each mode, and one for all numbers that are none.

use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::flags::{NUMBERED, UnknownFlags};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_float::{Flags, Rounding};
use ulpwise_interp::memory::MemoryFault;

pub(super) const MODELS: Models = &[
    ("__errno_location", errno_location),
    ("feclearexcept", clear),
    ("fegetenv", get_environment),
    ("fegetexceptflag", get_flags),
    ("feholdexcept", hold),
    ("fesetenv", set_environment),
    ("fesetexceptflag", set_flags),
    ("fesetround", set_rounding),
    ("fetestexcept", test),
    ("feupdateenv", update_environment),
];

/// The number that stands for all flags.
const ALL: u64 = 0x3d;

/// Where `fenv_t` keeps the flags (the first byte of MXCSR) and the rounding mode (the second one).
const MXCSR_FLAGS: u64 = 28;
const MXCSR_ROUNDING: u64 = 29;

/// What glibc's `FE_DFL_ENV` is.
const DEFAULT_ENVIRONMENT: u64 = u64::MAX;

/// What MXCSR's first byte holds besides the flags.
const MASKS: u64 = 0x80;

/// The modes by their bits in MXCSR's second byte.
const ROUNDING: [(u64, Rounding); 4] = [
    (0x00, Rounding::NearestEven),
    (0x20, Rounding::TowardNegative),
    (0x40, Rounding::TowardPositive),
    (0x60, Rounding::TowardZero),
];

/// The numbers of the modes in `fenv.h`.
const MODES: [u64; 4] = [0, 0x400, 0x800, 0xc00];

fn flags_of(numbers: u64) -> Flags {
    let raised = NUMBERED.iter().filter(|(number, _)| numbers & number != 0);
    raised.fold(Flags::NONE, |set, &(_, flag)| set.union(flag))
}

/// The flags that are among `wanted`, as bits of an integer.
fn raised<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    wanted: u64,
    width: u8,
) -> Result<Term, UnknownFlags> {
    let known = state.interpreter.paused_flags();
    let terms = &mut executor.terms;
    let mut bits = terms.constant(width, 0);
    for (number, flag) in NUMBERED.into_iter().filter(|(number, _)| wanted & number != 0) {
        let set = terms.constant(width, number.into());
        let bit = if known.contains(flag) {
            set
        } else {
            let condition = state.flags.raised(terms, (number, flag))?;
            let none = terms.constant(width, 0);
            terms.store.ite(condition, set, none)
        };
        bits = terms.store.bv_or(bits, bit);
    }
    Ok(bits)
}

/// The path ends where a program asks for flags that are unknown.
fn not_reported<'p>(state: PathState<'p>, call: &ModelCall, culprit: &str) -> Nexts<'p> {
    let name = &state.interpreter.program().module().functions[call.callee].name;
    let what = format!("a call of '{name}' after a call of '{culprit}' with symbolic arguments");
    Executor::unsupported(state, what)
}

/// `fetestexcept(flags)`.
fn test<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let wanted = call.known(executor, 0).unwrap_or(0);
    match raised(executor, &mut state, wanted, 32) {
        Ok(bits) => executor.returned(state, call.results, &[bits]),
        Err(unknown) => not_reported(state, call, &unknown.function),
    }
}

/// `feclearexcept(flags)`.
fn clear<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    state.flags.clear(flags_of(call.known(executor, 0).unwrap_or(0)));
    outside(executor, state, call)
}

/// `fesetround(mode)`.
fn set_rounding<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let Some(open) = call.first_open(&state, &[0]) else { return outside(executor, state, call) };
    let (mut nexts, rest) = executor.by_cases(state, open, &MODES);
    if let Some(state) = rest {
        let refused = executor.terms.constant(32, 1);
        nexts.extend(executor.returned(state, call.results, &[refused]));
    }
    nexts
}

/// `fegetenv(to)`: what is known is the interpreter's to write, the flags come on top.
fn get_environment<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let to = call.known(executor, 0).unwrap_or(0);
    match raised(executor, &mut state, ALL, 8) {
        Err(unknown) => not_reported(state, call, &unknown.function),
        Ok(bits) => {
            let masks = executor.terms.constant(8, MASKS.into());
            let byte = executor.terms.store.bv_or(bits, masks);
            let mut nexts = outside(executor, state, call);
            for next in &mut nexts {
                // The interpreter has written all of it, so that this byte is there.
                if let Next::Goes(state) = next {
                    let _ = state.store_bytes(&mut executor.terms, to + MXCSR_FLAGS, 1, byte);
                }
            }
            nexts
        }
    }
}

/// `feholdexcept(to)`: as `fegetenv`, and no flag is up afterwards.
fn hold<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let mut nexts = get_environment(executor, state, call);
    for next in &mut nexts {
        if let Next::Goes(state) = next {
            state.flags.clear(flags_of(ALL));
        }
    }
    nexts
}

/// `fesetenv(from)`.
fn set_environment<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    load_environment(executor, state, call, false)
}

/// `feupdateenv(from)`: the flags of the moment stay up.
fn update_environment<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
) -> Nexts<'p> {
    load_environment(executor, state, call, true)
}

fn load_environment<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    keeps_flags: bool,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let from = call.known(executor, 0).unwrap_or(0);
    if !keeps_flags {
        state.flags.clear(flags_of(ALL));
    }
    let is_symbolic = from != DEFAULT_ENVIRONMENT && {
        let memory = &state.interpreter.machine.memory;
        memory.is_marked(from + MXCSR_FLAGS) || memory.is_marked(from + MXCSR_ROUNDING)
    };
    if !is_symbolic {
        return outside(executor, state, call);
    }
    match symbolic_environment(executor, &mut state, from) {
        Err(fault) => vec![Next::stops(state, fault)],
        Ok((_, None)) => {
            Executor::unsupported(state, "a floating-point environment with a symbolic rounding mode")
        }
        Ok((flags, Some(rounding))) => {
            if !keeps_flags {
                state.interpreter.lower_paused_flags(flags_of(ALL));
            }
            state.flags.raise_bits(flags);
            state.interpreter.machine.float.rounding = rounding;
            let done = executor.terms.constant(32, 0);
            executor.returned(state, call.results, &[done])
        }
    }
}

/// The flags and the rounding mode of an environment in memory.
fn symbolic_environment<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    from: u64,
) -> Result<(Term, Option<Rounding>), MemoryFault> {
    let terms = &mut executor.terms;
    let flags = state.load_bytes(terms, from + MXCSR_FLAGS, 1)?;
    let rounding = state.load_bytes(terms, from + MXCSR_ROUNDING, 1)?;
    let known = terms.known(rounding).map(|bits| bits as u64 & 0x60);
    let mode = known.and_then(|bits| ROUNDING.iter().find(|(mode, _)| *mode == bits).map(|&(_, mode)| mode));
    Ok((terms.bits(flags), mode))
}

/// `fegetexceptflag(to, flags)`.
fn get_flags<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [to, wanted] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    match raised(executor, &mut state, wanted, 16) {
        Err(unknown) => not_reported(state, call, &unknown.function),
        Ok(bits) => match state.store_bytes(&mut executor.terms, to, 2, bits) {
            Err(fault) => vec![Next::stops(state, fault)],
            Ok(()) => {
                let done = executor.terms.constant(32, 0);
                executor.returned(state, call.results, &[done])
            }
        },
    }
}

/// `fesetexceptflag(from, flags)`.
fn set_flags<'p>(executor: &mut Executor<'p, '_>, mut state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [from, wanted] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    state.flags.clear(flags_of(wanted));
    if !state.interpreter.machine.memory.is_marked(from) {
        return outside(executor, state, call);
    }
    match state.load_bytes(&mut executor.terms, from, 1) {
        Err(fault) => vec![Next::stops(state, fault)],
        Ok(byte) => {
            state.interpreter.lower_paused_flags(flags_of(wanted));
            let mask = executor.terms.constant(8, (wanted & ALL).into());
            let byte = executor.terms.bits(byte);
            let byte = executor.terms.store.bv_and(byte, mask);
            state.flags.raise_bits(byte);
            let done = executor.terms.constant(32, 0);
            executor.returned(state, call.results, &[done])
        }
    }
}

/// `__errno_location()`: after a call that left an unknown value there, the program cannot be
/// followed.
fn errno_location<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    match state.errno_is_open.clone() {
        Some(culprit) => not_reported(state, call, &culprit),
        None => outside(executor, state, call),
    }
}
