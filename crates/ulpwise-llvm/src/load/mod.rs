//! Bitcode to ulpwise-ir, in a process of its own.
//!
//! LLVM's reader trusts its input: a file with one flipped bit can make it crash, hang or eat all
//! memory. So [`Loader`] hands the bitcode to a child process (`child_main`), which answers
//! with the module in its text form or with an error; a child that does neither is an error too.

mod child;
mod fast_math;
mod guard;
mod loader;
mod merge;
mod powers;
mod protocol;
mod replace;
mod session;
mod symbols;
mod uninitialised;

use merge::merge_compatible;
pub(crate) use merge::{link_text, merge, prepare};
pub(crate) use session::Session;

pub use child::child_main;
pub use loader::{Loader, bitcode, load_in_process};

use crate::compile::Unit;
use ulpwise_ir::Module;

/// The hidden command by which a program is asked to call [`child_main`].
pub const CHILD_COMMAND: &str = "__load";

/// A program that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The program.
    pub module: Module,
    /// The bitcode that the module was made of. What is proven of the module is run from these
    /// bytes: no source is compiled a second time.
    pub units: Vec<Unit>,
    /// What the user should know about it, one sentence each.
    pub warnings: Vec<String>,
    /// Whether flags such as `-ffp-contract=fast` let the code generator still fuse, reorder or
    /// approximate operations: machine code then may give other bits than the module.
    pub is_open_to_code_generator: bool,
}
