//! Whether a worker still does what it shall. Calls that take too long it ends itself; but a
//! program may write over what it keeps its time with, or what it counts calls with.

use crate::cpu_time::cpu_time_of_child;
use crate::message::Batch;
use crate::region::{Header, Region};
use rustix::event::Timespec;
use std::time::{Duration, Instant};

/// The interval between two looks at the worker.
pub(super) const LOOKS: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// How much CPU time a worker may use without coming further: so many times what a call may take,
/// for a call may be made more than once, and something for itself.
const CALLS: u32 = 4;
const OWN: Duration = Duration::from_millis(200);

/// How long it may stand still before it has begun, or where its CPU time is not known.
const STANDSTILL: Duration = Duration::from_secs(120);

/// A look at a worker from outside.
pub(super) struct Watch {
    batch: Batch,
    limit: Duration,
    /// The process whose only child the worker is.
    server: u32,
    /// The last of the calls that it was at, when that was, and how much CPU time it had used.
    farthest: Option<u64>,
    at: Instant,
    used: Option<Duration>,
}

impl Watch {
    pub(super) fn new(batch: Batch, call_milliseconds: u64, server: u32) -> Self {
        let limit = Duration::from_millis(call_milliseconds).saturating_mul(CALLS).saturating_add(OWN);
        Self { batch, limit, server, farthest: None, at: Instant::now(), used: None }
    }

    /// Whether it comes no further though it works, or does not work at all.
    pub(super) fn is_astray(&mut self, region: &Region) -> bool {
        let current = region.get(Header::Current);
        let has_begun = region.get(Header::Started) == 1;
        let used = cpu_time_of_child(self.server);
        // A worker that goes back, or is at none of these calls, makes no progress.
        let is_further =
            (self.batch.first..=self.batch.end).contains(&current) && Some(current) > self.farthest;
        if is_further || self.used.is_none() && used.is_some() {
            self.farthest = is_further.then_some(current).or(self.farthest);
            (self.at, self.used) = (Instant::now(), used);
            return false;
        }
        match (self.used, used) {
            // Another worker, of which less is known, has replaced it.
            (Some(before), Some(now)) if now < before => {
                self.used = Some(now);
                false
            }
            (Some(before), Some(now)) if has_begun => now - before > self.limit || self.stands_still(),
            _ => self.stands_still(),
        }
    }

    fn stands_still(&self) -> bool {
        self.at.elapsed() > STANDSTILL.max(self.limit)
    }
}
