//! `ulpwise check --cache`: verdicts kept by content are those of a run from nothing, whatever was
//! edited in between.

use crate::common::{Finished, command};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small project whose functions are decided at once.
#[derive(Clone)]
struct Project {
    factor: f64,
    offset: f64,
    table: f64,
    half: f64,
    flag: u64,
    operation: char,
    name: String,
    lines: usize,
    swapped: bool,
    more: usize,
    written: bool,
}

impl Project {
    fn new() -> Project {
        Project {
            factor: 3.0,
            offset: 1.0,
            table: 2.0,
            half: 0.5,
            flag: 7,
            operation: '-',
            name: "both".to_owned(),
            lines: 0,
            swapped: false,
            more: 0,
            written: false,
        }
    }

    fn write(&self, folder: &Path) {
        let Project { factor, offset, table, half, operation, name, lines, swapped, more, written, .. } =
            self;
        let gap = "// moved\n".repeat(*lines);
        let header = format!(
            "{gap}#define FACTOR {factor:?}\nstatic double half(double x) {{ return x * {half:?}; }}\n"
        );
        let scale = "double scale(double x) { return x * FACTOR; }\n".to_owned();
        let shift = format!("double shift(double x) {{ return x + {offset:?} + half(x); }}\n");
        let (first, second) = if *swapped { (shift, scale) } else { (scale, shift) };
        let mut one = format!("#include \"k.h\"\n{gap}{first}{gap}{second}");
        let _ =
            writeln!(one, "double {name}(double x, double y) {{ return scale(x) {operation} shift(y); }}");
        let mut other = format!("static const double table[2] = {{1.0, {table:?}}};\ndouble count = 1.0;\n");
        for number in 0..*more {
            let _ = writeln!(other, "double more{number}(double x) {{ return x / {}.5; }}", number + 1);
        }
        let _ = writeln!(other, "double lookup(double x) {{ return FLAG / (x * table[1]); }}");
        let _ = writeln!(other, "double reader(double x) {{ return x * count; }}");
        if *written {
            let _ = writeln!(other, "void bump(double by) {{ count = by; }}");
        }
        for (name, text) in [("k.h", header), ("one.c", one), ("other.c", other)] {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }

    /// One of the edits that people make.
    fn edit(&mut self, random: &mut u64) {
        let mut next = |below: u64| {
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            *random % below
        };
        match next(11) {
            0 => self.factor = next(5) as f64,
            1 => self.offset = next(5) as f64,
            2 => self.table = next(3) as f64,
            3 => self.half = next(4) as f64 * 0.25,
            4 => self.flag = next(3),
            5 => self.operation = ['+', '-', '*', '/'][next(4) as usize],
            6 => self.name = format!("both{}", next(3)),
            7 => self.lines = next(5) as usize,
            8 => self.swapped = !self.swapped,
            9 => self.more = next(3) as usize,
            _ => self.written = !self.written,
        }
    }
}

/// Runs a check of the project in its folder.
fn check(folder: &Path, project: &Project, more: &[&str]) -> Finished {
    let flag = format!("-DFLAG={}.0", project.flag);
    let mut words = vec!["check", "one.c", "other.c", "--cflags", &flag, "--json", "--jobs", "1"];
    words.extend_from_slice(more);
    run(folder, &words)
}

fn run(folder: &Path, words: &[&str]) -> Finished {
    let mut command = command(words);
    let output = command.current_dir(folder).env("ULPWISE_CACHE_KEY", "a test's").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Finished { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The ledgers with the places of operations: which inputs a search finds first is left out.
fn ledgers(finished: &Finished) -> BTreeMap<String, Value> {
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let functions = document["functions"].as_array().unwrap().iter();
    let compared = |entry: &Value| {
        ["site", "property", "verdict", "place", "operation", "cause"].map(|name| entry[name].clone())
    };
    let ledger = |one: &Value| one["ledger"].as_array().unwrap().iter().map(compared).collect::<Vec<_>>();
    functions
        .map(|one| {
            (
                one["function"].as_str().unwrap().to_owned(),
                Value::from(ledger(one).into_iter().map(Value::from_iter).collect::<Vec<_>>()),
            )
        })
        .collect()
}

/// How often the tests edit; a longer run is asked for by the environment.
fn edits() -> usize {
    std::env::var("ULPWISE_CACHE_EDITS").ok().and_then(|text| text.parse().ok()).unwrap_or(7)
}

#[test]
fn after_any_edit_the_ledger_is_that_of_a_run_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut project = Project::new();
    let mut random = 0x9e37_79b9_7f4a_7c15;
    for number in 0..edits() {
        project.write(folder.path());
        let nothing = check(folder.path(), &project, &["--no-cache"]);
        let cached = check(folder.path(), &project, &["--cache"]);
        assert_eq!(ledgers(&cached), ledgers(&nothing), "edit {number}");
        assert_eq!(cached.code, nothing.code);
        project.edit(&mut random);
    }
}

#[test]
fn what_did_not_change_is_not_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut project = Project::new();
    let remark = |project: &Project| {
        project.write(folder.path());
        let flag = format!("-DFLAG={}.0", project.flag);
        let finished = run(folder.path(), &["check", "one.c", "other.c", "--cflags", &flag, "--cache"]);
        finished.stderr.lines().find(|line| line.contains("unchanged")).map(str::to_owned)
    };
    assert_eq!(remark(&project), None);
    let all = "5 of 5 functions unchanged: taken from the cache";
    assert_eq!(remark(&project).as_deref(), Some(all));
    // Lines move, and private functions and others come.
    project.lines = 3;
    project.swapped = true;
    assert_eq!(remark(&project).as_deref(), Some(all));
    project.more = 1;
    // What reads a variable depends on everything that may write it.
    assert_eq!(remark(&project).as_deref(), Some("4 of 6 functions unchanged: taken from the cache"));
    project.offset = 2.0;
    assert_eq!(remark(&project).as_deref(), Some("3 of 6 functions unchanged: taken from the cache"));
}

#[test]
fn a_damaged_or_foreign_cache_is_discarded_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let project = Project::new();
    project.write(folder.path());
    let first = check(folder.path(), &project, &["--cache"]);
    let entries = files(&folder.path().join(".ulpwise/entries"));
    assert_eq!(entries.len(), 5);
    let text = std::fs::read_to_string(&entries[0]).unwrap();
    std::fs::write(&entries[0], text.replacen("Witness", "Proven", 1)).unwrap();
    let again = run(folder.path(), &["check", "one.c", "other.c", "--cflags=-DFLAG=7.0", "--json"]);
    assert_eq!(ledgers(&again), ledgers(&first));
    assert!(again.stdout.contains("1 entry of the cache"), "{}", again.stdout);
    // The secret of another user.
    let mut other = command(&["check", "one.c", "other.c", "--cflags=-DFLAG=7.0", "--cache"]);
    let other = other.current_dir(folder.path()).env("ULPWISE_CACHE_KEY", "another's").output().unwrap();
    let errors = String::from_utf8_lossy(&other.stderr);
    assert!(errors.contains("5 entries of the cache") && !errors.contains("unchanged"), "{errors}");
    // Git does not see it, and the command shows and clears it.
    assert_eq!(std::fs::read_to_string(folder.path().join(".ulpwise/.gitignore")).unwrap(), "*\n");
    assert!(run(folder.path(), &["cache", "show"]).stdout.contains("5 functions, "));
    std::fs::write(folder.path().join(".ulpwise/entries/mine"), "").unwrap();
    assert!(run(folder.path(), &["cache", "clear"]).stdout.starts_with("5 functions removed"));
    assert_eq!(files(&folder.path().join(".ulpwise/entries")).len(), 1);
}

