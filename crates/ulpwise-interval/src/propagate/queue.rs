//! Constraints that wait for a projection: cheap ones first, within a priority the one that waits
//! longest.

use crate::network::{Constraint, ConstraintId};
use std::collections::VecDeque;
use ulpwise_base::Id;

/// The queue.
#[derive(Clone, Default, Debug)]
pub(crate) struct Queue {
    waiting: [VecDeque<ConstraintId>; Constraint::PRIORITIES],
    is_waiting: Vec<bool>,
}

impl Queue {
    /// Makes room for constraints.
    pub(crate) fn resize(&mut self, constraints: usize) {
        self.is_waiting.resize(constraints, false);
    }

    /// Adds a constraint unless it waits already.
    #[inline]
    pub(crate) fn push(&mut self, id: ConstraintId, priority: u8) {
        if !std::mem::replace(&mut self.is_waiting[id.index()], true) {
            self.waiting[usize::from(priority)].push_back(id);
        }
    }

    /// The next constraint.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<ConstraintId> {
        let id = self.waiting.iter_mut().find_map(VecDeque::pop_front)?;
        self.is_waiting[id.index()] = false;
        Some(id)
    }

    /// Removes all.
    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_first_each_once() {
        let mut queue = Queue::default();
        queue.resize(3);
        let [a, b, c] = [0, 1, 2].map(ConstraintId::new);
        for (id, priority) in [(a, 3), (b, 0), (a, 3), (c, 3)] {
            queue.push(id, priority);
        }
        assert_eq!([queue.pop(), queue.pop(), queue.pop(), queue.pop()], [Some(b), Some(a), Some(c), None]);
    }
}
