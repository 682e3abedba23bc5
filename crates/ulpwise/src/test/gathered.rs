//! What comes in while paths are followed, and the line that says how far it is.

use super::findings::{Finding, Obstacle, add_finding, add_obstacle};
use super::suite::Test;
use crate::progress::Teller;
use std::collections::BTreeMap;
use ulpwise_ir::Module;
use ulpwise_symex::{Meaning, Observer, Path, Progress};

/// What came in.
pub(super) struct Gathered<'m> {
    module: &'m Module,
    /// How many paths ended in which way.
    pub(super) ends: BTreeMap<Meaning, u64>,
    pub(super) findings: Vec<Finding>,
    pub(super) obstacles: Vec<Obstacle>,
    /// A test for each path, as many as are wanted.
    pub(super) tests: Vec<Test>,
    wanted: usize,
    teller: Teller,
    /// How many edges the program has, to tell how many of them were taken.
    branches: u64,
}

impl<'m> Gathered<'m> {
    pub(super) fn new(module: &'m Module, wanted: usize, teller: Teller) -> Gathered<'m> {
        Gathered {
            module,
            ends: BTreeMap::new(),
            findings: Vec::new(),
            obstacles: Vec::new(),
            tests: Vec::new(),
            wanted,
            teller,
            branches: branch_count(module),
        }
    }
}

impl Observer for Gathered<'_> {
    fn path(&mut self, path: Path) {
        let meaning = path.end.meaning();
        *self.ends.entry(meaning).or_default() += 1;
        match meaning {
            Meaning::Completed | Meaning::Dropped => {}
            Meaning::Failed => add_finding(&mut self.findings, self.module, &path),
            Meaning::Unsupported | Meaning::CutOff => add_obstacle(&mut self.obstacles, self.module, &path),
        }
        if self.tests.len() < self.wanted {
            self.tests.push(Test { end: path.end.id(), inputs: path.inputs, output: path.output });
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.teller.detail(line(progress, self.branches, self.findings.len()));
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
    fn the_line_tells_paths_branches_and_failures() {
        let progress = Progress { done: 12, open: 3, taken: 9, questions: 40, time_left: None };
        assert_eq!(line(&progress, 20, 2), "12 done, 3 open, 45 % of branches, 2 failures, 40 questions");
        assert_eq!(
            line(&Progress::default(), 0, 0),
            "0 done, 0 open, 0 % of branches, 0 failures, 0 questions"
        );
    }
}
