//! The parent's side of loading: compiles, hands the bitcode to the loading process, and reports
//! what its end means.

use super::child::{self, PANICKED, STACK_SIZE};
use super::{CHILD_COMMAND, Loaded, protocol};
use crate::compile::{self, Unit};
use crate::error::{LlvmError, shown};
use crate::input::{LoadOptions, ProgramInput};
use crate::process::{Finished, Limits, ProcessFailure, Running};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// Loads programs by means of a loading process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loader {
    /// The program that calls [`super::child_main`] when its first argument is [`CHILD_COMMAND`].
    pub program: PathBuf,
}

impl Loader {
    /// A loader whose loading process is this program itself.
    ///
    /// # Errors
    /// When the system does not say which program this is.
    pub fn this_program() -> Result<Self, LlvmError> {
        // The link stays good when the file is replaced, as an update does.
        let link = PathBuf::from("/proc/self/exe");
        let program = if link.exists() { Ok(link) } else { std::env::current_exe() };
        program.map(|program| Self { program }).map_err(|error| LlvmError::Internal {
            message: format!("the program's own file is unknown: {error}"),
        })
    }

    /// Compiles, links and lowers a program.
    ///
    /// # Errors
    /// Whatever is wrong with the input. Bitcode that makes LLVM crash or hang is an error too.
    pub fn load(&self, input: &ProgramInput, options: &LoadOptions) -> Result<Loaded, LlvmError> {
        self.extend(Vec::new(), input, options)
    }

    /// Links and lowers a program of units that are compiled already and of files that are not.
    ///
    /// # Errors
    /// The same as [`Self::load`].
    pub fn extend(
        &self,
        mut units: Vec<Unit>,
        input: &ProgramInput,
        options: &LoadOptions,
    ) -> Result<Loaded, LlvmError> {
        let deadline = options.deadline();
        // Started first: while the compilers work, the loading process gets LLVM into memory.
        let child = self.start(options)?;
        let (compiled, warnings) = compile_usable(input, options, deadline)?;
        units.extend(compiled);
        let mut loaded = Self::link(child, units, !input.recorded.is_empty(), options, deadline)?;
        loaded.warnings.extend(warnings);
        Ok(loaded)
    }

    /// Links and lowers a program of units that are compiled already.
    ///
    /// # Errors
    /// The same as [`Self::load`].
    pub fn load_units(&self, units: Vec<Unit>, options: &LoadOptions) -> Result<Loaded, LlvmError> {
        Self::link(self.start(options)?, units, false, options, options.deadline())
    }

    fn link(
        child: Running,
        units: Vec<Unit>,
        is_lenient: bool,
        options: &LoadOptions,
        deadline: Instant,
    ) -> Result<Loaded, LlvmError> {
        match child.finish(&protocol::request(&units, is_lenient), deadline, &options.cancel) {
            Ok(finished) => judge(units, &finished, options),
            Err(ProcessFailure::DeadlinePassed) => {
                Err(LlvmError::TimedOut { what: loading(&units), limit: options.time_limit })
            }
            Err(ProcessFailure::Cancelled) => Err(LlvmError::Cancelled { what: loading(&units) }),
            Err(ProcessFailure::Io(error)) => Err(cannot_start(&error)),
        }
    }

    fn start(&self, options: &LoadOptions) -> Result<Running, LlvmError> {
        // The stack counts, and hardly any of it is used.
        let memory = options.memory_limit.saturating_add(STACK_SIZE as u64);
        let limits = Limits { memory, cpu: options.time_limit };
        let mut command = Command::new(&self.program);
        // A backtrace needs memory; without any left, printing one waits for itself for ever.
        command.arg(CHILD_COMMAND).env("RUST_BACKTRACE", "0");
        Running::spawn(&mut command, limits).map_err(|error| cannot_start(&error))
    }
}

/// The bitcode of a program: compiled if it is source, read if it is bitcode.
///
/// # Errors
/// Whatever is wrong with the files, flags and compilers.
pub fn bitcode(input: &ProgramInput, options: &LoadOptions) -> Result<Vec<Unit>, LlvmError> {
    compile::compile(input, options, options.deadline())
}

/// Compiles, links and lowers a program without a process of its own: for tests, and for input that
/// is trusted. A crash of LLVM is a crash of the caller.
///
/// # Errors
/// Whatever is wrong with the input.
pub fn load_in_process(input: &ProgramInput, options: &LoadOptions) -> Result<Loaded, LlvmError> {
    let deadline = options.deadline();
    child::load(compile::compile(input, options, deadline)?)
}

