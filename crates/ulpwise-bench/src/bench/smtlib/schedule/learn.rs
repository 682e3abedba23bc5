//! The plan with the least PAR-2: every order of the engines, and for each the lengths improved one
//! at a time.
//!
//! Engines are few, so all orders can be tried. Lengths are taken from a coarse grid: finer ones
//! would fit the files, not the engines.

use super::simulate::{Engines, FileRuns, Plan};

/// The lengths that are tried, in seconds.
const LENGTHS: [f64; 11] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8];

/// Where each length starts.
const START: f64 = 0.1;

/// The best plan for these files that was found. Of equal ones the first in the order of engines.
pub(super) fn learn(engines: Engines, files: &[&FileRuns]) -> Plan {
    let mut best: Option<(f64, Plan)> = None;
    for order in orders(engines.count) {
        let (cost, plan) =
            improved(engines, order.into_iter().map(|engine| (engine, START)).collect(), files);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, plan));
        }
    }
    best.expect("there is an order").1
}

/// The plan with its lengths changed, one after the other, for as long as that helps.
fn improved(engines: Engines, mut plan: Plan, files: &[&FileRuns]) -> (f64, Plan) {
    let mut least = engines.par2(&plan, files);
    loop {
        let before = least;
        for turn in 0..plan.len() {
            for length in LENGTHS {
                let old = std::mem::replace(&mut plan[turn].1, length);
                let cost = engines.par2(&plan, files);
                if cost < least {
                    least = cost;
                } else {
                    plan[turn].1 = old;
                }
            }
        }
        if least >= before {
            return (least, plan);
        }
    }
}

/// All orders of the first so many numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..count).filter(|next| !order.contains(next)).map(|next| {
                    let mut longer = order.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::super::simulate::EngineRun;
    use super::*;

    #[test]
    fn who_solves_more_in_less_time_comes_first() {
        assert_eq!(orders(3).len(), 6);
        let file = |runs: [EngineRun; 2]| FileRuns { family: "f".to_owned(), runs: runs.to_vec() };
        let mut files = vec![file([EngineRun::Solved(1.5), EngineRun::Open])];
        files.extend((0..9).map(|_| file([EngineRun::Open, EngineRun::Solved(0.015)])));
        let files: Vec<&FileRuns> = files.iter().collect();
        let plan = learn(Engines { count: 2, limit_s: 24.0 }, &files);
        assert_eq!(plan[0], (1, 0.02), "nine files are solved in so much time");
        assert_eq!(plan[1].0, 0);
    }
}
