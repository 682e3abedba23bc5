//! `ulpwise.toml`: what a project settles once, for all of its functions and for some.
//!
//! A setting has the name and the values of an option of `ulpwise check`, and is read by the reader
//! of options: the words that it stands for are put before those of the user. What is given on the
//! command line replaces what the file says under that name; of the file, what a later
//! `[[function]]` says replaces what an earlier one or `[check]` says. What a file may say that came
//! with the sources is in `trust`.

mod trust;

use crate::args::former_names::RENAMED;
use crate::args::{self, CheckArguments};
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::{Table, Value};
use ulpwise_driver::{FunctionOverride, function_of_file};

/// The name of the file.
const FILE: &str = "ulpwise.toml";

/// The command whose options the settings are.
const COMMAND: &str = "check";

/// What can be settled for single functions.
const OF_FUNCTIONS: [&str; 9] = [
    "assume",
    "len",
    "loop-bound",
    "non-finite",
    "property",
    "range",
    "rounding",
    "stop-at-exception",
    "timeout",
];

/// What can be settled for all functions together, besides what can be for each and names no
/// parameter.
const OF_ALL: [&str; 20] = [
    "analysis",
    "assume-nothing",
    "baseline",
    "cache",
    "call-timeout",
    "cflags",
    "engine",
    "fail-on",
    "ftz",
    "jobs",
    "limit",
    "link",
    "memory",
    "not-fn",
    "range",
    "rustflags",
    "seed",
    "setup",
    "solver-nra",
    "total",
];

/// What names a parameter, which not all functions have.
const OF_PARAMETERS: [&str; 3] = ["assume", "len", "range"];

/// What names files, which begin at the folder of the settings.
const PATHS: [&str; 2] = ["baseline", "link"];

/// Settings by their name.
type Settings = BTreeMap<String, Value>;

/// Which functions settings are for.
#[derive(Debug)]
struct FunctionPatterns {
    name: String,
    file: Option<String>,
}

/// The settings of a project.
#[derive(Debug, Default)]
pub(crate) struct Config {
    file: PathBuf,
    /// For all functions.
    all: Settings,
    /// For functions that match a pattern, and a pattern of their file, in the order of the file.
    functions: Vec<(FunctionPatterns, Settings)>,
    /// What `accuracy` holds functions against whose names match a pattern.
    references: Vec<(String, String)>,
    /// The words of the command line, which replace what the file says.
    given: Vec<OsString>,
}

impl Config {
    /// The file that the user names, or that of this folder or the nearest one above it, or the
    /// user's own; empty if there is none.
    pub(crate) fn find(named: Option<&Path>, user_trusts: bool) -> Result<Config, Failure> {
        let here = std::env::current_dir().ok();
        let nearest = || nearest_file(&here?);
        let file = named.map(Path::to_owned).or_else(nearest).or_else(trust::own_file);
        Config::read_file(file, std::env::args_os().collect(), user_trusts)
    }

    /// The file of a folder or the nearest one above it, or the user's own, for a command line that is
    /// not this program's.
    pub(crate) fn of_folder(folder: &Path, given: Vec<OsString>) -> Result<Config, Failure> {
        Config::read_file(nearest_file(folder).or_else(trust::own_file), given, false)
    }

    fn read_file(file: Option<PathBuf>, given: Vec<OsString>, user_trusts: bool) -> Result<Config, Failure> {
        let Some(file) = file else { return Ok(Config { given, ..Config::default() }) };
        let text = std::fs::read_to_string(&file)
            .map_err(|error| Failure::bad_input(format!("{} cannot be read: {error}", file.display())))?;
        let trusted = trust::trust(&file, user_trusts)?;
        let config = Config { given, ..Config::parse(file, &text)? };
        for settings in config.functions.iter().map(|(_, settings)| settings).chain([&config.all]) {
            // What the user gives replaces what the file says.
            let used = settings.iter().filter(|(name, _)| !is_given(&config.given, name));
            let used = used.map(|(name, value)| (name.clone(), value.clone())).collect();
            trust::permit(&config.file, trusted, &used)?;
        }
        trust::permit_references(&config.file, trusted, &config.references)?;
        Ok(config)
    }

