//! The program: its answers, its exit codes, and that nothing of LLVM is in it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ulpwise-solve"))
}

/// Standard output and exit code for a script on the standard input.
fn answer(arguments: &[&str], script: &str) -> (String, Option<i32>) {
    let mut child = program().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn scripts_are_answered_with_exit_codes() {
    let script = "(declare-const x Float32)(assert (fp.lt (fp.add RNE x x) x))(check-sat)";
    assert_eq!(answer(&[], script), ("sat\n".to_owned(), Some(0)));
    assert_eq!(answer(&["--engine", "bitblast", "-"], script), ("sat\n".to_owned(), Some(0)));
    assert_eq!(answer(&[], "(check-sat").1, Some(1));
    assert_eq!(answer(&["--engine", "none"], "").1, Some(2));
    assert_eq!(answer(&["no such file.smt2"], "").1, Some(2));
}

#[test]
fn an_answer_comes_before_the_next_command() {
    let mut child = program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (command, expected) in [
        ("(declare-const x Float16)\n(assert (fp.isNaN x))(check-sat)\n", "sat\n"),
        ("(push 1)(assert (fp.eq x x))\n(check-sat)\n", "unsat\n"),
        ("(pop 1)(get-value (x))\n", "(error \"line 5 column 8: there is a model only after sat\")\n"),
    ] {
        input.write_all(command.as_bytes()).unwrap();
        input.flush().unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// The manifests of the workspace, followed from this crate's.
#[test]
fn no_crate_below_touches_llvm() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut open = vec!["ulpwise-solve".to_owned()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let manifest = std::fs::read_to_string(crates.join(&name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let dependencies = dependencies.split("\n[").next().unwrap();
        assert!(!dependencies.contains("inkwell"), "{name} uses LLVM");
        let names = dependencies.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        open.extend(names.filter(|name| name.starts_with("ulpwise-")).map(str::to_owned));
    }
    for refused in ["ulpwise-llvm", "ulpwise-driver", "ulpwise-native"] {
        assert!(!seen.contains(refused), "{refused} is below the solver");
    }
    assert!(seen.contains("ulpwise-bitblast"));
}
