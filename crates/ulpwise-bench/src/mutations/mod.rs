//! `cargo xtask fuzz mutations`: deliberate faults in the code that proofs rest on. Each must make a
//! test or a fuzzer fail; one that lives names a test that is missing.
//!
//! All faults are put into one copy of the tree, each behind a question for an environment variable,
//! so that one build serves them all and the code itself knows nothing of them. A fault is a text
//! that stands once in a file, and what takes its place: the campaign, and a test, fail where a text
//! does not stand there any more.

mod copy;
mod faults;
mod judges;

use anyhow::{Context, Result, bail};
use judges::{Judge, Ruling};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Where it is said which fault is made.
const VARIABLE: &str = "ULPWISE_MUTATION";

/// A fault.
pub(crate) struct DeliberateFault {
    /// Its name.
    id: &'static str,
    /// What goes wrong, in a sentence.
    what: &'static str,
    /// The file, from the root of the repository.
    file: &'static str,
    /// What stands there, once.
    find: &'static str,
    /// What takes its place; `MUTATED` says whether the fault is made.
    replace: &'static str,
}

impl DeliberateFault {
    /// The crate that it is made in.
    fn crate_name(&self) -> &str {
        self.file.split('/').nth(1).unwrap_or_default()
    }
}

/// What `fuzz mutations` understands.
#[derive(Debug, clap::Args)]
pub(crate) struct MutationsOptions {
    /// Only faults whose names have one of these parts
    #[arg(long)]
    only: Vec<String>,
    /// Leave out integration tests of these names, `cli` say, which take long to build
    #[arg(long)]
    without: Vec<String>,
    /// Only tests and fuzzers whose names have one of these parts
    #[arg(long)]
    judge: Vec<String>,
    /// A folder for the copy and its build, which is kept; one that goes again without it
    #[arg(long)]
    folder: Option<PathBuf>,
    /// How many faults are tried at once
    #[arg(long, default_value_t = 1, value_parser = crate::positive)]
    jobs: usize,
    /// How many seconds all that is run for one fault may take
    #[arg(long, default_value_t = 1800)]
    seconds: u64,
}

/// Runs the campaign.
#[expect(clippy::print_stdout, reason = "the table is the result of the campaign")]
pub(crate) fn run(options: &MutationsOptions) -> Result<()> {
    let own = tempfile::tempdir().context("there is no folder for a copy")?;
    let folder = options.folder.clone().unwrap_or_else(|| own.path().to_owned());
    let chosen: Vec<&DeliberateFault> = faults::all()
        .filter(|fault| options.only.is_empty() || options.only.iter().any(|part| fault.id.contains(part)))
        .collect();
    copy::make(&crate::repository(), &folder, &faults::all().collect::<Vec<_>>())?;
    let mut judges = judges::build(&folder, &options.without)?;
    let is_wanted = |judge: &Judge| {
        options.judge.is_empty() || options.judge.iter().any(|part| judge.name.contains(part))
    };
    judges.retain(is_wanted);
    println!("{} judges were built", judges.len());
    judges.retain_mut(|judge| match judge.try_without_fault() {
        Ok(()) => true,
        Err(why) => {
            println!("left out, for it fails without a fault: {}: {why}", judge.name);
            false
        }
    });
    judges.sort_by_key(|judge| judge.time);
    println!("| fault | what goes wrong | caught by |\n|---|---|---|");
    let (next, lived) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                while let Some(fault) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let caught = catch(fault, &judges, Duration::from_secs(options.seconds));
                    println!(
                        "| {} | {} | {} |",
                        fault.id,
                        fault.what,
                        caught.as_deref().unwrap_or("**nothing**")
                    );
                    if caught.is_none() {
                        lived.lock().expect("no thread panics while it adds").push(fault.id);
                    }
                }
            });
        }
    });
    let lived = lived.into_inner().expect("no thread panics while it adds");
    println!("\n{} of {} faults are caught.", chosen.len() - lived.len(), chosen.len());
    if lived.is_empty() { Ok(()) } else { bail!("not caught: {}", lived.join(", ")) }
}

/// What catches a fault: the tests of its crate come first, then all others, cheapest first.
fn catch(fault: &DeliberateFault, judges: &[Judge], most: Duration) -> Option<String> {
    let start = std::time::Instant::now();
    let (own, others): (Vec<&Judge>, Vec<&Judge>) =
        judges.iter().partition(|judge| judge.crate_name == fault.crate_name());
    own.into_iter().chain(others).take_while(|_| start.elapsed() < most).find_map(|judge| {
        match judge.try_with(fault) {
            Ruling::Passed => None,
            Ruling::Failed(what) => Some(format!("{}: {what}", judge.name)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_can_be_made() {
        let all: Vec<&DeliberateFault> = faults::all().collect();
        assert!(all.len() >= 40, "{}", all.len());
        for fault in &all {
            let text = std::fs::read_to_string(crate::repository().join(fault.file)).expect("a file");
            copy::with_fault(&text, fault).unwrap_or_else(|why| panic!("{}: {why}", fault.id));
            assert_eq!(all.iter().filter(|other| other.id == fault.id).count(), 1, "{}", fault.id);
            assert!(fault.what.len() > 20 && fault.find != fault.replace, "{}", fault.id);
        }
    }
}
