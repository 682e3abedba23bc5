//! The search for inputs on which two functions differ, and for the largest difference.
//!
//! Inputs are fresh ones of several kinds, and changes of those with the largest differences so far.
//! What holds: with a limit of calls and a seed the result is the same on any machine, as long as
//! the time does not end the search.

use crate::criterion::{Difference, double_of};
use crate::native::{NativePair, PairedCall};
use crate::pairing::InputPair;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_native::{NativeError, VariableKind};

/// How many inputs are made at once.
const ROUND: usize = 1024;

/// How many are called between two looks at the clock.
const PART: usize = 128;

/// How many of the inputs with the largest differences are changed.
const KEPT: usize = 24;

/// An input on which both were called.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The ordinals of the inputs, in the old function's kinds.
    pub point: Vec<i128>,
    /// What came of it.
    pub call: PairedCall,
}

/// How much is searched.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Makes it reproducible.
    pub seed: u64,
    /// How many inputs are tried.
    pub calls: u64,
    /// After so many inputs without a larger difference it ends, once there is one that counts.
    pub patience: u64,
    /// When it ends in any case.
    pub budget: Budget,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Searched {
    /// The first input that was found on which they differ.
    pub first: Option<Case>,
    /// The input with the largest difference, if there is any.
    pub largest: Option<Case>,
    /// How many inputs were tried on which they differ.
    pub differing: u64,
    /// How many calls that differ do what the language leaves undefined; these count as no difference.
    pub undefined: u64,
    /// How many were tried.
    pub tried: u64,
    /// Whether all inputs were tried, and every call ended in time.
    pub is_complete: bool,
}

impl Searched {
    /// Adds what another search found.
    pub fn add(&mut self, other: Searched, pair: &NativePair<'_>) {
        self.differing += other.differing;
        self.undefined += other.undefined;
        self.tried += other.tried;
        self.is_complete |= other.is_complete;
        self.first = self.first.take().or(other.first);
        if let Some(case) = other.largest {
            self.take(case, pair);
        }
    }

    /// Makes a case the one with the largest difference, if it is.
    pub fn include(&mut self, case: &Case, pair: &NativePair<'_>) {
        self.take(case.clone(), pair);
    }

    fn take(&mut self, case: Case, pair: &NativePair<'_>) {
        let known = self.largest.as_ref().map_or(Difference::NONE, |largest| largest.call.difference);
        let is_first = self.largest.is_none() && case.call.difference.counts;
        if is_first || case.call.difference.exceeds(&known, pair.criterion) {
            self.largest = Some(case);
        }
    }

    fn note(&mut self, point: &[i128], call: &PairedCall, pair: &mut NativePair<'_>) -> bool {
        self.tried += 1;
        if !call.difference.counts {
            // What does not count is remembered as long as nothing does: it shows how far they are.
            let size = call.difference.size(pair.criterion);
            if size > 0.0 && self.first.is_none() {
                self.take(Case { point: point.to_vec(), call: call.clone() }, pair);
            }
            return true;
        }
        let is_larger = self
            .largest
            .as_ref()
            .is_none_or(|largest| call.difference.exceeds(&largest.call.difference, pair.criterion));
        if (self.undefined > 0 || self.first.is_none() || is_larger) && !pair.is_defined(point) {
            self.undefined += 1;
            return false;
        }
        self.differing += 1;
        let case = Case { point: point.to_vec(), call: call.clone() };
        if self.first.is_none() {
            self.first = Some(case.clone());
        }
        self.take(case, pair);
        true
    }
}

/// Searches from some inputs on. `progress` is given how many were tried.
///
/// # Errors
/// As [`NativePair::call`].
pub fn search(
    pair: &mut NativePair<'_>,
    starts: &[Vec<i128>],
    limits: &SearchLimits,
    progress: &dyn Fn(u64),
) -> Result<Searched, NativeError> {
    let mut found = Searched::default();
    let mut pool = Pool::default();
    let inputs = pair.pairing.inputs.clone();
    let mut random = SplitMix64::new(limits.seed);
    let mut points: Vec<Vec<i128>> = starts.iter().map(|start| clamped(&inputs, start)).collect();
    points.extend(corners(&inputs));
    // The size of the largest difference, and how many inputs were tried when it was found.
    let (mut largest, mut grown) = (0.0, 0);
    while found.tried < limits.calls && limits.budget.check(0).is_ok() {
        while points.len() < ROUND {
            points.push(match pool.choose(&mut random) {
                Some(base) => changed(&inputs, base, &mut random),
                None => fresh(&inputs, &mut random),
            });
        }
        let before = found.tried;
        for part in points.chunks(PART) {
            if limits.budget.check(0).is_err() {
                break;
            }
            for (point, call) in part.iter().zip(pair.call(part)?) {
                let Some(call) = call else { continue };
                if found.note(point, &call, pair) {
                    pool.add(point, &call.difference, pair);
                }
            }
        }
        points.clear();
        progress(found.tried);
        if found.tried == before || inputs.is_empty() {
            break;
        }
        let size = found.largest.as_ref().map_or(0.0, |case| case.call.difference.size(pair.criterion));
        if size > largest {
            (largest, grown) = (size, found.tried);
        } else if found.differing > 0 && found.tried - grown > limits.patience {
            break;
        }
    }
    Ok(found)
}

