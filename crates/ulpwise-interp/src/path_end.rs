//! How a run can end other than by returning.

use crate::memory::{Access, MemoryFault, ObjectKind};
use std::fmt;
use ulpwise_base::Exhausted;
use ulpwise_ir::{FunctionId, InstId};

/// Why a run ended before the function returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The program called `exit`.
    Exit(i32),
    /// The program called `abort` or trapped.
    Abort,
    /// An `assert` failed; the text is what the C library would print.
    AssertionFailed(String),
    /// A Rust panic, a C++ exception or a Fortran `STOP`, by the name of the function that raised
    /// it.
    Raised(String),
    /// A bad access to memory.
    Memory(MemoryFault),
    /// An integer was divided by zero.
    IntDivideByZero,
    /// The most negative integer was divided by -1, which traps.
    IntDivisionOverflow,
    /// An integer was shifted by its width or more. Reported on request only
    /// ([`Interpreter::end_at_undefined`]).
    ///
    /// [`Interpreter::end_at_undefined`]: crate::Interpreter::end_at_undefined
    OverflowingShift,
    /// A signed integer overflowed. Reported only of programs that were compiled to look for it.
    SignedOverflow,
    /// A float was converted to an integer type that does not have it. Reported on request only, as
    /// the shift is.
    IntConversion,
    /// Something was decided by a value that was not initialised. Reported by a symbolic executor
    /// only.
    UninitialisedRead,
    /// A place was reached that the compiler took for unreachable.
    Unreachable,
    /// Calls are nested too deep.
    StackOverflow,
    /// The frame's own objects do not fit into memory.
    OutOfMemory,
    /// A call of a function that is neither defined in the program nor known to the interpreter.
    UnknownFunction(String),
    /// Use of a variable that is not defined in the program, or whose initial value lowering could
    /// not express.
    UnknownVariable(String),
    /// A call through a pointer that is no function's address, or of a function with other
    /// parameters.
    BadIndirectCall(String),
    /// Something that lowering could not express or a library model refuses.
    Unsupported(String),
    /// The next instruction, or the library function that it calls, needs a value that is marked:
    /// only a symbolic executor knows it.
    Marked,
    /// The budget ended.
    Exhausted(Exhausted),
}

impl PathEnd {
    /// The stable id of this kind of end.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Exit(_) => "exit",
            Self::Abort => "abort",
            Self::AssertionFailed(_) => "assert",
            Self::Raised(_) => "raised",
            Self::Memory(MemoryFault::Freed { access: Access::Free, .. }) => "double-free",
            Self::Memory(MemoryFault::Freed { kind: ObjectKind::Heap, .. }) => "use-after-free",
            Self::Memory(MemoryFault::BadFree { .. }) => "bad-free",
            Self::Memory(_) => "memory",
            Self::IntDivideByZero => "int-divide-by-zero",
            Self::IntDivisionOverflow => "int-division-overflow",
            Self::OverflowingShift => "overflowing-shift",
            Self::SignedOverflow => "signed-overflow",
            Self::IntConversion => "int-conversion",
            Self::UninitialisedRead => "uninitialised-read",
            Self::Unreachable => "unreachable-reached",
            Self::StackOverflow => "stack-overflow",
            Self::OutOfMemory => "out-of-memory",
            Self::UnknownFunction(_) => "unknown-function",
            Self::UnknownVariable(_) => "unknown-variable",
            Self::BadIndirectCall(_) => "bad-indirect-call",
            Self::Unsupported(_) => "unsupported",
            Self::Marked => "marked",
            Self::Exhausted(_) => "budget",
        }
    }
}

impl fmt::Display for PathEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "the program exited with code {code}"),
            Self::Abort => f.write_str("the program aborted"),
            Self::AssertionFailed(text) => write!(f, "assertion failed: {text}"),
            Self::Raised(what) => write!(f, "the program raised {what}"),
            Self::Memory(fault) => fault.fmt(f),
            Self::IntDivideByZero => f.write_str("integer division by zero"),
            Self::IntDivisionOverflow => {
                f.write_str("integer division overflow (the most negative number by -1)")
            }
            Self::OverflowingShift => f.write_str("shift by the width of the integer or more"),
            Self::SignedOverflow => f.write_str("a signed integer overflows"),
            Self::IntConversion => {
                f.write_str("conversion of a float to an integer type that does not have its value")
            }
            Self::UninitialisedRead => f.write_str("a value that was never initialised decides what happens"),
            Self::Unreachable => f.write_str("execution reached a point the compiler marked unreachable"),
            Self::StackOverflow => f.write_str("stack overflow: calls are nested too deep"),
            Self::OutOfMemory => f.write_str("out of memory for local variables"),
            Self::UnknownFunction(name) => {
                write!(
                    f,
                    "call of '{name}', which is not defined in the given files and not known to ulpwise"
                )
            }
            Self::UnknownVariable(name) => {
                write!(
                    f,
                    "use of the variable '{name}', which the given files do not define or whose initial value \
                     ulpwise cannot express"
                )
            }
            Self::BadIndirectCall(what) => write!(f, "bad call through a pointer: {what}"),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::Marked => f.write_str("a value is needed that is not known here"),
            Self::Exhausted(limit) => limit.fmt(f),
        }
    }
}

impl From<MemoryFault> for PathEnd {
    fn from(fault: MemoryFault) -> Self {
        match fault {
            MemoryFault::Undefined { name } => Self::UnknownVariable(name),
            MemoryFault::Marked => Self::Marked,
            fault => Self::Memory(fault),
        }
    }
}

/// A path end with the place where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// What happened.
    pub end: PathEnd,
    /// The calls under way, innermost first: the function and the instruction it was at.
    pub calls: Vec<(FunctionId, InstId)>,
}
