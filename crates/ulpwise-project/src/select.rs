//! Takes from a recording the sources that belong together.
//!
//! What was linked together is one program. Unless one is named, the libraries of a build are taken,
//! all of them together, or without a library the largest program. What lies in folders of tests and
//! examples is left out where something else is there.

use crate::command::{Compilation, LinkKind};
use crate::error::ProjectError;
use crate::recording::Recording;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Folders whose programs and libraries are for the project itself.
const SIDE_FOLDERS: [&str; 17] = [
    "test",
    "tests",
    "testing",
    "TESTING",
    "Testing",
    "t",
    "check",
    "examples",
    "example",
    "EXAMPLE",
    "demo",
    "demos",
    "bench",
    "benchmark",
    "benchmarks",
    "fuzz",
    "doc",
];

/// The sources that were chosen.
#[derive(Debug)]
pub(crate) struct Selection<'r> {
    pub(crate) compilations: Vec<&'r Compilation>,
    /// What they are together, in words.
    pub(crate) what: String,
    /// What was left out and can be named.
    pub(crate) others: Vec<String>,
}

/// What was linked together, by the name of what it makes.
struct LinkTarget {
    name: String,
    kind: LinkKind,
    is_side: bool,
    sources: BTreeSet<usize>,
}

/// Chooses; `root` is the project's folder.
pub(crate) fn select<'r>(
    recording: &'r Recording,
    root: &Path,
    named: Option<&str>,
) -> Result<Selection<'r>, ProjectError> {
    let targets = targets(recording, root);
    if let Some(named) = named {
        let is_it = |target: &&LinkTarget| is_named(&target.name, named);
        let Some(target) = targets.iter().find(is_it) else {
            let known = targets.iter().map(|target| target.name.clone()).collect();
            return Err(ProjectError::NoTarget { name: named.to_owned(), known });
        };
        let compilations = compilations(recording, &target.sources);
        return Ok(Selection { compilations, what: target.name.clone(), others: Vec::new() });
    }
    let main: Vec<&LinkTarget> = targets.iter().filter(|target| !target.is_side).collect();
    let libraries: Vec<&LinkTarget> =
        main.iter().copied().filter(|target| target.kind != LinkKind::Program).collect();
    let chosen: Vec<&LinkTarget> = if libraries.is_empty() {
        let programs = if main.is_empty() { targets.iter().collect() } else { main };
        programs.into_iter().max_by_key(|target| target.sources.len()).into_iter().collect()
    } else {
        largest(libraries)
    };
    if chosen.is_empty() {
        return Ok(without_links(recording, root));
    }
    let names: Vec<String> = chosen.iter().map(|target| target.name.clone()).collect();
    let sources: BTreeSet<usize> = chosen.iter().flat_map(|target| target.sources.iter().copied()).collect();
    let is_other = |target: &&LinkTarget| !target.sources.is_subset(&sources);
    let others = targets.iter().filter(is_other).map(|target| target.name.clone()).collect();
    Ok(Selection { compilations: compilations(recording, &sources), what: names.join(", "), others })
}

/// Without those whose sources others have as well.
fn largest(mut targets: Vec<&LinkTarget>) -> Vec<&LinkTarget> {
    targets.sort_by_key(|target| std::cmp::Reverse(target.sources.len()));
    let mut taken: Vec<&LinkTarget> = Vec::new();
    for target in targets {
        if !taken.iter().any(|larger| target.sources.is_subset(&larger.sources)) {
            taken.push(target);
        }
    }
    taken
}

/// The programs and libraries of a build. Archives are added to, a few members a time, and what is
/// compiled twice, for shared libraries and for others, counts once.
fn targets(recording: &Recording, root: &Path) -> Vec<LinkTarget> {
    let first: BTreeMap<&Path, usize> = recording
        .compilations
        .iter()
        .enumerate()
        .rev()
        .map(|(number, one)| (one.source.as_path(), number))
        .collect();
    let once = |number: &usize| first[recording.compilations[*number].source.as_path()];
    let mut by_output: BTreeMap<&Path, LinkTarget> = BTreeMap::new();
    for (link, sources) in recording.links.iter().zip(recording.linked_sources()) {
        let name = link.output.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let target = by_output.entry(&link.output).or_insert_with(|| LinkTarget {
            name,
            kind: link.kind,
            is_side: is_side(&link.output, root),
            sources: BTreeSet::new(),
        });
        target.sources.extend(sources.iter().map(once));
    }
    by_output.into_values().filter(|target| !target.sources.is_empty()).collect()
}