/// The units of a program without the files that use modules of another compiler, and a sentence about
/// each of those. Where no file is left, the sentence is the error.
fn compile_usable(
    input: &ProgramInput,
    options: &LoadOptions,
    deadline: Instant,
) -> Result<(Vec<Unit>, Vec<String>), LlvmError> {
    let (mut input, mut warnings) = (input.clone(), Vec::new());
    loop {
        match compile::compile_what_compiles(&input, options, deadline) {
            Err(LlvmError::ForeignModule { path, module }) if input.files.len() > 1 => {
                let before = input.files.len();
                input.files.retain(|file| *file != path);
                let error = LlvmError::ForeignModule { path, module };
                if input.files.len() == before {
                    return Err(error);
                }
                warnings.push(format!("{error}; the file is left out"));
            }
            compiled => {
                let (units, left_out) = compiled?;
                warnings.extend(left_out_sentence(&left_out));
                return Ok((units, warnings));
            }
        }
    }
}

/// How many sources are named that are left out.
const MOST_NAMED: usize = 3;

/// Says which sources of a build are left out, and why the first one is.
fn left_out_sentence(errors: &[LlvmError]) -> Option<String> {
    let first = errors.first()?;
    let names: Vec<String> = errors.iter().filter_map(LlvmError::uncompiled_file).map(shown).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let named = names[..names.len() - more].join(", ");
    let named = if more > 0 { format!("{named} and {more} more") } else { named };
    let output = first.compiler_output().unwrap_or_default();
    let why = output.lines().find(|line| line.contains("error")).unwrap_or(output);
    let why = if why.is_empty() { first.to_string() } else { why.trim().to_owned() };
    let are = if errors.len() == 1 { "is" } else { "are" };
    Some(format!("{named} {are} left out, because {why}"))
}

fn cannot_start(error: &std::io::Error) -> LlvmError {
    LlvmError::Internal { message: format!("the loading process does not work: {error}") }
}

/// What was going on, for messages about limits.
fn loading(units: &[Unit]) -> String {
    let names: Vec<String> = units.iter().map(|unit| shown(&unit.path)).collect();
    format!("loading {}", names.join(", "))
}

/// What the end of the loading process means.
fn judge(units: Vec<Unit>, finished: &Finished, options: &LoadOptions) -> Result<Loaded, LlvmError> {
    if finished.status.success() {
        let unclear = || LlvmError::Internal { message: "the loading process gave no whole answer".into() };
        return protocol::read_answer(&finished.stdout, units).unwrap_or_else(|| Err(unclear()));
    }
    if finished.ran_out_of_memory() {
        return Err(LlvmError::OutOfMemory { what: loading(&units), limit: options.memory_limit });
    }
    let printed = finished.stderr_text();
    match finished.status.signal() {
        Some(signal) => Err(LlvmError::LoaderCrashed {
            paths: units.iter().map(|unit| unit.path.clone()).collect(),
            signal,
            detail: useful_line(&printed),
        }),
        None if finished.status.code() == Some(PANICKED.into()) => {
            Err(LlvmError::Internal { message: panic_message(&printed) })
        }
        None => Err(LlvmError::Internal {
            message: format!("the loading process failed ({}): {}", finished.status, printed.trim()),
        }),
    }
}

/// The line of a crash report that says what happened; the rest is a stack trace.
fn useful_line(printed: &str) -> Option<String> {
    let mut lines = printed.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.find(|line| !line.starts_with("PLEASE submit a bug report"))?;
    Some(line.strip_prefix("LLVM ERROR: ").unwrap_or(line).to_owned())
}

/// Location and message of a panic, in one line.
fn panic_message(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let start = lines.iter().position(|line| line.contains("panicked at")).unwrap_or(0);
    lines[start..]
        .iter()
        .take_while(|line| !line.starts_with("note: "))
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_useful_line_of_a_crash_is_the_first_that_says_something() {
        assert_eq!(useful_line(""), None);
        assert_eq!(
            useful_line("\nLLVM ERROR: Broken module found\nStack dump:\n0. x\n").as_deref(),
            Some("Broken module found")
        );
    }

    #[test]
    fn a_panic_becomes_one_line() {
        let printed = "\nthread '<unnamed>' (12) panicked at src/lower.rs:3:4:\nno type\nnote: run with `RUST_BACKTRACE=1`\n";
        assert_eq!(panic_message(printed), "thread '<unnamed>' (12) panicked at src/lower.rs:3:4: no type");
        assert_eq!(panic_message(""), "");
    }
}
