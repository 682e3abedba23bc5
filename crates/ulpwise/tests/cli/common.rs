//! Starts the program under test the way a user does, from the root of the repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of `ulpwise` left.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// A command that starts `ulpwise`, or the program that `ULPWISE_PROGRAM` names, as
/// `scripts/fresh-clone` does; nothing else of the environment changes what it prints.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let program = std::env::var_os("ULPWISE_PROGRAM");
    let mut command = Command::new(program.unwrap_or_else(|| env!("CARGO_BIN_EXE_ulpwise").into()));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE", "CFLAGS"] {
        command.env_remove(name);
    }
    // No settings of the user's own.
    command.env("XDG_CONFIG_HOME", "/dev/null");
    // No secret of the user's.
    command.env("ULPWISE_CACHE_KEY", "tests");
    command
}

/// Runs `ulpwise`.
pub(crate) fn ulpwise(arguments: &[&str]) -> Finished {
    let output = command(arguments).output().expect("ulpwise starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("ulpwise prints UTF-8");
    Finished { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The output without what differs between machines and compiler versions: where the repository
/// lies, and how many instructions a function became.
pub(crate) fn normal(text: &str) -> String {
    let text = text.replace(&*root().to_string_lossy(), "$ROOT");
    let mut normal = String::new();
    for line in text.lines() {
        let counted = line
            .find(" instruction")
            .filter(|_| line.contains("instruction run") || line.contains("instructions run"));
        match counted {
            Some(end) => {
                let start = line[..end].rfind('(').map_or(0, |at| at + 1);
                let rest = line[end..].replace(" instruction run", " instructions run");
                let _ = writeln!(normal, "{}N{rest}", &line[..start]);
            }
            None => {
                let _ = writeln!(normal, "{}", json_count(line));
            }
        }
    }
    normal
}

fn json_count(line: &str) -> String {
    match line.split_once("\"instructions\": ") {
        Some((before, _)) => format!("{before}\"instructions\": N,"),
        None => line.to_owned(),
    }
}
