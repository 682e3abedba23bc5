//! Typed ids: a `u32` that knows what it numbers, and the vector that only it can index.
//!
//! An id is four bytes, so that instructions stay compact; a module with more than four thousand
//! million of anything is refused where it is built, not wrapped around.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// What a typed id offers: conversion from and to a position.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// What `Display` prints before the number.
    const PREFIX: &'static str;
    /// The id of position `index`.
    fn from_index(index: usize) -> Self;
    /// The position this id names.
    fn index(self) -> usize;
}

/// Defines a typed id: `typed_id! { /// Documentation. pub struct BlockId("b"); }`.
///
/// The string is the prefix that `Display` and `Debug` print before the number.
#[macro_export]
macro_rules! typed_id {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident($prefix:literal);) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $name {
            /// The id of position `index`.
            #[inline]
            #[allow(dead_code)]
            $visibility const fn new(index: u32) -> Self {
                Self(index)
            }

            /// The number inside.
            #[inline]
            #[allow(dead_code)]
            $visibility const fn as_u32(self) -> u32 {
                self.0
            }
        }

        impl $crate::Id for $name {
            const PREFIX: &'static str = $prefix;

            #[inline]
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 items of one kind"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A vector indexed by one kind of id only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IdVec<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }

    /// Appends an item and returns the id it got.
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The id that the next `push` will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// How many items there is room for without another allocation.
    pub fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item, unless the id lies beyond the end.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items in order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// All items with their ids, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::from_index(index), item))
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// The items as a plain slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<Iter: IntoIterator<Item = T>>(iter: Iter) -> Self {
        Self { items: iter.into_iter().collect(), id: PhantomData }
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    typed_id! {
        /// For the tests.
        struct AppleId("apple");
    }

    #[test]
    fn ids_number_in_order_and_print_their_prefix() {
        let mut apples: IdVec<AppleId, &str> = IdVec::new();
        let first = apples.push("red");
        let second = apples.push("green");
        assert_eq!(second, apples.ids().next_back().unwrap());
        assert_eq!(apples[first], "red");
        assert_eq!(format!("{first} {second:?}"), "apple0 apple1");
        assert_eq!(apples.get(AppleId::new(2)), None);
    }
}
