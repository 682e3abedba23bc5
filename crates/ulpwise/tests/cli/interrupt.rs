//! Signals end the work, and what it started.

use crate::common::command;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// A solver that says who it is and never answers.
const SOLVER: &str = "#!/bin/sh\necho $$ > \"$1.new\"\nmv \"$1.new\" \"$1\"\nexec sleep 1000000\n";

/// Waits for something that is bound to happen.
fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn written_pid(file: &Path) -> Option<Pid> {
    let text = std::fs::read_to_string(file).ok()?;
    Pid::from_raw(text.trim().parse().expect("a number"))
}

#[test]
fn the_outside_solver_ends_with_the_query() {
    for signal in [Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().unwrap();
        let (solver, pid) = (folder.path().join("solver"), folder.path().join("pid"));
        std::fs::write(&solver, SOLVER).unwrap();
        let engine = format!("process:sh {} {}", solver.display(), pid.display());
        let started = command(&["solve", "examples/tenth.smt2", "--engine", &engine])
            .stdout(Stdio::piped())
            .spawn()
            .expect("ulpwise starts");
        let outside = eventually(|| written_pid(&pid));
        kill_process(Pid::from_child(&started), signal).unwrap();
        let output = started.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(128 + signal.as_raw()), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("unknown"), "{output:?}");
        eventually(|| test_kill_process(outside).is_err().then_some(()));
    }
}

#[test]
fn a_test_that_is_interrupted_tells_what_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (solver, pid) = (folder.path().join("solver"), folder.path().join("pid"));
    std::fs::write(&solver, SOLVER).unwrap();
    let program = folder.path().join("program.c");
    let source =
        "#include <ulpwise.h>\nint main() { if (__VERIFIER_nondet_int() > 3) return 1; return 0; }\n";
    std::fs::write(&program, source).unwrap();
    let engine = format!("process:sh {} {}", solver.display(), pid.display());
    let started = command(&["test", program.to_str().unwrap(), "--engine", &engine])
        .stdout(Stdio::piped())
        .spawn()
        .expect("ulpwise starts");
    let outside = eventually(|| written_pid(&pid));
    kill_process(Pid::from_child(&started), Signal::INT).unwrap();
    let output = started.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("missed: cancelled") && told.contains("not all paths explored"), "{output:?}");
    assert_eq!(output.status.code(), Some(0), "no failure was found: {output:?}");
    eventually(|| test_kill_process(outside).is_err().then_some(()));
}
