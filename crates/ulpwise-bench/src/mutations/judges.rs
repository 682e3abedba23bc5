//! What may catch a fault: the tests of the crates that proofs rest on, and the fuzzers on a few
//! seeds.

use super::{DeliberateFault, VARIABLE};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use xtask::process::capture;

/// The crates whose tests are run.
const CRATES: [&str; 19] = [
    "ulpwise-float",
    "ulpwise-domain",
    "ulpwise-lp",
    "ulpwise-solver",
    "ulpwise-interval",
    "ulpwise-bitblast",
    "ulpwise-real",
    "ulpwise-engines",
    "ulpwise-verify",
    "ulpwise-verify-unsat",
    "ulpwise-absint",
    "ulpwise-interp",
    "ulpwise-symex",
    "ulpwise-exceptions",
    "ulpwise-accuracy",
    "ulpwise-stability",
    "ulpwise-driver",
    "ulpwise-bench",
    "ulpwise",
];

/// The integration tests that are run besides unit tests.
const TESTS: [&str; 27] = [
    "float",
    "outward",
    "solver",
    "portfolio",
    "engine",
    "libm",
    "projections",
    "circuits",
    "conformance",
    "definition",
    "growing",
    "guess",
    "lemmas",
    "narrow",
    "sat",
    "certificates",
    "programs",
    "agreement",
    "exploration",
    "reachability",
    "control",
    "floats",
    "marked",
    "sound",
    // This one has the program of the fuzzers built.
    "adversaries",
    "unwinding",
    "cli",
];

/// The fuzzers, with the arguments that make them short.
const FUZZERS: [&str; 6] = [
    "bounds --cases 60 --calls 5000 --timeout-ms 300",
    "solver --engine portfolio --against bitblast --cases 300",
    "certificates --cases 300",
    "programs --cases 40 --calls 20000 --timeout-ms 500",
    "libc --cases 20 --symbolic 4",
    "smtlib --cases 300",
];

/// How much longer than without a fault something may run, and how long at least, before it counts as
/// hanging.
const SLOWER: u32 = 5;
const LEAST: Duration = Duration::from_secs(60);

/// A program that fails where something is wrong.
pub(super) struct Judge {
    pub(super) name: String,
    /// The crate whose tests these are.
    pub(super) crate_name: String,
    /// How long it runs without a fault.
    pub(super) time: Duration,
    program: PathBuf,
    arguments: Vec<String>,
    folder: PathBuf,
}

/// What a judge says.
pub(super) enum Ruling {
    /// It saw nothing.
    Passed,
    /// What it saw.
    Failed(String),
}

/// Builds the judges of a copy of the tree: unit tests, integration tests but for some, and the
/// fuzzers.
pub(super) fn build(copy: &Path, without: &[String]) -> Result<Vec<Judge>> {
    let mut arguments = vec!["test", "--release", "--no-run", "--message-format=json", "--lib"];
    arguments.extend(CRATES.iter().flat_map(|name| ["-p", name]));
    let tests = TESTS.iter().filter(|test| !without.iter().any(|left_out| left_out == *test));
    arguments.extend(tests.flat_map(|test| ["--test", test]));
    let messages = capture(copy, "cargo", arguments)?;
    let mut judges: Vec<Judge> = messages.lines().filter_map(test_program).collect();
    ensure!(judges.len() >= CRATES.len(), "cargo names {} test programs only", judges.len());
    let program = copy.join("target/release/ulpwise-bench");
    ensure!(program.is_file(), "{} was not built", program.display());
    for fuzzer in FUZZERS {
        let mut arguments = vec!["fuzz".to_owned()];
        arguments.extend(fuzzer.split_whitespace().map(str::to_owned));
        judges.push(Judge {
            name: format!("fuzz {fuzzer}"),
            crate_name: String::new(),
            time: Duration::ZERO,
            program: program.clone(),
            arguments,
            folder: copy.to_owned(),
        });
    }
    Ok(judges)
}

