//! A program of the user's in a process of its own: what it may do is as little as the kernel can
//! be made to enforce.
//!
//! The parent starts itself under a hidden command; that process gives up what it can and becomes
//! the program. Unlike a worker, whose code is all there, a program still has to load its libraries
//! and to start, so that some more system calls are left to it: what it cannot do is to write
//! outside of its folder, to use the network, and to start processes.

use crate::child::sandbox::{confine_program, limit_program};
use crate::error::{NativeError, system};
use crate::launch::Launcher;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// The hidden command by which a program is asked to call [`confined_main`].
pub const CONFINED_COMMAND: &str = "__confined";

/// How often the parent looks whether the program has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// The exit code of a process that could not become the program.
const NOT_STARTED: u8 = 125;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramEnd {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal.
    Signal(i32),
    /// It took too long.
    TimedOut,
}

/// Limits of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// By the clock, and of CPU time.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
}

/// A program and what it is started with.
#[derive(Clone, Copy, Debug)]
pub struct ConfinedRun<'r> {
    /// The program. Its name for itself is that of its file, without the folder.
    pub program: &'r Path,
    /// Its arguments.
    pub arguments: &'r [OsString],
    /// The file that it reads as standard input; without one that is empty.
    pub input: Option<&'r Path>,
    /// The folder it runs in, which is the only one it can write to.
    pub folder: &'r Path,
    /// Its limits.
    pub limits: ProgramLimits,
}

/// Runs a program; its output goes to nowhere.
///
/// # Errors
/// When it cannot be started.
pub fn run_confined(launcher: &Launcher, run: ConfinedRun<'_>) -> Result<ProgramEnd, NativeError> {
    let ConfinedRun { program, arguments, input, folder, limits } = run;
    let input = match input {
        Some(file) => Stdio::from(File::open(file).map_err(system("the program's input cannot be read"))?),
        None => Stdio::null(),
    };
    let mut child = Command::new(&launcher.program)
        .arg(CONFINED_COMMAND)
        .arg(limits.memory.to_string())
        .arg(limits.time.as_secs().saturating_add(1).to_string())
        .arg(program)
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .stdin(input)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(system("the program cannot be started"))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(system("waiting for the program"))? {
            return match (status.code(), status.signal()) {
                (Some(code), _) if code == i32::from(NOT_STARTED) => {
                    Err(NativeError::Program("the program that replays the call cannot be started".into()))
                }
                (Some(code), _) => Ok(ProgramEnd::Exited(code)),
                (None, Some(signal)) if signal == libc::SIGXCPU => Ok(ProgramEnd::TimedOut),
                (None, signal) => Ok(ProgramEnd::Signal(signal.unwrap_or(0))),
            };
        }
        if start.elapsed() > limits.time || launcher.limits.cancel.is_cancelled() {
            // Errors mean that it is gone already.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(ProgramEnd::TimedOut);
        }
        std::thread::sleep(PAUSE);
    }
}

/// What the program does that was called with [`CONFINED_COMMAND`]: gives up what it can, and
/// becomes another program.
pub fn confined_main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(2);
    let mut number = || arguments.next().and_then(|text: OsString| text.to_str()?.parse::<u64>().ok());
    let (memory, seconds) = (number(), number());
    let (Some(memory), Some(seconds), Some(program)) = (memory, seconds, arguments.next()) else {
        return ExitCode::from(NOT_STARTED);
    };
    let Ok(folder) = std::env::current_dir() else { return ExitCode::from(NOT_STARTED) };
    if limit_program(memory, seconds).is_err() {
        return ExitCode::from(NOT_STARTED);
    }
    confine_program(&folder);
    let name = Path::new(&program).file_name().unwrap_or(&program).to_owned();
    // Returns only if it fails.
    let _ = Command::new(&program).arg0(name).args(arguments).exec();
    ExitCode::from(NOT_STARTED)
}
