//! Reads `compile_commands.json`, the record that CMake, Meson and Bear leave of a build.
//!
//! Only the flags and the directory of the entry are taken; the compiler is always ours.

// serde_json without derive: it refuses deep nesting instead of overflowing the stack, and nothing
// of serde appears in a type of ours.
use crate::compile::{flags, permitted};
use crate::error::{LlvmError, shown};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// How a build system compiles one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatabaseEntry {
    /// The directory the compiler is started in.
    pub directory: PathBuf,
    /// The source file as the compiler gets it, relative to `directory`.
    pub file: PathBuf,
    /// Whether a C++ compiler is called, whatever the name of the file says.
    pub cxx: bool,
    /// The flags, without compiler and source file.
    pub flags: Vec<String>,
}

/// A `compile_commands.json`.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    entries: Vec<Value>,
}

impl Database {
    /// Reads the file, or the one in the directory of that name.
    pub(crate) fn read(location: &Path) -> Result<Self, LlvmError> {
        let path =
            if location.is_dir() { location.join("compile_commands.json") } else { location.to_path_buf() };
        crate::input::check_readable(&path)?;
        let bytes = fs::read(&path)
            .map_err(|error| LlvmError::Unreadable { path: path.clone(), reason: error.to_string() })?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Array(entries)) => Ok(Self { path, entries }),
            Ok(_) => Err(LlvmError::Database { path, problem: "it is not a list of commands".into() }),
            Err(error) => Err(LlvmError::Database { path, problem: format!("it is not JSON ({error})") }),
        }
    }

    /// The first entry for a source file.
    pub(crate) fn entry_for(&self, source: &Path) -> Result<DatabaseEntry, LlvmError> {
        let wanted = real_path(source);
        for entry in &self.entries {
            let (directory, file) = self.locate(entry)?;
            if real_path(&directory.join(&file)) == wanted {
                return self.entry(entry, directory, file);
            }
        }
        Err(LlvmError::NotInDatabase {
            path: self.path.clone(),
            source: source.to_path_buf(),
            similar: self.similar(source),
        })
    }

    /// Refuses flags by which a compiler can be made to run other code: the build wrote them, and
    /// the author of the build is not always the user.
    pub(crate) fn check_flags(&self, entry: &DatabaseEntry) -> Result<(), LlvmError> {
        match permitted::refused(&entry.flags) {
            None => Ok(()),
            Some(flag) => Err(LlvmError::UntrustedFlag { path: self.path.clone(), flag }),
        }
    }

    fn problem(&self, problem: impl Into<String>) -> LlvmError {
        LlvmError::Database { path: self.path.clone(), problem: problem.into() }
    }

    /// Directory and file of an entry.
    fn locate(&self, entry: &Value) -> Result<(PathBuf, PathBuf), LlvmError> {
        let file =
            entry["file"].as_str().ok_or_else(|| self.problem("it has an entry without a \"file\""))?;
        let base = self.path.parent().unwrap_or(Path::new(""));
        // A relative directory is meant relative to the database.
        let directory = base.join(entry["directory"].as_str().unwrap_or(""));
        let directory = if directory.as_os_str().is_empty() { PathBuf::from(".") } else { directory };
        Ok((directory, PathBuf::from(file)))
    }

    fn entry(&self, entry: &Value, directory: PathBuf, file: PathBuf) -> Result<DatabaseEntry, LlvmError> {
        if !directory.is_dir() {
            let (directory, file) = (shown(&directory), shown(&file));
            return Err(
                self.problem(format!("the directory {directory} of its entry for {file} does not exist"))
            );
        }
        let mut words = self.words(entry)?.into_iter().peekable();
        // A launcher stands before the compiler.
        while words.peek().is_some_and(|word| is_launcher(word)) {
            words.next();
        }
        let compiler = words
            .next()
            .ok_or_else(|| self.problem(format!("the entry of {} has an empty command", shown(&file))))?;
        let compiler_name =
            Path::new(&compiler).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = real_path(&directory.join(&file));
        let is_source = |word: &String| {
            !word.starts_with('-') && (Path::new(word) == file || real_path(&directory.join(word)) == source)
        };
        let arguments: Vec<String> = words.collect();
        let flags: Vec<String> =
            flags::kept(&arguments).into_iter().filter(|word| !is_source(word)).collect();
        Ok(DatabaseEntry { directory, file, cxx: compiler_name.contains("++"), flags })
    }

    /// The words of an entry's command.
    fn words(&self, entry: &Value) -> Result<Vec<String>, LlvmError> {
        if let Some(arguments) = entry["arguments"].as_array() {
            let words: Option<Vec<String>> =
                arguments.iter().map(|word| word.as_str().map(str::to_owned)).collect();
            return words.ok_or_else(|| self.problem("it has \"arguments\" that are not strings"));
        }
        match entry["command"].as_str() {
            Some(command) => flags::split(command),
            None => Err(self.problem("it has an entry without \"arguments\" and \"command\"")),
        }
    }

    /// An entry whose file has the same name in another directory.
    fn similar(&self, source: &Path) -> Option<PathBuf> {
        let name = source.file_name()?;
        let files = self.entries.iter().filter_map(|entry| entry["file"].as_str());
        files.map(Path::new).find(|file| file.file_name() == Some(name)).map(Path::to_path_buf)
    }
}

