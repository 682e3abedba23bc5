//! The process: how it ends, jumps, its variables, time, chance, handlers.

use super::{ENDS, c};
use crate::effects::{Effects, Environment, MemoryAccess, Returns};
use crate::names::{External, Names};

const P: Effects = Effects::PURE;
const RANDOM: Effects = P.depending_on(Environment::RANDOM).changing(Environment::RANDOM);
const SEEDS: Effects = P.changing(Environment::RANDOM);
const CLOCK: Effects = P.depending_on(Environment::CLOCK);
/// Keeps a function of the program that is called later.
const REGISTERS: Effects = P.changing(Environment::HANDLERS).failing();
const JUMPS: Effects = P.accessing(MemoryAccess::Anything, MemoryAccess::Anything).going(Returns::Elsewhere);
/// Handlers run, and streams are flushed.
const EXITS: Effects = ENDS.changing(Environment::FILES).calling_back();

pub(super) const TABLE: &[External] = &[
    c("exit", EXITS),
    c("quick_exit", EXITS),
    c("_Exit", ENDS),
    c("_exit", ENDS),
    c("abort", ENDS),
    c("llvm.trap", ENDS),
    c("__assert", ENDS.reading(&[0, 1])),
    c("__assert_fail", ENDS.reading(&[0, 1, 3])),
    c("longjmp", JUMPS),
    c("_longjmp", JUMPS),
    c("siglongjmp", JUMPS),
    c("setjmp", JUMPS),
    c("_setjmp", JUMPS),
    c("__sigsetjmp", JUMPS),
    c("atexit", REGISTERS),
    c("at_quick_exit", REGISTERS),
    c("on_exit", REGISTERS),
    c("signal", REGISTERS),
    c("sigaction", REGISTERS.reading(&[1]).writing(&[2])),
    c("pthread_create", REGISTERS.accessing(MemoryAccess::Anything, MemoryAccess::Anything)),
    c("getenv", P.reading(&[0]).depending_on(Environment::VARIABLES)),
    c("secure_getenv", P.reading(&[0]).depending_on(Environment::VARIABLES)),
    c(
        "setlocale",
        P.reading(&[1]).depending_on(Environment::VARIABLES).changing(Environment::LOCALE).failing(),
    ),
    c("clock", CLOCK),
    c("clock_gettime", CLOCK.writing(&[1])),
    c("gettimeofday", CLOCK.writing(&[0, 1])),
    c("time", CLOCK.writing(&[0])),
    c("rand", RANDOM),
    c("random", RANDOM),
    c("drand48", RANDOM),
    c("lrand48", RANDOM),
    c("mrand48", RANDOM),
    // Its state is the program's.
    c("rand_r", P.reading(&[0]).writing(&[0])),
    c("srand", SEEDS),
    c("srandom", SEEDS),
    c("srand48", SEEDS),
    // What lowering makes of a question to the processor, by the number of answers.
    External { names: Names::Prefix, ..c("cpuid.", CLOCK) },
    // Where `errno` stands, which is one place for the whole thread.
    c("__errno_location", P.depending_on(Environment::ERRNO)),
];
