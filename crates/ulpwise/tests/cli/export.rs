//! `ulpwise export`: the tests that it writes compile, fail with the defect and pass without it.

use crate::common::ulpwise;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The same functions with and without their defects.
const WRONG: &str = "double average(double x, double y) { return (x + y) / 2; }
int bin(const double *v, int n) { return (int)(v[0] * n); }\n";
const RIGHT: &str = "double average(double x, double y) { return x / 2 + y / 2; }
int bin(const double *v, int n) { double d = v[0] / 1e308; return d > -1 && d < 1 ? 0 * n : n; }\n";

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// A program with its witnesses.
    fn new(file: &str, source: &str, more: &[&str]) -> Project {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join(file);
        std::fs::write(&program, source).unwrap();
        let found = folder.path().join("found");
        let start = ["check", program.to_str().unwrap(), "--witnesses", found.to_str().unwrap()];
        let finished = ulpwise(&[&start, more, &["--timeout", "600"]].concat());
        assert_eq!(finished.code, Some(1), "{finished:?}");
        Project { folder }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the tests.
    fn export(&self, file: &str, more: &[&str]) -> String {
        let (found, output) = (self.at("found"), self.at(file));
        let start = ["export", found.to_str().unwrap(), "-o", output.to_str().unwrap()];
        let finished = ulpwise(&[&start[..], more].concat());
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(finished.stderr.contains("today"), "{finished:?}");
        std::fs::read_to_string(output).unwrap()
    }

    /// Runs a compiler in the folder.
    fn compile(&self, compiler: &str, arguments: &[&str]) {
        let output = Command::new(compiler).args(arguments).current_dir(self.folder.path()).output();
        let output = output.unwrap_or_else(|error| panic!("{compiler}: {error}"));
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Whether the tests pass.
    fn passes(&self, program: &str) -> bool {
        Command::new(self.at(program)).output().expect("the tests start").status.success()
    }
}

/// The object files of the program with and without its defects.
fn objects(project: &Project) -> [&'static str; 2] {
    for (name, source) in [("wrong", WRONG), ("right", RIGHT)] {
        std::fs::write(project.at(&format!("{name}.c")), source).unwrap();
        project.compile("clang-22", &["-O1", "-c", &format!("{name}.c")]);
    }
    ["wrong.o", "right.o"]
}

#[test]
fn tests_in_all_languages_fail_with_the_defect_and_pass_without_it() {
    let properties = ["--property", "overflow", "--property", "int-conversion"];
    let project = Project::new("program.c", WRONG, &properties);
    let [wrong, right] = objects(&project);
    type Compile<'p> = &'p dyn Fn(&str);
    let written: [(&str, &[&str], Compile<'_>); 6] = [
        ("plain.c", &["--lang", "c"], &|object| {
            project.compile("clang-22", &["-Wall", "-Werror", "plain.c", object, "-lm", "-o", "tests"]);
        }),
        ("plain.cpp", &["--lang", "cpp"], &|object| {
            project.compile("c++", &["-Wall", "-Werror", "plain.cpp", object, "-o", "tests"]);
        }),
        ("g.cpp", &["--lang", "cpp", "--framework", "gtest"], &|object| {
            project.compile("c++", &["g.o", object, "-lgtest", "-lgtest_main", "-o", "tests"]);
        }),
        ("catch.cpp", &["--lang", "cpp", "--framework", "catch2"], &|object| {
            project.compile("c++", &["catch.o", object, "-o", "tests"]);
        }),
        ("plain.rs", &["--lang", "rust"], &|object| {
            project.compile("rustc", &["plain.rs", "-C", &format!("link-arg={object}"), "-o", "tests"]);
        }),
        ("plain.f90", &["--lang", "fortran"], &|object| {
            project.compile("flang-22", &["plain.f90", object, "-o", "tests"]);
        }),
    ];
    for (file, arguments, compile) in written {
        let text = project.export(file, arguments);
        assert!(text.contains("average_0_overflow"), "{text}");
        // The headers of the frameworks take their time; once is enough.
        if arguments.contains(&"--framework") {
            project.compile("c++", &["-c", file]);
        }
        compile(wrong);
        assert!(!project.passes("tests"), "{file} must fail with the defect:\n{text}");
        compile(right);
        assert!(project.passes("tests"), "{file} must pass without it:\n{text}");
    }
}

#[test]
fn functions_of_rust_are_called_by_their_path() {
    let wrong = "pub fn mean(a: f64, b: f64) -> f64 { (a + b) / 2.0 }\n";
    let right = "pub fn mean(a: f64, b: f64) -> f64 { a / 2.0 + b / 2.0 }\n";
    let project = Project::new("statistics.rs", wrong, &["--property", "overflow"]);
    let text = project.export("tests.rs", &["--lang", "rust", "--framework", "cargo"]);
    assert!(text.contains("#[test]") && text.contains("statistics::mean("), "{text}");
    let plain = project.export("plain.rs", &["--lang", "rust"]);
    assert!(!plain.contains("#[test]") && plain.contains("fn main()"), "{plain}");
    for (source, passes) in [(wrong, false), (right, true)] {
        std::fs::write(project.at("statistics.rs"), source).unwrap();
        project.compile("rustc", &["--crate-type", "lib", "statistics.rs"]);
        // As cargo does for a file of tests/.
        project.compile("rustc", &["--test", "-L", ".", "--extern", "statistics", "tests.rs", "-o", "tests"]);
        assert_eq!(project.passes("tests"), passes, "{text}");
        project.compile("rustc", &["-L", ".", "--extern", "statistics", "plain.rs", "-o", "plain"]);
        assert_eq!(project.passes("plain"), passes, "{plain}");
    }
}

/// Structures in registers are passed as their parts. Larger ones lie on the stack, where a test
/// cannot put them: that is said.
#[test]
fn structures_by_value_are_passed_in_registers_or_left_out_with_the_reason() {
    let source = "struct pair { double a, b; };
struct large { double a[5]; };
double sum(struct pair p) { return p.a + p.b; }
struct pair twice(double x) { struct pair p = { x + x, x }; return p; }
double total(struct large p) { return p.a[0] + p.a[4]; }
";
    let project = Project::new("pair.c", source, &["--property", "overflow"]);
    let found = project.at("found");
    let finished = ulpwise(&[
        "export",
        found.to_str().unwrap(),
        "--lang",
        "c",
        "-o",
        project.at("t.c").to_str().unwrap(),
    ]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let left_out = finished.stderr.lines().find(|line| line.contains("total-total-0-overflow.json"));
    assert!(left_out.is_some_and(|line| line.contains("a structure passed by value")), "{finished:?}");
    assert!(finished.stderr.contains("2 tests that fail today"), "{finished:?}");
    let fixed = source.replace("p.a + p.b", "p.a / 2 + p.b / 2").replace("x + x", "x");
    for (text, passes) in [(source, false), (&fixed, true)] {
        std::fs::write(project.at("pair.c"), text).unwrap();
        project.compile("cc", &["t.c", "pair.c", "-lm", "-o", "tests"]);
        assert_eq!(project.passes("tests"), passes, "{text}");
    }
}

#[test]
fn what_would_pass_or_does_not_fit_is_refused() {
    let project = Project::new("program.c", WRONG, &["--property", "overflow", "--fn", "average"]);
    let witness = project.at("found/average-average-0-overflow.json");
    let export = |more: &[&str]| ulpwise(&[&["export", witness.to_str().unwrap()], more].concat());
    let finished = export(&["--lang", "c", "--framework", "gtest"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("--framework gtest is not for --lang c"), "{finished:?}");
    let shown = export(&["--lang", "c"]);
    assert!(shown.stdout.contains("int main(void)"), "without -o it is printed: {shown:?}");
    std::fs::write(project.at("program.c"), RIGHT).unwrap();
    let finished = export(&["--lang", "c"]);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("would pass today"), "{finished:?}");
    let empty = tempfile::tempdir().unwrap();
    let finished = ulpwise(&["export", empty.path().to_str().unwrap(), "--lang", "c"]);
    assert!(finished.stderr.contains("no file ends in .json"), "{finished:?}");
    assert!(Path::new("/usr/include/gtest").exists(), "./x test installs GoogleTest");
}
