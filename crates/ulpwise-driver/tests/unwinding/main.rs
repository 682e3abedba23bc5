//! Programs that throw and panic, with what is true of every division in them.
//!
//! Every file in `programs` has a function `f`. A comment at the end of a line says what is true of
//! the divisions in it: `found`, some input makes one of them divide by zero, and no verdict is
//! missing; `proven`, none does; `open`, nothing is demanded. A line with a division has a comment,
//! and no proof may be refuted by native calls.

#[path = "../support/programs.rs"]
mod programs;

use std::collections::BTreeMap;
use std::path::Path;
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
    let Some(paths) = programs::chosen("unwinding") else { return ExitCode::SUCCESS };
    let mut failures = 0;
    for path in &paths {
        let wrong = judge(path);
        failures += usize::from(!wrong.is_empty());
        for line in wrong {
            println!("{}: {line}", programs::file_name(path));
        }
    }
    println!("unwinding: {} passed, {failures} failed", paths.len() - failures);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
