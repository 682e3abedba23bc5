//! Flags and errors that operations on symbolic values may have left behind.
//!
//! Which flags a symbolic operation raised is not followed, nor what a symbolic call of libm did to `errno`. So after one, a program that
//! asks for them cannot be followed; clearing all flags makes them known again.

use super::{Call, Models, outside};
use crate::executor::Executor;
use crate::state::State;
use crate::step::Nexts;

pub(super) const MODELS: Models = &[
    ("__errno_location", ask),
    ("feclearexcept", clear),
    ("fegetenv", ask),
    ("fegetexceptflag", ask),
    ("feholdexcept", ask),
    ("fesetexceptflag", ask),
    ("fetestexcept", ask),
    ("feupdateenv", ask),
];

/// All flags of the x86-64, as `fenv.h` numbers them.
const ALL_FLAGS: u64 = 0x3d;

fn ask<'p>(executor: &mut Executor<'p, '_>, state: State<'p>, call: &Call) -> Nexts<'p> {
    if state.flags_are_open {
        let name = state.interpreter.program().module().functions[call.callee].name.clone();
        return Executor::unsupported(state, format!("a call of '{name}' after symbolic operations"));
    }
    outside(executor, state, call)
}

fn clear<'p>(executor: &mut Executor<'p, '_>, mut state: State<'p>, call: &Call) -> Nexts<'p> {
    if call.known(executor, 0).is_some_and(|flags| flags & ALL_FLAGS == ALL_FLAGS) {
        state.flags_are_open = false;
    }
    outside(executor, state, call)
}
