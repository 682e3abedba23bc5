//! Starting the child. Compiling a large function may take minutes, so that the wait for it looks at
//! the clock and at the flag that cancels the run.

use crate::cpu_time::cpu_time;
use crate::error::{NativeError, system};
use crate::message::{self, Ready, Request};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use ulpwise_base::{CancelFlag, Exhausted, count_work};

/// What holds for child processes.
#[derive(Clone, Debug)]
pub struct NativeLimits {
    /// How many bytes of memory each process may take.
    pub memory: u64,
    /// How much CPU time compiling a program may take. By the clock it may take some times as long.
    pub compile: Duration,
    /// Ends compiling at once, and a batch of calls soon.
    pub cancel: CancelFlag,
}

impl Default for NativeLimits {
    fn default() -> Self {
        Self { memory: 8 << 30, compile: Duration::from_secs(600), cancel: CancelFlag::default() }
    }
}

/// Starts child processes.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The program that calls [`crate::child_main`] when its first argument is
    /// [`crate::CHILD_COMMAND`].
    pub program: PathBuf,
    /// What holds for its processes.
    pub limits: NativeLimits,
}

impl Launcher {
    /// A launcher whose child is this program itself.
    ///
    /// # Errors
    /// When the system does not say which program this is.
    pub fn this_program() -> Result<Self, NativeError> {
        // The link stays good when the file is replaced, as an update does.
        let link = PathBuf::from("/proc/self/exe");
        let program = if link.exists() { Ok(link) } else { std::env::current_exe() };
        program
            .map(|program| Self { program, limits: NativeLimits::default() })
            .map_err(system("the program's own file is unknown"))
    }
}

/// A child process with its pipes.
pub(crate) struct Running {
    process: Child,
    pub(crate) commands: ChildStdin,
    pub(crate) answers: ChildStdout,
    /// The CPU time that compiling took.
    pub(crate) compile_cpu: Duration,
}

impl Running {
    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Errors mean that it is gone already. Its workers die with it.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Other processes may keep a child from working: by the clock it may take so many times as long,
/// and this besides.
const SLOWER_BY_CLOCK: u32 = 4;
const CLOCK_GRACE: Duration = Duration::from_secs(20);

/// How often the wait looks whether it was cancelled.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

/// Starts a child and waits until it has compiled and linked the program.
pub(crate) fn launch(
    launcher: &Launcher,
    request: &Request,
    region: &OwnedFd,
) -> Result<(Running, Ready), NativeError> {
    let (start, limits) = (Instant::now(), &launcher.limits);
    let mut messages = tempfile::tempfile().map_err(system("no file for the compiler's messages"))?;
    let for_child = messages.try_clone().map_err(system("no file for the compiler's messages"))?;
    let mut process = Command::new(&launcher.program)
        .arg(crate::CHILD_COMMAND)
        .arg(region.as_fd().as_raw_fd().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::from(for_child))
        // Ctrl-C in a terminal is for the parent, which reports its results before it ends its
        // children.
        .process_group(0)
        .spawn()
        .map_err(system("the native child cannot be started"))?;
    let (Some(commands), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(NativeError::Child("it has no pipes".into()));
    };
    let mut running = Running { process, commands, answers, compile_cpu: Duration::ZERO };
    let mut crashed = |error: std::io::Error| match ran_out_of_memory(&mut messages) {
        true => NativeError::Stopped(Exhausted::Memory),
        false => NativeError::Program(format!(
            "LLVM crashed while it compiled the program to machine code ({error})"
        )),
    };
    message::send(&mut running.commands, &request.fields()).map_err(&mut crashed)?;
    loop {
        if limits.cancel.is_cancelled() {
            return Err(NativeError::Stopped(Exhausted::Cancelled));
        }
        let by_clock = limits.compile.saturating_mul(SLOWER_BY_CLOCK).saturating_add(CLOCK_GRACE);
        let used = cpu_time(running.id()).unwrap_or_else(|| start.elapsed());
        if used >= limits.compile || start.elapsed() >= by_clock {
            return Err(NativeError::Stopped(Exhausted::Time));
        }
        let mut answers = [PollFd::new(&running.answers, PollFlags::IN)];
        match poll(&mut answers, Some(&LOOK)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => break,
            Err(error) => return Err(system("waiting for the native child")(error.into())),
        }
    }
    let fields = message::receive(&mut running.answers).map_err(crashed)?;
    let ready = message::read_ready(&fields)?;
    running.compile_cpu = cpu_time(running.id()).unwrap_or_else(|| start.elapsed());
    count_work(running.compile_cpu);
    Ok((running, ready))
}

/// Whether the last words of a child are those of LLVM, C++ or Rust at the memory limit.
fn ran_out_of_memory(messages: &mut File) -> bool {
    let mut bytes = Vec::new();
    let read = messages.seek(SeekFrom::Start(0)).and_then(|_| messages.read_to_end(&mut bytes));
    let text = String::from_utf8_lossy(&bytes);
    let words = ["LLVM ERROR: out of memory", "std::bad_alloc", "memory allocation of "];
    read.is_ok() && words.iter().any(|words| text.contains(words))
}
