//! The files of `integrations/` do what they say, as far as that can be seen without GitHub and
//! without a network: the shell of the action's steps is run as a runner would run it, and the
//! hook's command on a file that a commit would change.

use crate::common::{command, root};
use std::path::Path;
use std::process::{Command, Output};

/// Its sum overflows though the result need not: a finding of level error.
const AVERAGE: &str = "double f(double x, double y) { return (x + y) / 2; }\n";

/// The text of a step's `run`, from an action in YAML: what stands behind it, or the lines below it
/// that are indented further.
fn step(action: &str, name: &str) -> String {
    let start = action.find(&format!("- name: {name}\n")).unwrap_or_else(|| panic!("no step {name}"));
    let mut lines = action[start..].lines().skip_while(|line| !line.trim_start().starts_with("run:"));
    let run = lines.next().expect("a step has something to run");
    let indent = run.len() - run.trim_start().len();
    let beside = run.trim_start().trim_start_matches("run:").trim();
    if beside != "|" {
        return beside.to_owned();
    }
    let below = lines.take_while(|line| line.is_empty() || line.len() - line.trim_start().len() > indent);
    below.map(|line| format!("{}\n", line.get(indent + 2..).unwrap_or_default())).collect()
}

/// Runs a script as a runner does, with what the action gives it.
fn run(script: &str, folder: &Path, inputs: [&str; 3]) -> Output {
    let program = command(&[]).get_program().to_owned();
    let [files, arguments, fail_on] = inputs;
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("FILES", files)
        .env("ARGUMENTS", arguments)
        .env("FAIL_ON", fail_on)
        .env("ULPWISE", program)
        .env("GITHUB_OUTPUT", folder.join("output"))
        .output()
        .expect("bash starts")
}

#[test]
fn the_action_checks_and_leaves_its_reports() {
    let action = std::fs::read_to_string(root().join("integrations/github/action.yml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a b.c"), AVERAGE).unwrap();
    std::fs::write(folder.path().join("c.c"), "double g(double x) { return x; }\n").unwrap();
    let script = step(&action, "Check");
    let output = run(&script, folder.path(), ["'a b.c' c.c", "--fn 'f*' --property overflow", "error"]);
    assert_eq!(output.status.code(), Some(1), "a finding of level error fails the job: {output:?}");
    let outputs = std::fs::read_to_string(folder.path().join("output")).unwrap();
    for (name, file, begins) in [("sarif", "ulpwise.sarif", "{"), ("html", "ulpwise.html", "<!DOCTYPE html>")]
    {
        assert!(outputs.lines().any(|line| line == format!("{name}={file}")), "{outputs}");
        // What the action calls its output is what the step says.
        assert!(action.contains(&format!("value: ${{{{ steps.check.outputs.{name} }}}}")), "{action}");
        assert!(std::fs::read_to_string(folder.path().join(file)).unwrap().starts_with(begins), "{file}");
    }
    let output = run(&script, folder.path(), ["'a b.c'", "", "never"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = run(&script, folder.path(), ["absent.c", "", "never"]);
    assert_eq!(output.status.code(), Some(2), "a missing file fails the job: {output:?}");
}

/// The build itself is the script that every test begins with; here only that the step leads to it,
/// and to the program that the next step starts.
#[test]
fn the_action_builds_with_the_script_of_the_repository() {
    let action = std::fs::read_to_string(root().join("integrations/github/action.yml")).unwrap();
    let build = step(&action, "Build ulpwise");
    let script = build.strip_prefix("${{ github.action_path }}/").and_then(|rest| rest.split(' ').next());
    let script = root().join("integrations/github").join(script.expect("it is beside the action"));
    assert_eq!(script.canonicalize().unwrap(), root().join("x"));
    let says = std::fs::read_to_string(script).unwrap();
    assert!(says.contains("target/release/ulpwise") || says.contains("binary=$target/release/ulpwise"));
    assert!(action.contains("ULPWISE: ${{ github.action_path }}/../../target/release/ulpwise"), "{action}");
}

#[test]
fn the_hook_stops_a_commit_with_an_error_and_lets_others_pass() {
    let page = std::fs::read_to_string(root().join("integrations/pre-commit/README.md")).unwrap();
    let entry = page.lines().find_map(|line| line.trim().strip_prefix("entry: ulpwise ")).expect("an entry");
    let words: Vec<&str> = entry.split_whitespace().collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.c");
    for (source, code) in [(AVERAGE, 1), ("double f(double x) { return -x; }\n", 0)] {
        std::fs::write(&file, source).unwrap();
        let output = command(&[&words[..], &[file.to_str().unwrap()]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
}
