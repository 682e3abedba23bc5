//! Programs of the corpus as native code, without ulpwise: whether their specifications are right.
//!
//! The compilers are called directly, with the flags that `ulpwise test` documents as its own, and `corpus/native/inputs.c` is linked. What failed where
//! is read from what the C library and the sanitizers print.

use crate::spec::{CorpusProgram, Failure, root};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What watches a native run.
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

    /// Who sees failures of a kind, and texts of which one is printed for it and none for another kind.
    fn for_kind(kind: &str) -> Result<(Self, &'static [&'static str]), String> {
        Ok(match kind {
            "assert" => (Self::None, &[""]),
            "memory" => (Self::Address, &["AddressSanitizer", "out of bounds for type"]),
            "use-after-free" => (Self::Address, &["heap-use-after-free"]),
            "int-divide-by-zero" => (Self::Address, &["division by zero"]),
            "int-conversion" => (Self::Address, &["is outside the range of representable values"]),
            "uninitialised-read" => (Self::Memory, &["use-of-uninitialized-value"]),
            _ => return Err(format!("nobody knows how to see failures of kind {kind:?} natively")),
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
    pub fn new() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let inputs = folder.path().join("inputs.o");
        let mut compiler = Command::new(llvm_tool("clang"));
        compiler.args(["-O1", "-g", "-c", "-o"]).arg(&inputs).arg(root().join("corpus/native/inputs.c"));
        finished(&mut compiler)?;
        Ok(Self { folder, inputs })
    }

    /// Whether a program is as its specification says; otherwise what is different, in words.
    ///
    /// # Errors
    /// What is different.
    pub fn check(&self, program: &CorpusProgram, runs: u64, seed: u64) -> Result<(), String> {
        for failure in program.failures() {
            self.check_failure(program, failure)?;
        }
        if program.failures().is_empty() {
            self.survives(program, Sanitizer::None, runs, seed)?;
            if has_sanitizers(&program.source) {
                self.survives(program, Sanitizer::Address, runs / 10, seed)?;
            }
        }
        Ok(())
    }

    /// Whether the stated input fails as stated.
    fn check_failure(&self, program: &CorpusProgram, failure: &Failure) -> Result<(), String> {
        let (sanitizer, texts) = Sanitizer::for_kind(&failure.kind)?;
        let file = self.build(program, sanitizer)?;
        let output = started(Command::new(&file).env("CORPUS_INPUT", failure.input.join("\n")))?;
        let told = String::from_utf8_lossy(&output.stderr);
        if output.status.success() || !texts.iter().any(|text| told.contains(text)) {
            return Err(format!("the input {:?} does not lead to {}:\n{told}", failure.input, failure.kind));
        }
        match failed_line(&file, &program.source, &told)? {
            Some(line) if line == failure.line => Ok(()),
            line => Err(format!("line {line:?} fails instead of {}:\n{told}", failure.line)),
        }
    }

    /// Whether a program survives random inputs, of which some must pass all of its assumptions.
    fn survives(
        &self,
        program: &CorpusProgram,
        sanitizer: Sanitizer,
        runs: u64,
        seed: u64,
    ) -> Result<(), String> {
        let file = self.build(program, sanitizer)?;
        let mut command = Command::new(&file);
        command.env("CORPUS_RUNS", runs.to_string()).env("CORPUS_SEED", seed.to_string());
        if !program.random.is_empty() {
            command.env("CORPUS_RANDOM", program.random.join("\n"));
        }
        let output = finished(&mut command)?;
        let told = String::from_utf8_lossy(&output.stdout);
        let completed = told.strip_prefix("corpus: ").and_then(|rest| rest.split(' ').next());
        match completed.and_then(|count| count.parse::<u64>().ok()) {
            Some(completed) if completed >= runs / 10 => Ok(()),
            _ => Err(format!("too few of {runs} random inputs pass the assumptions: {told}")),
        }
    }

    /// Builds a program.
    fn build(&self, program: &CorpusProgram, sanitizer: Sanitizer) -> Result<PathBuf, String> {
        let file = self.folder.path().join(format!("{}-{sanitizer:?}", program.name.replace('/', "-")));
        let mut command = match ending(&program.source) {
            "rs" => return self.build_rust(program, &file),
            "f90" => Command::new(llvm_tool("flang")),
            "cpp" => Command::new(llvm_tool("clang++")),
            _ => Command::new(llvm_tool("clang")),
        };
        command.args(["-g", "-O0", "-ffp-contract=off"]);
        if has_sanitizers(&program.source) {
            command.arg("-I").arg(root().join("crates/ulpwise/include")).args(sanitizer.flags());
        }
        command.args(program.flags.split_whitespace());
        command
            .arg(&program.source)
            .args(&program.sources)
            .arg(&self.inputs)
            .args(["-lm", "-no-pie", "-o"])
            .arg(&file);
        finished(&mut command)?;
        Ok(file)
    }

    fn build_rust(&self, program: &CorpusProgram, file: &Path) -> Result<PathBuf, String> {
        let mut link_inputs = OsString::from("link-arg=");
        link_inputs.push(&self.inputs);
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition=2024", "-g", "-C", "opt-level=0", "-C", "panic=abort", "-C"]);
        command.arg(link_inputs).args(program.flags.split_whitespace());
        command.arg(&program.source).arg("-o").arg(file);
        finished(&mut command)?;
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

/// The line of the source that failed: the first one that is told, or where the function was called that tells an address only.
fn failed_line(file: &Path, source: &Path, told: &str) -> Result<Option<u64>, String> {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let Some(address) = told.lines().find_map(|line| line.strip_prefix("corpus: failed, called from 0x"))
    else {
        return Ok(line_after(told, &name));
    };
    // The address is of what comes after the call.
    let address = u64::from_str_radix(address.trim(), 16).map_err(|error| error.to_string())? - 1;
    let mut symbolizer = Command::new(llvm_tool("llvm-symbolizer"));
    let output = finished(symbolizer.arg(format!("--obj={}", file.display())).arg(format!("{address:#x}")))?;
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

fn started(command: &mut Command) -> Result<Output, String> {
    // Children of a fork leave memory behind on purpose.
    command.env("LC_ALL", "C").env("ASAN_OPTIONS", "detect_leaks=0");
    command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))
}

/// Runs a command that has to succeed.
fn finished(command: &mut Command) -> Result<Output, String> {
    let output = started(command)?;
    if output.status.success() {
        return Ok(output);
    }
    let told = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed ({}):\n{told}", output.status))
}

#[cfg(test)]
mod tests {
    use super::line_after;

    #[test]
    fn the_first_line_of_the_file_counts() {
        let told = "prog: a/b.c:17: int main(void): Assertion `x' failed.\nb.c:3";
        assert_eq!(line_after(told, "b.c"), Some(17));
        assert_eq!(line_after(told, "c.c"), None);
    }
}
