//! Sets of rounding modes.

use super::Change;
use std::fmt;
use ulpwise_float::Rounding;

/// A set of rounding modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundingDomain {
    /// One bit a mode, in the order of [`Rounding::ALL`].
    members: u8,
}

fn bit(mode: Rounding) -> u8 {
    1 << (mode as u8)
}

impl RoundingDomain {
    /// All five modes.
    pub const FULL: RoundingDomain = RoundingDomain { members: 31 };
    /// No mode.
    pub const EMPTY: RoundingDomain = RoundingDomain { members: 0 };

    /// One mode.
    pub fn singleton(mode: Rounding) -> RoundingDomain {
        RoundingDomain { members: bit(mode) }
    }

    /// Whether the mode is in it.
    pub fn contains(self, mode: Rounding) -> bool {
        self.members & bit(mode) != 0
    }

    /// Whether it has no member.
    pub fn is_empty(self) -> bool {
        self.members == 0
    }

    /// The members, in the order of [`Rounding::ALL`].
    pub fn modes(self) -> impl Iterator<Item = Rounding> {
        Rounding::ALL.into_iter().filter(move |&mode| self.contains(mode))
    }

    /// The only member.
    pub fn singleton_value(self) -> Option<Rounding> {
        if self.members.count_ones() == 1 { self.modes().next() } else { None }
    }

    /// The number of members.
    pub fn cardinality(self) -> u128 {
        self.members.count_ones().into()
    }

    /// Keeps what is in `other` too.
    pub fn intersect(&mut self, other: RoundingDomain) -> Change {
        let before = self.members;
        self.members &= other.members;
        if self.is_empty() {
            Change::Empty
        } else if self.members == before {
            Change::Same
        } else {
            Change::Narrowed
        }
    }

    /// The members of either.
    #[must_use]
    pub fn union(self, other: RoundingDomain) -> RoundingDomain {
        RoundingDomain { members: self.members | other.members }
    }

    /// Removes one mode.
    pub fn remove(&mut self, mode: Rounding) -> Change {
        self.intersect(RoundingDomain { members: !bit(mode) })
    }
}

/// As SMT-LIB names the modes.
impl fmt::Display for RoundingDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.modes().map(name).collect();
        write!(f, "{{{}}}", names.join(", "))
    }
}

fn name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
        Rounding::TowardZero => "RTZ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_come_and_go_one_by_one() {
        let mut set = RoundingDomain::FULL;
        assert_eq!(set.cardinality(), 5);
        assert_eq!(set.remove(Rounding::NearestAway), Change::Narrowed);
        assert_eq!(set.remove(Rounding::NearestAway), Change::Same);
        assert_eq!(set.to_string(), "{RNE, RTP, RTN, RTZ}");
        assert_eq!(set.intersect(RoundingDomain::singleton(Rounding::TowardZero)), Change::Narrowed);
        assert_eq!(set.singleton_value(), Some(Rounding::TowardZero));
        assert_eq!(set.union(RoundingDomain::singleton(Rounding::NearestEven)).cardinality(), 2);
        assert_eq!(set.remove(Rounding::TowardZero), Change::Empty);
        assert!(set.is_empty());
    }
}
