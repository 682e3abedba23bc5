//! What a check of a library came to, counted: verdicts, and the reasons of those that are open.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use ulpwise_driver::finding::{Run, Verdict, VerdictCounts};

/// How many reasons and functions are listed.
const LISTED: usize = 12;

/// The counts of a library.
#[derive(Default)]
pub(super) struct Tally {
    /// Functions that were asked for, and those that were checked.
    pub(super) asked: usize,
    pub(super) taken: usize,
    pub(super) counts: VerdictCounts,
    /// How many entries are open for a reason.
    reasons: BTreeMap<String, usize>,
    /// How many entries of a function are open, and how long it took.
    open: Vec<(usize, f64, String)>,
    refused: Vec<String>,
}

impl Tally {
    /// Of a run.
    pub(super) fn count(run: &Run) -> Tally {
        let (taken, refused) = (run.functions.len(), run.not_checked.len());
        let mut tally = Tally { asked: taken + refused + run.left, taken, ..Tally::default() };
        for function in &run.functions {
            let counts = function.count();
            tally.counts.witnesses += counts.witnesses;
            tally.counts.proven += counts.proven;
            tally.counts.unknown += counts.unknown;
            tally.open.push((counts.unknown, function.seconds, function.name.clone()));
            for entry in &function.ledger {
                if let Verdict::Unknown(why) = &entry.verdict {
                    *tally.reasons.entry(without_numbers(why)).or_default() += 1;
                }
            }
        }
        tally.refused = run.not_checked.iter().map(|one| one.reason.clone()).collect();
        tally.open.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.2.cmp(&other.2)));
        tally
    }

    /// The share of the facts that are decided, in percent.
    pub(super) fn decided(&self) -> f64 {
        let VerdictCounts { witnesses, proven, unknown } = self.counts;
        100.0 * (witnesses + proven) as f64 / (witnesses + proven + unknown).max(1) as f64
    }

    /// A row of the table, without what native calls say.
    pub(super) fn row(&self) -> String {
        let Tally { asked, taken, counts, .. } = self;
        let VerdictCounts { witnesses, proven, unknown } = counts;
        format!("{asked} | {taken} | {witnesses} | {proven} | {unknown} | {:.1} %", self.decided())
    }

    /// The reasons and functions with the most that is open.
    pub(super) fn details(&self) -> String {
        let mut text = String::new();
        for refused in &self.refused {
            let _ = writeln!(text, "  not checked: {}", refused.lines().next().unwrap_or_default());
        }
        let mut reasons: Vec<(&String, &usize)> = self.reasons.iter().collect();
        reasons.sort_by(|one, other| other.1.cmp(one.1).then_with(|| one.0.cmp(other.0)));
        for (why, count) in reasons.iter().take(LISTED) {
            let _ = writeln!(text, "  {count:>6} open: {why}");
        }
        for (count, seconds, name) in self.open.iter().filter(|(count, ..)| *count > 0).take(LISTED) {
            let _ = writeln!(text, "  {count:>6} open in {name} ({seconds:.1} s)");
        }
        text
    }
}

/// A reason with its numbers taken out, so that the same reason at other places counts as one.
fn without_numbers(why: &str) -> String {
    let line = why.lines().next().unwrap_or_default();
    let mut text = String::new();
    for character in line.chars() {
        match character {
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_differ_by_words_only() {
        assert_eq!(without_numbers("beyond 12 elements at a.c:31"), "beyond # elements at a.c:#");
        assert_eq!(without_numbers("time\nmore"), "time");
    }
}
