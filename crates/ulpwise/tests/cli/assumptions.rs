//! What proofs take for granted: said in every report, left out with `--assume-nothing`, and void
//! where a program goes beyond it.

use crate::common::{Finished, ulpwise};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program in a folder of its own.
struct Program {
    folder: tempfile::TempDir,
    file: PathBuf,
}

impl Program {
    fn new(name: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        Self { folder, file }
    }

    fn run(&self, command: &str, arguments: &[&str]) -> Finished {
        ulpwise(&[&[command, self.file.to_str().unwrap(), "--fn", "f"], arguments].concat())
    }

    /// The ids of what proofs assume, and the verdicts on a property with their reasons.
    fn check(&self, property: &str, arguments: &[&str]) -> (Vec<String>, Vec<String>) {
        let wanted = ["--property", property, "--timeout", "60", "--json"];
        let finished = self.run("check", &[&wanted[..], arguments].concat());
        let document: Value =
            serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
        let function = &document["functions"][0];
        let assumptions = function["assumptions"].as_array().unwrap().iter();
        let ids = assumptions.map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        let ledger = function["ledger"].as_array().unwrap().iter();
        let verdicts = ledger.map(|entry| match entry["reason"].as_str() {
            Some(reason) => format!("unknown: {reason}"),
            None => entry["verdict"].as_str().unwrap().to_owned(),
        });
        (ids, verdicts.collect())
    }
}

const NEVER_ZERO: &str = "double f(double x) { return 1 / (x * x + 1); }";

#[test]
fn proofs_list_what_they_can_rest_on_and_nothing_else() {
    let ids = |text: &str| Program::new("p.c", text).check("divide-by-zero", &[]).0;
    assert_eq!(ids(NEVER_ZERO), ["finite-inputs"]);
    assert_eq!(ids("double f(int n) { return 1.0 / ((n & 3) + 1); }"), [""; 0]);
    assert_eq!(
        ids("double f(const double *v, const double *w) { return v[0] / (w[0] * w[0] + 1); }"),
        ["array-length", "array-length", "finite-inputs"],
        "nothing is written"
    );
    assert_eq!(
        ids("double f(double *v, double *w) { *v = 1; return *v / (*w * *w + 1); }"),
        ["array-length", "array-length", "no-overlap", "finite-inputs"]
    );
    assert_eq!(
        ids("double f(const double *v) { return v ? 1 / (v[0] * v[0] + 1) : 0; }"),
        ["array-length", "non-null", "finite-inputs"]
    );
    assert_eq!(
        ids("#include <math.h>\ndouble f(int n) { return 1 / (sin(n) + 2) + sqrt(n) / 2; }"),
        ["library-errors"]
    );
    assert_eq!(
        ids("#include <math.h>\ndouble f(int n) { return fabs(n) / 2 + floor(n / 3.0) / 2; }"),
        [""; 0]
    );
    assert_eq!(
        ids("#include <string.h>\ndouble f(int n) { return 1.0 / ((strcoll(\"a\", \"b\") & n & 1) + 1); }"),
        ["default-locale"]
    );
    assert_eq!(ids("enum e { A = 1, B }; double f(enum e e) { return 1.0 / e; }"), ["enumerators"]);
    assert_eq!(
        ids("double f(int n, const double v[n]) { return 1 / (v[n - 1] * v[n - 1] + 1); }"),
        ["array-length", "length-limit", "finite-inputs"]
    );
}

