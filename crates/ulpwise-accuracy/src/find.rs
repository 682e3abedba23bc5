//! All phases of the search: a scan along single inputs, a short native search for values to start
//! from, paths towards inaccuracy, and the native search that makes the most of what they gave.

use crate::domain::{Coordinate, InputDomain, InputPoint};
use crate::event::{AccuracyEvent, SearchPhase};
use crate::incumbents::ErrorClass;
use crate::program::ShadowProgram;
use crate::regions::ErrorRegion;
use crate::scan;
use crate::search::{ErrorSearchOptions, SearchResult, Strategy, search};
use crate::success::CountedResults;
use crate::symbolic::{PathSearch, follow};
use std::time::Duration;
use ulpwise_native::NativeError;

/// How many calls are made before paths are followed: at most so many, and at most this part of
/// all.
const SCOUTING_CALLS: u64 = 2000;
const SCOUTING_PART: u64 = 10;
const SCOUTING_TIME: u32 = 10;

/// How many of the worst inputs give their values to what is not symbolic.
const BASES: usize = 4;

/// Which part of the time, and of the calls, goes to scanning functions of few inputs.
const SCANNED_TIME: f64 = 0.6;
const SCANNED_CALLS: u64 = 4;

/// With less time, functions of few inputs are only scanned: exact shadow values are not worth their
/// compilation.
const LEAST_EXACT: Duration = Duration::from_secs(4);

/// The least time of a phase.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// How many inputs with large errors of the scan the search goes on from.
const MOST_STARTS: usize = 40;

/// Scans functions of few inputs, searches, and follows paths besides if that is asked for. A random
/// search does nothing but search.
///
/// # Errors
/// The program cannot be run with shadow values.
pub fn find(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    results: &CountedResults,
    options: &ErrorSearchOptions,
    paths: Option<&PathSearch<'_>>,
) -> Result<SearchResult, NativeError> {
    let is_scanned =
        options.strategy == Strategy::Guided && (1..=scan::MOST_INPUTS).contains(&domain.varied.len());
    if !is_scanned {
        return search_and_follow(program, domain, results, options, &[], paths);
    }
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Scan));
    let calls = options.calls.map(|calls| (calls / SCANNED_CALLS).max(1));
    let is_short = options.time < LEAST_EXACT;
    let time = if is_short { options.time } else { options.time.mul_f64(SCANNED_TIME) };
    let scanning = ErrorSearchOptions { calls, time, ..options.clone() };
    let mut scanned = scan::scan(program, domain, results, &scanning)?;
    scanned.scanned = scanned.calls;
    // A run that the user ends keeps what it found.
    let is_ended = is_short || options.budget.check(0).is_err();
    if is_ended && !scanned.is_silent() {
        return Ok(scanned);
    }
    let of = |region: &ErrorRegion| region.point.clone();
    let starts = scanned.regions.above(0.0, |_| 0).into_iter().take(MOST_STARTS).map(of);
    let starts: Vec<InputPoint> = starts.chain(scanned.plain.iter().cloned()).collect();
    let left = options.calls.map(|calls| calls.saturating_sub(scanned.calls).max(1));
    let time = options.time.saturating_sub(time).max(LEAST_TIME);
    let options = ErrorSearchOptions { calls: left, time, ..options.clone() };
    let mut all = search_and_follow(program, domain, results, &options, &starts, paths)?;
    let followed = all.followed.take();
    all.merge(scanned);
    all.followed = followed;
    Ok(all)
}

/// Searches from some inputs on, and follows paths besides if that is asked for.
fn search_and_follow(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    results: &CountedResults,
    options: &ErrorSearchOptions,
    starts: &[InputPoint],
    paths: Option<&PathSearch<'_>>,
) -> Result<SearchResult, NativeError> {
    let paths = paths.filter(|paths| !paths.time.is_zero() && options.strategy == Strategy::Guided);
    let Some(paths) = paths.filter(|_| !domain.varied.is_empty()) else {
        options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Search));
        return search(program, domain, results, options, starts);
    };
    let calls = options.calls.map_or(SCOUTING_CALLS, |calls| (calls / SCOUTING_PART).min(SCOUTING_CALLS));
    let time = options.time / SCOUTING_TIME;
    let scouting = ErrorSearchOptions { calls: Some(calls.max(1)), time, ..options.clone() };
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Scouting));
    let scouted = search(program, domain, results, &scouting, starts)?;
    if scouted.is_silent() || options.budget.check(0).is_err() {
        return Ok(scouted);
    }
    let bases = bases(domain, &scouted);
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Paths));
    let following = PathSearch { time: paths.time.min(options.time / 2), ..*paths };
    let followed = follow(&following, domain, &bases, options);
    let left = options.calls.map(|calls| calls.saturating_sub(scouted.calls).max(1));
    let time = options.time.saturating_sub(time + following.time).max(LEAST_TIME);
    // The same seed would make the same calls again.
    let options =
        ErrorSearchOptions { calls: left, time, seed: options.seed.wrapping_add(1 << 32), ..options.clone() };
    let starts: Vec<InputPoint> = followed.points.iter().chain(&bases).chain(starts).cloned().collect();
    options.progress_sink.emit(|| AccuracyEvent::PhaseBegins(SearchPhase::Search));
    let mut all = search(program, domain, results, &options, &starts)?;
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
