//! The parent's side: starts the child, hands it inputs, reads what came of them.

use crate::coverage::Coverage;
use crate::error::{Error, system};
use crate::goal::{Goal, MAX_GOALS, UNREACHED};
use crate::launch::{Launcher, Running, launch};
use crate::message::{Answer, Batch, Death, Done, Ready, Request, mode};
use crate::options::{Counted, EngineOptions};
use crate::outcome::{Call, CallEnd, Explored, Measured, Protection, ShadowedCall, SiteError};
use crate::region::{
    DISTANCE_WORDS, EVENT_WORDS, Header, INPUT_WORDS, OUTPUT_WORDS, REACHED, Region, SHADOW_WORDS,
    TICK_WORDS, ending, shadow_kind, unpack_event,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, OFlags, fcntl_setfl, memfd_create};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;
use ulpwise_llvm::{Instrumentation, NativeOptions, Target, TargetLayout, Unit};

/// How long a worker may stand still without using CPU time. The filter of system calls leaves a program no way to wait, so
/// this is for kernels without one.
const STANDSTILL: Duration = Duration::from_secs(120);

/// A program that runs natively in a child process. Dropping it ends the child.
pub struct Engine {
    launcher: Launcher,
    request: Request,
    region: Region,
    region_file: OwnedFd,
    output: File,
    /// Removed with the engine.
    _scratch: tempfile::TempDir,
    child: Running,
    ready: Ready,
    last_cpu: Duration,
    last_elapsed: Duration,
}

impl Engine {
    /// Starts a child, which compiles and links the program.
    ///
    /// # Errors
    /// When the program cannot be compiled or linked or one of the targets cannot be called.
    pub fn start(
        launcher: &Launcher,
        units: &[Unit],
        targets: &[Target],
        options: &EngineOptions,
    ) -> Result<Self, Error> {
        let (region, region_file) = Region::create().map_err(system("no shared memory"))?;
        let scratch = tempfile::tempdir().map_err(system("no scratch folder"))?;
        let output = memfd_create("ulpwise-output", MemfdFlags::empty())
            .map_err(|error| system("no file for output")(error.into()))?;
        fcntl_setfl(&output, OFlags::APPEND).map_err(|error| system("no file for output")(error.into()))?;
        let native = NativeOptions {
            instrumentation: options.instrumentation,
            optimise: options.optimise,
            targets: targets.to_vec(),
            setup: options.setup.clone(),
        };
        let request = Request {
            units: units.to_vec(),
            options: native,
            links: options.links.clone(),
            scratch: scratch.path().to_path_buf(),
            output_file: output.as_raw_fd(),
            call_milliseconds: u64::try_from(options.call_limit.as_millis()).unwrap_or(u64::MAX),
            memory: options.memory_limit,
        };
        let (child, ready) = launch(launcher, &request, &region_file)?;
        let output = File::from(output);
        let launcher = launcher.clone();
        Ok(Self {
            launcher,
            request,
            region,
            region_file,
            output,
            _scratch: scratch,
            child,
            ready,
            last_cpu: Duration::ZERO,
            last_elapsed: Duration::ZERO,
        })
    }

    /// How each target is called.
    pub fn layouts(&self) -> &[TargetLayout] {
        &self.ready.layouts
    }

    /// The sites whose exceptions are not seen: nothing may be concluded from their silence.
    pub fn unobserved(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.ready.unobserved.iter().map(|&site| SiteId::new(site))
    }

    /// What the compiler wants the user to know.
    pub fn warnings(&self) -> &[String] {
        &self.ready.warnings
    }

    /// How often lines and branches ran since the engine was started; empty unless it counts ([`Instrumentation::Coverage`]).
    pub fn coverage(&self) -> Coverage {
        let probes = self.ready.probes.iter().enumerate();
        Coverage { counts: probes.map(|(index, probe)| (probe.clone(), self.region.event(index))).collect() }
    }

