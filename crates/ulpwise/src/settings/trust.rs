//! How far a settings file is trusted: by whom it can have been written, and what it may say.
//!
//! `ulpwise.toml` is found in the working folder or above it, so that it comes along with sources
//! that the user may only want to look at. Such a file settles how functions are checked; it does
//! not name commands, libraries or compiler flags by which other code runs outside of the sandbox.
//! The lists below are of what is permitted: a setting that is added later is refused until it is
//! put on one.

use super::{FILE, Settings};
use crate::failure::Failure;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use toml::Value;
use ulpwise_engines::EngineChoice;
use ulpwise_llvm::{refused_compiler_flag, refused_rustc_flag};

/// The option by which the user trusts a file.
const OPTION: &str = "--trust-config";

/// How far a file is trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Trust {
    /// It may say all that options can.
    Full,
    /// It may say what runs no other code.
    #[default]
    Settings,
}

/// The user's own folder of settings: `$XDG_CONFIG_HOME/ulpwise`, otherwise `~/.config/ulpwise`.
fn own_folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(base.join("ulpwise"))
}

/// The settings in the user's own folder, if there are any.
pub(super) fn own_file() -> Option<PathBuf> {
    own_folder().map(|folder| folder.join(FILE)).filter(|file| file.is_file())
}

/// How far a file is trusted.
///
/// # Errors
/// Others than the user may have written it, and the user has not said that it is trusted.
pub(super) fn trust(file: &Path, user_trusts: bool) -> Result<Trust, Failure> {
    if user_trusts {
        return Ok(Trust::Full);
    }
    if let Some(defect) = defect(file) {
        let sentence = format!("{} is not read, because {defect}", file.display());
        return Err(Failure::bad_input(sentence)
            .help(format!("{OPTION} reads it all the same, with every setting; read it first")));
    }
    let is_own = own_folder().is_some_and(|folder| is_same_folder(file, &folder));
    Ok(if is_own { Trust::Full } else { Trust::Settings })
}

/// Why others may have written a file; `None` if only the user or the system's administrator can.
fn defect(file: &Path) -> Option<String> {
    let folder = |file: &Path| file.parent().map(Path::to_owned).unwrap_or_default();
    let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut looked_at = vec![(real.clone(), "it"), (folder(&real), "its folder")];
    if folder(&real) != folder(&absolute) {
        // The folder of a link says who can replace the link.
        looked_at.push((folder(&absolute), "its folder"));
    }
    let own = std::fs::metadata("/proc/self").map(|process| process.uid());
    for (path, what) in looked_at {
        let (Ok(data), Ok(own)) = (std::fs::metadata(&path), &own) else {
            return Some(format!("{what} has an owner who is not known"));
        };
        if data.uid() != *own && data.uid() != 0 {
            return Some(format!("{what} belongs to another user"));
        }
        if data.mode() & 0o002 != 0 {
            return Some(format!("every user may write to {what}"));
        }
    }
    None
}

fn is_same_folder(file: &Path, folder: &Path) -> bool {
    let of_file = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_owned));
    of_file.is_some() && of_file == folder.canonicalize().ok()
}

/// Refuses what a file may not say.
pub(super) fn permit(file: &Path, trust: Trust, settings: &Settings) -> Result<(), Failure> {
    if trust == Trust::Full {
        return Ok(());
    }
    for (name, value) in settings {
        if let Some(what) = refusal(name, value) {
            let sentence = format!("{} sets {what}", file.display());
            return Err(Failure::bad_input(sentence).help(format!(
                "{OPTION} allows it, if you trust the file; so does the same setting on the command line"
            )));
        }
    }
    Ok(())
}

