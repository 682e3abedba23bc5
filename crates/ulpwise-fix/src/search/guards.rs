//! Branches: where another term is better, and the number at which to change over.

use super::candidate::{Guard, Replacement};
use super::sample::{Point, SampledExpression};
use crate::term::{RAISED, Term, float_value, from_ordinal, ordinal};

/// By how many bits on average a branch has to be better.
const WORTH: f64 = 0.15;

/// A threshold between two terms.
#[derive(Clone, Debug)]
struct Split {
    guard: Guard,
    yes: usize,
    no: usize,
    total: f64,
    /// Between which values of what is compared the threshold may lie.
    gap: Option<(f64, f64)>,
}

/// The errors of each term at each point.
pub(crate) fn error_table(problem: &SampledExpression, terms: &[Term], points: &[Point]) -> Vec<Vec<f64>> {
    let error = |term: &Term, point: &Point| {
        let (value, raised) = float_value(term, &point.inputs, problem.format);
        problem.format.bits_of_error(value, point.right) + if raised.is_grave() { RAISED } else { 0.0 }
    };
    terms.iter().map(|term| points.iter().map(|point| error(term, point)).collect()).collect()
}

/// Candidates with one or two branches that are better than each term alone.
pub(crate) fn branched(problem: &SampledExpression, terms: &[Term], points: &[Point]) -> Vec<Replacement> {
    if terms.len() < 2 || points.len() < 16 {
        return Vec::new();
    }
    let table = error_table(problem, terms, points);
    let all: Vec<usize> = (0..points.len()).collect();
    let alone = best_alone(&table, &all).1;
    let Some(split) = best_split(problem, &table, points, &all, terms.len()) else { return Vec::new() };
    if alone - split.total < WORTH * points.len() as f64 {
        return Vec::new();
    }
    let split = refined(problem, terms, points, split);
    let leaf = |at: usize| Box::new(Replacement::Term(terms[at].clone()));
    let once = Replacement::Choice(split.guard, leaf(split.yes), leaf(split.no));
    let mut found = vec![once];
    // Each side may have a branch of its own.
    let sides: [Vec<usize>; 2] = {
        let (yes, no) = all.iter().partition(|&&at| split.guard.holds(&points[at].inputs));
        [yes, no]
    };
    let mut parts = [leaf(split.yes), leaf(split.no)];
    let mut is_split_again = false;
    for (side, members) in sides.iter().enumerate() {
        let now = best_alone(&table, members).1;
        if let Some(again) = best_split(problem, &table, points, members, terms.len())
            && now - again.total > WORTH * points.len() as f64
        {
            let again = refined(problem, terms, points, again);
            *parts[side] = Replacement::Choice(again.guard, leaf(again.yes), leaf(again.no));
            is_split_again = true;
        }
    }
    if is_split_again {
        let [yes, no] = parts;
        found.push(Replacement::Choice(split.guard, yes, no));
    }
    found
}

