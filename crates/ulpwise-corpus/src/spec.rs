//! What is expected of a program: `name.toml` beside `name.c`, as `corpus/README.md` describes it.
//!
//! What holds: a specification with an unknown key, without a required key, or that contradicts
//! itself is refused.

use crate::error::CorpusError;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The endings of sources.
const ENDINGS: [&str; 4] = ["c", "cpp", "f90", "rs"];

/// The keys of a specification, and of a failure in it.
const KEYS: [&str; 9] =
    ["about", "expect", "flags", "sources", "seconds", "branches", "only", "random", "failure"];
const FAILURE_KEYS: [&str; 3] = ["line", "kind", "input"];

/// The most seconds that a program may ask for.
const MAX_SECONDS: u64 = 60;

/// A way in which a program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFailure {
    /// The line of the source.
    pub line: u64,
    /// The stable id of the kind, as `ulpwise test` reports it.
    pub kind: String,
    /// Inputs that raise it, one for each call that asks for an input.
    pub input: Vec<String>,
}

/// The expected result for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// No input fails.
    Correct,
    /// It fails in exactly these ways.
    Fails(Vec<ExpectedFailure>),
}

/// A program with its specification.
#[derive(Clone, Debug)]
pub struct CorpusProgram {
    /// Its folder and name, such as `semantics/signed_zero_sum`.
    pub name: String,
    /// The source.
    pub source: PathBuf,
    /// What it is about.
    pub about: String,
    /// The expected result.
    pub expectation: Expectation,
    /// Flags for the compiler.
    pub flags: String,
    /// Sources of the library that it calls, within that library's folder.
    pub sources: Vec<String>,
    /// How long it may take.
    pub seconds: u64,
    /// The percentage of branches that the tests written for it take.
    pub branches: u64,
    /// Whether it takes too long for every run of the tests.
    pub only_in_benchmarks: bool,
    /// The ranges of random inputs.
    pub random: Vec<String>,
}

/// A library that programs of the corpus are linked with, as source.
#[derive(Clone, Debug)]
pub struct CorpusLibrary {
    /// The folder of its sources.
    pub sources: PathBuf,
    /// The folder of its public headers.
    pub include: PathBuf,
}

impl CorpusProgram {
    /// The program with its own sources first and the library's after them, and flags that find its
    /// headers.
    pub fn linked_with(mut self, library: &CorpusLibrary) -> Self {
        self.flags += &format!(" -w -I{} -I{}", library.include.display(), library.sources.display());
        self.sources =
            self.sources.iter().map(|file| library.sources.join(file).display().to_string()).collect();
        self
    }

    /// Whether rustc compiles it, and gets its flags.
    pub fn is_rust(&self) -> bool {
        self.source.extension().is_some_and(|ending| ending == "rs")
    }

