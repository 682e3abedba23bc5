//! The state of a run apart from its calls: memory, floating-point environment, events, what the C
//! library remembers. Library models and instruction steps work on it.

use crate::event::EventLog;
use crate::library::CLibraryState;
use crate::memory::Memory;
use crate::options::InterpOptions;
use ulpwise_float::{Flags, Rounding};
use ulpwise_host::sse;

/// The floating-point environment of the program (C's `fenv.h`).
#[derive(Clone, Copy, Debug, Default)]
pub struct FloatEnvironment {
    /// The rounding mode of the moment.
    pub rounding: Rounding,
    /// The flags raised so far, except what the hardware still holds: see
    /// [`Machine::sticky_flags`].
    sticky: Flags,
}

/// The state of a run apart from its calls.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Its memory.
    pub memory: Memory,
    /// The floating-point environment.
    pub float: FloatEnvironment,
    /// The exceptions so far.
    pub events: EventLog,
    /// What the C library remembers.
    pub library: CLibraryState,
    /// The addresses of the living stack objects, oldest first.
    pub(crate) stack_objects: Vec<u64>,
    /// Whether operations end the run that C leaves undefined.
    pub(crate) ends_at_undefined: bool,
    /// Whether values that lowering found undefined are marked.
    pub(crate) marks_uninitialised: bool,
    /// The exception that the innermost call stands at the landing of, if it came there with one.
    pub(crate) thrown: Option<u64>,
    /// How many instructions have run.
    pub steps: u64,
    /// After how many instructions the budget is looked at next.
    pub(crate) next_check: u64,
}

/// How many bytes are moved in about the time of an instruction.
const BYTES_PER_STEP: u64 = 64;

impl Machine {
    pub(crate) fn new(mut memory: Memory, options: &InterpOptions) -> Self {
        sse::clear_sticky_flags(ulpwise_host::Flags::ALL);
        memory.set_fresh_byte(options.fresh_byte);
        Self {
            memory,
            float: FloatEnvironment { rounding: options.rounding, sticky: Flags::NONE },
            events: EventLog::new(options.on_request),
            library: CLibraryState::new(options),
            stack_objects: Vec::new(),
            ends_at_undefined: false,
            marks_uninitialised: false,
            thrown: None,
            steps: 0,
            next_check: 0,
        }
    }

    /// Brings the next look at the budget nearer: one instruction may move gigabytes.
    pub(crate) fn charge_bytes(&mut self, bytes: u64) {
        self.next_check = self.next_check.saturating_sub(bytes / BYTES_PER_STEP);
    }

    /// Whether the plain hardware operation with a look at its result is enough.
    #[inline(always)]
    pub(crate) fn fast_floats(&self) -> bool {
        self.float.rounding == Rounding::NearestEven && self.events.on_request().is_empty()
    }

    /// The IEEE flags raised since they were last cleared.
    ///
    /// Operations whose result is an ordinary number run as bare instructions and leave `inexact`,
    /// the only flag they can raise, standing in the processor; it is collected here.
    pub fn sticky_flags(&mut self) -> Flags {
        self.collect_hardware_flags();
        self.float.sticky
    }

    /// Clears the flags in `mask`.
    pub fn clear_flags(&mut self, mask: Flags) {
        self.collect_hardware_flags();
        self.float.sticky = self.float.sticky.without(mask);
    }

    /// Raises flags.
    pub fn raise_flags(&mut self, flags: Flags) {
        self.float.sticky = self.float.sticky.union(flags);
    }

    /// Moves `inexact` from the processor to the program's flags. Called before and after host code
    /// that computes with floats for its own ends (`discard_hardware_flags`).
    pub(crate) fn collect_hardware_flags(&mut self) {
        if sse::read_sticky_flags().contains(ulpwise_host::Flags::INEXACT) {
            self.raise_flags(Flags::INEXACT);
        }
        Self::discard_hardware_flags();
    }

    pub(crate) fn discard_hardware_flags() {
        sse::clear_sticky_flags(ulpwise_host::Flags::ALL);
    }
}
