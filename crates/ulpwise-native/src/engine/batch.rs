//! A batch of calls, run to its end: a worker that the program ends is followed by another one, and
//! the call that did it is reported.

use super::Engine;
use super::watch::{LOOKS, Watch};
use crate::error::{NativeError, system};
use crate::launch::launch;
use crate::message::{Batch, Death, Done, ServerAnswer};
use crate::outcome::{CallEnd, RightOutput, SiteError};
use crate::region::{
    EVENT_WORDS, EXTENDED, Header, REACHED, SHADOW_WORDS, Stop, ending, shadow_kind, unpack_event,
};
use rustix::event::{PollFd, PollFlags, poll};
use std::time::{Duration, Instant};
use ulpwise_base::{Exhausted, count_work};
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;
use ulpwise_llvm::Instrumentation;

/// After so many calls of a batch that damaged the worker, the rest of it is not made: each has to
/// be waited for.
const MOST_ASTRAY: usize = 3;

/// How long a batch may go on after the run was cancelled.
const CLOSING: Duration = Duration::from_millis(500);

impl Engine {
    /// Runs a batch to its end, over as many workers as it takes, and reports what happened.
    pub(super) fn batch(
        &mut self,
        batch: Batch,
        report: &mut dyn FnMut(BatchEvent),
    ) -> Result<(), NativeError> {
        let mut next = batch.first;
        let mut first_is_precise = false;
        let mut astray = 0;
        self.last_cpu = Duration::ZERO;
        self.last_elapsed = Duration::ZERO;
        while next < batch.end {
            self.region.set(Header::Events, 0);
            self.region.set(Header::LostEvents, 0);
            self.region.set(Header::Stops, 0);
            let rest = Batch { first: next, first_is_precise, ..batch };
            let was_fresh = std::mem::replace(&mut self.worker_is_fresh, false);
            let came = self.command(rest)?;
            // What code has counted it would count twice.
            let counts = self.request.options.instrumentation == Instrumentation::Coverage;
            let again = if counts { None } else { came.to_repeat(was_fresh, rest) };
            let report = &mut |event: BatchEvent| {
                if again.is_none_or(|again| event.call() != again) {
                    report(event);
                }
            };
            match self.request.options.instrumentation {
                Instrumentation::Shadow(_) => self.errors(rest).into_iter().for_each(&mut *report),
                _ => self.events(rest).into_iter().for_each(&mut *report),
            }
            for (call, reason) in self.region.stops() {
                if (next..batch.end).contains(&call) {
                    report(match reason {
                        Stop::Time => BatchEvent::Ended(call, CallEnd::TimedOut),
                        Stop::Steps => BatchEvent::Cut(call),
                        Stop::Aborted => BatchEvent::Ended(call, CallEnd::Signal(libc::SIGABRT)),
                        Stop::Exited(code) => BatchEvent::Ended(call, CallEnd::Exited(code)),
                    });
                }
            }
            if self.region.get(Header::LostEvents) != 0 {
                let message = "one call raised more exceptions than there is room for";
                return Err(NativeError::Program(message.to_owned()));
            }
            next = match came {
                Came::Done(calls) if calls > next && calls <= batch.end => calls,
                // What the call raised until then is not known yet.
                Came::EndedScreening(call) if !(first_is_precise && call <= next) => {
                    first_is_precise = true;
                    next = call.clamp(next, batch.end - 1);
                    continue;
                }
                // A call wrote over what the worker counts with. As far as is known it is the first
                // that is left.
                Came::Done(_) | Came::EndedScreening(_) => {
                    self.restart()?;
                    report(BatchEvent::Ended(next, killed()));
                    next + 1
                }
                Came::Astray(call) => {
                    let call = call.clamp(next, batch.end - 1);
                    astray += 1;
                    let last = if astray < MOST_ASTRAY { call } else { batch.end - 1 };
                    (call..=last).for_each(|call| report(BatchEvent::Ended(call, CallEnd::TimedOut)));
                    last + 1
                }
                Came::Ended(call, end) => match again {
                    Some(again) => again,
                    None => {
                        // A number that the program overwrote is none of these calls.
                        let call = call.clamp(next, batch.end - 1);
                        report(BatchEvent::Ended(call, end));
                        call + 1
                    }
                },
            };
            first_is_precise = false;
        }
        Ok(())
    }

