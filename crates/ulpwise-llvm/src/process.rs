//! Runs one program with its output captured, within a deadline and within limits.
//!
//! * Whatever the program does, [`Running::finish`] comes back by the deadline, or soon after the
//!   run was cancelled, and the program is gone then.
//! * One thread serves all three pipes, so that neither side can wait for the other for ever.
//!
//! The program stays in our process group: a Ctrl-C at the terminal reaches it too. What it starts
//! itself and leaves behind (flang's own child) ends at its CPU limit at the latest.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use ulpwise_base::CancelFlag;

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes that it can write to and shares with no other process. What is mapped beyond that, the
    /// code of shared libraries above all, has a limit of its own.
    pub memory: u64,
    /// CPU time; the deadline counts wall-clock time.
    pub cpu: Duration,
}

/// What a program left.
#[derive(Debug)]
pub(crate) struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    /// What the program wrote for people.
    pub(crate) fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// Whether its last words are those of LLVM, C++ or Rust when the memory limit is reached.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        let text = self.stderr_text();
        !self.status.success()
            && ["LLVM ERROR: out of memory", "std::bad_alloc", "memory allocation of "]
                .iter()
                .any(|words| text.contains(words))
    }
}

/// Why a program has no result.
#[derive(Debug)]
pub(crate) enum ProcessFailure {
    /// It was still running at the deadline.
    DeadlinePassed,
    /// The run was cancelled.
    Cancelled,
    /// The system did not play along.
    Io(io::Error),
}

impl From<io::Error> for ProcessFailure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Errno> for ProcessFailure {
    fn from(error: Errno) -> Self {
        Self::Io(error.into())
    }
}

/// More than this of a program's messages is dropped: it is of no use, and may be endless.
const STDERR_LIMIT: usize = 1 << 20;

/// Addresses that a program may have besides the memory that is limited.
const SHARED: u64 = 4 << 30;

/// How often the wait looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// More than this of a program's output is an error, so that it cannot fill our memory.
const STDOUT_LIMIT: usize = 4 << 30;

/// A program that was started. Dropping it ends the program.
pub(crate) struct Running {
    child: Child,
}

