//! Loading a program for a benchmark, as the command line does it.

use anyhow::{Context, Result};
use std::path::Path;
use ulpwise_ir::Module;
use ulpwise_llvm::{LoadOptions, ProgramInput};

/// The module of one file. In this process: the files are the benchmark's own.
pub(super) fn load(path: &Path) -> Result<Module> {
    let input = ProgramInput { files: vec![path.to_owned()], ..ProgramInput::default() };
    let loaded = ulpwise_llvm::load_in_process(&input, &LoadOptions::default());
    Ok(loaded.with_context(|| format!("cannot load {}", path.display()))?.module)
}