/// A build that was not seen linking, or did not come so far.
fn without_links<'r>(recording: &'r Recording, root: &Path) -> Selection<'r> {
    let all: BTreeSet<usize> = (0..recording.compilations.len()).collect();
    let main: BTreeSet<usize> = all
        .iter()
        .copied()
        .filter(|&number| !is_side(&recording.compilations[number].source, root))
        .collect();
    let chosen = if main.is_empty() { &all } else { &main };
    let left_out = all.len() - chosen.len();
    let others =
        if left_out > 0 { vec![format!("{left_out} sources of tests and examples")] } else { Vec::new() };
    Selection { compilations: compilations(recording, chosen), what: String::new(), others }
}

fn compilations<'r>(recording: &'r Recording, numbers: &BTreeSet<usize>) -> Vec<&'r Compilation> {
    let mut seen = BTreeSet::new();
    let all = numbers.iter().map(|&number| &recording.compilations[number]);
    all.filter(|one| seen.insert(&one.source)).collect()
}

/// Whether a file lies in a folder of tests or examples, below the project's own.
fn is_side(file: &Path, root: &Path) -> bool {
    let below = file.strip_prefix(root).unwrap_or(file);
    let folders = below.parent().into_iter().flat_map(Path::components);
    folders.into_iter().any(|step| SIDE_FOLDERS.iter().any(|name| step.as_os_str() == *name))
}

/// Whether a name is what the user calls it: `libx.a` also `x`, and `libx.so.1` also `libx.so`.
fn is_named(name: &str, wanted: &str) -> bool {
    let stem = name.strip_prefix("lib").and_then(|rest| rest.split('.').next());
    name == wanted
        || stem == Some(wanted)
        || name.strip_prefix(wanted).is_some_and(|rest| wanted.ends_with(".so") && rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::read_command;

    fn recording(commands: &[&str]) -> Recording {
        let mut recording = Recording::new();
        for command in commands {
            let words = shlex::split(command).unwrap();
            read_command(&words, Path::new("/p")).into_iter().for_each(|step| recording.add(step));
        }
        recording
    }

    fn chosen(commands: &[&str], named: Option<&str>) -> String {
        let recording = recording(commands);
        let selection = select(&recording, Path::new("/p"), named).unwrap();
        let names =
            selection.compilations.iter().map(|one| one.source.file_name().unwrap().to_string_lossy());
        format!("{}: {}", selection.what, names.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn libraries_are_taken_before_programs() {
        let build = [
            "cc -c a.c",
            "cc -c b.c -fPIC -o pic/b.o",
            "cc -c b.c",
            "cc -shared -o libx.so.1 a.o pic/b.o",
            "ar r libx.a a.o b.o",
            "cc tests/t.c libx.a -o tests/t",
            "cc main.c libx.a -o main",
        ];
        assert_eq!(chosen(&build, None), "libx.a: a.c b.c");
        assert_eq!(chosen(&build, Some("main")), "main: a.c b.c main.c");
        assert_eq!(chosen(&build, Some("libx.so")), "libx.so.1: a.c b.c");
        assert_eq!(chosen(&build[..3], None), ": a.c b.c");
        assert_eq!(chosen(&["cc a.c b.c -o big", "cc c.c -o small"], None), "big: a.c b.c");
        let error = select(&recording(&build), Path::new("/p"), Some("y")).unwrap_err();
        assert!(error.help()[0].contains("libx.a"));
    }

    #[test]
    fn sources_of_tests_are_left_out_where_others_are() {
        assert_eq!(chosen(&["cc -c a.c", "cc -c tests/t.c"], None), ": a.c");
        assert_eq!(chosen(&["cc -c tests/t.c"], None), ": t.c");
    }
}
