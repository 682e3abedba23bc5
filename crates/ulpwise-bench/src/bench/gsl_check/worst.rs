//! The list that a maintainer would act on: plain inputs, an exceptional value in the result, a
//! status that says success, and a true value that is an ordinary number.
//!
//! The true value is mpmath's (`truth.py`), not ours: whatever it does not confirm is left out.

use crate::bench::agree::signature::{Parameter, Signature};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use ulpwise_driver::finding::Ending;
use ulpwise_driver::{StoredCall, StoredFunction};

/// The version of mpmath.
const MPMATH: &str = "mpmath==1.3.0";

/// How many are shown.
pub(super) const SHOWN: usize = 20;

/// Magnitudes of plain inputs, as `ulpwise check` has them.
const PLAIN: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// A finding on its way to the list.
struct Candidate {
    function: String,
    call: String,
    /// The arguments as mpmath gets them.
    arguments: Vec<f64>,
    returned: f64,
    site: String,
    property: String,
    /// What comes first is smaller.
    order: (u32, usize),
}

/// The list as text, and how many are on it.
pub(super) fn list(
    stored: &[StoredFunction],
    signatures: &[Signature],
    folder: &Path,
) -> Result<(String, usize)> {
    let mut candidates = candidates(stored, signatures);
    candidates.sort_by(|one, other| one.order.cmp(&other.order).then_with(|| one.call.cmp(&other.call)));
    // One of each function and root.
    let mut seen = BTreeSet::new();
    candidates.retain(|one| seen.insert((one.function.clone(), one.site.clone())));
    let mut truths = Truths::start(folder)?;
    let mut text = String::new();
    let mut shown = 0;
    let mut functions = BTreeSet::new();
    for candidate in &candidates {
        if shown == SHOWN {
            break;
        }
        if functions.contains(&candidate.function) {
            continue;
        }
        let Some(truth) = truths.true_value(candidate)? else { continue };
        let value: f64 = truth.parse()?;
        // Zero is an ordinary number, too; what is only so small that its double is zero is none.
        if !(value.is_normal() || is_zero(&truth)) || value == candidate.returned {
            continue;
        }
        functions.insert(&candidate.function);
        shown += 1;
        let Candidate { call, returned, site, property, .. } = candidate;
        let _ = writeln!(
            text,
            "{shown:>3}. {call} gives {returned:e}, the true value is {value:e}; begins with {property} at {site}"
        );
    }
    Ok((text, shown))
}

/// Whether a decimal is zero.
fn is_zero(decimal: &str) -> bool {
    let digits = decimal.split('e').next().unwrap_or_default();
    !digits.contains(|digit: char| ('1'..='9').contains(&digit))
}

/// What was kept that could be on the list: every call that was kept as a witness of something
/// counts, whatever it was kept for.
fn candidates(stored: &[StoredFunction], signatures: &[Signature]) -> Vec<Candidate> {
    let known = |function: &StoredFunction| signatures.iter().find(|one| one.name == function.name);
    let functions = stored.iter().filter_map(|function| Some((function, known(function)?)));
    functions
        .flat_map(|(function, signature)| {
            function.calls.iter().filter_map(move |call| candidate(signature, call))
        })
        .collect()
}

fn candidate(signature: &Signature, call: &StoredCall) -> Option<Candidate> {
    let StoredCall { words, ending, output, events } = call;
    // Only the value counts, which is the first float that is given back, not its error; and only
    // if the status says success.
    let [status, value, ..] = output[..] else { return None };
    let arguments = arguments(signature, words);
    let returned = f64::from_bits(value);
    let is_plain = |number: &f64| *number == 0.0 || PLAIN.contains(&number.abs());
    if *ending != Ending::Returned
        || signature.returns_double
        || status as u32 != 0
        || returned.is_normal()
        || !arguments.iter().all(is_plain)
    {
        return None;
    }
    // Where it began is what was raised first.
    let (site, exception) = events.first()?;
    let digits: usize = arguments.iter().map(|number| format!("{number:e}").len()).sum();
    let severity = if returned.is_nan() {
        0
    } else if returned.is_infinite() {
        1
    } else {
        2
    };
    Some(Candidate {
        function: signature.name.clone(),
        call: describe(signature, words),
        arguments,
        returned,
        site: site.clone(),
        property: exception.id().to_owned(),
        order: (severity, digits),
    })
}

/// mpmath, which says what is true.
struct Truths {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Truths {
    fn start(folder: &Path) -> Result<Self> {
        let python = python(folder)?;
        let script = folder.join("truth.py");
        std::fs::write(&script, include_str!("truth.py"))?;
        let mut child =
            Command::new(python).arg(&script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let answers = BufReader::new(child.stdout.take().context("a pipe")?);
        Ok(Self { child, answers })
    }

    /// The true value; `None` where mpmath has none or takes too long.
    fn true_value(&mut self, candidate: &Candidate) -> Result<Option<String>> {
        let name = candidate.function.trim_start_matches("gsl_sf_").trim_end_matches("_e");
        // The shortest digits that a number has are read back as the same number.
        let arguments: Vec<String> = candidate.arguments.iter().map(|number| format!("{number:e}")).collect();
        let question = json!({"function": name, "arguments": arguments});
        writeln!(self.child.stdin.as_mut().context("a pipe")?, "{question}")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        ensure!(!answer.is_empty(), "mpmath ended at {}", candidate.call);
        Ok(serde_json::from_str::<Value>(&answer)?.as_str().map(ToOwned::to_owned))
    }
}

impl Drop for Truths {
    fn drop(&mut self) {
        // It ends with its questions.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A Python that has mpmath.
fn python(folder: &Path) -> Result<PathBuf> {
    let home = folder.join("python");
    let python = home.join("bin/python");
    if !python.is_file() {
        let run = |command: &mut Command| -> Result<()> {
            if !command.status()?.success() {
                bail!("{MPMATH} cannot be installed in {}", home.display());
            }
            Ok(())
        };
        run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", MPMATH]))?;
    }
    Ok(python)
}

/// The arguments that are no results.
fn arguments(signature: &Signature, words: &[u64]) -> Vec<f64> {
    given(signature, words).into_iter().map(|(_, number)| number).collect()
}

fn given(signature: &Signature, words: &[u64]) -> Vec<(Parameter, f64)> {
    let mut words = words.iter().copied();
    let mut given = Vec::new();
    for &parameter in &signature.parameters {
        match parameter {
            Parameter::Out(count) => drop(words.by_ref().take(count).count()),
            Parameter::Double => given.push((parameter, f64::from_bits(words.next().unwrap_or(0)))),
            Parameter::Int => {
                given.push((parameter, f64::from((words.next().unwrap_or(0) as u32).cast_signed())));
            }
            Parameter::Unsigned | Parameter::Mode => {
                given.push((parameter, f64::from(words.next().unwrap_or(0) as u32)));
            }
        }
    }
    given
}

/// The call as a person would write it.
fn describe(signature: &Signature, words: &[u64]) -> String {
    let given = given(signature, words);
    let texts: Vec<String> = given
        .iter()
        .map(|(parameter, number)| match parameter {
            Parameter::Double => format!("{number:?}"),
            _ => format!("{number}"),
        })
        .collect();
    format!("{}({})", signature.name, texts.join(", "))
}
