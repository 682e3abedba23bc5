//! The error along one input, while all others stay as they are: what a plot shows.
//!
//! What holds: every error was measured as the worst one was ([`ErrorConfirmer`]); where a call
//! says nothing about an error, the reason stands in its place.

use crate::confirm::{ErrorConfirmer, Settled};
use crate::domain::{InputDomain, InputPoint};
use crate::size::Magnitude;
use ulpwise_native::NativeError;

/// What a call says at one value of the input that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SampleResult {
    /// The largest error of an output; zero if all are right.
    Error(Magnitude),
    /// An output is infinite or NaN where a number is right, or the other way round.
    OtherKind,
    /// No output is a number, and none should be; none is computed; or the call says that it failed.
    NoNumber,
    /// The call does not return.
    NotReturned,
    /// What is right could not be settled.
    Open,
}

/// A value of the input that moves, and what the call says there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The value.
    pub number: f64,
    /// What the call says.
    pub seen: SampleResult,
}

/// Into how many parts a range is cut to see how much the error depends on an input.
const PROBES: i128 = 24;

/// An error of nothing counts as this when errors are compared, as a binary logarithm.
const NOTHING: f64 = -60.0;

/// The errors at these values of one input; values that an assumption excludes are left out.
///
/// # Errors
/// The program cannot be run.
pub fn along(
    confirmer: &mut ErrorConfirmer<'_>,
    domain: &InputDomain,
    base: &InputPoint,
    at: usize,
    numbers: &[f64],
) -> Result<Vec<Sample>, NativeError> {
    let mut ordinals: Vec<i128> =
        numbers.iter().map(|&number| domain.coordinates[at].nearest(number)).collect();
    ordinals.sort_unstable();
    ordinals.dedup();
    at_ordinals(confirmer, domain, base, at, &ordinals)
}

fn at_ordinals(
    confirmer: &mut ErrorConfirmer<'_>,
    domain: &InputDomain,
    base: &InputPoint,
    at: usize,
    ordinals: &[i128],
) -> Result<Vec<Sample>, NativeError> {
    let mut samples = Vec::new();
    for &ordinal in ordinals {
        let mut point = base.clone();
        point[at] = ordinal;
        let mut words = Vec::new();
        if domain.push(&point, &mut words) {
            let seen = seen(confirmer.settled(&words)?);
            samples.push(Sample { number: domain.coordinates[at].number(ordinal), seen });
        }
    }
    Ok(samples)
}

fn seen(settled: Settled) -> SampleResult {
    match settled {
        Settled::NotReturned => SampleResult::NotReturned,
        Settled::Failed => SampleResult::NoNumber,
        Settled::No | Settled::NotExact(_) => SampleResult::Open,
        Settled::Yes(call, _) if !call.diverged.is_empty() => SampleResult::Open,
        Settled::Yes(call, _) if !call.differing.is_empty() => SampleResult::OtherKind,
        Settled::Yes(call, _) => {
            call.worst().map_or(SampleResult::NoNumber, |worst| SampleResult::Error(worst.error))
        }
    }
}

/// The one of some inputs on which the error depends most: between its values errors are furthest
/// apart, in orders of magnitude.
///
/// # Errors
/// The program cannot be run.
pub fn most_sensitive(
    confirmer: &mut ErrorConfirmer<'_>,
    domain: &InputDomain,
    base: &InputPoint,
    inputs: &[usize],
) -> Result<Option<usize>, NativeError> {
    if let [only] = inputs {
        return Ok(Some(*only));
    }
    let mut best: Option<(f64, usize)> = None;
    for &at in inputs {
        let coordinate = domain.coordinates[at];
        let width = coordinate.high - coordinate.low;
        let ordinals: Vec<i128> =
            (0..=PROBES).map(|part| coordinate.low + width / PROBES * part).chain([base[at]]).collect();
        let samples = at_ordinals(confirmer, domain, base, at, &ordinals)?;
        let logs = samples.iter().filter_map(|sample| match sample.seen {
            SampleResult::Error(error) => Some(error.log2().max(NOTHING)),
            _ => None,
        });
        let (least, most) = logs
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), log| (least.min(log), most.max(log)));
        let spread = most - least;
        if best.is_none_or(|(known, _)| spread > known) {
            best = Some((spread, at));
        }
    }
    Ok(best.map(|(_, at)| at))
}
