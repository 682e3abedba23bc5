//! What commands print with `--json` is as `docs/schema/` says.

use crate::common::{root, ulpwise};
use serde_json::Value;

const SOURCE: &str = "
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
double difference(double x, double y) { return (x + y) - x; }
double root_of(double a, double b, double c) { return (-b + sqrt(b * b - 4 * a * c)) / (2 * a); }
void scale(double *v, double k) { v[0] *= k; v[1] /= k; printf(\"%g\\n\", v[0]); }
int quotient(int a, int b) { return b > 5 ? a / (b - 7) : 0; }
float narrow(short x) { return 1 / (float)x; }
int deep(int n) { return n ? deep(n - 1) + 1 : (abort(), 0); }
";

/// Runs a command on the source above, and holds its output against the schema of the command.
fn assert_as_its_schema_says(command: &str, arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("schemas.c");
    std::fs::write(&file, SOURCE).unwrap();
    let mut words = vec![command, file.to_str().unwrap(), "--json"];
    words.extend(arguments);
    let finished = ulpwise(&words);
    let document: Value = serde_json::from_str(&finished.stdout).unwrap_or_else(|_| panic!("{finished:?}"));
    let schema = root().join(format!("docs/schema/{command}.schema.json"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| format!("{command} {arguments:?} {}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    // A document without any one of its fields is none.
    for name in document.as_object().unwrap().keys().filter(|name| *name != "native") {
        let mut damaged = document.clone();
        damaged.as_object_mut().unwrap().remove(name);
        assert!(!validator.is_valid(&damaged), "{command} {arguments:?}: {name} is not required");
    }
    document
}

#[test]
fn run_prints_what_its_schema_says() {
    let raised = assert_as_its_schema_says("run", &["--fn", "difference", "--args", "1e308,1e308"]);
    assert_eq!(raised["exceptions"].as_array().unwrap().len(), 1, "{raised}");
    let written = assert_as_its_schema_says("run", &["--fn", "scale", "--args", "[1,2],0", "--native"]);
    assert_eq!(written["native"]["run"], true, "{written}");
    let stopped = assert_as_its_schema_says("run", &["--fn", "deep", "--args", "3"]);
    assert_eq!(stopped["end"]["calls"].as_array().unwrap().len(), 4, "{stopped}");
}

#[test]
fn test_prints_what_its_schema_says() {
    let failing = assert_as_its_schema_says("test", &["--fn", "quotient"]);
    assert_eq!(failing["verdict"], "fails", "{failing}");
    let limited = assert_as_its_schema_says("test", &["--fn", "quotient", "--max-paths", "1", "--coverage"]);
    assert!(limited["coverage"]["lines"]["total"].as_u64() > Some(0), "{limited}");
}

#[test]
fn accuracy_prints_what_its_schema_says() {
    let ranges = ["--range", "a=1..10", "--range", "b=100..1e6", "--range", "c=1..10"];
    let arguments = [&["--fn", "root_of", "--calls", "500"][..], &ranges].concat();
    let found = assert_as_its_schema_says("accuracy", &[&arguments[..], &["--boxes", "4"]].concat());
    assert!(found["findings"][0]["guilty"].is_object() && found["bound"].is_object(), "{found}");
}

#[test]
fn stability_prints_what_its_schema_says() {
    let arguments = ["--fn", "difference", "--range", "x=1..2", "--range", "y=0..1"];
    let found = assert_as_its_schema_says("stability", &[&arguments[..], &["--trials", "8"]].concat());
    let verdicts = found["verdicts"].as_array().unwrap();
    for verdict in ["stable", "unstable"] {
        assert!(verdicts.iter().any(|one| one["verdict"] == verdict), "{found}");
    }
    let iterated = ["--iterate", "3", "--state", "x=return"];
    let found = assert_as_its_schema_says("stability", &[&arguments[..], &iterated].concat());
    assert_eq!(found["steps"].as_array().unwrap().len(), 3, "{found}");
}

#[test]
fn other_commands_print_what_their_schemas_say() {
    assert_as_its_schema_says("list", &["--inputs"]);
    assert_as_its_schema_says("coverage", &["--fn", "root_of", "--call", "1,2,1"]);
    assert_as_its_schema_says("check", &["--fn", "difference", "--timeout", "20"]);
    let functions = ["--fn", "old=difference", "--fn", "new=difference", "--calls", "100"];
    assert_as_its_schema_says("diff", &functions);
    let found = assert_as_its_schema_says("search", &["--fn", "narrow", "--exhaustive"]);
    assert_eq!(found["tried"], 65536, "{found}");
}
