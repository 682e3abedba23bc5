//! What `ulpwise accuracy`, `stability` and `test` write for others: the same reports as `check`,
//! the same levels, and the same manners where something is in the way.

use crate::common::{Finished, command, root, ulpwise};
use serde_json::Value;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

/// Two differences that lose digits, and a branch that fails for one number.
const SOURCE: &[u8] = b"#include <assert.h>
#include <math.h> /* caf\xe9 */
double f(double x) { double y = sqrt(x + 1); return y - sqrt(x); }
int g(int n) { assert(n != 7); return n; }
double h(double x) { return 1 - cos(x); }
";

/// The commands, each with a finding on the line.
const COMMANDS: [(&str, &[&str], &str, usize); 3] = [
    ("accuracy", &["--fn", "h", "--range", "x=1e-8..1", "--calls", "2000", "--boxes", "0"], "inaccurate", 5),
    ("stability", &["--fn", "f", "--range", "x=0..1e15", "--at", "return"], "unstable", 3),
    ("test", &["--fn", "g"], "assert", 4),
];

fn source(folder: &Path) -> String {
    let file = folder.join("program.c");
    std::fs::write(&file, SOURCE).unwrap();
    file.to_str().unwrap().to_owned()
}

fn run(name: &str, file: &str, options: &[&str], more: &[&str]) -> Finished {
    ulpwise(&[&[name, file], options, more].concat())
}

#[test]
fn each_command_writes_every_report_and_fails_at_the_level_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = source(folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    for (name, options, rule, line) in COMMANDS {
        let (sarif, junit, html) = (at("a.sarif"), at("a.xml"), at("a.html"));
        let reports = ["--sarif", &sarif, "--junit", &junit, "--html", &html, "--fail-on", "never", "--json"];
        let finished = run(name, &file, options, &reports);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        let printed: Value = serde_json::from_str(&finished.stdout).unwrap();
        assert!(printed.is_object(), "{finished:?}");
        let document: Value = serde_json::from_str(&read("a.sarif")).unwrap();
        let results = document["runs"][0]["results"].as_array().unwrap();
        let found = results.iter().find(|result| result["ruleId"] == rule);
        let found = found.unwrap_or_else(|| panic!("{name}: {results:#?}"));
        let place = &found["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startLine"], line, "{name}: {found:#}");
        let message = found["message"]["text"].as_str().unwrap();
        assert!(message.contains(" = "), "the inputs are reported: {message}");
        assert!(read("a.xml").contains(&format!("<failure type=\"{rule}\"")), "{name}");
        let page = read("a.html");
        assert!(page.contains(&format!("<title>ulpwise {name}</title>")), "{name}");
        assert!(page.contains(&format!("data-property=\"{rule}\"")), "{name}");
        let failing = run(name, &file, options, &["--fail-on", "error"]);
        assert_eq!(failing.code, Some(1), "{name}: {failing:?}");
    }
}

#[test]
fn reports_that_cannot_be_written_are_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.c");
    std::fs::write(&broken, "double f(").unwrap();
    let nowhere = folder.path().join("absent/report");
    for name in ["accuracy", "stability", "test"] {
        for option in ["--sarif", "--junit", "--html"] {
            let options = [option, nowhere.to_str().unwrap()];
            let finished = run(name, broken.to_str().unwrap(), &options, &[]);
            assert_eq!(finished.code, Some(2), "{finished:?}");
            assert!(finished.stderr.contains("its folder does not exist"), "{finished:?}");
        }
    }
}

#[test]
fn a_reader_that_goes_away_a_narrow_terminal_and_a_source_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let file = source(folder.path());
    let bitcode = folder.path().join("program.bc");
    let compiled = Command::new("clang-22")
        .args(["-O0", "-g", "-emit-llvm", "-c", &file, "-o"])
        .arg(&bitcode)
        .status()
        .expect("clang-22 is installed");
    assert!(compiled.success());
    let html = folder.path().join("a.html");
    for (name, options, rule, _) in COMMANDS {
        // The reader takes one byte and closes the pipe.
        let arguments = [&[name, &file], options, &["--html", html.to_str().unwrap()]].concat();
        let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{name}: {output:?}");
        assert!(std::fs::read_to_string(&html).unwrap().contains(&format!("data-property=\"{rule}\"")));
        std::fs::remove_file(&html).unwrap();
        // A terminal of 40 columns gets everything.
        let program = command(&[]).get_program().to_string_lossy().into_owned();
        let line = format!("stty cols 40 rows 20; {program} {} --color never", arguments.join(" "));
        let shown = Command::new("script").args(["-qec", &line, "/dev/null"]).current_dir(root()).output();
        let shown = shown.expect("script is part of the system");
        let text = String::from_utf8_lossy(&shown.stdout);
        assert!(text.contains(rule), "{name}: {text}");
    }
    std::fs::remove_file(&file).unwrap();
    for (name, options, rule, line) in COMMANDS {
        // A function of bitcode can be followed, and a program made of it can be run.
        let reports = ["--html", html.to_str().unwrap(), "--fail-on", "never"];
        let finished = run(name, bitcode.to_str().unwrap(), options, &reports);
        assert_eq!(finished.code, Some(0), "{name}: {finished:?}");
        let page = std::fs::read_to_string(&html).unwrap();
        assert!(page.contains("The file is not there any more."), "{name}");
        assert!(page.contains(&format!("program.c:{line}")), "{name}");
        assert!(name == "test" || page.contains(&format!("data-property=\"{rule}\"")), "{name}");
    }
}
