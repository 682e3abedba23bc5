//! Sets of truth values.

use super::Change;
use std::fmt;

/// A set of truth values: three-valued logic, and the contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoolDomain {
    can_be_false: bool,
    can_be_true: bool,
}

impl BoolDomain {
    /// Both.
    pub const FULL: BoolDomain = BoolDomain { can_be_false: true, can_be_true: true };
    /// Neither.
    pub const EMPTY: BoolDomain = BoolDomain { can_be_false: false, can_be_true: false };
    /// Only true.
    pub const TRUE: BoolDomain = BoolDomain::singleton(true);
    /// Only false.
    pub const FALSE: BoolDomain = BoolDomain::singleton(false);

    /// The set with the members that are said to be in it.
    pub const fn new(can_be_false: bool, can_be_true: bool) -> BoolDomain {
        BoolDomain { can_be_false, can_be_true }
    }

    /// One truth value.
    pub const fn singleton(value: bool) -> BoolDomain {
        BoolDomain { can_be_false: !value, can_be_true: value }
    }

    /// Whether false is in it.
    pub const fn can_be_false(self) -> bool {
        self.can_be_false
    }

    /// Whether true is in it.
    pub const fn can_be_true(self) -> bool {
        self.can_be_true
    }

    /// Whether it is exactly the set of true.
    pub const fn is_true(self) -> bool {
        self.can_be_true && !self.can_be_false
    }

    /// Whether it is exactly the set of false.
    pub const fn is_false(self) -> bool {
        self.can_be_false && !self.can_be_true
    }

    /// Whether it has no member.
    pub const fn is_empty(self) -> bool {
        !self.can_be_false && !self.can_be_true
    }

    /// Whether the value is in it.
    pub const fn contains(self, value: bool) -> bool {
        if value { self.can_be_true } else { self.can_be_false }
    }

    /// The only member.
    pub fn singleton_value(self) -> Option<bool> {
        (self.can_be_false != self.can_be_true).then_some(self.can_be_true)
    }

    /// The number of members.
    pub fn cardinality(self) -> u128 {
        u128::from(self.can_be_false) + u128::from(self.can_be_true)
    }

    /// The set of the negations.
    #[allow(clippy::should_implement_trait)]
    pub const fn not(self) -> BoolDomain {
        BoolDomain { can_be_false: self.can_be_true, can_be_true: self.can_be_false }
    }

    /// Keeps what is in `other` too.
    pub fn intersect(&mut self, other: BoolDomain) -> Change {
        let before = *self;
        self.can_be_false &= other.can_be_false;
        self.can_be_true &= other.can_be_true;
        if self.is_empty() {
            Change::Empty
        } else if *self == before {
            Change::Same
        } else {
            Change::Narrowed
        }
    }

    /// The members of either.
    pub const fn union(self, other: BoolDomain) -> BoolDomain {
        BoolDomain {
            can_be_false: self.can_be_false || other.can_be_false,
            can_be_true: self.can_be_true || other.can_be_true,
        }
    }
}

impl fmt::Display for BoolDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.can_be_false, self.can_be_true) {
            (false, false) => "{}",
            (false, true) => "{true}",
            (true, false) => "{false}",
            (true, true) => "{false, true}",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_determined_by_its_members() {
        for (no, yes) in [(false, false), (false, true), (true, false), (true, true)] {
            let set = BoolDomain::new(no, yes);
            assert_eq!((set.contains(false), set.contains(true)), (no, yes));
            assert_eq!(set.is_empty(), set.cardinality() == 0);
            assert_eq!(set.singleton_value().is_some(), set.cardinality() == 1);
            assert_eq!(set.not().contains(true), no);
            assert_eq!(set.union(BoolDomain::TRUE), BoolDomain::new(no, true));
            let mut narrowed = set;
            let change = narrowed.intersect(BoolDomain::TRUE);
            assert_eq!(narrowed, BoolDomain::new(false, yes));
            assert_eq!(change == Change::Empty, !yes);
            assert_eq!(change == Change::Narrowed, yes && no);
        }
    }
}
