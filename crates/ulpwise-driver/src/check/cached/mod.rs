//! Verdicts kept by content: what is known of a function is taken from the cache as long as nothing
//! has changed on which it depends, wherever the function stands now.

mod environment;
mod key;
mod record;

use super::store::FunctionRecord;
use super::work::Work;
use crate::cache::{Cache, MOST_BYTES};
use crate::error::DriverError;
use crate::options::CheckOptions;
use key::ProgramKey;
use record::SiteNames;
use std::sync::atomic::{AtomicBool, Ordering};
use ulpwise_exceptions::Ledger;
use ulpwise_harness::Inputs;
use ulpwise_ir::FunctionId;
use ulpwise_llvm::Loaded;

/// The cache of a check.
pub(super) struct CachedVerdicts<'m> {
    cache: Cache,
    program: ProgramKey,
    names: SiteNames<'m>,
    cannot_write: AtomicBool,
}

impl<'m> CachedVerdicts<'m> {
    /// The cache that the options name, if they name one.
    pub(super) fn open(
        options: &CheckOptions,
        loaded: &'m Loaded,
    ) -> Result<Option<CachedVerdicts<'m>>, DriverError> {
        let Some(folder) = &options.cache else { return Ok(None) };
        Ok(Some(CachedVerdicts {
            cache: Cache::open(folder)?,
            program: ProgramKey::new(options, loaded),
            names: SiteNames::new(&loaded.module),
            cannot_write: AtomicBool::new(false),
        }))
    }

    /// How many functions were taken from it.
    pub(super) fn found(&self) -> usize {
        self.cache.found()
    }

    /// What to say about it at the end; what was not used for the longest time goes where it has grown
    /// too large.
    pub(super) fn finish(&self) -> Option<String> {
        self.cache.trim(MOST_BYTES, None);
        let folder = self.cache.folder().display();
        if self.cannot_write.load(Ordering::Relaxed) {
            return Some(format!("the cache {folder} cannot be written: the next run will take as long"));
        }
        let what = match self.cache.discarded() {
            0 => return None,
            1 => "1 entry".to_owned(),
            many => format!("{many} entries"),
        };
        Some(format!("{what} of the cache {folder} damaged or not written by this user: discarded"))
    }
}

impl Work<'_> {
    /// The key of a function, if there is a cache.
    pub(super) fn cache_key(&self, function: FunctionId, inputs: &Inputs) -> Option<String> {
        let cached = self.cached.as_ref()?;
        Some(cached.program.of_function(self.module, function, self.arguments(function), inputs))
    }

    /// What the cache knows of a function.
    pub(super) fn load_cached(&self, key: &str, empty: Ledger) -> Option<FunctionRecord> {
        let cached = self.cached.as_ref()?;
        let text = cached.cache.read(key)?;
        let record = record::read(&text, &cached.names, empty);
        if record.is_none() {
            cached.cache.discard_read();
        }
        record
    }

    /// Keeps what is known of a function. What contradicts itself, or was cut short, is not kept.
    pub(super) fn save_cached(&self, key: &str, known: &FunctionRecord) {
        let Some(cached) = &self.cached else { return };
        if !known.outcome.refuted.is_empty() || self.context.cancel.is_cancelled() {
            return;
        }
        let text = record::write(&cached.names, known);
        if cached.cache.write(key, &text).is_err() {
            cached.cannot_write.store(true, Ordering::Relaxed);
        }
    }
}
