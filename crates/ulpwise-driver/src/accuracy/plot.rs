//! `--plot`: the error against one input, the others as they are in the worst case, as a chart.

use super::subject::Subject;
use super::{ExplainedError, Findings};
use crate::check::value_text;
use crate::error::DriverError;
use crate::options::AccuracyOptions;
use ulpwise_accuracy::{ErrorConfirmer, InputPoint, Magnitude, Sample, SampleResult, along, most_sensitive};
use ulpwise_base::SplitMix64;
use ulpwise_harness::names::source_name;
use ulpwise_report::axis::Axis;
use ulpwise_report::chart::{Chart, ChartLine, Strip};

/// How many columns the chart has, and how many values of the input are tried in each.
const COLUMNS: usize = 240;
const PER_COLUMN: usize = 5;

/// The inputs that may be the one that moves.
///
/// # Errors
/// There is none, or none of the name that is asked for.
pub(super) fn movable(subject: &Subject<'_>, wanted: Option<&str>) -> Result<Vec<usize>, DriverError> {
    let function = source_name(&subject.module.functions[subject.function]);
    let varied = &subject.domain.varied;
    let name = |at: usize| subject.native.names[at].trim_start_matches('*');
    if varied.is_empty() {
        return Err(DriverError::refused(format!(
            "--plot: no input of `{function}` has more than one value, so there is nothing to plot against"
        )));
    }
    let Some(wanted) = wanted else { return Ok(varied.clone()) };
    let is = |own: &str| {
        own == wanted || own.strip_prefix(wanted).is_some_and(|rest| rest.starts_with(['[', '(', '.']))
    };
    let chosen: Vec<usize> = varied.iter().copied().filter(|&at| is(name(at))).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = varied.iter().take(12).map(|&at| name(at)).collect();
        return Err(DriverError::refused(format!(
            "--plot-input {wanted}: `{function}` has no such input with more than one value"
        ))
        .with_help(format!("such inputs are {}", names.join(", "))));
    }
    Ok(chosen)
}

/// The chart; `None` if there is no worst case to fix the other inputs at.
pub(super) fn draw(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    findings: &Findings,
    movable: &[usize],
    options: &AccuracyOptions,
) -> Result<Option<String>, DriverError> {
    let Some(worst) = findings.found.first() else { return Ok(None) };
    let base = point_of(subject, worst);
    let Some(at) = most_sensitive(confirmer, &subject.domain, &base, movable)? else { return Ok(None) };
    let coordinate = subject.domain.coordinates[at];
    let [low, high] = coordinate.ends().map(|place| coordinate.number(place));
    let axis = Axis::between(low, high);
    let own = coordinate.number(base[at]);
    let numbers = numbers(&axis, own, options.seed);
    let samples = along(confirmer, &subject.domain, &base, at, &numbers)?;
    let name = subject.native.names[at].trim_start_matches('*').to_owned();
    let function = source_name(&subject.module.functions[subject.function]);
    let fixed = subject.domain.varied.len() - 1;
    let others = match fixed {
        0 => "it is the only input that varies".to_owned(),
        1 => "the other input is as in the worst case".to_owned(),
        more => format!("the {more} other inputs are as in the worst case"),
    };
    let error = worst.confirmed.error();
    let text = value_text(
        subject.native.space.variables[at].kind,
        subject.native.values(&worst.confirmed.words)[at],
    );
    let mark = (!error.is_zero()).then(|| ((own, log10(error)), format!("{error} at {name} = {text}")));
    let chart = Chart {
        title: format!("{} error of {function}", options.metric.id()),
        subtitle: format!("{name} moves, {others}"),
        across: name,
        axis,
        lines: vec![ChartLine { name: "largest in each column".into(), pieces: pieces(&axis, &samples) }],
        dots: samples.iter().filter_map(measured).collect(),
        mark,
        strips: [
            ("exact", SampleResult::Error(Magnitude::ZERO)),
            ("other kind", SampleResult::OtherKind),
            ("no number", SampleResult::NoNumber),
            ("no return", SampleResult::NotReturned),
            ("not settled", SampleResult::Open),
        ]
        .into_iter()
        .map(|(name, seen)| Strip { name: name.into(), places: places(&samples, seen) })
        .collect(),
    };
    Ok(Some(chart.svg()))
}

/// The point of a confirmed input.
fn point_of(subject: &Subject<'_>, finding: &ExplainedError) -> InputPoint {
    let values = subject.native.values(&finding.confirmed.words);
    subject.domain.coordinates.iter().zip(values).map(|(coordinate, bits)| coordinate.ordinal(bits)).collect()
}

/// The values that are tried: some in each column, and those next to the worst case.
fn numbers(axis: &Axis, own: f64, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    let mut numbers = vec![axis.low, axis.high, own, own.next_up(), own.next_down()];
    for column in 0..COLUMNS {
        for _ in 0..PER_COLUMN {
            let part = (random.next_u64() >> 11) as f64 * 2f64.powi(-53);
            numbers.push(axis.at((column as f64 + part) / COLUMNS as f64));
        }
    }
    numbers
}

/// A measured error that is not zero, with its decimal logarithm.
fn measured(sample: &Sample) -> Option<(f64, f64)> {
    match sample.seen {
        SampleResult::Error(error) if !error.is_zero() => Some((sample.number, log10(error))),
        _ => None,
    }
}

fn log10(error: Magnitude) -> f64 {
    error.log2() * std::f64::consts::LOG10_2
}

fn places(samples: &[Sample], seen: SampleResult) -> Vec<f64> {
    samples.iter().filter(|sample| sample.seen == seen).map(|sample| sample.number).collect()
}

/// The largest error of each column. A column in which some call says nothing about an error ends a
/// piece: the line does not go over what is not known.
fn pieces(axis: &Axis, samples: &[Sample]) -> Vec<Vec<(f64, f64)>> {
    let column = |sample: &Sample| (axis.share(sample.number) * COLUMNS as f64) as usize;
    let mut pieces: Vec<Vec<(f64, f64)>> = vec![Vec::new()];
    for of_column in samples.chunk_by(|one, other| column(one) == column(other)) {
        let is_known = of_column.iter().all(|sample| matches!(sample.seen, SampleResult::Error(_)));
        let largest = of_column.iter().filter_map(measured).max_by(|one, other| one.1.total_cmp(&other.1));
        match (largest, pieces.last_mut()) {
            (Some(largest), Some(piece)) if is_known => piece.push(largest),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_calls_do_not_return() {
        let axis = Axis::between(0.0, 240.0);
        let sample = |number: f64, seen: SampleResult| Sample { number, seen };
        let error = |size: f64| SampleResult::Error(Magnitude::new(size, 0).unwrap());
        let samples = [
            sample(0.2, error(1e-3)),
            sample(0.4, error(1e-2)),
            sample(1.5, error(1e-4)),
            sample(2.5, SampleResult::NotReturned),
            sample(2.6, error(1.0)),
            sample(3.5, error(1e-5)),
        ];
        let drawn = pieces(&axis, &samples);
        assert_eq!(drawn.len(), 2);
        assert_eq!(drawn[0].iter().map(|point| point.0).collect::<Vec<_>>(), [0.4, 1.5]);
        assert_eq!(drawn[1].iter().map(|point| point.0).collect::<Vec<_>>(), [3.5]);
        assert_eq!(places(&samples, SampleResult::NotReturned), [2.5]);
    }
}
