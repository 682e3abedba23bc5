//! Shares of the effort: each choice gets a least share, and the rest goes to the one with the
//! largest yield for its cost.
//!
//! Two choices are made for each time slice: the way of choosing inputs, and the number of steps
//! that calls may take. A function shows most of its behaviour early, and a few long calls cost as
//! much as thousands of short ones. Where calls are slow, nearly all of them are short; the least
//! share keeps long calls possible.

/// The ways of choosing inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Fresh,
    /// Changes of inputs that reached something new.
    Changed,
    Swept,
    Driven,
    /// Changes of inputs that took results farther than before.
    Farther,
}

pub(super) const WAYS: [Way; 5] = [Way::Fresh, Way::Changed, Way::Swept, Way::Driven, Way::Farther];

/// The limits of calls, in steps.
pub(super) const LIMITS: [u64; 5] = [150, 1500, 15_000, 150_000, u64::MAX];

/// What a choice has found lately, and its cost.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    finds: f64,
    cost: f64,
}

impl Yield {
    /// After so much cost the past counts a third.
    const MEMORY: f64 = 50_000.0;

    fn score(self) -> f64 {
        (self.finds + 0.5) / (self.cost + 1000.0)
    }

    fn add(&mut self, finds: usize, cost: f64) {
        let kept = (-cost / Self::MEMORY).exp();
        self.finds = self.finds * kept + finds as f64;
        self.cost = self.cost * kept + cost;
    }
}

/// The yields and the costs of some choices.
pub(super) struct EffortShares<const N: usize> {
    /// The least share of the effort of each.
    least: [f64; N],
    yields: [Yield; N],
    /// What each has cost since the start.
    spent: [f64; N],
}

impl EffortShares<5> {
    /// The shares of [`WAYS`].
    pub(super) fn of_ways() -> Self {
        let mut shares = Self::new([0.03, 0.03, 0.03, 0.06, 0.03]);
        // These are for what the others do not find.
        for late in [Way::Driven, Way::Farther] {
            shares.yields[late as usize].cost = 10_000.0;
        }
        shares
    }

    /// The shares of [`LIMITS`]. Calls without limit begin once their share has room for one of
    /// them.
    pub(super) fn of_limits(dearest_call: f64) -> Self {
        let mut shares = Self::new([0.1, 0.1, 0.1, 0.03, 0.03]);
        shares.spent[LIMITS.len() - 1] = dearest_call;
        shares.yields[LIMITS.len() - 1].cost = dearest_call;
        shares
    }
}

impl<const N: usize> EffortShares<N> {
    fn new(least: [f64; N]) -> Self {
        Self { least, yields: [Yield::default(); N], spent: [0.0; N] }
    }

    /// The number of the choice that had less than its least share; else of the one with the
    /// largest yield for its cost.
    pub(super) fn next(&self) -> usize {
        let all: f64 = self.spent.iter().sum();
        let poor = (0..N).find(|&choice| self.spent[choice] < self.least[choice] * all);
        let score = |choice: &usize| self.yields[*choice].score();
        poor.or_else(|| (0..N).max_by(|a, b| score(a).total_cmp(&score(b)))).unwrap_or(0)
    }

    /// Records a time slice of one of them.
    pub(super) fn record(&mut self, choice: usize, finds: usize, cost: f64) {
        self.spent[choice] += cost;
        self.yields[choice].add(finds, cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_that_finds_gets_more_and_none_starves() {
        let mut shares = EffortShares::of_ways();
        let mut spent = [0.0; WAYS.len()];
        for _ in 0..1000 {
            let way = shares.next();
            spent[way] += 1000.0;
            shares.record(way, if way == Way::Changed as usize { 5 } else { 0 }, 1000.0);
        }
        let all: f64 = spent.iter().sum();
        assert!(spent[Way::Changed as usize] > 0.8 * all, "{spent:?}");
        assert!(spent.iter().all(|&part| part > 0.02 * all), "{spent:?}");
    }

    #[test]
    fn calls_without_limit_wait_for_their_share() {
        let mut shares = EffortShares::of_limits(5000.0);
        let (mut spent, mut before_the_first) = ([0.0; LIMITS.len()], None);
        for _ in 0..100_000 {
            let limit = shares.next();
            if limit == LIMITS.len() - 1 {
                before_the_first.get_or_insert(spent.iter().sum::<f64>());
            }
            let cost = [10.0, 50.0, 300.0, 2000.0, 5000.0][limit];
            spent[limit] += cost;
            shares.record(limit, usize::from(limit == 0), cost);
        }
        let all: f64 = spent.iter().sum();
        assert!(before_the_first.is_some_and(|cost| cost > 100_000.0), "{before_the_first:?}");
        assert!(spent[0] > 0.5 * all && spent.iter().all(|&part| part > 0.0), "{spent:?}");
    }
}
