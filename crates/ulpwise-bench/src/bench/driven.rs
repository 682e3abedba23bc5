//! Calls of the driver, and the CPU time that they take.
//!
//! Each call has a thread of its own: one that panics is an error of its program, not the end of a
//! table, and one that outlasts its limit is cancelled.

use anyhow::{Result, anyhow};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use ulpwise_driver::{DriverError, RunContext};

/// What compiling and the native runs at the end may take besides a call's own limit.
const BESIDES: Duration = Duration::from_secs(300);

/// How long a call may go on after it was cancelled.
const CLOSING: Duration = Duration::from_secs(300);

/// Linux counts CPU time for programs in hundredths of a second, whatever it does inside.
const TICKS_PER_SECOND: u64 = 100;

/// Makes a call that limits itself to so much time. If it does not keep to that, it is cancelled.
#[expect(clippy::print_stderr, reason = "nothing else can be done where a thread does not end")]
pub(crate) fn drive<T: Send>(
    limit: Duration,
    call: impl FnOnce(&RunContext) -> Result<T, DriverError> + Send,
) -> Result<T> {
    let context = RunContext::default();
    let watched = &context;
    // Nothing is sent: the channel closes when the call ends, be it by a panic.
    let (open, ended) = mpsc::channel::<()>();
    let is_over = |limit: Duration| ended.recv_timeout(limit) != Err(RecvTimeoutError::Timeout);
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let _open = open;
            call(watched)
        });
        if !is_over(limit.saturating_add(BESIDES)) {
            context.cancel.cancel();
            if !is_over(CLOSING) {
                // A thread cannot be ended from outside, a process can.
                eprintln!("a call of the driver does not end although it was cancelled");
                std::process::exit(1);
            }
        }
        let called = worker.join().map_err(|panic| anyhow!("ulpwise panicked: {}", panic_text(&*panic)))?;
        called.map_err(|error| anyhow!("{error}\n{}", error.compiler_output()).context("ulpwise refuses"))
    })
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// CPU time of this process, and of all processes that it started and that have ended.
pub(super) fn cpu_time() -> Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // After the name, which may hold anything, come state and numbers: user and system time are the
    // 14th and 15th field, those of children the 16th and 17th.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<u64> = fields.skip(11).take(4).filter_map(|field| field.parse().ok()).collect();
    anyhow::ensure!(ticks.len() == 4, "/proc/self/stat has another form");
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_and_a_refusal_are_errors() {
        let limit = Duration::from_secs(1);
        assert_eq!(drive(limit, |_| Ok(3)).unwrap(), 3);
        let refused = drive::<()>(limit, |_| Err(DriverError::refused("no")));
        assert!(format!("{:#}", refused.unwrap_err()).contains("no"));
        let panicked = drive::<()>(limit, |_| panic!("on purpose"));
        assert!(panicked.unwrap_err().to_string().contains("on purpose"));
    }

    #[test]
    fn time_passes() {
        let start = cpu_time().unwrap();
        while cpu_time().unwrap() == start {}
    }
}
