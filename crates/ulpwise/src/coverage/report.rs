//! What was covered, as text and JSON.

use crate::output::Report;
use crate::render::{count, from_here, heading, printable, warnings_text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_driver::json::document;
use ulpwise_native::{Coverage, FileCoverage};

/// What came of the calls.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) coverage: Coverage,
    pub(super) calls: usize,
    /// How many of them did not return.
    pub(super) stopped: usize,
}

impl Outcome {
    pub(super) fn report(&self, as_json: bool, warnings: &[String]) -> Report {
        if as_json {
            return Report::success(self.json(warnings));
        }
        Report { errors: warnings_text(warnings), ..Report::success(self.text()) }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |what: String| writeln!(text, "{what}").expect("writing to a string");
        for (name, file) in self.coverage.files() {
            let ran = |counts: &mut dyn Iterator<Item = u64>| counts.filter(|&count| count > 0).count();
            line(format!(
                "{}: {} of {} ran, {} of {} taken",
                heading(&printable(&from_here(name.as_ref()))),
                ran(&mut file.lines.values().copied()),
                count(file.lines.len(), "line", "lines"),
                ran(&mut file.branches.values().copied()),
                count(file.branches.len(), "branch", "branches"),
            ));
            let silent: Vec<u32> =
                file.lines.iter().filter(|(_, count)| **count == 0).map(|(&line, _)| line).collect();
            if !silent.is_empty() {
                line(format!("  not run: {}", ranges(&silent, file.lines.keys().copied())));
            }
            for (at, taken, ways) in one_sided(&file) {
                line(format!("  line {at}: {taken} of {} taken", count(ways, "branch", "branches")));
            }
        }
        let stopped = match self.stopped {
            0 => String::new(),
            calls => format!(", {calls} of which did not return"),
        };
        line(format!("{}{stopped}", count(self.calls, "call", "calls")));
        text
    }

    fn json(&self, warnings: &[String]) -> String {
        let file = |(name, file): (&str, FileCoverage<'_>)| {
            let functions: Vec<Value> = file
                .functions
                .iter()
                .map(|(name, line, count)| json!({"name": name, "line": line, "count": count}))
                .collect();
            let lines: Vec<Value> =
                file.lines.iter().map(|(line, count)| json!({"line": line, "count": count})).collect();
            let branches: Vec<Value> = file
                .branches
                .iter()
                .map(|((line, block, way), count)| {
                    json!({"line": line, "block": block, "way": way, "count": count})
                })
                .collect();
            json!({"path": name, "functions": functions, "lines": lines, "branches": branches})
        };
        document(&json!({
            "format": "ulpwise-coverage",
            "version": 1,
            "calls": self.calls,
            "not_returned": self.stopped,
            "files": self.coverage.files().into_iter().map(file).collect::<Vec<_>>(),
            "warnings": warnings,
        }))
    }
}

/// Lines that ran with some of their branches never taken: the line, how many were taken, of how many.
fn one_sided(file: &FileCoverage<'_>) -> Vec<(u32, usize, usize)> {
    let mut by_line: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (&(line, ..), &count) in &file.branches {
        let (taken, ways) = by_line.entry(line).or_default();
        *taken += usize::from(count > 0);
        *ways += 1;
    }
    let partly = by_line.into_iter().filter(|(_, (taken, ways))| *taken > 0 && taken < ways);
    partly.map(|(line, (taken, ways))| (line, taken, ways)).collect()
}

/// Lines as ranges. What lies between two of them without having code does not part them.
fn ranges(lines: &[u32], with_code: impl Iterator<Item = u32>) -> String {
    let silent: BTreeSet<u32> = lines.iter().copied().collect();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut goes_on = false;
    for line in with_code {
        match (silent.contains(&line), ranges.last_mut()) {
            (true, Some(last)) if goes_on => last.1 = line,
            (true, _) => ranges.push((line, line)),
            (false, _) => {}
        }
        goes_on = silent.contains(&line);
    }
    let range = |&(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_go_over_lines_without_code() {
        assert_eq!(ranges(&[2, 5, 9, 10], [1, 2, 5, 7, 9, 10].into_iter()), "2-5, 9-10");
        assert_eq!(ranges(&[3], [3, 4].into_iter()), "3");
    }
}