#[test]
fn lengths_come_from_every_form_of_declaration() {
    let body = "{ return 1 / (v[0] * v[0] + 1); }";
    for (name, text, length) in [
        ("p.c", format!("#define N 2\nenum {{ M = N + 3 }};\ndouble f(const double v[M]) {body}"), 5),
        ("p.c", format!("typedef double row[7];\ndouble f(const row v)\n{body}"), 7),
        ("p.c", format!("double f(n, v) int n; double v[6]; {body}"), 6),
        ("p.c", format!("double f(\n    int n,\n    double v[const 8])\n{body}"), 8),
        ("p.c", format!("double f(double *v) {body}"), 4),
        ("p.c", format!("double f(double v[]) {body}"), 4),
        ("p.c", format!("#include \"h.h\"\n{body}"), 9),
        (
            "p.cpp",
            format!(
                "namespace a {{ struct s {{ static double f(double v[3]); }}; }}\ndouble a::s::f(double v[3]) {body}"
            ),
            3,
        ),
        (
            "p.cpp",
            format!(
                "template <class T> T f(const T v[5]) {body}\ntemplate double f<double>(const double *);"
            ),
            5,
        ),
        (
            "p.cpp",
            format!("constexpr int size() {{ return 6; }}\ndouble f(const double v[size()]) {body}"),
            6,
        ),
    ] {
        let program = Program::new(name, &text);
        std::fs::write(program.folder.path().join("h.h"), "#define LENGTH 9\ndouble f(double v[LENGTH])")
            .unwrap();
        let finished = program.run("check", &["--property", "divide-by-zero", "--timeout", "60", "--json"]);
        let document: Value =
            serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
        let assumed = &document["functions"][0]["assumptions"];
        let found = assumed.as_array().unwrap().iter().find(|one| one["id"] == "array-length");
        assert_eq!(found.map(|one| &one["number"]), Some(&length.into()), "{text}: {assumed}");
    }
}

#[test]
fn a_length_that_is_given_comes_before_the_declared_one() {
    let program =
        Program::new("p.c", "double f(const double v[2]) { return 1 / (v[4] * v[4] + 1) + 1 / v[4]; }");
    let (_, verdicts) = program.check("divide-by-zero", &[]);
    assert!(verdicts.iter().any(|one| one.contains("beyond the 2 elements assumed")), "{verdicts:?}");
    let (_, verdicts) = program.check("divide-by-zero", &["--len", "v=5", "--range", "v=1..2"]);
    assert_eq!(verdicts, ["proven", "proven"]);
}

#[test]
fn lengths_that_the_language_guarantees_are_no_assumption() {
    let body = "{ return 1.0f / (v[2] * v[2] + 1); }";
    for (name, text) in [
        ("p.c", format!("double f(const double v[static 3]) {body}")),
        ("p.cpp", format!("extern \"C\" double f(const double (&v)[3]) {body}")),
        ("p.cpp", format!("#include <array>\nextern \"C\" double f(const std::array<double, 3> &v) {body}")),
    ] {
        let program = Program::new(name, &text);
        let proven = (vec!["finite-inputs".to_owned()], vec!["proven".to_owned()]);
        assert_eq!(program.check("divide-by-zero", &[]), proven, "{text}");
        let strict = program.check("divide-by-zero", &["--assume-nothing"]);
        assert_eq!(strict, (Vec::new(), vec!["proven".to_owned()]), "{text}");
    }
    let fortran = "function f(a) result(y) bind(c)\n use iso_c_binding\n real(c_double) :: a(3,3), y\n\
                   y = 1 / (a(3,3) * a(3,3) + 1)\nend function\n";
    let strict = Program::new("p.f90", fortran).check("divide-by-zero", &["--assume-nothing"]);
    assert_eq!(strict, (Vec::new(), vec!["proven".to_owned()]));
}

#[test]
fn nothing_is_proven_that_needs_more_than_the_language() {
    let strict = |text: &str| Program::new("p.c", text).check("divide-by-zero", &["--assume-nothing"]);
    let reason =
        |clauses: &str| vec![format!("unknown: --assume-nothing leaves out proofs that assume: {clauses}")];
    assert_eq!(strict(NEVER_ZERO), (Vec::new(), vec!["proven".to_owned()]), "infinite inputs do no harm");
    let array = "double f(const double v[3]) { return 1 / (v[2] * v[2] + 1); }";
    assert_eq!(strict(array).1, reason("v has 3 elements"));
    let both = "void f(double *v, double *w) { *v = 2; *w = 1 / (*v * *v + 1); }";
    assert_eq!(strict(both).1, reason("v has 4 elements, w has 4 elements and v and w do not overlap"));
    let sine = "#include <math.h>\ndouble f(int n) { return 1 / (sin(n) + 2); }";
    assert_eq!(strict(sine).1.last(), reason("glibc's errors and exceptions are as documented").last());
    let enumeration = "enum e { A = 1, B }; double f(enum e e) { return 1.0 / e; }";
    assert_eq!(strict(enumeration).1, ["witness"], "other values are tried");
}

