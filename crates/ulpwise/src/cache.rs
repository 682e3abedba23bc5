//! `ulpwise cache`: the verdicts that are kept by content, counted, trimmed and removed.

use crate::args::{CacheArguments, CacheTask};
use crate::failure::Failure;
use crate::output::Report;
use std::time::Duration;
use ulpwise_driver::cache::{Cache, Trimmed, existing_folder};
use ulpwise_report::text::count;

/// Runs the command.
pub(crate) fn cache(arguments: &CacheArguments) -> Result<Report, Failure> {
    let here = || existing_folder(&std::env::current_dir().ok()?);
    let Some(folder) = arguments.cache.clone().or_else(here) else {
        return Err(
            Failure::bad_input("this project has no cache").help("`ulpwise check --cache` begins one")
        );
    };
    if !folder.join("entries").is_dir() {
        return Err(Failure::bad_input(format!("{} is not a cache", folder.display())));
    }
    let cache = Cache::open(&folder)?;
    let done = match arguments.task {
        CacheTask::Show => show(&cache),
        CacheTask::Trim { size, days } => {
            let longest = days.map(|days| Duration::from_secs(86_400 * u64::from(days)));
            removed(&cache, cache.trim(size.saturating_mul(1 << 20), longest))
        }
        CacheTask::Clear => removed(&cache, cache.clear()),
    };
    Ok(Report::success(done))
}

fn show(cache: &Cache) -> String {
    let state = cache.state();
    let entries = count(state.entries, "function", "functions");
    let days = state.oldest.map(|age| age.as_secs() / 86_400).filter(|&days| days > 0);
    let age = days.map(|days| format!(", not all used in the last {}", count(days as usize, "day", "days")));
    format!("{}: {entries}, {}{}\n", cache.folder().display(), size(state.bytes), age.unwrap_or_default())
}

fn removed(cache: &Cache, trimmed: Trimmed) -> String {
    let entries = count(trimmed.entries, "function", "functions");
    format!("{entries} removed, {}\n{}", size(trimmed.bytes), show(cache))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}
