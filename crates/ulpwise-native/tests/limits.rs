//! Limits of child processes: of the time and the memory that compiling takes; and what a cancelled
//! run does.

mod support;

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;
use support::{TestProgram, launcher, options};
use ulpwise_base::Exhausted;
use ulpwise_native::{CallEnd, Engine, Launcher, NativeError, NativeTarget, Passing};

const SOURCE: &str = "double f(double x) { return 1 / x; } double forever(double x) { for (;;) x += 1; }";

fn start(launcher: &Launcher, name: &str) -> Result<Engine, NativeError> {
    let program = TestProgram::c(SOURCE);
    let target = NativeTarget { name: name.to_owned(), parameters: vec![Passing::Value], links: Vec::new() };
    Engine::start(launcher, &program.units, &[target], &options())
}

/// A child that takes its request and never answers, as a compiler that takes hours.
fn silent(folder: &std::path::Path) -> Launcher {
    let program = folder.join("child");
    std::fs::write(&program, "#!/bin/sh\nexec sleep 1000000\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    Launcher { program, ..launcher() }
}

#[test]
fn compiling_ends_when_the_run_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let silent = silent(folder.path());
    let cancel = silent.limits.cancel.clone();
    let ended = std::thread::scope(|scope| {
        let started = scope.spawn(|| start(&silent, "f").err());
        cancel.cancel();
        started.join().unwrap()
    });
    assert!(matches!(ended, Some(NativeError::Stopped(Exhausted::Cancelled))), "{ended:?}");
}

#[test]
fn compiling_ends_at_its_limit_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut silent = silent(folder.path());
    silent.limits.compile = Duration::ZERO;
    let ended = start(&silent, "f").err();
    assert!(matches!(ended, Some(NativeError::Stopped(Exhausted::Time))), "{ended:?}");
}

#[test]
fn compiling_ends_at_its_limit_of_memory() {
    let mut small = launcher();
    small.limits.memory = 1 << 20;
    let ended = start(&small, "f").err();
    assert!(matches!(ended, Some(NativeError::Stopped(Exhausted::Memory))), "{ended:?}");
    assert!(start(&launcher(), "f").is_ok());
}

/// What was found is confirmed after the run was cancelled, if it is quickly done; a call that is
/// not is left.
#[test]
fn a_cancelled_run_still_makes_calls_that_return() {
    let launcher = launcher();
    let cancel = launcher.limits.cancel.clone();
    let mut engine = start(&launcher, "f").unwrap();
    cancel.cancel();
    let calls = engine.run(0, &[2f64.to_bits()]).unwrap();
    assert_eq!((calls[0].end, f64::from_bits(calls[0].output[0])), (CallEnd::Returned, 0.5));
    // Once cancelled, no other child is started.
    let ended = start(&launcher, "f").err();
    assert!(matches!(ended, Some(NativeError::Stopped(Exhausted::Cancelled))), "{ended:?}");
}

#[test]
fn a_batch_of_a_cancelled_run_that_takes_long_is_left_and_not_asked_again() {
    let launcher = launcher();
    let cancel = launcher.limits.cancel.clone();
    let program = TestProgram::c(SOURCE);
    let target = NativeTarget { name: "forever".into(), parameters: vec![Passing::Value], links: Vec::new() };
    let options = ulpwise_native::EngineOptions { call_limit: Duration::from_secs(1 << 20), ..options() };
    let mut engine = Engine::start(&launcher, &program.units, &[target], &options).unwrap();
    cancel.cancel();
    for _ in 0..2 {
        let ended = engine.run(0, &[2f64.to_bits()]).err();
        assert!(matches!(ended, Some(NativeError::Stopped(Exhausted::Cancelled))), "{ended:?}");
    }
}
