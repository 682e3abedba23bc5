//! The native side: a small C program, made for the list of functions, that calls them in the
//! shared library.

use super::signature::{Parameter, Signature};
use super::{CallOutcome, Called};
use anyhow::{Context, Result, anyhow};
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use xtask::gsl::Gsl;
use xtask::process;

/// How long a native call may take.
const LIMIT: Duration = Duration::from_millis(25);

/// How many values and how many words of result structs a message has room for.
const VALUES: usize = 12;
pub(super) const WORDS: usize = 12;

/// What the result structs hold before a call, so that both sides agree about what was never
/// written.
pub(in crate::bench) const UNTOUCHED: u64 = 0x7ff8_dead_0000_beef;

/// Compiles the driver beside the library and returns its path.
pub(super) fn build_driver(gsl: &Gsl, signatures: &[Signature]) -> Result<PathBuf> {
    let folder = gsl.library().parent().context("the library lies in a folder")?.to_owned();
    let source = folder.join("agree_driver.c");
    let program = folder.join("agree_driver");
    let text = driver_source(signatures);
    if program.exists() && fs::read_to_string(&source).is_ok_and(|old| old == text) {
        return Ok(program);
    }
    fs::write(&source, text)?;
    let include = format!("-I{}", gsl.include().display());
    let rpath = format!("-Wl,-rpath,{}", folder.display());
    let library = gsl.library();
    let arguments = [
        "-O0",
        "-w",
        &include,
        "agree_driver.c",
        "-o",
        "agree_driver",
        &library.to_string_lossy(),
        "-lm",
        &rpath,
    ];
    process::capture(&folder, process::llvm_tool("clang"), arguments)?;
    Ok(program)
}

/// A program that reads requests (position of the function, values) and answers with what the call
/// gave.
fn driver_source(signatures: &[Signature]) -> String {
    let mut cases = String::new();
    for (position, signature) in signatures.iter().enumerate() {
        let (mut values, mut words) = (0, 0);
        let arguments: Vec<String> = signature
            .parameters
            .iter()
            .map(|parameter| {
                let value = |values: &mut usize, text: &str| {
                    *values += 1;
                    text.replace('@', &(*values - 1).to_string())
                };
                match parameter {
                    Parameter::Double => value(&mut values, "as_double(q.v[@])"),
                    Parameter::Int => value(&mut values, "(int)q.v[@]"),
                    Parameter::Unsigned | Parameter::Mode => value(&mut values, "(unsigned)q.v[@]"),
                    Parameter::Out(size) => {
                        words += size;
                        format!("(void *)(a.w + {})", words - size)
                    }
                }
            })
            .collect();
        let call = format!("{}({})", signature.name, arguments.join(", "));
        let stored =
            if signature.returns_double { format!("as_bits({call})") } else { format!("(unsigned){call}") };
        writeln!(cases, "    case {position}: a.returned = {stored}; break;").expect("writing to a string");
    }
    format!(
        "#include <gsl/gsl_sf.h>\n#include <gsl/gsl_errno.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\
         static double as_double(uint64_t b) {{ double d; memcpy(&d, &b, 8); return d; }}\n\
         static uint64_t as_bits(double d) {{ uint64_t b; memcpy(&b, &d, 8); return b; }}\n\
         int main(void) {{\n  struct {{ uint64_t position, v[{VALUES}]; }} q;\n  struct {{ uint64_t returned, w[{WORDS}]; }} a;\n\
         \x20 gsl_set_error_handler_off();\n  while (fread(&q, sizeof q, 1, stdin) == 1) {{\n\
         \x20   for (int i = 0; i < {WORDS}; i++) a.w[i] = {UNTOUCHED}u;\n    a.returned = 0;\n\
         \x20   switch (q.position) {{\n{cases}    }}\n    fwrite(&a, sizeof a, 1, stdout);\n    fflush(stdout);\n  }}\n}}\n"
    )
}

/// A driver that runs, started again whenever a call does not return.
pub(super) struct NativeDriver {
    driver: PathBuf,
    running: Running,
}

struct Running {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<Vec<u64>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be in a call that never returns; a failure means that it is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl NativeDriver {
    pub(super) fn start(driver: &Path) -> Result<Self> {
        Ok(Self { driver: driver.to_owned(), running: start_driver(driver)? })
    }

    pub(super) fn call(&mut self, position: usize, signature: &Signature, values: &[u64]) -> Result<Called> {
        let mut request = vec![position as u64];
        request.extend_from_slice(values);
        request.resize(VALUES + 1, 0);
        let bytes: Vec<u8> = request.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.running.requests.write_all(&bytes)?;
        match self.running.answers.recv_timeout(LIMIT) {
            Ok(words) => {
                let stored = signature
                    .parameters
                    .iter()
                    .map(|p| if let Parameter::Out(size) = p { *size } else { 0 })
                    .sum();
                Ok(Called::Returned(CallOutcome { returned: words[0], stored: words[1..=stored].to_vec() }))
            }
            Err(ended) => {
                self.running = start_driver(&self.driver)?;
                Ok(match ended {
                    RecvTimeoutError::Timeout => Called::Stopped,
                    RecvTimeoutError::Disconnected => Called::Failed("the process died".to_owned()),
                })
            }
        }
    }
}

fn start_driver(driver: &Path) -> Result<Running> {
    let mut process = Command::new(driver).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let requests = process.stdin.take().ok_or_else(|| anyhow!("the driver has no input"))?;
    let mut output = process.stdout.take().ok_or_else(|| anyhow!("the driver has no output"))?;
    let (send, answers) = channel();
    // Ends with the process, whose output it reads.
    std::thread::spawn(move || {
        let mut bytes = [0; 8 * (WORDS + 1)];
        while output.read_exact(&mut bytes).is_ok() {
            let words = bytes
                .chunks_exact(8)
                .map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes")))
                .collect();
            if send.send(words).is_err() {
                break;
            }
        }
    });
    Ok(Running { process, requests, answers })
}
