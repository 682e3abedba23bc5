//! All inputs there are: when a function has at most 2^32 inputs, they are tried one by one, and
//! what is not found does not exist.
//!
//! What holds: the result does not depend on the number of jobs. Parts are handed out in order, and
//! of each exception the first input counts. Nothing is concluded from a site that native code does
//! not look at, nor if calls did not return.

use crate::engine::Engine;
use crate::error::NativeError;
use crate::launch::Launcher;
use crate::options::{Counted, EngineOptions};
use crate::outcome::CallEnd;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use ulpwise_base::{SharedWork, WorkInstant};
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;
use ulpwise_llvm::{NativeTarget, Optimisation, Unit};

/// More inputs than this are not tried one by one.
pub const MAX_INPUTS: u64 = 1 << 32;

/// At least and at most so many inputs are tried between two reports of progress.
const PARTS: std::ops::RangeInclusive<u64> = 1 << 8..=1 << 20;

/// A part that takes longer is followed by a shorter one.
const LONG_PART: Duration = Duration::from_millis(200);

/// With so many calls that did not return, there is no point in going on.
const MAX_ENDS: usize = 1000;

/// What came of trying everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// How many inputs were tried.
    pub inputs: u64,
    /// Each exception with the first input that raises it, as the counter that makes it (see
    /// [`Counted`]).
    pub events: BTreeMap<(SiteId, Exception), u64>,
    /// The inputs whose calls did not return, in order.
    pub ends: Vec<(u64, CallEnd)>,
    /// Sites whose exceptions are not seen.
    pub unobserved: Vec<SiteId>,
    /// CPU time that the calls took.
    pub cpu: Duration,
}

impl Exhausted {
    /// Whether all inputs were tried and all calls returned, so that a site that is looked at and
    /// has no exception here has none.
    pub fn is_complete(&self, digits: &[Counted]) -> bool {
        self.ends.is_empty() && input_count(digits) == Some(self.inputs)
    }
}

/// How many inputs there are; `None` when they are too many to try all.
pub fn input_count(digits: &[Counted]) -> Option<u64> {
    let count = digits.iter().try_fold(1_u64, |count, digit| count.checked_mul(digit.count))?;
    (count <= MAX_INPUTS).then_some(count)
}

/// The words of the input that a counter stands for.
pub fn input_at(digits: &[Counted], mut counter: u64) -> Vec<u64> {
    let word = |digit: &Counted| {
        let number = counter % digit.count.max(1);
        counter /= digit.count.max(1);
        digit.word(number)
    };
    digits.iter().map(word).collect()
}

/// Calls a function on every input. `progress` takes the number of inputs that are done and of all,
/// and returns whether to go on.
///
/// # Errors
/// When the inputs are too many, and as [`Engine::start`] and [`Engine::count_up`].
pub fn exhaust(
    launcher: &Launcher,
    units: &[Unit],
    target: &NativeTarget,
    digits: &[Counted],
    options: &EngineOptions,
    jobs: usize,
    progress: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<Exhausted, NativeError> {
    let total = input_count(digits)
        .ok_or_else(|| NativeError::Program("there are more than 2^32 inputs, too many to try all".into()))?;
    // Whatever else is asked for: what the optimiser makes of undefined behaviour proves nothing.
    let options = &EngineOptions { optimisation: Optimisation::Defined, ..options.clone() };
    let next = AtomicU64::new(0);
    let found = Mutex::new(Exhausted::default());
    let work = || -> Result<(), NativeError> {
        let mut engine = Engine::start(launcher, units, std::slice::from_ref(target), options)?;
        let mut part = *PARTS.start();
        loop {
            let start = next.fetch_add(part, Ordering::Relaxed);
            if start >= total {
                return Ok(());
            }
            let count = part.min(total - start);
            let begin = WorkInstant::now();
            let explored = engine.count_up(0, digits, start, count as u32)?;
            part = if begin.elapsed() > LONG_PART { part / 2 } else { part * 2 };
            part = part.clamp(*PARTS.start(), *PARTS.end());
            let mut found = found.lock().expect("no job panics while it adds");
            found.inputs += count;
            found.cpu += engine.last_batch_cpu();
            found.unobserved = engine.unobserved().collect();
            for (call, site, exception) in explored.events {
                let first = found.events.entry((site, exception)).or_insert(start + call);
                *first = (*first).min(start + call);
            }
            found.ends.extend(explored.ends.iter().map(|&(call, end)| (start + call, end)));
            if !progress(found.inputs, total) || found.ends.len() > MAX_ENDS {
                next.store(total, Ordering::Relaxed);
                return Ok(());
            }
        }
    };
    let shared = SharedWork::begin();
    let part = || shared.part(work);
    let all_tried = std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(part)).collect();
        jobs.into_iter().try_for_each(|job| job.join().expect("a job panicked"))
    });
    shared.end();
    all_tried?;
    let mut found = found.into_inner().expect("no job panics while it adds");
    found.ends.sort_by_key(|&(input, _)| input);
    Ok(found)
}
