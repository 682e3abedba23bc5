//! Running other programs: a failure says which program, with what, and shows its last lines.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The most lines of a failed program's output worth repeating.
const LINES_SHOWN: usize = 20;

/// Runs `program` in `folder` to its end and returns what it wrote to standard output.
pub fn capture<I>(folder: &Path, program: impl AsRef<OsStr>, arguments: I) -> Result<String>
where
    I: IntoIterator<Item: AsRef<OsStr>>,
{
    let program = program.as_ref();
    let name = Path::new(program).file_name().unwrap_or(program).display().to_string();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("LC_ALL", "C");
    let output =
        command.output().with_context(|| format!("{name} cannot be started; `./x test` installs it"))?;
    if !output.status.success() {
        let reported =
            [output.stdout, output.stderr].map(|bytes| last_lines(&String::from_utf8_lossy(&bytes)));
        bail!("{name} failed ({}) in {}:\n{}", output.status, folder.display(), reported.join("\n"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A program of the LLVM that the workspace is built with.
pub fn llvm_tool(name: &str) -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-22".into());
    Path::new(&prefix).join("bin").join(name)
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_SHOWN)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_returned() {
        assert_eq!(capture(Path::new("/"), "sh", ["-c", "echo 1"]).unwrap(), "1\n");
    }

    #[test]
    fn failure_names_the_program_and_repeats_its_words() {
        let error = capture(Path::new("/"), "sh", ["-c", "echo because >&2; exit 3"]).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.starts_with("sh failed") && text.contains("because"), "{text}");
    }

    #[test]
    fn missing_program_says_how_to_get_it() {
        let none: [&str; 0] = [];
        let error = capture(Path::new("/"), "no-such-program-here", none).unwrap_err();
        assert!(format!("{error:#}").contains("./x test"), "{error:#}");
    }

    #[test]
    fn only_the_last_lines_are_repeated() {
        let many: String = (0..100).map(|number| format!("{number}\n")).collect();
        assert_eq!(last_lines(&many).lines().count(), LINES_SHOWN);
        assert!(last_lines(&many).ends_with("99"));
    }
}
