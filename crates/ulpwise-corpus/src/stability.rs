//! The programs of `corpus/stability`: which operations keep their precision, by hand, and the
//! comparison with what `ulpwise stability` reports.

use crate::error::CorpusError;
use crate::spec::root;
use serde_json::Value;
use std::path::{Path, PathBuf};
use toml::Table;

/// The endings of sources.
const ENDINGS: [&str; 4] = ["c", "cpp", "f90", "rs"];

/// The keys of a specification.
const KEYS: [&str; 6] = ["about", "function", "tolerance", "range", "len", "expect"];

/// The part of a program that a verdict is expected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StabilitySpan {
    /// What the function returns.
    Return,
    /// The operations of a line: stable if all of them are, unstable if one is.
    Line(u64),
}

/// A program with what is expected of it.
#[derive(Clone, Debug)]
pub struct StabilityProgram {
    /// Its name.
    pub name: String,
    /// The source.
    pub source: PathBuf,
    /// What it is about.
    pub about: String,
    /// The function.
    pub function: String,
    /// The relative error that is tolerated.
    pub tolerance: f64,
    /// The ranges of the inputs, as the command line takes them.
    pub ranges: Vec<String>,
    /// The lengths of arrays, by the names of parameters.
    pub lengths: Vec<(String, u64)>,
    /// Whether each span is stable.
    pub expected: Vec<(StabilitySpan, bool)>,
}

/// A verdict that was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedVerdict {
    /// What it is about; `None` where specifications cannot name it.
    pub span: Option<StabilitySpan>,
    /// Whether it is stable; `None` if that is not known.
    pub stable: Option<bool>,
}

impl ObservedVerdict {
    /// Reads a verdict of the document that `ulpwise stability --json` prints.
    fn from_json(verdict: &Value) -> Self {
        let span = match verdict["at"].as_str() {
            Some("return") => Some(StabilitySpan::Return),
            _ => verdict["line"].as_u64().map(StabilitySpan::Line),
        };
        let stable = match verdict["verdict"].as_str() {
            Some("stable") => Some(true),
            Some("unstable") => Some(false),
            _ => None,
        };
        Self { span, stable }
    }
}

/// The comparison of a report of `ulpwise stability` with the expectation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StabilityJudgement {
    /// How many spans have the expected verdict.
    pub right: usize,
    /// The spans without a verdict.
    pub open: Vec<String>,
    /// The wrong verdicts, in words.
    pub wrong: Vec<String>,
}

/// All programs, by name.
///
/// # Errors
/// A specification cannot be read.
pub fn stability_programs() -> Result<Vec<StabilityProgram>, CorpusError> {
    let folder = root().join("corpus/stability");
    let entries = std::fs::read_dir(&folder).map_err(|error| CorpusError::from(error).in_file(&folder))?;
    let mut specifications: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    specifications.sort();
    specifications.into_iter().map(|path| read(&path).map_err(|error| error.in_file(path))).collect()
}

fn read(path: &Path) -> Result<StabilityProgram, CorpusError> {
    let text = std::fs::read_to_string(path)?;
    let table: Table = text.parse()?;
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(CorpusError::UnknownKey(key.clone()));
    }
    let text = |key: &str| {
        let value = table.get(key).and_then(toml::Value::as_str);
        value.map(str::to_owned).ok_or_else(|| CorpusError::missing(key, "text"))
    };
    let list = |key: &str| -> Vec<String> {
        let values = table.get(key).and_then(toml::Value::as_array);
        values.into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let expect = table
        .get("expect")
        .and_then(toml::Value::as_table)
        .ok_or_else(|| CorpusError::missing("expect", "a table"))?;
    let expected = expect.iter().map(|(name, verdict)| {
        let bad = || CorpusError::BadSpan(name.clone());
        let span = match name.strip_prefix("line ") {
            Some(line) => StabilitySpan::Line(line.parse().map_err(|_| bad())?),
            None if name == "return" => StabilitySpan::Return,
            None => return Err(bad()),
        };
        match verdict.as_str() {
            Some("stable") => Ok((span, true)),
            Some("unstable") => Ok((span, false)),
            _ => Err(CorpusError::BadVerdict),
        }
    });
    let source = ENDINGS.iter().map(|ending| path.with_extension(ending)).find(|source| source.is_file());
    Ok(StabilityProgram {
        name: path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        source: source.ok_or(CorpusError::NoSource)?,
        about: text("about")?,
        function: text("function")?,
        tolerance: share(&text("tolerance")?)?,
        ranges: list("range"),
        lengths: list("len").iter().map(|text| length(text)).collect::<Result<_, CorpusError>>()?,
        expected: expected.collect::<Result<_, CorpusError>>()?,
    })
}

