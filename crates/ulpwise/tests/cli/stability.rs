//! `ulpwise stability`: runs that lose precision with their traces and their witnesses, which
//! `ulpwise replay` makes again.

use crate::common::{Finished, root, ulpwise};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A folder with a program in it.
struct Folder {
    folder: tempfile::TempDir,
    file: String,
}

impl Folder {
    fn new(name: &str, source: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, source).unwrap();
        Self { file: file.to_str().unwrap().to_owned(), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn stability(&self, arguments: &[&str]) -> Finished {
        let finished = ulpwise(&[&["stability", &self.file], arguments].concat());
        assert!(finished.code == Some(0) || finished.code == Some(1), "{finished:?}");
        finished
    }

    /// The verdicts, and the witnesses that are written, each with its file.
    fn witnesses(&self, arguments: &[&str]) -> (Value, Vec<(PathBuf, Value)>) {
        let found = self.path("found");
        let reported =
            self.stability(&[arguments, &["--json", "--witnesses", found.to_str().unwrap()]].concat());
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(found).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |file: PathBuf| {
            let witness = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
            (file, witness)
        };
        (serde_json::from_str(&reported.stdout).unwrap(), files.into_iter().map(read).collect())
    }

    /// Replays a witness that is changed in one place.
    fn replay_changed(&self, witness: &Value, pointer: &str, value: Value) -> Finished {
        let mut changed = witness.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        let file = self.path("changed.json");
        std::fs::write(&file, changed.to_string()).unwrap();
        replay(&file)
    }
}

fn replay(witness: &Path) -> Finished {
    ulpwise(&["replay", witness.to_str().unwrap()])
}

fn unstable(reported: &Value) -> Vec<&Value> {
    let verdicts = reported["verdicts"].as_array().unwrap();
    verdicts.iter().filter(|verdict| verdict["verdict"] == "unstable").collect()
}

const KINDS: &str = "
#include <math.h>
double root(double x, double y) {
    double d = (x + y) - x;          /* loses y's digits */
    double r = sqrt(d + 1e-30);      /* a call of the mathematical library */
    if (r > y * 1e-8) r = -r;        /* decided by what is left */
    return r * 2;
}
float absorbed(float *x, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += x[i];
    return s - 1e8f;
}
";

#[test]
fn what_loses_precision_replays_at_every_kind_of_place() {
    let validator = |name: &str| {
        let schema = std::fs::read_to_string(root().join("docs/schema").join(name)).unwrap();
        jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
    };
    let schema = validator("witness.schema.json");
    let replay_schema = validator("replay.schema.json");
    let folder = Folder::new("kinds.c", KINDS);
    let (reported, witnesses) =
        folder.witnesses(&["--fn", "root", "--range", "x=1..1e20", "--range", "y=1e-3..1"]);
    assert_eq!(unstable(&reported).len(), witnesses.len(), "{reported}");
    let names: Vec<&str> =
        witnesses.iter().map(|(_, witness)| witness["site"]["name"].as_str().unwrap()).collect();
    let of = |name: &str| witnesses.iter().find(|(_, witness)| witness["site"]["name"] == name).unwrap();
    for (file, witness) in &witnesses {
        assert!(schema.is_valid(witness), "{witness}");
        let replayed = replay(file);
        assert_eq!(replayed.code, Some(0), "{witness}: {replayed:?}");
    }
    // The difference, the root, the comparison and what is returned.
    for name in ["root#1", "root#3", "root#return"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let reported = |name: &str| {
        let replayed = ulpwise(&["replay", of(name).0.to_str().unwrap(), "--json"]);
        let document: Value = serde_json::from_str(&replayed.stdout).unwrap();
        assert!(replay_schema.is_valid(&document), "{document}");
        document["instability"].clone()
    };
    assert_eq!(reported("root#return")["seen_in"], "output");
    assert_eq!(reported("root#1")["seen_in"], "register");
    assert_eq!(reported("root#3")["seen_in"], "register");
    assert_eq!(reported("root#1")["against"], "shadow-values");
    let damaged = |pointer: &str, value: Value| {
        let mut damaged = of("root#return").1.clone();
        *damaged.pointer_mut(pointer).unwrap() = value;
        !schema.is_valid(&damaged)
    };
    assert!(damaged("/instability/shift", json!(7)) && damaged("/instability/computed", json!(null)));
    assert!(damaged("/property", json!("rather unstable")) && damaged("/instability/true/low", json!("1.5")));
}

#[test]
fn what_a_library_function_makes_of_a_rounding_replays() {
    let source = "#include <math.h>\ndouble f(double a) { return floor(a * 3.0) - a * 3.0; }\n";
    let folder = Folder::new("floor.c", source);
    let (reported, witnesses) = folder.witnesses(&["--fn", "f", "--range", "a=0.1..5"]);
    assert_eq!(witnesses.len(), unstable(&reported).len());
    let of_floor = |(_, witness): &&(PathBuf, Value)| witness["site"]["name"] == "f#1";
    let (file, _) = witnesses.iter().find(of_floor).expect("a product that is rounded up to an integer");
    let replayed = replay(file);
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    assert!(replayed.stdout.contains("seen in instrumented code"), "{replayed:?}");
}

#[test]
fn what_does_not_lose_precision_any_more_is_not_replayed() {
    let source = "double differ(double x, double y) { return (x + y) - x; }\n";
    let folder = Folder::new("differ.c", source);
    let (_, witnesses) = folder.witnesses(&["--range", "x=1..1e20", "--range", "y=1e-3..1"]);
    let names: Vec<&Value> = witnesses.iter().map(|(_, witness)| &witness["site"]["name"]).collect();
    assert_eq!(names, [&json!("differ#1"), &json!("differ#return")]);
    let one = format!("{:#018x}", 1f64.to_bits());
    for (file, witness) in &witnesses {
        assert_eq!(replay(file).code, Some(0));
        let other = folder.replay_changed(witness, "/call/arguments/0/words/0", json!(one));
        assert_eq!(other.code, Some(1), "{other:?}");
        let tolerant = folder.replay_changed(witness, "/instability/tolerance", json!(1e300));
        assert_eq!(tolerant.code, Some(1), "{tolerant:?}");
        assert!(tolerant.stdout.contains("is tolerated"), "{tolerant:?}");
        let elsewhere = folder.replay_changed(witness, "/instability/computed/bits", json!(one));
        assert_eq!(elsewhere.code, Some(1), "{elsewhere:?}");
    }
    // The same bits, and the truth is another: the sum is what is wanted.
    let truth = witnesses[1].1.clone();
    std::fs::write(&folder.file, source.replace("(x + y) - x", "y")).unwrap();
    let fixed = folder.replay_changed(&truth, "/call/rounding", truth["call"]["rounding"].clone());
    assert_eq!(fixed.code, Some(1), "{fixed:?}");
    assert!(fixed.stdout.contains("has changed since"), "{fixed:?}");
}

#[test]
fn a_trace_leads_from_the_inputs_to_the_loss() {
    let folder = Folder::new("kinds.c", KINDS);
    let words = [
        "--fn",
        "absorbed",
        "--len",
        "x=40",
        "--range",
        "n=40..40",
        "--range",
        "x=2400000..2600000",
        "--at",
        "return",
    ];
    let text = folder.stability(&words).stdout;
    let lines: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("kinds.c:")).collect();
    // The first and the last turn of the loop, and the difference.
    assert_eq!(lines.len(), 3, "{text}");
    assert!(text.contains("… 38 operations\n"), "{text}");
    assert!(
        lines[2].contains(" - 100000000.0 = ") && lines[2].ends_with("<- here it passes the tolerance"),
        "{text}"
    );
    assert!(lines[..2].iter().all(|line| line.contains(", true ") && !line.contains("<-")), "{text}");
    let reported: Value =
        serde_json::from_str(&folder.stability(&[&words[..], &["--json"]].concat()).stdout).unwrap();
    let trace = reported["verdicts"][0]["run"]["trace"].as_array().unwrap();
    let passing: Vec<bool> = trace.iter().map(|step| step["passes"].as_bool().unwrap()).collect();
    assert_eq!(passing, [false, false, true], "{reported}");
    assert_eq!(trace[1]["skipped"], 38);
    let errors: Vec<f64> = trace.iter().map(|step| step["error"].as_f64().unwrap()).collect();
    assert!(errors[1] <= 1e-3 && errors[2] > 1e-3, "{reported}");
    assert_eq!(trace[2]["site"], "absorbed#1");
}

#[test]
fn paths_that_leave_arrays_are_reported() {
    let folder = Folder::new("kinds.c", KINDS);
    let words =
        ["--fn", "absorbed", "--len", "x=4", "--range", "n=0..100", "--range", "x=1..2", "--at", "11"];
    let text = folder.stability(&words).stdout;
    assert!(
        text.contains("1 path that some input may take ends at one, and what would come after is left out (out-of-bounds read"),
        "{text}"
    );
    let reported: Value =
        serde_json::from_str(&folder.stability(&[&words[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!(reported["out_of_bounds"]["paths"], 1, "{reported}");
    let within = ["--fn", "absorbed", "--len", "x=4", "--range", "n=0..4", "--range", "x=1..2", "--at", "11"];
    let text = folder.stability(&within).stdout;
    assert!(text.contains(": stable: ") && !text.contains("bad access"), "{text}");
}

#[test]
fn what_is_left_behind_pointers_has_verdicts_and_replays() {
    let source = "void split(float x, float y, float *high, float low[2]) {\n    *high = x;\n    low[1] = (x + y) - x;\n}\n";
    let folder = Folder::new("split.c", source);
    // What the first element holds is never what is computed for the second one.
    let ranges = ["--range", "x=1..1e9", "--range", "y=1..2", "--range", "low=5..7"];
    let words = [&ranges[..], &["--len", "high=1", "--len", "low=2", "--at", "return"]].concat();
    let (reported, witnesses) = folder.witnesses(&words);
    let names: Vec<&Value> =
        reported["verdicts"].as_array().unwrap().iter().map(|verdict| &verdict["name"]).collect();
    // The first element of the array is left as it was.
    assert_eq!(names.len(), 2, "{reported}");
    assert_eq!((unstable(&reported).len(), witnesses.len()), (1, 1), "{reported}");
    assert_eq!(unstable(&reported)[0]["name"], "low[1]");
    let (file, witness) = &witnesses[0];
    assert_eq!(
        (&witness["instability"]["at"], &witness["instability"]["shift"]),
        (&json!("output"), &json!(32))
    );
    assert_eq!(replay(file).code, Some(0), "{:?}", replay(file));
    let other = folder.replay_changed(witness, "/instability/shift", json!(0));
    assert_eq!(other.code, Some(1), "{other:?}");
}

#[test]
fn assumptions_are_part_of_verdicts_and_of_no_program() {
    let folder = Folder::new("squares.c", "float f(float x, float y) { return x * x - y * y; }\n");
    let words = ["--range", "x=1..2", "--range", "y=0.1..2"];
    assert!(folder.stability(&words).stdout.contains("return: unstable"));
    let assumed = folder.stability(&[&words[..], &["--assume", "y <= x / 2"]].concat()).stdout;
    assert!(assumed.contains("return: stable") && assumed.contains("f: 4 stable, 0 unstable"), "{assumed}");
    let (_, witnesses) = folder.witnesses(&[&words[..], &["--assume", "y > x * 0.999f"]].concat());
    assert!(!witnesses.is_empty());
    for (file, witness) in &witnesses {
        assert_eq!(witness["call"]["function"], "f");
        assert_eq!(replay(file).code, Some(0), "{:?}", replay(file));
    }
    let none = ulpwise(&[&["stability", &folder.file], &words[..], &["--assume", "x < y && y < x"]].concat());
    assert!(none.code == Some(2) && none.stderr.contains("no input satisfies"), "{none:?}");
    let wrong = ulpwise(&[&["stability", &folder.file], &words[..], &["--assume", "x <"]].concat());
    assert!(wrong.code == Some(2) && wrong.stderr.contains("--assume 'x <'"), "{wrong:?}");
}

/// Where objects lie is no property of a program: what depends on it is not proven, however the
/// address becomes a number. What depends on offsets within one object is.
#[test]
fn what_depends_on_where_objects_lie_is_not_stable() {
    let source = "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        double aligned(double x) { double a[4]; a[0] = x; return ((uintptr_t)a & 64) ? a[0] * 0.1 + 1.0 : a[0]; }\n\
        double ordered(double x) { double a[4], b[4]; a[0] = b[0] = x; return a < b ? a[0] * 0.1 + 1.0 : b[0]; }\n\
        double adjoining(double x) { double a[4], b[4]; a[0] = b[0] = x; return a + 4 == b ? a[0] * 0.1 + 1.0 : b[0]; }\n\
        double hashed(double x) { double a[4]; a[0] = x; uint64_t h = (uintptr_t)a * 0x9e3779b97f4a7c15u; return h >> 63 ? a[0] * 0.1 + 1.0 : a[0]; }\n\
        double printed(double x) { double a[4]; char s[64]; a[0] = x; snprintf(s, 64, \"%p\", (void *)a); return s[10] & 1 ? a[0] * 0.1 + 1.0 : a[0]; }\n\
        double copied(double x) { double a[4]; void *p = a; uintptr_t u; a[0] = x; memcpy(&u, &p, 8); return u & 64 ? a[0] * 0.1 + 1.0 : a[0]; }\n\
        double allocated(double x) { double *a = malloc(8), *b = malloc(8); *a = x; double r = a < b ? *a * 0.1 + 1.0 : *a; free(a); free(b); return r; }\n\
        double within(double x) { double a[4], s = 0; for (int i = 0; i < 4; i++) a[i] = x; for (double *p = a; p < a + 4; p++) s += *p; return s; }\n\
        double apart(double x) { double a[4], *p = a, *q = a + 3; a[0] = x; return p != q ? a[0] * (q - p) : 0; }\n";
    let folder = Folder::new("where.c", source);
    let returned = |function: &str| {
        let finished = folder.stability(&["--fn", function, "--range", "x=1..2"]);
        let line = finished.stdout.lines().find(|line| line.starts_with("return: ")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{function}: {finished:?}"))
    };
    for function in ["aligned", "ordered", "adjoining", "hashed", "printed", "copied", "allocated"] {
        let line = returned(function);
        assert!(line.starts_with("return: unknown: a value in it depends on where an object lies"), "{line}");
    }
    for function in ["within", "apart"] {
        let line = returned(function);
        assert!(line.starts_with("return: stable"), "{function}: {line}");
    }
}
