//! One run of the program with all the processes that it starts: how long, how much memory each
//! took, how soon it answered a signal.
//!
//! On a machine that others keep busy the clock says little. Then the CPU time of the run counts,
//! of all its processes together: alone on the machine it takes no longer than that. Whether the
//! machine was busy the kernel says: no core had been idle for long.

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The interval between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// A machine is busy whose cores together were idle for less than this part of a run.
const IDLE: f64 = 0.2;

/// Linux counts CPU time for programs in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// A run that takes longer is ended.
const LONGEST: Duration = Duration::from_secs(300);

/// What a run took.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// From start to end by the clock.
    pub(super) wall: Duration,
    /// From start to end; on a busy machine, the CPU time.
    pub(super) time: Duration,
    /// From the signal to the end, if it was sent while the run went on; on a busy machine, the CPU
    /// time.
    pub(super) answered: Option<Duration>,
    /// Whether the machine was busy.
    pub(super) is_busy: bool,
    /// The largest number of bytes that any one process held, as the kernel counted.
    pub(super) largest: u64,
    /// The name of that process.
    pub(super) largest_name: String,
    /// The exit code; `None` after a signal.
    pub(super) code: Option<i32>,
    /// Standard output.
    pub(super) output: String,
}

/// Runs a program; `interrupt` is when SIGTERM is sent.
pub(super) fn measure(program: &Path, arguments: &[String], interrupt: Option<Duration>) -> Result<Measured> {
    let output = tempfile::NamedTempFile::new()?;
    let (start, idle, ended_before) = (Instant::now(), idle_time(), own_children());
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::from(output.reopen()?))
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    let mut measured = Measured::default();
    let mut sent: Option<(Instant, Duration)> = None;
    let status = loop {
        for (name, bytes) in peaks(child.id()) {
            if bytes > measured.largest {
                (measured.largest, measured.largest_name) = (bytes, name);
            }
        }
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if sent.is_none() && interrupt.is_some_and(|after| start.elapsed() >= after) {
            let used = processes(child.id()).into_iter().filter_map(|process| cpu_time(process, true)).sum();
            kill_process(Pid::from_child(&child), Signal::TERM)?;
            sent = Some((Instant::now(), used));
        }
        if start.elapsed() > LONGEST {
            child.kill()?;
        }
        std::thread::sleep(LOOK);
    };
    measured.wall = start.elapsed();
    let cpu = own_children().saturating_sub(ended_before);
    measured.is_busy = idle_time().saturating_sub(idle) < measured.wall.mul_f64(IDLE);
    let counted = |clock: Duration, cpu: Duration| if measured.is_busy { clock.min(cpu) } else { clock };
    measured.time = counted(measured.wall, cpu);
    measured.answered = sent.map(|(at, used)| counted(at.elapsed(), cpu.saturating_sub(used)));
    measured.code = status.code();
    measured.output = std::fs::read_to_string(output.path())?;
    Ok(measured)
}

/// The names of a process and all below it, with the most memory that each ever held.
fn peaks(root: u32) -> Vec<(String, u64)> {
    processes(root).into_iter().filter_map(peak).collect()
}

/// A process and all below it.
fn processes(root: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    for process in processes {
        if let Some(parent) = parent(process) {
            children.entry(parent).or_default().push(process);
        }
    }
    let (mut open, mut found) = (vec![root], Vec::new());
    while let Some(process) = open.pop() {
        open.extend(children.get(&process).into_iter().flatten());
        found.push(process);
    }
    found
}

/// The CPU time of a process, with that of its children that have ended.
fn cpu_time(process: u32, with_own: bool) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    // After the name come the state and numbers: user and system time, and the same of children.
    let (own, children) = if with_own { (11, 4) } else { (13, 2) };
    let ticks: u32 = fields.skip(own).take(children).filter_map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks)
}

/// The CPU time of all processes below this one that have ended.
fn own_children() -> Duration {
    cpu_time(std::process::id(), false).unwrap_or_default()
}

/// How long the cores of the machine were idle so far, together.
fn idle_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let idle = stat.lines().next().and_then(|all| all.split_whitespace().nth(4)?.parse::<u32>().ok());
    TICK * idle.unwrap_or(0)
}

fn parent(process: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may hold anything.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// The name of a process and the most memory that it held.
fn peak(process: u32) -> Option<(String, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let kilobytes: u64 = field("VmHWM:")?.split_whitespace().next()?.parse().ok()?;
    Some((field("Name:")?.to_owned(), kilobytes << 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_and_its_children_are_seen_and_a_signal_ends_them() {
        let shell = Path::new("sh");
        let arguments = |script: &str| vec!["-c".to_owned(), script.to_owned()];
        let done = measure(shell, &arguments("echo 3; exit 4"), None).unwrap();
        assert_eq!((done.code, done.output.as_str(), done.answered), (Some(4), "3\n", None));
        let stopped = measure(shell, &arguments("exec sleep 1000"), Some(Duration::ZERO)).unwrap();
        assert_eq!(stopped.code, None);
        assert!(stopped.answered.is_some());
        let own = peaks(std::process::id());
        assert!(own[0].1 > 1 << 20, "{own:?}");
    }
}
