//! Programs that throw and panic, with what is true of every division in them.
//!
//! Every file in `programs` has a function `f`. A comment at the end of a line says what is true of
//! the divisions in it: `found`, some input makes one of them divide by zero, and no verdict is
//! missing; `proven`, none does; `open`, nothing is demanded. A line with a division has a comment,
//! and no proof may be refuted by native calls.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use ulpwise_driver::{CheckOptions, RunContext};
use ulpwise_finding::Verdict;
use ulpwise_interp::Exception;

/// How long a program may take: none of these needs as much.
const TIMEOUT: Duration = Duration::from_secs(60);

#[expect(clippy::print_stdout, reason = "the verdicts are the result of the test")]
fn main() -> ExitCode {
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with('-'));
    // No case is ignored, and none is a benchmark.
    if flags.iter().any(|flag| ["--ignored", "--bench", "--list"].contains(&flag.as_str())) {
        return ExitCode::SUCCESS;
    }
    let is_chosen = |path: &PathBuf| {
        names.is_empty() || names.iter().any(|name| path.to_string_lossy().contains(name.as_str()))
    };
    let paths: Vec<PathBuf> = programs().into_iter().filter(is_chosen).collect();
    let mut failures = 0;
    for path in &paths {
        let wrong = judge(path);
        failures += usize::from(!wrong.is_empty());
        for line in wrong {
            println!("{}: {line}", path.file_name().expect("a file").to_string_lossy());
        }
    }
    println!("unwinding: {} passed, {failures} failed", paths.len() - failures);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unwinding/programs");
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a program").path()).collect();
    paths.sort();
    paths
}

/// What is otherwise than a program says.
fn judge(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let mut options = CheckOptions::new([path]);
    options.functions = vec!["f".to_owned()];
    options.properties = vec![Exception::DivideByZero];
    options.timeout = TIMEOUT;
    let run = match ulpwise_driver::check(&options, &RunContext::default()) {
        Ok(checked) => checked.run,
        Err(error) => return vec![format!("error: {error}")],
    };
    let [function] = &run.functions[..] else { return vec!["there is no function f".to_owned()] };
    let mut wrong: Vec<String> =
        function.refuted.iter().map(|refuted| format!("refuted: {refuted:?}")).collect();
    let mut verdicts: BTreeMap<u32, Vec<&Verdict>> = BTreeMap::new();
    for entry in &function.ledger {
        match &run.sites[entry.site].place {
            Some(place) => verdicts.entry(place.line).or_default().push(&entry.verdict),
            None => wrong.push(format!("{} has no location", run.sites[entry.site].name)),
        }
    }
    let mut expected: BTreeMap<u32, &str> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.rsplit_once("// ").map(|(_, comment)| comment.trim());
        expected.extend(
            comment.filter(|word| ["found", "proven", "open"].contains(word)).map(|word| (number, word)),
        );
    }
    for &line in expected.keys().filter(|line| !verdicts.contains_key(line)) {
        wrong.push(format!("no division in line {line}"));
    }
    for (line, verdicts) in verdicts {
        let says = expected.get(&line).copied().unwrap_or("nothing");
        if !is_right(says, &verdicts) {
            let names: Vec<String> = verdicts.iter().map(|verdict| describe(verdict)).collect();
            wrong.push(format!("line {line} says {says}: {}", names.join(", ")));
        }
    }
    wrong
}

fn is_right(says: &str, verdicts: &[&Verdict]) -> bool {
    let is_witness = |verdict: &&Verdict| matches!(verdict, Verdict::Witness(_));
    let is_proven = |verdict: &&Verdict| matches!(verdict, Verdict::Proven(_));
    match says {
        "proven" => verdicts.iter().all(is_proven),
        "found" => {
            let is_decided = |verdict: &&Verdict| is_witness(verdict) || is_proven(verdict);
            verdicts.iter().any(is_witness) && verdicts.iter().all(is_decided)
        }
        "open" => true,
        _ => false,
    }
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Witness(finding) => format!("witness: {}", finding.by),
        Verdict::Proven(by) => format!("proven: {by}"),
        Verdict::Unknown(why) => format!("unknown: {why}"),
    }
}
