//! What ran, as `ulpwise coverage` shows it.

use super::heading;
use crate::text::{count, printable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_finding::{CoverageRun, FileHits};

/// What ran, as text.
pub fn coverage_text(run: &CoverageRun) -> String {
    let mut text = String::new();
    for file in &run.files {
        write_file(&mut text, file);
    }
    let stopped = match run.not_returned {
        0 => String::new(),
        calls => format!(", {calls} of which did not return"),
    };
    let _ = writeln!(text, "{}{stopped}", count(run.calls, "call", "calls"));
    text
}

fn write_file(text: &mut String, file: &FileHits) {
    let _ = writeln!(
        text,
        "{}: {} of {} ran, {} of {} taken",
        heading(&printable(&file.shown_path)),
        file.lines.iter().filter(|line| line.count > 0).count(),
        count(file.lines.len(), "line", "lines"),
        file.branches.iter().filter(|branch| branch.count > 0).count(),
        count(file.branches.len(), "branch", "branches"),
    );
    let silent: Vec<u32> = file.lines.iter().filter(|line| line.count == 0).map(|line| line.line).collect();
    if !silent.is_empty() {
        let ranges = ranges(&silent, file.lines.iter().map(|line| line.line));
        let _ = writeln!(text, "  not run: {ranges}");
    }
    for (line, taken, ways) in one_sided(file) {
        let _ = writeln!(text, "  line {line}: {taken} of {} taken", count(ways, "branch", "branches"));
    }
}

/// Lines that ran with some of their branches never taken: the line, how many were taken, of how
/// many.
fn one_sided(file: &FileHits) -> Vec<(u32, usize, usize)> {
    let mut by_line: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for branch in &file.branches {
        let (taken, ways) = by_line.entry(branch.line).or_default();
        *taken += usize::from(branch.count > 0);
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
