//! SMT-LIB 2 in and out.
//!
//! A [`Reader`] turns the text of a script into [`Command`]s whose terms lie in a
//! [`TermStore`](ulpwise_expr::TermStore).

mod command;
mod environment;
mod error;
mod lexer;
mod names;
mod operator;
mod print;
mod read;
mod sort_shape;
mod source;

pub use command::{Attribute, Command};
pub use error::{Error, ErrorKind, Position};
pub use print::{Dialect, PrintedQuery, QueryOptions, print_query, term_text, value_text};
pub use read::{ReadCommand, Reader, read_script};
pub use source::Source;
