//! `ulpwise search` and `ulpwise replay`, from the source to the exception in a fresh program.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A folder with one source file.
struct Folder {
    folder: tempfile::TempDir,
    file: PathBuf,
}

impl Folder {
    fn new(name: &str, source: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, source).unwrap();
        Self { folder, file }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Searches and writes the witnesses into the folder `found`.
    fn search(&self, arguments: &[&str]) -> Finished {
        let found = self.path("found");
        let start = ["search", self.file.to_str().unwrap(), "--witnesses", &found];
        let calls: &[&str] = if arguments.contains(&"--calls") { &[] } else { &["--calls", "20000"] };
        ulpwise(&[&start, calls, arguments].concat())
    }

    /// The witnesses in the folder, in the order of their names.
    fn witnesses(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.folder.path().join("found")) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }
}

fn replay(witness: &Path) -> Finished {
    ulpwise(&["replay", witness.to_str().unwrap()])
}

/// Every witness of a search is replayed.
fn all_replay(folder: &Folder, least: usize) {
    let witnesses = folder.witnesses();
    assert!(witnesses.len() >= least, "{witnesses:?}");
    for witness in witnesses {
        let finished = replay(&witness);
        assert_eq!(finished.code, Some(0), "{witness:?}: {finished:?}");
        assert!(finished.stdout.starts_with("replayed: "), "{finished:?}");
    }
}

const C: &str = "
#include <math.h>
typedef struct { double value; int count; } result;
int f(double x, int n, result *r) {
    r->value = 1 / (x - 12.5) + log(x + 3);
    r->count = (int)(x * x);
    return n;
}
double plain(float x) { float y = x * x; return y; }
static double hidden(double x) { return 1 / x; }
double calls_hidden(double x) { return hidden(x); }
";

