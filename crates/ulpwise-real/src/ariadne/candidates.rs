//! SOLVEOVERF (the paper's algorithm 5): floats to try, from the set in which a variable has to
//! lie.
//!
//! Of a small set all floats are tried, and their neighbours: rounding, which the set ignores, may
//! have moved the solution there. Of a large one plain numbers come first, then those of the query,
//! the middle and the ends with their neighbours, then random ones.

use super::sets::FloatSet;
use crate::hull::{float_at, ordinal, place};
use ulpwise_base::SplitMix64;
use ulpwise_float::{Float, Format, Rounding};

/// Sets with at most so many half places are tried float by float.
const SMALL: i128 = 64;
/// How far neighbours of small sets are tried.
const NEIGHBOURS: i128 = 3;
/// At most so many floats are tried.
const MAX_CANDIDATES: usize = 48;
/// Of how many ranges of a set.
const MAX_RANGES: usize = 6;

/// Plain numbers.
const PLAIN: [f64; 20] = [
    1.0, 2.0, -1.0, 3.0, 0.5, -2.0, 0.0, 10.0, 4.0, -0.5, 5.0, 1.5, 100.0, -3.0, 7.0, 0.1, -10.0, 1e3, 1e6,
    1e-3,
];

/// Whether a set is so small that all of it is tried.
pub(crate) fn is_small(set: &FloatSet) -> bool {
    set.size() <= SMALL
}

/// Floats to try. Without randomness their order is fixed; with it, everything after the first
/// attempt is shuffled.
pub(crate) fn candidates(
    set: &FloatSet,
    format: Format,
    constants: &[Float],
    random: &mut SplitMix64,
    is_first_attempt: bool,
) -> Vec<Float> {
    let mut found = if is_small(set) {
        around(set, format)
    } else {
        let mut found = plain(set, format, constants);
        found.extend(in_ranges(set, format, random));
        if !is_first_attempt {
            shuffle(&mut found, random);
        }
        found
    };
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|float| seen.insert(ordinal(*float)));
    found.truncate(MAX_CANDIDATES);
    // A zero has two signs.
    if let Some(at) = found.iter().position(|float| float.is_zero()) {
        found.insert(at + 1, Float::zero(format, true));
    }
    found
}

/// The floats of all ranges, then their neighbours, farther and farther.
fn around(set: &FloatSet, format: Format) -> Vec<Float> {
    let largest = place(ordinal(Float::max_finite(format, false)));
    let places = |range: &(i128, i128)| {
        let (low, high) = FloatSet::floats_around(*range, format);
        (place(ordinal(low)), place(ordinal(high)))
    };
    // Solutions that are floats come first.
    let (exact, gaps): (Vec<_>, Vec<_>) =
        set.ranges().iter().partition(|(low, high)| low < high || low % 2 == 0);
    let ends: Vec<(i128, i128)> = exact.into_iter().chain(gaps).map(places).collect();
    let inner = ends.iter().flat_map(|&(low, high)| low..=high);
    let outer =
        (1..=NEIGHBOURS).flat_map(|step| ends.iter().flat_map(move |&(low, high)| [low - step, high + step]));
    inner.chain(outer).filter(|at| (-largest..=largest).contains(at)).map(|at| float_at(format, at)).collect()
}

/// Plain numbers and constants of the query that lie in the set.
fn plain(set: &FloatSet, format: Format, constants: &[Float]) -> Vec<Float> {
    let plain = PLAIN.iter().map(|&value| Float::from_f64(value).convert(format, Rounding::NearestEven).0);
    let near = constants.iter().flat_map(|constant| {
        let nearest = Rounding::NearestEven;
        [*constant, constant.negate(), constant.next_up(nearest).0, constant.next_down(nearest).0]
    });
    let fits = |float: &Float| float.format() == format && float.is_finite() && set.contains(*float);
    plain.chain(near).filter(fits).collect()
}

/// The middle, the ends with neighbours, and some numbers at random of each range.
fn in_ranges(set: &FloatSet, format: Format, random: &mut SplitMix64) -> Vec<Float> {
    let mut found = Vec::new();
    for &range in set.ranges().iter().take(MAX_RANGES) {
        let (low, high) = FloatSet::floats_around(range, format);
        let nearest = Rounding::NearestEven;
        let half = |float: Float| float.scalbn(-1, nearest).0;
        let mean = half(low).add(half(high), nearest).0;
        let (first, last) = (place(ordinal(low)), place(ordinal(high)));
        let middle = first + (last - first) / 2;
        found.extend([mean, float_at(format, middle), low, high]);
        // Steps from the ends: the next floats, and some that are farther.
        for step in [1, 2, 1 << 10, 1 << 20] {
            found.extend([first + step, last - step].map(|at| float_at(format, at.clamp(first, last))));
        }
        let span = (last - first).unsigned_abs() + 1;
        for _ in 0..6 {
            let bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            found.push(float_at(format, first + (bits % span) as i128));
        }
    }
    found.retain(|float| float.is_finite() && set.contains(*float));
    found
}

fn shuffle(floats: &mut [Float], random: &mut SplitMix64) {
    for last in (1..floats.len()).rev() {
        floats.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(set: &FloatSet, is_first_attempt: bool) -> Vec<f64> {
        let constants = [Float::from_f64(0.3)];
        let found = candidates(set, Format::F64, &constants, &mut SplitMix64::new(3), is_first_attempt);
        found.into_iter().map(Float::to_f64).collect()
    }

    #[test]
    fn of_a_gap_the_neighbours_are_tried_from_the_inside() {
        let at = 2 * place(ordinal(Float::from_f64(1.0)));
        let mut set = FloatSet::default();
        set.push(at + 1, at + 1);
        let ulp = f64::EPSILON;
        let expected = [1.0, 1.0 + ulp, 1.0 - ulp / 2.0, 1.0 + 2.0 * ulp];
        assert_eq!(values(&set, true)[..4], expected);
        assert_eq!(values(&set, true).len(), 2 + 2 * NEIGHBOURS as usize);
    }

    #[test]
    fn of_a_large_set_only_its_own_floats_are_tried() {
        let set = FloatSet::between(Float::from_f64(-0.25), Float::from_f64(0.75));
        let found = values(&set, true);
        assert!(found.iter().all(|value| (-0.25..=0.75).contains(value)));
        assert_eq!(found[..3], [0.5, 0.0, -0.0]);
        for needed in [0.3, -0.25, 0.75, 0.75f64.next_down()] {
            assert!(found.contains(&needed), "{needed}");
        }
        assert!(values(&set, false) != found);
    }
}
