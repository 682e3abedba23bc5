//! The concrete interpreter: runs `ulpwise-ir` to the same bits as the machine, and records every
//! exception.
//!
//! * [`Program`] is a module made ready to run, [`Interpreter`] runs its functions, [`Machine`] is
//!   the state they share.
//! * Every access to memory is checked; a run that goes wrong ends in a [`Stop`] that says how and
//!   where, never in a panic.
//! * [`number`] holds the pure semantics of the operations, for other executors to share.
//!
//! * Values may be *marked* as known to another executor only. Where one is needed the run pauses,
//!   with [`PathEnd::Marked`], and that executor carries the instruction out.
//!
//! Deliberately absent: terms, threads, files and the network; native execution is another crate's.

mod constructors;
mod dispatch;
mod event;
mod flow;
mod frame;
mod interpreter;
mod library;
mod machine;
mod marked;
mod marks;
pub mod memory;
pub mod number;
mod options;
mod path_end;
mod paused;
mod program;
mod step;
mod undefined;
mod unwind;

pub use event::{Event, EventLog, MAX_EVENT_CALLS};
pub use flow::{FlowKind, FlowStep, SiteFormats};
pub use frame::Argument;
pub use interpreter::Interpreter;
pub use library::{CLibraryState, CapturedOutput, class_bit, modelled_functions, stores_counts};
pub use machine::{FloatEnvironment, Machine};
pub use marked::{ByteOf, MarkedRun, MemoryBytes, ValueDomain};
pub use options::InterpOptions;
pub use path_end::{PathEnd, Stop};
pub use paused::CalleeKind;
pub use program::{PrepareError, Program};
pub use ulpwise_externals::{Exception, Exceptions};
pub use undefined::is_speculated;
