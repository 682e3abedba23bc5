//! Inputs at which functions go wrong if they do anywhere: ends of ranges, both sides of the
//! constants that a program compares with, zeros, the largest and the smallest numbers, and the
//! neighbours of calls that stood out before. Against these a proof is held before it is reported.

use super::SearchSubject;
use super::constants::Constants;
use super::sample::Sampler;
use super::space::{InputVariable, Space};
use ulpwise_base::SplitMix64;

/// At most `count` inputs as the words of calls, the same each time for the same seed. Up to half of
/// them lie beside the calls of `near`, given as words.
pub fn hard_points(subject: SearchSubject<'_>, near: &[Vec<u64>], count: usize, seed: u64) -> Vec<Vec<u64>> {
    let SearchSubject { module, function, space } = subject;
    let sampler = Sampler::new(space, &Constants::collect(module, function));
    let corners: Vec<Vec<u64>> = space
        .variables
        .iter()
        .enumerate()
        .map(|(at, variable)| corners(variable, sampler.outstanding(at)))
        .collect();
    let mut random = SplitMix64::new(seed);
    let mut points = Vec::new();
    for values in neighbours(space, near).take(count / 2) {
        let mut words = Vec::new();
        if space.push(&values, &mut words) {
            points.push(words);
        }
    }
    for number in points.len()..count {
        let mut values = sampler.fresh(&mut random);
        for (at, corners) in corners.iter().enumerate() {
            // One variable goes through all of its corners in turn, the others stand in some.
            let is_turn = number % values.len() == at;
            if corners.is_empty() || (!is_turn && random.below(4) == 0) {
                continue;
            }
            values[at] = match is_turn {
                true => corners[number / values.len() % corners.len()],
                false => *random.choose(corners),
            };
        }
        let mut words = Vec::new();
        if space.push(&values, &mut words) {
            points.push(words);
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// The inputs that differ from one of these calls by one step of one variable: a witness on one side
/// of a comparison has a neighbour on the other.
fn neighbours<'s>(space: &'s Space, near: &'s [Vec<u64>]) -> impl Iterator<Item = Vec<u64>> + 's {
    near.iter().flat_map(move |words| {
        let values = space.values(words);
        space.variables.iter().enumerate().flat_map(move |(at, variable)| {
            let values = values.clone();
            let InputVariable { kind, range, .. } = variable;
            let ordinal = values.get(at).and_then(|&value| kind.ordinal(value));
            let beside = ordinal.into_iter().flat_map(|ordinal| [ordinal - 1, ordinal + 1]);
            let inside = beside.filter(|ordinal| (range.low..=range.high).contains(ordinal));
            inside.map(move |ordinal| {
                let mut values = values.clone();
                values[at] = kind.value_at(ordinal);
                values
            })
        })
    })
}

/// The ends of a variable's range, and what stands out in it with its neighbours.
fn corners(variable: &InputVariable, outstanding: &[u64]) -> Vec<u64> {
    let InputVariable { kind, range, .. } = variable;
    let standing = outstanding.iter().filter_map(|&value| kind.ordinal(value));
    let ordinals = [range.low, range.high].into_iter().chain(standing);
    let around = ordinals.flat_map(|ordinal| [ordinal - 1, ordinal, ordinal + 1]);
    let inside = around.filter(|ordinal| (range.low..=range.high).contains(ordinal));
    let mut values: Vec<u64> = inside.map(|ordinal| kind.value_at(ordinal)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::super::space::{VariableKind, VariableRange};
    use super::*;
    use ulpwise_float::Format;

    #[test]
    fn corners_are_the_ends_and_both_sides_of_what_stands_out() {
        let kind = VariableKind::Float(Format::F64);
        let ordinal = |number: f64| kind.ordinal(number.to_bits()).unwrap();
        let range = VariableRange::between(kind, ordinal(-2.0), ordinal(5.0));
        let variable = InputVariable { word: 0, shift: 0, kind, range };
        let found = corners(&variable, &[1.0_f64.to_bits(), 7.0_f64.to_bits()]);
        let found: Vec<f64> = found.into_iter().map(f64::from_bits).collect();
        for wanted in [-2.0, 5.0, 5.0_f64.next_down(), 1.0, 1.0_f64.next_up(), 1.0_f64.next_down()] {
            assert!(found.contains(&wanted), "{wanted}: {found:?}");
        }
        assert!(found.iter().all(|number| (-2.0..=5.0).contains(number)), "{found:?}");
    }
}
