//! Compares what `ulpwise test` reports about a program with its specification.

use crate::spec::CorpusProgram;
use serde_json::Value;

/// The arguments of `ulpwise` for a program.
pub fn arguments(program: &CorpusProgram, seconds: u64) -> Vec<String> {
    let mut arguments = vec!["test".to_owned(), program.source.display().to_string()];
    arguments.extend(program.sources.iter().cloned());
    arguments.extend(["--json".to_owned(), "--coverage".to_owned(), format!("--timeout={seconds}")]);
    if !program.flags.is_empty() {
        let option = if program.is_rust() { "rustflags" } else { "cflags" };
        arguments.push(format!("--{option}={}", program.flags.trim()));
    }
    arguments
}

/// What a test of a program reported, as far as specifications speak of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedTest {
    /// The failures: the line and the stable id of the kind.
    pub failures: Vec<(u64, String)>,
    /// Whether every path was followed to its end.
    pub exhaustive: bool,
    /// What paths could not be followed beyond: the sentence and the line.
    pub obstacles: Vec<(String, u64)>,
    /// What else kept paths from being followed, for people to read.
    pub unfinished: String,
    /// How many branches the tests take, of how many, if that was measured.
    pub branches: Option<(u64, u64)>,
}

impl ObservedTest {
    /// Reads the document that `ulpwise test --json` prints.
    fn from_json(report: &Value) -> Self {
        let taken = &report["coverage"]["branches"];
        Self {
            failures: list(report, "findings").iter().map(line_and_kind).collect(),
            exhaustive: report["exhaustive"] == Value::Bool(true),
            obstacles: list(report, "obstacles")
                .iter()
                .map(|obstacle| (text(&obstacle["message"]), line_and_kind(obstacle).0))
                .collect(),
            unfinished: format!("{} {}", report["missed"], report["paths"]),
            branches: taken["covered"].as_u64().zip(taken["total"].as_u64()),
        }
    }

    /// The differences from the specification, in words.
    pub fn complaints(&self, program: &CorpusProgram) -> Vec<String> {
        let mut complaints = Vec::new();
        let mut found = self.failures.clone();
        let mut expected: Vec<(u64, String)> =
            program.failures().iter().map(|failure| (failure.line, failure.kind.clone())).collect();
        found.sort();
        expected.sort();
        if found != expected {
            complaints.push(format!("failures {found:?} instead of {expected:?}"));
        }
        if !self.exhaustive {
            let met = self.obstacles.iter().map(|(message, line)| format!("{message} (line {line})"));
            let met: Vec<String> = met.collect();
            complaints.push(format!("not all paths: {met:?} {}", self.unfinished));
        }
        let percent = self.branches.map_or(0, |(covered, total)| 100 * covered / total.max(1));
        if percent < program.branches {
            complaints.push(format!("{percent} % of the branches instead of {} %", program.branches));
        }
        complaints
    }
}

/// The differences between the document that `ulpwise test --json` prints and the specification, in
/// words.
pub fn complaints(program: &CorpusProgram, printed: &str) -> Vec<String> {
    match serde_json::from_str::<Value>(printed) {
        Ok(report) => ObservedTest::from_json(&report).complaints(program),
        Err(_) => vec![format!("no JSON was printed: {printed}")],
    }
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
