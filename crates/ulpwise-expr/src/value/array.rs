//! Array values: a default element and the indices that hold another one.
//!
//! The representation is canonical, so that derived equality, order and hash are those of maps: no entry holds the
//! default, and the default is the element held most often, the least of several such. Only a small index space can
//! make the choice matter, for a default that holds at more than half of the indices is the one.

use super::BitVector;
use std::collections::BTreeMap;
use ulpwise_float::Natural;

/// A total map from bit-vectors of one width to bit-vectors of another.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index_width: u32,
    default: BitVector,
    entries: BTreeMap<Natural, BitVector>,
}

impl ArrayValue {
    /// The array that holds `default` at every index.
    pub fn constant(index_width: u32, default: BitVector) -> ArrayValue {
        ArrayValue { index_width, default, entries: BTreeMap::new() }
    }

    /// Width of an index.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// Width of an element.
    pub fn element_width(&self) -> u32 {
        self.default.width()
    }

    /// The element at all indices without an entry.
    pub fn default(&self) -> &BitVector {
        &self.default
    }

    /// The indices that hold something else than the default, ascending, with their elements.
    pub fn entries(&self) -> impl Iterator<Item = (BitVector, &BitVector)> {
        self.entries.iter().map(|(index, element)| (BitVector::new(self.index_width, index.clone()), element))
    }

    /// The element at an index.
    ///
    /// # Panics
    /// If the index has another width.
    pub fn select(&self, index: &BitVector) -> &BitVector {
        assert_eq!(index.width(), self.index_width, "array index of another width");
        self.entries.get(index.unsigned()).unwrap_or(&self.default)
    }

    /// The array that holds `element` at `index` and else what this one holds.
    ///
    /// # Panics
    /// If a width differs.
    #[must_use]
    pub fn store(&self, index: &BitVector, element: &BitVector) -> ArrayValue {
        assert_eq!(index.width(), self.index_width, "array index of another width");
        self.default.assert_same_width(element);
        let mut changed = self.clone();
        if *element == changed.default {
            changed.entries.remove(index.unsigned());
        } else {
            changed.entries.insert(index.unsigned().clone(), element.clone());
        }
        changed.choose_default();
        changed
    }

    /// Makes the most frequent element the default if the present one might not be it.
    fn choose_default(&mut self) {
        if self.index_width >= 32 || (self.entries.len() as u64) * 2 < 1 << self.index_width {
            return;
        }
        let size = 1u64 << self.index_width;
        let mut counts: BTreeMap<&BitVector, u64> = BTreeMap::new();
        counts.insert(&self.default, size - self.entries.len() as u64);
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let chosen = counts.iter().find(|(_, count)| **count == most).map(|(element, _)| (*element).clone());
        let Some(chosen) = chosen.filter(|chosen| *chosen != self.default) else { return };
        let entries = (0..size).map(|index| BitVector::from_u64(self.index_width, index));
        let entries = entries.map(|index| (index.unsigned().clone(), self.select(&index).clone()));
        let entries = entries.filter(|(_, element)| *element != chosen).collect();
        (self.entries, self.default) = (entries, chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All arrays from one bit to two bits, reached on every path from every constant array.
    #[test]
    fn equality_is_that_of_maps() {
        let element = |value| BitVector::from_u64(2, value);
        let index = |value| BitVector::from_u64(1, value);
        let build = |default: u64, order: [u64; 2], elements: [u64; 2]| {
            let array = ArrayValue::constant(1, element(default));
            order.iter().fold(array, |array, &at| array.store(&index(at), &element(elements[at as usize])))
        };
        for first in 0..4 {
            for second in 0..4 {
                let elements = [first, second];
                let expected = build(0, [0, 1], elements);
                assert_eq!(expected.select(&index(0)), &element(first));
                assert_eq!(expected.select(&index(1)), &element(second));
                for default in 0..4 {
                    assert_eq!(build(default, [0, 1], elements), expected);
                    assert_eq!(build(default, [1, 0], elements), expected);
                }
            }
        }
        assert_ne!(build(0, [0, 1], [1, 2]), build(0, [0, 1], [2, 1]));
    }

    #[test]
    fn a_large_index_space_keeps_its_default() {
        let zero = ArrayValue::constant(64, BitVector::zero(8));
        let changed = zero.store(&BitVector::from_u64(64, 7), &BitVector::one(8));
        assert_eq!(changed.entries().count(), 1);
        assert_eq!(changed.store(&BitVector::from_u64(64, 7), &BitVector::zero(8)), zero);
    }
}
