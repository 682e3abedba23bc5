//! What random inputs raise, with as much CPU time: a measure, and a trap for proofs that are none.
//!
//! What it saw on a function is written to a file when the function is done, so that a run that was
//! ended goes on.

use super::tally::Entry;
use crate::bench::agree::UNTOUCHED;
use crate::bench::agree::signature::{Parameter, Signature};
use crate::bench::native_agree::{gsl_engine_options, target_of};
use crate::bench::native_search::baseline::{self, Drawing};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use ulpwise_ir::Module;
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{Engine, EngineOptions, Launcher, NativeTarget};
use xtask::gsl::Gsl;

/// What the sampler saw.
#[derive(Default)]
pub(super) struct Sampled {
    /// Distinct pairs of site and property.
    pub(super) pairs: BTreeSet<(String, String)>,
    /// The same with the function that was called.
    pub(super) seen: BTreeSet<Entry>,
    /// The functions that are done.
    done: BTreeSet<String>,
}

impl Sampled {
    /// What an earlier run has written: a line for each exception, and one with the function alone
    /// when it is done.
    fn read(file: &Path) -> Sampled {
        let mut sampled = Sampled::default();
        for line in std::fs::read_to_string(file).unwrap_or_default().lines() {
            match *line.split('\t').collect::<Vec<_>>() {
                [function, site, property] => {
                    sampled.add(function, site, property);
                }
                [function] => drop(sampled.done.insert(function.to_owned())),
                _ => {}
            }
        }
        sampled
    }

    fn add(&mut self, function: &str, site: &str, property: &str) {
        let [function, site, property] = [function, site, property].map(ToOwned::to_owned);
        self.pairs.insert((site.clone(), property.clone()));
        self.seen.insert((function, site, property));
    }
}

/// Where it keeps what it saw.
struct Notes {
    file: File,
    sampled: Sampled,
}

/// Samples every function for so much CPU time.
pub(super) fn sample(
    gsl: &Gsl,
    module: &Module,
    signatures: &[Signature],
    (limit, jobs): (Duration, usize),
    folder: &Path,
) -> Result<Sampled> {
    let file = folder.join(format!("sampler-{}.tsv", limit.as_secs_f64()));
    let sampled = Sampled::read(&file);
    let file = OpenOptions::new().create(true).append(true).open(&file);
    let notes = Mutex::new(Notes { file: file.context("the sampler's notes cannot be written")?, sampled });
    let units = bitcode(
        &ProgramInput { files: vec![gsl.bitcode()], ..ProgramInput::default() },
        &LoadOptions::default(),
    )?;
    let launcher = Launcher::this_program()?;
    let targets: Vec<NativeTarget> = signatures.iter().map(target_of).collect();
    let next = AtomicUsize::new(0);
    let work = || -> Result<()> {
        let options = EngineOptions { call_limit: Duration::from_millis(15), ..gsl_engine_options(true) };
        let mut engine = Engine::start(&launcher, &units, &targets, &options)?;
        loop {
            let target = next.fetch_add(1, Ordering::Relaxed);
            let Some(signature) = signatures.get(target) else { return Ok(()) };
            let is_done = |notes: &Mutex<Notes>| {
                notes.lock().expect("no thread panics while it counts").sampled.done.contains(&signature.name)
            };
            // Without a number there is nothing to draw.
            if !signature.parameters.contains(&Parameter::Double) || is_done(&notes) {
                continue;
            }
            let drawing = Drawing { untouched: UNTOUCHED, seed: target as u64, limit, mutates: true };
            let (found, _) = baseline::sample(&mut engine, target, signature, drawing)?;
            let mut text = String::new();
            let mut notes = notes.lock().expect("no thread panics while it counts");
            for (site, exception) in found.into_keys().filter(|(_, exception)| !exception.is_on_request()) {
                let (site, property) = (module.site_name(site), exception.id());
                let _ = writeln!(text, "{}\t{site}\t{property}", signature.name);
                notes.sampled.add(&signature.name, &site, property);
            }
            let _ = writeln!(text, "{}", signature.name);
            notes.file.write_all(text.as_bytes())?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    Ok(notes.into_inner().expect("no thread panics while it counts").sampled)
}
