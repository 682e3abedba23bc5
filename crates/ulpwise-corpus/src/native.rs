//! Programs of the corpus as native code, without ulpwise: they check the specifications.
//!
//! The compilers are called directly, with the flags that `ulpwise test` documents as its own, and
//! `corpus/native/inputs.c` is linked. The output of the C library and of the sanitizers names the
//! failure and its line.

use crate::error::CorpusError;
use crate::spec::{CorpusProgram, ExpectedFailure, root};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The sanitizers of a native run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sanitizer {
    /// Nothing: the program as it is.
    None,
    /// Addresses and undefined behaviour.
    Address,
    /// Reads of memory that was never written.
    Memory,
}

impl Sanitizer {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Address => {
                &["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
            }
            Self::Memory => &["-fsanitize=memory", "-fno-sanitize-recover=all"],
        }
    }

    /// The sanitizer that detects failures of a kind, and texts of which it prints one for this
    /// kind and none for another.
    fn for_kind(kind: &str) -> Result<(Self, &'static [&'static str]), CorpusError> {
        Ok(match kind {
            "assert" => (Self::None, &[""]),
            "memory" => (Self::Address, &["AddressSanitizer", "out of bounds for type"]),
            "use-after-free" => (Self::Address, &["heap-use-after-free"]),
            "int-divide-by-zero" => (Self::Address, &["division by zero"]),
            "int-conversion" => (Self::Address, &["is outside the range of representable values"]),
            "uninitialised-read" => (Self::Memory, &["use-of-uninitialized-value"]),
            _ => return Err(CorpusError::UnknownKind(kind.to_owned())),
        })
    }
}

/// A folder in which programs are built and run.
pub struct Bench {
    folder: tempfile::TempDir,
    inputs: PathBuf,
}

impl Bench {
    /// A new one.
    ///
    /// # Errors
    /// A folder cannot be made, or `inputs.c` does not compile.
    pub fn new() -> Result<Self, CorpusError> {
        let folder = tempfile::tempdir()?;
        let inputs = folder.path().join("inputs.o");
        let mut compiler = Command::new(llvm_tool("clang"));
        compiler.args(["-O1", "-g", "-c", "-o"]).arg(&inputs).arg(root().join("corpus/native/inputs.c"));
        run_successfully(&mut compiler)?;
        Ok(Self { folder, inputs })
    }

    /// Checks that a program behaves as its specification says.
    ///
    /// # Errors
    /// What is different.
    pub fn check(&self, program: &CorpusProgram, runs: u64, seed: u64) -> Result<(), CorpusError> {
        for failure in program.failures() {
            self.check_failure(program, failure)?;
        }
        if program.failures().is_empty() {
            self.check_survival(program, Sanitizer::None, runs, seed)?;
            if has_sanitizers(&program.source) {
                self.check_survival(program, Sanitizer::Address, runs / 10, seed)?;
            }
        }
        Ok(())
    }

    /// Checks that the specified input fails as specified.
    fn check_failure(&self, program: &CorpusProgram, failure: &ExpectedFailure) -> Result<(), CorpusError> {
        let (sanitizer, texts) = Sanitizer::for_kind(&failure.kind)?;
        let file = self.build(program, sanitizer)?;
        let output = run(Command::new(&file).env("CORPUS_INPUT", failure.input.join("\n")))?;
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() || !texts.iter().any(|text| stderr.contains(text)) {
            let (input, kind) = (failure.input.clone(), failure.kind.clone());
            return Err(CorpusError::NoFailure { input, kind, stderr });
        }
        match failed_line(&file, &program.source, &stderr)? {
            Some(line) if line == failure.line => Ok(()),
            found => Err(CorpusError::OtherLine { found, expected: failure.line, stderr }),
        }
    }

    /// Checks that a program survives random inputs, of which some must pass all of its
    /// assumptions.
    fn check_survival(
        &self,
        program: &CorpusProgram,
        sanitizer: Sanitizer,
        runs: u64,
        seed: u64,
    ) -> Result<(), CorpusError> {
        let file = self.build(program, sanitizer)?;
        let mut command = Command::new(&file);
        command.env("CORPUS_RUNS", runs.to_string()).env("CORPUS_SEED", seed.to_string());
        if !program.random.is_empty() {
            command.env("CORPUS_RANDOM", program.random.join("\n"));
        }
        let output = run_successfully(&mut command)?;
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let completed = stdout.strip_prefix("corpus: ").and_then(|rest| rest.split(' ').next());
        match completed.and_then(|count| count.parse::<u64>().ok()) {
            Some(completed) if completed >= runs / 10 => Ok(()),
            _ => Err(CorpusError::TooFewRuns { runs, stdout }),
        }
    }

