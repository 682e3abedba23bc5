//! SMT-LIB 2 in and out, and the execution of scripts.
//!
//! A [`Reader`] reads the text of a script into [`Command`]s whose terms lie in a [`TermStore`];
//! [`print_query`] and [`term_text`] write terms as text; a [`Session`] executes a script command
//! by command with an [`Engine`] that answers `check-sat`. The one engine here is [`fold()`], which
//! knows rewriting and evaluation only.
//!
//! ```
//! use ulpwise_base::Budget;
//! use ulpwise_smtlib::{ScriptSource, Session, fold};
//!
//! let script = b"(declare-const x Float32)
//!                (assert (= x ((_ to_fp 8 24) RNE 0.1)))
//!                (assert (fp.lt (fp.mul RNE x x) x))
//!                (check-sat)
//!                (get-value (x))";
//! let mut engine = fold;
//! let mut session = Session::new(&mut engine, Budget::unlimited());
//! let mut output = Vec::new();
//! session.run(&mut ScriptSource::new(script), &mut output)?;
//! assert_eq!(output, b"sat\n((x (fp #b0 #b01111011 #b10011001100110011001101)))\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! What holds: printing terms and reading that back gives the same terms; the text is linear in the
//! number of distinct terms; nothing recurses, so nesting is limited by memory alone; no text makes
//! the reader panic; a `sat` is said only of assertions that the reference evaluator found true.
//!
//! Declared functions and sorts, arrays of any sorts and datatypes are lowered to terms before an
//! engine sees them, and models are lifted back (see `extended`).
//!
//! What is absent: a syntax tree, quantifiers over more than a few values, strings, recursive
//! datatypes: scripts with those are refused by name and position.
//!
//! [`TermStore`]: ulpwise_expr::TermStore

mod command;
mod engine;
mod environment;
mod error;
mod extended;
mod fold;
mod lexer;
mod names;
mod operator;
mod print;
mod read;
mod script_sort;
mod session;
mod sort_shape;
mod source;
mod stream;
mod values;

pub use command::{Attribute, Command};
pub use engine::{CheckSatAnswer, Engine};
pub use error::{Position, SmtlibError, SmtlibErrorKind, ValuesError};
pub use fold::fold;
pub use print::{Dialect, GrowingQuery, PrintedQuery, QueryOptions, print_query, term_text, value_text};
pub use read::{ReadCommand, Reader, read_script};
pub use session::{Flow, Session, Statistics};
pub use source::ScriptSource;
pub use stream::{CommandEnds, query_count};
pub use values::read_values;
