//! What the workers of an exploration share: paths that one gives away and another takes, counts,
//! and the wish to stop.

use super::progress::Progress;
use crate::decision::Prefix;
use crate::path::CallStack;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use ulpwise_base::Budget;

/// How long a worker without paths sleeps before it looks whether everything is to stop.
const NAP: Duration = Duration::from_millis(20);

/// What workers share.
#[derive(Debug)]
pub(crate) struct Exchange {
    workers: usize,
    given: Mutex<Vec<Prefix>>,
    event: Condvar,
    /// How many workers wait for a path.
    waiting: AtomicUsize,
    /// How many paths lie here.
    offered: AtomicUsize,
    stopped: AtomicBool,
    paths: AtomicU64,
    counts: Vec<ExchangeCounts>,
}

/// What one worker says of itself.
#[derive(Debug, Default)]
struct ExchangeCounts {
    open: AtomicU64,
    questions: AtomicU64,
}

impl Exchange {
    /// For so many workers.
    pub(crate) fn new(workers: usize) -> Exchange {
        Exchange {
            workers,
            given: Mutex::default(),
            event: Condvar::new(),
            waiting: AtomicUsize::new(0),
            offered: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            paths: AtomicU64::new(0),
            counts: (0..workers).map(|_| ExchangeCounts::default()).collect(),
        }
    }

    /// Whether a worker waits for which nothing lies here.
    pub(crate) fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > self.offered.load(Ordering::Relaxed)
    }

    /// Gives a path away.
    pub(crate) fn give(&self, prefix: Prefix) {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.push(prefix);
        self.offered.store(given.len(), Ordering::Relaxed);
        self.event.notify_one();
    }

    /// Waits for a path; `None` when no thread has any, or everything is to stop.
    pub(crate) fn take(&self) -> Option<Prefix> {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = self.waiting.fetch_add(1, Ordering::Relaxed) + 1;
        loop {
            if let Some(prefix) = given.pop() {
                self.offered.store(given.len(), Ordering::Relaxed);
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                return Some(prefix);
            }
            if self.is_stopped() || waiting == self.workers {
                // All are here, so none can give anything any more. They leave without being
                // counted out.
                self.event.notify_all();
                return None;
            }
            let (again, _) = self.event.wait_timeout(given, NAP).unwrap_or_else(PoisonError::into_inner);
            given = again;
            waiting = self.waiting.load(Ordering::Relaxed);
        }
    }

    /// Where the paths are that were given away and not taken.
    pub(crate) fn left(&self) -> Vec<Option<CallStack>> {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        given.iter().map(|prefix| prefix.place.clone()).collect()
    }

    /// Asks everybody to stop.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.event.notify_all();
    }

    /// Whether everybody is to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A path ended.
    pub(crate) fn count_path(&self) {
        self.paths.fetch_add(1, Ordering::Relaxed);
    }

    /// A worker says how many paths it has open and how many questions it asked.
    pub(crate) fn publish(&self, worker: usize, open: u64, questions: u64) {
        self.counts[worker].open.store(open, Ordering::Relaxed);
        self.counts[worker].questions.store(questions, Ordering::Relaxed);
    }

    /// How far all are together.
    pub(crate) fn progress(&self, taken: u64, budget: &Budget) -> Progress {
        let sum = |of: fn(&ExchangeCounts) -> &AtomicU64| -> u64 {
            self.counts.iter().map(|counts| of(counts).load(Ordering::Relaxed)).sum()
        };
        Progress {
            done: self.paths(),
            open: sum(|counts| &counts.open) + self.offered.load(Ordering::Relaxed) as u64,
            taken,
            questions: sum(|counts| &counts.questions),
            time_left: budget.time_left(),
        }
    }

    /// How many paths ended.
    pub(crate) fn paths(&self) -> u64 {
        self.paths.load(Ordering::Relaxed)
    }
}
