//! How many steps calls may take: most of what a function can do it does early, and a few calls that go on for long cost as much
//! as thousands that do not.
//!
//! Limits take turns such that each gets its share of the effort: where calls are slow, nearly all of them are short ones, and what only
//! shows after many steps is looked for all the same. Where no call is ever cut short, the limits are all one.

/// The limits, in steps.
pub(super) const LIMITS: [u64; 5] = [150, 1500, 15_000, 150_000, u64::MAX];

/// Which part of the effort goes to each limit, as a proportion.
const SHARES: [f64; LIMITS.len()] = [4.0, 4.0, 4.0, 1.0, 1.0];

/// What each limit has cost.
pub(super) struct Patience {
    spent: [f64; LIMITS.len()],
}

impl Patience {
    /// Calls without limit begin once the others have cost as much as one such call may.
    pub(super) fn new(dearest_call: f64) -> Self {
        let mut spent = [0.0; LIMITS.len()];
        spent[LIMITS.len() - 1] = dearest_call;
        Self { spent }
    }

    /// The number of the limit whose turn it is.
    pub(super) fn next(&self) -> usize {
        let spent = self.spent.iter().zip(SHARES).map(|(spent, share)| spent / share).enumerate();
        spent.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(level, _)| level)
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
    fn each_limit_gets_its_share() {
        let mut patience = Patience::new(1e5);
        let (mut turns, mut first) = ([0; LIMITS.len()], None);
        for turn in 0..1_000_000 {
            let level = patience.next();
            turns[level] += 1;
            if level == LIMITS.len() - 1 {
                first.get_or_insert(turn);
            }
            patience.had(level, 10f64.powi(level as i32));
        }
        assert!(turns[0] > 9 * turns[1] && turns[2] > 30 * turns[3] && turns[4] > 0, "{turns:?}");
        assert!(first.is_some_and(|turn| turn > 100_000), "{first:?}");
    }
}