#[test]
fn what_is_found_in_c_replays_in_the_original_program() {
    let folder = Folder::new("program.c", C);
    let finished = folder.search(&["--fn", "f", "--range", "x=finite"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    for reported in ["divide-by-zero: f#", "invalid: f#", "int-conversion: f#", "overflow: f#", "x = 12.5"] {
        assert!(finished.stdout.contains(reported), "{reported}: {finished:?}");
    }
    all_replay(&folder, 5);
}

#[test]
fn optimised_programs_and_callees_that_no_other_file_can_call_replay_too() {
    let folder = Folder::new("program.c", C);
    let finished = folder.search(&["--fn", "calls_hidden", "--property", "divide-by-zero"]);
    assert!(finished.stdout.contains("hidden#0"), "{finished:?}");
    all_replay(&folder, 1);
    let hidden = folder.search(&["--fn", "hidden"]);
    assert_eq!(hidden.code, Some(0), "{hidden:?}");
    let refused = replay(&folder.witnesses()[0]);
    assert!(matches!(refused.code, Some(0 | 2)), "{refused:?}");
}

#[test]
fn other_languages_replay_where_their_compilers_are() {
    let programs = [
        ("program.cpp", "f", "double f(double x, float y) { return 1 / (x - 2) + y * y; }"),
        (
            "program.f90",
            "f",
            "function f(x) result(y)\n  real(8) :: x, y\n  y = 1d0 / (x - 2d0)\nend function\n",
        ),
        ("program.rs", "f", "#[unsafe(no_mangle)] pub extern \"C\" fn f(x: f64) -> f64 { 1.0 / (x - 2.0) }"),
    ];
    for (name, function, source) in programs {
        let folder = Folder::new(name, source);
        let finished = folder.search(&["--fn", function]);
        if finished.code == Some(2) && finished.stderr.contains("install") {
            #[expect(clippy::print_stderr, reason = "a skipped test says so")]
            {
                eprintln!("skipped: {name}, because its compiler is missing: {}", finished.stderr.trim());
            }
            continue;
        }
        assert_eq!(finished.code, Some(0), "{name}: {finished:?}");
        all_replay(&folder, 1);
    }
}

#[test]
fn all_inputs_are_tried_and_silence_is_a_proof() {
    let source =
        "float f(_Float16 x, unsigned char n) { return (float)x * x / (n + 1) + 1 / ((float)x - 2); }";
    let folder = Folder::new("program.c", source);
    let finished = folder.search_all(&["--fn", "f", "--range", "n=0..3", "--json"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let reported: Value = serde_json::from_str(&finished.stdout).unwrap();
    assert_eq!(reported["complete"], true, "{reported}");
    assert_eq!(reported["tried"], 4 << 16);
    let properties: Vec<&str> = reported["witnesses"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|each| each["property"].as_str())
        .collect();
    assert!(properties.contains(&"divide-by-zero") && !properties.contains(&"underflow"), "{properties:?}");
    assert!(!reported["proven"].as_array().unwrap().is_empty());
    let by_zero =
        folder.witnesses().into_iter().find(|file| file.to_string_lossy().contains("divide-by-zero"));
    let finished = replay(&by_zero.expect("it was written"));
    assert_eq!(finished.code, Some(0), "{finished:?}");

    let stopped = folder.search_all(&["--fn", "f", "--timeout", "0.000001"]);
    assert!(stopped.stdout.contains("nothing is proven, because only"), "{stopped:?}");
    let double = Folder::new("double.c", "double g(double x) { return x * x; }");
    let refused = double.search_all(&["--fn", "g"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("at most 2^32 inputs"), "{refused:?}");
    let few = double.search_all(&["--fn", "g", "--range", "x=-1e-323..1e-323"]);
    assert!(few.stdout.contains("proven by trying all 6 inputs"), "{few:?}");
}

#[test]
fn a_search_that_is_out_of_time_tells_what_it_found() {
    let folder = Folder::new("program.c", "double f(double x) { return 0.0 / (x * 0.0); }");
    let stopped =
        folder.search(&["--fn", "f", "--calls", "1000000000000000", "--timeout", "0.000001", "--json"]);
    assert_eq!(stopped.code, Some(0), "{stopped:?}");
    let reported: Value = serde_json::from_str(&stopped.stdout).unwrap();
    assert_eq!(reported["stopped"], "time limit reached", "{reported}");
    assert!(reported["tried"].as_u64().is_some_and(|tried| tried > 0), "{reported}");
    assert_eq!(reported["witnesses"][0]["property"], "invalid", "{reported}");
}

impl Folder {
    fn search_all(&self, arguments: &[&str]) -> Finished {
        let found = self.path("found");
        let start = ["search", self.file.to_str().unwrap(), "--witnesses", &found, "--exhaustive"];
        ulpwise(&[&start, arguments].concat())
    }
}

/// Changes a witness in one place and replays it.
fn replay_changed(folder: &Folder, pointer: &str, value: Value) -> Finished {
    let witness = &folder.witnesses()[0];
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(witness).unwrap()).unwrap();
    *document.pointer_mut(pointer).unwrap() = value;
    let changed = folder.path("changed.json");
    std::fs::write(&changed, document.to_string()).unwrap();
    replay(Path::new(&changed))
}

#[test]
fn witnesses_that_do_not_hold_are_not_replayed() {
    let folder = Folder::new("program.c", "double f(double x) { double y = x - 2; return 1 / y; }");
    folder.search(&["--fn", "f", "--property", "divide-by-zero"]);
    all_replay(&folder, 1);
    let word = |number: f64| Value::from(format!("{:#x}", number.to_bits()));
    let finished = replay_changed(&folder, "/call/arguments/0/words/0", word(3.0));
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("there was no divide-by-zero at "), "{finished:?}");
    assert!(finished.stdout.contains("the call gave other bits"), "{finished:?}");
    let finished = replay_changed(&folder, "/property", "overflow".into());
    assert_eq!(finished.code, Some(1), "{finished:?}");
    let finished = replay_changed(&folder, "/site/name", "f#9".into());
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("no site f#9 any more"), "{finished:?}");

    // The source changes: first without effect, then so that the exception is gone.
    let witness = folder.witnesses()[0].clone();
    std::fs::write(&folder.file, "double f(double x) { double y = x - 2; return 1 / y; } // changed\n")
        .unwrap();
    let finished = replay(&witness);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("has changed since the witness was written"), "{finished:?}");
    std::fs::write(&folder.file, "double f(double x) { double y = x - 2; return 1 / (y * y + 1); }").unwrap();
    assert_eq!(replay(&witness).code, Some(1));
}

#[test]
fn damaged_witnesses_are_refused_in_one_sentence() {
    let folder = Folder::new("program.c", "double f(double x) { return 1 / x; }");
    folder.search(&["--fn", "f", "--property", "divide-by-zero"]);
    for (pointer, value) in [
        ("/version", Value::from(2)),
        ("/format", Value::from("other")),
        ("/call/arguments/0/words/0", Value::from(17)),
        ("/call/arguments/0/words", Value::from(Vec::<u64>::new())),
        ("/program/files/0/path", Value::from("nowhere.c")),
        ("/property", Value::from("sadness")),
    ] {
        let finished = replay_changed(&folder, pointer, value);
        assert_eq!(finished.code, Some(2), "{pointer}: {finished:?}");
        assert!(
            finished.stderr.starts_with("error: ") && finished.stdout.is_empty(),
            "{pointer}: {finished:?}"
        );
    }
    let broken = folder.path("broken.json");
    std::fs::write(&broken, "{\"format\": ").unwrap();
    assert_eq!(replay(Path::new(&broken)).code, Some(2));
    assert_eq!(replay(Path::new("nowhere.json")).code, Some(2));
}

#[test]
fn ranges_that_do_not_do_are_refused_before_anything_runs() {
    let folder = Folder::new("program.c", C);
    for (range, said) in [
        ("x", "NAME=LOW..HIGH"),
        ("x=one", "x=one"),
        ("x=1..", "x=1.."),
        ("y=1..2", "no parameter y"),
        ("x=2..1", "above the second"),
        ("n=0.5..1", "n=0.5..1"),
        ("r=1..2", "not a number"),
        ("x=nan..1", "no place"),
    ] {
        let finished = folder.search(&["--fn", "f", "--range", range]);
        assert_eq!(finished.code, Some(2), "{range}: {finished:?}");
        assert!(finished.stderr.contains(said), "{range}: {finished:?}");
    }
}

/// A driver that hangs or harms is stopped: the program may neither write elsewhere nor run for
/// ever.
#[test]
fn a_replayed_program_is_confined() {
    let source = "
        #include <stdio.h>
        double f(double x, int n) {
            FILE *file = fopen(\"TARGET\", \"w\");
            if (file) { fputs(\"harm\", file); fclose(file); }
            if (n == 1) for (;;) {}
            return 1 / x;
        }";
    let target = tempfile::tempdir().unwrap();
    let harmed = target.path().join("harm");
    let folder = Folder::new("program.c", &source.replace("TARGET", harmed.to_str().unwrap()));
    folder.search(&["--fn", "f", "--range", "n=0..0", "--property", "divide-by-zero"]);
    all_replay(&folder, 1);
    assert!(!harmed.exists(), "a file was written outside of the program's folder");
    let witness = &folder.witnesses()[0];
    let text = std::fs::read_to_string(witness).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    *document.pointer_mut("/call/arguments/1/words/0").unwrap() = "0x1".into();
    std::fs::write(witness, document.to_string()).unwrap();
    let finished = ulpwise(&["replay", witness.to_str().unwrap(), "--timeout", "1"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("did not end in time"), "{finished:?}");
}
