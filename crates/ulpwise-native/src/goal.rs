//! The goals of a search, and the distance of a call from a goal.

use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;

/// What has to happen at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// It raises this exception.
    Exception(Exception),
    /// A comparison is about to flip: its operands are equal, and beyond that its answer is the
    /// other one.
    Flip,
}

/// A site and what has to happen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Goal {
    /// The site.
    pub site: SiteId,
    /// What has to happen there.
    pub aim: Aim,
}

/// The distance of a call from a goal, in steps from one float to the next (or a sum of such
/// steps): the least of all executions of the site. Zero is the goal itself. Where a goal has two
/// sides, as a divisor that may be above or below zero, the sign is the side of the call.
pub type Gap = i64;

/// The gap of a call that did not reach the site.
pub(crate) const UNREACHED: Gap = Gap::MAX;

/// How many goals a batch may have.
pub const MAX_GOALS: usize = 256;

/// The bits of what has to happen.
const AIM_BITS: u32 = 4;

/// The code of comparisons, beyond those of exceptions.
const FLIP: u64 = (1 << AIM_BITS) - 1;

impl Goal {
    /// The goal as one word of the shared memory.
    pub(crate) fn pack(self) -> u64 {
        let aim = match self.aim {
            Aim::Exception(exception) => exception as u64,
            Aim::Flip => FLIP,
        };
        u64::from(self.site.as_u32()) << AIM_BITS | aim
    }

    /// The goal of a word; `None` if it is not a goal.
    pub(crate) fn unpack(word: u64) -> Option<Self> {
        let site = SiteId::new(u32::try_from(word >> AIM_BITS).ok()?);
        let aim = match word & ((1 << AIM_BITS) - 1) {
            FLIP => Aim::Flip,
            code => Aim::Exception(*Exception::ALL.get(code as usize)?),
        };
        Some(Self { site, aim })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_come_back_as_they_were() {
        let aims = Exception::ALL.map(Aim::Exception).into_iter().chain([Aim::Flip]);
        for aim in aims {
            let goal = Goal { site: SiteId::new(123_456), aim };
            assert_eq!(Goal::unpack(goal.pack()), Some(goal));
        }
        assert_eq!(Goal::unpack(FLIP - 1), None);
    }
}
