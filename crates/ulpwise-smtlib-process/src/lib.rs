//! Any SMT-LIB solver as an engine: a program that reads scripts from its standard input and is kept alive between queries.
//!
//! The program is asked in standard SMT-LIB. A query that goes on where the last one was, which means that at least half of its assertions are
//! those from the last one's first on, keeps what they share on the program's stack: each assertion has a level. Any other query comes after
//! `(reset)`, without a stack, because programs such as z3 have strategies that they only use then; and so does one that the program does
//! not know or refuses on a stack. A program that is slower with a stack than without is asked without. What it says counts like this:
//!
//! - `sat`: its values are read, and the reference evaluator has to find them a model. Choices for what SMT-LIB leaves open are
//!   variables of the script, so they are read too.
//! - `unsat`: is believed. Because open cases are variables, what the program would have chosen for them does not matter.
//! - `(error …)`: the query has something that the program does not take: unsupported.
//! - anything else, its death included: [`Reason::External`](ulpwise_solver::Reason::External), a remark for the user, and a new
//!   process for the next query. A program that fails [`FAILURES`] times in a row, or cannot be started, is not asked again.
//!
//! When the budget ends, the process and all that it started are killed.

mod child;
mod engine;
mod open;
mod pace;
mod words;

pub use engine::{FAILURES, SmtlibProcess};
