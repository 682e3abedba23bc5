//! How often lines and branches ran, and lcov's form of it (`geninfo(1)`): one record a file, with
//! functions, branches and lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_llvm::{Probe, SourceLine};

/// What the counters of a program say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// What was counted, and how often.
    pub counts: Vec<(Probe, u64)>,
}

/// What is known of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage<'c> {
    /// Each function with its line, and how often it was entered.
    pub functions: Vec<(&'c str, u32, u64)>,
    /// How often each line ran that has code.
    pub lines: BTreeMap<u32, u64>,
    /// By line, branching block and way: how often it was taken.
    pub branches: BTreeMap<(u32, u32, u32), u64>,
}

impl Coverage {
    /// How often a line ran: as often as the block of it that ran most often. `None` for a line
    /// without code.
    pub fn line(&self, at: &SourceLine) -> Option<u64> {
        self.files().get(at.file.as_str())?.lines.get(&at.line).copied()
    }

    /// How many lines ran, and how many have code.
    pub fn line_counts(&self) -> (usize, usize) {
        let files = self.files();
        let counts = || files.values().flat_map(|file| file.lines.values());
        (counts().filter(|count| **count > 0).count(), counts().count())
    }

    /// How many ways out of branches were taken, and how many there are.
    pub fn branch_counts(&self) -> (usize, usize) {
        let files = self.files();
        let counts = || files.values().flat_map(|file| file.branches.values());
        (counts().filter(|count| **count > 0).count(), counts().count())
    }

    /// All that is known, by file.
    pub fn files(&self) -> BTreeMap<&str, FileCoverage<'_>> {
        let mut files: BTreeMap<&str, FileCoverage<'_>> = BTreeMap::new();
        for (probe, count) in &self.counts {
            match probe {
                Probe::Function { name, at } => {
                    files.entry(&at.file).or_default().functions.push((name, at.line, *count));
                }
                Probe::Block { lines } => {
                    for at in lines {
                        let line = files.entry(&at.file).or_default().lines.entry(at.line).or_default();
                        *line = (*line).max(*count);
                    }
                }
                Probe::Branch { at, block, way } => {
                    let branches = &mut files.entry(&at.file).or_default().branches;
                    branches.insert((at.line, *block, *way), *count);
                }
            }
        }
        files
    }

    /// A tracefile of lcov's.
    pub fn to_lcov(&self) -> String {
        let mut text = String::new();
        for (name, file) in self.files() {
            file.write(name, &mut text);
        }
        text
    }
}

impl FileCoverage<'_> {
    fn write(&self, name: &str, text: &mut String) {
        let mut line = |what: std::fmt::Arguments<'_>| writeln!(text, "{what}").expect("writing to a string");
        line(format_args!("TN:"));
        line(format_args!("SF:{name}"));
        for (function, at, _) in &self.functions {
            line(format_args!("FN:{at},{function}"));
        }
        for (function, _, count) in &self.functions {
            line(format_args!("FNDA:{count},{function}"));
        }
        line(format_args!("FNF:{}", self.functions.len()));
        line(format_args!("FNH:{}", self.functions.iter().filter(|(_, _, count)| *count > 0).count()));
        let reached: BTreeSet<u32> =
            self.branches.iter().filter(|(_, count)| **count > 0).map(|(&(_, block, _), _)| block).collect();
        for (&(at, block, way), &count) in &self.branches {
            // A branch that was never reached is another thing than one that was never taken.
            match reached.contains(&block) {
                false => line(format_args!("BRDA:{at},{block},{way},-")),
                true => line(format_args!("BRDA:{at},{block},{way},{count}")),
            }
        }
        line(format_args!("BRF:{}", self.branches.len()));
        line(format_args!("BRH:{}", self.branches.values().filter(|count| **count > 0).count()));
        for (at, count) in &self.lines {
            line(format_args!("DA:{at},{count}"));
        }
        line(format_args!("LF:{}", self.lines.len()));
        line(format_args!("LH:{}", self.lines.values().filter(|count| **count > 0).count()));
        line(format_args!("end_of_record"));
    }
}

/// Probes as one text, a line each with fields apart by tabs, in which the names of files and
/// functions have none.
pub(crate) fn probes_to_text(probes: &[Probe]) -> String {
    let clean = |name: &str| name.replace(['\t', '\n'], " ");
    let mut text = String::new();
    for probe in probes {
        let fields: Vec<String> = match probe {
            Probe::Function { name, at } => {
                vec!["f".into(), clean(name), clean(&at.file), at.line.to_string()]
            }
            Probe::Block { lines } => std::iter::once("b".to_owned())
                .chain(lines.iter().flat_map(|at| [clean(&at.file), at.line.to_string()]))
                .collect(),
            Probe::Branch { at, block, way } => {
                vec!["w".into(), clean(&at.file), at.line.to_string(), block.to_string(), way.to_string()]
            }
        };
        writeln!(text, "{}", fields.join("\t")).expect("writing to a string");
    }
    text
}

/// The probes of such a text; `None` when it is none.
pub(crate) fn probes_of_text(text: &str) -> Option<Vec<Probe>> {
    let at = |file: &str, line: &str| Some(SourceLine { file: file.to_owned(), line: line.parse().ok()? });
    let probe = |line: &str| -> Option<Probe> {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["f", name, file, line] => Some(Probe::Function { name: name.to_owned(), at: at(file, line)? }),
            ["w", file, line, block, way] => Some(Probe::Branch {
                at: at(file, line)?,
                block: block.parse().ok()?,
                way: way.parse().ok()?,
            }),
            ["b", ref lines @ ..] if lines.len().is_multiple_of(2) => {
                let lines = lines.chunks_exact(2).map(|pair| at(pair[0], pair[1]));
                Some(Probe::Block { lines: lines.collect::<Option<_>>()? })
            }
            _ => None,
        }
    };
    text.lines().map(probe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probes() -> Vec<Probe> {
        let at = |line| SourceLine { file: "/a b/c.c".into(), line };
        vec![
            Probe::Function { name: "f".into(), at: at(1) },
            Probe::Block { lines: vec![at(2), at(3)] },
            Probe::Branch { at: at(3), block: 0, way: 0 },
            Probe::Branch { at: at(3), block: 0, way: 1 },
            Probe::Block { lines: Vec::new() },
            Probe::Block { lines: vec![at(4)] },
        ]
    }

    #[test]
    fn probes_come_back_as_they_were() {
        assert_eq!(probes_of_text(&probes_to_text(&probes())), Some(probes()));
        assert_eq!(probes_of_text("x\n"), None);
    }

    #[test]
    fn a_tracefile_has_all_its_records() {
        let counts = probes().into_iter().zip([2, 2, 0, 2, 7, 0]).collect();
        let expected = "TN:\nSF:/a b/c.c\nFN:1,f\nFNDA:2,f\nFNF:1\nFNH:1\nBRDA:3,0,0,0\nBRDA:3,0,1,2\nBRF:2\nBRH:1\n\
                        DA:2,2\nDA:3,2\nDA:4,0\nLF:3\nLH:2\nend_of_record\n";
        let coverage = Coverage { counts };
        assert_eq!((coverage.line_counts(), coverage.branch_counts()), ((2, 3), (1, 2)));
        assert_eq!(coverage.to_lcov(), expected);
        let counts = probes().into_iter().map(|probe| (probe, 0)).collect();
        assert!(Coverage { counts }.to_lcov().contains("BRDA:3,0,0,-\n"), "never reached");
    }
}
