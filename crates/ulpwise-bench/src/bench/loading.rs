//! Loading a program for a benchmark, as the command line does it.

use anyhow::{Context, Result};
use std::path::Path;
use ulpwise_ir::Module;
use ulpwise_llvm::{Input, LoadOptions};

/// The module of one file. In this process: the files are the benchmark's own.
pub(super) fn load(path: &Path) -> Result<Module> {
    let input = Input { files: vec![path.to_owned()], ..Input::default() };
    let loaded = ulpwise_llvm::load_in_process(&input, &LoadOptions::default());
    Ok(loaded.with_context(|| format!("cannot load {}", path.display()))?.module)
}