fn best_alone(table: &[Vec<f64>], members: &[usize]) -> (usize, f64) {
    let totals = table.iter().map(|errors| members.iter().map(|&at| errors[at]).sum::<f64>());
    totals.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

fn best_split(
    problem: &SampledExpression,
    table: &[Vec<f64>],
    points: &[Point],
    members: &[usize],
    terms: usize,
) -> Option<Split> {
    let mut best: Option<Split> = None;
    let mut consider = |split: Split| {
        if best.as_ref().is_none_or(|best| split.total < best.total - 1e-9) {
            best = Some(split);
        }
    };
    let variables = problem.ranges.len();
    for variable in 0..variables {
        for is_magnitude in [false, true] {
            if is_magnitude && problem.ranges[variable].low >= 0.0 {
                continue;
            }
            let value = |at: usize| {
                let value = points[at].inputs[variable];
                if is_magnitude { value.abs() } else { value }
            };
            let mut sorted = members.to_vec();
            sorted.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
            for place in thresholds(table, &sorted, terms) {
                let (low, high) = (value(sorted[place.at - 1]), value(sorted[place.at]));
                if low >= high {
                    continue;
                }
                let number = plain_between(low, high);
                let guard = if is_magnitude {
                    Guard::MagnitudeBelow(variable, number)
                } else {
                    Guard::Below(variable, number)
                };
                consider(Split {
                    guard,
                    yes: place.yes,
                    no: place.no,
                    total: place.total,
                    gap: Some((low, high)),
                });
            }
        }
    }
    for a in 0..variables {
        for b in 0..variables {
            for guard in [Guard::Less(a, b), Guard::MagnitudeLess(a, b)] {
                if a == b {
                    continue;
                }
                let (yes, no): (Vec<usize>, Vec<usize>) =
                    members.iter().partition(|&&at| guard.holds(&points[at].inputs));
                let (best_yes, best_no) = (best_alone(table, &yes), best_alone(table, &no));
                let total = best_yes.1 + best_no.1;
                if best_yes.0 != best_no.0 {
                    consider(Split { guard, yes: best_yes.0, no: best_no.0, total, gap: None });
                }
            }
        }
    }
    best
}

struct Place {
    at: usize,
    yes: usize,
    no: usize,
    total: f64,
}

/// For each pair of terms the best place to change from one to the other along sorted points.
fn thresholds(table: &[Vec<f64>], sorted: &[usize], terms: usize) -> Vec<Place> {
    let prefix: Vec<Vec<f64>> = table
        .iter()
        .map(|errors| {
            let mut sums = vec![0.0];
            for &at in sorted {
                sums.push(sums[sums.len() - 1] + errors[at]);
            }
            sums
        })
        .collect();
    let count = sorted.len();
    let mut best: Option<Place> = None;
    for yes in 0..terms {
        for no in 0..terms {
            if yes == no {
                continue;
            }
            for at in 1..count {
                let total = prefix[yes][at] + prefix[no][count] - prefix[no][at];
                if best.as_ref().is_none_or(|best| total < best.total - 1e-9) {
                    best = Some(Place { at, yes, no, total });
                }
            }
        }
    }
    best.into_iter().collect()
}

/// Looks closer at where to change over, at points between those that were sampled.
fn refined(problem: &SampledExpression, terms: &[Term], points: &[Point], split: Split) -> Split {
    let (variable, is_magnitude) = match split.guard {
        Guard::Below(variable, _) => (variable, false),
        Guard::MagnitudeBelow(variable, _) => (variable, true),
        Guard::Less(..) | Guard::MagnitudeLess(..) => return split,
    };
    let Some((mut low, mut high)) = split.gap else { return split };
    for _ in 0..3 {
        let (from, to) = (ordinal(low), ordinal(high));
        let mut steps = vec![];
        for step in 1..16_i64 {
            let value = from_ordinal(from + (to - from) / 16 * step);
            let mut better = [0.0; 2];
            for point in points.iter().step_by(points.len().div_ceil(6)) {
                let mut inputs = point.inputs.clone();
                inputs[variable] = if is_magnitude { value.copysign(inputs[variable]) } else { value };
                let Some(point) = problem.point(inputs) else { continue };
                for (side, term) in [split.yes, split.no].into_iter().enumerate() {
                    let (computed, raised) = float_value(&terms[term], &point.inputs, problem.format);
                    better[side] += problem.format.bits_of_error(computed, point.right);
                    better[side] += if raised.is_grave() { RAISED } else { 0.0 };
                }
            }
            steps.push((value, better));
        }
        // The total is least where the one is left before, and the other taken after.
        let total = |at: usize| -> f64 {
            steps
                .iter()
                .enumerate()
                .map(|(other, (_, errors))| if other < at { errors[0] } else { errors[1] })
                .sum()
        };
        let Some(best) = (0..=steps.len()).min_by(|&a, &b| total(a).total_cmp(&total(b))) else { break };
        let next_low = if best == 0 { low } else { steps[best - 1].0 };
        let next_high = if best == steps.len() { high } else { steps[best].0 };
        if next_low >= next_high {
            break;
        }
        (low, high) = (next_low, next_high);
    }
    let number = plain_between(low, high);
    let guard =
        if is_magnitude { Guard::MagnitudeBelow(variable, number) } else { Guard::Below(variable, number) };
    Split { guard, gap: Some((low, high)), ..split }
}

/// A number of few digits above `low` and at most `high`.
pub(crate) fn plain_between(low: f64, high: f64) -> f64 {
    if low < 0.0 && high >= 0.0 {
        return 0.0;
    }
    if low > 0.0 && high >= 1.0 && low < 1.0 {
        return 1.0;
    }
    if high.is_finite() && low.is_finite() {
        for digits in 0..17 {
            for candidate in [high, low, low + (high - low) / 2.0] {
                let rounded: f64 = format!("{candidate:.digits$e}").parse().unwrap_or(high);
                if rounded > low && rounded <= high {
                    return rounded;
                }
            }
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_plain_numbers() {
        assert_eq!(plain_between(-1.0, 2.0), 0.0);
        assert_eq!(plain_between(0.3, 7.0), 1.0);
        assert_eq!(plain_between(1.2e-8, 3.4e-8), 3e-8);
        assert_eq!(plain_between(36.0437, 36.9), 36.9);
        assert_eq!(plain_between(-3.0, -1.0), -1.0);
    }
}
