//! The sentence of each [`Error`], for people: what is wrong with what, and what to do about it.

use super::{Error, shown};
use std::fmt;
use std::path::PathBuf;

/// What the name of a file that can be loaded ends in.
const KNOWN_EXTENSIONS: &str =
    ".c, .cc .cpp .cxx .C (C++), .f90 .f95 .f03 .f08 .f .for .F90 .F (Fortran), .rs, .bc or .ll";

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self))
    }
}

/// A flat table: long, and simple.
fn sentence(error: &Error) -> String {
    match error {
        Error::NoInput => "no file was named: give at least one source or bitcode file".into(),
        Error::Missing { path } => format!("{} does not exist", shown(path)),
        Error::IsDirectory { path } => format!("{} is a directory: name the files in it", shown(path)),
        Error::Empty { path } => format!("{} is empty", shown(path)),
        Error::Unreadable { path, reason } => format!("{} cannot be read: {reason}", shown(path)),
        Error::UnknownKind { path } => {
            format!(
                "{} is of no kind that can be loaded: its name must end in {KNOWN_EXTENSIONS}",
                shown(path)
            )
        }
        Error::NotBitcode { path, found } => format!(
            "{} is no LLVM bitcode but {found}: compile it with -emit-llvm -c, or name its source",
            shown(path)
        ),
        Error::BadFlags { flags } => format!("the flags {flags:?} have an open quote or end in a backslash"),
        Error::Database { path, problem } => format!("{} cannot be used: {problem}", shown(path)),
        Error::NotInDatabase { path, source, similar } => {
            let hint = similar.as_ref().map(|entry| format!("; did you mean {}?", shown(entry)));
            format!("{} has no entry for {}{}", shown(path), shown(source), hint.unwrap_or_default())
        }
        Error::CompilerMissing { compiler, language, path, install } => format!(
            "{} is {language} and needs {compiler}, which is not installed: run `{install}`",
            shown(path)
        ),
        Error::ChosenCompilerMissing { variable, program } => {
            format!("{variable} names {}, which is no program that can be run", shown(program))
        }
        Error::CompilerUnusable { program, reason } => {
            format!("the compiler {} cannot be started: {reason}", shown(program))
        }
        Error::CompileFailed { path, compiler, .. } => {
            format!("{} does not compile: see {compiler}'s message", shown(path))
        }
        Error::CompilerCrashed { path, compiler, signal, .. } => {
            format!("{compiler} crashed on {} ({})", shown(path), signal_name(*signal))
        }
        Error::NoBitcode { path, compiler } => {
            format!("{compiler} wrote no bitcode for {}: a flag makes it do something else", shown(path))
        }
        Error::Malformed { path, message } => {
            format!("{} is malformed or of another LLVM version: {message}", shown(path))
        }
        Error::Invalid { path: Some(path), message } => {
            format!("{} breaks the rules of LLVM IR: {message}", shown(path))
        }
        Error::Invalid { path: None, message } => {
            format!("the files together break the rules of LLVM IR: {message}")
        }
        Error::WrongTarget { path, target } => format!(
            "{} is compiled for {target}, and only 64-bit x86 Linux is supported: compile it for x86_64-linux-gnu",
            shown(path)
        ),
        Error::DuplicateSymbol { symbol, first, second } => {
            format!(
                "{symbol} is defined in both {} and {}: leave one of them out",
                shown(first),
                shown(second)
            )
        }
        Error::LinkFailed { path, message } => {
            format!("{} cannot be linked with the files before it: {message}", shown(path))
        }
        Error::TimedOut { what, limit } => {
            format!("{what} took longer than the limit of {} s", limit.as_secs_f64())
        }
        Error::OutOfMemory { what, limit } => {
            format!("{what} needed more than the limit of {} MiB of memory", limit >> 20)
        }
        Error::LoaderCrashed { paths, signal, detail } => crash(paths, *signal, detail.as_deref()),
        Error::Lowering { message } => format!("the program cannot be loaded: {message}"),
        Error::NativeTarget { function, reason } => format!("{function} cannot be called natively: {reason}"),
        Error::NativeLink { message } => {
            format!("the machine code cannot be linked: {message}: give what is missing with --link FILE")
        }
        Error::Internal { message } => format!("this is a bug of ulpwise: {message}"),
    }
}

fn crash(paths: &[PathBuf], signal: i32, detail: Option<&str>) -> String {
    let names: Vec<String> = paths.iter().map(|path| shown(path)).collect();
    let detail = detail.map(|line| format!(" ({line})")).unwrap_or_default();
    format!(
        "LLVM crashed on {} ({}): the bitcode is malformed or of another LLVM version{detail}",
        names.join(", "),
        signal_name(signal)
    )
}

fn signal_name(signal: i32) -> String {
    match signal {
        4 => "illegal instruction".into(),
        6 => "abort".into(),
        7 => "bus error".into(),
        8 => "arithmetic fault".into(),
        9 => "killed".into(),
        11 => "segmentation fault".into(),
        other => format!("signal {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_one_command_away() {
        let error = Error::CompilerMissing {
            compiler: "flang-22",
            language: "Fortran",
            path: "orbit.f90".into(),
            install: "apt-get install flang-22",
        };
        assert_eq!(
            error.to_string(),
            "orbit.f90 is Fortran and needs flang-22, which is not installed: run `apt-get install flang-22`"
        );
    }

    #[test]
    fn a_crash_tells_which_files_and_what_was_said_last() {
        let error = Error::LoaderCrashed {
            paths: vec!["a.bc".into(), "b c.bc".into()],
            signal: 11,
            detail: Some("Broken module".into()),
        };
        assert_eq!(
            error.to_string(),
            "LLVM crashed on a.bc, \"b c.bc\" (segmentation fault): the bitcode is malformed or of another LLVM \
             version (Broken module)"
        );
    }
}
