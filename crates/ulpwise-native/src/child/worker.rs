//! The worker: runs the program, call after call, until there are no more commands or the program
//! ends it.

use super::screening::{Screen, Screened};
use super::snapshot::Snapshot;
use super::{Pipes, heap, runtime, sandbox, shadow, stop, timer};
use crate::message::{Batch, Done, Request, ServerAnswer, mode};
use crate::options::Counted;
use crate::region::{Header, INPUT_WORDS, MOST_STOPS, OUTPUT_WORDS, Region, Stop, ending};
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::atomic::{AtomicPtr, Ordering};
use ulpwise_externals::Exceptions;
use ulpwise_host::{Flags, RoundingMode, sse, x87};
use ulpwise_llvm::{Instrumentation, LinkedCode, NativeCode, TargetLayout};

/// The exit code of a worker that has nothing to do any more.
pub(super) const NO_MORE_COMMANDS: libc::c_int = 77;

/// The exit code of a worker that could not begin.
const CANNOT_START: libc::c_int = 78;

/// What a worker runs.
pub(super) struct WorkerProgram<'s> {
    pub(super) code: &'s NativeCode,
    pub(super) linked: &'s LinkedCode,
    /// The screening tier, for programs that have one.
    pub(super) screening: Option<&'s LinkedCode>,
    pub(super) request: &'s Request,
}

/// A driver of machine code.
pub(super) type Driver = extern "C" fn(*const u64, *mut u64);

/// Runs until there are no more commands. Called in a fresh copy of the server.
pub(super) fn run(program: &WorkerProgram<'_>, region: &Region, pipes: Pipes) -> ! {
    let code = match work(program, region, pipes) {
        Ok(()) => NO_MORE_COMMANDS,
        Err(_) => CANNOT_START,
    };
    // SAFETY: ends the process without running what the server has registered for its own end.
    unsafe { libc::_exit(code) }
}

fn work(program: &WorkerProgram<'_>, region: &Region, pipes: Pipes) -> std::io::Result<()> {
    // The worker dies with the server, whatever the program does.
    // SAFETY: changes only what happens to this process when its parent ends.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    take_no_signals();
    let mut pipes = take_over_files(pipes, program.request.output_file)?;
    ENDING.store(region.header_word(Header::Ending).as_ptr(), Ordering::Relaxed);
    let on_request = match program.request.options.instrumentation {
        Instrumentation::EveryOperation(on_request) => on_request,
        _ => Exceptions::NONE,
    };
    let linked = program.linked;
    let tables =
        runtime::Tables { known: linked.known(), watched: linked.watched(), extents: linked.extents() };
    runtime::install(&program.code.module, region, &tables, on_request);
    if let (Instrumentation::Shadow(precision), Some(addresses)) =
        (program.request.options.instrumentation, program.linked.shadow())
    {
        shadow::install(&program.code.module, region, addresses, precision)?;
    }
    if let Some(address) = program.linked.counters() {
        // In the shared memory, so that they outlive a worker.
        // SAFETY: the address of a pointer of the linked code; there is room for all counters.
        unsafe { *(address as *mut *mut u64) = region.events() };
    }
    sandbox::soft_limit_data(u64::MAX)?;
    heap::reserve(usize::try_from(program.request.memory).unwrap_or(usize::MAX))?;
    stop::watch([Some(program.linked), program.screening])?;
    timer::start(region, program.request.call_milliseconds)?;
    let missing = sandbox::enter(&program.request.scratch, program.request.memory)?;
    region.set(Header::MissingProtection, missing.iter().fold(0, |bits, protection| bits | protection.bit()));
    let mut screen = program.screening.and_then(Screen::after_constructors);
    let mut snapshot = Snapshot::after_constructors(program.linked);
    snapshot.add_heap();
    if let Some(screen) = &mut screen {
        screen.snapshot.add_heap();
    }
    region.set(Header::Started, 1);
    // Kernels count CPU time in steps; what is read from one batch's end to the next one's adds up
    // all the same.
    let mut used = nanoseconds(libc::CLOCK_PROCESS_CPUTIME_ID);
    while let Ok(batch) = Batch::read(&mut pipes.commands) {
        let start = nanoseconds(libc::CLOCK_MONOTONIC);
        let calls = run_batch(program, region, &snapshot, screen.as_ref(), batch);
        let now = nanoseconds(libc::CLOCK_PROCESS_CPUTIME_ID);
        let cpu = now.saturating_sub(std::mem::replace(&mut used, now));
        let elapsed = nanoseconds(libc::CLOCK_MONOTONIC).saturating_sub(start);
        // SAFETY: writes out what the program has printed; all streams are meant.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        ServerAnswer::Done(Done { calls, cpu, elapsed }).write(&mut pipes.answers)?;
    }
    Ok(())
}

