//! The first stage of the search, for functions of few inputs: lines of calls along one input at a
//! time, in the order of floats, with cheap shadow values (double-double).
//!
//! Errors are large where results are small beside what they are made of: at roots. So every change
//! of sign of what is right is bisected down to neighbouring floats, and so is every change between
//! calls that count and calls that do not: there results overflow, underflow, or leave a method for
//! another one. Elsewhere the largest errors are climbed.
//!
//! Nothing here is confirmed: what is found is where exact shadow values begin.

use crate::calls::CallReader;
use crate::domain::{InputDomain, InputPoint};
use crate::draw::InputSampler;
use crate::event::{AccuracyEvent, LargestErrors};
use crate::landmarks::outstanding;
use crate::metric::Metric;
use crate::program::ShadowProgram;
use crate::reading::CallReading;
use crate::regions::{ErrorRegion, ErrorRegions};
use crate::search::{ErrorSearchOptions, SearchResult};
use crate::size::Magnitude;
use crate::success::CountedResults;
use std::thread;
use ulpwise_base::{Budget, SharedWork};
use ulpwise_float::Format;
use ulpwise_native::{CallEnd, Engine, NativeError};

/// Functions with more inputs are not scanned: lines are too small a part of what they take.
pub(crate) const MOST_INPUTS: usize = 6;

/// So many bits of double-double shadow values are reliable.
const RELIABLE_BITS: u32 = 90;

/// How many values of an input a line has.
const SAMPLES: usize = 2400;

/// Into how many parts a bracket is cut at once.
const PARTS: i128 = 4;

/// How many brackets of a line are bisected at most.
const MOST_BRACKETS: usize = 120;

/// With how many values of the others, and how many of its own, it is found out whether an input
/// changes anything.
const TRIED_BASES: usize = 12;
const TRIED_VALUES: usize = 4;

/// How many calls are made before anything else.
const FIRST: usize = 8;

/// How many of the largest errors are climbed, and in how many steps.
const CLIMBED: usize = 32;
const CLIMBING_STEPS: usize = 40;

/// What is smaller is not worth climbing, as a binary logarithm.
const LEAST_CLIMBED: f64 = -44.0;

/// Around how many inputs it is looked how far errors stay large.
const MOST_EXTENTS: usize = 96;

/// How many inputs on which calls count are given on, whatever their errors are.
const MOST_PLAIN: usize = 8;

/// Scans with several jobs, each with a seed of its own.
pub(crate) fn scan(
    program: &ShadowProgram<'_>,
    domain: &InputDomain,
    results: &CountedResults,
    options: &ErrorSearchOptions,
) -> Result<SearchResult, NativeError> {
    let jobs = options.jobs.max(1);
    let calls = options.calls.map(|calls| calls.div_ceil(jobs as u64));
    let work = &SharedWork::begin();
    let scanned: Vec<Result<SearchResult, NativeError>> = thread::scope(|scope| {
        let start = |job: usize| {
            let scan = move || {
                let engine = program.with_cheap_shadow_values()?;
                let seed = options.seed.wrapping_add((job as u64).wrapping_mul(0x2545_f491_4f6c_dd1d));
                let options = ErrorSearchOptions { seed, calls, ..options.clone() };
                let budget = options.budget.clone().with_cpu_time(options.time);
                Scan::new(engine, domain, results, &options, budget).run()
            };
            scope.spawn(move || work.part(scan))
        };
        let jobs: Vec<_> = (0..jobs).map(start).collect();
        jobs.into_iter().map(|job| job.join().expect("a job panicked")).collect()
    });
    work.end();
    let mut all = SearchResult::default();
    for one in scanned {
        all.merge(one?);
    }
    Ok(all)
}

/// What a call said along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LineProbe {
    ordinal: i128,
    /// Whether it counts.
    counts: bool,
    /// Of each of the first outputs, whether what is right is below zero.
    signs: u16,
    /// The logarithm of the relative error.
    error: f64,
}