#[test]
fn reports_say_what_proofs_assume() {
    let program = Program::new("p.c", "void f(double *v, double *w) { *v = 2; *w = 1 / (*v * *v + 1); }");
    let folder = program.folder.path();
    let [sarif, html] = ["r.sarif", "r.html"].map(|name| folder.join(name));
    let reports = ["--sarif", sarif.to_str().unwrap(), "--html", html.to_str().unwrap()];
    let finished = program.run("check", &[&["--property", "divide-by-zero"], &reports[..]].concat());
    let line = "proofs assume: v has 4 elements, w has 4 elements, v and w do not overlap, inputs are finite";
    assert!(finished.stdout.contains(line), "{finished:?}");
    let document: Value = serde_json::from_str(&read(&sarif)).unwrap();
    let assumed = &document["runs"][0]["properties"]["assumptions"]["f"];
    assert_eq!(assumed[0]["id"], "array-length");
    assert_eq!((&assumed[0]["names"][0], &assumed[0]["number"]), (&"v".into(), &4.into()));
    assert!(read(&html).contains("v and w do not overlap"));
}

#[test]
fn arrays_are_as_long_as_calls_use_them() {
    let sum = "{ double s = 1; for (int i = 0; i < n; i++) s += v[i] * v[i]; return 1 / s; }";
    for (name, text, arguments, expected) in [
        ("p.c", format!("double f(const double *v, int n) {sum}"), &[][..], ["n is from 0 to 4", "v has 4 elements"]),
        ("p.c", format!("double f(const double *v, unsigned long n) {sum}"), &[], ["n is at most 4", "v has 4 elements"]),
        ("p.c", format!("double f(const double *v, int n) {sum}"), &["--len", "v=2"], ["n is from 0 to 2", "v has 2 elements"]),
        ("p.c", format!("double f(const double *v, int n) {sum}"), &["--range", "n=0..6"], ["v has 6 elements", "inputs are finite"]),
        (
            "p.c",
            "double f(const double *c, int degree, double x) { double r = c[degree]; for (int i = degree - 1; \
             i >= 0; i--) r = r * x + c[i]; return 1 / (r * r + 1); }"
                .to_owned(),
            &[],
            ["degree is from 0 to 4", "c has 5 elements"],
        ),
        ("p.c", "double f(const double *v) { return 1 / (v[6] * v[6] + 1); }".to_owned(), &[], ["v has 7 elements", "inputs are finite"]),
        (
            "p.c",
            "typedef struct { double *data; long size, stride; } vector;\n\
             double f(const vector *v) { double s = 1; for (long i = 0; i < v->size; i++) s += v->data[i * \
             v->stride] * v->data[i * v->stride]; return 1 / s; }"
                .to_owned(),
            &[],
            ["v.size is from 0 to 4", "v.data has 13 elements"],
        ),
        (
            "p.f90",
            "real(8) function f(n, x)\n integer n, i\n real(8) x(*)\n f = 1\n do i = 1, n\n f = f + x(i)**2\n \
             end do\n f = 1 / f\nend function\n"
                .to_owned(),
            &[],
            ["n is from 0 to 4", "x has 4 elements"],
        ),
    ] {
        let program = Program::new(name, &text);
        let wanted = ["--property", "divide-by-zero", "--timeout", "60"];
        let finished = program.run("check", &[&wanted[..], arguments].concat());
        for clause in expected {
            assert!(finished.stdout.contains(clause), "{text}: {finished:?}");
        }
        assert!(finished.stdout.contains("1 proven absent, 0 unknown"), "{text}: {finished:?}");
        let strict = program.run("check", &[&wanted[..], arguments, &["--assume-nothing"]].concat());
        assert!(strict.stdout.contains("0 proven absent, 1 unknown"), "{text}: {strict:?}");
    }
}

