//! How long a piece of work may go on: a deadline, CPU time, a number of steps, and a flag by which another
//! thread can stop it, at the user's wish or because memory runs out.
//!
//! Work asks `Budget::check` now and then; the answer is a value, never a panic, so that what was
//! found so far can be kept.

use crate::work_time::WorkInstant;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that any thread may raise to stop the work that watches it.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<StopReasons>);

#[derive(Debug, Default)]
struct StopReasons {
    cancelled: AtomicBool,
    memory: AtomicBool,
}

impl CancelFlag {
    /// Asks the work to stop. There is no way back.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Relaxed)
    }

    /// Says whether the process holds as much memory as it may. The work that is under way stops
    /// and gives its memory back; work that begins once there is memory again is not affected.
    pub fn set_memory_exhausted(&self, is_exhausted: bool) {
        self.0.memory.store(is_exhausted, Ordering::Relaxed);
    }

    /// Whether the process holds as much memory as it may.
    pub fn is_memory_exhausted(&self) -> bool {
        self.0.memory.load(Ordering::Relaxed)
    }
}

/// Why a budget ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The deadline has passed.
    Time,
    /// All steps are used.
    Steps,
    /// The process holds as much memory as it may.
    Memory,
    /// The cancel flag was raised.
    Cancelled,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit reached",
            Self::Steps => "step limit reached",
            Self::Memory => "memory limit reached",
            Self::Cancelled => "cancelled",
        })
    }
}

/// How much work may be done from a moment on.
#[derive(Clone, Copy, Debug)]
struct CpuLimit {
    begun: WorkInstant,
    most: Duration,
}

impl CpuLimit {
    fn left(&self) -> Duration {
        self.most.saturating_sub(self.begun.elapsed())
    }
}

/// So many times longer than its CPU time a piece of work may take by the clock: others may use the
/// processor, and what blocks takes no CPU time.
const CLOCK_OVER_CPU: u32 = 5;

/// A deadline, a limit of CPU time, a step limit and cancel flags; each may be absent.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    cpu: Option<CpuLimit>,
    steps: Option<u64>,
    cancel: Vec<CancelFlag>,
}

impl Budget {
    /// A budget without any limit.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// The same budget, ending `limit` from now: by the clock, or in CPU time if that is limited.
    #[must_use]
    pub fn with_time(self, limit: Duration) -> Self {
        match self.cpu {
            Some(_) => Self { cpu: None, deadline: None, ..self }.with_cpu_time(limit),
            // A limit beyond what the clock can count is no limit.
            None => Self { deadline: Instant::now().checked_add(limit), ..self },
        }
    }

    /// The same budget, ending when the work of this thread has taken so much CPU time from now on
    /// ([`WorkInstant`]), whatever else the machine does; and by the clock after some times as long.
    /// Parts of it are in CPU time too.
    #[must_use]
    pub fn with_cpu_time(self, limit: Duration) -> Self {
        let by_clock = self.ending_by(limit.saturating_mul(CLOCK_OVER_CPU));
        Self { cpu: Some(CpuLimit { begun: WorkInstant::now(), most: limit }), ..by_clock }
    }

    /// What is left of the CPU time, if that is limited.
    pub fn cpu_time_left(&self) -> Option<Duration> {
        self.cpu.as_ref().map(CpuLimit::left)
    }

    /// A part of this budget, ending `limit` from now or when the whole does.
    #[must_use]
    pub fn part(&self, limit: Duration) -> Self {
        match &self.cpu {
            Some(cpu) => self.clone().with_cpu_time(limit.min(cpu.left())),
            None => self.ending_by(limit),
        }
    }

    /// The same, ending by the clock `limit` from now at the latest.
    fn ending_by(&self, limit: Duration) -> Self {
        let end = Instant::now().checked_add(limit);
        let deadline = match (self.deadline, end) {
            (Some(whole), Some(part)) => Some(whole.min(part)),
            (whole, part) => whole.or(part),
        };
        Self { deadline, ..self.clone() }
    }