impl LineProbe {
    /// Whether something worth a look lies between two of them.
    fn differs(&self, other: &Self) -> bool {
        self.counts != other.counts || (self.counts && self.signs != other.signs)
    }
}

struct Scan<'a> {
    engine: Engine,
    domain: &'a InputDomain,
    results: &'a CountedResults,
    options: &'a ErrorSearchOptions,
    budget: Budget,
    sampler: InputSampler<'a>,
    /// The inputs that change something: what a function only writes is none of these.
    live: Vec<usize>,
    found: SearchResult,
}

impl<'a> Scan<'a> {
    fn new(
        engine: Engine,
        domain: &'a InputDomain,
        results: &'a CountedResults,
        options: &'a ErrorSearchOptions,
        budget: Budget,
    ) -> Self {
        let sampler = InputSampler::new(domain, options.seed);
        let live = domain.varied.clone();
        Self { engine, domain, results, options, budget, sampler, live, found: SearchResult::default() }
    }

    fn run(mut self) -> Result<SearchResult, NativeError> {
        // Where no call ends in time, lines of them would take for ever.
        let first: Vec<InputPoint> = (0..FIRST).map(|round| self.base(round)).collect();
        let readings = self.call(&first, self.domain.varied[0])?;
        if readings.iter().flatten().all(|reading| reading.end == CallEnd::TimedOut) {
            return Ok(self.found);
        }
        self.find_live()?;
        let mut round = 0;
        while !self.is_over() {
            let base = self.base(round);
            for at in self.live.clone() {
                if !self.is_over() {
                    self.line(&base, at, round)?;
                }
            }
            round += 1;
        }
        self.measure_extents()?;
        Ok(self.found)
    }

    /// Finds out which inputs change anything, on some calls: others need no lines.
    fn find_live(&mut self) -> Result<(), NativeError> {
        if self.domain.varied.len() < 2 {
            return Ok(());
        }
        let mut live = Vec::new();
        for &at in &self.domain.varied {
            let mut points = Vec::new();
            for round in 0..TRIED_BASES {
                let base = self.base(round);
                points.push(base.clone());
                for _ in 0..TRIED_VALUES {
                    let mut moved = base.clone();
                    moved[at] = self.sampler.any(&self.domain.coordinates[at]);
                    points.push(moved);
                }
            }
            let readings = self.call(&points, at)?;
            let is_same = |group: &[Option<CallReading>]| group.iter().all(|one| *one == group[0]);
            if !readings.chunks(TRIED_VALUES + 1).all(is_same) {
                live.push(at);
            }
        }
        if !live.is_empty() {
            self.live = live;
        }
        // What was found so far may have been found along inputs that change nothing.
        self.found.regions = ErrorRegions::default();
        Ok(())
    }

    fn is_over(&self) -> bool {
        // The last quarter is for the surroundings of what was found.
        let all_made = self.options.calls.is_some_and(|calls| self.found.calls >= calls / 4 * 3);
        all_made || self.budget.check(self.found.calls).is_err()
    }

    /// Where inputs stay that do not vary along a line: plain values first, then any, and then
    /// where errors were large along another input.
    fn base(&mut self, round: usize) -> InputPoint {
        let worst = self.found.regions.all().max_by(|a, b| a.error.log2().total_cmp(&b.error.log2()));
        if round % 3 == 2
            && let Some(worst) = worst
        {
            return worst.point.clone();
        }
        let plain = [1.0, 2.0, 0.5, 3.0, 10.0, 0.0, -0.5, 1.5, 20.0, 0.1];
        let coordinates = &self.domain.coordinates;
        let mut base = Vec::with_capacity(coordinates.len());
        for coordinate in coordinates {
            base.push(match round {
                0 => coordinate.nearest(plain[0]),
                _ if self.sampler.chance(2) => coordinate.nearest(*self.sampler.random.choose(&plain)),
                _ => self.sampler.any(coordinate),
            });
        }
        base
    }

