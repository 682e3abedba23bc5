//! Any SMT-LIB solver as an engine: a program that reads scripts from its standard input and is
//! kept alive between queries.
//!
//! Queries are in standard SMT-LIB. If at least half of the assertions of a query are the first
//! ones of the previous query, the shared ones stay on the stack of the program: each assertion has
//! a level. Any other query follows `(reset)`, without a stack, because programs such as z3 have
//! strategies that they only use then. A query that the program does not know or refuses on a stack
//! is repeated in this way. A program that is slower with a stack is always asked without one. Its
//! answers count as follows:
//!
//! - `sat`: its values are read, and the reference evaluator has to find them a model. Choices for
//!   what SMT-LIB leaves open are variables of the script, so they are read too.
//! - `unsat`: is trusted. Because open cases are variables, what the program would have chosen for
//!   them does not matter.
//! - `(error …)`: the query has something that the program does not take: unsupported.
//! - anything else, its death included: [`Reason::External`](ulpwise_solver::Reason::External), a
//!   remark for the user, and a new process for the next query. A program that fails [`FAILURES`]
//!   times in a row, or cannot be started, is not asked again.
//!
//! When the budget ends, the process and all that it started are killed.

mod engine;
mod error;
mod open;
mod pace;
mod words;

pub use engine::{FAILURES, MEMORY_LIMIT, SmtlibProcess};
pub use error::SmtlibProcessError;