    fn parse(file: PathBuf, text: &str) -> Result<Config, Failure> {
        let shown = file.display().to_string();
        let wrong = |what: String| {
            Failure::bad_input(format!("{shown}: {what}"))
                .help("docs/commands/check.md describes the settings")
        };
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong(syntax(text, &error)))?;
        let mut config = Config { file, ..Config::default() };
        for (name, value) in table {
            match (name.as_str(), value) {
                ("check", Value::Table(table)) => {
                    let is_known = |name: &str| {
                        OF_ALL.contains(&name)
                            || (OF_FUNCTIONS.contains(&name) && !OF_PARAMETERS.contains(&name))
                    };
                    config.all =
                        settings(table, &is_known).map_err(|what| wrong(format!("[check] {what}")))?;
                }
                ("function", Value::Array(entries)) => {
                    for entry in entries {
                        let Value::Table(mut table) = entry else {
                            return Err(wrong("[[function]] is expected".to_owned()));
                        };
                        let mut text = |name: &str| match table.remove(name) {
                            Some(Value::String(text)) => Some(text),
                            _ => None,
                        };
                        let (name, file) = (text("name"), text("file"));
                        if name.is_none() && file.is_none() {
                            return Err(wrong("[[function]] has no name and no file".to_owned()));
                        }
                        let name = name.unwrap_or_else(|| "*".to_owned());
                        let of = settings(table, &|name| OF_FUNCTIONS.contains(&name))
                            .map_err(|what| wrong(format!("[[function]] {name} {what}")))?;
                        config.functions.push((FunctionPatterns { name, file }, of));
                    }
                }
                ("reference", Value::Table(table)) => {
                    for (pattern, value) in table {
                        let Value::String(text) = value else {
                            return Err(wrong(format!("[reference] {pattern} is no text")));
                        };
                        config.references.push((pattern, text));
                    }
                }
                (name, _) => {
                    return Err(wrong(format!(
                        "there is no [{name}], only [check], [[function]] and [reference]"
                    )));
                }
            }
        }
        Ok(config)
    }

    /// What `accuracy` holds functions against, by patterns of their names. Files begin at the folder
    /// of the settings.
    pub(crate) fn references(&self) -> Vec<(String, String)> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let from_here = |text: &str| match function_of_file(text) {
            Some((file, name)) => format!("{}::{name}", folder.join(file).display()),
            None => text.to_owned(),
        };
        self.references.iter().map(|(pattern, text)| (pattern.clone(), from_here(text))).collect()
    }

    /// The arguments of the command with the settings for all functions.
    pub(crate) fn arguments(&self) -> Result<Option<CheckArguments>, Failure> {
        if self.all.is_empty() { Ok(None) } else { self.read(&self.all).map(Some) }
    }

    /// Whether ranges are settled for all functions.
    pub(crate) fn sets_ranges(&self) -> bool {
        self.all.contains_key("range")
    }

    /// What holds for functions that match a pattern, in the order of the file. What the user gives
    /// holds for all functions.
    pub(crate) fn overrides(&self) -> Result<Vec<FunctionOverride>, Failure> {
        self.functions.iter().map(|(pattern, settings)| self.function_override(pattern, settings)).collect()
    }

    fn function_override(
        &self,
        patterns: &FunctionPatterns,
        settings: &Settings,
    ) -> Result<FunctionOverride, Failure> {
        let arguments = self.read(settings)?;
        let is_set = |name: &str| settings.contains_key(name) && !is_given(&self.given, name);
        Ok(FunctionOverride {
            pattern: patterns.name.clone(),
            file: patterns.file.clone(),
            assume: is_set("assume").then_some(arguments.assume),
            lengths: is_set("len").then_some(arguments.domain.len),
            ranges: is_set("range").then_some(arguments.domain.range),
            loop_bound: arguments.loop_bound.filter(|_| is_set("loop-bound")),
            non_finite: is_set("non-finite").then_some(arguments.non_finite),
            properties: is_set("property").then_some(arguments.property),
            rounding: is_set("rounding").then_some(arguments.rounding.into()),
            stop_at_exception: is_set("stop-at-exception").then_some(arguments.stop_at_exception),
            timeout: is_set("timeout").then_some(arguments.timeout),
        })
    }

    /// Reads settings and the user's own words together.
    fn read(&self, settings: &Settings) -> Result<CheckArguments, Failure> {
        let words = self.with_settings(self.given.clone(), settings);
        args::check_from(words).map_err(|why| Failure::bad_input(format!("{}: {why}", self.file.display())))
    }

    /// The words of a command line with those that settings stand for.
    fn with_settings(&self, given: Vec<OsString>, settings: &Settings) -> Vec<OsString> {
        let command = given.iter().position(|word| word == COMMAND).map_or(given.len(), |at| at + 1);
        let mut words = given[..command].to_vec();
        for (name, value) in settings.iter().filter(|(name, _)| !is_given(&given, name)) {
            words.extend(self.words(name, value).into_iter().map(OsString::from));
        }
        words.extend_from_slice(&given[command..]);
        words
    }

    /// The words that a setting stands for.
    fn words(&self, name: &str, value: &Value) -> Vec<String> {
        let text = |value: &Value| match value {
            Value::String(text) if PATHS.contains(&name) => {
                let folder = self.file.parent().unwrap_or(Path::new(""));
                folder.join(text).to_string_lossy().into_owned()
            }
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            other => format!("{other:?}"),
        };
        match value {
            Value::Boolean(true) => vec![format!("--{name}")],
            Value::Boolean(false) => Vec::new(),
            Value::Array(values) => values.iter().map(|value| format!("--{name}={}", text(value))).collect(),
            single => vec![format!("--{name}={}", text(single))],
        }
    }
}

/// The settings of a folder, or of the nearest one above it.
fn nearest_file(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file())
}

