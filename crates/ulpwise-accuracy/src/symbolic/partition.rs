//! Which inputs are symbolic and which keep a value: FPGen's concretisation.
//!
//! Inputs are parted by the parameters that they belong to, so that the two operands of a product
//! come to different sides. The larger side keeps its values: to make a sum cancel it is enough to
//! choose one of its operands. What takes too long is tried with half of the symbolic inputs; after
//! that, the others become symbolic.

use std::collections::BTreeMap;
use ulpwise_base::SplitMix64;

/// With no more inputs than these all are symbolic at first.
const ALL_AT_FIRST: usize = 6;

/// In every so many rounds the sides change their roles.
const ROUNDS_A_SIDE: u32 = 4;

/// Which inputs are symbolic in which round.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// All inputs that vary.
    all: Vec<usize>,
    /// Those that may be symbolic now, and the others.
    sides: [Vec<usize>; 2],
    /// How many are symbolic at once.
    size: usize,
    current: Vec<usize>,
    rounds: u32,
    random: SplitMix64,
}

impl Partition {
    /// BoxPartition inputs that vary, given with their names. Whether all may be symbolic in the
    /// first round is up to the caller.
    pub(super) fn new(inputs: &[(usize, &str)], all_at_first: bool, seed: u64) -> Self {
        let all: Vec<usize> = inputs.iter().map(|&(at, _)| at).collect();
        let mut parameters: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &(at, name) in inputs {
            parameters.entry(parameter(name)).or_default().push(at);
        }
        let largest = parameters.values().map(Vec::len).max().unwrap_or(0);
        let kept = parameters.values().find(|one| one.len() == largest).cloned().unwrap_or_default();
        let sides = match parameters.len() {
            0 | 1 => [all.clone(), all.clone()],
            _ => [all.iter().copied().filter(|at| !kept.contains(at)).collect(), kept],
        };
        let size = (all.len() / 2).clamp(1, sides[0].len().max(1));
        let mut partition =
            Self { all, sides, size, current: Vec::new(), rounds: 0, random: SplitMix64::new(seed) };
        partition.current = match all_at_first && partition.all.len() <= ALL_AT_FIRST {
            true => partition.all.clone(),
            false => partition.drawn(),
        };
        partition
    }

    /// Those that are symbolic now.
    pub(super) fn symbolic(&self) -> &[usize] {
        &self.current
    }

    /// Whether that is all.
    pub(super) fn is_whole(&self) -> bool {
        self.current.len() == self.all.len()
    }

    /// The round is over.
    pub(super) fn next(&mut self, took_too_long: bool) {
        self.rounds += 1;
        if took_too_long && self.current.len() > 1 {
            self.size = self.current.len() / 2;
            let current = std::mem::take(&mut self.current);
            self.current = self.some_of(&current);
            return;
        }
        if self.rounds.is_multiple_of(ROUNDS_A_SIDE) {
            self.sides.swap(0, 1);
        }
        self.current = self.drawn();
    }

    /// As many as may be of those that may be symbolic now.
    fn drawn(&mut self) -> Vec<usize> {
        let side = self.sides[0].clone();
        self.some_of(&side)
    }

    fn some_of(&mut self, inputs: &[usize]) -> Vec<usize> {
        let mut left = inputs.to_vec();
        let mut chosen = Vec::new();
        while chosen.len() < self.size && !left.is_empty() {
            let at = self.random.below(left.len() as u64) as usize;
            chosen.push(left.swap_remove(at));
        }
        chosen.sort_unstable();
        chosen
    }
}

/// The parameter that an input belongs to.
fn parameter(name: &str) -> &str {
    let name = name.trim_start_matches('*');
    name.split(['.', '[', '(']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(usize, &str)> {
        text.split_whitespace().enumerate().collect()
    }

    #[test]
    fn operands_are_on_different_sides_and_the_smaller_one_is_symbolic() {
        let inputs = names("*m.me[0][0] *m.me[0][1] *m.me[1][0] *m.me[1][1] *v.ve[0] *v.ve[1] x");
        let mut partition = Partition::new(&inputs, false, 1);
        assert_eq!(partition.symbolic(), [4, 5, 6]);
        partition.next(true);
        assert_eq!(partition.symbolic().len(), 1, "half of three");
        for _ in 0..2 {
            partition.next(false);
            assert!(partition.symbolic().iter().all(|&at| at >= 4), "{partition:?}");
        }
        partition.next(false);
        assert!(partition.symbolic().iter().all(|&at| at < 4), "the other side is symbolic: {partition:?}");
    }

    #[test]
    fn one_array_is_halved_and_a_few_inputs_are_all_symbolic() {
        let array = names("a[0] a[1] a[2] a[3] a[4] a[5] a[6] a[7]");
        let partition = Partition::new(&array, true, 1);
        assert_eq!((partition.symbolic().len(), partition.is_whole()), (4, false));
        let two = names("x y");
        let mut partition = Partition::new(&two, true, 1);
        assert!(partition.is_whole());
        partition.next(true);
        assert_eq!(partition.symbolic().len(), 1);
        partition.next(true);
        assert_eq!(partition.symbolic().len(), 1, "there is no half of one");
        assert!(Partition::new(&[], true, 1).symbolic().is_empty());
    }
}