/// The processor's own clock: cheap enough to be looked at before and after each call.
fn ticks() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// What a clock shows.
fn nanoseconds(clock: libc::clockid_t) -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes the time.
    unsafe { libc::clock_gettime(clock, &raw mut now) };
    now.tv_sec.unsigned_abs() * 1_000_000_000 + now.tv_nsec.unsigned_abs()
}

/// Lets every signal do what it does by itself. Rust's own handler of bad accesses asks the kernel
/// to be taken off, which the sandbox forbids: it would wait for itself for ever.
fn take_no_signals() {
    for signal in 1..32 {
        // SAFETY: the default action needs no code. Two signals cannot be changed, which changes
        // nothing.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Moves the pipes out of the way of the program, gives it an empty input and a file for its
/// output, and closes the rest.
fn take_over_files(pipes: Pipes, output: libc::c_int) -> std::io::Result<Pipes> {
    let check =
        |result: libc::c_int| if result < 0 { Err(std::io::Error::last_os_error()) } else { Ok(result) };
    let nothing = File::open("/dev/null")?;
    // SAFETY: all numbers belong to open files; the copies are owned by what is returned, and what
    // is closed afterwards is not used again: the files of the server's own structures are
    // forgotten below.
    unsafe {
        let commands = check(libc::fcntl(pipes.commands.as_raw_fd(), libc::F_DUPFD, 40))?;
        let answers = check(libc::fcntl(pipes.answers.as_raw_fd(), libc::F_DUPFD, 40))?;
        check(libc::dup2(nothing.as_raw_fd(), 0))?;
        check(libc::dup2(output, 1))?;
        check(libc::dup2(output, 2))?;
        std::mem::forget((nothing, pipes));
        let (low, high) = (commands.min(answers), commands.max(answers));
        for (first, last) in [(3, low - 1), (low + 1, high - 1), (high + 1, libc::c_int::MAX)] {
            if first <= last {
                libc::close_range(first.cast_unsigned(), last.cast_unsigned(), 0);
            }
        }
        Ok(Pipes { commands: File::from_raw_fd(commands), answers: File::from_raw_fd(answers) })
    }
}

/// Runs a batch and returns the first call that it did not make, which is its end unless the events
/// filled their room.
fn run_batch(
    program: &WorkerProgram<'_>,
    region: &Region,
    snapshot: &Snapshot,
    screen: Option<&Screen<'_>>,
    batch: Batch,
) -> u64 {
    let Some(layout) = program.code.layouts.get(batch.target as usize) else { return batch.first };
    let rounding = RoundingMode::ALL[region.get(Header::Rounding) as usize % RoundingMode::ALL.len()];
    let flushes = region.get(Header::Flushing) != 0;
    let is_default = rounding == RoundingMode::NearestEven && !flushes;
    let runner = Runner {
        // SAFETY: the address is that of a driver, in code that stays linked.
        driver: unsafe { std::mem::transmute::<usize, Driver>(program.linked.driver(batch.target as usize)) },
        region,
        snapshot,
        // What flags say of a call is known in the default environment only.
        screen: screen.filter(|_| is_default).map(|screen| (screen, screen.driver(batch.target as usize))),
        rounding,
        flushes,
        precise: if batch.first_is_precise { batch.first } else { u64::MAX },
        resets_environment: program.code.uses_float_environment || !is_default,
        forgets: batch.mode == mode::EACH,
        shadowed: program.linked.shadow().is_some(),
        layout: *layout,
        measures: batch.mode == mode::MEASURE,
        steps: program.linked.steps().map(|address| (address as *mut u64, batch.steps)),
    };
    if region.get(Header::Forget) != 0 {
        runtime::forget();
        region.set(Header::Forget, 0);
    }
    runtime::stop_at_exception(!runner.forgets && region.get(Header::StopAtException) != 0);
    runtime::set_goals(&if runner.measures { region.goals() } else { Vec::new() });
    let done = match batch.mode {
        mode::COUNTER => runner.count(batch),
        _ => runner.inputs(batch),
    };
    timer::end_calls();
    if let Some(screen) = screen {
        screen.leave();
    }
    region.set(Header::Current, done);
    done
}

/// Calls one driver again and again.
struct Runner<'s> {
    driver: Driver,
    region: &'s Region,
    snapshot: &'s Snapshot,
    screen: Option<(&'s Screen<'s>, Driver)>,
    /// The call that is not screened.
    precise: u64,
    /// In which mode calls begin.
    rounding: RoundingMode,
    /// Whether subnormal numbers count as zeros then.
    flushes: bool,
    /// Whether the program may have changed the rounding mode, or looks at flags.
    resets_environment: bool,
    /// Whether every call reports all its events.
    forgets: bool,
    /// Whether the code has shadow values.
    shadowed: bool,
    /// What a call takes and gives.
    layout: TargetLayout,
    /// Whether every call leaves its distances.
    measures: bool,
    /// Where the code counts its steps, and how many a call may take.
    steps: Option<(*mut u64, u64)>,
}

/// Flags that make calls of the mathematical library slower when they stand.
const DISTURBING: Flags =
    Flags::INVALID.union(Flags::DIVIDE_BY_ZERO).union(Flags::OVERFLOW).union(Flags::UNDERFLOW);

impl Runner<'_> {
    /// Makes a call; `false` when there may be no room for its events.
    #[inline(always)]
    fn call(&self, call: u64, input: *const u64, output: *mut u64) -> bool {
        if !runtime::begin(call as u32, self.forgets)
            || (self.shadowed && !shadow::begin(self.forgets, &self.layout, input))
            || self.region.get(Header::Stops) >= MOST_STOPS as u64
        {
            return false;
        }
        self.region.set(Header::Current, call);
        if let Some((screen, driver)) = self.screen
            && call != self.precise
        {
            match screen.screen(driver, self.region, input, output) {
                Screened::Silent => return true,
                Screened::SilentUntilStopped(stop) => {
                    self.region.add_stop(call, stop);
                    return true;
                }
                Screened::Unknown => {}
            }
        }
        // The environment is the default one again, unless the call was not screened.
        if let Some((screen, _)) = self.screen {
            screen.leave();
        }
        self.snapshot.restore();
        heap::reset();
        timer::begin_call();
        // SAFETY: the C library's `errno` of this thread.
        unsafe { *libc::__errno_location() = 0 };
        if let Some((address, limit)) = self.steps {
            // SAFETY: a word of the linked code.
            unsafe { address.write_volatile(limit) };
        }
        if self.resets_environment {
            x87::reset_to(self.rounding);
            sse::enter_rounding(self.rounding, self.flushes);
        } else if sse::read_sticky_flags().intersects(DISTURBING) {
            sse::clear_sticky_flags(Flags::ALL);
        }
        let stopped = stop::call(self.driver, input, output);
        if self.resets_environment || stopped {
            // Rust expects the default environment, whatever the program did to it.
            let _ = sse::enter_default();
            x87::reset();
        }
        if stopped {
            self.region.add_stop(call, stop::ended_by_program().unwrap_or_else(|| self.reason()));
            if self.shadowed {
                shadow::abandon();
            }
        } else if self.shadowed {
            shadow::finish(call as u32, output, &self.layout);
        }
        true
    }

    /// Why the call that has ended was stopped.
    fn reason(&self) -> Stop {
        // SAFETY: a word of the linked code.
        match self.steps.is_some_and(|(address, _)| unsafe { address.read_volatile() } == 0) {
            true => Stop::Steps,
            false => Stop::Time,
        }
    }

    /// Inputs from the region, outputs into it.
    fn inputs(&self, batch: Batch) -> u64 {
        let (input_words, stride) = (self.layout.input_words as usize, self.layout.output_stride());
        let fits = |words: usize, room: usize| words == 0 || batch.end as usize <= room / words;
        if !fits(input_words, INPUT_WORDS) || !fits(stride, OUTPUT_WORDS) {
            return batch.first;
        }
        for call in batch.first..batch.end {
            let index = call as usize;
            // SAFETY: inside of the region's room for inputs and outputs, as was just checked.
            let (input, output) = unsafe {
                (
                    self.region.inputs().add(index * input_words),
                    self.region.outputs().add(index * stride + self.layout.output_start()),
                )
            };
            let start = ticks();
            if !self.call(call, input, output) {
                return call;
            }
            if self.measures {
                self.region.write_ticks(index, ticks().wrapping_sub(start));
                runtime::write_gaps(self.region, call);
            }
        }
        batch.end
    }

    /// Inputs from a counter, outputs to nowhere.
    fn count(&self, batch: Batch) -> u64 {
        let input_words = self.layout.input_words as usize;
        if input_words * 3 > INPUT_WORDS {
            return batch.first;
        }
        // SAFETY: the parent wrote three words for each word of input; there is room for them.
        let words = unsafe { std::slice::from_raw_parts(self.region.inputs(), 3 * input_words) }.to_vec();
        let digits: Vec<Counted> = words
            .chunks_exact(3)
            .map(|row| Counted { first: row[0].cast_signed(), count: row[1].max(1), sign_bit: row[2] })
            .collect();
        // Where each digit stands. Going on by one is cheaper than dividing a counter for every
        // call.
        let mut counter = batch.start.wrapping_add(batch.first);
        let mut numbers: Vec<u64> = Vec::with_capacity(input_words);
        for digit in &digits {
            numbers.push(counter % digit.count);
            counter /= digit.count;
        }
        let mut input: Vec<u64> =
            digits.iter().zip(&numbers).map(|(digit, &number)| digit.word(number)).collect();
        // Pairs of words, aligned as buffers are.
        let mut room = vec![0_u128; self.layout.output_stride().div_ceil(2).max(1)];
        // SAFETY: the start is at most a word, and the stride has room for it.
        let output = unsafe { room.as_mut_ptr().cast::<u64>().add(self.layout.output_start()) };
        for call in batch.first..batch.end {
            if !self.call(call, input.as_ptr(), output) {
                return call;
            }
            for ((digit, number), word) in digits.iter().zip(&mut numbers).zip(&mut input) {
                *number += 1;
                let carry = *number == digit.count;
                if carry {
                    *number = 0;
                }
                *word = digit.word(*number);
                if !carry {
                    break;
                }
            }
        }
        batch.end
    }
}

// `exit` takes no context: this is the worker's one region.
static ENDING: AtomicPtr<u64> = AtomicPtr::new(std::ptr::null_mut());

/// The program's `exit` outside of calls: says so and ends the worker, without running what the
/// server has registered.
pub(super) extern "C" fn exit(code: libc::c_int) -> ! {
    let address = ENDING.load(Ordering::Relaxed);
    // SAFETY: the address is that of the word `Ending` of the region, which the word `ExitCode`
    // follows.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        if !address.is_null() {
            address.add(1).write_volatile(u64::from(code.cast_unsigned()));
            address.write_volatile(ending::EXITED);
        }
        libc::_exit(1)
    }
}