    /// CPU time that the last batch of calls took, without what workers used that did not come to its end. Kernels count it in
    /// steps of up to some milliseconds.
    pub fn last_batch_cpu(&self) -> Duration {
        self.last_cpu
    }

    /// The same by the clock, which a loaded machine makes longer.
    pub fn last_batch_elapsed(&self) -> Duration {
        self.last_elapsed
    }

    /// How much CPU time a call may take.
    pub fn call_limit(&self) -> Duration {
        Duration::from_millis(self.request.call_milliseconds)
    }

    /// The folder in which the program may write.
    pub fn scratch(&self) -> &std::path::Path {
        &self.request.scratch
    }

    /// What this kernel cannot protect from; known after the first call.
    pub fn missing_protection(&self) -> Vec<Protection> {
        let bits = self.region.get(Header::MissingProtection);
        Protection::ALL.into_iter().filter(|protection| bits & protection.bit() != 0).collect()
    }

    /// What the program has printed since the last time, output and errors together.
    ///
    /// # Errors
    /// When the system cannot read its own memory.
    pub fn take_output(&mut self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = |output: &mut File, bytes: &mut Vec<u8>| -> std::io::Result<()> {
            output.seek(SeekFrom::Start(0))?;
            output.read_to_end(bytes)?;
            output.set_len(0)
        };
        read(&mut self.output, &mut bytes).map_err(system("the program's output"))?;
        Ok(bytes)
    }

    /// Calls a target on each of the inputs, which stand one after another.
    ///
    /// # Errors
    /// When the words are no whole number of calls, or the child fails in a way that is not the program's.
    pub fn run(&mut self, target: usize, inputs: &[u64]) -> Result<Vec<Call>, Error> {
        let layout = self.layout(target)?;
        let width = layout.input_words as usize;
        if !inputs.len().is_multiple_of(width.max(1)) {
            return Err(Error::Arguments { given: inputs.len(), expected: width });
        }
        let total = inputs.len().checked_div(width).unwrap_or(1);
        let room = self.batch_size(target)?;
        let mut calls = Vec::with_capacity(total);
        for start in (0..total).step_by(room) {
            let count = room.min(total - start);
            self.region.write_inputs(&inputs[start * width..(start + count) * width]);
            let mut part: Vec<Call> = Vec::with_capacity(count);
            part.resize_with(count, || Call {
                end: CallEnd::Returned,
                output: Vec::new(),
                events: Vec::new(),
            });
            let batch = Batch {
                target: target as u64,
                first: 0,
                end: count as u64,
                mode: mode::EACH,
                start: 0,
                first_is_precise: false,
            };
            self.batch(batch, &mut |told| match told {
                Told::Event(call, site, exception) => part[call as usize].events.push((site, exception)),
                Told::Ended(call, end) => part[call as usize].end = end,
                Told::Error(..) | Told::Reached(..) => {}
            })?;
            let words = layout.output_words as usize;
            for (index, call) in part.iter_mut().enumerate() {
                let word = |word| {
                    if call.end == CallEnd::Returned { self.region.output(index * words + word) } else { 0 }
                };
                call.output = (0..words).map(word).collect();
            }
            calls.append(&mut part);
        }
        Ok(calls)
    }