    /// The ways in which it should fail.
    pub fn failures(&self) -> &[ExpectedFailure] {
        match &self.expectation {
            Expectation::Correct => &[],
            Expectation::Fails(failures) => failures,
        }
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// The programs of a folder of the corpus, in order of their names.
///
/// # Errors
/// The folder cannot be read, or a specification is wrong.
pub fn programs_in(folder: &str) -> Result<Vec<CorpusProgram>, CorpusError> {
    let path = root().join("corpus").join(folder);
    let entries = std::fs::read_dir(&path).map_err(|error| CorpusError::from(error).in_file(&path))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let has_ending = |path: &Path, ending: &str| path.extension().is_some_and(|found| found == ending);
    for source in files.iter().filter(|path| ENDINGS.iter().any(|ending| has_ending(path, ending))) {
        if !source.with_extension("toml").is_file() {
            return Err(CorpusError::NoSpecification.in_file(source));
        }
    }
    let specifications = files.iter().filter(|path| has_ending(path, "toml"));
    specifications.map(|file| read(folder, file).map_err(|error| error.in_file(file))).collect()
}

fn read(folder: &str, file: &Path) -> Result<CorpusProgram, CorpusError> {
    let text = std::fs::read_to_string(file)?;
    let source = ENDINGS.iter().map(|ending| file.with_extension(ending)).find(|source| source.is_file());
    let source = source.ok_or(CorpusError::NoSource)?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    parse(format!("{folder}/{stem}"), source, &text)
}

fn parse(name: String, source: PathBuf, text: &str) -> Result<CorpusProgram, CorpusError> {
    let table: Table = text.parse()?;
    check_keys(&table, &KEYS)?;
    let failures = match table.get("failure") {
        None => Vec::new(),
        Some(Value::Array(failures)) => failures.iter().map(parse_failure).collect::<Result<_, _>>()?,
        Some(_) => return Err(CorpusError::FailuresNotTables),
    };
    let expectation = match (string(&table, "expect")?.as_str(), failures.is_empty()) {
        ("correct", true) => Expectation::Correct,
        ("fails", false) => Expectation::Fails(failures),
        (expect, _) => return Err(CorpusError::Contradiction(expect.to_owned())),
    };
    let only_in_benchmarks = match table.get("only").map(Value::as_str) {
        None => false,
        Some(Some("bench")) => true,
        Some(_) => return Err(CorpusError::UnknownOnly),
    };
    let seconds = number(&table, "seconds")?;
    if seconds > MAX_SECONDS {
        return Err(CorpusError::TooManySeconds(MAX_SECONDS));
    }
    Ok(CorpusProgram {
        name,
        source,
        about: string(&table, "about")?,
        expectation,
        flags: if table.contains_key("flags") { string(&table, "flags")? } else { String::new() },
        sources: if table.contains_key("sources") { strings(&table, "sources")? } else { Vec::new() },
        seconds,
        branches: number(&table, "branches")?,
        only_in_benchmarks,
        random: if table.contains_key("random") { strings(&table, "random")? } else { Vec::new() },
    })
}

fn parse_failure(value: &Value) -> Result<ExpectedFailure, CorpusError> {
    let table = value.as_table().ok_or(CorpusError::FailuresNotTables)?;
    check_keys(table, &FAILURE_KEYS)?;
    Ok(ExpectedFailure {
        line: number(table, "line")?,
        kind: string(table, "kind")?,
        input: strings(table, "input")?,
    })
}

fn check_keys(table: &Table, known: &[&str]) -> Result<(), CorpusError> {
    match table.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(CorpusError::UnknownKey(key.clone())),
        None => Ok(()),
    }
}

fn string(table: &Table, key: &str) -> Result<String, CorpusError> {
    let value = table.get(key).and_then(Value::as_str);
    value.map(str::to_owned).ok_or_else(|| CorpusError::missing(key, "text"))
}

fn number(table: &Table, key: &str) -> Result<u64, CorpusError> {
    let value = table.get(key).and_then(Value::as_integer);
    value.and_then(|value| u64::try_from(value).ok()).ok_or_else(|| CorpusError::missing(key, "a number"))
}

fn strings(table: &Table, key: &str) -> Result<Vec<String>, CorpusError> {
    let list = table.get(key).and_then(Value::as_array);
    let texts = list.map(|list| list.iter().map(|item| item.as_str().map(str::to_owned)).collect());
    texts.flatten().ok_or_else(|| CorpusError::missing(key, "a list of texts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORRECT: &str = "about = \"a\"\nexpect = \"correct\"\nseconds = 5\nbranches = 90\n";

    fn parsed(text: &str) -> Result<CorpusProgram, CorpusError> {
        parse("folder/name".into(), PathBuf::from("name.c"), text)
    }

    #[test]
    fn a_failure_has_line_kind_and_input() {
        let failing = CORRECT.replace("correct", "fails");
        let text = format!("{failing}[[failure]]\nline = 3\nkind = \"assert\"\ninput = [\"float 1\"]\n");
        let failure = ExpectedFailure { line: 3, kind: "assert".into(), input: vec!["float 1".into()] };
        assert_eq!(parsed(&text).unwrap().failures(), [failure]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(parsed(CORRECT).unwrap().failures().is_empty());
        for (wrong, said) in [
            (CORRECT.replace("correct", "fails"), "does not go with"),
            (format!("{CORRECT}colour = 3\n"), "\"colour\" is not known"),
            (CORRECT.replace("about = \"a\"\n", ""), "about is needed"),
            (CORRECT.replace("= 5", "= 61"), "60 seconds"),
            (format!("{CORRECT}only = \"night\"\n"), "\"bench\""),
            (format!("{CORRECT}[[failure]]\nline = 3\n"), "kind is needed"),
            ("about".into(), "TOML parse error"),
        ] {
            let error = parsed(&wrong).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