    /// A line of calls along one input, and what follows from it.
    fn line(&mut self, base: &InputPoint, at: usize, round: usize) -> Result<(), NativeError> {
        let mut ordinals = self.ordinals(at, round);
        if let Some(calls) = self.options.calls {
            // Fewer calls are spread as widely.
            let room = (calls.saturating_sub(self.found.calls) / 2).max(1) as usize;
            let step = ordinals.len().div_ceil(room);
            ordinals = ordinals.into_iter().step_by(step).collect();
        }
        let probes = self.probe(base, at, &ordinals)?;
        let mut brackets: Vec<[LineProbe; 2]> = probes
            .windows(2)
            .filter(|pair| pair[0].differs(&pair[1]))
            .map(|pair| [pair[0], pair[1]])
            .collect();
        while brackets.len() > MOST_BRACKETS {
            let index = self.sampler.random.below(brackets.len() as u64) as usize;
            brackets.swap_remove(index);
        }
        self.bisect(base, at, brackets)?;
        self.climb(at)
    }

    /// The values of an input along a line: everywhere by exponent, more at plain magnitudes, and
    /// those that stand out the first time.
    fn ordinals(&mut self, at: usize, round: usize) -> Vec<i128> {
        let coordinate = self.domain.coordinates[at];
        let count = SAMPLES / self.live.len().clamp(1, 3);
        let (low, width) = (coordinate.low, coordinate.high - coordinate.low);
        let mut ordinals: Vec<i128> = Vec::with_capacity(2 * count);
        let step = (width / (count as i128 / 3).max(1)).max(1);
        for part in 0..count as i128 / 3 {
            let offset = (self.sampler.unit() * step as f64) as i128;
            ordinals.push((low + part * step + offset).min(coordinate.high));
        }
        // Magnitudes of 2^-20 to 2^20, and of 2^-4 to 2^10.
        for (first, powers) in [(-20.0, 40.0), (-4.0, 14.0)] {
            for _ in 0..count / 3 {
                let magnitude = (first + powers * self.sampler.unit()).exp2();
                let number = if self.sampler.chance(2) { -magnitude } else { magnitude };
                ordinals.push(coordinate.nearest(number));
            }
        }
        if round == 0 {
            let numbers = outstanding().into_iter().chain(self.options.landmarks.iter().copied());
            for number in numbers.flat_map(|number| [number, -number]) {
                let ordinal = coordinate.nearest(number);
                ordinals.extend([-1, 0, 1].map(|step| coordinate.clamped(ordinal + step)));
            }
        }
        ordinals.extend([coordinate.low, coordinate.high]);
        ordinals.sort_unstable();
        ordinals.dedup();
        ordinals
    }

    /// Makes calls along a line, in order; those that an assumption excludes are left out.
    fn probe(
        &mut self,
        base: &InputPoint,
        at: usize,
        ordinals: &[i128],
    ) -> Result<Vec<LineProbe>, NativeError> {
        let point = |&ordinal: &i128| {
            let mut point = base.clone();
            point[at] = ordinal;
            point
        };
        let points: Vec<InputPoint> = ordinals.iter().map(point).collect();
        let readings = self.call(&points, at)?;
        let probes = points.iter().zip(&readings).filter_map(|(point, reading)| {
            let reading = reading.as_ref()?;
            Some(self.as_probe(point[at], reading))
        });
        Ok(probes.collect())
    }

    fn as_probe(&self, ordinal: i128, reading: &CallReading) -> LineProbe {
        let signs = reading.readings.iter().filter(|one| one.output < 16 && one.right < 0.0);
        let signs = signs.fold(0, |signs, one| signs | 1 << one.output);
        let error = self.relative(reading).map_or(f64::NEG_INFINITY, Magnitude::log2);
        LineProbe { ordinal, counts: !reading.readings.is_empty(), signs, error }
    }

