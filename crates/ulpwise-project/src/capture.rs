//! Watches a build: which programs it starts, with which words and in which folders.
//!
//! The build runs under ptrace, which stops it where a program begins and nowhere else, so that
//! compilers are seen whatever they are called by: names, absolute paths, variables, scripts.
//! The whole watch lives in one thread: to the system, that thread is the parent.
//!
//! What holds: the build runs as it would alone, and what was seen of one that fails is kept.

use crate::command::read_command;
use crate::error::ProjectError;
use crate::recording::Recording;
use nix::errno::Errno;
use nix::sys::ptrace;
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::ffi::CString;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The hidden command by which a program is asked to call [`traced_main`].
pub const TRACED_COMMAND: &str = "__traced";

/// The exit code when the command cannot be started.
const NOT_STARTED: u8 = 127;

/// What the program does that was called with [`TRACED_COMMAND`]: lets its parent watch it, and
/// becomes the command that follows.
pub fn traced_main(words: impl Iterator<Item = std::ffi::OsString>) -> ExitCode {
    use std::os::unix::ffi::OsStringExt;
    let words: Vec<CString> = words.filter_map(|word| CString::new(word.into_vec()).ok()).collect();
    let Some(program) = words.first() else { return ExitCode::from(NOT_STARTED) };
    if ptrace::traceme().is_err() {
        return ExitCode::from(NOT_STARTED);
    }
    // Returns only if it fails.
    let _ = nix::unistd::execvp(program, &words);
    ExitCode::from(NOT_STARTED)
}

/// How a watched build ended.
#[derive(Clone, Debug)]
pub struct Captured {
    /// What it did.
    pub recording: Recording,
    /// Its exit code; 128 and the signal's number if one ended it.
    pub code: i32,
}

/// Runs a command (`traced` is this program with [`TRACED_COMMAND`] and the command's words) and
/// records what it compiles and links.
///
/// # Errors
/// The system does not let the command be watched.
pub fn capture(mut traced: Command) -> Result<Captured, ProjectError> {
    let thread = std::thread::Builder::new().name("capture".to_owned()).spawn(move || {
        let failed = |error| ProjectError::system("the build cannot be started", error);
        let child = traced.spawn().map_err(failed)?;
        let root = Pid::from_raw(i32::try_from(child.id()).unwrap_or(i32::MAX));
        BuildWatch { root, known: BTreeSet::new(), recording: Recording::new(), is_traced: false }.run()
    });
    let thread = thread.map_err(|error| ProjectError::system("no thread can be started", error))?;
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

struct BuildWatch {
    root: Pid,
    known: BTreeSet<Pid>,
    recording: Recording,
    is_traced: bool,
}

impl BuildWatch {
    fn run(mut self) -> Result<Captured, ProjectError> {
        let flags = WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD;
        loop {
            let code = match waitpid(None, Some(flags)) {
                Ok(WaitStatus::Exited(pid, code)) => (pid == self.root).then_some(code),
                Ok(WaitStatus::Signaled(pid, signal, _)) => (pid == self.root).then_some(128 + signal as i32),
                Ok(status) => {
                    self.go_on(status);
                    None
                }
                Err(Errno::EINTR) => None,
                Err(error) => {
                    return Err(ProjectError::system("the build cannot be watched", error.into()));
                }
            };
            match code {
                Some(code) if self.is_traced => return Ok(Captured { recording: self.recording, code }),
                Some(_) => {
                    let refused = std::io::Error::from_raw_os_error(Errno::EPERM as i32);
                    return Err(ProjectError::system(
                        "the build cannot be watched: its program is missing, or the system forbids ptrace",
                        refused,
                    ));
                }
                None => {}
            }
        }
    }

    /// Lets a process go on that was stopped. It may be gone by now, which its end will say.
    fn go_on(&mut self, status: WaitStatus) {
        match status {
            WaitStatus::PtraceEvent(pid, _, event) => {
                self.known.insert(pid);
                if event == ptrace::Event::PTRACE_EVENT_EXEC as i32 {
                    self.record(pid);
                }
                let _ = ptrace::cont(pid, None);
            }
            WaitStatus::Stopped(pid, Signal::SIGTRAP) if pid == self.root && !self.is_traced => {
                self.is_traced = true;
                self.known.insert(pid);
                let all = ptrace::Options::PTRACE_O_TRACEEXEC
                    | ptrace::Options::PTRACE_O_TRACEFORK
                    | ptrace::Options::PTRACE_O_TRACEVFORK
                    | ptrace::Options::PTRACE_O_TRACECLONE;
                let _ = ptrace::setoptions(pid, all);
                self.record(pid);
                let _ = ptrace::cont(pid, None);
            }
            // A new process is stopped once, which its parent did not ask for.
            WaitStatus::Stopped(pid, Signal::SIGSTOP) if self.known.insert(pid) => {
                let _ = ptrace::cont(pid, None);
            }
            WaitStatus::Stopped(pid, signal) => {
                self.known.insert(pid);
                let _ = ptrace::cont(pid, signal);
            }
            _ => {}
        }
    }

    /// Records what a process does that has become another program.
    fn record(&mut self, pid: Pid) {
        let folder = Path::new("/proc").join(pid.to_string());
        let (Ok(words), Ok(directory)) =
            (std::fs::read(folder.join("cmdline")), std::fs::read_link(folder.join("cwd")))
        else {
            return;
        };
        let words: Vec<String> =
            words.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        // A zero ends each word.
        let words = &words[..words.len().saturating_sub(1)];
        for step in read_command(words, &directory) {
            self.recording.add(step);
        }
    }
}
