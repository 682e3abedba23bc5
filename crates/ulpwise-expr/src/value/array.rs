//! Array values: a default element and the indices that hold another one.
//!
//! A changed array shares what it does not change, so that a chain of a hundred thousand stores has
//! that many entries and not its square. No entry holds the default; but which element is the
//! default depends on how the array came about, so equality, order and hash are those of the
//! *canonical* form, whose default is the element held most often, the least of several such. Only
//! a small index space can make the choice matter, for a default that holds at more than half of
//! the indices is the one.

use super::BitVector;
use rpds::RedBlackTreeMapSync;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use ulpwise_float::Natural;

/// A total map from bit-vectors of one width to bit-vectors of another.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index_width: u32,
    default: BitVector,
    entries: RedBlackTreeMapSync<Natural, BitVector>,
}

impl ArrayValue {
    /// The array that holds `default` at every index.
    pub fn constant(index_width: u32, default: BitVector) -> ArrayValue {
        ArrayValue { index_width, default, entries: RedBlackTreeMapSync::new_sync() }
    }

    /// Width of an index.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// Width of an element.
    pub fn element_width(&self) -> u32 {
        self.default.width()
    }

    /// The element at all indices without an entry. Equal arrays may differ in it unless they are
    /// [canonical](ArrayValue::canonical).
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
        let entries = if *element == self.default {
            self.entries.remove(index.unsigned())
        } else {
            self.entries.insert(index.unsigned().clone(), element.clone())
        };
        ArrayValue { index_width: self.index_width, default: self.default.clone(), entries }
    }

    /// The same array with the default that is chosen for all equal ones.
    pub fn canonical(&self) -> Cow<'_, ArrayValue> {
        let Some(chosen) = self.canonical_default() else { return Cow::Borrowed(self) };
        let indices = (0..1u64 << self.index_width).map(|index| BitVector::from_u64(self.index_width, index));
        let elements = indices.map(|index| (index.unsigned().clone(), self.select(&index).clone()));
        let entries = elements.filter(|(_, element)| *element != chosen).collect();
        Cow::Owned(ArrayValue { index_width: self.index_width, default: chosen, entries })
    }

    /// The default of the canonical form; `None` if that is the present one.
    fn canonical_default(&self) -> Option<BitVector> {
        if self.index_width >= 32 || (self.entries.size() as u64) * 2 < 1 << self.index_width {
            return None;
        }
        let size = 1u64 << self.index_width;
        let mut counts: BTreeMap<&BitVector, u64> = BTreeMap::new();
        counts.insert(&self.default, size - self.entries.size() as u64);
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let chosen = counts.iter().find(|(_, count)| **count == most).map(|(element, _)| (*element).clone());
        chosen.filter(|chosen| *chosen != self.default)
    }

    /// What decides over equality and order once both arrays are canonical.
    fn parts(&self) -> (u32, &BitVector, &RedBlackTreeMapSync<Natural, BitVector>) {
        (self.index_width, &self.default, &self.entries)
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        if self.index_width != other.index_width {
            return false;
        }
        if self.default == other.default {
            // No entry holds the default, so equal maps have equal entries.
            return self.entries == other.entries;
        }
        self.canonical().parts() == other.canonical().parts()
    }
}

impl Eq for ArrayValue {}

impl PartialOrd for ArrayValue {
    fn partial_cmp(&self, other: &ArrayValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ArrayValue {
    fn cmp(&self, other: &ArrayValue) -> Ordering {
        self.canonical().parts().cmp(&other.canonical().parts())
    }
}

impl Hash for ArrayValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().parts().hash(state);
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
                    for order in [[0, 1], [1, 0]] {
                        let array = build(default, order, elements);
                        assert_eq!(array, expected);
                        assert_eq!(array.cmp(&expected), Ordering::Equal);
                        assert_eq!(array.canonical().default(), expected.canonical().default());
                    }
                }
            }
        }
        assert_ne!(build(0, [0, 1], [1, 2]), build(0, [0, 1], [2, 1]));
        assert_ne!(build(0, [0, 1], [1, 2]), build(3, [0, 1], [2, 1]));
    }

    #[test]
    fn a_large_index_space_keeps_its_default() {
        let zero = ArrayValue::constant(64, BitVector::zero(8));
        let changed = zero.store(&BitVector::from_u64(64, 7), &BitVector::one(8));
        assert_eq!(changed.entries().count(), 1);
        assert_eq!(changed.store(&BitVector::from_u64(64, 7), &BitVector::zero(8)), zero);
    }
}
