//! Signals end the work, and what it started; what it found by then is reported.

use crate::common::command;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::path::Path;
use std::process::{Child, Output, Stdio};
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
    let reported = String::from_utf8_lossy(&output.stdout);
    assert!(
        reported.contains("missed: cancelled") && reported.contains("not all paths explored"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(128 + Signal::INT.as_raw()), "{output:?}");
    eventually(|| test_kill_process(outside).is_err().then_some(()));
}

/// Whether a process has a handler of its own for a signal.
fn handles(process: &Child, signal: Signal) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("the kernel tells");
    u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (signal.as_raw() - 1) != 0
}

/// A search that would take years, stopped as soon as it listens.
fn stopped_search(arguments: &[&str], signal: Signal) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("always.c");
    std::fs::write(&file, "float always(float x) { return 0.0f / (x * 0.0f); }").unwrap();
    let started = command(&[&["search", file.to_str().unwrap()], arguments].concat())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ulpwise starts");
    eventually(|| handles(&started, signal).then_some(()));
    kill_process(Pid::from_child(&started), signal).unwrap();
    started.wait_with_output().unwrap()
}

#[test]
fn a_search_tells_what_it_has_found() {
    for signal in [Signal::INT, Signal::TERM] {
        let output = stopped_search(&["--calls", "1000000000000000"], signal);
        assert_eq!(output.status.code(), Some(128 + signal.as_raw()), "{output:?}");
        let reported = String::from_utf8_lossy(&output.stdout);
        assert!(
            reported.contains("invalid: always#") && reported.contains(" calls (cancelled); "),
            "{reported}"
        );
    }
}

#[test]
fn a_trial_of_all_inputs_that_is_stopped_proves_nothing() {
    let output = stopped_search(&["--exhaustive"], Signal::INT);
    assert_eq!(output.status.code(), Some(128 + Signal::INT.as_raw()), "{output:?}");
    let reported = String::from_utf8_lossy(&output.stdout);
    assert!(reported.contains("invalid: always#"), "{reported}");
    assert!(
        reported.contains("nothing is proven") && reported.contains("inputs were tried (cancelled)"),
        "{reported}"
    );
}
