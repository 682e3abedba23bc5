//! From a project's folder to what its build compiles and links.
//!
//! * `detect` finds the build system by the files in the folder.
//! * `build` configures and builds below `.ulpwise` in the project, and `capture` watches a build:
//!   every program that it starts.
//! * `command` reads the command of a compiler, of `ar` or of `cargo`; a [`Recording`] keeps what the
//!   commands compiled and linked, also from a `compile_commands.json`.
//! * `select` takes from a recording the sources that belong together.
//! * `cargo` has cargo compile the crates of a workspace to bitcode.
//!
//! What holds: sources and their own folders are only read, but for `.ulpwise`, which git ignores. A
//! build that fails half-way leaves what it compiled until then.
//!
//! Deliberately absent: LLVM, and printing.

mod build;
mod capture;
mod cargo;
mod command;
mod copy;
mod database;
mod detect;
mod error;
mod program;
mod recording;
mod select;

pub use capture::{Captured, TRACED_COMMAND, capture, traced_main};
pub use cargo::CargoRequest;
pub use command::{Compilation, Language};
pub use error::ProjectError;
pub use program::{ProjectProgram, ProjectRequest, make_own_folder, own_folder, program};
pub use recording::{RECORDING, Recording};