    /// The largest relative error of a call that took the way that it takes without rounding.
    fn relative(&self, reading: &CallReading) -> Option<Magnitude> {
        if !reading.diverged.is_empty() {
            return None;
        }
        let errors = reading.readings.iter().map(|one| {
            let format = self.results.outputs.get(one.output).map_or(Format::F64, |output| output.format);
            Metric::Relative.error(one.distance, one.right_size, format)
        });
        errors.reduce(|a, b| if b > a { b } else { a }).filter(|error| !error.is_zero())
    }

    /// Makes calls, and keeps what is worth it.
    fn call(&mut self, points: &[InputPoint], at: usize) -> Result<Vec<Option<CallReading>>, NativeError> {
        let reader = CallReader {
            domain: self.domain,
            results: self.results,
            metric: self.options.metric,
            bits: RELIABLE_BITS,
        };
        let room = self.options.calls.map_or(u64::MAX, |calls| calls.saturating_sub(self.found.calls));
        let made = points.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        let (found, sink) = (&mut self.found, &self.options.progress_sink);
        let metric = self.options.metric;
        let mut readings = reader.read(&mut self.engine, &points[..made], |part, readings| {
            for (point, reading) in part.iter().zip(readings) {
                if let Some(reading) = reading {
                    found.count(point, reading);
                }
            }
            let calls = readings.iter().flatten().count() as u64;
            // What a scan keeps are relative errors; of another metric it knows nothing to show.
            let errors = found.regions.all().map(|region| region.error);
            let worst = errors.reduce(|one, other| if other > one { other } else { one });
            let inaccurate = worst.filter(|_| metric == Metric::Relative);
            let largest = LargestErrors { inaccurate, not_zero: None };
            sink.emit(|| AccuracyEvent::Called { calls, largest });
        })?;
        // No more calls than may be made.
        readings.resize(points.len(), None);
        let bits = self.domain.coordinates[at].bits_of_width();
        for (point, reading) in points.iter().zip(&readings) {
            let Some(reading) = reading.as_ref() else { continue };
            if let Some(error) = self.relative(reading) {
                self.found.regions.consider(point, at, bits, error);
            }
            if !reading.readings.is_empty() && self.found.plain.len() < MOST_PLAIN {
                self.found.plain.push(point.clone());
            }
            self.found.incumbents.consider(point, reading);
        }
        Ok(readings)
    }

    /// Narrows brackets down to neighbouring floats, and looks around each.
    fn bisect(
        &mut self,
        base: &InputPoint,
        at: usize,
        mut open: Vec<[LineProbe; 2]>,
    ) -> Result<(), NativeError> {
        let mut narrow: Vec<i128> = Vec::new();
        while !open.is_empty() && !self.is_over() {
            let mut ordinals: Vec<i128> = Vec::new();
            for [low, high] in &open {
                let width = high.ordinal - low.ordinal;
                ordinals.extend((0..=PARTS).map(|part| low.ordinal + width * part / PARTS));
            }
            ordinals.sort_unstable();
            ordinals.dedup();
            let probes = self.probe(base, at, &ordinals)?;
            let mut next = Vec::new();
            for [low, high] in open {
                let first = probes.partition_point(|probe| probe.ordinal < low.ordinal);
                let within = probes[first..].iter().take_while(|probe| probe.ordinal <= high.ordinal);
                let within: Vec<LineProbe> = within.copied().collect();
                let change = within.windows(2).find(|pair| pair[0].differs(&pair[1]));
                let Some([one, other]) = change.and_then(|pair| <[LineProbe; 2]>::try_from(pair).ok()) else {
                    continue;
                };
                let width = other.ordinal - one.ordinal;
                match width <= 1 {
                    true => narrow.push(one.ordinal),
                    // An assumption that excludes what lies between ends it.
                    false if width < high.ordinal - low.ordinal => next.push([one, other]),
                    false => {}
                }
            }
            open = next;
        }
        let coordinate = self.domain.coordinates[at];
        let around = |ordinal: i128| {
            let steps = (0..14).map(|power| 1_i128 << power);
            let both = steps.flat_map(move |step| [ordinal - step, ordinal + step]);
            both.chain([ordinal + 2, ordinal - 3, ordinal + 3, ordinal + 5])
        };
        let mut ordinals: Vec<i128> =
            narrow.into_iter().flat_map(around).map(|ordinal| coordinate.clamped(ordinal)).collect();
        ordinals.sort_unstable();
        ordinals.dedup();
        self.probe(base, at, &ordinals)?;
        Ok(())
    }

