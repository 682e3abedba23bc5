//! GSL without LLVM's assumption that signed integers do not overflow, as `-fwrapv` would make it.
//!
//! A call that overflows one is undefined in C, so that optimised code may do anything. Whether a difference comes from that is told by making
//! the call again in code that is optimised without the assumption, and otherwise the same: if it then does what the interpreter does, it does.

use super::gsl_engine_options;
use crate::gsl::Gsl;
use crate::process::{capture, llvm_tool};
use anyhow::{Context, Result};
use ulpwise_llvm::{Input, LoadOptions, Target, bitcode};
use ulpwise_native::{Call, Engine, Launcher};

/// The functions of such a program; compiled when the first call is made.
pub(super) struct Wrapping<'a> {
    gsl: &'a Gsl,
    targets: &'a [Target],
    engine: Option<Engine>,
}

impl<'a> Wrapping<'a> {
    pub(super) fn new(gsl: &'a Gsl, targets: &'a [Target]) -> Self {
        Self { gsl, targets, engine: None }
    }

    /// Makes a call.
    pub(super) fn call(&mut self, target: usize, words: &[u64]) -> Result<Call> {
        if self.engine.is_none() {
            self.engine = Some(self.start()?);
        }
        let engine = self.engine.as_mut().context("it was just started")?;
        engine.run(target, words)?.pop().context("a call")
    }

    fn start(&self) -> Result<Engine> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("wrapping.ll");
        let bitcode_file = self.gsl.bitcode();
        let name = bitcode_file.to_str().context("a name in UTF-8")?;
        let text = capture(folder.path(), llvm_tool("llvm-dis"), [name, "-o", "-"])?;
        std::fs::write(&file, without_assumption(&text))?;
        let units = bitcode(&Input { files: vec![file], ..Input::default() }, &LoadOptions::default())?;
        Ok(Engine::start(&Launcher::this_program()?, &units, self.targets, &gsl_engine_options(true))?)
    }
}

/// The text of a module whose sums, differences, products and absolute values wrap.
fn without_assumption(text: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    for line in text.lines() {
        let operation = line.split_once(" = ").map_or("", |(_, operation)| operation);
        let wraps = ["add ", "sub ", "mul ", "shl "].iter().any(|name| operation.starts_with(name));
        let line = match () {
            () if wraps => line.replacen(" nsw", "", 1),
            () if operation.contains("@llvm.abs.") => line.replacen(", i1 true)", ", i1 false)", 1),
            () => line.to_owned(),
        };
        changed.push_str(&line);
        changed.push('\n');
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signed_overflow_is_allowed() {
        let text = "  %a = add nsw i32 %x, 1\n  %b = sub nuw nsw i64 0, %x\n  %c = call i32 @llvm.abs.i32(i32 %a, i1 true), !dbg !1\n\
                    !7 = !{!\"add nsw\"}\n  %d = fadd double %y, %z\n";
        let expected = "  %a = add i32 %x, 1\n  %b = sub nuw i64 0, %x\n  %c = call i32 @llvm.abs.i32(i32 %a, i1 false), !dbg !1\n\
                    !7 = !{!\"add nsw\"}\n  %d = fadd double %y, %z\n";
        assert_eq!(without_assumption(text), expected);
    }
}
