//! The first of two tiers: a call that raises nothing is found out at little cost.
//!
//! The code of this tier computes in an environment in which every tiny result raises a flag (flush
//! to zero), and its operations keep the flags they raise. When a call returns, no flag is up, and
//! no check found anything, then no site raised anything: up to its first tiny result the call did
//! what it does otherwise, and there was none. In every other case the call is made again in the
//! precise tier, from the same state.
//!
//! Whether screening is worth its cost depends on how many calls have to be made again, so that is
//! watched. What is reported never depends on it.

use super::snapshot::Snapshot;
use super::worker::Driver;
use super::{heap, stop, timer};
use crate::region::{Header, Region, Stop};
use std::cell::Cell;
use ulpwise_host::{Flags, sse};
use ulpwise_llvm::LinkedCode;

/// Flags of exceptions.
pub(super) const RAISED: Flags =
    Flags::INVALID.union(Flags::DIVIDE_BY_ZERO).union(Flags::OVERFLOW).union(Flags::UNDERFLOW);

/// So many calls are screened before it is decided whether to go on.
const TRIED: u32 = 64;
/// If more of them than this had to be made again, as many as this come without screening.
const TOO_MANY_AGAIN: u32 = 40;
const PAUSE: u32 = 960;

/// The result of screening a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screened {
    /// It returned and certainly raised nothing, so that its results stand.
    Silent,
    /// It ended before it returned, and certainly had raised nothing until then.
    SilentUntilStopped(Stop),
    /// It has to be made in the precise tier.
    Unknown,
}

/// The screening tier of a program.
pub(super) struct Screen<'s> {
    linked: &'s LinkedCode,
    pub(super) snapshot: Snapshot,
    hit: *mut u32,
    /// Calls until the next decision, and those among them that were made again.
    tried: Cell<u32>,
    again: Cell<u32>,
    /// Calls until screening begins again.
    pause: Cell<u32>,
    /// Whether the processor is in the tier's environment. Changing it costs more than looking at
    /// flags, so it is not left between calls that raise nothing.
    flushing: Cell<bool>,
}

impl<'s> Screen<'s> {
    /// Runs the constructors of the tier. `None` when they do what must not be done twice, or when
    /// the processor does not flush tiny results as it should.
    pub(super) fn after_constructors(linked: &'s LinkedCode) -> Option<Self> {
        let hit = linked.hit()? as *mut u32;
        if !exact_tiny_results_raise_a_flag() {
            return None;
        }
        let snapshot = Snapshot::after_constructors(linked);
        // SAFETY: a variable of 32 bits of the linked code.
        let left = unsafe { hit.read_volatile() } != 0;
        timer::watch(hit);
        let count = || Cell::new(0);
        let flushing = Cell::new(false);
        (!left).then(|| Self {
            linked,
            snapshot,
            hit,
            tried: count(),
            again: count(),
            pause: count(),
            flushing,
        })
    }

    pub(super) fn driver(&self, target: usize) -> Driver {
        // SAFETY: the address is that of a driver, in code that stays linked.
        unsafe { std::mem::transmute::<usize, Driver>(self.linked.driver(target)) }
    }

    /// Goes back to the default environment.
    #[inline]
    pub(super) fn leave(&self) {
        if self.flushing.replace(false) {
            let _ = sse::enter_default();
        }
    }

    /// Makes a call. The environment is left by [`Screen::leave`]; until then no code may compute
    /// with floats.
    #[inline(always)]
    pub(super) fn screen(
        &self,
        driver: Driver,
        region: &Region,
        input: *const u64,
        output: *mut u64,
    ) -> Screened {
        if self.pause.get() > 0 {
            self.pause.set(self.pause.get() - 1);
            return Screened::Unknown;
        }
        region.set(Header::Screening, 1);
        self.snapshot.restore();
        heap::reset();
        timer::begin_call();
        // SAFETY: a variable of 32 bits of the linked code; the C library's `errno` of this thread.
        unsafe {
            self.hit.write_volatile(0);
            *libc::__errno_location() = 0;
        }
        if !self.flushing.replace(true) {
            sse::enter_flushing();
        }
        let stopped = stop::call(driver, input, output);
        let flags = sse::read_sticky_flags();
        let stop = stopped.then(|| stop::ended_by_program().unwrap_or(Stop::Time));
        region.set(Header::Screening, 0);
        // SAFETY: as above.
        let clean = !flags.intersects(RAISED) && unsafe { self.hit.read_volatile() } == 0;
        self.count(clean);
        // What was stopped may have been in the middle of changing the environment.
        if !clean || stopped {
            self.leave();
        }
        match (clean, stop) {
            (true, None) => Screened::Silent,
            (true, Some(stop)) => Screened::SilentUntilStopped(stop),
            (false, _) => Screened::Unknown,
        }
    }

    #[inline]
    fn count(&self, clean: bool) {
        self.tried.set(self.tried.get() + 1);
        self.again.set(self.again.get() + u32::from(!clean));
        if self.tried.get() == TRIED {
            if self.again.get() > TOO_MANY_AGAIN {
                self.pause.set(PAUSE);
            }
            self.tried.set(0);
            self.again.set(0);
        }
    }
}

/// Whether this processor raises underflow for a tiny result that is exact.
fn exact_tiny_results_raise_a_flag() -> bool {
    let (half, smallest) = (0.5, f64::MIN_POSITIVE);
    sse::enter_flushing();
    let product = sse::mul_f64(smallest, half);
    let flags = sse::enter_default().flags();
    product == 0.0 && flags.contains(Flags::UNDERFLOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_processor_reports_exact_tiny_results() {
        assert!(exact_tiny_results_raise_a_flag());
    }
}
