//! The time that all functions of a run have together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Says how much of it is left.
pub(super) struct Clock {
    total: Option<Duration>,
    threads: usize,
    start: Instant,
    /// What earlier runs took for functions that the store knows.
    before: Mutex<Duration>,
    /// What does not count: how long the native code of a whole project was compiled.
    free: Mutex<Duration>,
}

impl Clock {
    /// The time begins now, for so many threads.
    pub(super) fn new(total: Option<Duration>, threads: usize) -> Clock {
        Clock {
            total,
            threads: threads.max(1),
            start: Instant::now(),
            before: Mutex::default(),
            free: Mutex::default(),
        }
    }

    /// A function took so long in an earlier run.
    pub(super) fn took_before(&self, seconds: f64) {
        let took = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        *self.before.lock().unwrap_or_else(PoisonError::into_inner) += took;
    }

    /// The time until now was for what all functions need.
    pub(super) fn begin_again(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) = self.start.elapsed();
    }

    /// How much is left for all threads, if there is a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        let before = *self.before.lock().unwrap_or_else(PoisonError::into_inner) / self.threads as u32;
        let free = *self.free.lock().unwrap_or_else(PoisonError::into_inner);
        self.total.map(|total| (total + free).saturating_sub(self.start.elapsed() + before))
    }

    /// How long one of so many functions may take that are left.
    pub(super) fn share(&self, functions: usize) -> Duration {
        let share = |left: Duration| left * self.threads as u32 / functions.max(1) as u32;
        self.left().map_or(Duration::MAX, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_runs_count_and_functions_share_what_is_left() {
        let hour = Duration::from_secs(3600);
        let clock = Clock::new(Some(hour), 2);
        clock.took_before(3000.0);
        let left = clock.left().unwrap();
        assert!(left <= Duration::from_secs(2100), "two threads took half of it each");
        assert!(clock.share(10) <= Duration::from_secs(420));
        clock.took_before(9000.0);
        assert_eq!(clock.left(), Some(Duration::ZERO));
        assert_eq!(Clock::new(None, 2).share(10), Duration::MAX);
    }
}
