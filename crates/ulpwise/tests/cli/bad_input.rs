//! Everything a user can get wrong: one clear message, the documented exit code, no panic and no
//! hang.

use crate::common::{Finished, command, root, ulpwise};
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

const PROGRAMS: &str = "crates/ulpwise/tests/programs";

/// Bad input: exit code 2, nothing on standard output, `error:` and the message on standard error.
fn assert_bad_input(finished: &Finished, message: &str) {
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert_eq!(finished.stdout, "", "{finished:?}");
    assert_said(finished, message);
}

fn assert_said(finished: &Finished, message: &str) {
    assert!(finished.stderr.contains(message), "{message:?} is not said: {finished:?}");
    assert_eq!(finished.stderr.matches("error").count(), 1, "one message, not several: {finished:?}");
    assert!(!finished.stderr.contains("panicked"), "{finished:?}");
}

/// The program failed: exit code 1 and one message.
fn assert_program_failed(finished: &Finished, message: &str) {
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert_said(finished, message);
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn an_outside_solver_that_is_not_there() {
    for subcommand in ["check", "stability"] {
        for solver in ["/nowhere/solver -in", "no-such-solver"] {
            let finished = ulpwise(&[subcommand, "examples/average.c", "--solver-nra", solver]);
            let program = solver.split(' ').next().unwrap();
            assert_bad_input(&finished, &format!("there is no program `{program}`"));
        }
    }
}

#[test]
fn a_range_of_something_that_is_no_number() {
    let folder = tempfile::tempdir().unwrap();
    let source = "struct S { double a, b; int n; };\ndouble f(struct S *s, double *v) { return s->a / s->b + v[0]; }\n";
    let file = write(folder.path(), "s.c", source);
    for (range, why, names) in [
        ("s=1..2", "s is not a number", "numbers are s.a, s.b, s.n"),
        ("s.q=1..2", "`f` has no input s.q", "numbers are s.a, s.b, s.n, v"),
    ] {
        let finished = ulpwise(&["check", &file, "--fn", "f", "--range", range]);
        assert_bad_input(&finished, &format!("--range {range}: {why}"));
        assert!(finished.stderr.contains(names), "{finished:?}");
    }
}

#[test]
fn a_missing_file() {
    for subcommand in ["list", "run"] {
        assert_bad_input(&ulpwise(&[subcommand, "nowhere.c"]), "error: nowhere.c does not exist");
    }
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let empty = write(folder.path(), "empty.c", "");
    assert_bad_input(&ulpwise(&["list", &empty]), "is empty");
    assert_bad_input(&ulpwise(&["list", "examples"]), "is a folder without Cargo.toml");
    let text = write(folder.path(), "notes.txt", "hello");
    assert_bad_input(&ulpwise(&["list", &text]), "of no kind that can be loaded");
}

#[test]
fn an_unknown_function_suggests_the_nearest() {
    let finished = ulpwise(&["run", "examples/average.c", "--fn", "averige", "--args", "1,2"]);
    assert_bad_input(&finished, "error: there is no function `averige`");
    assert!(finished.stderr.contains("did you mean `average`"), "{finished:?}");
}

#[test]
fn a_wrong_number_of_arguments_shows_the_signature() {
    let finished = ulpwise(&["run", "examples/average.c", "--fn", "average", "--args", "1,2,3"]);
    assert_bad_input(&finished, "error: `average` takes 2 arguments, but 3 were given");
    assert!(finished.stderr.contains("double average(double x, double y)"), "{finished:?}");
}

#[test]
fn a_syntax_error_is_reported_in_the_compilers_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "wrong.c", "double f(double x) { return x + ; }\n");
    let finished = ulpwise(&["run", &path, "--fn", "f", "--args", "1"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    let lines: Vec<&str> = finished.stderr.lines().collect();
    assert!(lines[0].contains("wrong.c:1:33: error: expected expression"), "{finished:?}");
    let last = lines.last().unwrap();
    assert!(last.starts_with("error: ") && last.contains("wrong.c does not compile"), "{finished:?}");
}

#[test]
fn truncated_bitcode() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("average.bc");
    let status = std::process::Command::new("clang-22")
        .args(["-O0", "-g", "-emit-llvm", "-c", "examples/average.c", "-o"])
        .arg(&whole)
        .current_dir(root())
        .status()
        .expect("clang-22 is installed");
    assert!(status.success());
    let bytes = std::fs::read(&whole).unwrap();
    let finished = ulpwise(&["run", whole.to_str().unwrap(), "--fn", "average", "--args", "1,2"]);
    assert_eq!(finished.code, Some(0), "the whole file is fine: {finished:?}");
    for cut in [4, 100, bytes.len() / 2, bytes.len() - 4] {
        let path = write(folder.path(), "cut.bc", &bytes[..cut]);
        let finished = ulpwise(&["run", &path, "--fn", "average", "--args", "1,2"]);
        assert_bad_input(&finished, "cut.bc");
    }
    let path = write(folder.path(), "text.bc", "int main() {}\n");
    assert_bad_input(&ulpwise(&["list", &path]), "is not LLVM bitcode");
}

