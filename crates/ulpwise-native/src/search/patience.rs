//! How many steps calls may take: most of what a function can do it does early, and a few calls that go on for long cost as much
//! as thousands that do not.
//!
//! Limits take turns such that each gets the same share of the effort: where calls are slow, nearly all of them are short ones, and what only
//! shows after many steps is looked for all the same. Where no call is ever cut short, the limits are all one.

/// The limits, in steps.
pub(super) const LIMITS: [u64; 4] = [150, 1500, 15_000, u64::MAX];

/// What each limit has cost.
#[derive(Default)]
pub(super) struct Patience {
    spent: [f64; LIMITS.len()],
}

impl Patience {
    /// The number of the limit whose turn it is.
    pub(super) fn next(&self) -> usize {
        let spent = self.spent.iter().enumerate();
        spent.min_by(|one, other| one.1.total_cmp(other.1)).map_or(0, |(level, _)| level)
    }

    /// A limit had its turn.
    pub(super) fn had(&mut self, level: usize, cost: f64) {
        self.spent[level] += cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_gets_the_same_share() {
        let mut patience = Patience::default();
        let mut turns = [0; LIMITS.len()];
        for _ in 0..10_000 {
            let level = patience.next();
            turns[level] += 1;
            patience.had(level, 10f64.powi(level as i32));
        }
        assert!(turns[0] > 9 * turns[1] && turns[2] > 9 * turns[3] && turns[3] > 0, "{turns:?}");
    }
}