impl Running {
    /// Starts a program with all three standard streams connected to us.
    pub(crate) fn spawn(command: &mut Command, limits: Limits) -> io::Result<Self> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let running = Self { child };
        // Set from outside: code between fork and exec would have to be unsafe, and the first
        // microseconds need no limit.
        let pid = Pid::from_child(&running.child);
        let cpu_seconds = limits.cpu.as_secs().saturating_add(1);
        for (resource, limit) in [
            (Resource::Data, limits.memory),
            (Resource::As, limits.memory.saturating_add(SHARED)),
            (Resource::Cpu, cpu_seconds),
            (Resource::Core, 0),
        ] {
            lower_limit(pid, resource, limit)?;
        }
        Ok(running)
    }

    /// Feeds the program, collects its output and waits for its end.
    pub(crate) fn finish(
        mut self,
        input: &[u8],
        deadline: Instant,
        cancel: &CancelFlag,
    ) -> Result<Finished, ProcessFailure> {
        let mut pipes = Pipes::new(&mut self.child, input)?;
        while pipes.serve(deadline, cancel)? {}
        let (stdout, stderr) = (pipes.stdout.bytes, pipes.stderr.bytes);
        // Both outputs are closed, so this is the program's last moment, unless it plays tricks.
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Finished { status, stdout, stderr });
            }
            if Instant::now() >= deadline {
                return Err(ProcessFailure::DeadlinePassed);
            }
            if cancel.is_cancelled() {
                return Err(ProcessFailure::Cancelled);
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Errors mean that it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lowers a limit of a process; an existing lower one stays.
fn lower_limit(pid: Pid, resource: Resource, limit: u64) -> io::Result<()> {
    let smaller = |old: Option<u64>| Some(old.map_or(limit, |old| old.min(limit)));
    let old = rustix::process::getrlimit(resource);
    let new = Rlimit { current: smaller(old.current), maximum: smaller(old.maximum) };
    match prlimit(Some(pid), resource, new) {
        // The process may have ended; its result says more than this error would.
        Ok(_) | Err(Errno::SRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// One output of the program.
struct ProcessOutput {
    pipe: Option<File>,
    bytes: Vec<u8>,
    limit: usize,
    /// Whether the limit is an error; otherwise what is beyond it is dropped.
    strict: bool,
}

impl ProcessOutput {
    fn new(pipe: impl Into<OwnedFd>, limit: usize, strict: bool) -> Self {
        Self { pipe: Some(File::from(pipe.into())), bytes: Vec::new(), limit, strict }
    }

    /// Reads once from a pipe that has something or has ended.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        let Some(pipe) = &mut self.pipe else { return Ok(()) };
        match pipe.read(buffer) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                let room = self.limit - self.bytes.len();
                if count > room && self.strict {
                    return Err(io::Error::other(format!("it wrote more than {} MiB", self.limit >> 20)));
                }
                self.bytes.extend_from_slice(&buffer[..count.min(room)]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

struct Pipes<'a> {
    stdin: Option<File>,
    input: &'a [u8],
    stdout: ProcessOutput,
    stderr: ProcessOutput,
    buffer: Vec<u8>,
}

impl<'a> Pipes<'a> {
    fn new(child: &mut Child, input: &'a [u8]) -> io::Result<Self> {
        let missing = || io::Error::other("a standard stream of the child was taken already");
        let stdin = File::from(OwnedFd::from(child.stdin.take().ok_or_else(missing)?));
        // A pipe with room for one byte counts as ready; writing more must not block.
        fcntl_setfl(&stdin, fcntl_getfl(&stdin)? | OFlags::NONBLOCK)?;
        Ok(Self {
            stdin: if input.is_empty() { None } else { Some(stdin) },
            input,
            stdout: ProcessOutput::new(child.stdout.take().ok_or_else(missing)?, STDOUT_LIMIT, true),
            stderr: ProcessOutput::new(child.stderr.take().ok_or_else(missing)?, STDERR_LIMIT, false),
            buffer: vec![0; 1 << 16],
        })
    }

    /// Waits until a pipe is ready and serves it; says whether an output is still open.
    fn serve(&mut self, deadline: Instant, cancel: &CancelFlag) -> Result<bool, ProcessFailure> {
        if self.stdout.pipe.is_none() && self.stderr.pipe.is_none() {
            return Ok(false);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ProcessFailure::DeadlinePassed);
        }
        if cancel.is_cancelled() {
            return Err(ProcessFailure::Cancelled);
        }
        let [stdin_ready, stdout_ready, stderr_ready] = self.wait(left.min(LOOK))?;
        if stdout_ready {
            self.stdout.read(&mut self.buffer)?;
        }
        if stderr_ready {
            self.stderr.read(&mut self.buffer)?;
        }
        if stdin_ready {
            self.write()?;
        }
        Ok(true)
    }

    /// Which of stdin, stdout and stderr can be served now.
    fn wait(&self, left: Duration) -> io::Result<[bool; 3]> {
        let pipes = [
            (&self.stdin, PollFlags::OUT),
            (&self.stdout.pipe, PollFlags::IN),
            (&self.stderr.pipe, PollFlags::IN),
        ];
        let mut open = Vec::with_capacity(3);
        let mut polled = Vec::with_capacity(3);
        for (index, (pipe, flags)) in pipes.iter().enumerate() {
            if let Some(pipe) = pipe {
                open.push(index);
                polled.push(PollFd::new(pipe, *flags));
            }
        }
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut polled, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = [false; 3];
        for (index, polled) in open.iter().zip(&polled) {
            // Errors and hang-ups count: the read or write then says what happened.
            ready[*index] = !polled.revents().is_empty();
        }
        Ok(ready)
    }

    fn write(&mut self) -> io::Result<()> {
        let Some(pipe) = &mut self.stdin else { return Ok(()) };
        match pipe.write(self.input) {
            Ok(count) => self.input = &self.input[count..],
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            // The program does not want the rest; what it says counts.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.input = &[],
            Err(error) => return Err(error),
        }
        if self.input.is_empty() {
            self.stdin = None;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    const LIMITS: Limits = Limits { memory: 8 << 30, cpu: Duration::from_secs(60) };

    fn shell(script: &str) -> Running {
        Running::spawn(Command::new("sh").arg("-c").arg(script), LIMITS).unwrap()
    }

    fn far() -> Instant {
        Instant::now() + Duration::from_secs(600)
    }

    fn never() -> CancelFlag {
        CancelFlag::default()
    }

    #[test]
    fn a_run_that_is_cancelled_ends_the_program() {
        let cancelled = never();
        cancelled.cancel();
        let end = shell("exec cat /dev/zero").finish(b"", far(), &cancelled);
        assert!(matches!(end, Err(ProcessFailure::Cancelled)));
        // Also one that has closed its outputs and does not end.
        let end = shell("exec >&- 2>&-; read never").finish(b"", far(), &cancelled);
        assert!(matches!(end, Err(ProcessFailure::Cancelled)));
    }

    #[test]
    fn both_outputs_and_the_status_come_back() {
        let finished = shell("echo out; echo err >&2; exit 7").finish(b"", far(), &never()).unwrap();
        assert_eq!(finished.stdout, b"out\n");
        assert_eq!(finished.stderr_text(), "err\n");
        assert_eq!(finished.status.code(), Some(7));
    }

    #[test]
    fn more_than_a_pipe_holds_passes_through_in_both_directions() {
        let input: Vec<u8> = (0..3_000_000_u32).map(|i| (i % 251) as u8).collect();
        let finished = shell("cat").finish(&input, far(), &never()).unwrap();
        assert_eq!(finished.stdout, input);
    }

    #[test]
    fn a_program_that_does_not_read_its_input_is_no_problem() {
        let finished = shell("exec <&-; echo done").finish(&vec![0; 1 << 20], far(), &never()).unwrap();
        assert_eq!(finished.stdout, b"done\n");
    }

    #[test]
    fn endless_messages_are_cut() {
        let finished = shell("yes | head -c 5000000 >&2").finish(b"", far(), &never()).unwrap();
        assert_eq!(finished.stderr.len(), STDERR_LIMIT);
    }

    #[test]
    fn endless_output_is_an_error() {
        let mut running = shell("exec yes");
        let mut pipes = Pipes::new(&mut running.child, b"").unwrap();
        pipes.stdout.limit = 1 << 20;
        let mut end = Ok(true);
        while matches!(end, Ok(true)) {
            end = pipes.serve(far(), &never());
        }
        assert!(
            matches!(end, Err(ProcessFailure::Io(error)) if error.to_string() == "it wrote more than 1 MiB")
        );
    }

    #[test]
    fn a_deadline_that_has_passed_ends_the_program() {
        let running = shell("exec cat /dev/zero");
        assert!(matches!(running.finish(b"", Instant::now(), &never()), Err(ProcessFailure::DeadlinePassed)));
    }

    #[test]
    fn the_limits_reach_the_program() {
        // The shell asks only after it was fed, so the limits are set by then.
        let limits = Limits { memory: 1 << 30, cpu: Duration::from_secs(6) };
        let script = "read go; ulimit -d; ulimit -t; ulimit -c; kill -SEGV $$";
        let running = Running::spawn(Command::new("sh").arg("-c").arg(script), limits).unwrap();
        let finished = running.finish(b"go\n", far(), &never()).unwrap();
        assert_eq!(String::from_utf8(finished.stdout).unwrap(), "1048576\n7\n0\n");
        assert_eq!(finished.status.signal(), Some(11));
    }
}
