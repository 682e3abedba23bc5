//! What tests of the executor share.

use ulpwise_ir::Module;
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};

/// A program in C, compiled.
pub(crate) fn compiled(source: &str) -> Module {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("the source is written");
    let input = ProgramInput { files: vec![file], ..ProgramInput::default() };
    load_in_process(&input, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}")).module
}
