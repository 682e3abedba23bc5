//! Starting the child.

use crate::error::{NativeError, system};
use crate::message::{self, Ready, Request};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Starts child processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// The program that calls [`crate::child_main`] when its first argument is
    /// [`crate::CHILD_COMMAND`].
    pub program: PathBuf,
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
        program.map(|program| Self { program }).map_err(system("the program's own file is unknown"))
    }
}

/// A child process with its pipes.
pub(crate) struct Running {
    process: Child,
    pub(crate) commands: ChildStdin,
    pub(crate) answers: ChildStdout,
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

/// Starts a child and waits until it has compiled and linked the program.
pub(crate) fn launch(
    launcher: &Launcher,
    request: &Request,
    region: &OwnedFd,
) -> Result<(Running, Ready), NativeError> {
    let mut process = Command::new(&launcher.program)
        .arg(crate::CHILD_COMMAND)
        .arg(region.as_fd().as_raw_fd().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        // Ctrl-C in a terminal is for the parent, which reports its results before it ends its
        // children.
        .process_group(0)
        .spawn()
        .map_err(system("the native child cannot be started"))?;
    let (Some(commands), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(NativeError::Child("it has no pipes".into()));
    };
    let mut running = Running { process, commands, answers };
    let crashed = |error: std::io::Error| {
        NativeError::Program(format!("LLVM crashed while it compiled the program to machine code ({error})"))
    };
    message::send(&mut running.commands, &request.fields()).map_err(crashed)?;
    let fields = message::receive(&mut running.answers).map_err(crashed)?;
    let ready = message::read_ready(&fields)?;
    Ok((running, ready))
}
