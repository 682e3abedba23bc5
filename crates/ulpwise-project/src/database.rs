//! Reads a `compile_commands.json` as the recording of a build that links nothing.

use crate::command::{BuildStep, absolute, read_command};
use crate::error::ProjectError;
use crate::recording::Recording;
use serde_json::Value;
use std::path::Path;

/// The name of the file.
pub(crate) const DATABASE: &str = "compile_commands.json";

/// Reads one.
pub(crate) fn read(file: &Path) -> Result<Recording, ProjectError> {
    let unusable = |problem: String| ProjectError::Unusable {
        file: file.to_owned(),
        problem,
        help: "let the build system write it again",
    };
    let bytes = std::fs::read(file).map_err(|error| unusable(format!("cannot be read: {error}")))?;
    let entries = match serde_json::from_slice(&bytes) {
        Ok(Value::Array(entries)) => entries,
        Ok(_) => return Err(unusable("is not a list of commands".to_owned())),
        Err(error) => return Err(unusable(format!("is not JSON ({error})"))),
    };
    let base = file.parent().unwrap_or(Path::new(""));
    let mut recording = Recording::new();
    for entry in &entries {
        let directory = absolute(base, entry["directory"].as_str().unwrap_or(""));
        let listed = entry["arguments"].as_array();
        let words: Option<Vec<String>> = match listed {
            Some(words) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
            None => entry["command"].as_str().and_then(shlex::split),
        };
        let words = words.ok_or_else(|| unusable("has an entry without words of a command".to_owned()))?;
        for step in read_command(&words, &directory) {
            if let BuildStep::Compile(_) = step {
                recording.add(step);
            }
        }
    }
    if recording.compilations.is_empty() {
        return Err(unusable("names no compilation of C, C++ or Fortran".to_owned()));
    }
    Ok(recording)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_compilations() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(DATABASE);
        let text = r#"[{"directory":"b","file":"../a.c","command":"cc -DX -c ../a.c -o a.o"},
            {"directory":"/b","file":"b.cc","arguments":["g++","-c","b.cc"]}]"#;
        std::fs::write(&file, text).unwrap();
        let recording = read(&file).unwrap();
        assert_eq!(recording.counts(), (2, 0));
        assert_eq!(recording.compilations[0].source, folder.path().join("a.c"));
        for (text, problem) in
            [("{", "not JSON"), ("{}", "not a list"), ("[{}]", "without words"), ("[]", "no compilation")]
        {
            std::fs::write(&file, text).unwrap();
            assert!(read(&file).unwrap_err().to_string().contains(problem), "{text}");
        }
    }
}