fn is_launcher(word: &str) -> bool {
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
    ["ccache", "sccache", "distcc", "icecc", "gomacc"].contains(&name.as_ref())
}

/// The path with symbolic links resolved; as it is when the file is gone.
fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with `src/a.c` and the given database.
    fn project(json: &str) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("src")).unwrap();
        fs::write(directory.path().join("src/a.c"), "int x;").unwrap();
        fs::write(directory.path().join("compile_commands.json"), json).unwrap();
        directory
    }

    fn entry_of(json: &str) -> Result<DatabaseEntry, LlvmError> {
        let project = project(json);
        Database::read(project.path())?.entry_for(&project.path().join("src/a.c"))
    }

    #[test]
    fn a_command_loses_compiler_output_and_source() {
        let entry = entry_of(
            r#"[{"directory":"src","file":"a.c","command":"ccache /usr/bin/gcc -O2 -I\"inc dir\" -MD -MF a.d -o a.o -c a.c"}]"#,
        )
        .unwrap();
        assert_eq!(entry.flags, ["-O2", "-Iinc dir"]);
        assert!(!entry.cxx);
        assert!(entry.directory.ends_with("src"));
    }

    #[test]
    fn arguments_are_taken_word_by_word() {
        let entry = entry_of(
            r#"[{"directory":".","file":"src/b.c","arguments":[]},
                {"directory":".","file":"src/a.c","arguments":["g++-12","-DX=\"a b\"","-c","./src/a.c","-o","x y.o"]}]"#,
        )
        .unwrap();
        assert_eq!(entry.flags, ["-DX=\"a b\""]);
        assert!(entry.cxx);
        assert_eq!(entry.file, Path::new("src/a.c"));
    }

    #[test]
    fn what_cannot_be_used_is_said() {
        let problem = |json: &str| entry_of(json).unwrap_err().to_string();
        assert!(problem("{").contains("not JSON"));
        assert!(problem("{}").contains("not a list"));
        assert!(problem("[{}]").contains("without a \"file\""));
        assert!(problem(r#"[{"file":"src/a.c"}]"#).contains("\"command\""));
        assert!(problem(r#"[{"file":"src/a.c","command":""}]"#).contains("empty command"));
        assert!(problem(r#"[{"file":"src/a.c","arguments":[1]}]"#).contains("not strings"));
        assert!(problem(r#"[{"file":"src/a.c","command":"cc 'x"}]"#).contains("open quote"));
        assert!(problem(r#"[{"file":"other/a.c","command":"cc"}]"#).contains("did you mean other/a.c?"));
        assert!(problem(&format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000))).contains("not JSON"));
        assert!(problem("").ends_with("compile_commands.json is empty"));
    }

    #[test]
    fn flags_that_are_on_no_list_are_refused() {
        let refused = |flags: &str| {
            let json = format!(r#"[{{"directory":"src","file":"a.c","command":"cc {flags} -c a.c"}}]"#);
            let project = project(&json);
            let database = Database::read(project.path()).unwrap();
            let entry = database.entry_for(&project.path().join("src/a.c")).unwrap();
            database.check_flags(&entry).err().map(|error| error.to_string())
        };
        assert_eq!(refused("-O2 -Wall -o a.o -MD -MF a.d -fsanitize=address"), None);
        for flag in ["-fplugin=./x.so", "-Xclang", "-B.", "@more", "-wrapper", "other.c"] {
            let sentence = refused(flag).unwrap_or_default();
            assert!(sentence.contains(flag) && sentence.contains("--trust-config"), "{flag}: {sentence}");
        }
    }

    #[test]
    fn a_build_directory_that_is_gone_is_said() {
        let project = project("[]");
        let source = project.path().join("src/a.c");
        let json = format!(r#"[{{"directory":"gone","file":{source:?},"command":"cc"}}]"#);
        fs::write(project.path().join("compile_commands.json"), json).unwrap();
        let error = Database::read(project.path()).unwrap().entry_for(&source).unwrap_err();
        assert!(error.to_string().ends_with("a.c does not exist"), "{error}");
    }

    #[test]
    fn a_missing_database_is_said() {
        let directory = tempfile::tempdir().unwrap();
        let error = Database::read(directory.path()).unwrap_err();
        assert_eq!(error, LlvmError::Missing { path: directory.path().join("compile_commands.json") });
    }
}
