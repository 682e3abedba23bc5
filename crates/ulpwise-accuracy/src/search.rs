//! The search for the input with the largest error: fresh inputs of many shapes, changes of the
//! worst ones, lines along which what is right becomes zero, and steps of single ordinals around
//! the incumbent. Every call computes shadow values, so that its error is measured.

use crate::calls::CallReader;
use crate::domain::{InputDomain, InputPoint};
use crate::draw::InputSampler;
use crate::event::{AccuracyEvent, LargestErrors};
use crate::incumbents::{ErrorClass, Incumbents};
use crate::line::SignLine;
use crate::metric::Metric;
use crate::program::ShadowProgram;
use crate::reading::CallReading;
use crate::regions::ErrorRegions;
use crate::success::CountedResults;
use crate::symbolic::PathsFollowed;
use std::thread;
use std::time::Duration;
use ulpwise_base::{Budget, ProgressSink, SharedWork};
use ulpwise_native::{CallEnd, Engine, NativeError, Optimisation};

/// The bits of shadow values while searching: enough for sums of products of floats of all
/// magnitudes.
const SEARCH_BITS: u32 = 700;

/// Below that part of what is computed, what seems right is taken for zero: it is rather what the
/// shadow values' own rounding left of it.
const RELIABLE_BITS: u32 = 300;

/// How many inputs are kept to go on from.
const POPULATION: usize = 20;

/// How many lines are searched at once.
const LINES: usize = 6;

/// How many inputs of each way are tried in a round.
const FRESH: usize = 60;
const CHANGED: usize = 140;
const FROM_STARTS: usize = 40;

/// How many inputs are tried before anything else, and how many more if no call returns.
const FIRST: usize = 16;
const MORE: usize = 240;

/// Every so many rounds the incumbents are polished.
const POLISH_EVERY: u64 = 8;

/// How inputs are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// By all means.
    #[default]
    Guided,
    /// Evenly from the ranges, each independent of the others: something to compare with.
    Random,
}

/// What is searched for, and how.
#[derive(Clone, Debug)]
pub struct ErrorSearchOptions {
    /// What counts as an error.
    pub metric: Metric,
    /// How inputs are chosen.
    pub strategy: Strategy,
    /// Makes other choices.
    pub seed: u64,
    /// When to stop, whatever is left of the time.
    pub budget: Budget,
    /// How long to search, without what compiling takes.
    pub time: Duration,
    /// How many calls to make at most, of all jobs together.
    pub calls: Option<u64>,
    /// How many processes search.
    pub jobs: usize,
    /// Relative errors from here on are kept apart by the regions that they lie in.
    pub threshold: f64,
    /// Numbers that the program compares with.
    pub landmarks: Vec<f64>,
    /// Receives progress events.
    pub progress_sink: ProgressSink<AccuracyEvent>,
}

/// What a search found, not confirmed yet.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The worst inputs.
    pub incumbents: Incumbents,
    /// How many calls were made.
    pub calls: u64,
    /// How many of them did not return, and the input of the first of them.
    pub not_returned: u64,
    /// An input with which a call did not return, and how it ended.
    pub lost: Option<(InputPoint, CallEnd)>,
    /// How many said that they failed.
    pub failed: u64,
    /// How many returned without computing any of the outputs.
    pub without_output: u64,
    /// An input with which no output is computed.
    pub empty: Option<InputPoint>,
    /// What following paths came to, if they were followed.
    pub followed: Option<PathsFollowed>,
    /// Errors above the threshold, by the parts of inputs' ranges.
    pub regions: ErrorRegions,
    /// Some inputs on which calls count.
    pub plain: Vec<InputPoint>,
    /// How many of the calls had cheap shadow values.
    pub scanned: u64,
}

impl SearchResult {
    pub(crate) fn merge(&mut self, other: SearchResult) {
        self.incumbents.merge(other.incumbents);
        self.calls += other.calls;
        self.not_returned += other.not_returned;
        self.without_output += other.without_output;
        self.lost = self.lost.take().or(other.lost);
        self.empty = self.empty.take().or(other.empty);
        self.failed += other.failed;
        self.scanned += other.scanned;
        self.regions.merge(other.regions);
        self.plain.extend(other.plain);
    }

    /// Counts a call; whether it says something about errors.
    pub(crate) fn count(&mut self, point: &InputPoint, call: &CallReading) -> bool {
        self.calls += 1;
        if call.end != CallEnd::Returned {
            self.not_returned += 1;
            self.lost.get_or_insert_with(|| (point.clone(), call.end));
            return false;
        }
        if call.has_failed {
            self.failed += 1;
            return false;
        }
        if call.readings.is_empty() && call.differing.is_empty() && call.not_numbers == 0 {
            self.without_output += 1;
            self.empty.get_or_insert_with(|| point.clone());
            return false;
        }
        true
    }

    /// Whether no call returned and said that it succeeded.
    pub(crate) fn is_silent(&self) -> bool {
        self.not_returned + self.failed == self.calls
    }
}