#[test]
fn an_integer_that_leads_nowhere_is_not_limited() {
    let text = "double f(const double *v, int n) { return n > 1 ? 1 / (v[1] * v[1] + 1) : n; }";
    let (ids, verdicts) = Program::new("p.c", text).check("divide-by-zero", &[]);
    assert_eq!(
        (ids, verdicts),
        (vec!["array-length".to_owned(), "finite-inputs".to_owned()], vec!["proven".to_owned()])
    );
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn bounds_and_stability_assume_things_too() {
    let program = Program::new("p.c", "double f(const double v[2]) { return v[0] * 0.5 + v[1] * 0.25; }");
    let range = ["--range", "v=1..2"];
    let clause = "v has 2 elements";
    for command in ["stability", "accuracy"] {
        let plain = program.run(command, &range);
        assert!(plain.stdout.contains(&format!("proofs assume: {clause}")), "{plain:?}");
        let strict = program.run(command, &[&range[..], &["--assume-nothing"]].concat());
        let reason = format!("--assume-nothing leaves out proofs that assume: {clause}");
        assert!(strict.stdout.contains(&reason), "{strict:?}");
        assert!(!strict.stdout.contains("proofs assume"), "{strict:?}");
    }
    let beyond = Program::new("p.c", "double f(const double *v) { return v[4] * 0.5 + 1; }");
    let finished = beyond.run("stability", &[&range[..], &["--len", "v=4"]].concat());
    assert!(finished.stdout.contains("it reads v beyond the 4 elements assumed"), "{finished:?}");
    assert!(finished.stdout.contains(" 0 stable"), "{finished:?}");
}

#[test]
fn a_trial_of_all_inputs_assumes_the_library_only() {
    let arguments = ["--exhaustive", "--range", "x=0..100", "--property", "divide-by-zero"];
    let strict = [&arguments[..], &["--assume-nothing"]].concat();
    let plain = Program::new("p.c", "double f(int x) { return 1.0 / (x + 1); }");
    assert!(plain.run("search", &strict).stdout.contains("proven"));
    let sine = Program::new("p.c", "#include <math.h>\ndouble f(int x) { return 1.0 / (sin(x) + 2); }");
    assert!(sine.run("search", &arguments).stdout.contains("proven"));
    let finished = sine.run("search", &strict);
    assert!(finished.stdout.contains("--assume-nothing leaves out proofs"), "{finished:?}");
}

#[test]
fn what_is_linked_takes_the_place_of_weak_definitions() {
    let function = Program::new(
        "p.c",
        "__attribute__((weak)) double g(double x) { return x * x + 1; }\n\
         double f(double x) { return 1 / g(x); }",
    );
    let variable = Program::new(
        "p.c",
        "__attribute__((weak)) const int order = 3;\ndouble f(void) { return 1.0 / order; }",
    );
    let last = |program: &Program, arguments: &[&str]| {
        program.check("divide-by-zero", arguments).1.last().cloned().unwrap_or_default()
    };
    let other = object(&function, "double unrelated(double x) { return x; }");
    for program in [&function, &variable] {
        assert_eq!(last(program, &[]), "proven");
        assert_eq!(last(program, &["--link", &other]), "proven");
    }
    let strong = object(&function, "double g(double x) { return x; }");
    assert_eq!(last(&function, &["--link", &strong]), "witness");
    let weak = object(&function, "__attribute__((weak)) double g(double x) { return x; }");
    assert_eq!(last(&function, &["--link", &weak]), "proven", "the first of weak definitions counts");
    let zero = object(&variable, "const int order = 0;");
    assert_ne!(last(&variable, &["--link", &zero]), "proven");
}

/// A file to link, made from C.
fn object(program: &Program, text: &str) -> String {
    let [source, object] = ["other.c", "other.o"].map(|name| program.folder.path().join(name));
    std::fs::write(&source, text).unwrap();
    let made = Command::new("clang-22").args(["-c", "-fPIC", "-o"]).args([&object, &source]).status();
    assert!(made.unwrap().success());
    object.to_str().unwrap().to_owned()
}
