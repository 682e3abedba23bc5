//! Errors above the threshold, grouped by their causes: each is confirmed, and those that one
//! operation makes are one finding with many regions.

use super::subject::{Subject, output_name};
use super::{ExplainedError, explain, limits};
use crate::check::value_text;
use crate::context::RunContext;
use crate::describe::float_text;
use crate::error::DriverError;
use crate::options::AccuracyOptions;
use std::time::{Duration, Instant};
use ulpwise_accuracy::{
    ConfirmedError, Diagnosis, ErrorClass, ErrorConfirmer, ErrorRegion, Magnitude, Metric, SearchResult,
};
use ulpwise_finding::ErrorRegionDetail;
use ulpwise_float::Format;
use ulpwise_ir::{FloatFormat, SiteId};

/// How many regions are confirmed at most.
const MOST_CONFIRMED: usize = 96;

/// The least time for confirming; otherwise it is as long as the search.
const LEAST_TIME: Duration = Duration::from_secs(2);

/// A region whose error is confirmed.
#[derive(Clone, Debug)]
pub(super) struct RegionOfError {
    region: ErrorRegion,
    error: Magnitude,
    value: f64,
    output: usize,
}

impl RegionOfError {
    /// The region in words.
    pub(super) fn document(&self, subject: &Subject<'_>) -> ErrorRegionDetail {
        let at = self.region.at;
        let kind = subject.native.space.variables[at].kind;
        let text = |ordinal: i128| {
            let mut point = self.region.point.clone();
            point[at] = ordinal;
            value_text(kind, subject.native.values(&subject.domain.words(&point))[at])
        };
        let format = match subject.results.outputs[self.output].format {
            Format::F32 => FloatFormat::F32,
            _ => FloatFormat::F64,
        };
        let bits = match format {
            FloatFormat::F32 => u128::from((self.value as f32).to_bits()),
            _ => u128::from(self.value.to_bits()),
        };
        ErrorRegionDetail {
            input: subject.native.names[at].trim_start_matches('*').to_owned(),
            at: text(self.region.point[at]),
            from: text(self.region.ends[0]),
            to: text(self.region.ends[1]),
            error: self.error.to_string(),
            error_log2: (!self.error.is_zero()).then(|| self.error.log2()),
            computed: format!(
                "{} = {}",
                output_name(&subject.results.outputs[self.output]),
                float_text(format, bits)
            ),
        }
    }
}

/// What makes an error: the operation to look at, if one is known.
fn cause(diagnosis: Option<&Diagnosis>) -> Option<SiteId> {
    diagnosis.and_then(Diagnosis::guilty).map(|share| share.site)
}

/// Adds what causes errors above the threshold to what was found. Returns how many regions were not
/// looked at, for want of time.
pub(super) fn add(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    searched: &SearchResult,
    found: &mut Vec<ExplainedError>,
    (options, context): (&AccuracyOptions, &RunContext),
) -> Result<usize, DriverError> {
    let exponent = |region: &ErrorRegion| {
        let number = subject.domain.coordinates[region.at].number(region.point[region.at]);
        if number == 0.0 { -1075 } else { number.abs().log2().floor() as i32 }
    };
    let regions = searched.regions.above(options.threshold, exponent);
    let started = Instant::now();
    let limit = options.timeout.max(LEAST_TIME);
    let chosen = regions.len().min(MOST_CONFIRMED);
    for (number, region) in regions.into_iter().take(chosen).enumerate() {
        if started.elapsed() > limit || context.cancel.is_cancelled() {
            return Ok(chosen - number);
        }
        context.progress.detail(format!("{} of {chosen} inputs", number + 1));
        let words = subject.domain.words(&region.point);
        for confirmed in confirmer.confirm(&words)? {
            let Some(worst) = confirmed.exact().filter(|_| is_above(subject, &confirmed, options)) else {
                continue;
            };
            let diagnosis = explain(subject, confirmer, &confirmed, limits(options))?;
            let region = RegionOfError {
                region: region.clone(),
                error: worst.error,
                value: worst.value,
                output: worst.output,
            };
            let (class, site) = (confirmed.class, cause(diagnosis.as_ref()));
            let known = found
                .iter_mut()
                .find(|known| known.confirmed.class == class && cause(known.diagnosis.as_ref()) == site);
            match known {
                Some(known) => known.regions.push(region),
                None => found.push(ExplainedError { confirmed, diagnosis, regions: vec![region] }),
            }
        }
    }
    Ok(0)
}

/// Whether an error is one of a result that should not be zero, and above the threshold.
fn is_above(subject: &Subject<'_>, confirmed: &ConfirmedError, options: &AccuracyOptions) -> bool {
    if confirmed.class != ErrorClass::Inaccurate {
        return false;
    }
    confirmed.worst.is_some_and(|worst| {
        let format = subject.results.outputs[worst.output].format;
        Metric::Relative.error(worst.distance, worst.right_size, format).to_f64() >= options.threshold
    })
}