/// Tries all inputs, if these are at most so many; nothing if they are more.
///
/// # Errors
/// As [`NativePair::call`].
pub fn try_all(
    pair: &mut NativePair<'_>,
    most: u64,
    budget: &Budget,
    progress: &dyn Fn(u64),
) -> Result<Option<Searched>, NativeError> {
    let inputs = pair.pairing.inputs.clone();
    let count = inputs.iter().try_fold(1_u128, |count, input| {
        count.checked_mul(input.range.low.abs_diff(input.range.high) + 1 + u128::from(input.range.nan))
    });
    let Some(count) = count.filter(|&count| count <= u128::from(most)) else { return Ok(None) };
    if inputs.iter().any(|input| input.range.nan) {
        return Ok(None);
    }
    let (mut found, mut next) = (Searched::default(), 0);
    let timed_out = pair.timed_out;
    while next < count {
        if budget.check(0).is_err() {
            return Ok(Some(found));
        }
        let end = (next + ROUND as u128).min(count);
        let points: Vec<Vec<i128>> = (next..end).map(|number| numbered(&inputs, number)).collect();
        for (point, call) in points.iter().zip(pair.call(&points)?) {
            if let Some(call) = call {
                found.note(point, &call, pair);
            }
        }
        next = end;
        progress(found.tried);
    }
    found.is_complete = pair.timed_out == timed_out && found.undefined == 0;
    Ok(Some(found))
}

/// The input with a number, when all are counted.
fn numbered(inputs: &[InputPair], mut number: u128) -> Vec<i128> {
    let mut point = Vec::with_capacity(inputs.len());
    for input in inputs {
        let count = input.range.low.abs_diff(input.range.high) + 1;
        point.push(input.range.low + (number % count) as i128);
        number /= count;
    }
    point
}

/// Inputs in range.
pub(crate) fn clamped(inputs: &[InputPair], point: &[i128]) -> Vec<i128> {
    let pairs = inputs.iter().zip(point);
    pairs.map(|(input, &at)| at.clamp(input.range.low, input.range.high)).collect()
}

/// The ends of ranges, and what is special everywhere.
fn corners(inputs: &[InputPair]) -> Vec<Vec<i128>> {
    let mut points = Vec::new();
    let specials = [
        0.0,
        1.0,
        -1.0,
        2.0,
        0.5,
        3.0,
        0.1,
        10.0,
        1e10,
        1e-10,
        1e300,
        1e-300,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
    ];
    for number in specials {
        let point = inputs.iter().map(|input| ordinal_near(input, number)).collect();
        points.push(point);
    }
    for ends in 0..2_u32 {
        points.push(
            inputs.iter().map(|input| if ends == 0 { input.range.low } else { input.range.high }).collect(),
        );
    }
    points
}

/// The ordinal of the value nearest to a number, within the range.
pub(crate) fn ordinal_near(input: &InputPair, number: f64) -> i128 {
    let ordinal = input.kinds[0].ordinal(input.kinds[0].nearest(number)).unwrap_or(0);
    ordinal.clamp(input.range.low, input.range.high)
}

fn number_at(input: &InputPair, ordinal: i128) -> f64 {
    let bits = input.kinds[0].value_at(ordinal);
    match input.kinds[0] {
        VariableKind::Float(format) => double_of(format, bits.into()),
        VariableKind::Int { .. } => ordinal as f64,
    }
}

/// An ordinal between two others.
fn between(random: &mut SplitMix64, low: i128, high: i128) -> i128 {
    let width = low.abs_diff(high);
    match u64::try_from(width) {
        Ok(u64::MAX) => low.wrapping_add_unsigned(u128::from(random.next_u64())),
        Ok(width) => low.wrapping_add_unsigned(u128::from(random.below(width + 1))),
        Err(_) => {
            let wide = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            low.wrapping_add_unsigned(wide % (width.saturating_add(1)))
        }
    }
}

