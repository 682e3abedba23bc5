//! What a call does besides returning a value.

use std::ops::BitOr;

/// What a function reads or writes of the program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryAccess {
    /// Nothing.
    Nothing,
    /// At most what the arguments at these positions point at.
    Targets(&'static [u8]),
    /// At most what its arguments point at, whichever they are: the format at this position
    /// decides.
    ByFormat(u8),
    /// Anything: also what its arguments point at indirectly, or what earlier calls handed over.
    Anything,
}

impl MemoryAccess {
    /// Whether at most what the arguments point at is concerned.
    pub const fn is_within_targets(self) -> bool {
        match self {
            MemoryAccess::Nothing | MemoryAccess::Targets(_) | MemoryAccess::ByFormat(_) => true,
            MemoryAccess::Anything => false,
        }
    }
}

/// Parts of the state that no argument points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment(u16);

impl Environment {
    /// None of it.
    pub const NOTHING: Environment = Environment(0);
    /// `errno`.
    pub const ERRNO: Environment = Environment(1);
    /// The flags of floating-point exceptions.
    pub const FLAGS: Environment = Environment(1 << 1);
    /// The rounding mode.
    pub const ROUNDING: Environment = Environment(1 << 2);
    /// Which floating-point exceptions trap.
    pub const TRAPS: Environment = Environment(1 << 3);
    /// The heap: which objects there are.
    pub const HEAP: Environment = Environment(1 << 4);
    /// Streams and files.
    pub const FILES: Environment = Environment(1 << 5);
    /// The clock.
    pub const CLOCK: Environment = Environment(1 << 6);
    /// The state of random number generators.
    pub const RANDOM: Environment = Environment(1 << 7);
    /// Environment variables.
    pub const VARIABLES: Environment = Environment(1 << 8);
    /// The locale.
    pub const LOCALE: Environment = Environment(1 << 9);
    /// What the library remembers from one call to the next, such as the rest of `strtok`.
    pub const LIBRARY: Environment = Environment(1 << 10);
    /// The global `signgam`.
    pub const SIGNGAM: Environment = Environment(1 << 11);
    /// Functions that are called later: at exit, on signals, on other threads.
    pub const HANDLERS: Environment = Environment(1 << 12);

    /// The parts in either.
    pub const fn with(self, other: Environment) -> Environment {
        Environment(self.0 | other.0)
    }

    /// Whether one of the parts of `other` is in it.
    pub const fn intersects(self, other: Environment) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of its parts are in `other`.
    pub const fn is_within(self, other: Environment) -> bool {
        self.0 & !other.0 == 0
    }
}

impl BitOr for Environment {
    type Output = Environment;

    fn bitor(self, other: Environment) -> Environment {
        self.with(other)
    }
}

/// Whether a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// It does.
    Always,
    /// It may end the program instead.
    Perhaps,
    /// It ends the program, or goes elsewhere.
    Never,
    /// It returns more than once, or to another function: `setjmp`, `longjmp`, unwinding.
    Elsewhere,
}

/// What is known of a returned value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnedValue {
    /// Nothing.
    Any,
    /// The address of a new object, or null if [`Effects::may_fail`].
    NewObject,
    /// The address of a new object with the contents of an old one, which is gone.
    MovedObject,
}

/// What a call does besides returning a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// What it reads of the program's memory.
    pub reads: MemoryAccess,
    /// What it writes of the program's memory.
    pub writes: MemoryAccess,
    /// The parts of the state on which its result or its effects depend.
    pub depends_on: Environment,
    /// The parts of the state that it changes.
    pub changes: Environment,
    /// What it returns.
    pub returned: ReturnedValue,
    /// Whether it returns.
    pub returns: Returns,
    /// Whether it can fail for reasons that its arguments do not tell: no memory, no such file.
    pub may_fail: bool,
    /// Whether it calls functions of the program that its arguments point at, before it returns.
    pub may_call_back: bool,
    /// Whether it may throw a C++ exception.
    pub may_throw: bool,
    /// Whether it keeps an address that it is given, for later calls of the library to use.
    pub may_keep: bool,
}

/// What SOUNDNESS.md assumes of every call: the rounding mode that was asked for, no traps, the
/// locale "C", and a heap that has room or is said to have none ([`Effects::may_fail`]).
const ASSUMED: Environment =
    Environment::ROUNDING.with(Environment::TRAPS).with(Environment::LOCALE).with(Environment::HEAP);

/// What analyses take for anything when a call begins.
const OPEN_AT_ENTRY: Environment = Environment::ERRNO.with(Environment::FLAGS);

impl Effects {
    /// A function of its arguments alone.
    pub const PURE: Effects = Effects {
        reads: MemoryAccess::Nothing,
        writes: MemoryAccess::Nothing,
        depends_on: Environment::NOTHING,
        changes: Environment::NOTHING,
        returned: ReturnedValue::Any,
        returns: Returns::Always,
        may_fail: false,
        may_call_back: false,
        may_throw: false,
        may_keep: false,
    };

