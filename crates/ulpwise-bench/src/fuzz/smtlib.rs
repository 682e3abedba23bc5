//! `cargo xtask fuzz smtlib`: damaged SMT-LIB scripts through reader, folding and printer.
//!
//! Each case must be answered or refused within the time limit, and what was read must come back
//! the same when it is printed and read again. A panic, a difference or a case without end is a
//! bug: the task fails and keeps the script.

use super::FuzzOptions;
use anyhow::{Context, Result, bail, ensure};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Substitution, Term, TermStore};
use ulpwise_smtlib::{Command, Dialect, QueryOptions, Reader, ScriptSource, Session, fold, print_query};
use ulpwise_testkit::damaged_script;
use ulpwise_testkit::material::smtlib_files;

/// What is damaged besides the benchmark files that may lie beside the repository.
const EVERYTHING: &str = include_str!("../../../ulpwise-smtlib/tests/suite/everything.smt2");

/// Larger benchmark files are left out: they would only make each case slower.
const MAX_SEED_BYTES: usize = 8000;

/// A case that takes longer is a bug.
const CASE_LIMIT: Duration = Duration::from_secs(20);

/// How often the main thread looks whether a case is stuck.
const LOOK_EVERY: Duration = Duration::from_millis(100);

#[expect(clippy::print_stdout, reason = "the counts are the task's result")]
pub(super) fn run(options: &FuzzOptions) -> Result<()> {
    let seeds = seeds()?;
    let start = Instant::now();
    let (done, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let previous_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::thread::scope(|scope| {
        let worker = scope.spawn(|| -> Result<()> {
            let texts: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
            for case in 0..options.cases() {
                if options.is_over(start) {
                    return Ok(());
                }
                let seed = options.seed + case;
                let text = damaged_script(&texts, &mut SplitMix64::new(seed));
                let verdict = catch_unwind(AssertUnwindSafe(|| try_script(&text)));
                match verdict {
                    Ok(Ok(was_refused)) => refused.fetch_add(u64::from(was_refused), Ordering::Relaxed),
                    Ok(Err(error)) => {
                        bail!("seed {seed}: {error:#}; the script is {}", keep(&text)?.display())
                    }
                    Err(panic) => {
                        let message = message(&*panic);
                        bail!("seed {seed}: panic: {message}; the script is {}", keep(&text)?.display())
                    }
                };
                done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        let mut last = (0, Instant::now());
        while !worker.is_finished() {
            std::thread::sleep(LOOK_EVERY);
            let now = done.load(Ordering::Relaxed);
            if now != last.0 {
                last = (now, Instant::now());
            } else if last.1.elapsed() > CASE_LIMIT {
                give_up(&seeds, options.seed + now);
            }
        }
        worker.join().map_err(|panic| anyhow::anyhow!("{}", message(&*panic)))?
    });
    std::panic::set_hook(previous_hook);
    let (done, refused) = (done.into_inner(), refused.into_inner());
    let seconds = start.elapsed().as_secs();
    println!(
        "{done} damaged scripts from {} in {seconds} s: {refused} refused, the others answered",
        seeds.len()
    );
    result
}

/// Scripts to damage.
fn seeds() -> Result<Vec<Vec<u8>>> {
    let mut seeds = vec![EVERYTHING.as_bytes().to_vec()];
    for file in smtlib_files() {
        let text = std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        if text.len() <= MAX_SEED_BYTES {
            seeds.push(text);
            // Benchmark files are much alike, and there are hundreds.
            seeds.push(EVERYTHING.as_bytes().to_vec());
        }
    }
    Ok(seeds)
}

/// Says which case does not end. Its thread cannot be stopped, so the process is.
#[expect(clippy::print_stderr, reason = "the process ends here")]
fn give_up(seeds: &[Vec<u8>], seed: u64) -> ! {
    let texts: Vec<&[u8]> = seeds.iter().map(Vec::as_slice).collect();
    let kept = keep(&damaged_script(&texts, &mut SplitMix64::new(seed)));
    eprintln!("xtask fuzz: seed {seed} takes more than {CASE_LIMIT:?}; the script is {kept:?}");
    std::process::exit(1);
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Writes a script that shows a bug to a folder that stays.
fn keep(text: &[u8]) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join("ulpwise-fuzz-smtlib");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("bug.smt2");
    std::fs::write(&file, text)?;
    Ok(file)
}

/// Executes a script and sends its assertions through the printer; says whether it was refused.
fn try_script(text: &[u8]) -> Result<bool> {
    let mut engine = fold;
    let mut session = Session::new(&mut engine, Budget::unlimited());
    let mut output = Vec::new();
    session.run(&mut ScriptSource::new(text), &mut output)?;
    ensure!(String::from_utf8(output).is_ok(), "an answer is not UTF-8");
    let mut store = TermStore::new();
    let (assertions, _) = read(&mut store, text);
    let query = print_query(&store, &assertions, QueryOptions { dialect: Dialect::Extended, values: false });
    let (again, declared) = read(&mut store, query.text.as_bytes());
    let mut renaming = Substitution::new();
    for ((original, _), new) in query.variables.iter().zip(declared) {
        renaming.replace(&store, new, *original);
    }
    ensure!(store.substitute(&again, &renaming) == assertions, "printing changes the terms");
    print_query(&store, &assertions, QueryOptions::default());
    Ok(session.statistics().errors > 0)
}

/// The assertions and variables of a script up to its first error.
fn read(store: &mut TermStore, text: &[u8]) -> (Vec<Term>, Vec<Term>) {
    let mut reader = Reader::new(store);
    let mut source = ScriptSource::new(text);
    let (mut assertions, mut variables) = (Vec::new(), Vec::new());
    while let Ok(Some(read)) = reader.read_command(store, &mut source) {
        match read.command {
            Command::Assert { term, .. } => assertions.push(term),
            Command::Declare { variable } => variables.push(variable),
            _ => {}
        }
    }
    (assertions, variables)
}