/// A number from 0 to 1.
fn unit(random: &mut SplitMix64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn fresh(inputs: &[InputPair], random: &mut SplitMix64) -> Vec<i128> {
    let way = random.below(6);
    let scale = (unit(random) * 40.0 - 20.0).exp2();
    let mut point: Vec<i128> = Vec::with_capacity(inputs.len());
    for input in inputs {
        let (low, high) = (input.range.low, input.range.high);
        let ordinal = match (input.kinds[0], way) {
            (VariableKind::Int { .. }, 0..=2) => ordinal_near(input, (unit(random) * 40.0 - 20.0).round()),
            (VariableKind::Int { .. }, _) | (_, 0) => between(random, low, high),
            // All numbers of one size.
            (_, 1) => ordinal_near(input, scale * (2.0 * unit(random) - 1.0)),
            (_, 2) => {
                let (first, last) = (number_at(input, low), number_at(input, high));
                let share = unit(random);
                ordinal_near(input, first * (1.0 - share) + last * share)
            }
            (_, 3) => ordinal_near(input, (unit(random) * 64.0 - 32.0).round() / 4.0),
            // Near another one of them, up to its sign.
            (_, 4) if !point.is_empty() => {
                let other = *random.choose(&point);
                let (wide, narrow) = (1 << random.below(54), 1 << random.below(30));
                let step = between(random, 0, wide) - narrow;
                let ordinal = other + step;
                (if random.below(2) == 0 { ordinal } else { -1 - ordinal }).clamp(low, high)
            }
            _ => {
                let size = (unit(random) * 24.0 - 12.0).exp2();
                ordinal_near(input, size * (2.0 * unit(random) - 1.0))
            }
        };
        point.push(ordinal);
    }
    point
}

fn changed(inputs: &[InputPair], base: &[i128], random: &mut SplitMix64) -> Vec<i128> {
    let mut point = base.to_vec();
    if random.below(8) == 0 {
        // All of them times a power of two.
        let factor = (random.below(17) as f64 - 8.0).exp2();
        for (at, input) in point.iter_mut().zip(inputs) {
            if matches!(input.kinds[0], VariableKind::Float(_)) {
                *at = ordinal_near(input, number_at(input, *at) * factor);
            }
        }
        return point;
    }
    let changes = 1 + random.below(2.min(inputs.len() as u64));
    for _ in 0..changes {
        let at = random.below(inputs.len() as u64) as usize;
        let input = &inputs[at];
        let bits = u64::from(input.kinds[0].bits());
        let ordinal = match random.below(6) {
            0 => point[at] ^ 1 << random.below(bits - 1),
            1 => point[random.below(point.len() as u64) as usize],
            2 => ordinal_near(input, number_at(input, point[at]) * (1.0 + unit(random) - 0.5)),
            3 => ordinal_near(input, number_at(input, point[at]) + (unit(random) - 0.5) * 2.0),
            _ => {
                let size = 1_i128 << random.below(bits - 1);
                point[at] + between(random, -size, size)
            }
        };
        point[at] = ordinal.clamp(input.range.low, input.range.high);
    }
    point
}

/// The inputs with the largest differences so far.
#[derive(Default)]
struct Pool {
    kept: Vec<(f64, Vec<i128>)>,
}

impl Pool {
    fn add(&mut self, point: &[i128], difference: &Difference, pair: &NativePair<'_>) {
        let size = difference.size(pair.criterion);
        let is_full = self.kept.len() >= KEPT;
        let is_some = size > 0.0;
        if !is_some || is_full && self.kept.last().is_some_and(|(least, _)| size <= *least) {
            return;
        }
        // One that is as large as another brings nothing new.
        if self.kept.iter().filter(|(known, _)| *known == size).count() >= 4 {
            return;
        }
        let at = self.kept.partition_point(|(known, _)| *known >= size);
        self.kept.insert(at, (size, point.to_vec()));
        self.kept.truncate(KEPT);
    }

    /// An input to change; nothing where a fresh one is wanted.
    fn choose<'a>(&'a self, random: &mut SplitMix64) -> Option<&'a [i128]> {
        if self.kept.is_empty() || random.below(3) == 0 {
            return None;
        }
        // The best half of the time, any of them otherwise.
        let among = if random.below(2) == 0 { self.kept.len().min(4) } else { self.kept.len() };
        Some(&self.kept[random.below(among as u64) as usize].1)
    }
}
