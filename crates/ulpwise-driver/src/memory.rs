//! The memory limit of a run.
//!
//! A thread looks at how much memory the process holds, as often as memory can grow by some
//! megabytes. When little is left it raises the flag that budgets look at: the analyses under way
//! stop, report what they have and give their memory back, and others go on. That is the limit in
//! practice; the kernel's own, which ends the process, stands behind it for work that does not ask
//! its budget.
//!
//! Child processes have limits of the kernel's from their start ([`ulpwise_native::NativeLimits`]).

use crate::error::DriverError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use ulpwise_base::CancelFlag;

/// The interval between two looks.
const LOOK: Duration = Duration::from_millis(5);

/// The thread looks so many times before it gives memory back again that is freed and still held.
const LOOKS_BETWEEN_RETURNS: u32 = 10;

/// What a run needs besides what the process holds when the program is loaded.
const LEAST_FREE: u64 = 32 << 20;

/// Watches the memory of the process until it is dropped.
pub(crate) struct MemoryWatch {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl MemoryWatch {
    /// Watches a limit in MiB from now on, when the program is loaded; `threads` have large stacks.
    ///
    /// # Errors
    /// The limit cannot be kept, because the process holds as much already.
    pub(crate) fn start(mebibytes: u64, threads: usize, cancel: &CancelFlag) -> Result<Self, DriverError> {
        let limit = mebibytes << 20;
        let held = resident_bytes();
        let needed = held.saturating_add(held / 4).saturating_add(LEAST_FREE);
        if needed > limit {
            return Err(DriverError::refused(format!(
                "--memory {mebibytes} cannot be kept: ulpwise and the loaded program take {} MiB",
                held >> 20
            ))
            .with_help(format!("give --memory {} or more", (needed >> 20) + 1)));
        }
        // Stacks count although hardly any of their pages are used.
        let stacks = (threads as u64 + 4).saturating_mul(crate::STACK_SIZE as u64);
        ulpwise_native::limit_own_memory(limit.saturating_add(limit / 2).saturating_add(stacks));
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, cancel) = (Arc::clone(&is_over), cancel.clone());
        let thread = std::thread::Builder::new()
            .name("memory".to_owned())
            .spawn(move || watch(limit, &over, &cancel))
            .map_err(DriverError::NoThread)?;
        Ok(MemoryWatch { is_over, thread: Some(thread) })
    }
}

impl Drop for MemoryWatch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported by the hook.
            let _ = thread.join();
        }
    }
}

fn watch(limit: u64, is_over: &AtomicBool, cancel: &CancelFlag) {
    let mut gauge = Gauge { limit, is_exhausted: false };
    let mut looks = 0;
    while !is_over.load(Ordering::Relaxed) {
        let is_exhausted = gauge.look(resident_bytes());
        cancel.set_memory_exhausted(is_exhausted);
        if is_exhausted {
            // What an analysis freed the C library keeps for the next one, unless it is asked.
            if looks % LOOKS_BETWEEN_RETURNS == 0 {
                ulpwise_native::return_free_memory();
            }
            looks += 1;
        } else {
            looks = 0;
        }
        std::thread::sleep(LOOK);
    }
    cancel.set_memory_exhausted(false);
}

/// Decides whether memory is exhausted: above seven eighths of the limit, until less than three
/// quarters are held, so that work does not begin only to be stopped.
struct Gauge {
    limit: u64,
    is_exhausted: bool,
}

impl Gauge {
    fn look(&mut self, held: u64) -> bool {
        let (high, low) = (self.limit - self.limit / 8, self.limit - self.limit / 4);
        self.is_exhausted = if self.is_exhausted { held > low } else { held > high };
        self.is_exhausted
    }
}

/// How many bytes of memory the process holds; zero where that is unknown.
fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_exhausted_near_the_limit_and_not_again_before_much_is_free() {
        let mut gauge = Gauge { limit: 800, is_exhausted: false };
        assert!(!gauge.look(700));
        assert!(gauge.look(701));
        assert!(gauge.look(650), "work that begins now would be stopped at once");
        assert!(!gauge.look(600));
        assert!(!gauge.look(700));
    }

    #[test]
    fn a_limit_that_cannot_be_kept_is_refused_before_the_work() {
        let refused = MemoryWatch::start(1, 1, &CancelFlag::default()).err().expect("1 MiB is too little");
        let (sentence, help) = (refused.to_string(), refused.help());
        assert!(sentence.starts_with("--memory 1 cannot be kept: "), "{sentence}");
        assert!(help[0].starts_with("give --memory "), "{help:?}");
    }
}
