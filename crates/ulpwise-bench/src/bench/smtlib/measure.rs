//! One run of one solver: its answer, its processor time and its memory.
//!
//! The limit is on processor time, so that load on the machine costs a solver nothing; a limit of
//! ten times that on the clock is for what sleeps. Processor time is read when the process has
//! ended and is not yet reaped; the peak of memory is the kernel's own (VmHWM), read every few
//! milliseconds, so that what a process took in its last moment may be missing.

use anyhow::{Context, Result};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// The kernel counts processor time in these.
const TICKS_PER_SECOND: f64 = 100.0;

#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) cpu_s: u64,
}

/// What a run gave.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Measured {
    /// `sat`, `unsat`, or anything else for no answer: `timeout`, `unknown`, `error`, …
    pub(super) answer: String,
    pub(super) cpu_s: f64,
    pub(super) peak_mib: f64,
}

impl Measured {
    pub(super) fn is_solved(&self) -> bool {
        matches!(self.answer.as_str(), "sat" | "unsat")
    }
}

/// The part of its limit that a process has used at least when the kernel ends it: the limit is
/// held against clock ticks, and on a busy machine a process is charged for ticks that it shared
/// with others.
const LEAST_PART: f64 = 0.4;

/// Runs a command under the limits.
pub(super) fn measure(command: Vec<PathBuf>, limits: Limits) -> Result<Measured> {
    let mut child = Command::new("bash")
        .args(["-c", "ulimit -t $0; exec \"$@\"", &limits.cpu_s.to_string()])
        .args(&command)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{} cannot be started", command[0].display()))?;
    let mut output = child.stdout.take().context("the output is piped")?;
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        // A process that was killed leaves what it wrote so far.
        let _ = output.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let pid = Pid::from_child(&child);
    let deadline = Instant::now() + Duration::from_secs(10 * limits.cpu_s);
    let mut peak_kib = 0;
    while waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT)?
        .is_none()
    {
        peak_kib = peak_kib.max(peak_of(pid).unwrap_or(0));
        if Instant::now() >= deadline {
            child.kill()?;
        }
        std::thread::sleep(INTERVAL);
    }
    let cpu_s = cpu_time_of(pid).context("the processor time of an ended process cannot be read")?;
    let was_killed = child.wait()?.signal().is_some();
    let text = reader.join().expect("reading does not panic");
    let is_over = was_killed && (cpu_s > LEAST_PART * limits.cpu_s as f64 || Instant::now() >= deadline);
    let answer = answer(&text, is_over);
    Ok(Measured { answer, cpu_s, peak_mib: peak_kib as f64 / 1024.0 })
}

fn answer(text: &str, is_over: bool) -> String {
    let first = text.lines().find(|line| matches!(line.trim(), "sat" | "unsat" | "unknown" | "timeout"));
    match first {
        Some(word) => word.trim().to_owned(),
        None if is_over => "timeout".to_owned(),
        None => "error".to_owned(),
    }
}

fn peak_of(pid: Pid) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// User and system time of a process that has ended.
fn cpu_time_of(pid: Pid) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain anything, so fields are counted after it: the 14th and
    // 15th of all.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = [11, 12].map(|field| fields.get(field)?.parse::<f64>().ok());
    Some((ticks[0]? + ticks[1]?) / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, cpu_s: u64) -> Measured {
        measure(["bash", "-c", script].map(PathBuf::from).to_vec(), Limits { cpu_s }).unwrap()
    }

    #[test]
    fn answers_are_found_among_other_lines() {
        assert_eq!(run("echo hello; echo unsat", 5).answer, "unsat");
        assert_eq!(run("echo '(error \"no\")'; exit 1", 5).answer, "error");
    }

    #[test]
    fn what_needs_more_processor_time_is_ended() {
        let measured = run("while true; do :; done", 1);
        assert_eq!(measured.answer, "timeout");
        assert!(measured.cpu_s > LEAST_PART, "{measured:?}");
    }
}
