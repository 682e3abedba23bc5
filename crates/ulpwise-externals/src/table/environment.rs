//! The floating-point environment.

use super::c;
use crate::effects::{Effects, Environment};
use crate::names::{External, Family, Names};

const FLAGS: Environment = Environment::FLAGS;
const ROUNDING: Environment = Environment::ROUNDING;
const TRAPS: Environment = Environment::TRAPS;
const ALL: Environment = FLAGS.with(ROUNDING).with(TRAPS);
const P: Effects = Effects::PURE;

const fn fenv(name: &'static str, effects: Effects) -> External {
    External { family: Family::FloatEnvironment, ..c(name, effects) }
}

const fn intrinsic(name: &'static str, effects: Effects) -> External {
    External { names: Names::Prefix, ..fenv(name, effects) }
}

pub(super) const TABLE: &[External] = &[
    fenv("feclearexcept", P.changing(FLAGS)),
    fenv("fedisableexcept", P.changing(TRAPS)),
    fenv("feenableexcept", P.changing(TRAPS)),
    fenv("fegetenv", P.writing(&[0]).depending_on(ALL)),
    fenv("fegetexcept", P.depending_on(TRAPS)),
    fenv("fegetexceptflag", P.writing(&[0]).depending_on(FLAGS)),
    fenv("fegetmode", P.writing(&[0]).depending_on(ALL)),
    fenv("fegetround", P.depending_on(ROUNDING)),
    // It sets traps to the state in which programs begin: none.
    fenv("feholdexcept", P.writing(&[0]).depending_on(ALL).changing(FLAGS)),
    fenv("feraiseexcept", P.changing(FLAGS)),
    fenv("fesetenv", P.reading(&[0]).changing(ALL)),
    fenv("fesetexcept", P.changing(FLAGS)),
    fenv("fesetexceptflag", P.reading(&[0]).changing(FLAGS)),
    fenv("fesetmode", P.reading(&[0]).changing(ROUNDING.with(TRAPS))),
    fenv("fesetround", P.changing(ROUNDING)),
    fenv("fetestexcept", P.depending_on(FLAGS)),
    fenv("fetestexceptflag", P.reading(&[0])),
    // The flags of the moment stay up.
    fenv("feupdateenv", P.reading(&[0]).depending_on(FLAGS).changing(ALL)),
    intrinsic("llvm.get.fpenv", P.depending_on(ALL)),
    intrinsic("llvm.get.rounding", P.depending_on(ROUNDING)),
    intrinsic("llvm.reset.fpenv", P.changing(ALL)),
    intrinsic("llvm.set.fpenv", P.changing(ALL)),
    intrinsic("llvm.set.rounding", P.changing(ROUNDING)),
    intrinsic("llvm.x86.sse.ldmxcsr", P.reading(&[0]).changing(ALL)),
    intrinsic("llvm.x86.sse.stmxcsr", P.writing(&[0]).depending_on(ALL)),
];
