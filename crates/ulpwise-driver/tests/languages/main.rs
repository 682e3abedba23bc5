//! Programs in every language, each line with what can go wrong there: a finding is shown at the
//! user's own line, whichever function of a library raises it, and nothing else is found.
//!
//! A line that ends with a comment `~ PROPERTY, PROPERTY` has these findings; every other line has
//! none. The word `escapes` says besides that what the function returns shows one of them. Looked for
//! are invalid operations and divisions by zero.

#[path = "../support/programs.rs"]
mod programs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use ulpwise_driver::{CheckOptions, RunContext};
use ulpwise_finding::{Run, Verdict};
use ulpwise_interp::Exception;

/// How long a function may take; what is expected is found in much less.
const TIMEOUT: Duration = Duration::from_secs(20);

/// What is said behind properties where one of them is seen in the result.
const ESCAPES: &str = "escapes";

#[expect(clippy::print_stdout, reason = "the verdicts are the result of the test")]
fn main() -> ExitCode {
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    let Some(paths) = programs::chosen("languages") else { return ExitCode::SUCCESS };
    let named = |path: &Path, failure: String| format!("{}: {failure}", programs::file_name(path));
    let failures: Vec<String> = paths
        .iter()
        .flat_map(|path| failures(path).into_iter().map(|failure| named(path, failure)))
        .collect();
    failures.iter().for_each(|failure| println!("{failure}"));
    println!("languages: {} programs, {} failures", paths.len(), failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The words of each line that has some.
fn expected(text: &str) -> BTreeMap<u32, BTreeSet<String>> {
    let words = |words: &str| words.split(',').map(|word| word.trim().to_owned()).collect();
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| Some((number, words(line.rsplit_once('~')?.1)))).collect()
}

/// What is otherwise than the program says.
fn failures(path: &Path) -> Vec<String> {
    let expected = expected(&std::fs::read_to_string(path).expect("a program can be read"));
    let mut options = CheckOptions::new([path]);
    options.properties = vec![Exception::Invalid, Exception::DivideByZero];
    options.timeout = TIMEOUT;
    let run = match ulpwise_driver::check(&options, &RunContext::default()) {
        Ok(checked) => checked.run,
        Err(error) => return vec![error.to_string()],
    };
    let mut failures: Vec<String> = run.not_checked.iter().map(|one| one.reason.clone()).collect();
    if run.contradicts_itself() {
        failures.push("a proof is wrong".to_owned());
    }
    let found = found(&run, path, &mut failures);
    let lines: BTreeSet<u32> = expected.keys().chain(found.keys()).copied().collect();
    for line in lines {
        let nothing = BTreeSet::new();
        let (wanted, seen) = (expected.get(&line).unwrap_or(&nothing), found.get(&line).unwrap_or(&nothing));
        let is_said = |word: &&String| *word != ESCAPES || wanted.contains(ESCAPES);
        if seen.iter().filter(is_said).ne(wanted.iter()) {
            failures.push(format!("line {line} has {seen:?}, expected {wanted:?}"));
        }
    }
    failures
}

/// The properties that were found at each line. Findings that are shown in another file are failures.
fn found(run: &Run, path: &Path, failures: &mut Vec<String>) -> BTreeMap<u32, BTreeSet<String>> {
    let mut found: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for entry in run.functions.iter().flat_map(|function| &function.ledger) {
        let Verdict::Witness(finding) = &entry.verdict else { continue };
        let Some(place) = run.place(run.shown_site(entry.site, finding)) else {
            failures.push(format!("{} has no place", run.sites[entry.site].id));
            continue;
        };
        if Path::new(&run.files[place.file].absolute) != path {
            failures.push(format!("{} is shown in {}", run.sites[entry.site].id, run.files[place.file].path));
        }
        let words = found.entry(place.line).or_default();
        words.insert(entry.property.id().to_owned());
        if finding.escapes() {
            words.insert(ESCAPES.to_owned());
        }
    }
    found
}
