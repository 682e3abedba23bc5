//! Seeds: inputs that reached something new. This module chooses the ones to change.
//!
//! The choice weighs what the changes of a seed have found against their cost. A seed with few
//! tries promises more than one with many tries and no finds. So none is forgotten in a large
//! program, where many inputs behave alike and few reach its remote parts.

use std::collections::BTreeSet;
use ulpwise_base::SplitMix64;

/// The number of changes of an input that are expected to find nothing before one does, while
/// nothing is known.
const PRIOR_TRIES: f64 = 100.0;

/// The best of so many seeds is changed.
const CANDIDATES: usize = 4;

/// So many inputs are the latest.
const LATEST: usize = 40;

/// What is left of the promise of an input whose call needs more steps than it gets.
const OUT_OF_REACH: f64 = 0.02;

/// What a call costs at least.
const LEAST_COST: f64 = 1e-3;

/// An input that reached something new.
struct Seed {
    values: Vec<u64>,
    /// What its call cost.
    cost: f64,
    /// The limit of its call: with a lower one it may not reach what was new.
    level: usize,
    /// Whether all around it was tried.
    swept: bool,
    /// How many changes of it were tried, and how many of these reached something new.
    tries: f64,
    finds: f64,
}

impl Seed {
    /// The expected yield of a change, for its cost.
    fn promise(&self) -> f64 {
        (self.finds + 1.0) / ((self.tries + PRIOR_TRIES) * self.cost.max(LEAST_COST))
    }
}

/// The seeds, in order.
#[derive(Default)]
pub(super) struct Seeds {
    seeds: Vec<Seed>,
    /// The same, to be looked up.
    kept: BTreeSet<Vec<u64>>,
}

impl Seeds {
    /// Keeps an input, once.
    pub(super) fn keep(&mut self, values: &[u64], cost: f64, level: usize) {
        if self.kept.insert(values.to_vec()) {
            let values = values.to_vec();
            self.seeds.push(Seed { values, cost, level, swept: false, tries: 0.0, finds: 0.0 });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// All of them.
    pub(super) fn values(&self) -> impl Iterator<Item = &[u64]> {
        self.seeds.iter().map(|seed| seed.values.as_slice())
    }

    /// One of them by its number.
    pub(super) fn get(&self, seed: usize) -> &[u64] {
        &self.seeds[seed].values
    }

    /// The number of a seed to change; there must be some. Half of the time it is one of the
    /// latest. A seed whose call needs more steps than calls may take now counts little.
    pub(super) fn choose(&self, level: usize, random: &mut SplitMix64) -> usize {
        let count = self.seeds.len();
        let among = if random.below(2) == 0 { count.min(LATEST) } else { count };
        let mut draw = || count - 1 - random.below(among as u64) as usize;
        let promise = |seed: usize| {
            let seed = &self.seeds[seed];
            if seed.level <= level { seed.promise() } else { seed.promise() * OUT_OF_REACH }
        };
        let first = draw();
        (1..CANDIDATES).fold(first, |best, _| {
            let other = draw();
            if promise(other) > promise(best) { other } else { best }
        })
    }

    /// Records that a change of a seed was tried.
    pub(super) fn record_try(&mut self, seed: usize) {
        self.seeds[seed].tries += 1.0;
    }

    /// Records that a change of a seed reached something new.
    pub(super) fn record_find(&mut self, seed: usize) {
        self.seeds[seed].finds += 1.0;
    }

    /// The latest seed that was not swept around, with the cost of its call and the limit that it
    /// needs. It counts as swept from now on.
    pub(super) fn next_to_sweep(&mut self) -> Option<(Vec<u64>, f64, usize)> {
        let seed = self.seeds.iter_mut().rev().find(|seed| !seed.swept)?;
        seed.swept = true;
        Some((seed.values.clone(), seed.cost, seed.level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_with_finds_are_chosen_more_often_and_none_is_forgotten() {
        let mut seeds = Seeds::default();
        (0..20).for_each(|value| seeds.keep(&[value], 1.0, 0));
        seeds.keep(&[3], 1.0, 0);
        assert_eq!(seeds.values().count(), 20, "each is kept once");
        let mut random = SplitMix64::new(1);
        let mut chosen = [0; 20];
        for _ in 0..20_000 {
            let seed = seeds.choose(0, &mut random);
            chosen[seed] += 1;
            seeds.record_try(seed);
            // The changes of one of them find something now and then.
            if seed == 7 && random.below(50) == 0 {
                seeds.record_find(seed);
            }
        }
        assert!(chosen[7] > 3000, "{chosen:?}");
        assert!(chosen.iter().all(|&count| count > 300), "{chosen:?}");
    }

    #[test]
    fn each_is_swept_once_and_the_latest_first() {
        let mut seeds = Seeds::default();
        (0..3).for_each(|value| seeds.keep(&[value], 1.0, 0));
        let swept: Vec<u64> =
            std::iter::from_fn(|| seeds.next_to_sweep()).map(|(values, ..)| values[0]).collect();
        assert_eq!(swept, [2, 1, 0]);
    }
}