/// Refuses references in other files: a formula runs nothing but functions of mpmath that are on a
/// list, and a file may include what it likes.
pub(super) fn permit_references(
    file: &Path,
    trust: Trust,
    references: &[(String, String)],
) -> Result<(), Failure> {
    let of_file = |(_, text): &&(String, String)| ulpwise_driver::function_of_file(text).is_some();
    match references.iter().find(of_file) {
        Some((pattern, text)) if trust != Trust::Full => {
            let sentence = format!("{} compares {pattern} with {text}, of another file", file.display());
            Err(Failure::bad_input(sentence)
                .help(format!("{OPTION} allows it, if you trust the file; so does --reference")))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a setting in a file that is not trusted; `None` if it is permitted.
fn refusal(name: &str, value: &Value) -> Option<String> {
    let refused_flag = |refused: &dyn Fn(&str) -> Result<Option<String>, ulpwise_llvm::LlvmError>| {
        let flags = texts(value);
        let all = flags.iter().map(|text| refused(text));
        all.into_iter().find_map(|answer| match answer {
            Ok(None) => None,
            Ok(Some(flag)) => {
                Some(format!("{name} with `{flag}`, a flag by which the compiler may run other code"))
            }
            Err(error) => Some(format!("{name}, but {error}")),
        })
    };
    match name {
        // Numbers, names of analyses and exceptions, ranges; a baseline is only read. What `assume`
        // says in C, and the functions that `setup` names, run where the program itself does: in
        // the sandbox.
        "analysis" | "assume" | "assume-nothing" | "baseline" | "call-timeout" | "fail-on" | "ftz"
        | "jobs" | "len" | "limit" | "loop-bound" | "memory" | "non-finite" | "not-fn" | "property"
        | "range" | "rounding" | "seed" | "setup" | "stop-at-exception" | "timeout" | "total" => None,
        "cache" if !matches!(value, Value::Boolean(_)) => {
            Some("cache to a folder of its own: `true` means the project's".to_owned())
        }
        "cache" => None,
        "cflags" => refused_flag(&refused_compiler_flag),
        "rustflags" => refused_flag(&refused_rustc_flag),
        "engine" => {
            let starts_programs =
                |text: &String| EngineChoice::from_name(text).is_ok_and(|engine| engine.starts_programs());
            let program = texts(value).into_iter().find(starts_programs)?;
            Some(format!("engine to `{program}`, which starts a program"))
        }
        "link" => {
            Some("link: the code of a library runs when it is loaded, outside of the sandbox".to_owned())
        }
        "solver-nra" => Some("solver-nra, which starts a program".to_owned()),
        other => Some(format!("{other}, which is on no list of permitted settings")),
    }
}

/// The strings of a value.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        // The reader of options says what is wrong with others.
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{OF_ALL, OF_FUNCTIONS};
    use std::os::unix::fs::PermissionsExt;

    fn setting(text: &str) -> (String, Value) {
        text.parse::<toml::Table>().unwrap().into_iter().next().unwrap()
    }

    #[test]
    fn a_file_that_is_not_trusted_names_nothing_that_runs() {
        for (text, expected) in [
            ("engine = 'process:./x'", "engine to `process:./x`"),
            ("engine = ['portfolio', 'process:./x']", "engine to `process:./x`"),
            ("solver-nra = './x'", "solver-nra, which starts"),
            ("link = ['x.so']", "link: the code"),
            ("cflags = '-O2 -fplugin=./x.so'", "cflags with `-fplugin=./x.so`"),
            ("cflags = ['-O2', '@x']", "cflags with `@x`"),
            ("cflags = \"-D'x\"", "cflags, but the flags"),
            ("rustflags = '-C linker=./x'", "rustflags with `-C linker=./x`"),
            ("witnesses = 'x'", "on no list"),
        ] {
            let (name, value) = setting(text);
            let what = refusal(&name, &value).unwrap_or_default();
            assert!(what.contains(expected), "{text}: {what}");
            let settings = Settings::from([(name, value)]);
            assert!(permit(Path::new("u.toml"), Trust::Settings, &settings).is_err(), "{text}");
            assert!(permit(Path::new("u.toml"), Trust::Full, &settings).is_ok(), "{text}");
        }
        for text in [
            "engine = 'interval'",
            "cflags = '-O2 -DX'",
            "rustflags = '-O'",
            "assume = ['x < y']",
            "memory = 1",
        ] {
            let (name, value) = setting(text);
            assert_eq!(refusal(&name, &value), None, "{text}");
        }
    }

    /// Every setting was looked at: it is permitted, permitted for some values, or refused for its
    /// own reason.
    #[test]
    fn every_setting_is_on_a_list() {
        for name in OF_ALL.iter().chain(&OF_FUNCTIONS) {
            let refused = refusal(name, &Value::String(String::new())).unwrap_or_default();
            assert!(!refused.contains("on no list"), "{name}");
        }
    }

    #[test]
    fn a_file_that_others_can_write_is_not_read_unless_the_user_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE);
        std::fs::write(&file, "").unwrap();
        let set = |path: &Path, mode: u32| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        assert_eq!(defect(&file), None);
        set(&file, 0o646);
        assert_eq!(defect(&file).as_deref(), Some("every user may write to it"));
        set(&file, 0o644);
        set(folder.path(), 0o1777);
        assert_eq!(defect(&file).as_deref(), Some("every user may write to its folder"));
        assert!(trust(&file, false).is_err());
        assert_eq!(trust(&file, true), Ok(Trust::Full));
        // A link in such a folder can be replaced, wherever it leads.
        let safe = tempfile::tempdir().unwrap();
        std::fs::write(safe.path().join("own.toml"), "").unwrap();
        let link = folder.path().join("link.toml");
        std::os::unix::fs::symlink(safe.path().join("own.toml"), &link).unwrap();
        assert_eq!(defect(&link).as_deref(), Some("every user may write to its folder"));
        assert_eq!(defect(&safe.path().join("own.toml")), None);
        set(folder.path(), 0o755);
        assert_eq!(trust(&file, false), Ok(Trust::Settings));
        assert_eq!(defect(&folder.path().join("gone")).as_deref(), Some("it has an owner who is not known"));
    }
}
