//! Programs on which a proof would be wrong, each with a control: a sibling on which the same
//! analysis must give a proof, so that an analysis that is switched off does not pass for a careful
//! one.
//!
//! Every file in `programs` is checked as its first lines say. `run: ANALYSIS` begins a run with
//! that analysis alone, `option: NAME VALUE` adds an option to all runs, and `program:` and
//! `control:` are the verdicts on the operations in their order, the control being the same file
//! with `CONTROL` defined. `not proven` is any verdict but that, where memory that nothing wrote
//! decides which one it is.

#[path = "../support/programs.rs"]
mod programs;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use ulpwise_driver::{CheckOptions, RoundingModes, RunContext};
use ulpwise_exceptions::Analysis;
use ulpwise_finding::Verdict;
use ulpwise_interp::Exception;

/// How long an analysis may take: none of these programs needs as much.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What is expected of one analysis.
struct ExpectedRun {
    analysis: Analysis,
    program: Vec<String>,
    control: Vec<String>,
}

/// A program, as its first lines describe it.
struct Case {
    name: String,
    options: CheckOptions,
    runs: Vec<ExpectedRun>,
}

#[expect(clippy::print_stdout, reason = "the verdicts are the result of the test")]
fn main() -> ExitCode {
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    let Some(paths) = programs::chosen("sound") else { return ExitCode::SUCCESS };
    let cases: Vec<Case> = paths.iter().map(|path| read_case(path)).collect();
    let failures = failures(&cases);
    failures.iter().for_each(|failure| println!("{failure}\n"));
    println!("sound: {} passed, {} failed", cases.len() - failures.len(), failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks all cases, several at once.
fn failures(cases: &[Case]) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = case.failure() {
                        failures.lock().unwrap_or_else(PoisonError::into_inner).push(failure);
                    }
                }
            });
        }
    });
    failures.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Reads what a program says of itself.
fn read_case(path: &Path) -> Case {
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("a program can be read");
    let comments = text.lines().map_while(|line| {
        let line = line.strip_prefix("//").or_else(|| line.strip_prefix(['!', ';']))?;
        Some(line.trim())
    });
    let mut case = Case { name, options: CheckOptions::new([path]), runs: Vec::new() };
    case.options.functions = vec!["f".to_owned()];
    case.options.properties = vec![Exception::DivideByZero];
    case.options.timeout = TIMEOUT;
    for (key, value) in comments.filter_map(|line| line.split_once(": ")) {
        match (key, case.runs.last_mut()) {
            ("option", _) => set_option(&mut case.options, value),
            ("run", _) => {
                let analysis = Analysis::ALL.into_iter().find(|analysis| analysis.id() == value);
                let analysis = analysis.unwrap_or_else(|| panic!("{}: no analysis is {value}", case.name));
                case.runs.push(ExpectedRun { analysis, program: Vec::new(), control: Vec::new() });
            }
            ("program", Some(run)) => run.program.push(value.to_owned()),
            ("control", Some(run)) => run.control.push(value.to_owned()),
            _ => {}
        }
    }
    assert!(!case.runs.is_empty(), "{} says nothing of its verdicts", case.name);
    case
}

fn set_option(options: &mut CheckOptions, text: &str) {
    match text.split_once(' ').unwrap_or((text, "")) {
        ("assume", condition) => options.assume.push(condition.to_owned()),
        ("cflags", flags) => flags.clone_into(&mut options.program.cflags),
        ("function", name) => options.functions = vec![name.to_owned()],
        ("len", length) => {
            let (name, count) = length.split_once('=').expect("a name and a length");
            options.domain.lengths.push((name.to_owned(), count.parse().expect("a length")));
        }
        ("property", "underflow") => options.properties = vec![Exception::Underflow],
        ("range", range) => options.domain.ranges.push(range.to_owned()),
        ("rounding", "up") => options.rounding = RoundingModes::Up,
        ("assume-nothing", "") => options.assume_nothing = true,
        ("stop-at-exception", "") => options.stop_at_exception = true,
        _ => panic!("there is no option {text}"),
    }
}

impl Case {
    /// What is otherwise than expected, if something is.
    fn failure(&self) -> Option<String> {
        let mut failure = String::new();
        for run in &self.runs {
            for (what, flag, expected) in
                [("program", "", &run.program), ("control", "-DCONTROL", &run.control)]
            {
                let found = if expected.is_empty() { Vec::new() } else { self.verdicts(run.analysis, flag) };
                let fits = |(found, expected): (&String, &String)| {
                    found == expected || (expected == "not proven" && !found.starts_with("proven"))
                };
                if found.len() != expected.len() || !found.iter().zip(expected).all(fits) {
                    let analysis = run.analysis.id();
                    let _ = writeln!(
                        failure,
                        "{}, {analysis} analysis, {what}: {found:#?}\nexpected: {expected:#?}",
                        self.name
                    );
                }
            }
        }
        (!failure.is_empty()).then_some(failure)
    }

    /// The verdicts of one analysis, as the first lines of a program write them.
    fn verdicts(&self, analysis: Analysis, flag: &str) -> Vec<String> {
        let mut options = CheckOptions { analyses: vec![analysis], ..self.options.clone() };
        options.program.cflags = format!("{} {flag}", options.program.cflags);
        let checked = match ulpwise_driver::check(&options, &RunContext::default()) {
            Ok(checked) => checked,
            Err(error) => return vec![format!("error: {error}")],
        };
        let function = &checked.run.functions[0];
        let verdict = |verdict: &Verdict| match verdict {
            Verdict::Witness(finding) => format!("witness: {}", finding.by),
            Verdict::Proven(by) => format!("proven: {by}"),
            Verdict::Unknown(reason) => format!("unknown: {reason}"),
        };
        let verdicts = function.ledger.iter().map(|entry| verdict(&entry.verdict));
        verdicts.chain(function.not_abstract.iter().map(|why| format!("incomplete: {why}"))).collect()
    }
}
