//! What random inputs raise, with as much CPU time: a measure, and a trap for proofs that are none.

use super::tally::Entry;
use crate::bench::agree::UNTOUCHED;
use crate::bench::agree::signature::{Parameter, Signature};
use crate::bench::native_agree::{gsl_engine_options, target_of};
use crate::bench::native_search::baseline;
use crate::gsl::Gsl;
use anyhow::Result;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use ulpwise_interp::Exception;
use ulpwise_ir::Module;
use ulpwise_llvm::{Input, LoadOptions, bitcode};
use ulpwise_native::{Engine, EngineOptions, Launcher, Target};

/// What the sampler saw.
#[derive(Default)]
pub(super) struct Sampled {
    /// Distinct pairs of site and property.
    pub(super) pairs: BTreeSet<(String, String)>,
    /// The same with the function that was called.
    pub(super) seen: BTreeSet<Entry>,
}

/// Samples every function for so much CPU time.
pub(super) fn sample(
    gsl: &Gsl,
    module: &Module,
    signatures: &[Signature],
    limit: Duration,
    jobs: usize,
) -> Result<Sampled> {
    let units = bitcode(&Input { files: vec![gsl.bitcode()], ..Input::default() }, &LoadOptions::default())?;
    let launcher = Launcher::this_program()?;
    let targets: Vec<Target> = signatures.iter().map(target_of).collect();
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Sampled::default());
    let work = || -> Result<()> {
        let options = EngineOptions { call_limit: Duration::from_millis(15), ..gsl_engine_options(true) };
        let mut engine = Engine::start(&launcher, &units, &targets, &options)?;
        loop {
            let target = next.fetch_add(1, Ordering::Relaxed);
            let Some(signature) = signatures.get(target) else { return Ok(()) };
            // Without a number there is nothing to draw.
            if !signature.parameters.contains(&Parameter::Double) {
                continue;
            }
            let (found, _) =
                baseline::sample(&mut engine, target, signature, UNTOUCHED, target as u64, limit)?;
            let mut all = all.lock().expect("no thread panics while it counts");
            for (site, exception) in
                found.into_keys().filter(|(_, exception)| *exception != Exception::Inexact)
            {
                let (site, property) = (module.site_name(site), exception.id().to_owned());
                all.pairs.insert((site.clone(), property.clone()));
                all.seen.insert((signature.name.clone(), site, property));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    Ok(all.into_inner().expect("no thread panics while it counts"))
}
