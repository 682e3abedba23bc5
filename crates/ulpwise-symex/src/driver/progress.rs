//! What an exploration reports while it runs.

use crate::goals::GoalCandidate;
use crate::inaccuracy::Combination;
use crate::path::Path;
use std::time::Duration;

/// How far an exploration is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that ended.
    pub done: u64,
    /// Paths that are open, those put aside among them.
    pub open: u64,
    /// Ways out of branches that were taken.
    pub taken: u64,
    /// Questions that the solver was asked.
    pub questions: u64,
    /// What is left of the time, if there is a limit.
    pub time_left: Option<Duration>,
}

/// Receives what an exploration finds.
pub trait Observer {
    /// A path ended.
    fn path(&mut self, path: Path);

    /// Something was seen that is looked for ([`crate::SymexOptions::goals`]).
    fn candidate(&mut self, _: GoalCandidate) {}

    /// Checks tell that are looked for ([`crate::SymexOptions::checks`]).
    fn inaccurate(&mut self, _: Combination) {}

    /// How far it is; called now and then.
    fn progress(&mut self, _: &Progress) {}
}

impl<F: FnMut(Path)> Observer for F {
    fn path(&mut self, path: Path) {
        self(path);
    }
}
