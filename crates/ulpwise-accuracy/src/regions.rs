//! Inputs with errors above a threshold, one for each part of the range of an input, and how far
//! around each errors stay above it.

use crate::domain::InputPoint;
use crate::size::Magnitude;
use std::collections::BTreeMap;

/// An input with a large error, and how far the error stays large around it.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorRegion {
    /// The input with the largest error.
    pub point: InputPoint,
    /// The variable along which it was found.
    pub at: usize,
    /// The first and the last ordinal of that variable from which on to the point all errors that
    /// were looked at are above the threshold.
    pub ends: [i128; 2],
    /// The relative error there, by shadow values of twice the precision: not confirmed.
    pub error: Magnitude,
}

/// Into how many parts, as a power of two, the range of an input is cut: of each the worst input is
/// kept.
const PARTS: u32 = 13;

/// The worst input of each part of each input's range.
#[derive(Clone, Debug, Default)]
pub struct ErrorRegions {
    parts: BTreeMap<(usize, i128), ErrorRegion>,
}

impl ErrorRegions {
    /// A call was made: `at` varied, within a range whose width has so many bits.
    pub(crate) fn consider(&mut self, point: &InputPoint, at: usize, bits: u32, error: Magnitude) {
        let key = (at, point[at] >> bits.saturating_sub(PARTS));
        let known = self.parts.get(&key);
        if known.is_none_or(|known| error > known.error) {
            let ends = [point[at]; 2];
            self.parts.insert(key, ErrorRegion { point: point.clone(), at, ends, error });
        }
    }

    /// Takes over those of another search.
    pub(crate) fn merge(&mut self, other: Self) {
        for (key, region) in other.parts {
            let known = self.parts.get(&key);
            if known.is_none_or(|known| region.error > known.error) {
                self.parts.insert(key, region);
            }
        }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &ErrorRegion> {
        self.parts.values()
    }

    /// All of them, to be changed.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut ErrorRegion> {
        self.parts.values_mut()
    }

    /// Those above a threshold in the order in which they are worth a look: magnitudes take turns,
    /// plain ones first, and of each the largest error first. `magnitude` is the exponent of the
    /// input that varied.
    pub fn above(&self, threshold: f64, magnitude: impl Fn(&ErrorRegion) -> i32) -> Vec<&ErrorRegion> {
        let mut groups: BTreeMap<(i32, i32, usize), Vec<&ErrorRegion>> = BTreeMap::new();
        for region in self.all().filter(|region| region.error.to_f64() >= threshold) {
            let exponent = magnitude(region);
            groups.entry((exponent.abs(), exponent, region.at)).or_default().push(region);
        }
        let mut groups: Vec<Vec<&ErrorRegion>> = groups.into_values().collect();
        for group in &mut groups {
            // Stable: what is equal stays in the order of inputs.
            group.sort_by(|a, b| b.error.log2().total_cmp(&a.error.log2()));
        }
        let turns = groups.iter().map(Vec::len).max().unwrap_or(0);
        (0..turns).flat_map(|turn| groups.iter().filter_map(move |group| group.get(turn).copied())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_part_the_worst_is_kept_and_magnitudes_take_turns() {
        let mut regions = ErrorRegions::default();
        let size = |number: f64| Magnitude::new(number, 0).unwrap();
        for (ordinal, error) in [(1, 0.1), (2, 0.3), (3, 0.2), (1 << 60, 0.9), ((1 << 60) + (1 << 55), 0.5)] {
            regions.consider(&vec![ordinal], 0, 64, size(error));
        }
        regions.consider(&vec![1 << 61], 0, 64, size(1e-9));
        let exponent = |region: &ErrorRegion| if region.point[0] < 9 { 5 } else { -1 };
        let order: Vec<i128> = regions.above(1e-3, exponent).iter().map(|region| region.point[0]).collect();
        assert_eq!(order, [1 << 60, 2, (1 << 60) + (1 << 55)]);
        let mut other = ErrorRegions::default();
        other.consider(&vec![3], 0, 64, size(0.4));
        regions.merge(other);
        assert_eq!(regions.all().next().unwrap().point, [3]);
    }
}