/// Searches with several jobs, each with a seed of its own, and beginning with some inputs that are
/// given.
///
/// # Errors
/// The program cannot be run with shadow values.
pub fn search(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    results: &CountedResults,
    options: &ErrorSearchOptions,
    starts: &[InputPoint],
) -> Result<SearchResult, NativeError> {
    let jobs = options.jobs.max(1);
    let calls = options.calls.map(|calls| calls.div_ceil(jobs as u64));
    let work = &SharedWork::begin();
    let searched: Vec<Result<SearchResult, NativeError>> = thread::scope(|scope| {
        let start = |job: usize| {
            let seed = options.seed.wrapping_add((job as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let search = move || -> Result<SearchResult, NativeError> {
                let engine = program.with_shadow_values(SEARCH_BITS, Optimisation::Optimised)?;
                let budget = options.budget.clone().with_cpu_time(options.time);
                let options = ErrorSearchOptions { seed, calls, budget, ..options.clone() };
                SearchJob::new(engine, domain, results, &options, starts).run()
            };
            scope.spawn(move || work.part(search))
        };
        let jobs: Vec<_> = (0..jobs).map(start).collect();
        jobs.into_iter().map(|job| job.join().expect("a job panicked")).collect()
    });
    work.end();
    let mut all = SearchResult::default();
    for result in searched {
        all.merge(result?);
    }
    Ok(all)
}

/// An input to go on from.
#[derive(Clone, Debug)]
struct PopulationMember {
    point: InputPoint,
    /// The logarithm of its error.
    score: f64,
    /// The output with that error.
    output: usize,
}

/// One search.
struct SearchJob<'a> {
    engine: Engine,
    domain: &'a InputDomain,
    results: &'a CountedResults,
    options: &'a ErrorSearchOptions,
    drawer: InputSampler<'a>,
    /// Of inputs for which something other than zero is right, and of those for which zero is.
    populations: [Vec<PopulationMember>; 2],
    lines: Vec<SignLine>,
    /// Inputs worth going on from, whatever their own errors are.
    starts: &'a [InputPoint],
    found: SearchResult,
}

impl<'a> SearchJob<'a> {
    fn new(
        engine: Engine,
        domain: &'a InputDomain,
        results: &'a CountedResults,
        options: &'a ErrorSearchOptions,
        starts: &'a [InputPoint],
    ) -> Self {
        Self {
            engine,
            domain,
            results,
            options,
            drawer: InputSampler::new(domain, options.seed),
            populations: [Vec::new(), Vec::new()],
            lines: Vec::new(),
            starts,
            found: SearchResult::default(),
        }
    }

    fn run(mut self) -> Result<SearchResult, NativeError> {
        let first: Vec<InputPoint> = (0..FIRST).map(|_| self.drawer.evenly()).collect();
        self.call(&first)?;
        // Without anything to vary, one call says it all.
        if self.domain.varied.is_empty() {
            return Ok(self.found);
        }
        self.call(self.starts)?;
        for _ in 0..MORE / FIRST {
            let is_slow = matches!(self.found.lost, Some((_, CallEnd::TimedOut)));
            if self.found.is_silent() && !is_slow && !self.is_over() {
                let more: Vec<InputPoint> = (0..FIRST).map(|_| self.drawer.fresh()).collect();
                self.call(&more)?;
            }
        }
        // A program that returns on none of these is given up.
        if self.found.is_silent() {
            return Ok(self.found);
        }
        let mut round = 0;
        while !self.is_over() {
            match self.options.strategy {
                Strategy::Random => {
                    let points: Vec<InputPoint> =
                        (0..FRESH + CHANGED).map(|_| self.drawer.evenly()).collect();
                    self.call(&points)?;
                }
                Strategy::Guided => self.round(round)?,
            }
            round += 1;
        }
        Ok(self.found)
    }

    fn is_over(&self) -> bool {
        let all_made = self.options.calls.is_some_and(|calls| self.found.calls >= calls);
        all_made || self.options.budget.check(self.found.calls).is_err()
    }

    fn round(&mut self, round: u64) -> Result<(), NativeError> {
        let mut points: Vec<InputPoint> = Vec::new();
        let known: usize = self.populations.iter().map(Vec::len).sum();
        let fresh = if known < POPULATION { FRESH + CHANGED } else { FRESH };
        points.extend((0..fresh).map(|_| self.drawer.fresh()));
        if !self.starts.is_empty() {
            points.extend((0..FROM_STARTS).map(|_| self.near_start()));
        }
        if known > 0 {
            for _ in 0..CHANGED {
                let base = self.pick().point.clone();
                let mate = self.pick().point.clone();
                points.push(self.drawer.changed(&base, &mate));
            }
        }
        self.call(&points)?;
        if round % POLISH_EVERY == POLISH_EVERY - 1 {
            let points = self.polish();
            self.call(&points)?;
        }
        self.follow_lines()
    }

    /// An input near one of those that are given: one coordinate is changed, for what makes it
    /// worth going on from may hang on all the others.
    fn near_start(&mut self) -> InputPoint {
        let mut point = self.drawer.random.choose(self.starts).clone();
        let at = *self.drawer.random.choose(&self.domain.varied);
        point[at] = self.drawer.near(&self.domain.coordinates[at], point[at]);
        point
    }

    /// A member of the population, rather one of the better ones.
    fn pick(&mut self) -> &PopulationMember {
        let which = usize::from(self.drawer.chance(2));
        let which = if self.populations[which].is_empty() { 1 - which } else { which };
        let count = self.populations[which].len() as u64;
        let first = self.drawer.random.below(count);
        let second = self.drawer.random.below(count);
        &self.populations[which][first.min(second) as usize]
    }

    /// Every coordinate of the incumbents moved by ordinals.
    fn polish(&mut self) -> Vec<InputPoint> {
        let mut points = Vec::new();
        for class in [ErrorClass::Inaccurate, ErrorClass::NotZero] {
            let Some(incumbent) = self.found.incumbents.in_class(class).first() else { continue };
            let most = (1024 / self.domain.varied.len().max(1)).clamp(2, 24);
            for &at in &self.domain.varied {
                for power in 0..most / 2 {
                    for step in [1_i128 << power, -(1_i128 << power)] {
                        let mut point = incumbent.point.clone();
                        point[at] = self.domain.coordinates[at].clamped(point[at] + step);
                        points.push(point);
                    }
                }
            }
        }
        points
    }

    /// Goes on along all lines, and begins others.
    fn follow_lines(&mut self) -> Result<(), NativeError> {
        while self.lines.len() < LINES && self.populations.iter().any(|population| !population.is_empty()) {
            let PopulationMember { point, output, .. } = self.pick().clone();
            let at = *self.drawer.random.choose(&self.domain.varied);
            // Mostly the output that is wrong already; sometimes any.
            let output = match self.drawer.chance(4) {
                true => self.drawer.random.below(self.results.outputs.len() as u64) as usize,
                false => output,
            };
            self.lines.push(SignLine::new(point, at, output));
        }
        let mut points = Vec::new();
        let mut parts = Vec::new();
        for line in std::mem::take(&mut self.lines) {
            let ordinals = line.ordinals(self.domain, &mut self.drawer.random);
            let first = points.len();
            points.extend(ordinals.iter().map(|&ordinal| line.point(ordinal)));
            parts.push((line, first, ordinals));
        }
        let calls = self.call(&points)?;
        for (line, first, ordinals) in parts {
            let sign = |(index, ordinal): (usize, i128)| {
                let reading = calls[first + index].as_ref()?.for_output(line.output)?;
                let zero = reading.right_size.is_zero();
                Some((ordinal, (!zero).then_some(reading.right.is_sign_negative())))
            };
            let signs: Vec<(i128, Option<bool>)> =
                ordinals.into_iter().enumerate().map(|pair| sign(pair).unwrap_or((pair.1, None))).collect();
            self.lines.extend(line.narrowed(&signs));
        }
        Ok(())
    }

    /// Makes calls, and keeps what is worth it.
    fn call(&mut self, points: &[InputPoint]) -> Result<Vec<Option<CallReading>>, NativeError> {
        let reader = CallReader {
            domain: self.domain,
            results: self.results,
            metric: self.options.metric,
            bits: RELIABLE_BITS,
        };
        let (population, found) = (&mut self.populations, &mut self.found);
        let sink = &self.options.progress_sink;
        reader.read(&mut self.engine, points, |part, readings| {
            for (point, reading) in part.iter().zip(readings) {
                if let Some(reading) = reading {
                    consider(population, found, point, reading);
                }
            }
            let calls = readings.iter().flatten().count() as u64;
            let largest = LargestErrors::from_incumbents(&found.incumbents);
            sink.emit(|| AccuracyEvent::Called { calls, largest });
        })
    }
}

/// Keeps what is worth it of a call.
fn consider(
    populations: &mut [Vec<PopulationMember>; 2],
    found: &mut SearchResult,
    point: &InputPoint,
    call: &CallReading,
) {
    if !found.count(point, call) {
        return;
    }
    found.incumbents.consider(point, call);
    if !call.diverged.is_empty() {
        return;
    }
    let Some(worst) = call.worst().filter(|worst| !worst.error.is_zero()) else { return };
    let score = worst.error.log2();
    let population = &mut populations[usize::from(worst.right_size.is_zero())];
    let rank = population.iter().position(|member| score > member.score);
    let rank = rank.unwrap_or(population.len());
    let is_known = population.iter().any(|member| member.score == score);
    if rank < POPULATION && !is_known {
        population.insert(rank, PopulationMember { point: point.clone(), score, output: worst.output });
        population.truncate(POPULATION);
    }
}
