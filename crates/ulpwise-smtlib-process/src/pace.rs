//! Whether a program is faster with a stack.
//!
//! Some programs go on from what they learnt (cvc5 and Bitwuzla gain a factor of ten along a path),
//! others lose the best of their strategies (z3 on floats is twice as slow). So it is tried: each
//! time as many queries were asked on the stack as at all before, one is asked alone.

use std::time::Duration;

/// How many queries are asked on a stack before the first comparison.
const FIRST: u32 = 2;

/// How much longer a query may take on a stack than alone: one alone has to be read and prepared as
/// a whole, and times are noisy.
const SLOWER: u32 = 2;

/// What is known of a program's times.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Queries on the stack since the last comparison, and how long they took.
    asked: u32,
    took: Duration,
    /// After how many of them the next comparison is due.
    due: u32,
    shuns_stack: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { asked: 0, took: Duration::ZERO, due: FIRST, shuns_stack: false }
    }
}

impl Pace {
    /// Whether the next query that could go on from the last one should.
    pub(crate) fn wants_stack(&self) -> bool {
        !self.shuns_stack && self.asked < self.due
    }

    /// Notes how long a query took on the stack.
    pub(crate) fn along(&mut self, took: Duration) {
        self.asked += 1;
        self.took += took;
    }

    /// Notes how long a query took alone that could have been asked on the stack.
    pub(crate) fn alone(&mut self, took: Duration) {
        if self.asked < self.due {
            return;
        }
        let mean = self.took / self.asked;
        self.shuns_stack |= mean > SLOWER * took;
        *self = Pace { due: self.due.saturating_mul(2), shuns_stack: self.shuns_stack, ..Pace::default() };
    }

    /// Has the stack given up, because the program refuses it or knows less on it.
    pub(crate) fn shun_stack(&mut self) {
        self.shuns_stack = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_stack_that_pays_is_compared_ever_more_rarely() {
        let mut pace = Pace::default();
        let mut alone = Vec::new();
        for query in 0..100 {
            if pace.wants_stack() {
                pace.along(MILLISECOND);
            } else {
                pace.alone(3 * MILLISECOND);
                alone.push(query);
            }
        }
        assert_eq!(alone, [2, 7, 16, 33, 66]);
    }

    #[test]
    fn a_stack_that_costs_is_given_up() {
        let mut pace = Pace::default();
        pace.along(2 * MILLISECOND);
        pace.alone(MILLISECOND / 8);
        assert!(pace.wants_stack(), "that was no comparison");
        pace.along(5 * MILLISECOND);
        assert!(!pace.wants_stack());
        pace.alone(MILLISECOND);
        assert!(!pace.wants_stack());
        pace.alone(9 * MILLISECOND);
        assert!(!pace.wants_stack());
    }
}
