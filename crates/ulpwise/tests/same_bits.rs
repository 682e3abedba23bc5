//! Programs that print what they compute must print the same interpreted and native: every
//! operation in every rounding mode and format, NaN operands and signs of zero included, and the C
//! library around them.

use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/same_bits").join(name)
}

/// What the program prints as native code of clang, with these flags.
fn native_output(source: &Path, flags: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let executable = folder.path().join("program");
    let resources = Command::new("clang-22").arg("--print-resource-dir").output().expect("clang-22 runs");
    let resources = String::from_utf8(resources.stdout).expect("a path");
    // libgcc 12 knows no bfloat16; what it does know comes from it, because it honours the rounding
    // mode.
    let builtins = Path::new(resources.trim()).join("lib/linux/libclang_rt.builtins-x86_64.a");
    let compiled = Command::new("clang-22")
        .args(["-w", "-ffp-contract=off"])
        .args(flags.split(' '))
        .arg(source)
        .args(["-lm", "-lgcc"])
        .arg(builtins)
        .arg("-o")
        .arg(&executable)
        .output()
        .expect("clang-22 runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(executable).output().expect("the program runs");
    assert!(run.status.success());
    String::from_utf8(run.stdout).expect("the program prints text")
}

/// What the program prints in the interpreter.
fn interpreted_output(source: &Path, flags: &str) -> String {
    let input = ProgramInput {
        files: vec![source.to_owned()],
        cflags: format!("{flags} -w"),
        ..ProgramInput::default()
    };
    let loaded = load_in_process(&input, &LoadOptions::default()).expect("the program loads");
    ulpwise_ir::verify::verify(&loaded.module).expect("what is loaded is well-formed");
    let program = Program::new(&loaded.module, 1 << 30).expect("the program fits");
    let mut interpreter = Interpreter::new(&program, InterpOptions::default());
    let main = loaded.module.function_named("main").expect("the program has a main");
    let outcome = interpreter.call(main, &[]);
    let output = String::from_utf8(interpreter.machine.library.output.bytes().to_vec()).expect("text");
    match outcome {
        Ok(code) => assert_eq!(code, [0]),
        Err(stop) => panic!("{}, after printing:\n{}", stop.end, last_lines(&output)),
    }
    output
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(5)..].join("\n")
}

fn assert_same(name: &str, flags: &str) {
    let source = program(name);
    let (native, ours) = (native_output(&source, flags), interpreted_output(&source, flags));
    let mut context = Vec::new();
    for (number, (expected, actual)) in native.lines().zip(ours.lines()).enumerate() {
        context.push(expected);
        let before = &context[context.len().saturating_sub(12)..];
        assert_eq!(actual, expected, "line {} of {name}, after:\n{}", number + 1, before.join("\n"));
    }
    assert_eq!(ours.lines().count(), native.lines().count(), "{name}");
}

#[test]
fn operations_of_float_double_and_long_double() {
    assert_same("operations.c", "-O0");
}

#[test]
fn half_bfloat16_and_quadruple_precision() {
    assert_same("small_formats.c", "-O0");
}

#[test]
fn the_c_library() {
    assert_same("library.c", "-O0");
}

#[test]
fn kernels_as_written() {
    assert_same("kernels.c", "-O0");
}

#[test]
fn optimised_kernels() {
    assert_same("kernels.c", "-O2");
}

#[test]
fn kernels_with_wide_vectors_and_contraction() {
    if !std::arch::is_x86_feature_detected!("avx2") || !std::arch::is_x86_feature_detected!("fma") {
        #[expect(clippy::print_stdout, reason = "a skipped test says so")]
        {
            println!("skipped: this machine has no AVX2 and FMA to run the native side on");
        }
        return;
    }
    assert_same("kernels.c", "-O3 -mavx2 -mfma -ffp-contract=on");
}

#[test]
fn the_c_library_optimised() {
    assert_same("library.c", "-O2");
}
