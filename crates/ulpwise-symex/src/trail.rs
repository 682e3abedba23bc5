//! A list that grows at one end and shares its beginning with the lists that it was copied to: what
//! a path has decided and assumed.

use std::sync::Arc;

/// A list; a copy costs nothing, and neither does what both have in common.
#[derive(Debug)]
pub(crate) struct Trail<T> {
    last: Option<Arc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    item: T,
    before: Option<Arc<Link<T>>>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Self { last: None, len: 0 }
    }
}

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Self {
        Self { last: self.last.clone(), len: self.len }
    }
}

impl<T: Copy> Trail<T> {
    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        let before = self.last.take();
        self.last = Some(Arc::new(Link { item, before }));
        self.len += 1;
    }

    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The items, first one first.
    pub(crate) fn to_vec(&self) -> Vec<T> {
        let mut items = Vec::with_capacity(self.len + 1);
        let mut at = self.last.as_deref();
        while let Some(link) = at {
            items.push(link.item);
            at = link.before.as_deref();
        }
        items.reverse();
        items
    }
}

/// Links are let go in a loop: a list may be longer than the stack is deep.
impl<T> Drop for Trail<T> {
    fn drop(&mut self) {
        let mut at = self.last.take();
        while let Some(link) = at {
            at = Arc::into_inner(link).and_then(|mut link| link.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_their_own_way() {
        let mut first: Trail<u32> = Trail::default();
        first.push(1);
        let mut second = first.clone();
        first.push(2);
        second.push(3);
        assert_eq!((first.to_vec(), second.to_vec()), (vec![1, 2], vec![1, 3]));
    }

    #[test]
    fn a_million_links_are_let_go() {
        let mut trail = Trail::default();
        (0..1_000_000).for_each(|item| trail.push(item));
        let copy = trail.clone();
        drop(trail);
        assert_eq!(copy.to_vec().len(), 1_000_000);
    }
}
