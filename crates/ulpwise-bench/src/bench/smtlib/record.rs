//! What was measured, in a file with one line a run.

use super::measure::Measured;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// What was run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub(super) solver: String,
    pub(super) file: String,
    /// The limit.
    pub(super) cpu_s: u64,
}

#[derive(Debug)]
pub(super) struct Record {
    runs: BTreeMap<Key, Measured>,
    file: File,
}

impl Record {
    /// Takes up what the file holds, and adds to it.
    pub(super) fn open(path: &Path) -> Result<Record> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let runs = text.lines().filter_map(parse).collect();
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Record { runs, file })
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Measured> {
        self.runs.get(key)
    }

    pub(super) fn add(&mut self, key: Key, measured: Measured) -> Result<()> {
        let Measured { answer, cpu_s, peak_mib } = &measured;
        let (solver, file, limit) = (&key.solver, &key.file, key.cpu_s);
        writeln!(self.file, "{solver}\t{file}\t{limit}\t{answer}\t{cpu_s:.2}\t{peak_mib:.1}")?;
        self.runs.insert(key, measured);
        Ok(())
    }
}

/// A line of the file; a line that was cut off is left out and measured again.
fn parse(line: &str) -> Option<(Key, Measured)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [solver, file, limit, answer, cpu_s, peak_mib] = fields[..] else { return None };
    let key = Key { solver: solver.to_owned(), file: file.to_owned(), cpu_s: limit.parse().ok()? };
    let measured =
        Measured { answer: answer.to_owned(), cpu_s: cpu_s.parse().ok()?, peak_mib: peak_mib.parse().ok()? };
    Some((key, measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there_the_next_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.tsv");
        let key = Key { solver: "z3".to_owned(), file: "a/b.smt2".to_owned(), cpu_s: 24 };
        let measured = Measured { answer: "sat".to_owned(), cpu_s: 1.25, peak_mib: 30.5 };
        Record::open(&path).unwrap().add(key.clone(), measured.clone()).unwrap();
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "z3\tcut").unwrap();
        assert_eq!(Record::open(&path).unwrap().get(&key), Some(&measured));
    }
}