    /// The events in the region, as far as they make sense.
    fn events(&self, batch: Batch) -> Vec<BatchEvent> {
        let count = (self.region.get(Header::Events) as usize).min(EVENT_WORDS);
        let events = (0..count).filter_map(|index| {
            let (call, site, kind) = unpack_event(self.region.event(index));
            let (number, site_id, kind) = (u64::from(call), SiteId::new(site), usize::from(kind));
            let event = match Exception::ALL.get(kind) {
                Some(&exception) => BatchEvent::Event(number, site_id, exception),
                None if kind >= EXTENDED => BatchEvent::Extended(number, site_id, (kind - EXTENDED) as u8),
                None => BatchEvent::Reached(number, site_id, kind > REACHED),
            };
            let known =
                u64::from(call) >= batch.first && u64::from(call) < batch.end && site < self.ready.site_count;
            known.then_some(event)
        });
        events.collect()
    }

    /// The errors and right numbers in the region, as far as they make sense.
    fn errors(&self, batch: Batch) -> Vec<BatchEvent> {
        let count = (self.region.get(Header::Events) as usize).min(EVENT_WORDS) / SHADOW_WORDS;
        let errors = (0..count).filter_map(|index| {
            let word = |offset| self.region.event(SHADOW_WORDS * index + offset);
            let (call, site, kind) = unpack_event(word(0));
            let call = u64::from(call);
            if call < batch.first || call >= batch.end {
                return None;
            }
            let words = self.ready.layouts.get(batch.target as usize)?.output_words;
            if kind == shadow_kind::OUTPUT {
                let exponent = f64::from_bits(word(2));
                let right = RightOutput {
                    word: site as usize / 2,
                    shift: 32 * (site % 2),
                    nearest: f64::from_bits(word(1)),
                    exponent: (!exponent.is_nan()).then_some(exponent as i64),
                    error: (f64::NAN, 0),
                };
                return (site / 2 < words).then_some(BatchEvent::Right(call, right));
            }
            if kind == shadow_kind::OUTPUT_ERROR {
                let (fraction, exponent) = (f64::from_bits(word(1)), f64::from_bits(word(2)));
                return Some(BatchEvent::OutputError(call, site, (fraction, exponent as i64)));
            }
            if kind == shadow_kind::EXHAUSTED {
                return Some(BatchEvent::Exhausted(call));
            }
            if kind == shadow_kind::ABSORBED {
                return Some(BatchEvent::Absorbed(call));
            }
            if kind == shadow_kind::UNDONE {
                return (site < self.ready.site_count).then_some(BatchEvent::Undone(call, SiteId::new(site)));
            }
            let error = SiteError {
                site: SiteId::new(site),
                accumulated: f64::from_bits(word(1)),
                local: f64::from_bits(word(2)),
                diverged: kind == shadow_kind::DIVERGED,
            };
            (site < self.ready.site_count).then_some(BatchEvent::Error(call, error))
        });
        errors.collect()
    }

    /// Sends a command and waits for what comes of it; of a run that is cancelled only for a moment,
    /// in which what was found is confirmed.
    fn command(&mut self, batch: Batch) -> Result<Came, NativeError> {
        let stopped = || Err(NativeError::Stopped(Exhausted::Cancelled));
        if self.is_abandoned {
            return stopped();
        }
        if batch.write(&mut self.child.commands).is_err() {
            return Err(NativeError::Child("it is gone".into()));
        }
        let mut watch = Watch::new(batch, self.request.call_milliseconds, self.child.id());
        let mut cancelled_at = None;
        loop {
            if self.launcher.limits.cancel.is_cancelled()
                && cancelled_at.get_or_insert_with(Instant::now).elapsed() >= CLOSING
            {
                self.is_abandoned = true;
                return stopped();
            }
            let mut poll_fds = [PollFd::new(&self.child.answers, PollFlags::IN)];
            match poll(&mut poll_fds, Some(&LOOKS)) {
                Ok(0) if watch.is_astray(&self.region) => {
                    let current = self.region.get(Header::Current);
                    self.restart()?;
                    return Ok(Came::Astray(current));
                }
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => break,
                Err(error) => return Err(system("waiting for the native child")(error.into())),
            }
        }
        match ServerAnswer::read(&mut self.child.answers) {
            Ok(ServerAnswer::Done(Done { calls, cpu, elapsed })) => {
                self.last_cpu += Duration::from_nanos(cpu);
                count_work(Duration::from_nanos(cpu));
                self.reported_cpu += Duration::from_nanos(cpu);
                self.last_elapsed += Duration::from_nanos(elapsed);
                Ok(Came::Done(calls))
            }
            Ok(ServerAnswer::Died(death)) => {
                self.worker_is_fresh = true;
                let reported = std::mem::take(&mut self.reported_cpu);
                let unreported = Duration::from_nanos(death.cpu).saturating_sub(reported);
                self.last_cpu += unreported;
                count_work(unreported);
                match (death.started, death.screening) {
                    (true, true) => Ok(Came::EndedScreening(death.current)),
                    (true, false) => Ok(Came::Ended(death.current, end_of(death))),
                    (false, _) => Err(not_started(death)),
                }
            }
            // The program wrote into the pipe, or ended the server by some trick.
            Err(_) => {
                let current = self.region.get(Header::Current);
                self.restart()?;
                Ok(Came::Ended(current, killed()))
            }
        }
    }

