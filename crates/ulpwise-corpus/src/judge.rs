//! Compares what `ulpwise test` reports about a program with its specification.

use crate::spec::CorpusProgram;
use serde_json::Value;

/// The arguments of `ulpwise` for a program.
pub fn arguments(program: &CorpusProgram, seconds: u64) -> Vec<String> {
    let mut arguments = vec!["test".to_owned(), program.source.display().to_string()];
    arguments.extend(program.sources.iter().cloned());
    arguments.extend(["--json".to_owned(), "--coverage".to_owned(), format!("--timeout={seconds}")]);
    if !program.flags.is_empty() {
        let option = if program.source.extension().is_some_and(|ending| ending == "rs") {
            "rustflags"
        } else {
            "cflags"
        };
        arguments.push(format!("--{option}={}", program.flags.trim()));
    }
    arguments
}

/// The differences between a report and the specification, in words.
pub fn complaints(program: &CorpusProgram, printed: &str) -> Vec<String> {
    let Ok(report) = serde_json::from_str::<Value>(printed) else {
        return vec![format!("no JSON was printed: {printed}")];
    };
    let mut complaints = Vec::new();
    let mut found: Vec<(u64, String)> = list(&report, "findings").iter().map(line_and_kind).collect();
    let mut expected: Vec<(u64, String)> =
        program.failures().iter().map(|failure| (failure.line, failure.kind.clone())).collect();
    found.sort();
    expected.sort();
    if found != expected {
        complaints.push(format!("failures {found:?} instead of {expected:?}"));
    }
    if report["exhaustive"] != Value::Bool(true) {
        let met: Vec<String> = list(&report, "obstacles")
            .iter()
            .map(|obstacle| format!("{} (line {})", text(&obstacle["message"]), line_and_kind(obstacle).0))
            .collect();
        complaints.push(format!("not all paths: {met:?} {} {}", report["missed"], report["paths"]));
    }
    let taken = &report["coverage"]["branches"];
    let percent = match (taken["covered"].as_u64(), taken["total"].as_u64()) {
        (Some(covered), Some(total)) => 100 * covered / total.max(1),
        _ => 0,
    };
    if percent < program.branches {
        complaints.push(format!("{percent} % of the branches instead of {} %", program.branches));
    }
    complaints
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn line_and_kind(finding: &Value) -> (u64, String) {
    (finding["location"]["line"].as_u64().unwrap_or(0), text(&finding["kind"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs_in;

    fn program(name: &str) -> CorpusProgram {
        let programs = programs_in("semantics").expect("they can be read");
        programs.into_iter().find(|program| program.name.ends_with(name)).expect("it is there")
    }

    fn render_report(findings: &str, exhaustive: bool) -> String {
        let coverage = r#"{"branches": {"covered": 100, "total": 100}}"#;
        format!(r#"{{"findings": [{findings}], "exhaustive": {exhaustive}, "coverage": {coverage}}}"#)
    }

    #[test]
    fn findings_are_exactly_those_expected() {
        let failing = program("signed_zero_identity");
        let line = failing.failures()[0].line;
        let right = format!(r#"{{"kind": "assert", "location": {{"line": {line}}}}}"#);
        let other = right.replace("assert", "memory");
        assert_eq!(complaints(&failing, &render_report(&right, true)), Vec::<String>::new());
        for wrong in ["", &other, &format!("{right},{other}")] {
            assert_eq!(complaints(&failing, &render_report(wrong, true)).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn a_correct_program_is_explored_whole() {
        let correct = program("signed_zero_sum");
        assert_eq!(complaints(&correct, &render_report("", true)), Vec::<String>::new());
        assert_eq!(complaints(&correct, &render_report("", false)).len(), 1);
        assert_eq!(complaints(&correct, "no JSON").len(), 1);
    }

    #[test]
    fn branches_that_no_test_takes_are_missed() {
        let correct = program("signed_zero_sum");
        let few = render_report("", true).replace(r#""covered": 100"#, r#""covered": 1"#);
        assert_eq!(complaints(&correct, &few).len(), 1);
        assert_eq!(complaints(&correct, r#"{"findings": [], "exhaustive": true}"#).len(), 1);
    }
}
