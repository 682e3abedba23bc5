//! What is compiled beside Fortran programs gives the bits that flang's library gives.

use std::path::Path;
use std::process::Command;
use ulpwise_ir::{Function, Library, Module};
use ulpwise_llvm::runtime_library;

/// A program that calls a function of flang's library.
fn calling(name: &str) -> Module {
    let mut module = Module::default();
    module.functions.push(Function {
        name: name.to_owned(),
        parameters: Vec::new(),
        results: Vec::new(),
        variadic: false,
        exported: false,
        library: Library::None,
        declaration: None,
        body: None,
    });
    module
}

#[test]
fn results_are_those_of_the_library() {
    let library = runtime_library(&calling("_FortranAStopStatement")).expect("flang's library");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("compare");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fortran_runtime/compare.c");
    let mut clang = Command::new("clang-22");
    clang.args(["-w", "-O1", "-ffp-contract=off"]).arg(source).arg(library);
    clang.args(["-lm", "-lpthread", "-lstdc++", "-o"]).arg(&program);
    let compiled = clang.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let compared = Command::new(&program).output().unwrap();
    assert!(compared.status.success(), "{}", String::from_utf8_lossy(&compared.stdout));
}

#[test]
fn the_library_is_for_programs_that_call_it() {
    assert_eq!(runtime_library(&calling("printf")), None);
}