/// Whether the words of a command line give an option.
fn is_given(words: &[OsString], name: &str) -> bool {
    let command = words.iter().position(|word| word == COMMAND).map_or(words.len(), |at| at + 1);
    let former = RENAMED.iter().filter(|(_, now)| *now == name).map(|(former, _)| *former);
    let names: Vec<String> = former.chain([name]).map(|name| format!("--{name}")).collect();
    let is_it = |word: &str| {
        let is_named = |name: &String| {
            word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        names.iter().any(is_named)
    };
    words[command..].iter().any(|word| is_it(&word.to_string_lossy()))
}

/// The entries of a table, all of which must be known.
fn settings(table: Table, is_known: &dyn Fn(&str) -> bool) -> Result<Settings, String> {
    table
        .into_iter()
        .map(|(name, value)| {
            let renamed = RENAMED.iter().find(|(former, _)| *former == name);
            let name = renamed.map_or(name, |(_, now)| (*now).to_owned());
            if !is_known(&name) {
                return Err(format!("has no setting {name}"));
            }
            match value {
                Value::Table(_) | Value::Datetime(_) => Err(format!("{name} is neither a value nor a list")),
                value => Ok((name, value)),
            }
        })
        .collect()
}

/// What is wrong with the syntax, and in which line.
fn syntax(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    format!("line {line}: {}", error.message())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
[check]
timeout = 30
property = ["overflow", "invalid"]
link = ["libm.a"]
stop-at-exception = true

[[function]]
name = "gsl_*"
range = ["x=0..1"]
timeout = 5.5

[[function]]
name = "gsl_exp"
timeout = 7
"#;

    fn words(config: &Config, settings: &Settings, given: &[&str]) -> Vec<String> {
        let given = given.iter().map(OsString::from).collect();
        let words = config.with_settings(given, settings).into_iter();
        words.map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn settings_come_before_the_users_words_and_give_way_to_them() {
        let config = Config::parse("/project/ulpwise.toml".into(), TEXT).unwrap();
        let given = ["ulpwise", "check", "a.c", "--timeout=1", "--property", "underflow"];
        assert_eq!(
            words(&config, &config.all, &given),
            [
                "ulpwise",
                "check",
                "--link=/project/libm.a",
                "--stop-at-exception",
                "a.c",
                "--timeout=1",
                "--property",
                "underflow"
            ]
        );
        let merged = |name: &str| {
            let mut merged = config.all.clone();
            let matching =
                config.functions.iter().filter(|(of, _)| ulpwise_harness::glob::matches(&of.name, name));
            matching.for_each(|(_, of)| merged.extend(of.clone()));
            words(&config, &merged, &["ulpwise", "check"])
        };
        assert!(merged("gsl_log").contains(&"--timeout=5.5".to_owned()));
        assert!(merged("gsl_exp").contains(&"--timeout=7".to_owned()));
        assert!(merged("gsl_exp").contains(&"--range=x=0..1".to_owned()));
        assert!(merged("f").contains(&"--timeout=30".to_owned()));
    }

    #[test]
    fn references_are_read_and_files_begin_at_the_settings() {
        let text = "[reference]\n\"gsl_*\" = \"sin(x)\"\nf = \"truth.c::f\"\n";
        let config = Config::parse("/project/ulpwise.toml".into(), text).unwrap();
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        let expected = [pair("f", "/project/truth.c::f"), pair("gsl_*", "sin(x)")];
        let mut references = config.references();
        references.sort();
        assert_eq!(references, expected);
        let of = |trusted| trust::permit_references(&config.file, trusted, &config.references);
        assert!(of(trust::Trust::Settings).is_err() && of(trust::Trust::Full).is_ok());
        assert!(Config::parse("u.toml".into(), "[reference]\nf = 3\n").is_err());
    }

    #[test]
    fn former_names_still_work() {
        let text = format!("[check]\n{} = [\"native\"]\n", args::former_names::ANALYSIS);
        let config = Config::parse("u.toml".into(), &text).unwrap();
        assert_eq!(
            words(&config, &config.all, &["ulpwise", "check"]),
            ["ulpwise", "check", "--analysis=native"]
        );
        let given = format!("--{}=symbolic", args::former_names::ANALYSIS);
        assert_eq!(words(&config, &config.all, &["ulpwise", "check", &given]), ["ulpwise", "check", &given]);
    }

    #[test]
    fn what_is_not_foreseen_is_said() {
        let message = |text: &str| Config::parse("u.toml".into(), text).unwrap_err().message().to_owned();
        assert_eq!(message("[check]\nspeed = 3\n"), "u.toml: [check] has no setting speed");
        assert_eq!(message("[check]\nlen = [\"x=1\"]\n"), "u.toml: [check] has no setting len");
        assert_eq!(message("[[function]]\ntimeout = 3\n"), "u.toml: [[function]] has no name and no file");
        assert_eq!(
            message("[test]\n"),
            "u.toml: there is no [test], only [check], [[function]] and [reference]"
        );
        assert!(message("[check\n").starts_with("u.toml: line 1: "), "{}", message("[check\n"));
    }
}
