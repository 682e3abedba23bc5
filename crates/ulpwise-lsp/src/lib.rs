//! Findings in the editor: a server of the language server protocol over standard input and output.
//!
//! * `server` reads messages and answers; `worker` checks files, one after the other, and writes tests.
//! * `document` is what is known of a file; `diagnostics`, `hover` and `actions` make the protocol's
//!   answers of it; `compiler` reads what compilers print; `text` places in lines, `uri` names of files.
//!
//! What holds: a file is checked as it lies on disk, when it is opened and when it is saved; what is
//! shown is of the last check. A file that does not compile gives one diagnostic at its line.
//!
//! Not done: text that is not saved, and files whose names are no `file:` addresses.

mod actions;
mod compiler;
mod diagnostics;
mod document;
mod hover;
mod server;
mod text;
mod uri;
mod worker;

pub use server::{LspError, serve};

use std::path::Path;
use ulpwise_driver::CheckOptions;

/// Makes the options of a check of a file, if it is to be checked at all.
pub type MakeOptions = Box<dyn Fn(&Path) -> Result<Option<CheckOptions>, NoOptions> + Send>;

/// Why there are no options for a file: what is wrong with settings, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoOptions(pub String);