    /// Builds a program.
    fn build(&self, program: &CorpusProgram, sanitizer: Sanitizer) -> Result<PathBuf, CorpusError> {
        let file = self.folder.path().join(format!("{}-{sanitizer:?}", program.name.replace('/', "-")));
        let mut command = match ending(&program.source) {
            "rs" => return self.build_rust(program, &file),
            "f90" => Command::new(llvm_tool("flang")),
            "cpp" => Command::new(llvm_tool("clang++")),
            _ => Command::new(llvm_tool("clang")),
        };
        command.args(["-g", "-O0", "-ffp-contract=off"]);
        if has_sanitizers(&program.source) {
            command.arg("-I").arg(root().join("crates/ulpwise-harness/include")).args(sanitizer.flags());
        }
        command.args(program.flags.split_whitespace());
        command
            .arg(&program.source)
            .args(&program.sources)
            .arg(&self.inputs)
            .args(["-lm", "-no-pie", "-o"])
            .arg(&file);
        run_successfully(&mut command)?;
        Ok(file)
    }

    fn build_rust(&self, program: &CorpusProgram, file: &Path) -> Result<PathBuf, CorpusError> {
        let mut link_inputs = OsString::from("link-arg=");
        link_inputs.push(&self.inputs);
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition=2024", "-g", "-C", "opt-level=0", "-C", "panic=abort", "-C"]);
        command.arg(link_inputs).args(program.flags.split_whitespace());
        command.arg(&program.source).arg("-o").arg(file);
        run_successfully(&mut command)?;
        Ok(file.to_owned())
    }
}

fn ending(source: &Path) -> &str {
    source.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// C and C++ are checked with sanitizers as well.
fn has_sanitizers(source: &Path) -> bool {
    matches!(ending(source), "c" | "cpp")
}

/// The line of the source that failed: the first one in the output, or the line of the call whose
/// address the output has.
fn failed_line(file: &Path, source: &Path, stderr: &str) -> Result<Option<u64>, CorpusError> {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let Some(address) = stderr.lines().find_map(|line| line.strip_prefix("corpus: failed, called from 0x"))
    else {
        return Ok(line_after(stderr, &name));
    };
    // The address is of what comes after the call.
    let address = u64::from_str_radix(address.trim(), 16)? - 1;
    let mut symbolizer = Command::new(llvm_tool("llvm-symbolizer"));
    let output =
        run_successfully(symbolizer.arg(format!("--obj={}", file.display())).arg(format!("{address:#x}")))?;
    Ok(line_after(&String::from_utf8_lossy(&output.stdout), &name))
}

/// The number that follows the name of a file and a colon.
fn line_after(text: &str, name: &str) -> Option<u64> {
    let (_, rest) = text.split_once(&format!("{name}:"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A program of the LLVM that the workspace is built with.
fn llvm_tool(name: &str) -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX").unwrap_or_else(|| "/usr/lib/llvm-22".into());
    Path::new(&prefix).join("bin").join(name)
}

fn run(command: &mut Command) -> Result<Output, CorpusError> {
    // Children of a fork leave memory behind on purpose.
    command.env("LC_ALL", "C").env("ASAN_OPTIONS", "detect_leaks=0");
    command.output().map_err(|error| CorpusError::NotStarted {
        program: command.get_program().display().to_string(),
        error,
    })
}

/// Runs a command that has to succeed.
fn run_successfully(command: &mut Command) -> Result<Output, CorpusError> {
    let output = run(command)?;
    if output.status.success() {
        return Ok(output);
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(CorpusError::CommandFailed { command: format!("{command:?}"), status: output.status, stderr })
}

#[cfg(test)]
mod tests {
    use super::line_after;

    #[test]
    fn the_first_line_of_the_file_counts() {
        let stderr = "prog: a/b.c:17: int main(void): Assertion `x' failed.\nb.c:3";
        assert_eq!(line_after(stderr, "b.c"), Some(17));
        assert_eq!(line_after(stderr, "c.c"), None);
    }
}