    fn restart(&mut self) -> Result<(), NativeError> {
        let (child, ready) = launch(&self.launcher, &self.request, &self.region_file)?;
        self.child = child;
        self.ready = ready;
        self.worker_is_fresh = true;
        self.reported_cpu = Duration::ZERO;
        Ok(())
    }
}

/// How a call ended that took the worker with it.
fn killed() -> CallEnd {
    CallEnd::Signal(rustix::process::Signal::KILL.as_raw())
}

/// The result of a command.
enum Came {
    /// All calls up to this one were made.
    Done(u64),
    /// That call damaged the worker.
    Astray(u64),
    /// That call ended the worker.
    Ended(u64, CallEnd),
    /// That call ended the worker, which was only screening it.
    EndedScreening(u64),
}

impl Came {
    /// The call that ended and is to be made again: one before it may have damaged the worker in
    /// silence, so that only a call that a worker begins with ends for reasons of its own.
    fn to_repeat(&self, was_fresh: bool, batch: Batch) -> Option<u64> {
        match *self {
            Came::Ended(call, CallEnd::Signal(_)) if !(was_fresh && call <= batch.first) => {
                Some(call.clamp(batch.first, batch.end - 1))
            }
            _ => None,
        }
    }
}

/// What happened in a batch.
pub(super) enum BatchEvent {
    Event(u64, SiteId, Exception),
    Error(u64, SiteError),
    Right(u64, RightOutput),
    /// How far half a word of the output is from what would be right.
    OutputError(u64, u32, (f64, i64)),
    /// An operation undoes others when nothing is rounded.
    Undone(u64, SiteId),
    /// Shadow values were lost.
    Exhausted(u64),
    /// A sum had too few bits for both of its operands.
    Absorbed(u64),
    Reached(u64, SiteId, bool),
    /// An operation's results went farther than before.
    Extended(u64, SiteId, u8),
    Ended(u64, CallEnd),
    Cut(u64),
}

impl BatchEvent {
    /// The call that it is about.
    fn call(&self) -> u64 {
        match *self {
            Self::Event(call, ..)
            | Self::Error(call, ..)
            | Self::Right(call, ..)
            | Self::OutputError(call, ..)
            | Self::Undone(call, ..)
            | Self::Exhausted(call)
            | Self::Absorbed(call)
            | Self::Reached(call, ..)
            | Self::Extended(call, ..)
            | Self::Ended(call, ..)
            | Self::Cut(call) => call,
        }
    }
}

/// How the call ended that a worker was at.
fn end_of(death: Death) -> CallEnd {
    let Death { status, ending, exit_code, .. } = death;
    match ending {
        ending::TIMED_OUT => CallEnd::TimedOut,
        ending::EXITED => CallEnd::Exited(exit_code.cast_signed()),
        _ if libc::WIFSIGNALED(status) => CallEnd::Signal(libc::WTERMSIG(status)),
        _ => CallEnd::Exited(libc::WEXITSTATUS(status)),
    }
}

fn not_started(death: Death) -> NativeError {
    let how = match end_of(death) {
        CallEnd::Signal(signal) => format!("signal {signal}"),
        CallEnd::TimedOut => "the time limit".to_owned(),
        CallEnd::Exited(code) => format!("exit code {code}"),
        CallEnd::Returned => "nothing".to_owned(),
    };
    NativeError::Program(format!(
        "the program ended before its first call, in a constructor of a global variable ({how})"
    ))
}