#[test]
fn an_endless_loop_is_stopped() {
    let program = format!("{PROGRAMS}/failures.c");
    let finished = ulpwise(&["run", &program, "--fn", "endless_loop", "--args", "1", "--timeout", "0.2"]);
    assert_program_failed(&finished, "error[budget]: the program did not end within 0.2 s");
}

/// The interpreter cannot look at the clock inside a call of the host's library, and this one takes
/// minutes.
#[test]
fn an_endless_library_call_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("a.c");
    std::fs::write(&program, "#include <math.h>\ndouble f(void) { return jn(2147483647, 1e8); }\n").unwrap();
    let finished = ulpwise(&["run", program.to_str().unwrap(), "--timeout", "0.2"]);
    assert_program_failed(&finished, "error[budget]: the program did not end within 0.2 s");
}

#[test]
fn a_printf_field_of_gigabytes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("a.c");
    std::fs::write(&program, "#include <stdio.h>\nint f(void) { return printf(\"%2000000000d\", 1); }\n")
        .unwrap();
    let finished = ulpwise(&["run", program.to_str().unwrap()]);
    assert_eq!(finished.code, Some(2));
    assert!(
        finished.stderr.contains("unsupported: a printf field of 2000000000 characters"),
        "{}",
        finished.stderr
    );
}

#[test]
fn the_main_program_of_each_language_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in [
        ("a.c", "int g(void) { return 1; }\nint main(void) { return 0; }\n"),
        ("a.f90", "program hello\n  real(8) :: x\n  x = 1d0\nend program\n"),
        ("a.rs", "fn half(x: f64) -> f64 { x / 2.0 }\nfn main() { assert!(half(2.0) == 1.0); }\n"),
    ] {
        let program = folder.path().join(name);
        std::fs::write(&program, source).unwrap();
        let finished = ulpwise(&["run", program.to_str().unwrap()]);
        assert_eq!(finished.code, Some(0), "{name}: {}", finished.stderr);
    }
}

#[test]
fn an_endless_recursion_is_stopped() {
    let program = format!("{PROGRAMS}/failures.c");
    let finished = ulpwise(&["run", &program, "--fn", "endless_recursion", "--args", "1"]);
    assert_program_failed(&finished, "error[stack-overflow]: stack overflow");
}

#[test]
fn a_null_pointer_is_reported_with_its_place() {
    let program = format!("{PROGRAMS}/failures.c");
    let finished = ulpwise(&["run", &program, "--fn", "null_read", "--args", "null"]);
    assert_program_failed(&finished, "error[memory]: null pointer dereference (read)");
    assert!(finished.stderr.contains("failures.c:7:44"), "{finished:?}");
}

#[test]
fn memory_beyond_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "big.c", "double big[1000000]; double f(void) { return big[3]; }\n");
    let finished = ulpwise(&["run", &path, "--fn", "f", "--memory", "4"]);
    assert_bad_input(&finished, "the global 'big' has 8000000 bytes");
    assert_eq!(ulpwise(&["run", &path, "--fn", "f", "--memory", "16"]).code, Some(0));
}

