//! Executes SMT-LIB scripts with the engines: a whole script, or one that comes command by command.
//!
//! [`solve`] takes [`SolveOptions`], an input and an output, and writes each answer as soon as it is
//! known. It is what `ulpwise solve`, the program `ulpwise-solve` and the C interface run.
//!
//! ```
//! use ulpwise_script::{RunContext, SolveInput, SolveOptions, solve};
//!
//! let script = b"(declare-const x Float64) (assert (fp.lt (fp.add RNE x x) x)) (check-sat)";
//! let mut output = Vec::new();
//! let input = SolveInput::Script(script);
//! solve(&SolveOptions::default(), input, &mut output, &RunContext::default())?;
//! assert_eq!(output, b"sat\n");
//! # Ok::<(), ulpwise_script::ScriptError>(())
//! ```
//!
//! What is absent: LLVM, arguments, and printing anywhere but into the output that is given.

mod context;
mod error;
mod incremental;
mod options;
mod query_progress;
mod run;
mod script_engine;

pub use context::{Progress, ProgressView, RunContext};
pub use error::ScriptError;
pub use incremental::{Executed, IncrementalSolver};
pub use options::SolveOptions;
pub use run::{SolveInput, SolveReport, solve};
pub use ulpwise_base::CancelFlag;