    /// Calls a target of shadowed code on each of the inputs, which stand one after another and fit into one batch.
    ///
    /// # Errors
    /// As [`Engine::run`]; and when the engine was started with another instrumentation, or the inputs are more than one batch.
    pub fn run_shadowed(&mut self, target: usize, inputs: &[u64]) -> Result<Vec<ShadowedCall>, Error> {
        if !matches!(self.request.options.instrumentation, Instrumentation::Shadow(_)) {
            return Err(Error::Child("the code was compiled without twins".into()));
        }
        let layout = self.layout(target)?;
        let width = (layout.input_words as usize).max(1);
        let count = (inputs.len() / width).max(1);
        if !inputs.len().is_multiple_of(width) || count > self.batch_size(target)? {
            return Err(Error::Arguments { given: inputs.len(), expected: width });
        }
        self.region.write_inputs(inputs);
        let mut calls: Vec<ShadowedCall> = Vec::with_capacity(count);
        let empty = || ShadowedCall { end: CallEnd::Returned, output: Vec::new(), errors: Vec::new() };
        calls.resize_with(count, empty);
        let (target, end) = (target as u64, count as u64);
        let batch = Batch { target, first: 0, end, mode: mode::EACH, start: 0, first_is_precise: false };
        self.batch(batch, &mut |told| match told {
            Told::Error(call, error) => calls[call as usize].errors.push(error),
            Told::Ended(call, end) => calls[call as usize].end = end,
            Told::Event(..) | Told::Reached(..) => {}
        })?;
        let words = layout.output_words as usize;
        for (index, call) in calls.iter_mut().enumerate() {
            let returned = call.end == CallEnd::Returned;
            let word = |at| if returned { self.region.output(index * words + at) } else { 0 };
            call.output = (0..words).map(word).collect();
        }
        Ok(calls)
    }

    /// Calls a target on each of the inputs, as many as fit into one batch, and tells only what is new.
    ///
    /// # Errors
    /// As [`Engine::run`]; and when the inputs are more than one batch.
    pub fn explore(&mut self, target: usize, inputs: &[u64]) -> Result<Explored, Error> {
        let width = (self.layout(target)?.input_words as usize).max(1);
        if !inputs.len().is_multiple_of(width) || inputs.len() / width > self.batch_size(target)? {
            return Err(Error::Arguments { given: inputs.len(), expected: width });
        }
        self.region.write_inputs(inputs);
        let end = (inputs.len() / width) as u64;
        let batch = Batch {
            target: target as u64,
            first: 0,
            end,
            mode: mode::NOVEL,
            start: 0,
            first_is_precise: false,
        };
        self.news(batch)
    }

    /// As [`Engine::explore`], and tells how far each call was from each of the goals.
    ///
    /// # Errors
    /// As there; and when there are too many goals, or goals times calls are more than [`Engine::measured_batch_size`] admits.
    pub fn measure(&mut self, target: usize, inputs: &[u64], goals: &[Goal]) -> Result<Measured, Error> {
        let width = (self.layout(target)?.input_words as usize).max(1);
        let calls = inputs.len() / width;
        if !inputs.len().is_multiple_of(width) || calls > self.measured_batch_size(target, goals.len())? {
            return Err(Error::Arguments { given: inputs.len(), expected: width });
        }
        self.region.write_inputs(inputs);
        self.region.write_goals(goals);
        let explored = self.news(Batch {
            target: target as u64,
            first: 0,
            end: calls as u64,
            mode: mode::MEASURE,
            start: 0,
            first_is_precise: false,
        })?;
        let stopped: std::collections::BTreeSet<u64> = explored.ends.iter().map(|&(call, _)| call).collect();
        let gap = |index: usize| {
            let gap = self.region.distance(index);
            let returned = !stopped.contains(&((index / goals.len()) as u64));
            (gap != UNREACHED && returned).then_some(gap)
        };
        let gaps = (0..calls * goals.len()).map(gap).collect();
        let ticks = (0..calls).map(|call| self.region.ticks(call)).collect();
        Ok(Measured { explored, gaps, ticks })
    }

    /// How many calls of a target fit into one batch that measures distances from so many goals.
    ///
    /// # Errors
    /// When there is no such target, or there are more than [`MAX_GOALS`] goals.
    pub fn measured_batch_size(&self, target: usize, goals: usize) -> Result<usize, Error> {
        if goals > MAX_GOALS {
            return Err(Error::Arguments { given: goals, expected: MAX_GOALS });
        }
        Ok(self.batch_size(target)?.min(DISTANCE_WORDS / goals.max(1)).min(TICK_WORDS))
    }

    /// How many calls of a target fit into one batch.
    ///
    /// # Errors
    /// When there is no such target.
    pub fn batch_size(&self, target: usize) -> Result<usize, Error> {
        let layout = self.layout(target)?;
        let room = |total: usize, words: u32| total / (words as usize).max(1);
        Ok(room(INPUT_WORDS, layout.input_words).min(room(OUTPUT_WORDS, layout.output_words)))
    }

