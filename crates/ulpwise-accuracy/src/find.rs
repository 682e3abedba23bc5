//! All phases of the search: a short native search for values to start from, paths towards
//! inaccuracy, and the native search that makes the most of what both gave.

use crate::domain::{Coordinate, InputDomain, InputPoint};
use crate::event::{AccuracyEvent, SearchPhase};
use crate::incumbents::ErrorClass;
use crate::program::ShadowProgram;
use crate::search::{ErrorSearchOptions, SearchResult, Strategy, search};
use crate::symbolic::{PathSearch, follow};
use ulpwise_harness::Output;
use ulpwise_native::NativeError;

/// How many calls are made before paths are followed: at most so many, and at most this part of
/// all.
const SCOUTING_CALLS: u64 = 2000;
const SCOUTING_PART: u64 = 10;

/// How many of the worst inputs give their values to what is not symbolic.
const BASES: usize = 4;

/// Searches, and follows paths besides if that is asked for. A random search does not.
///
/// # Errors
/// The program cannot be run with shadow values.
pub fn find(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    outputs: &[Output],
    options: &ErrorSearchOptions,
    paths: Option<&PathSearch<'_>>,
) -> Result<SearchResult, NativeError> {
    let paths = paths.filter(|paths| !paths.time.is_zero() && options.strategy == Strategy::Guided);
    let Some(paths) = paths.filter(|_| !domain.varied.is_empty()) else {
        options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Search));
        return search(program, domain, outputs, options, &[]);
    };
    let calls = options.calls.map_or(SCOUTING_CALLS, |calls| (calls / SCOUTING_PART).min(SCOUTING_CALLS));
    let scouting = ErrorSearchOptions { calls: Some(calls.max(1)), ..options.clone() };
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Scouting));
    let scouted = search(program, domain, outputs, &scouting, &[])?;
    if scouted.not_returned == scouted.calls {
        return Ok(scouted);
    }
    let bases = bases(domain, &scouted);
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Paths));
    let followed = follow(paths, domain, &bases, options);
    let left = options.calls.map(|calls| calls.saturating_sub(scouted.calls).max(1));
    // The same seed would make the same calls again.
    let options =
        ErrorSearchOptions { calls: left, seed: options.seed.wrapping_add(1 << 32), ..options.clone() };
    let starts: Vec<InputPoint> = followed.points.iter().chain(&bases).cloned().collect();
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Search));
    let mut all = search(program, domain, outputs, &options, &starts)?;
    all.merge(scouted);
    all.followed = Some(followed);
    Ok(all)
}

/// The worst inputs so far, or any one.
fn bases(domain: &InputDomain, scouted: &SearchResult) -> Vec<InputPoint> {
    let worst = ErrorClass::ALL.iter().flat_map(|&class| scouted.incumbents.in_class(class).iter().take(2));
    let mut bases: Vec<InputPoint> = worst.map(|candidate| candidate.point.clone()).take(BASES).collect();
    if bases.is_empty() {
        // Somewhere in the middle of all ranges.
        bases.push(domain.coordinates.iter().map(Coordinate::middle).collect());
    }
    bases
}
