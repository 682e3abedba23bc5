//! Maps addresses of a program's machine code to source spans, by llvm-symbolizer.

use crate::compile::find_tool;
use crate::error::LlvmError;
use crate::process::{Limits, ProcessFailure, Running};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use ulpwise_base::CancelFlag;

/// What llvm-symbolizer may use.
const LIMITS: Limits = Limits { memory: 4 << 30, cpu: Duration::from_secs(30) };

/// A span in a source file: where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpan {
    /// The file, as the debug information names it.
    pub file: String,
    /// The line, from 1; 0 when it is not known.
    pub line: u32,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
}

/// For each address of a program its source spans, the innermost of inlined functions first, then
/// their callers.
///
/// # Errors
/// When llvm-symbolizer is missing or fails.
pub fn source_spans(program: &Path, addresses: &[u64]) -> Result<Vec<Vec<SourceSpan>>, LlvmError> {
    if addresses.is_empty() {
        return Ok(Vec::new());
    }
    let unusable =
        |reason: String| LlvmError::CompilerUnusable { program: "llvm-symbolizer-22".into(), reason };
    let tool = find_tool("llvm-symbolizer")
        .ok_or_else(|| unusable("it is not installed; apt-get install llvm-22".into()))?;
    let mut command = Command::new(&tool);
    command
        .arg(format!("--obj={}", program.display()))
        .args(addresses.iter().map(|address| format!("{address:#x}")));
    let running = Running::spawn(&mut command, LIMITS).map_err(|error| unusable(error.to_string()))?;
    let output = running.finish(b"", Instant::now() + LIMITS.cpu, &CancelFlag::default());
    let output = output.map_err(|failure| match failure {
        ProcessFailure::DeadlinePassed | ProcessFailure::Cancelled => unusable("it takes too long".into()),
        ProcessFailure::Io(error) => unusable(error.to_string()),
    })?;
    let spans = parse(&String::from_utf8_lossy(&output.stdout));
    if output.status.success() && spans.len() == addresses.len() {
        Ok(spans)
    } else {
        Err(unusable(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Blocks of two lines for each function, function and span, with an empty line after each address.
fn parse(text: &str) -> Vec<Vec<SourceSpan>> {
    let mut all = Vec::new();
    let mut block = Vec::new();
    let mut lines = text.lines();
    while let Some(function) = lines.next() {
        if function.is_empty() {
            all.push(std::mem::take(&mut block));
        } else if let Some(span) = lines.next() {
            let mut parts = span.rsplitn(3, ':');
            let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
            let (column, line) = (number(), number());
            block.push(SourceSpan { file: parts.next().unwrap_or_default().to_owned(), line, column });
        }
    }
    if !block.is_empty() {
        all.push(block);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_inlined_functions() {
        let text = "inner\n/a/b:c.c:3:7\nouter\n/a/d.c:9:1\n\n??\n??:0:0\n\n";
        let span = |file: &str, line, column| SourceSpan { file: file.into(), line, column };
        assert_eq!(parse(text), [vec![span("/a/b:c.c", 3, 7), span("/a/d.c", 9, 1)], vec![span("??", 0, 0)]]);
    }
}
