//! A private folder with files, and a loader whose loading process is real.

// Each test file uses a part of it.
#![allow(dead_code, unreachable_pub)]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_llvm::{LlvmError, LoadOptions, Loaded, Loader, ProgramInput};

pub struct TestFolder(tempfile::TempDir);

impl TestFolder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and the folders it lies in.
    pub fn file(&self, name: impl AsRef<OsStr>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name.as_ref());
        fs::create_dir_all(path.parent().expect("a file has a parent")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }
}

pub fn loader() -> Loader {
    Loader { program: env!("CARGO_BIN_EXE_ulpwise-load-child").into() }
}

pub fn load_input(input: &ProgramInput) -> Result<Loaded, LlvmError> {
    loader().load(input, &LoadOptions::default())
}

pub fn load(files: &[&Path]) -> Result<Loaded, LlvmError> {
    load_input(&input(files))
}

pub fn input(files: &[&Path]) -> ProgramInput {
    ProgramInput { files: files.iter().map(|path| path.to_path_buf()).collect(), ..ProgramInput::default() }
}

/// The sentence of the error that loading these files gives; it must be the user's fault.
pub fn refusal(files: &[&Path]) -> String {
    refusal_of(load(files))
}

pub fn refusal_of(result: Result<Loaded, LlvmError>) -> String {
    let error = result.expect_err("this must be refused");
    let sentence = error.to_string();
    assert_eq!(error.exit_code(), 2, "{sentence}");
    assert!(!sentence.contains('\n'), "{sentence:?} is one sentence");
    sentence
}

/// The bitcode clang makes of a C file.
pub fn bitcode_of(source: &Path) -> Vec<u8> {
    // Without the name of the folder, so that the bytes are the same in every run.
    let output = Command::new("clang-22")
        .args(["-O0", "-g", "-fdebug-compilation-dir=.", "-emit-llvm", "-c", "-o", "-"])
        .arg(source.file_name().expect("a file"))
        .current_dir(source.parent().expect("a folder"))
        .output()
        .expect("clang-22 starts");
    assert!(output.status.success());
    output.stdout
}

/// A C file with a loop, a call of libm, a struct, a table and a string.
pub const SAMPLE: &str = r#"
#include <math.h>
#include <stdio.h>
struct point { double x, y; };
static const double table[] = {1.0, 0.5, 0.25};
double norm(struct point *p) { return sqrt(p->x * p->x + p->y * p->y); }
double sum(int n, double x) {
    double total = 0;
    for (int i = 0; i < n; i++) total += table[i % 3] * x / (i + 1);
    return total;
}
float narrow(double x) { return (float)x; }
int main(void) { printf("%g\n", sum(10, 2.0)); return (int)narrow(3.5); }
"#;