/// A share of a whole: `0.1%` or `0.001`.
fn share(text: &str) -> Result<f64, CorpusError> {
    let (digits, scale) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 0.01));
    let value: Option<f64> = digits.trim().parse().ok();
    value.map(|value| value * scale).ok_or_else(|| CorpusError::missing("tolerance", "a share such as 0.1%"))
}

/// A length: `NAME=N`.
fn length(text: &str) -> Result<(String, u64), CorpusError> {
    let (name, number) = text.split_once('=').unwrap_or((text, ""));
    let number = number.parse().map_err(|_| CorpusError::missing("len", "a list of NAME=N"))?;
    Ok((name.to_owned(), number))
}

impl StabilityProgram {
    /// The arguments of `ulpwise`.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["stability".to_owned(), self.source.display().to_string()];
        arguments.extend([
            "--fn".to_owned(),
            self.function.clone(),
            format!("--tolerance={}", self.tolerance),
        ]);
        arguments.extend(self.ranges.iter().map(|range| format!("--range={range}")));
        arguments.extend(self.lengths.iter().map(|(name, number)| format!("--len={name}={number}")));
        arguments.push("--json".to_owned());
        arguments
    }

    /// Compares the document that `ulpwise stability --json` prints with what is expected.
    pub fn judge(&self, printed: &str) -> StabilityJudgement {
        let Ok(report) = serde_json::from_str::<Value>(printed) else {
            let wrong = vec![format!("no JSON was printed: {printed}")];
            return StabilityJudgement { wrong, ..StabilityJudgement::default() };
        };
        let verdicts = report["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
        let observed: Vec<ObservedVerdict> = verdicts.iter().map(ObservedVerdict::from_json).collect();
        self.judge_verdicts(&observed)
    }

    /// Compares verdicts with what is expected.
    pub fn judge_verdicts(&self, observed: &[ObservedVerdict]) -> StabilityJudgement {
        let mut judgement = StabilityJudgement::default();
        for &(span, stable) in &self.expected {
            let here = observed.iter().filter(|verdict| verdict.span == Some(span));
            let here: Vec<Option<bool>> = here.map(|verdict| verdict.stable).collect();
            let reported = if here.contains(&Some(false)) {
                Some(false)
            } else {
                (!here.is_empty() && here.iter().all(|&one| one == Some(true))).then_some(true)
            };
            match reported {
                Some(reported) if reported == stable => judgement.right += 1,
                Some(reported) => judgement.wrong.push(format!("{span:?} is called stable: {reported}")),
                None => judgement.open.push(format!("{span:?}")),
            }
        }
        judgement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_compared_span_by_span() {
        let programs = stability_programs().unwrap_or_else(|error| panic!("{error}"));
        assert!(programs.len() >= 30);
        let program = programs.iter().find(|program| program.name == "fir_average").unwrap();
        let render = |returned: &str, line: &str| {
            format!(
                r#"{{"verdicts": [{{"at": "return", "verdict": "{returned}"}}, {{"at": "operation", "line": 6, "verdict": "{line}"}}]}}"#
            )
        };
        assert_eq!(program.judge(&render("stable", "stable")).right, 2);
        assert_eq!(program.judge(&render("stable", "unknown")).open.len(), 1);
        assert_eq!(program.judge(&render("unstable", "stable")).wrong.len(), 1);
        assert_eq!(program.judge("").wrong.len(), 1);
    }
}
