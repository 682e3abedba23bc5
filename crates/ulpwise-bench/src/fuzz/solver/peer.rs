//! Another solver as a process that is kept alive between queries.
//!
//! Whatever it does — an error, silence, death — is an answer that is missing, and a new process
//! for the next query.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use ulpwise_testkit::material::peer;

/// Ends the answers to one script.
const DONE: &str = "ulpwise-done";
/// How long after its own limit a peer is waited for.
const GRACE: Duration = Duration::from_secs(3);
/// Lets glibc keep what a query freed: z3 spent more time on giving memory back between small
/// queries than on solving them.
const KEEP_MEMORY: [(&str, &str); 3] = [
    ("MALLOC_TRIM_THRESHOLD_", "4000000000"),
    ("MALLOC_MMAP_THRESHOLD_", "1000000000"),
    ("MALLOC_TOP_PAD_", "67108864"),
];
const CVC5_WRAPPER: &str = include_str!("cvc5_stdin.py");

/// Which solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PeerName {
    Z3,
    Cvc5,
}

impl PeerName {
    pub(super) fn from_name(name: &str) -> Result<PeerName> {
        match name {
            "z3" => Ok(PeerName::Z3),
            "cvc5" => Ok(PeerName::Cvc5),
            _ => bail!("there is no peer {name}: z3 and cvc5 are"),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            PeerName::Z3 => "z3",
            PeerName::Cvc5 => "cvc5",
        }
    }
}

/// What a peer says about a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PeerAnswer {
    /// With what it printed afterwards.
    Sat(String),
    Unsat,
    Unknown,
}

/// A running peer.
pub(super) struct Peer {
    pub(super) name: PeerName,
    limit: Duration,
    process: Option<Process>,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Peer {
    /// A peer that may take this long for a check.
    pub(super) fn new(name: PeerName, limit: Duration) -> Result<Peer> {
        let process = Some(Process::start(name, limit)?);
        Ok(Peer { name, limit, process })
    }

    /// The answer to a script with one `check-sat`.
    pub(super) fn ask(&mut self, script: &str) -> Result<PeerAnswer> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(self.name, self.limit)?,
        };
        let Some(lines) = process.ask(self.name, script, self.limit) else { return Ok(PeerAnswer::Unknown) };
        self.process = Some(process);
        let answer = lines.iter().position(|line| matches!(line.as_str(), "sat" | "unsat" | "unknown"));
        let has_error = lines.iter().any(|line| line.starts_with("(error"));
        Ok(match answer.map(|at| (lines[at].as_str(), &lines[at + 1..])) {
            Some(("sat", rest)) => PeerAnswer::Sat(rest.join("\n")),
            // After unsat, values are an error that means nothing; before it, one may have dropped
            // an assertion.
            Some(("unsat", rest)) if !has_error || rest.iter().any(|line| line.starts_with("(error")) => {
                PeerAnswer::Unsat
            }
            _ => PeerAnswer::Unknown,
        })
    }
}

impl Process {
    fn start(name: PeerName, limit: Duration) -> Result<Process> {
        let mut command = match name {
            PeerName::Z3 => {
                let mut command = Command::new(peer("z3").context("z3 is missing")?);
                command.args(["-in", "-memory:3000"]);
                command
            }
            PeerName::Cvc5 => {
                let mut command = Command::new(peer("python").context("Python with cvc5 is missing")?);
                command.args(["-c", CVC5_WRAPPER, &limit.as_millis().to_string()]);
                command
            }
        };
        command.envs(KEEP_MEMORY);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("{} cannot be started", name.name()))?;
        let input = child.stdin.take().context("the input was asked for")?;
        let output = child.stdout.take().context("the output was asked for")?;
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    /// The lines that answer a script; `None` if they do not come.
    fn ask(&mut self, name: PeerName, script: &str, limit: Duration) -> Option<Vec<String>> {
        let (before, after) = match name {
            PeerName::Z3 => (
                format!("(set-option :timeout {})\n", limit.as_millis()),
                format!("(echo \"{DONE}\")\n(reset)\n"),
            ),
            PeerName::Cvc5 => (String::new(), "\n;end\n".to_owned()),
        };
        let script = script.replace("(exit)\n", "");
        self.input.write_all(format!("{before}{script}{after}").as_bytes()).ok()?;
        self.input.flush().ok()?;
        let deadline = Instant::now() + limit + GRACE;
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()?;
            if line.trim_matches('"') == DONE {
                return Some(lines);
            }
            lines.push(line);
        }
    }
}
