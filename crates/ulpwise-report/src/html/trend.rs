//! How a project has done over its runs. A page carries the numbers of the runs before it, so that the
//! next one that is written in its place goes on from there; nothing else is kept.

use super::Page;
use askama::Template;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ulpwise_finding::{Level, Run};

/// How many runs a page remembers, and how many of these it shows.
const KEPT: usize = 100;
const SHOWN: usize = 12;

/// How many findings that came or went are named.
const NAMED: usize = 20;

const BEGIN: &str = "<script type=\"application/json\" id=\"history\">";
const END: &str = "</script>";

/// The runs that a page tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageHistory {
    /// What ran: other work is not compared.
    task: String,
    runs: Vec<RunSummary>,
    /// What the last run found that is not accepted: properties and stable names of operations.
    findings: BTreeSet<String>,
}

/// A run in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RunSummary {
    when: String,
    errors: usize,
    warnings: usize,
    notes: usize,
    proven: usize,
    unknown: usize,
}

impl PageHistory {
    /// What a page tells; nothing if it is none of ours, or of an older version.
    pub fn read(page: &str) -> Self {
        let text = page.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END));
        text.and_then(|(text, _)| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// What the page of this run tells, made at that time.
    pub(super) fn followed_by(&self, run: &Run, when: &str) -> Self {
        let levels = run.by_level();
        let level = |level: Level| levels.get(&level).copied().unwrap_or_default();
        let counts = run.by_property().into_values();
        let (proven, unknown) = counts
            .fold((0, 0), |(proven, unknown), counts| (proven + counts.proven, unknown + counts.unknown));
        let summary = RunSummary {
            when: when.to_owned(),
            errors: level(Level::Error),
            warnings: level(Level::Warning),
            notes: level(Level::Note),
            proven,
            unknown,
        };
        let mut runs = if self.task == run.task { self.runs.clone() } else { Vec::new() };
        runs.push(summary);
        runs.drain(..runs.len().saturating_sub(KEPT));
        let merged = ulpwise_finding::merged(run);
        let open = merged.iter().filter(|one| one.worst().accepted.is_none());
        let findings = open.map(|one| name(run, one.goal)).collect();
        Self { task: run.task.clone(), runs, findings }
    }

    /// As the page carries it: no text of the user's ends the element.
    fn embedded(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c");
        format!("{BEGIN}{text}{END}")
    }
}

fn name(run: &Run, (site, property): ulpwise_finding::LedgerKey) -> String {
    format!("{} at {}", property.id(), run.sites[site].id)
}

/// A finding that the run before did not have.
struct Came {
    number: usize,
    words: String,
}

/// The trend in the page.
#[derive(Template)]
#[template(path = "trend.html")]
pub(super) struct TrendPart {
    history: String,
    runs: Vec<RunSummary>,
    before: Option<String>,
    came: Vec<Came>,
    came_in_all: usize,
    gone: Vec<String>,
    gone_in_all: usize,
}

impl TrendPart {
    pub(super) fn new(page: &Page<'_>, earlier: &PageHistory, when: &str) -> Self {
        let history = earlier.followed_by(page.run, when);
        let is_first = history.runs.len() < 2;
        let is_new = |goal| {
            let name = name(page.run, goal);
            !is_first && history.findings.contains(&name) && !earlier.findings.contains(&name)
        };
        let came: Vec<Came> = page
            .findings
            .iter()
            .filter(|one| is_new(one.goal))
            .map(|one| Came {
                number: page.numbers[&one.goal],
                words: format!("{} in {}", one.goal.1.id(), page.run.sites[one.goal.0].function),
            })
            .collect();
        let gone: Vec<String> = match is_first {
            true => Vec::new(),
            false => earlier.findings.difference(&history.findings).cloned().collect(),
        };
        let from = history.runs.len().saturating_sub(SHOWN);
        let before = history.runs.len().checked_sub(2).map(|at| history.runs[at].when.clone());
        Self {
            history: history.embedded(),
            runs: history.runs[from..].iter().rev().cloned().collect(),
            before,
            came_in_all: came.len(),
            came: came.into_iter().take(NAMED).collect(),
            gone_in_all: gone.len(),
            gone: gone.into_iter().take(NAMED).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{html, html_after};
    use ulpwise_finding::sample;

    #[test]
    fn a_page_goes_on_from_the_one_before() {
        let run = sample();
        let first = html_after(&run, &PageHistory::default(), "Monday");
        assert!(!first.contains("Since the run of"), "there is nothing to compare with");
        let mut fewer = sample();
        let mut came_back = None;
        for function in &mut fewer.functions {
            function
                .ledger
                .retain(|entry| entry.verdict.finding().is_none() || came_back.replace(()).is_some());
        }
        let second = html_after(&fewer, &PageHistory::read(&first), "Tuesday");
        assert!(second.contains("Since the run of Monday: nothing new, 1 finding is gone"), "{second}");
        let third = html_after(&run, &PageHistory::read(&second), "Wednesday");
        assert!(third.contains("Since the run of Tuesday: 1 new finding, none is gone"), "{third}");
        let history = PageHistory::read(&third);
        assert_eq!(
            history.runs.iter().map(|run| &run.when[..]).collect::<Vec<_>>(),
            ["Monday", "Tuesday", "Wednesday"]
        );
    }

    #[test]
    fn other_work_and_other_pages_are_not_compared() {
        assert_eq!(PageHistory::read("<html>"), PageHistory::default());
        assert_eq!(PageHistory::read(&format!("{BEGIN}{{}}{END}")), PageHistory::default());
        let mut run = sample();
        let check = PageHistory::read(&html_after(&run, &PageHistory::default(), "Monday"));
        run.task = "accuracy".to_owned();
        assert!(!html_after(&run, &check, "Tuesday").contains("Since the run of"));
        assert!(!html(&run).contains(BEGIN), "a page without a date is not one of a series");
    }
}
