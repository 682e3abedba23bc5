//! `ulpwise stability` judges the programs of `corpus/stability` as it is known by hand which of
//! their values keep their precision.

use std::process::{Command, Stdio};
use ulpwise_corpus::{StabilityJudgement, StabilityProgram, for_each, root, stability_programs};

/// How many programs may be left open in some place.
const OPEN: usize = 1;

fn judged(program: &StabilityProgram) -> StabilityJudgement {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ulpwise"));
    command.args(program.arguments()).current_dir(root()).stdin(Stdio::null()).env_remove("CFLAGS");
    let output = command.output().expect("ulpwise starts");
    program.judge(&String::from_utf8_lossy(&output.stdout))
}

#[test]
fn programs_about_precision_are_judged_right() {
    let programs = stability_programs().unwrap_or_else(|error| panic!("{error}"));
    let judgements = for_each(&programs, judged);
    let named = programs.iter().zip(&judgements);
    let wrong: Vec<String> = named
        .clone()
        .filter(|(_, judgement)| !judgement.wrong.is_empty())
        .map(|(program, judgement)| format!("{}: {}", program.name, judgement.wrong.join("; ")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let open: Vec<&str> = named
        .filter(|(_, judgement)| !judgement.open.is_empty())
        .map(|(program, _)| program.name.as_str())
        .collect();
    assert!(open.len() <= OPEN, "left open: {open:?}");
}

fn stability(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ulpwise"));
    command
        .arg("stability")
        .args(arguments)
        .current_dir(root().join("corpus/stability"))
        .stdin(Stdio::null());
    let output = command.output().expect("ulpwise starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn bounds_of_loops_and_missing_ranges_are_reported() {
    let (output, errors, code) = stability(&["fahrenheit.c", "--fn", "fahrenheit", "--at", "return"]);
    assert!(errors.contains("has no range: celsius"), "{errors}");
    assert!(output.contains("return: unstable") && code == Some(1), "{output}");
    let source = tempfile::tempdir().unwrap();
    let file = source.path().join("turns.c");
    std::fs::write(&file, "float f(int n, float x) { float s = 0; while (n-- > 0) s += x; return s; }")
        .unwrap();
    let file = file.display().to_string();
    let words = [&file, "--range=n=0..1000", "--range=x=1..2", "--loop-bound=5"];
    let (output, _, code) = stability(&words.map(|word: &str| word));
    assert!(output.contains("stable means up to 5 iterations of a loop") && code == Some(0), "{output}");
}

#[test]
fn coarse_errors_and_left_out_invariants_only_make_bounds_larger() {
    let words = [
        "dot_positive.c",
        "--fn=dot_positive",
        "--range=a=1..2",
        "--range=b=1..2",
        "--len=a=16",
        "--len=b=16",
        "--at=return",
        "--json",
    ];
    let bound = |more: &[&str]| -> f64 {
        let (output, errors, _) = stability(&[&words[..], more].concat());
        let reported: serde_json::Value =
            serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}{errors}"));
        reported["verdicts"][0]["bound"].as_f64().unwrap_or(f64::INFINITY)
    };
    let own = bound(&[]);
    assert!(own > 0.0 && own < 1e-5);
    for more in [
        &["--delta=-16"][..],
        &["--no-invariant=sign"],
        &["--no-invariant=normal"],
        &["--no-invariant=product"],
    ] {
        assert!(bound(more) >= own, "{more:?}");
    }
    assert!(bound(&["--rounding=nearest"]) < own);
}

#[test]
fn the_state_of_a_loop_is_bounded_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("smooth.c");
    let source = "float smooth(float y, float x) { return 0.75f * y + 0.25f * x; }\n\
                  void both(float *s, float x) { s[0] = 0.5f * s[0] + x; s[1] = 0.5f * s[1] + s[0]; }";
    std::fs::write(&file, source).unwrap();
    let (file, plot) = (file.display().to_string(), folder.path().join("error.svg").display().to_string());
    let steps = |words: &[&str]| -> serde_json::Value {
        let (output, errors, _) = stability(&[&[file.as_str(), "--json"], words].concat());
        serde_json::from_str(&output).unwrap_or_else(|_| panic!("{output}{errors}"))
    };
    let words = ["--fn=smooth", "--range=y=0..1", "--range=x=-1..1", "--iterate=60", "--state=y=return"];
    let reported = steps(&[&words[..], &["--plot", &plot]].concat());
    let error = |step: usize| reported["steps"][step][0]["error"].as_f64().unwrap();
    // Each step rounds three times and keeps three quarters of the error before.
    assert!(error(0) > 0.0 && error(59) >= error(0) && error(59) < 20.0 * error(0), "{reported}");
    assert!(std::fs::read_to_string(&plot).unwrap().contains("<polyline"));
    let two =
        steps(&["--fn=both", "--len=s=2", "--range=s=0..1", "--range=x=0..1", "--iterate=5", "--state=s"]);
    assert_eq!(two["steps"][4].as_array().map(Vec::len), Some(2), "{two}");
    let (_, errors, code) = stability(&[&file, "--fn=smooth", "--iterate=5", "--state=z"]);
    assert!(errors.contains("there is no input z") && code == Some(2), "{errors}");
}
