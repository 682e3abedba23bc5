//! What is known of a file since it was checked last.

use lsp_types::{Diagnostic, Range};
use std::collections::BTreeMap;
use std::path::PathBuf;
use ulpwise_finding::{Finding, LedgerEntry, RootCause, Run, root_causes};

/// A function's file and line by its linker's name.
pub(crate) type Declared = BTreeMap<String, (PathBuf, u32)>;

/// What a check came to.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It was made.
    Checked {
        /// What was found.
        run: Box<Run>,
        /// Where functions begin.
        declared: Declared,
    },
    /// It could not be made.
    Failed {
        /// A sentence.
        message: String,
        /// What a compiler printed.
        output: String,
    },
}

/// A file that is open.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// What was found, and where it is shown.
    pub(crate) findings: Vec<ShownFinding>,
    /// All that is shown.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The run of the last check that could be made.
    pub(crate) run: Option<Box<Run>>,
    pub(crate) declared: Declared,
}

/// A finding that is shown in a file.
#[derive(Clone, Debug)]
pub(crate) struct ShownFinding {
    /// Where it is.
    pub(crate) range: Range,
    /// The function among those of the run, and the entry of its ledger.
    pub(crate) function: usize,
    pub(crate) entry: usize,
}

impl Document {
    /// The entry of a ledger and its finding.
    pub(crate) fn entry(&self, shown: &ShownFinding) -> Option<(&LedgerEntry, &Finding)> {
        let run = self.run.as_ref()?;
        let entry = run.functions.get(shown.function)?.ledger.get(shown.entry)?;
        Some((entry, entry.verdict.finding()?))
    }

    /// The linker's name of the function that a finding's call is of.
    pub(crate) fn called(&self, shown: &ShownFinding) -> Option<&str> {
        Some(&self.run.as_ref()?.functions.get(shown.function)?.linker_name)
    }
}

/// Where the worst of each root cause stands among the ledgers.
pub(crate) fn worst_of_causes(run: &Run) -> Vec<(usize, usize)> {
    let position = |function: usize, goal: (usize, ulpwise_finding::Property)| {
        let ledger = &run.functions[function].ledger;
        ledger.iter().position(|entry| (entry.site, entry.property) == goal)
    };
    let causes = root_causes(run);
    let worst = causes.iter().map(RootCause::worst);
    worst.filter_map(|worst| Some((worst.function, position(worst.function, worst.goal)?))).collect()
}