#[test]
fn a_source_that_is_gone_or_changed_is_named_without_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let source = write(folder.path(), "gone.c", "\n\ndouble f(double x) { return x * x; }\n");
    let bitcode = folder.path().join("gone.bc");
    let status = std::process::Command::new("clang-22")
        .args(["-O0", "-g", "-emit-llvm", "-c", &source, "-o"])
        .arg(&bitcode)
        .status()
        .expect("clang-22 is installed");
    assert!(status.success());
    let run = || ulpwise(&["run", bitcode.to_str().unwrap(), "--fn", "f", "--args", "1e200"]);
    assert!(run().stdout.contains("return x * x"), "{:?}", run());
    std::fs::write(&source, "// shorter\n").unwrap();
    for _ in 0..2 {
        let finished = run();
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(finished.stdout.contains("gone.c:3:31"), "{finished:?}");
        assert!(!finished.stdout.contains("3 |"), "{finished:?}");
        let _ = std::fs::remove_file(&source);
    }
}

#[test]
fn a_function_without_debug_information() {
    let folder = tempfile::tempdir().unwrap();
    let source = write(folder.path(), "plain.c", "double f(double x, int n) { return x / n; }\n");
    let bitcode = folder.path().join("plain.bc");
    let status = std::process::Command::new("clang-22")
        .args(["-O1", "-emit-llvm", "-c", &source, "-o"])
        .arg(&bitcode)
        .status()
        .expect("clang-22 is installed");
    assert!(status.success());
    let bitcode = bitcode.to_str().unwrap();
    let finished = ulpwise(&["run", bitcode, "--args", "1,0"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
    assert!(ulpwise(&["list", bitcode]).stdout.contains("(no debug information)"));
}

#[test]
fn flags_reach_the_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let source = write(folder.path(), "factor.c", "double f(double x) { return x * FACTOR; }\n");
    let finished = ulpwise(&["run", &source, "--args", "3", "--cflags", "-DFACTOR=2"]);
    assert!(finished.stdout.contains("result: 6.0 "), "{finished:?}");
    let directory = folder.path().display();
    let database = format!(
        r#"[{{"directory": "{directory}", "file": "factor.c", "command": "cc -DFACTOR=5 -c factor.c"}}]"#
    );
    write(folder.path(), "compile_commands.json", database);
    let folder = folder.path().to_str().unwrap();
    let finished = ulpwise(&["run", "-p", folder, "--source", &source, "--args", "3"]);
    assert!(finished.stdout.contains("result: 15.0 "), "{finished:?}");
    let finished = ulpwise(&["run", "-p", folder, "--source", "examples/average.c", "--args", "3"]);
    assert_bad_input(&finished, "has no entry for examples/average.c");
}

#[test]
fn several_files_are_one_program() {
    let folder = tempfile::tempdir().unwrap();
    let caller =
        write(folder.path(), "caller.c", "double g(double); double f(double x) { return g(x) + 1; }\n");
    let callee =
        write(folder.path(), "callee.cpp", "extern \"C\" double g(double x) { return x * 1e300; }\n");
    let finished = ulpwise(&["run", &caller, &callee, "--fn", "f", "--args", "1e300"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("callee.cpp:1:42"), "{finished:?}");
    let finished = ulpwise(&["run", &caller, "--fn", "f", "--args", "1e300"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert_said(&finished, "`g` is called, which is neither defined in the given files nor known to ulpwise");
}

#[test]
fn a_large_array_shows_only_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let source = write(folder.path(), "large.c", "void f(double *x) { x[99999] = 1 / x[5]; }\n");
    let finished = ulpwise(&["run", &source, "--args", "[0;100000]"]);
    assert_eq!(
        finished.stdout.matches("x[").count(),
        3,
        "one change, and two in the source line: {finished:?}"
    );
    assert!(finished.stdout.contains("x[99999]: inf"), "{finished:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&["list", "examples/norm.cpp", "--all", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn colours_come_when_asked_for() {
    let arguments = ["run", "examples/average.c", "--fn", "average", "--args", "1e308,1e308"];
    assert!(!ulpwise(&arguments).stdout.contains('\u{1b}'), "a pipe is no terminal");
    let coloured = ulpwise(&[&arguments[..], &["--color", "always"]].concat());
    assert!(coloured.stdout.contains('\u{1b}'));
    assert!(!ulpwise(&[&arguments[..], &["--color", "never"]].concat()).stdout.contains('\u{1b}'));
}