/// The test program that a message of cargo's tells of, if it does.
fn test_program(message: &str) -> Option<Judge> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let program = PathBuf::from(message["executable"].as_str()?);
    if message["profile"]["test"] != true {
        return None;
    }
    let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_owned();
    let crate_name = folder.file_name()?.to_str()?.to_owned();
    let name = format!("{crate_name}, {}", message["target"]["name"].as_str()?);
    Some(Judge { name, crate_name, time: Duration::ZERO, program, arguments: Vec::new(), folder })
}

impl Judge {
    fn run(&self, most: Duration, fault: Option<&DeliberateFault>) -> Result<Output> {
        let mut command = Command::new("timeout");
        command.args(["-k", "5"]).arg(most.as_secs().to_string()).arg(&self.program);
        command.args(&self.arguments).current_dir(&self.folder).env_remove(VARIABLE);
        if let Some(fault) = fault {
            command.env(VARIABLE, fault.id);
        }
        command.output().with_context(|| format!("{} cannot be started", self.name))
    }

    /// Runs it without a fault: it passes, and its time is known.
    pub(super) fn try_without_fault(&mut self) -> Result<()> {
        let start = Instant::now();
        let output = self.run(Duration::from_secs(1800), None)?;
        self.time = start.elapsed();
        ensure!(output.status.success(), "{}", first_failure(&output));
        Ok(())
    }

    /// Runs it with a fault.
    pub(super) fn try_with(&self, fault: &DeliberateFault) -> Ruling {
        match self.run((self.time * SLOWER).max(LEAST), Some(fault)) {
            Ok(output) if output.status.success() => Ruling::Passed,
            Ok(output) if output.status.code() == Some(124) => Ruling::Failed("it does not end".to_owned()),
            Ok(output) => Ruling::Failed(first_failure(&output)),
            Err(error) => Ruling::Failed(format!("{error:#}")),
        }
    }
}

/// The first test that failed, or else the last thing that was said.
fn first_failure(output: &Output) -> String {
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let failed = text.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"));
    let said = || errors.lines().chain(text.lines()).rfind(|line| !line.trim().is_empty());
    let what = failed.or_else(said).unwrap_or("it says nothing");
    what.chars().filter(|&letter| letter != '|').take(140).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;

    #[test]
    fn messages_of_cargo_name_test_programs() {
        let message = |test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/crates/a-b/Cargo.toml","target":{{"name":"t"}},"profile":{{"test":{test}}},"executable":"/w/t-1"}}"#
            )
        };
        let judge = test_program(&message(true)).expect("a test program");
        assert_eq!((&*judge.name, &*judge.crate_name), ("a-b, t", "a-b"));
        assert_eq!(judge.folder, Path::new("/w/crates/a-b"));
        assert!(test_program(&message(false)).is_none());
        assert!(test_program("{}").is_none() && test_program("warning").is_none());
    }

    #[test]
    fn the_first_failure_is_named() {
        let output = |text: &str, errors: &str| Output {
            status: std::process::ExitStatus::from_raw(256),
            stdout: text.into(),
            stderr: errors.into(),
        };
        assert_eq!(first_failure(&output("test a ... ok\ntest b ... FAILED\ntest c ... FAILED\n", "")), "b");
        assert_eq!(first_failure(&output("12 programs\n", "a | b\n")), "12 programs");
    }

    #[test]
    fn a_judge_sees_the_fault_and_must_pass_without() {
        let judge = |script: &str| Judge {
            name: "sh".to_owned(),
            crate_name: String::new(),
            time: Duration::ZERO,
            program: "sh".into(),
            arguments: vec!["-c".to_owned(), script.to_owned()],
            folder: "/".into(),
        };
        let fault = DeliberateFault { id: "f", what: "", file: "", find: "", replace: "" };
        let mut sees = judge("test -z \"$ULPWISE_MUTATION\"");
        sees.try_without_fault().expect("it passes");
        assert!(matches!(sees.try_with(&fault), Ruling::Failed(_)));
        assert!(matches!(judge("true").try_with(&fault), Ruling::Passed));
        assert!(judge("false").try_without_fault().is_err());
    }
}
