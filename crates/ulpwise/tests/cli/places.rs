//! Where findings are shown: at the user's own line, with the calls of libraries below it, in every
//! format; and which files and functions a check is about.

use crate::check::PATIENCE;
use crate::common::ulpwise;
use serde_json::Value;
use std::path::{Path, PathBuf};

const SOURCE: &str = "#include <complex>
#include \"lib/half.h\"
double size(double a, double b) {
    std::complex<double> z(a, b);
    return std::norm(z) - std::norm(z);
}
double accepted(double x) {
    // ulpwise: allow(invalid) on purpose
    return half(x) * 0.0;
}
";

const HEADER: &str = "inline double half(double x) { return (x + x) - (x + x); }\n";

/// A file that uses a library of its own and the standard library.
fn program() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("norm.cpp");
    std::fs::write(&file, SOURCE).unwrap();
    std::fs::create_dir(folder.path().join("third_party")).unwrap();
    std::fs::create_dir(folder.path().join("third_party/lib")).unwrap();
    std::fs::write(folder.path().join("third_party/lib/half.h"), HEADER).unwrap();
    (folder, file)
}

fn check(folder: &Path, file: &Path, more: &[&str]) -> String {
    let include = format!("-I{}", folder.join("third_party").display());
    let file = file.to_str().unwrap();
    let mut arguments =
        vec!["check", file, "--cflags", &include, "--property", "invalid", "--timeout", PATIENCE];
    arguments.extend(more);
    ulpwise(&arguments).stdout
}

#[test]
fn a_finding_in_a_library_is_shown_where_it_is_called() {
    let (folder, file) = program();
    let text = check(folder.path(), &file, &["--fn", "size"]);
    assert!(text.contains("norm.cpp:5:"), "{text}");
    assert!(text.contains("return std::norm(z) - std::norm(z);"), "{text}");
    let document: Value = serde_json::from_str(&check(folder.path(), &file, &["--json"])).unwrap();
    let functions = document["functions"].as_array().unwrap();
    let names: Vec<&str> = functions.iter().map(|function| function["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["size", "accepted"], "no function of a library");
    for entry in functions.iter().flat_map(|function| function["ledger"].as_array().unwrap()) {
        if entry["verdict"] == "witness" {
            assert_eq!(entry["place"]["file"], file.to_str().unwrap(), "{entry}");
        }
    }
    let own = functions[1]["ledger"].as_array().unwrap();
    let inside: Vec<&Value> =
        own.iter().filter(|entry| !entry["calls"].as_array().unwrap_or(&Vec::new()).is_empty()).collect();
    let calls = inside[0]["calls"].as_array().unwrap();
    assert_eq!(
        (calls[0]["function"].as_str(), calls[1]["function"].as_str()),
        (Some("half"), Some("accepted"))
    );
    assert!(calls[0]["place"]["file"].as_str().unwrap().ends_with("half.h"));
    assert!(inside[0]["accepted"].as_str().unwrap().contains("on purpose"), "the comment at the call counts");
}

#[test]
fn reports_begin_at_the_users_line() {
    let (folder, file) = program();
    let (sarif, html) = (folder.path().join("a.sarif"), folder.path().join("a.html"));
    let more = ["--fn", "accepted", "--sarif", sarif.to_str().unwrap(), "--html", html.to_str().unwrap()];
    check(folder.path(), &file, &more);
    let log: Value = serde_json::from_str(&std::fs::read_to_string(&sarif).unwrap()).unwrap();
    let result = &log["runs"][0]["results"][0];
    let uri = |location: &Value| {
        location["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_owned()
    };
    assert!(uri(&result["locations"][0]).ends_with("norm.cpp"), "{result}");
    assert!(uri(&result["relatedLocations"][0]).ends_with("half.h"), "{result}");
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    assert!(uri(&flow[0]["location"]).ends_with("norm.cpp"), "{flow}");
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("norm.cpp:9:"), "the page names the call");
}

#[test]
fn functions_of_libraries_are_checked_on_request() {
    let (folder, file) = program();
    let all = check(folder.path(), &file, &["--library-functions", "--fn", "*half*"]);
    assert!(all.contains("half: "), "{all}");
    let named = check(folder.path(), &file, &["--fn", "half"]);
    assert!(named.contains("half: "), "{named}");
}

#[test]
fn fortran_files_bring_their_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let top = put(
        "top.f",
        "      double precision function top(x)\n      double precision x, inner\n      external inner, nowhere\n      if (x .gt. 1d300) call nowhere(x)\n      top = 1 / inner(x)\n      end\n",
    );
    put("inner.f90", "real(8) function inner(x)\n use scales\n real(8) x\n inner = x * unit\nend function\n");
    put("scales.f90", "module scales\n real(8), parameter :: unit = 1\nend module\n");
    put("other.f90", "this is no Fortran\n");
    let finished =
        ulpwise(&["check", top.to_str().unwrap(), "--property", "divide-by-zero", "--timeout", PATIENCE]);
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
    assert!(!finished.stdout.contains("inner: "), "a neighbour is not checked by itself: {finished:?}");
    assert!(finished.stderr.contains("inner.f90 are compiled with the program"), "{finished:?}");
    assert!(finished.stderr.contains("no given file defines nowhere"), "{finished:?}");
}

#[test]
fn functions_without_parameters_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.c");
    std::fs::write(&file, "static double zero;\ndouble none(void) { return 1.0 / zero; }\n").unwrap();
    let finished =
        ulpwise(&["check", file.to_str().unwrap(), "--property", "divide-by-zero", "--timeout", "10"]);
    assert!(finished.stdout.contains("divide-by-zero: 1.0 / 0.0 = inf"), "{finished:?}");
}
