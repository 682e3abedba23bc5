//! The CPU time of other processes, as the kernel counts it. Unlike the clock it does not depend on
//! what else the machine does.

use std::time::Duration;

/// The kernel counts CPU time of others in such parts of a second.
const TICKS: u64 = 100;

/// The CPU time of a process, if the kernel reports it.
pub(crate) fn cpu_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Its name is in parentheses, and may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map_while(|field| field.parse::<u64>().ok());
    let ticks = times.next()? + times.next()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

/// The CPU time of the only child of a process, if the kernel reports it.
pub(crate) fn cpu_time_of_child(process: u32) -> Option<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).ok()?;
    cpu_time(children.split_whitespace().next()?.parse().ok()?)
}
