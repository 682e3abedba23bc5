//! What a search has taken.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// What a search has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Calls of the function.
    pub calls: u64,
    /// CPU time: that of the calls, and that of choosing them.
    pub cpu: Duration,
}

/// The CPU time of this thread.
pub(super) fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
