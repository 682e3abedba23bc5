//! `cargo xtask bench limits`: whether limits of time and memory are kept, and signals answered, on
//! large functions.
//!
//! The functions of ERFA with the most operations, some of GSL's and generated ones are checked
//! twice each: once to the end, once with SIGTERM in the middle. A process of the run may not hold
//! more memory than `--memory` and a fifth; the run may take what loading takes, `--timeout` and two
//! seconds (of CPU time where the machine is busy); the signal is answered within two seconds; and the
//! report is there, whole, either way.

mod generate;
mod measure;

use anyhow::{Context, Result, ensure};
use measure::{Measured, measure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use xtask::gsl;

/// Options of the campaign.
#[derive(clap::Args)]
pub(crate) struct LimitsOptions {
    /// The program; otherwise it is built as users have it
    #[arg(long)]
    program: Option<PathBuf>,
    /// Seconds for each function
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// MiB for each process
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Only functions whose name contains this
    #[arg(long, default_value_t = String::new())]
    only: String,
}

/// How far beyond its limit a process may go, and a run, and an answer to a signal.
const MORE_MEMORY: f64 = 1.2;
const MORE_TIME: Duration = Duration::from_secs(2);

/// How many functions of the libraries.
const OF_ERFA: usize = 18;
const OF_GSL: usize = 12;

/// A function to be checked.
struct Subject {
    name: String,
    file: PathBuf,
    function: String,
    /// What every call needs besides.
    more: Vec<String>,
}

/// Entry point of the campaign.
#[expect(clippy::print_stdout, reason = "the table is the result")]
pub(super) fn run(options: &LimitsOptions) -> Result<()> {
    let program = options.program.clone().map_or_else(super::smtlib::built_ulpwise, Ok)?;
    let folder = tempfile::tempdir()?;
    let mut subjects = generated(folder.path())?;
    subjects.extend(of_library(&program, &crate::erfa::locate_or_build()?, "era*", OF_ERFA, &[])?);
    let setup = ["--setup", "gsl_set_error_handler_off"];
    let library = gsl::locate_or_build()?.bitcode();
    subjects.extend(of_library(&program, &library, "gsl_sf_*_e", OF_GSL, &setup)?);
    subjects.retain(|subject| subject.name.contains(&options.only));
    ensure!(!subjects.is_empty(), "no function is left");
    println!(
        "{} functions, {} s, {} MiB\n\n| function | loading s | run s | by the clock | most MiB | answer s | found + proven | |",
        subjects.len(),
        options.seconds,
        options.memory
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut failed = 0;
    for subject in &subjects {
        let row = examine(&program, subject, options)?;
        failed += usize::from(!row.problems.is_empty());
        println!("{}", row.text);
    }
    println!("\n{} of {} functions kept all limits", subjects.len() - failed, subjects.len());
    ensure!(failed == 0, "{failed} functions did not keep a limit");
    Ok(())
}

fn generated(folder: &Path) -> Result<Vec<Subject>> {
    let mut subjects = Vec::new();
    for (name, text) in generate::programs() {
        let file = folder.join(format!("{name}.c"));
        std::fs::write(&file, text)?;
        subjects.push(Subject { name, file, function: "f".to_owned(), more: Vec::new() });
    }
    Ok(subjects)
}

/// The functions of a library with the most operations.
fn of_library(
    program: &Path,
    bitcode: &Path,
    pattern: &str,
    count: usize,
    more: &[&str],
) -> Result<Vec<Subject>> {
    let listed = measure(program, &words(&["list", &bitcode.to_string_lossy(), "--json"]), None)?;
    let document: Value = serde_json::from_str(&listed.output).context("`ulpwise list` gave no JSON")?;
    let functions = document["functions"].as_array().context("`ulpwise list` names no functions")?;
    let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    let mut sized: Vec<(u64, &str)> = functions
        .iter()
        .filter_map(|function| Some((function["sites"]["total"].as_u64()?, function["name"].as_str()?)))
        .filter(|(_, name)| name.starts_with(start) && name.ends_with(end))
        .collect();
    sized.sort_unstable_by(|a, b| b.cmp(a));
    ensure!(sized.len() >= count, "{} has {} such functions", bitcode.display(), sized.len());
    let subject = |(_, name): (u64, &str)| Subject {
        name: name.to_owned(),
        file: bitcode.to_owned(),
        function: name.to_owned(),
        more: words(more),
    };
    Ok(sized.into_iter().take(count).map(subject).collect())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// A row of the table.
struct Row {
    text: String,
    problems: Vec<&'static str>,
}

fn examine(program: &Path, subject: &Subject, options: &LimitsOptions) -> Result<Row> {
    let file = subject.file.to_string_lossy();
    let loading = measure(program, &words(&["list", &file, "--json"]), None)?;
    let (seconds, memory) = (options.seconds.to_string(), options.memory.to_string());
    let fixed =
        ["check", &file, "--fn", &subject.function, "--timeout", &seconds, "--memory", &memory, "--json"];
    let arguments = [words(&fixed), subject.more.clone()].concat();
    let whole = measure(program, &arguments, None)?;
    let middle = loading.wall + Duration::from_secs_f64(options.seconds / 2.0);
    let stopped = measure(program, &arguments, Some(middle))?;

    let limit = loading.time + Duration::from_secs_f64(options.seconds) + MORE_TIME;
    let most = (options.memory << 20) as f64 * MORE_MEMORY;
    let largest = if whole.largest >= stopped.largest { &whole } else { &stopped };
    let mut problems = Vec::new();
    let mut expect = |holds: bool, what: &'static str| {
        if !holds {
            problems.push(what);
        }
    };
    expect(whole.time <= limit, "time");
    expect(largest.largest as f64 <= most, "memory");
    expect(stopped.answered.is_none_or(|answered| answered <= MORE_TIME), "signal");
    let decided = decided(&whole);
    expect(decided.is_some() && matches!(whole.code, Some(0 | 1)), "report");
    // A run that was over before the signal has its usual end; one that was still loading has found
    // nothing, and ends at once.
    let was_loading = stopped.code.is_none() && stopped.output.is_empty();
    expect(was_loading || self::decided(&stopped).is_some(), "report after the signal");
    let text = format!(
        "| {} | {:.1} | {:.1} | {}{:.1} | {} {} | {} | {} | {} |",
        subject.name,
        loading.time.as_secs_f64(),
        whole.time.as_secs_f64(),
        if whole.is_busy { "busy " } else { "" },
        whole.wall.as_secs_f64(),
        largest.largest >> 20,
        largest.largest_name,
        stopped.answered.map_or("-".to_owned(), |answered| format!("{:.1}", answered.as_secs_f64())),
        decided.unwrap_or_else(|| "no report".to_owned()),
        problems.join(", "),
    );
    Ok(Row { text, problems })
}

/// How many questions a run decided, of how many; `None` if its report is not whole.
fn decided(run: &Measured) -> Option<String> {
    let document: Value = serde_json::from_str(&run.output).ok()?;
    let functions = document["functions"].as_array()?;
    let sum = |name: &str| functions.iter().filter_map(|function| function[name].as_u64()).sum::<u64>();
    let (witnesses, proven, unknown) = (sum("witnesses"), sum("proven"), sum("unknown"));
    Some(format!("{witnesses} + {proven} of {}", witnesses + proven + unknown))
}