    /// Climbs the largest errors along one input.
    fn climb(&mut self, at: usize) -> Result<(), NativeError> {
        let coordinate = self.domain.coordinates[at];
        let mut climbed: Vec<ErrorRegion> = self
            .found
            .regions
            .all()
            .filter(|region| region.at == at && region.error.log2() >= LEAST_CLIMBED)
            .cloned()
            .collect();
        climbed.sort_by(|a, b| b.error.log2().total_cmp(&a.error.log2()));
        // The worst, and others by chance.
        while climbed.len() > CLIMBED {
            let index =
                CLIMBED / 2 + self.sampler.random.below((climbed.len() - CLIMBED / 2) as u64) as usize;
            climbed.remove(index);
        }
        let first = coordinate.bits_of_width().saturating_sub(8);
        let mut tops: Vec<(InputPoint, f64, u32)> =
            climbed.into_iter().map(|region| (region.point, region.error.log2(), first)).collect();
        for _ in 0..CLIMBING_STEPS {
            if self.is_over() || tops.is_empty() {
                break;
            }
            let mut points = Vec::new();
            for (point, _, bits) in &tops {
                let step = 1_i128 << bits;
                for step in [-step, -step / 3, step / 3, step] {
                    let mut moved = point.clone();
                    moved[at] = coordinate.clamped(moved[at] + step);
                    points.push(moved);
                }
            }
            let readings = self.call(&points, at)?;
            for (top, index) in tops.iter_mut().zip((0..).step_by(4)) {
                let mut best: Option<(usize, f64)> = None;
                for (offset, reading) in readings[index..index + 4].iter().enumerate() {
                    let error = reading.as_ref().and_then(|reading| self.relative(reading));
                    let error = error.map_or(f64::NEG_INFINITY, Magnitude::log2);
                    if error > best.map_or(top.1, |best| best.1) {
                        best = Some((index + offset, error));
                    }
                }
                match best {
                    Some((better, error)) => (top.0, top.1) = (points[better].clone(), error),
                    None => top.2 = top.2.saturating_sub(3),
                }
            }
            tops.retain(|top| top.2 > 0);
        }
        Ok(())
    }

    /// Looks how far errors stay above the threshold around those that are.
    fn measure_extents(&mut self) -> Result<(), NativeError> {
        let threshold = self.options.threshold;
        let mut measured = 0;
        let regions = std::mem::take(&mut self.found.regions);
        let mut done = regions.clone();
        for region in done.all_mut().filter(|region| region.error.to_f64() >= threshold) {
            measured += 1;
            if measured > MOST_EXTENTS || self.options.budget.check(0).is_err() {
                break;
            }
            let coordinate = self.domain.coordinates[region.at];
            let own = region.point[region.at];
            let powers = coordinate.bits_of_width();
            for (end, sign) in region.ends.iter_mut().zip([-1, 1]) {
                let ordinals: Vec<i128> = (0..powers).map(|power| own + sign * (1_i128 << power)).collect();
                let points = ordinals.iter().map(|&ordinal| {
                    let mut point = region.point.clone();
                    point[region.at] = coordinate.clamped(ordinal);
                    point
                });
                let points: Vec<InputPoint> = points.collect();
                let readings = self.call(&points, region.at)?;
                for (point, reading) in points.iter().zip(&readings) {
                    let error = reading.as_ref().and_then(|reading| self.relative(reading));
                    if error.is_none_or(|error| error.to_f64() < threshold) {
                        break;
                    }
                    *end = point[region.at];
                }
            }
        }
        // What was seen on the way counts as well.
        done.merge(std::mem::take(&mut self.found.regions));
        self.found.regions = done;
        Ok(())
    }
}
