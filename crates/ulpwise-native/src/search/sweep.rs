//! A sweep around an input that led to something new: each variable in turn takes every value that stands out, and values at all
//! distances from its own.
//!
//! An input that makes one operation overflow is the way to what infinity does further on, and what it does there is up to
//! the other variables: whether they are zero, or large, or equal to a constant.

use super::job::Job;
use super::line::probes;
use crate::error::Error;
use ulpwise_base::SplitMix64;

/// What a sweep may cost.
const MAX_COST: f64 = 10_000.0;

/// At least so many inputs are tried, whatever they cost.
const LEAST: usize = 8;

impl Job<'_> {
    /// Sweeps around the latest input that has not had its turn; `false` if there is none.
    pub(super) fn sweep(&mut self) -> Result<bool, Error> {
        let Some((base, cost)) = self.seeds.next_to_sweep() else { return Ok(false) };
        let mut inputs = Vec::new();
        for (at, variable) in self.space.variables.iter().enumerate() {
            let places = variable.kind.place(base[at]).map_or(Vec::new(), |place| probes(variable, place));
            let near = places.into_iter().map(|place| variable.kind.at(place));
            for value in
                self.sampler.outstanding(at).iter().copied().chain(near).filter(|&value| value != base[at])
            {
                let mut values = base.clone();
                values[at] = value;
                inputs.push(values);
            }
        }
        let most = ((MAX_COST / cost.max(1.0)) as usize).max(LEAST);
        if inputs.len() > most {
            shuffle(&mut inputs, &mut self.random);
            inputs.truncate(most);
        }
        self.call(&inputs, &[])?;
        Ok(true)
    }
}

fn shuffle(inputs: &mut [Vec<u64>], random: &mut SplitMix64) {
    for at in (1..inputs.len()).rev() {
        inputs.swap(at, random.below(at as u64 + 1) as usize);
    }
}
