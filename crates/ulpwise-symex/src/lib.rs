//! The symbolic executor: runs programs on inputs that are not known, along every path that some
//! input takes.
//!
//! [`Executor::explore`] follows a function. The interpreter of `ulpwise-interp` runs whatever is
//! known, at its full speed; where an instruction meets a value that is a term, the executor
//! carries that one instruction out ([`terms`] says what it means) and lets the interpreter go on.
//! Branches on terms ask a solver which ways are open, and fork the path. Each path that ends is
//! reported with inputs that take it.
//!
//! What holds: inputs reported for a path take it, for the reference evaluator found every
//! condition of the path to hold. A path that meets something that cannot be followed ends as
//! unsupported, and the summary says when not all paths were followed.

mod bounds;
mod decision;
mod driver;
mod entry;
mod executor;
mod files;
mod flags;
mod goals;
mod inaccuracy;
mod inputs;
mod memory;
mod merge;
mod models;
mod outcomes;
mod output;
mod path;
mod questions;
mod reachability;
mod search;
mod state;
mod step;
pub mod terms;
mod tiny_domain;
mod trail;
mod undefined;

pub use bounds::Bounds;
pub use driver::{Observer, Progress, Tools, explore_in_parallel};
pub use entry::{
    ArrayLength, Content, EntryObject, EntryPoint, EntryState, Given, LengthLimit, asks_for_entry_state,
    is_beginning,
};
pub use executor::{Executor, SymexOptions};
pub use files::FileName;
pub use goals::{ExceptionGoal, GoalCandidate, Goals, UndecidedQueries};
pub use inaccuracy::{CheckOptions, Combination, InaccuracyCheck, Sampling};
pub use inputs::InputValue;
pub use models::modelled_functions;
pub use outcomes::{
    COMPARED_FLAGS, CellKind, Given as GivenOutcome, JointAnswer, NotedOutcomes, ObjectCell, Outcome,
    SharedTerms, Undetermined, VariableWord,
};
pub use output::SymbolicOutput;
pub use path::{Answers, CallStack, End, LeftPlaces, Limit, Meaning, Path, Summary};
pub use reachability::goals_after;
pub use search::{SearchStrategy, Targets};
