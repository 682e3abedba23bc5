//! Searchers: which open path is followed next. One file each; [`SearchStrategy::make`] lists them.
//!
//! What holds: every path that is open can be chosen sooner or later, but by depth-first search;
//! the same seed makes the same choices.

mod alternating;
mod breadth_first;
mod depth_first;
mod distance;
mod nearest;
mod random_path;

pub use distance::Targets;
pub(crate) use distance::leads_back;

use alternating::Alternating;
use breadth_first::BreadthFirst;
use depth_first::DepthFirst;
use distance::Untaken;
use nearest::Nearest;
use random_path::RandomPath;
use std::collections::BTreeMap;
use std::sync::Arc;
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, InstId};

/// A path that is open, by the order in which paths came to be.
pub(crate) type PathId = u64;

/// What searchers know of an open path.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The path that it forked off, and the other half of that fork.
    pub(crate) parent: Option<PathId>,
    /// The calls under way, innermost first.
    pub(crate) calls: Vec<(FunctionId, InstId)>,
}

/// The open paths.
pub(crate) type Open = BTreeMap<PathId, Facts>;

/// Chooses among open paths.
pub(crate) trait Searcher: Send {
    /// A path came to be.
    fn add(&mut self, id: PathId, facts: &Facts);

    /// A path is open no more.
    fn remove(&mut self, id: PathId);

    /// The path to follow next, one of those that are open, of which there is at least one.
    fn select(&mut self, open: &Open) -> PathId;
}

/// Which searcher is wanted.
#[derive(Clone, Default)]
pub enum SearchStrategy {
    /// The newest path first.
    DepthFirst,
    /// The oldest path first.
    BreadthFirst,
    /// A random way through the tree of forks: every subtree alike, however many paths it has.
    RandomPath,
    /// The path that is nearest to a branch that was not taken yet.
    Coverage,
    /// Alternating: nearest to what is not covered, and a random path.
    #[default]
    CoverageAndRandomPath,
    /// Alternating: nearest to goals, and a random path.
    Goals(Arc<dyn Targets>),
}

impl std::fmt::Debug for SearchStrategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DepthFirst => "dfs",
            Self::BreadthFirst => "bfs",
            Self::RandomPath => "random-path",
            Self::Coverage => "coverage",
            Self::CoverageAndRandomPath => "default",
            Self::Goals(_) => "goals",
        })
    }
}

impl SearchStrategy {
    /// The names of the searchers that need nothing else, and these.
    pub const NAMED: [(&'static str, SearchStrategy); 5] = [
        ("default", SearchStrategy::CoverageAndRandomPath),
        ("dfs", SearchStrategy::DepthFirst),
        ("bfs", SearchStrategy::BreadthFirst),
        ("random-path", SearchStrategy::RandomPath),
        ("coverage", SearchStrategy::Coverage),
    ];

    /// A searcher over a program.
    pub(crate) fn make<'p>(&self, program: &'p Program<'p>, seed: u64) -> Box<dyn Searcher + 'p> {
        let random = || Box::new(RandomPath::new(seed));
        let untaken = || Box::new(Nearest::new(program, Arc::new(Untaken(program))));
        match self {
            Self::DepthFirst => Box::new(DepthFirst),
            Self::BreadthFirst => Box::new(BreadthFirst),
            Self::RandomPath => random(),
            Self::Coverage => untaken(),
            Self::CoverageAndRandomPath => Box::new(Alternating::new(vec![untaken(), random()])),
            Self::Goals(targets) => {
                let nearest = Box::new(Nearest::new(program, Arc::clone(targets)));
                Box::new(Alternating::new(vec![nearest, random()]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(parent: Option<PathId>) -> Facts {
        Facts { parent, calls: Vec::new() }
    }

    /// Paths 1 and 2 forked off 0, and 3 and 4 off 2; 1, 3 and 4 are open.
    fn tree(searcher: &mut dyn Searcher) -> Open {
        let mut open = Open::new();
        for (id, parent) in [(0, None), (1, Some(0)), (2, Some(0)), (3, Some(2)), (4, Some(2))] {
            searcher.add(id, &facts(parent));
            open.insert(id, facts(parent));
        }
        for closed in [0, 2] {
            searcher.remove(closed);
            open.remove(&closed);
        }
        open
    }

    #[test]
    fn the_newest_and_the_oldest() {
        let open = tree(&mut DepthFirst);
        assert_eq!((DepthFirst.select(&open), BreadthFirst.select(&open)), (4, 1));
    }

    #[test]
    fn random_paths_take_subtrees_alike() {
        let mut searcher = RandomPath::new(7);
        let open = tree(&mut searcher);
        let mut times = [0_u32; 5];
        for _ in 0..4000 {
            times[searcher.select(&open) as usize] += 1;
        }
        assert!(times[1].abs_diff(2000) < 200 && times[3].abs_diff(1000) < 200, "{times:?}");
        assert_eq!(times[0] + times[2], 0);
    }

    #[test]
    fn turns_are_taken_and_only_open_paths_chosen() {
        let mut searcher = Alternating::new(vec![Box::new(DepthFirst), Box::new(BreadthFirst)]);
        let open = tree(&mut searcher);
        let chosen: Vec<PathId> = (0..4).map(|_| searcher.select(&open)).collect();
        assert_eq!(chosen, [4, 1, 4, 1]);
    }
}
