//! A project's folder in place of files: built or recorded, and checked as it was linked.

use crate::common::{Finished, command};
use std::path::Path;

fn run(folder: &Path, arguments: &[&str]) -> Finished {
    let output = command(arguments).current_dir(folder).output().expect("ulpwise starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Finished { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn put(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
}

/// A library of two files and a program, whose sum overflows in one file and is halved in the other.
const LIBRARY: [(&str, &str); 4] = [
    ("mean.c", "#include \"half.h\"\ndouble mean(double x, double y) { return half(x + y); }\n"),
    ("half.c", "#include \"half.h\"\ndouble half(double x) { return x / DIVISOR; }\n"),
    ("main.c", "double mean(double, double);\nint main(void) { return (int)mean(1, 2); }\n"),
    ("half.h", "double half(double x);\n"),
];

const MAKEFILE: &str = "\
CFLAGS = -O2 -DDIVISOR=2 -fipa-pta
all: libmean.a prog
libmean.a: mean.o half.o
\t$(AR) cr $@ $^
prog: main.o libmean.a
\t/usr/bin/cc -o $@ main.o -L. -lmean
%.o: %.c
\tcc $(CFLAGS) -c $< -o $@
";

const OVERFLOW: [&str; 4] = ["--property", "overflow", "--timeout", "5"];

fn check(folder: &Path, more: &[&str]) -> Finished {
    run(folder, &[&["check"], more, &OVERFLOW].concat())
}

#[test]
fn a_makefile_is_built_in_a_copy_and_its_library_checked() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), &LIBRARY);
    put(folder.path(), &[("Makefile", MAKEFILE)]);
    let finished = check(folder.path(), &[]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("Makefile: make -k"), "{finished:?}");
    assert!(finished.stderr.contains("libmean.a: 2 sources are checked together"), "{finished:?}");
    assert!(finished.stderr.contains("not checked: prog"), "{finished:?}");
    assert!(finished.stdout.contains("propagates through half.c:2:"), "{finished:?}");
    assert!(finished.stdout.contains("reproduce with: ulpwise run . --fn mean"), "{finished:?}");
    assert!(!folder.path().join("mean.o").exists(), "the project's own folder is only read");
    let again = check(folder.path(), &["--target", "prog"]);
    assert!(again.stderr.contains("prog: 3 sources"), "nothing is compiled again: {again:?}");
    let wrong = check(folder.path(), &["--target", "nothing"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.stderr.contains("links nothing of the name nothing"), "{wrong:?}");
    let call = run(folder.path(), &["run", ".", "--fn", "mean", "--args", "1e308,1e308"]);
    assert_eq!(call.code, Some(0), "{call:?}");
    assert!(call.stdout.contains("overflow: 1e308 + 1e308 = inf"), "{call:?}");
}

#[test]
fn a_recorded_build_is_used_also_one_that_failed() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), &LIBRARY);
    put(folder.path(), &[("Makefile", MAKEFILE), ("build", "make && exit 3\n")]);
    let captured = run(folder.path(), &["capture", "--", "sh", "./build"]);
    assert_eq!(captured.code, Some(1), "{captured:?}");
    assert!(captured.stderr.contains("exit code 3; recorded 3 sources and 2 links"), "{captured:?}");
    assert!(folder.path().join("mean.o").exists(), "the build ran as it would alone");
    let finished = check(folder.path(), &[]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("a recorded build"), "{finished:?}");
    assert!(finished.stdout.contains("overflow: 1e308 + 1e308 = inf"), "{finished:?}");
    // Nothing is left to do: what was recorded stays.
    assert_eq!(run(folder.path(), &["capture", "--", "make"]).code, Some(0));
    let file = folder.path().join(".ulpwise/build.json");
    std::fs::write(&file, "{").unwrap();
    let damaged = check(folder.path(), &[]);
    assert_eq!(damaged.code, Some(2), "{damaged:?}");
    assert!(damaged.stderr.contains("is no recording of a build"), "{damaged:?}");
}

#[test]
fn a_database_without_sources_means_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), &LIBRARY);
    let entry = |name: &str| {
        format!(
            r#"{{"directory": "..", "file": "{name}", "command": "gcc -fipa-pta -DDIVISOR=2 -c {name}"}}"#
        )
    };
    let entries = [entry("mean.c"), entry("half.c"), entry("main.c"), entry("broken.c")].join(",");
    put(folder.path(), &[("build/compile_commands.json", &format!("[{entries}]"))]);
    put(folder.path(), &[("broken.c", "double f(double x) { return x + ; }\n")]);
    let finished = check(folder.path(), &["-p", "build", "--fn", "mean"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("broken.c is left out, because"), "{finished:?}");
    assert!(finished.stderr.contains("not passed on: -fipa-pta"), "{finished:?}");
    assert!(finished.stdout.contains("overflow: 1e308 + 1e308 = inf"), "{finished:?}");
}

#[test]
fn cargo_compiles_a_workspace_and_its_members_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{more}")
    };
    put(
        folder.path(),
        &[
            ("Cargo.toml", "[workspace]\nmembers = [\"top\"]\nexclude = [\"low\"]\nresolver = \"2\"\n"),
            (
                "top/Cargo.toml",
                &package("top", "[features]\nsum = []\n[dependencies]\nlow = { path = \"../low\" }\n"),
            ),
            (
                "top/src/lib.rs",
                "pub mod means {\n    #[cfg(feature = \"sum\")]\n    pub fn mean(x: f64, y: f64) -> f64 { low::half(x + y) }\n}\n",
            ),
            ("low/Cargo.toml", &package("low", "")),
            ("low/src/lib.rs", "pub fn half(x: f64) -> f64 { x / 2.0 }\n"),
        ],
    );
    let arguments = ["--package", "top", "--features", "sum", "--offline", "--fn", "top::means::mean"];
    let finished = check(folder.path(), &arguments);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("top::means::mean(x = 1e308, y = 1e308)"), "{finished:?}");
    put(folder.path(), &[("low/src/lib.rs", "pub fn half(x: f64) -> f64 { x / }\n")]);
    let broken = check(folder.path(), &arguments);
    assert_eq!(broken.code, Some(2), "{broken:?}");
    assert!(broken.stderr.contains("low/src/lib.rs:1"), "{broken:?}");
}

#[test]
fn ranges_are_proposed_from_comparisons_and_names() {
    let folder = tempfile::tempdir().unwrap();
    put(
        folder.path(),
        &[("f.c", "double f(double nu, double ra) { if (nu < 0.5 || nu > 8) return 0; return nu * ra; }\n")],
    );
    let finished = run(folder.path(), &["suggest", "f.c"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("\"nu=0.5..8\", # compared with 0.5 to 8 in f"), "{finished:?}");
    put(folder.path(), &[("ulpwise.toml", &finished.stdout)]);
    let checked = run(folder.path(), &["check", "f.c", "--property", "overflow"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
}

#[test]
fn folders_without_a_project_and_builds_that_fail_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str], sentence: &str| {
        let finished = run(folder.path(), arguments);
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.contains(sentence), "{sentence}: {finished:?}");
    };
    said(&["check"], "is a folder without Cargo.toml");
    said(&["check", "nowhere"], "nowhere does not exist");
    said(&["check", ".", "a.c"], "is a folder among other files");
    said(&["capture", "--", "true"], "`true` started no compiler");
    said(&["capture", "--", "./no-such-program"], "the build cannot be watched");
    put(folder.path(), &[("Makefile", "all:\n\t@echo no such thing; exit 1\n")]);
    said(&["check"], "failed before it compiled anything");
    said(&["check"], "no such thing");
}