    /// Whether a second call with the same arguments in the same state of memory changes nothing
    /// and returns the same.
    pub const fn is_pure(self) -> bool {
        // fail-closed: a call is pure in one way only.
        let writes_nothing = matches!(self.writes, MemoryAccess::Nothing);
        // fail-closed: so it is here.
        let is_plain = matches!((self.returned, self.returns), (ReturnedValue::Any, Returns::Always));
        writes_nothing
            && is_plain
            && self.depends_on.is_within(Environment::NOTHING)
            && self.changes.is_within(Environment::NOTHING)
            && !self.may_fail
            && !self.may_call_back
            && !self.may_throw
            && !self.may_keep
    }

    /// Whether it may use what an earlier call of the library has kept: the buffer of a stream, the
    /// state of a random number generator.
    pub const fn may_use_what_was_kept(self) -> bool {
        const KEPT: Environment = Environment::FILES.with(Environment::RANDOM).with(Environment::LIBRARY);
        self.changes.intersects(KEPT)
    }

    /// Whether a call comes back to its caller, and to nowhere else, without having run other code
    /// of the program.
    pub const fn is_self_contained(self) -> bool {
        let comes_back = match self.returns {
            Returns::Always | Returns::Perhaps => true,
            Returns::Never | Returns::Elsewhere => false,
        };
        comes_back
            && !self.may_call_back
            && !self.may_throw
            && !self.changes.intersects(Environment::HANDLERS)
    }

    /// Whether a call at another time may do something else: proofs along paths from one state do
    /// not cover that. What a call may depend on is listed, so that a new part of the state counts
    /// as one that varies.
    pub const fn varies_between_runs(self) -> bool {
        !self.depends_on.is_within(ASSUMED.with(OPEN_AT_ENTRY)) || self.has_lasting_effects()
    }

    /// The same of a call in a run of the whole program, which begins with the library's own state
    /// and whose files are given.
    pub const fn varies_between_programs(self) -> bool {
        const BEGINS_KNOWN: Environment = Environment::RANDOM
            .with(Environment::LIBRARY)
            .with(Environment::SIGNGAM)
            .with(Environment::FILES);
        !self.depends_on.is_within(ASSUMED.with(OPEN_AT_ENTRY).with(BEGINS_KNOWN))
            || self.has_lasting_effects()
    }

    /// Whether it changes how later code runs in a way that executors do not follow.
    const fn has_lasting_effects(self) -> bool {
        self.changes.intersects(Environment::HANDLERS.with(Environment::LOCALE))
    }

    /// Whether a program that asks for it sees what a caller left in the IEEE flags or in `errno`.
    pub const fn reads_flags(self) -> bool {
        self.depends_on.intersects(Environment::FLAGS)
    }

    /// Whether all that it changes are files, apart from targets that a format may name.
    pub const fn is_output_only(self) -> bool {
        self.changes.is_within(Environment::FILES.with(Environment::ERRNO))
            && self.changes.intersects(Environment::FILES)
            && !self.depends_on.intersects(Environment::FILES)
            // fail-closed: what else is written may be read again.
            && matches!(self.writes, MemoryAccess::Nothing | MemoryAccess::ByFormat(_))
            && self.is_self_contained()
    }
}

/// The vocabulary of the table.
impl Effects {
    pub(crate) const fn reading(mut self, positions: &'static [u8]) -> Effects {
        self.reads = MemoryAccess::Targets(positions);
        self
    }

    pub(crate) const fn writing(mut self, positions: &'static [u8]) -> Effects {
        self.writes = MemoryAccess::Targets(positions);
        self
    }

    pub(crate) const fn accessing(mut self, reads: MemoryAccess, writes: MemoryAccess) -> Effects {
        self.reads = reads;
        self.writes = writes;
        self
    }

    pub(crate) const fn depending_on(mut self, parts: Environment) -> Effects {
        self.depends_on = self.depends_on.with(parts);
        self
    }

    pub(crate) const fn changing(mut self, parts: Environment) -> Effects {
        self.changes = self.changes.with(parts);
        self
    }

    pub(crate) const fn returning(mut self, returned: ReturnedValue) -> Effects {
        self.returned = returned;
        self
    }

    pub(crate) const fn going(mut self, returns: Returns) -> Effects {
        self.returns = returns;
        self
    }

    pub(crate) const fn failing(mut self) -> Effects {
        self.may_fail = true;
        self
    }

    pub(crate) const fn calling_back(mut self) -> Effects {
        self.may_call_back = true;
        self
    }

    pub(crate) const fn keeping(mut self) -> Effects {
        self.may_keep = true;
        self
    }

    pub(crate) const fn throwing(mut self) -> Effects {
        self.may_throw = true;
        self
    }
}
