//! Whose turn it is: every choice gets a least share of the effort, and the rest goes to the one that finds most for its cost.
//!
//! Two such decisions are made for each turn: which way of choosing inputs, and how many steps calls may take. Most of what a function can do it
//! does early, and a few calls that go on for long cost as much as thousands that do not: where calls are slow, nearly all of
//! them are short ones, and what only shows after many steps is looked for all the same.

/// The ways of choosing inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Fresh,
    /// Changes of inputs that led to something new.
    Changed,
    Swept,
    Driven,
    /// Changes of inputs that took results farther than before.
    Farther,
}

pub(super) const WAYS: [Way; 5] = [Way::Fresh, Way::Changed, Way::Swept, Way::Driven, Way::Farther];

/// The limits of calls, in steps.
pub(super) const LIMITS: [u64; 5] = [150, 1500, 15_000, 150_000, u64::MAX];

/// What a choice gave lately, and what it cost.
#[derive(Clone, Copy, Debug, Default)]
struct Yield {
    news: f64,
    cost: f64,
}

impl Yield {
    /// After so much cost the past counts a third.
    const MEMORY: f64 = 50_000.0;

    fn score(self) -> f64 {
        (self.news + 0.5) / (self.cost + 1000.0)
    }

    fn add(&mut self, news: usize, cost: f64) {
        let kept = (-cost / Self::MEMORY).exp();
        self.news = self.news * kept + news as f64;
        self.cost = self.cost * kept + cost;
    }
}

/// What some choices gave and cost.
pub(super) struct Turns<const N: usize> {
    /// Of each, the part of the effort that it gets at least.
    least: [f64; N],
    yields: [Yield; N],
    /// What each has cost since the start.
    spent: [f64; N],
}

impl Turns<5> {
    /// Turns of [`WAYS`].
    pub(super) fn of_ways() -> Self {
        let mut turns = Self::new([0.03, 0.03, 0.03, 0.06, 0.03]);
        // These are for what the others do not find.
        for late in [Way::Driven, Way::Farther] {
            turns.yields[late as usize].cost = 10_000.0;
        }
        turns
    }

    /// Turns of [`LIMITS`]. Calls without limit begin once their share has room for one of them.
    pub(super) fn of_limits(dearest_call: f64) -> Self {
        let mut turns = Self::new([0.1, 0.1, 0.1, 0.03, 0.03]);
        turns.spent[LIMITS.len() - 1] = dearest_call;
        turns.yields[LIMITS.len() - 1].cost = dearest_call;
        turns
    }
}

impl<const N: usize> Turns<N> {
    fn new(least: [f64; N]) -> Self {
        Self { least, yields: [Yield::default(); N], spent: [0.0; N] }
    }

    /// The number of the one that had less than its least share; else of the one that found most for its cost.
    pub(super) fn next(&self) -> usize {
        let all: f64 = self.spent.iter().sum();
        let poor = (0..N).find(|&choice| self.spent[choice] < self.least[choice] * all);
        let score = |choice: &usize| self.yields[*choice].score();
        poor.or_else(|| (0..N).max_by(|a, b| score(a).total_cmp(&score(b)))).unwrap_or(0)
    }

    /// One of them had its turn.
    pub(super) fn had(&mut self, choice: usize, news: usize, cost: f64) {
        self.spent[choice] += cost;
        self.yields[choice].add(news, cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finds_gets_more_and_nobody_starves() {
        let mut turns = Turns::of_ways();
        let mut spent = [0.0; WAYS.len()];
        for _ in 0..1000 {
            let way = turns.next();
            spent[way] += 1000.0;
            turns.had(way, if way == Way::Changed as usize { 5 } else { 0 }, 1000.0);
        }
        let all: f64 = spent.iter().sum();
        assert!(spent[Way::Changed as usize] > 0.8 * all, "{spent:?}");
        assert!(spent.iter().all(|&part| part > 0.02 * all), "{spent:?}");
    }

    #[test]
    fn calls_without_limit_wait_for_their_share() {
        let mut turns = Turns::of_limits(5000.0);
        let (mut spent, mut before_the_first) = ([0.0; LIMITS.len()], None);
        for _ in 0..100_000 {
            let limit = turns.next();
            if limit == LIMITS.len() - 1 {
                before_the_first.get_or_insert(spent.iter().sum::<f64>());
            }
            let cost = [10.0, 50.0, 300.0, 2000.0, 5000.0][limit];
            spent[limit] += cost;
            turns.had(limit, usize::from(limit == 0), cost);
        }
        let all: f64 = spent.iter().sum();
        assert!(before_the_first.is_some_and(|cost| cost > 100_000.0), "{before_the_first:?}");
        assert!(spent[0] > 0.5 * all && spent.iter().all(|&part| part > 0.0), "{spent:?}");
    }
}
