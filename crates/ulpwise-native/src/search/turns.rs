//! Whose turn it is: every way of choosing inputs gets a least share of the effort, and the rest goes to who finds most for its cost.

/// Every way gets this part of the effort.
const LEAST_SHARE: f64 = 0.12;

/// What the way that is tried last has to its debit at first.
const DRIVEN_HANDICAP: f64 = 10_000.0;

/// The ways of choosing inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Fresh,
    Changed,
    Swept,
    Driven,
}

pub(super) const WAYS: [Way; 4] = [Way::Fresh, Way::Changed, Way::Swept, Way::Driven];

/// What a way gave lately, and what it cost.
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

/// What all ways gave and cost.
pub(super) struct Turns {
    yields: [Yield; 4],
    /// What each way has cost since the start.
    spent: [f64; 4],
}

impl Turns {
    pub(super) fn new() -> Self {
        // Driving is for what the others do not find.
        let yields = [0.0, 0.0, 0.0, DRIVEN_HANDICAP].map(|cost| Yield { news: 0.0, cost });
        Self { yields, spent: [0.0; 4] }
    }

    /// Who had less than its least share; else who found most for its cost.
    pub(super) fn next(&self) -> Way {
        let all: f64 = self.spent.iter().sum();
        let poor = WAYS.into_iter().find(|&way| self.spent[way as usize] < LEAST_SHARE * all);
        let score = |way: &Way| self.yields[*way as usize].score();
        let best = || WAYS.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)));
        poor.or_else(best).unwrap_or(Way::Fresh)
    }

    /// A way had its turn.
    pub(super) fn had(&mut self, way: Way, news: usize, cost: f64) {
        self.spent[way as usize] += cost;
        self.yields[way as usize].add(news, cost);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finds_gets_more_and_nobody_starves() {
        let mut turns = Turns::new();
        let mut spent = [0.0; 4];
        for _ in 0..1000 {
            let way = turns.next();
            spent[way as usize] += 1000.0;
            turns.had(way, if way == Way::Changed { 5 } else { 0 }, 1000.0);
        }
        let all: f64 = spent.iter().sum();
        assert!(spent[Way::Changed as usize] > 0.5 * all, "{spent:?}");
        assert!(spent.iter().all(|&part| part > 0.1 * all), "{spent:?}");
    }
}
