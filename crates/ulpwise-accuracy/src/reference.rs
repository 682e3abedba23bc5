//! Errors against a reference: another function, or a formula, that says what is right.
//!
//! Shadow values see what roundings do to an algorithm. That the algorithm itself is wrong only
//! something else can say. Inputs are tried around those that are known to be bad and all over the
//! ranges; each is computed by unoptimised code, and held against what the reference says.

use crate::domain::{Coordinate, InputDomain, InputPoint};
use crate::draw::InputSampler;
use crate::incumbents::ErrorClass;
use crate::metric::Metric;
use crate::program::ShadowProgram;
use crate::reading::{OutputReading, value_of};
use crate::size::Magnitude;
use crate::success::CountedResults;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use ulpwise_base::Budget;
use ulpwise_native::{CallEnd, Engine, NativeError};

/// A call that was made.
#[derive(Clone, Debug)]
pub struct ComputedCall {
    /// Its words.
    pub words: Vec<u64>,
    /// What it computed, for each output that counts.
    pub values: Vec<f64>,
}

/// What a reference says of an output.
#[derive(Clone, Debug, PartialEq)]
pub enum RightValue {
    /// A number.
    Number {
        /// Rounded to double.
        nearest: f64,
        /// Its magnitude.
        size: Magnitude,
        /// How far what was computed is from it; of what is no number, nothing.
        distance: Option<Magnitude>,
    },
    /// Infinite, or no number.
    Special(f64),
}

/// What a reference says of a call: of each output that counts, or why it says nothing.
pub type RightCall = Result<Vec<RightValue>, UnknownTruth>;

/// Why it is not known what is right, as the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTruth(pub String);

impl fmt::Display for UnknownTruth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownTruth {}

/// Something that says what is right.
pub trait Reference {
    /// Why it can say nothing more.
    type Error: From<NativeError>;

    /// What is right for each of some calls.
    ///
    /// # Errors
    /// It can say nothing, of these calls and others.
    fn right(&mut self, calls: &[ComputedCall]) -> Result<Vec<RightCall>, Self::Error>;
}

/// An error against a reference.
#[derive(Clone, Debug)]
pub struct ReferenceError {
    /// The input.
    pub point: InputPoint,
    /// The words of the call.
    pub words: Vec<u64>,
    /// The output, what was computed, what is right, and how far they are apart. Where one of both
    /// is no number, the error is nothing.
    pub reading: OutputReading,
}

/// What comparing with a reference came to.
#[derive(Clone, Debug, Default)]
pub struct ReferenceResult {
    /// The worst of each class.
    pub worst: BTreeMap<ErrorClass, ReferenceError>,
    /// How many calls were compared.
    pub compared: u64,
    /// How many calls the reference says nothing of, and why of the first.
    pub unknown: u64,
    /// See `unknown`.
    pub unknown_example: Option<(InputPoint, String)>,
}

/// How inputs are compared.
#[derive(Clone, Debug)]
pub struct ReferenceOptions {
    /// What counts as an error.
    pub metric: Metric,
    /// Makes other choices.
    pub seed: u64,
    /// How many calls are compared at most.
    pub calls: u64,
    /// When to stop.
    pub budget: Budget,
}

/// How many calls are compared at once.
const BATCH: usize = 64;

/// How many inputs are kept to go on from.
const POPULATION: usize = 16;

/// Compares calls with a reference, beginning with some inputs.
///
/// # Errors
/// The program cannot be run, or the reference says nothing more.
pub fn compare<R: Reference>(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    results: &CountedResults,
    reference: &mut R,
    starts: &[InputPoint],
    options: &ReferenceOptions,
) -> Result<ReferenceResult, R::Error> {
    let engine = program.plain()?;
    let mut comparison = ComparisonRun {
        engine,
        domain,
        results,
        options,
        population: Vec::new(),
        found: ReferenceResult::default(),
    };
    let mut sampler = InputSampler::new(domain, options.seed);
    let mut made = 0;
    let starts: Vec<InputPoint> = starts.iter().cloned().chain(ends(domain)).collect();
    for part in starts.chunks(BATCH) {
        made += comparison.round(reference, part)?;
        if comparison.is_over(made) {
            return Ok(comparison.found);
        }
    }
    if domain.varied.is_empty() {
        comparison.round(reference, &[sampler.evenly()])?;
        return Ok(comparison.found);
    }
    while !comparison.is_over(made) {
        let points: Vec<InputPoint> =
            (0..BATCH).map(|number| comparison.next(&mut sampler, number)).collect();
        made += comparison.round(reference, &points)?.max(1);
    }
    Ok(comparison.found)
}

/// Inputs at both ends of each range, with the others in the middle of theirs.
fn ends(domain: &InputDomain) -> impl Iterator<Item = InputPoint> + '_ {
    let middle: InputPoint = domain.coordinates.iter().map(Coordinate::middle).collect();
    let of = move |&at: &usize| {
        domain.coordinates[at].ends().map(|end| {
            let mut point = middle.clone();
            point[at] = end;
            point
        })
    };
    domain.varied.iter().take(BATCH).flat_map(of)
}

