//! `ulpwise solve` on its standard input, and with a limit.

use crate::common::command;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[test]
fn an_answer_comes_before_the_next_command() {
    let mut child = command(&["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |text: &str| {
        input.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        answer
    };
    assert_eq!(ask("(declare-const x Float32)\n(push)(assert (fp.isNaN x))\n(check-sat)\n"), "sat\n");
    assert_eq!(ask("(get-value (x))\n"), "((x (_ NaN 8 24)))\n");
    assert_eq!(ask("(assert (fp.eq x\n   x))(check-sat)\n"), "unsat\n");
    assert_eq!(ask("(pop)(assert\n  (fp.lt x))\n").split(": ").next(), Some("(error \"line 8 column 4"));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// The input stays open, so only the limit can end this.
#[test]
fn a_limit_ends_what_does_not_end() {
    let mut command = command(&["solve", "-", "--timeout", "0.01"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let _input = child.stdin.take().unwrap();
    let mut output = String::new();
    child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(output, "timeout\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn statistics_come_last() {
    let finished = crate::common::ulpwise(&["solve", "--engine", "fold", "--stats", "examples/tenth.smt2"]);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert!(lines[lines.len() - 3].starts_with("(:commands 12 :checks 2 :errors 0"), "{}", finished.stdout);
    assert!(lines[lines.len() - 2].starts_with("(:engine \"fold\""), "{}", finished.stdout);
    assert!(lines[lines.len() - 1].starts_with("(:seconds "), "{}", finished.stdout);
}

#[test]
fn a_program_that_is_missing_is_reported_once_and_the_others_answer() {
    let solve = |more: &[&str]| {
        let mut words = vec!["solve", "examples/tenth.smt2"];
        words.extend(more);
        crate::common::ulpwise(&words)
    };
    let plain = solve(&[]);
    let with = solve(&["--engine", "process:/nowhere/solver -in"]);
    assert_eq!(with.stdout.lines().filter(|line| *line == "unknown").count(), 2, "{}", with.stdout);
    assert_eq!(
        with.stderr.matches("warning: /nowhere/solver cannot be started").count(),
        1,
        "{}",
        with.stderr
    );
    let with = solve(&["--with", "process:/nowhere/solver -in", "--jobs", "3"]);
    let answers = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.ends_with("sat")).map(str::to_owned).collect()
    };
    assert_eq!(answers(&with.stdout), answers(&plain.stdout));
    assert_eq!(with.code, Some(0));
    assert!(with.stderr.matches("warning:").count() <= 1, "{}", with.stderr);
    let refused = solve(&["--engine", "bitblast", "--with", "process:z3 -in"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("only the portfolio takes further engines"), "{}", refused.stderr);
}
