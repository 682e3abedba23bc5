//! The sentence of each [`LlvmError`], for people: what is wrong with what, and what to do about
//! it.

use super::{LlvmError, shown};
use std::fmt;
use std::path::PathBuf;

/// What the name of a file that can be loaded ends in.
const KNOWN_EXTENSIONS: &str =
    ".c, .cc .cpp .cxx .C (C++), .f90 .f95 .f03 .f08 .f .for .F90 .F (Fortran), .rs, .fpcore, .bc or .ll";

impl fmt::Display for LlvmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self))
    }
}

/// A flat table: long, and simple.
fn sentence(error: &LlvmError) -> String {
    match error {
        LlvmError::NoInput => "no file was named: give at least one source or bitcode file".into(),
        LlvmError::Missing { path } => format!("{} does not exist", shown(path)),
        LlvmError::IsDirectory { path } => format!("{} is a directory: name the files in it", shown(path)),
        LlvmError::Empty { path } => format!("{} is empty", shown(path)),
        LlvmError::Unreadable { path, reason } => format!("{} cannot be read: {reason}", shown(path)),
        LlvmError::UnknownKind { path } => {
            format!(
                "{} is of no kind that can be loaded: its name must end in {KNOWN_EXTENSIONS}",
                shown(path)
            )
        }
        LlvmError::NotBitcode { path, found } => format!(
            "{} is not LLVM bitcode but {found}: compile it with -emit-llvm -c, or name its source",
            shown(path)
        ),
        LlvmError::BadFlags { flags } => {
            format!("the flags {flags:?} have an open quote or end in a backslash")
        }
        LlvmError::Formula { path, problem } => format!("{}:{problem}", shown(path)),
        LlvmError::Database { path, problem } => format!("{} cannot be used: {problem}", shown(path)),
        LlvmError::UntrustedFlag { path, flag } => format!(
            "{} gives the compiler `{flag}`, by which it may run other code: --trust-config allows it",
            shown(path)
        ),
        LlvmError::NotInDatabase { path, source, similar } => {
            let hint = similar.as_ref().map(|entry| format!("; did you mean {}?", shown(entry)));
            format!("{} has no entry for {}{}", shown(path), shown(source), hint.unwrap_or_default())
        }
        LlvmError::CompilerMissing { compiler, language, path, install } => format!(
            "{} is {language} and needs {compiler}, which is not installed: run `{install}`",
            shown(path)
        ),
        LlvmError::ChosenCompilerMissing { variable, program } => {
            format!("{variable} names {}, which is not a program that can be run", shown(program))
        }
        LlvmError::CompilerUnusable { program, reason } => {
            format!("the compiler {} cannot be started: {reason}", shown(program))
        }
        LlvmError::CompileFailed { path, compiler, .. } => {
            format!("{} does not compile: see {compiler}'s message", shown(path))
        }
        LlvmError::ForeignModule { path, module } => format!(
            "{} uses the module {module}, whose .mod file another compiler wrote: name the module's source, too",
            shown(path)
        ),
        LlvmError::CompilerCrashed { path, compiler, signal, .. } => {
            format!("{compiler} crashed on {} ({})", shown(path), signal_name(*signal))
        }
        LlvmError::NoBitcode { path, compiler } => {
            format!("{compiler} wrote no bitcode for {}: a flag makes it do something else", shown(path))
        }
        LlvmError::Malformed { path, message } => {
            format!("{} is malformed or of another LLVM version: {message}", shown(path))
        }
        LlvmError::Invalid { path: Some(path), message } => {
            format!("{} breaks the rules of LLVM IR: {message}", shown(path))
        }
        LlvmError::Invalid { path: None, message } => {
            format!("the files together break the rules of LLVM IR: {message}")
        }
        LlvmError::WrongTarget { path, target } => format!(
            "{} is compiled for {target}, and only 64-bit x86 Linux is supported: compile it for x86_64-linux-gnu",
            shown(path)
        ),
        LlvmError::DuplicateSymbol { symbol, first, second } => {
            format!(
                "{symbol} is defined in both {} and {}: leave one of them out",
                shown(first),
                shown(second)
            )
        }
        LlvmError::LinkFailed { path, message } => {
            format!("{} cannot be linked with the files before it: {message}", shown(path))
        }
        LlvmError::TimedOut { what, limit } => {
            format!("{what} took longer than the limit of {} s", limit.as_secs_f64())
        }
        LlvmError::Cancelled { what } => format!("{what} was cancelled"),
        LlvmError::OutOfMemory { what, limit } => {
            format!("{what} needed more than the limit of {} MiB of memory", limit >> 20)
        }
        LlvmError::LoaderCrashed { paths, signal, detail } => crash(paths, *signal, detail.as_deref()),
        LlvmError::Lowering { message } => format!("the program cannot be loaded: {message}"),
        LlvmError::NativeTarget { function, reason } => {
            format!("{function} cannot be called natively: {reason}")
        }
        LlvmError::NativeLink { message } => {
            format!("the machine code cannot be linked: {message}: give what is missing with --link FILE")
        }
        LlvmError::Internal { message } => format!("this is a bug of ulpwise: {message}"),
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
        let error = LlvmError::CompilerMissing {
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
        let error = LlvmError::LoaderCrashed {
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