/// A comparison under way.
struct ComparisonRun<'a> {
    engine: Engine,
    domain: &'a InputDomain,
    results: &'a CountedResults,
    options: &'a ReferenceOptions,
    /// Inputs with large errors and their logarithms, the largest first.
    population: Vec<(f64, InputPoint)>,
    found: ReferenceResult,
}

impl ComparisonRun<'_> {
    fn is_over(&self, made: u64) -> bool {
        made >= self.options.calls || self.options.budget.check(made).is_err()
    }

    /// Half of the inputs are fresh, a quarter by magnitude and along all of the range; the others lie
    /// near those with large errors.
    fn next(&self, sampler: &mut InputSampler<'_>, number: usize) -> InputPoint {
        match number % 4 {
            0 => sampler.fresh(),
            1 => sampler.evenly(),
            _ if self.population.is_empty() => sampler.fresh(),
            _ => {
                let base = sampler.random.choose(&self.population).1.clone();
                let mate = sampler.random.choose(&self.population).1.clone();
                match number % 8 {
                    2 => sampler.changed(&base, &mate),
                    _ => {
                        let at = *sampler.random.choose(&self.domain.varied);
                        let mut point = base;
                        point[at] = sampler.near(&self.domain.coordinates[at], point[at]);
                        point
                    }
                }
            }
        }
    }

    /// Makes calls and compares them; how many.
    fn round<R: Reference>(&mut self, reference: &mut R, points: &[InputPoint]) -> Result<u64, R::Error> {
        let mut words = Vec::new();
        let meant: Vec<&InputPoint> =
            points.iter().filter(|point| self.domain.push(point, &mut words)).collect();
        if meant.is_empty() {
            return Ok(points.len() as u64);
        }
        let mut calls = Vec::new();
        let mut of_points = Vec::new();
        let outcomes = self.engine.run(0, &words)?;
        for ((outcome, words), point) in outcomes.iter().zip(words.chunks(self.domain.width())).zip(meant) {
            let succeeds = self.results.success.is_none_or(|success| success.holds(&outcome.output));
            if outcome.end != CallEnd::Returned || !succeeds {
                continue;
            }
            let values = self.results.outputs.iter();
            let values = values.map(|output| value_of(output, &outcome.output).unwrap_or(f64::NAN));
            calls.push(ComputedCall { words: words.to_vec(), values: values.collect() });
            of_points.push(point.clone());
        }
        let answers = reference.right(&calls)?;
        for ((call, point), answer) in calls.into_iter().zip(of_points).zip(answers) {
            match answer {
                Err(why) => {
                    self.found.unknown += 1;
                    self.found.unknown_example.get_or_insert((point, why.0));
                }
                Ok(values) => {
                    self.found.compared += 1;
                    self.compare(&call, &point, &values);
                }
            }
        }
        Ok(points.len() as u64)
    }

    fn compare(&mut self, call: &ComputedCall, point: &InputPoint, right: &[RightValue]) {
        let mut largest = f64::NEG_INFINITY;
        for (output, (&value, right)) in call.values.iter().zip(right).enumerate() {
            let Some((class, reading)) = self.reading(output, value, right) else { continue };
            if class == ErrorClass::Inaccurate {
                largest = largest.max(reading.error.log2());
            }
            let known = self.found.worst.get(&class);
            let order = |known: &ReferenceError| reading.error.partial_cmp(&known.reading.error);
            if known.is_none_or(|known| order(known) == Some(Ordering::Greater)) {
                let (point, words) = (point.clone(), call.words.clone());
                self.found.worst.insert(class, ReferenceError { point, words, reading });
            }
        }
        if largest.is_finite() && !self.population.iter().any(|(_, known)| known == point) {
            self.population.push((largest, point.clone()));
            self.population.sort_by(|a, b| b.0.total_cmp(&a.0));
            self.population.truncate(POPULATION);
        }
    }

    /// The error of an output; nothing if there is none.
    fn reading(&self, output: usize, value: f64, right: &RightValue) -> Option<(ErrorClass, OutputReading)> {
        let format = self.results.outputs[output].format;
        let other_kind = |right: f64| {
            let reading = OutputReading {
                output,
                value,
                right,
                right_size: Magnitude::ZERO,
                distance: Magnitude::ZERO,
                error: Magnitude::ZERO,
            };
            Some((ErrorClass::OtherKind, reading))
        };
        match *right {
            RightValue::Special(right) if value == right || (value.is_nan() && right.is_nan()) => None,
            RightValue::Special(right) => other_kind(right),
            // What is beyond all numbers of the format is rightly infinite.
            RightValue::Number { nearest, size, distance: None } => {
                let is_beyond = size.exponent().is_some_and(|exponent| exponent > format.max_exponent());
                let overflows = (is_beyond || nearest.is_infinite())
                    && value.is_infinite()
                    && value.signum() == nearest.signum();
                if overflows { None } else { other_kind(nearest) }
            }
            RightValue::Number { nearest, size, distance: Some(distance) } => {
                let error = self.options.metric.error(distance, size, format);
                let class = if size.is_zero() { ErrorClass::NotZero } else { ErrorClass::Inaccurate };
                let reading =
                    OutputReading { output, value, right: nearest, right_size: size, distance, error };
                (!error.is_zero()).then_some((class, reading))
            }
        }
    }
}
