//! The program itself, as instrumented machine code, in a child process that can do no harm.
//!
//! * [`Engine`] is the parent's side: starts the child, hands it inputs by the batch, reads what
//!   came of each call.
//! * `child` is the other side: a server that compiles and links once, and a worker, forked from
//!   it, that runs the program. The worker may crash, hang or be killed; the server forks the next
//!   one, and the guilty input is named.
//! * `region` is the memory that both share. What the worker writes there is data, never believed
//!   without a check.
//!
//! What holds: results do not depend on earlier calls (the program's variables and heap are as
//! fresh before each); the program opens no connection, starts no process and writes no file
//! outside its scratch folder, as far as the kernel can enforce it
//! ([`Engine::missing_protection`]).
//!
//! * `search` drives inputs towards exceptions, `exhaustive` tries all there are.
//!
//! Deliberately absent: conclusions from what a search did not find.

mod child;
mod confined;
mod coverage;
mod cpu_time;
mod engine;
mod error;
mod exhaustive;
mod goal;
mod launch;
mod message;
mod options;
mod outcome;
mod own_memory;
mod provided;
mod region;
mod search;

pub use child::child_main;
pub use confined::{CONFINED_COMMAND, ConfinedRun, ProgramEnd, ProgramLimits, confined_main, run_confined};
pub use coverage::{Coverage, FileCoverage};
pub use engine::Engine;
pub use error::NativeError;
pub use exhaustive::{Exhausted, MAX_INPUTS, exhaust, input_at, input_count};
pub use goal::{Aim, Gap, Goal, MAX_GOALS};
pub use launch::{Launcher, NativeLimits};
pub use options::{Counted, EngineOptions};
pub use outcome::{
    CallEnd, Detail, MeasuredCalls, NativeCall, NovelEvents, Protection, RightOutput, ShadowedCall,
    SiteError, TracedCall, TracedOperation,
};
pub use own_memory::{limit_own_memory, return_free_memory};
pub use provided::is_provided;
pub use search::{
    Assumption, Effort, Found, InputVariable, SearchOptions, SearchSubject, Searched, Space, VariableKind,
    VariableRange, hard_points, search, search_with,
};
pub use ulpwise_llvm::{
    Instrumentation, NativeTarget, Optimisation, Passing, Precision, Probe, SourceLine, TargetLayout, Unit,
};

/// The hidden command by which a program is asked to call [`child_main`].
pub const CHILD_COMMAND: &str = "__native";
