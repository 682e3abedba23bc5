//! `cargo ulpwise check`: `ulpwise check` on the crate of the working folder, with cargo's options
//! under the names that cargo has for them.
//!
//! It becomes the program `ulpwise` that stands beside it.

use std::ffi::OsString;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    // cargo gives the name of the subcommand first.
    let mut words = std::env::args_os().skip(1).peekable();
    words.next_if(|word| word == "ulpwise");
    let words: Vec<OsString> = words.collect();
    let is_about_itself = words.first().is_none_or(|word| word.to_string_lossy().starts_with('-'));
    let ulpwise = beside().unwrap_or_else(|| PathBuf::from("ulpwise"));
    let mut command = Command::new(&ulpwise);
    if is_about_itself {
        command.args(words);
    } else {
        let Translation { words, manifest } = translate(words);
        let Some(folder) = package_folder(manifest.as_deref()) else {
            // cargo has said why.
            return ExitCode::from(2);
        };
        command.args(&words[..1]).arg(folder).args(&words[1..]);
    }
    // Returns only if it fails.
    let error = command.exec();
    let _ = writeln!(std::io::stderr(), "error: {} does not start: {error}", ulpwise.display());
    ExitCode::from(2)
}

/// The program `ulpwise` in the folder of this one.
fn beside() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    Some(own.parent()?.join("ulpwise")).filter(|program| program.is_file())
}

/// The words for `ulpwise`.
struct Translation {
    words: Vec<OsString>,
    manifest: Option<PathBuf>,
}

/// What has a short name with cargo gets its long one.
fn translate(given: Vec<OsString>) -> Translation {
    let mut translation = Translation { words: Vec::new(), manifest: None };
    let mut given = given.into_iter();
    while let Some(word) = given.next() {
        match word.to_str() {
            Some("-p") => translation.words.push("--package".into()),
            Some("-F") => translation.words.push("--features".into()),
            Some("--tests") => translation.words.push("--unit-tests".into()),
            Some("--manifest-path") => translation.manifest = given.next().map(PathBuf::from),
            Some(text) if text.starts_with("--manifest-path=") => {
                translation.manifest = text.split_once('=').map(|(_, path)| PathBuf::from(path));
            }
            _ => translation.words.push(word),
        }
    }
    translation
}

/// The folder of the package, as cargo finds it.
fn package_folder(manifest: Option<&Path>) -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["locate-project", "--message-format", "plain"]);
    if let Some(manifest) = manifest {
        command.arg("--manifest-path").arg(manifest);
    }
    let output = command.stderr(std::process::Stdio::inherit()).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.parent().map(Path::to_owned).filter(|_| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_of_cargo_become_long_ones() {
        let given = ["check", "-p", "a", "-F", "x", "--manifest-path=b/Cargo.toml", "--tests", "--fn", "f"];
        let translation = translate(given.map(OsString::from).to_vec());
        let expected = ["check", "--package", "a", "--features", "x", "--unit-tests", "--fn", "f"];
        assert_eq!(translation.words, expected.map(OsString::from));
        assert_eq!(translation.manifest, Some("b/Cargo.toml".into()));
    }
}
