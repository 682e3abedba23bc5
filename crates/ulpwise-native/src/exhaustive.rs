//! All inputs there are: when a function's inputs have at most 32 bits of freedom together, they are tried one by one, and what is
//! not found does not exist.
//!
//! What holds: the result does not depend on the number of jobs. Parts are handed out in order, and of each exception the first
//! input counts. Nothing is concluded from a site that native code does not look at, nor if calls did not return.

use crate::engine::Engine;
use crate::error::Error;
use crate::launch::Launcher;
use crate::options::{Counted, EngineOptions};
use crate::outcome::CallEnd;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;
use ulpwise_llvm::{Target, Unit};

/// More inputs than this are not tried one by one.
pub const MAX_FREE_BITS: u32 = 32;

/// How many inputs are tried between two reports of progress.
const PART: u64 = 1 << 20;

/// With so many calls that did not return, there is no point in going on.
const MAX_ENDS: usize = 1000;

/// What came of trying everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// How many inputs were tried.
    pub inputs: u64,
    /// Each exception with the first input that raises it, as the counter that makes it (see [`Counted`]).
    pub events: BTreeMap<(SiteId, Exception), u64>,
    /// The inputs whose calls did not return, in order.
    pub ends: Vec<(u64, CallEnd)>,
    /// Sites whose exceptions are not seen.
    pub unobserved: Vec<SiteId>,
    /// CPU time that the calls took.
    pub cpu: Duration,
}

impl Exhausted {
    /// Whether all inputs were tried and all calls returned, so that a site that is looked at and has no exception here has none.
    pub fn is_complete(&self, digits: &[Counted]) -> bool {
        self.ends.is_empty() && free_bits(digits).is_some_and(|bits| self.inputs == 1 << bits)
    }
}

/// How many bits of freedom inputs have; `None` when they are too many to try all.
pub fn free_bits(digits: &[Counted]) -> Option<u32> {
    let bits = digits.iter().map(|digit| digit.bits).sum();
    (bits <= MAX_FREE_BITS).then_some(bits)
}

/// Calls a function on every input. `progress` is told how many inputs of how many are done.
///
/// # Errors
/// When the inputs have too many bits of freedom, and as [`Engine::start`] and [`Engine::count_up`].
pub fn exhaust(
    launcher: &Launcher,
    units: &[Unit],
    target: &Target,
    digits: &[Counted],
    options: &EngineOptions,
    jobs: usize,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Exhausted, Error> {
    let bits = free_bits(digits).ok_or_else(|| {
        Error::Program(format!(
            "the inputs have more than {MAX_FREE_BITS} bits of freedom, too many to try all"
        ))
    })?;
    let total = 1_u64 << bits;
    let next = AtomicU64::new(0);
    let found = Mutex::new(Exhausted::default());
    let work = || -> Result<(), Error> {
        let mut engine = Engine::start(launcher, units, std::slice::from_ref(target), options)?;
        loop {
            let start = next.fetch_add(PART, Ordering::Relaxed);
            if start >= total {
                return Ok(());
            }
            let count = PART.min(total - start);
            let explored = engine.count_up(0, digits, start, count as u32)?;
            let mut found = found.lock().expect("no job panics while it adds");
            found.inputs += count;
            found.cpu += engine.last_batch_cpu();
            found.unobserved = engine.unobserved().collect();
            for (call, site, exception) in explored.events {
                let first = found.events.entry((site, exception)).or_insert(start + call);
                *first = (*first).min(start + call);
            }
            found.ends.extend(explored.ends.iter().map(|&(call, end)| (start + call, end)));
            progress(found.inputs, total);
            if found.ends.len() > MAX_ENDS {
                return Ok(());
            }
        }
    };
    std::thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        jobs.into_iter().try_for_each(|job| job.join().expect("a job panicked"))
    })?;
    let mut found = found.into_inner().expect("no job panics while it adds");
    found.ends.sort_by_key(|&(input, _)| input);
    Ok(found)
}
