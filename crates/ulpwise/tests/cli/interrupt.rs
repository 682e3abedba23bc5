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
