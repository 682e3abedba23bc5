//! Collects what paths ended in while they are followed, and shows the progress.

use super::failures::{Obstacle, PathFailure, add_failure, add_obstacle};
use super::suite::PathTest;
use crate::context;
use std::collections::BTreeMap;
use ulpwise_ir::Module;
use ulpwise_symex::{Meaning, Observer, Path, Progress};

/// What paths ended in.
pub(super) struct PathCollector<'m> {
    module: &'m Module,
    /// How many paths ended in which way.
    pub(super) ends: BTreeMap<Meaning, u64>,
    pub(super) failures: Vec<PathFailure>,
    pub(super) obstacles: Vec<Obstacle>,
    /// A test for each path, as many as are wanted.
    pub(super) tests: Vec<PathTest>,
    wanted: usize,
    progress: context::Progress,
    /// How many edges the program has, to show how many of them were taken.
    branches: u64,
}

impl<'m> PathCollector<'m> {
    pub(super) fn new(module: &'m Module, wanted: usize, progress: context::Progress) -> PathCollector<'m> {
        PathCollector {
            module,
            ends: BTreeMap::new(),
            failures: Vec::new(),
            obstacles: Vec::new(),
            tests: Vec::new(),
            wanted,
            progress,
            branches: branch_count(module),
        }
    }
}

impl Observer for PathCollector<'_> {
    fn path(&mut self, path: Path) {
        let meaning = path.end.meaning();
        *self.ends.entry(meaning).or_default() += 1;
        match meaning {
            Meaning::Completed | Meaning::Dropped => {}
            Meaning::Failed => add_failure(&mut self.failures, self.module, &path),
            Meaning::Unsupported | Meaning::CutOff => add_obstacle(&mut self.obstacles, self.module, &path),
        }
        if self.tests.len() < self.wanted {
            self.tests.push(PathTest { end: path.end.id(), inputs: path.inputs, output: path.output });
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.detail(line(progress, self.branches, self.failures.len()));
    }
}

fn branch_count(module: &Module) -> u64 {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.map(|body| body.edges.len() as u64).sum()
}

/// How far it is.
fn line(progress: &Progress, branches: u64, failures: usize) -> String {
    let percent = 100 * progress.taken / branches.max(1);
    format!(
        "{} done, {} open, {percent} % of branches, {failures} failures, {} questions",
        progress.done, progress.open, progress.questions
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_paths_branches_and_failures() {
        let progress = Progress { done: 12, open: 3, taken: 9, questions: 40, time_left: None };
        assert_eq!(line(&progress, 20, 2), "12 done, 3 open, 45 % of branches, 2 failures, 40 questions");
        assert_eq!(
            line(&Progress::default(), 0, 0),
            "0 done, 0 open, 0 % of branches, 0 failures, 0 questions"
        );
    }
}
