//! What comes in while paths are followed, and the line that says how far it is.

use super::findings::{Finding, Obstacle, add_finding, add_obstacle};
use super::suite::Test;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use ulpwise_exec::{Meaning, Observer, Path, Progress};
use ulpwise_ir::Module;

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
    pub(super) line: Line,
}

impl<'m> Gathered<'m> {
    pub(super) fn new(module: &'m Module, wanted: usize) -> Gathered<'m> {
        Gathered {
            module,
            ends: BTreeMap::new(),
            findings: Vec::new(),
            obstacles: Vec::new(),
            tests: Vec::new(),
            wanted,
            line: Line { shown: std::io::stderr().is_terminal(), branches: branch_count(module) },
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
        self.line.show(progress, self.findings.len());
    }
}

/// How many edges the program has, to tell how many of them were taken.
fn branch_count(module: &Module) -> u64 {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.map(|body| body.edges.len() as u64).sum()
}

/// The line on a terminal that says how far it is.
pub(super) struct Line {
    shown: bool,
    branches: u64,
}

impl Line {
    fn show(&self, progress: &Progress, failures: usize) {
        if !self.shown {
            return;
        }
        let left = progress.time_left.map_or(String::new(), |left| format!(", {} s left", left.as_secs()));
        let percent = 100 * progress.taken / self.branches.max(1);
        let text = format!(
            "paths {} done, {} open; {percent} % of branches, {failures} failures, {} questions{left}",
            progress.done, progress.open, progress.questions
        );
        // Nobody is told when it cannot be written.
        let _ = write!(std::io::stderr(), "\r{text:<100}");
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r{:100}\r", "");
        }
    }
}