    /// The same budget, of at most `steps` steps.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = Some(steps);
        self
    }

    /// The same budget, stopped by `flag` as well.
    #[must_use]
    pub fn with_cancel(mut self, flag: CancelFlag) -> Self {
        self.cancel.push(flag);
        self
    }

    /// How many steps the work may take in all.
    pub fn step_limit(&self) -> Option<u64> {
        self.steps
    }

    /// What is left of the time, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let by_clock = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match (self.cpu_time_left(), by_clock) {
            (Some(cpu), Some(by_clock)) => Some(cpu.min(by_clock)),
            (cpu, by_clock) => cpu.or(by_clock),
        }
    }

    /// Asks, after `steps_used` steps, whether the work may go on.
    ///
    /// # Errors
    /// Says which limit was reached.
    pub fn check(&self, steps_used: u64) -> Result<(), Exhausted> {
        if self.cancel.iter().any(CancelFlag::is_cancelled) {
            return Err(Exhausted::Cancelled);
        }
        if self.cancel.iter().any(CancelFlag::is_memory_exhausted) {
            return Err(Exhausted::Memory);
        }
        if self.steps.is_some_and(|limit| steps_used >= limit) {
            return Err(Exhausted::Steps);
        }
        if self.cpu.as_ref().is_some_and(|cpu| cpu.left().is_zero()) {
            return Err(Exhausted::Time);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work_time::count_work;

    #[test]
    fn each_limit_ends_the_budget_under_its_own_name() {
        assert_eq!(Budget::unlimited().check(u64::MAX), Ok(()));
        assert_eq!(Budget::unlimited().with_steps(10).check(9), Ok(()));
        assert_eq!(Budget::unlimited().with_steps(10).check(10), Err(Exhausted::Steps));
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).check(0), Err(Exhausted::Time));
        let flag = CancelFlag::default();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        assert_eq!(budget.check(0), Ok(()));
        flag.cancel();
        assert_eq!(budget.check(0), Err(Exhausted::Cancelled));
    }

    #[test]
    fn lack_of_memory_ends_work_until_there_is_some_again() {
        let flag = CancelFlag::default();
        let budget = Budget::unlimited().with_cancel(flag.clone());
        flag.set_memory_exhausted(true);
        assert_eq!(budget.check(0), Err(Exhausted::Memory));
        assert!(!flag.is_cancelled(), "the user did not ask for it");
        flag.set_memory_exhausted(false);
        assert_eq!(budget.check(0), Ok(()));
    }

    #[test]
    fn any_of_several_flags_ends_it() {
        let [whole, race] = [CancelFlag::default(), CancelFlag::default()];
        let outer = Budget::unlimited().with_cancel(whole.clone());
        let inner = outer.clone().with_cancel(race.clone());
        race.cancel();
        assert_eq!((outer.check(0), inner.check(0)), (Ok(()), Err(Exhausted::Cancelled)));
        whole.cancel();
        assert_eq!(outer.check(0), Err(Exhausted::Cancelled));
    }

    #[test]
    fn a_part_ends_no_later_than_the_whole() {
        let whole = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(whole.part(Duration::from_secs(3600)).check(0), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().part(Duration::ZERO).check(0), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().part(Duration::from_secs(3600)).check(0), Ok(()));
    }

    #[test]
    fn cpu_time_of_this_thread_and_of_others_for_it_counts() {
        let budget = Budget::unlimited().with_cpu_time(Duration::from_secs(3600));
        assert_eq!(budget.check(0), Ok(()));
        assert!(budget.cpu_time_left().is_some_and(|left| left > Duration::from_secs(3500)));
        count_work(Duration::from_secs(3600));
        assert_eq!(budget.check(0), Err(Exhausted::Time));
        assert_eq!(budget.part(Duration::from_secs(1)).check(0), Err(Exhausted::Time));
        assert_eq!(budget.with_time(Duration::from_secs(3600)).check(0), Ok(()), "a limit of its own");
        assert_eq!(Budget::unlimited().with_cpu_time(Duration::ZERO).check(0), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().cpu_time_left(), None);
    }

    #[test]
    fn parts_are_in_cpu_time_too() {
        let part = Budget::unlimited().with_cpu_time(Duration::from_secs(3600)).part(Duration::from_secs(60));
        assert!(part.time_left().is_some_and(|left| left > Duration::from_secs(50)));
        count_work(Duration::from_secs(61));
        assert_eq!((part.check(0), part.time_left()), (Err(Exhausted::Time), Some(Duration::ZERO)));
    }

    #[test]
    fn an_uncountable_time_limit_is_no_limit() {
        assert_eq!(Budget::unlimited().with_time(Duration::MAX).check(0), Ok(()));
    }
}