#[test]
fn two_runs_at_once_share_a_cache() {
    let folder = tempfile::tempdir().unwrap();
    let project = Project::new();
    project.write(folder.path());
    let expected = ledgers(&check(folder.path(), &project, &["--no-cache"]));
    std::thread::scope(|scope| {
        let start = || scope.spawn(|| ledgers(&check(folder.path(), &project, &["--cache"])));
        for run in [start(), start()] {
            assert_eq!(run.join().unwrap(), expected);
        }
    });
    assert_eq!(files(&folder.path().join(".ulpwise/entries")).len(), 5);
}

#[test]
fn changes_since_a_revision_choose_functions() {
    let folder = tempfile::tempdir().unwrap();
    let mut project = Project::new();
    project.write(folder.path());
    let git = |words: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"];
        let status =
            Command::new("git").args(identity).args(words).current_dir(folder.path()).output().unwrap();
        assert!(status.status.success(), "{status:?}");
    };
    git(&["init"]);
    git(&["add", "."]);
    git(&["commit", "-m", "first"]);
    let touched = |project: &Project| {
        let names = ledgers(&check(folder.path(), project, &["--since", "HEAD"])).into_keys();
        names.collect::<Vec<_>>()
    };
    assert_eq!(touched(&project), [""; 0]);
    project.offset = 9.0;
    project.write(folder.path());
    assert_eq!(touched(&project), ["both", "shift"]);
    project.factor = 9.0;
    project.write(folder.path());
    assert_eq!(touched(&project), ["both", "lookup", "reader", "scale", "shift"]);
    let wrong = check(folder.path(), &project, &["--since", "nowhere"]);
    assert!(wrong.code == Some(2) && wrong.stderr.contains("--since nowhere: git says: "), "{wrong:?}");
}

/// The files in a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
