//! Fortran procedures and modules in files of their own: a file that is named is compiled together
//! with the files of its folder that it needs, as LAPACK's users expect.
//!
//! By habit a file has the name of what it defines. A neighbour is taken where a statement says
//! `use NAME`, `call NAME`, `external NAME` or `NAME(`, and where a file of that name that defines it
//! stands beside the one that says so. What is taken so is not checked by itself.

use crate::options::ProgramFiles;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many files are taken at most.
const MOST_FILES: usize = 64;

/// Sources are smaller; a file that became something else should not fill the memory.
const MAX_BYTES: u64 = 16 << 20;

/// What the names of Fortran's files end with.
const ENDS: [&str; 6] = ["f", "f90", "for", "f95", "f03", "f08"];

/// The files that a program needs besides those that are named, what others need first.
pub(crate) fn neighbours(program: &ProgramFiles) -> Vec<PathBuf> {
    let mut search = NeighbourSearch { named: &program.files, folders: BTreeMap::new(), found: Vec::new() };
    for file in program.files.iter().filter(|file| is_fortran(file)) {
        search.visit(file);
    }
    search.found
}

/// The program with its neighbours.
pub(crate) fn with_neighbours(program: &ProgramFiles) -> ProgramFiles {
    let mut files = neighbours(program);
    files.extend(program.files.iter().cloned());
    ProgramFiles { files, ..program.clone() }
}

fn is_fortran(file: &Path) -> bool {
    let end = file.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
    ENDS.contains(&end.as_str())
}

struct NeighbourSearch<'p> {
    named: &'p [PathBuf],
    /// The Fortran files of a folder, by their names without the end in lower case.
    folders: BTreeMap<PathBuf, BTreeMap<String, PathBuf>>,
    found: Vec<PathBuf>,
}

impl NeighbourSearch<'_> {
    /// Takes what a file needs; each comes behind what it needs itself.
    fn visit(&mut self, file: &Path) {
        let mut open = vec![(file.to_path_buf(), false)];
        let mut seen: BTreeSet<PathBuf> = self.named.iter().chain(&self.found).cloned().collect();
        while let Some((file, is_done)) = open.pop() {
            if is_done {
                self.found.push(file);
                continue;
            }
            for needed in self.needed(&file) {
                if seen.len() < MOST_FILES && seen.insert(needed.clone()) {
                    open.push((needed.clone(), true));
                    open.push((needed, false));
                }
            }
        }
    }

    /// The files beside a file that it needs.
    fn needed(&mut self, file: &Path) -> Vec<PathBuf> {
        let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
        let files = self.folders.entry(folder).or_insert_with_key(|folder| files_of(folder));
        let text = read_lower_case(file);
        let defined = names_after(&text, &DEFINING);
        let mut names = names_after(&text, &["use", "call", "external"]);
        names.extend(names_before_parentheses(&text));
        let needed = names.iter().filter(|name| !defined.contains(*name));
        let defines = |(name, file): &(&String, &PathBuf)| {
            names_after(&read_lower_case(file), &DEFINING).contains(*name)
        };
        let found = needed.filter_map(|name| Some((name, files.get(name)?))).filter(defines);
        found.map(|(_, file)| file.clone()).collect()
    }
}

/// The words before the name of what a file defines.
const DEFINING: [&str; 3] = ["module", "subroutine", "function"];

fn read_lower_case(file: &Path) -> String {
    let is_small = std::fs::metadata(file).is_ok_and(|metadata| metadata.len() <= MAX_BYTES);
    let text = if is_small { std::fs::read(file).unwrap_or_default() } else { Vec::new() };
    String::from_utf8_lossy(&text).to_ascii_lowercase()
}

/// The Fortran files of a folder.
fn files_of(folder: &Path) -> BTreeMap<String, PathBuf> {
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(listed).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort();
    let files = names.into_iter().map(|name| folder.join(name)).filter(|file| is_fortran(file));
    let stem = |file: &PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().to_ascii_lowercase());
    files.filter_map(|file| Some((stem(&file)?, file))).collect()
}

/// The names that stand behind one of these words in a text in lower case; of `external` all that a
/// statement lists.
fn names_after(text: &str, words: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut goes_on = false;
    for line in text.lines() {
        if line.starts_with(['c', '*', '!']) {
            continue;
        }
        let code = line.split('!').next().unwrap_or_default();
        let mut tokens = code
            .split(|character: char| !(character.is_ascii_alphanumeric() || "_$&".contains(character)))
            .filter(|token| !token.is_empty())
            .peekable();
        // The next line of an `external` statement.
        let continues = goes_on && code.trim_start().starts_with(['$', '&', '+', '1', '2', ',']);
        goes_on = false;
        if continues || (words.contains(&"external") && tokens.peek() == Some(&"external")) {
            names.extend(tokens.map(|token| token.trim_matches(['$', '&', '+']).to_owned()));
            goes_on = true;
            continue;
        }
        while let Some(token) = tokens.next() {
            if let (true, Some(name)) = (words.contains(&token), tokens.peek()) {
                names.insert((*name).to_owned());
            }
        }
    }
    names
}

/// The names that stand before a parenthesis: functions that are called, and arrays.
fn names_before_parentheses(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter(|line| !line.starts_with(['c', '*', '!']));
    let code = lines.map(|line| line.split('!').next().unwrap_or_default());
    let name = |before: &str| {
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        before.trim_end().rsplit(|character| !is_part(character)).next().unwrap_or_default().to_owned()
    };
    code.flat_map(|line| line.match_indices('(').map(move |(at, _)| name(&line[..at]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(folder: &Path, file: &str) -> Vec<String> {
        let program = ProgramFiles::new([folder.join(file)]);
        let name = |file: PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
        neighbours(&program).into_iter().map(name).collect()
    }

    #[test]
    fn files_are_taken_that_are_called_and_what_they_need_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        put(
            "top.f",
            "      subroutine top(x)\n      external inner,\n     $         other\n      call last(x)\n      end\n",
        );
        put("inner.f90", "real(8) function inner(x)\n use consts\n inner = plain(1) + liar(2)\nend\n");
        put("plain.f90", "real(8) function plain(x)\nend\n");
        put("liar.f90", "subroutine something\nend\n");
        put("other.F", "      integer function other()\n      end\n");
        put("last.f", "c     call unused\n      subroutine last(x)\n      call top(x)\n      end\n");
        put("consts.f90", "module consts\nend module\n");
        put("unused.f", "      subroutine unused\n      end\n");
        let mut found = named(folder.path(), "top.f");
        let at = |name: &str| found.iter().position(|of| of == name).unwrap();
        assert!(at("consts.f90") < at("inner.f90"));
        found.sort();
        assert_eq!(found, ["consts.f90", "inner.f90", "last.f", "other.F", "plain.f90"]);
        assert_eq!(named(folder.path(), "unused.f"), [""; 0]);
    }

    #[test]
    fn other_languages_have_no_neighbours() {
        assert_eq!(neighbours(&ProgramFiles::new(["a.c", "b.rs"])), Vec::<PathBuf>::new());
    }
}
