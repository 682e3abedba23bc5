//! The time that a piece of work takes: the CPU time of the thread that does it and of the processes that do
//! a part of it, whatever else the machine does. What a limit in this time lets a run find does not depend
//! on the load.

use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What tells how long a thread has worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WorkClock {
    /// Moments of one clock can be compared; threads that share a piece of work share its clock.
    id: u64,
    /// Nanoseconds to add to the CPU time of the thread.
    besides: i64,
}

static CLOCKS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CLOCK: Cell<WorkClock> =
        Cell::new(WorkClock { id: CLOCKS.fetch_add(1, Ordering::Relaxed), besides: 0 });
}

fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

/// The CPU time of this thread, in nanoseconds.
fn thread_cpu_time() -> i64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec.saturating_mul(1_000_000_000).saturating_add(now.tv_nsec)
}

/// Counts CPU time that another process took for the work of this thread.
pub fn count_work(taken: Duration) {
    let clock = CLOCK.get();
    CLOCK.set(WorkClock { besides: clock.besides.saturating_add(nanoseconds(taken)), ..clock });
}

/// A moment in the work of a thread.
#[derive(Clone, Copy, Debug)]
pub struct WorkInstant {
    clock: u64,
    at: i64,
    by_clock: Instant,
}

impl WorkInstant {
    /// This moment.
    pub fn now() -> Self {
        let WorkClock { id, besides } = CLOCK.get();
        Self { clock: id, at: thread_cpu_time().saturating_add(besides), by_clock: Instant::now() }
    }

    /// How much work was done since then; in a thread that has no part in that work, how long ago it was.
    pub fn elapsed(self) -> Duration {
        let now = Self::now();
        if now.clock == self.clock {
            Duration::from_nanos(now.at.saturating_sub(self.at).max(0).unsigned_abs())
        } else {
            now.by_clock.saturating_duration_since(self.by_clock)
        }
    }
}

/// Work that several threads do for one, which waits for them: it takes as long as the longest of them.
#[derive(Debug)]
pub struct SharedWork {
    clock: u64,
    begun: i64,
    farthest: AtomicI64,
}

impl SharedWork {
    /// Begins, in the thread that will wait.
    pub fn begin() -> Self {
        let WorkInstant { clock, at, .. } = WorkInstant::now();
        Self { clock, begun: at, farthest: AtomicI64::new(at) }
    }

    /// Does a part, in a thread for it.
    pub fn part<R>(&self, work: impl FnOnce() -> R) -> R {
        let own = CLOCK.get();
        CLOCK.set(WorkClock { id: self.clock, besides: self.begun.saturating_sub(thread_cpu_time()) });
        let result = work();
        self.farthest.fetch_max(WorkInstant::now().at, Ordering::Relaxed);
        CLOCK.set(own);
        result
    }

    /// Ends, in the thread that has waited.
    pub fn end(&self) {
        let behind = self.farthest.load(Ordering::Relaxed).saturating_sub(WorkInstant::now().at);
        count_work(Duration::from_nanos(behind.max(0).unsigned_abs()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn what_others_do_counts_and_waiting_does_not() {
        let begun = WorkInstant::now();
        std::thread::sleep(Duration::from_millis(1));
        assert!(begun.elapsed() < HOUR);
        count_work(HOUR);
        assert!(begun.elapsed() >= HOUR && begun.elapsed() < 2 * HOUR);
    }

    #[test]
    fn shared_work_takes_as_long_as_its_longest_part() {
        count_work(HOUR);
        let begun = WorkInstant::now();
        let work = SharedWork::begin();
        std::thread::scope(|scope| {
            for hours in [3, 2, 1] {
                let work = &work;
                scope.spawn(move || {
                    work.part(|| {
                        assert!(begun.elapsed() < HOUR, "a part begins where the whole is");
                        count_work(hours * HOUR);
                        assert!(begun.elapsed() >= hours * HOUR);
                    });
                });
            }
        });
        work.end();
        assert!(begun.elapsed() >= 3 * HOUR && begun.elapsed() < 4 * HOUR);
    }

    #[test]
    fn a_thread_without_a_part_knows_the_clock_on_the_wall_only() {
        let begun = WorkInstant::now();
        count_work(HOUR);
        assert!(std::thread::spawn(move || begun.elapsed()).join().unwrap() < HOUR);
    }
}
