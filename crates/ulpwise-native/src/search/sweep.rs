//! A sweep around a seed: each variable, one after another, takes every value that stands out, and
//! values at all distances from its own; and each two move together.
//!
//! An input that makes one operation overflow is the way to what infinity does further on, and what
//! it does there is up to the other variables: whether they are zero, or large, or equal to a
//! constant.

use super::job::SearchJob;
use super::line::probes;
use super::tied::{TIES, tied};
use crate::error::NativeError;
use ulpwise_base::SplitMix64;

/// What a sweep may cost.
const MAX_COST: f64 = 10_000.0;

/// At least so many inputs are tried, whatever they cost.
const LEAST: usize = 8;

/// How many pairs of variables move together, at most.
const MOST_PAIRS: usize = 6;

/// So many variables are many.
const MANY: usize = 32;

/// An input of a sweep.
enum Change {
    /// One variable has another value than in the seed.
    One(usize, u64),
    /// These are its values.
    All(Vec<u64>),
}

impl SearchJob<'_> {
    /// Sweeps around the latest seed that has not been swept around; `false` if there is none.
    pub(super) fn sweep(&mut self) -> Result<bool, NativeError> {
        let Some((base, cost, level)) = self.seeds().next_to_sweep() else { return Ok(false) };
        // The time slice counts for the limit that it used.
        self.level = self.level.max(level);
        // Of each input what it changes: all of them at full length would fill the memory where
        // there are thousands of variables.
        let mut changes: Vec<Change> = Vec::new();
        for (at, variable) in self.space.variables.iter().enumerate() {
            let ordinals =
                variable.kind.ordinal(base[at]).map_or(Vec::new(), |ordinal| probes(variable, ordinal));
            let near = ordinals.into_iter().map(|ordinal| variable.kind.value_at(ordinal));
            for value in
                self.sampler.outstanding(at).iter().copied().chain(near).filter(|&value| value != base[at])
            {
                changes.push(Change::One(at, value));
            }
        }
        let mut pairs = pairs(self.space.variables.len());
        shuffle(&mut pairs, &mut self.random);
        for (one, other) in pairs.into_iter().take(MOST_PAIRS) {
            let together = TIES.iter().flat_map(|&tie| tied(&self.space.variables, &base, (one, other), tie));
            changes.extend(together.map(Change::All));
        }
        let most = ((MAX_COST / cost.max(1.0)) as usize).max(LEAST);
        if changes.len() > most {
            shuffle(&mut changes, &mut self.random);
            changes.truncate(most);
        }
        let changed = |change: Change| match change {
            Change::One(at, value) => {
                let mut values = base.clone();
                values[at] = value;
                values
            }
            Change::All(values) => values,
        };
        let inputs: Vec<Vec<u64>> = changes.into_iter().map(changed).collect();
        self.call(&inputs, &[])?;
        Ok(true)
    }
}

/// All pairs of so many variables; of many variables, those of neighbours.
fn pairs(count: usize) -> Vec<(usize, usize)> {
    let farthest = if count > MANY { 1 } else { count };
    (0..count)
        .flat_map(move |one| (one + 1..count.min(one + farthest + 1)).map(move |other| (one, other)))
        .collect()
}

fn shuffle<T>(list: &mut [T], random: &mut SplitMix64) {
    for at in (1..list.len()).rev() {
        list.swap(at, random.below(at as u64 + 1) as usize);
    }
}
