//! Inputs that led to something new, and which of them are worth changing.
//!
//! An input is chosen by what its changes have given for what they cost. One that was seldom tried promises more than one that was tried often and led
//! nowhere, so that none is forgotten in a large program, where many inputs do much the same and few come to its remote parts.

use std::collections::BTreeSet;
use ulpwise_base::SplitMix64;

/// So many changes of an input are expected to lead nowhere before one leads on, as long as nothing is known.
const DOUBT: f64 = 100.0;

/// Of so many inputs, the one that promises most is changed.
const CANDIDATES: usize = 4;

/// So many inputs are the latest.
const LATEST: usize = 40;

/// What is left of the promise of an input whose call needs more steps than it gets.
const OUT_OF_REACH: f64 = 0.02;

/// What a call costs at least.
const LEAST_COST: f64 = 1e-3;

/// An input that led to something new.
struct Seed {
    values: Vec<u64>,
    /// What its call cost.
    cost: f64,
    /// The limit of its call: with a lower one it may not come to what was new.
    level: usize,
    /// Whether all around it was tried.
    swept: bool,
    /// How many changes of it were tried, and how often these led to something new.
    tries: f64,
    news: f64,
}

impl Seed {
    /// How much changing it promises for what it costs.
    fn promise(&self) -> f64 {
        (self.news + 1.0) / ((self.tries + DOUBT) * self.cost.max(LEAST_COST))
    }
}

/// The inputs that led to something new, in order.
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
            self.seeds.push(Seed { values, cost, level, swept: false, tries: 0.0, news: 0.0 });
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

    /// The number of one that is worth changing; there must be some. Half of the time it is one of the latest, which lead on. One that needs calls to go on for longer than they may
    /// now is worth little.
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

    /// A change of one of them was tried.
    pub(super) fn tried(&mut self, seed: usize) {
        self.seeds[seed].tries += 1.0;
    }

    /// A change of one of them led to something new.
    pub(super) fn led_on(&mut self, seed: usize) {
        self.seeds[seed].news += 1.0;
    }

    /// The latest that was not swept around, which it is from now on, with what its call cost and the limit that it needs.
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
    fn who_leads_on_is_chosen_more_often_and_nobody_is_forgotten() {
        let mut seeds = Seeds::default();
        (0..20).for_each(|value| seeds.keep(&[value], 1.0, 0));
        seeds.keep(&[3], 1.0, 0);
        assert_eq!(seeds.values().count(), 20, "each is kept once");
        let mut random = SplitMix64::new(1);
        let mut chosen = [0; 20];
        for _ in 0..20_000 {
            let seed = seeds.choose(0, &mut random);
            chosen[seed] += 1;
            seeds.tried(seed);
            // The changes of one of them lead on now and then.
            if seed == 7 && random.below(50) == 0 {
                seeds.led_on(seed);
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
