//! The programs of `corpus/stability`: which operations keep their precision, by hand, and what `ulpwise stability` says about them.

use crate::spec::root;
use serde_json::Value;
use std::path::PathBuf;
use toml::Table;

/// The endings of sources.
const ENDINGS: [&str; 4] = ["c", "cpp", "f90", "rs"];

/// The keys of a specification.
const KEYS: [&str; 6] = ["about", "function", "tolerance", "range", "len", "expect"];

/// What a verdict is expected of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
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
    /// The tolerance, as the command line takes it.
    pub tolerance: String,
    /// The ranges of the inputs, as the command line takes them.
    pub ranges: Vec<String>,
    /// The lengths of arrays.
    pub lengths: Vec<String>,
    /// Whether what is at a place is stable.
    pub expected: Vec<(Place, bool)>,
}

/// What `ulpwise stability` said, beside what was expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StabilityJudgement {
    /// How many places were decided rightly.
    pub right: usize,
    /// The places that were left open.
    pub open: Vec<String>,
    /// What is wrong, in words.
    pub wrong: Vec<String>,
}

/// All programs, by name.
///
/// # Errors
/// A specification cannot be read, in words.
pub fn stability_programs() -> Result<Vec<StabilityProgram>, String> {
    let folder = root().join("corpus/stability");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut specifications: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    specifications.sort();
    specifications
        .into_iter()
        .map(|path| read(path.clone()).map_err(|why| format!("{}: {why}", path.display())))
        .collect()
}

fn read(path: PathBuf) -> Result<StabilityProgram, String> {
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("{key} is no key of a specification"));
    }
    let text = |key: &str| {
        let value = table.get(key).and_then(toml::Value::as_str);
        value.map(str::to_owned).ok_or_else(|| format!("{key} is missing"))
    };
    let list = |key: &str| -> Vec<String> {
        let values = table.get(key).and_then(toml::Value::as_array);
        values.into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let expect = table.get("expect").and_then(toml::Value::as_table).ok_or("expect is missing")?;
    let expected = expect.iter().map(|(place, verdict)| {
        let place = match place.strip_prefix("line ") {
            Some(line) => Place::Line(line.parse().map_err(|_| format!("{place} is no line"))?),
            None if place == "return" => Place::Return,
            None => return Err(format!("{place} is no place")),
        };
        match verdict.as_str() {
            Some("stable") => Ok((place, true)),
            Some("unstable") => Ok((place, false)),
            _ => Err("a verdict is stable or unstable".to_owned()),
        }
    });
    let source = ENDINGS.iter().map(|ending| path.with_extension(ending)).find(|source| source.is_file());
    Ok(StabilityProgram {
        name: path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        source: source.ok_or("there is no source beside it")?,
        about: text("about")?,
        function: text("function")?,
        tolerance: text("tolerance")?,
        ranges: list("range"),
        lengths: list("len"),
        expected: expected.collect::<Result<_, String>>()?,
    })
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
        arguments.extend(self.lengths.iter().map(|length| format!("--len={length}")));
        arguments.push("--json".to_owned());
        arguments
    }

    /// Compares what was printed with what is expected.
    pub fn judge(&self, printed: &str) -> StabilityJudgement {
        let mut judgement = StabilityJudgement::default();
        let Ok(told) = serde_json::from_str::<Value>(printed) else {
            judgement.wrong.push(format!("no JSON was printed: {printed}"));
            return judgement;
        };
        let verdicts = told["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
        for &(place, stable) in &self.expected {
            let here = verdicts.iter().filter(|verdict| match place {
                Place::Return => verdict["at"] == "return",
                Place::Line(line) => verdict["line"] == line,
            });
            let words: Vec<&str> = here.filter_map(|verdict| verdict["verdict"].as_str()).collect();
            let said = if words.contains(&"unstable") {
                Some(false)
            } else {
                (!words.is_empty() && words.iter().all(|&word| word == "stable")).then_some(true)
            };
            match said {
                Some(said) if said == stable => judgement.right += 1,
                Some(said) => judgement.wrong.push(format!("{place:?} is called stable: {said}")),
                None => judgement.open.push(format!("{place:?}")),
            }
        }
        judgement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_compared_place_by_place() {
        let programs = stability_programs().unwrap_or_else(|error| panic!("{error}"));
        assert!(programs.len() >= 30);
        let program = programs.iter().find(|program| program.name == "fir_average").unwrap();
        let told = |returned: &str, line: &str| {
            format!(
                r#"{{"verdicts": [{{"at": "return", "verdict": "{returned}"}}, {{"at": "operation", "line": 6, "verdict": "{line}"}}]}}"#
            )
        };
        assert_eq!(program.judge(&told("stable", "stable")).right, 2);
        assert_eq!(program.judge(&told("stable", "unknown")).open.len(), 1);
        assert_eq!(program.judge(&told("unstable", "stable")).wrong.len(), 1);
        assert_eq!(program.judge("").wrong.len(), 1);
    }
}