    /// Calls a target on `count` inputs that are made from a counter, and tells only what is new.
    ///
    /// # Errors
    /// When the target has another number of words of input.
    pub fn count_up(
        &mut self,
        target: usize,
        digits: &[Counted],
        start: u64,
        count: u32,
    ) -> Result<Explored, Error> {
        let expected = self.layout(target)?.input_words as usize;
        if digits.len() != expected {
            return Err(Error::Arguments { given: digits.len(), expected });
        }
        let row = |digit: &Counted| [digit.first.cast_unsigned(), digit.count, digit.sign_bit];
        self.region.write_inputs(&digits.iter().flat_map(row).collect::<Vec<u64>>());
        let (target, end) = (target as u64, count.into());
        self.news(Batch { target, first: 0, end, mode: mode::COUNTER, start, first_is_precise: false })
    }

    fn news(&mut self, batch: Batch) -> Result<Explored, Error> {
        let mut explored = Explored::default();
        self.batch(batch, &mut |told| match told {
            Told::Event(call, site, exception) => explored.events.push((call, site, exception)),
            Told::Reached(call, site, way) => explored.reached.push((call, site, way)),
            Told::Ended(call, end) => explored.ends.push((call, end)),
            Told::Error(..) => {}
        })?;
        Ok(explored)
    }

    fn layout(&self, target: usize) -> Result<TargetLayout, Error> {
        let layout = self.ready.layouts.get(target).copied();
        layout.ok_or_else(|| Error::Child(format!("there is no target {target}")))
    }

    /// Runs a batch to its end, over as many workers as it takes, and tells what happened.
    fn batch(&mut self, batch: Batch, tell: &mut dyn FnMut(Told)) -> Result<(), Error> {
        let mut next = batch.first;
        let mut first_is_precise = false;
        self.last_cpu = Duration::ZERO;
        self.last_elapsed = Duration::ZERO;
        while next < batch.end {
            self.region.set(Header::Events, 0);
            self.region.set(Header::LostEvents, 0);
            let rest = Batch { first: next, first_is_precise, ..batch };
            let came = self.command(rest)?;
            match self.request.options.instrumentation {
                Instrumentation::Shadow(_) => {
                    self.errors(rest).into_iter().for_each(|(call, error)| tell(Told::Error(call, error)));
                }
                _ => {
                    self.events(rest).into_iter().for_each(&mut *tell);
                }
            }
            if self.region.get(Header::LostEvents) != 0 {
                let message = "one call raised more exceptions than there is room for";
                return Err(Error::Program(message.to_owned()));
            }
            next = match came {
                Came::Done(calls) if calls > next && calls <= batch.end => calls,
                Came::Done(_) => return Err(Error::Child("it made no progress".into())),
                // What the call raised until then is not known yet.
                Came::EndedScreening(call) if !(first_is_precise && call <= next) => {
                    first_is_precise = true;
                    next = call.clamp(next, batch.end - 1);
                    continue;
                }
                Came::EndedScreening(_) => return Err(Error::Child("it screens what it shall not".into())),
                Came::Ended(call, end) => {
                    // A number that the program overwrote is none of these calls.
                    let call = call.clamp(next, batch.end - 1);
                    tell(Told::Ended(call, end));
                    call + 1
                }
            };
            first_is_precise = false;
        }
        Ok(())
    }

    /// The events in the region, as far as they make sense.
    fn events(&self, batch: Batch) -> Vec<Told> {
        let count = (self.region.get(Header::Events) as usize).min(EVENT_WORDS);
        let events = (0..count).filter_map(|index| {
            let (call, site, kind) = unpack_event(self.region.event(index));
            let (number, site_id, kind) = (u64::from(call), SiteId::new(site), usize::from(kind));
            let told = match Exception::ALL.get(kind) {
                Some(&exception) => Told::Event(number, site_id, exception),
                None => Told::Reached(number, site_id, kind > REACHED),
            };
            let known =
                u64::from(call) >= batch.first && u64::from(call) < batch.end && site < self.ready.site_count;
            known.then_some(told)
        });
        events.collect()
    }

