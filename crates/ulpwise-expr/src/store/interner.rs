//! Numbers for equal things: each distinct item once, in order of first appearance.

use super::hash::hash_of;
use hashbrown::HashTable;
use std::hash::Hash;

/// Distinct items, numbered.
#[derive(Debug)]
pub(super) struct Interner<T> {
    items: Vec<T>,
    table: HashTable<u32>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(super) fn new() -> Interner<T> {
        Interner { items: Vec::new(), table: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn get(&self, number: u32) -> &T {
        &self.items[number as usize]
    }

    /// The number of `item`, if it has one.
    pub(super) fn find(&self, item: &T) -> Option<u32> {
        self.table.find(hash_of(item), |&number| self.items[number as usize] == *item).copied()
    }

    /// The number of `item`, which is new if it was not seen before.
    pub(super) fn intern(&mut self, item: T) -> u32 {
        if let Some(number) = self.find(&item) {
            return number;
        }
        let number = u32::try_from(self.items.len()).expect("more than 2^32 distinct items");
        let items = &self.items;
        self.table.insert_unique(hash_of(&item), number, |&number| hash_of(&items[number as usize]));
        self.items.push(item);
        number
    }

    /// Bytes on the heap, what the items own aside.
    pub(super) fn heap_bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.table.allocation_size()
    }
}
