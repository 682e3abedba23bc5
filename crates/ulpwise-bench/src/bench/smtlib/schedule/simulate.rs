//! What a plan would have cost on a file, from what single engines cost on it.
//!
//! It follows `ulpwise_solver::Portfolio`: turns in order, each round four times as long as the one
//! before, engines that gave up left out, all that is left for the last one. An engine is taken to
//! start anew with each turn, which is worse than what engines that keep what they learnt do.

/// How an engine did on a file, with processor time in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum EngineRun {
    Solved(f64),
    GaveUp(f64),
    /// Not done within the limit of the measurement.
    Open,
}

/// How all engines did on a file.
#[derive(Clone, Debug)]
pub(super) struct FileRuns {
    pub(super) family: String,
    pub(super) runs: Vec<EngineRun>,
}

/// Turns of the first round: which engine, and for how many seconds.
pub(super) type Plan = Vec<(usize, f64)>;

/// How much longer each round is than the one before.
const GROWTH: f64 = 4.0;

/// How many engines there are, and the limit for a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Engines {
    pub(super) count: usize,
    pub(super) limit_s: f64,
}

impl Engines {
    /// The sum over files: the time, or twice the limit where the plan does not lead to an answer.
    pub(super) fn par2(self, plan: &Plan, files: &[&FileRuns]) -> f64 {
        files.iter().map(|file| self.time(plan, &file.runs).unwrap_or(2.0 * self.limit_s)).sum()
    }

    /// The same if the best engine for each file were known.
    pub(super) fn virtual_best(self, files: &[&FileRuns]) -> f64 {
        let best = |file: &&FileRuns| {
            let times = file.runs.iter().filter_map(|run| match run {
                EngineRun::Solved(time) => Some(*time),
                _ => None,
            });
            times.min_by(f64::total_cmp).unwrap_or(2.0 * self.limit_s)
        };
        files.iter().map(best).sum()
    }

    /// How long the plan takes for an answer.
    fn time(self, plan: &Plan, runs: &[EngineRun]) -> Option<f64> {
        let mut given_up = vec![false; self.count];
        for (engine, given_up) in given_up.iter_mut().enumerate() {
            *given_up = plan.iter().all(|&(planned, _)| planned != engine);
        }
        let (mut spent, mut factor) = (0.0, 1.0);
        loop {
            let before = spent;
            for &(engine, length) in plan {
                if given_up[engine] {
                    continue;
                }
                let left = self.limit_s - spent;
                let is_last = given_up.iter().filter(|given_up| !**given_up).count() == 1;
                let length = if is_last { left } else { left.min(length * factor) };
                match runs[engine] {
                    EngineRun::Solved(time) if time <= length => return Some(spent + time),
                    EngineRun::GaveUp(time) if time <= length => {
                        spent += time;
                        given_up[engine] = true;
                    }
                    _ => spent += length,
                }
                if spent >= self.limit_s {
                    return None;
                }
            }
            factor *= GROWTH;
            if spent <= before {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINES: Engines = Engines { count: 2, limit_s: 24.0 };

    #[test]
    fn turns_cost_what_they_last_until_one_answers() {
        let plan = vec![(0, 0.1), (1, 0.2)];
        let time = |runs: [EngineRun; 2]| ENGINES.time(&plan, &runs);
        let close =
            |time: Option<f64>, expected: f64| time.is_some_and(|time| (time - expected).abs() < 1e-9);
        assert!(close(time([EngineRun::Solved(0.05), EngineRun::Open]), 0.05));
        assert!(close(time([EngineRun::Open, EngineRun::Solved(0.15)]), 0.25));
        assert!(
            close(time([EngineRun::Open, EngineRun::Solved(0.5)]), 0.1 + 0.2 + 0.4 + 0.5),
            "in the second round"
        );
        assert!(
            close(time([EngineRun::GaveUp(0.02), EngineRun::Solved(5.0)]), 5.02),
            "the last one gets all"
        );
        assert_eq!(time([EngineRun::Open, EngineRun::Open]), None);
        assert_eq!(time([EngineRun::GaveUp(0.0), EngineRun::GaveUp(0.0)]), None);
    }
}