    /// The errors in the region, as far as they make sense.
    fn errors(&self, batch: Batch) -> Vec<(u64, SiteError)> {
        let count = (self.region.get(Header::Events) as usize).min(EVENT_WORDS) / SHADOW_WORDS;
        let errors = (0..count).filter_map(|index| {
            let word = |offset| self.region.event(SHADOW_WORDS * index + offset);
            let (call, site, kind) = unpack_event(word(0));
            let call = u64::from(call);
            let known = call >= batch.first && call < batch.end && site < self.ready.site_count;
            let error = SiteError {
                site: SiteId::new(site),
                accumulated: f64::from_bits(word(1)),
                local: f64::from_bits(word(2)),
                diverged: kind == shadow_kind::DIVERGED,
            };
            known.then_some((call, error))
        });
        errors.collect()
    }

    /// Sends a command and waits for what comes of it.
    fn command(&mut self, batch: Batch) -> Result<Came, Error> {
        if batch.write(&mut self.child.commands).is_err() {
            return Err(Error::Child("it is gone".into()));
        }
        let mut last = self.region.get(Header::Current);
        loop {
            let mut poll_fds = [PollFd::new(&self.child.answers, PollFlags::IN)];
            let limit = Timespec { tv_sec: STANDSTILL.as_secs() as i64, tv_nsec: 0 };
            match poll(&mut poll_fds, Some(&limit)) {
                Ok(0) => {
                    let current = self.region.get(Header::Current);
                    if current == last {
                        self.restart()?;
                        return Ok(Came::Ended(current, CallEnd::TimedOut));
                    }
                    last = current;
                }
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(system("waiting for the native child")(error.into())),
            }
        }
        match Answer::read(&mut self.child.answers) {
            Ok(Answer::Done(Done { calls, cpu, elapsed })) => {
                self.last_cpu += Duration::from_nanos(cpu);
                self.last_elapsed += Duration::from_nanos(elapsed);
                Ok(Came::Done(calls))
            }
            Ok(Answer::Died(death)) if death.started && death.screening => {
                Ok(Came::EndedScreening(death.current))
            }
            Ok(Answer::Died(death)) if death.started => Ok(Came::Ended(death.current, end_of(death))),
            Ok(Answer::Died(death)) => Err(not_started(death)),
            // The program wrote into the pipe, or ended the server by some trick.
            Err(_) => {
                let current = self.region.get(Header::Current);
                self.restart()?;
                Ok(Came::Ended(current, CallEnd::Signal(rustix::process::Signal::KILL.as_raw())))
            }
        }
    }

    fn restart(&mut self) -> Result<(), Error> {
        let (child, ready) = launch(&self.launcher, &self.request, &self.region_file)?;
        self.child = child;
        self.ready = ready;
        Ok(())
    }
}

/// What a command came to.
enum Came {
    /// All calls up to this one were made.
    Done(u64),
    /// That call ended the worker.
    Ended(u64, CallEnd),
    /// That call ended the worker, which was only screening it.
    EndedScreening(u64),
}

/// What happened in a batch.
enum Told {
    Event(u64, SiteId, Exception),
    Error(u64, SiteError),
    Reached(u64, SiteId, bool),
    Ended(u64, CallEnd),
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

fn not_started(death: Death) -> Error {
    let how = match end_of(death) {
        CallEnd::Signal(signal) => format!("signal {signal}"),
        CallEnd::TimedOut => "the time limit".to_owned(),
        CallEnd::Exited(code) => format!("exit code {code}"),
        CallEnd::Returned => "nothing".to_owned(),
    };
    Error::Program(format!(
        "the program ended before its first call, in a constructor of a global variable ({how})"
    ))
}
