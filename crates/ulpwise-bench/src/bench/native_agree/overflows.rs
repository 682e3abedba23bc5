//! GSL with a trap wherever a signed integer overflows, as `-fsanitize=signed-integer-overflow`
//! would make it.
//!
//! A call that overflows one is undefined in C, so that optimised code may do anything. Whether a
//! call does is not guessed from what came of it: it is made again, in code that is not optimised
//! and that traps before the first overflow.

use super::gsl_engine_options;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use ulpwise_llvm::{LoadOptions, NativeTarget, ProgramInput, bitcode};
use ulpwise_native::{CallEnd, Engine, EngineOptions, Instrumentation, Launcher};
use xtask::gsl::Gsl;
use xtask::process::{capture, llvm_tool};

/// What a trap ends a process with.
const SIGILL: i32 = 4;

/// The functions of such a program; compiled when the first call is made.
pub(in crate::bench) struct Overflows<'a> {
    gsl: &'a Gsl,
    targets: &'a [NativeTarget],
    engine: Option<Engine>,
}

impl<'a> Overflows<'a> {
    pub(in crate::bench) fn new(gsl: &'a Gsl, targets: &'a [NativeTarget]) -> Self {
        Self { gsl, targets, engine: None }
    }

    /// Whether a call overflows a signed integer.
    pub(in crate::bench) fn happen_in(&mut self, target: usize, words: &[u64]) -> Result<bool> {
        if self.engine.is_none() {
            self.engine = Some(self.start()?);
        }
        let engine = self.engine.as_mut().context("it was just started")?;
        let call = engine.run(target, words)?.pop().context("a call")?;
        Ok(call.end == CallEnd::Signal(SIGILL))
    }

    fn start(&self) -> Result<Engine> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("trapping.ll");
        let bitcode_file = self.gsl.bitcode();
        let name = bitcode_file.to_str().context("a name in UTF-8")?;
        let text = capture(folder.path(), llvm_tool("llvm-dis"), [name, "-o", "-"])?;
        std::fs::write(&file, with_traps(&text))?;
        let units =
            bitcode(&ProgramInput { files: vec![file], ..ProgramInput::default() }, &LoadOptions::default())?;
        let options = EngineOptions { instrumentation: Instrumentation::None, ..gsl_engine_options(false) };
        Ok(Engine::start(&Launcher::this_program()?, &units, self.targets, &options)?)
    }
}

/// The text of a module that traps before a sum, a difference, a product or an absolute value
/// overflows.
fn with_traps(text: &str) -> String {
    let mut changed = String::with_capacity(2 * text.len());
    let mut declarations = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let guard = match line.trim_start().split_once(" = ") {
            Some((_, operation)) => arithmetic(operation).or_else(|| absolute(operation)),
            None => None,
        };
        if let Some(Guard { condition, declaration }) = guard {
            let condition = condition.replace("%GUARD", &format!("%guard.{number}"));
            writeln!(changed, "{condition}  call void @trap.if(i1 %guard.{number})")
                .expect("writing to a string");
            declarations.extend(declaration);
        }
        changed.push_str(line);
        changed.push('\n');
    }
    for declaration in declarations {
        changed.push_str(&declaration);
    }
    changed.push_str(
        "declare void @llvm.trap()\ndefine internal void @trap.if(i1 %overflows) {\n  \
         br i1 %overflows, label %trap, label %go\ntrap:\n  call void @llvm.trap()\n  unreachable\ngo:\n  ret void\n}\n",
    );
    changed
}

/// What stands before an operation: lines that set `%GUARD` if it overflows, and what they need.
struct Guard {
    condition: String,
    declaration: Option<String>,
}

/// `add nsw i32 %a, %b` and its like.
fn arithmetic(operation: &str) -> Option<Guard> {
    let (name, rest) = operation.split_once(' ')?;
    if !["add", "sub", "mul"].contains(&name) {
        return None;
    }
    let rest = rest.strip_prefix("nuw ").unwrap_or(rest).strip_prefix("nsw ")?;
    let (ty, operands) = rest.split_once(' ')?;
    let mut operands = operands.split(", ");
    let (a, b) = (operands.next()?, operands.next()?);
    ty.strip_prefix('i')?.parse::<u32>().ok()?;
    let intrinsic = format!("@llvm.s{name}.with.overflow.{ty}");
    Some(Guard {
        condition: format!(
            "  %GUARD.both = call {{ {ty}, i1 }} {intrinsic}({ty} {a}, {ty} {b})\n  \
             %GUARD = extractvalue {{ {ty}, i1 }} %GUARD.both, 1\n"
        ),
        declaration: Some(format!("declare {{ {ty}, i1 }} {intrinsic}({ty}, {ty})\n")),
    })
}

/// `call i32 @llvm.abs.i32(i32 %a, i1 true)`.
fn absolute(operation: &str) -> Option<Guard> {
    let (_, call) = operation.split_once("@llvm.abs.")?;
    let (ty, arguments) = call.split_once('(')?;
    let operand = arguments.split_once(", i1 true)")?.0.split_once(' ')?.1;
    let bits = ty.strip_prefix('i')?.parse::<u32>().ok()?;
    let lowest = -(1_i128 << (bits - 1));
    Some(Guard { condition: format!("  %GUARD = icmp eq {ty} {operand}, {lowest}\n"), declaration: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_overflow_is_guarded_and_stays_as_it_is() {
        let text = "  %a = add nsw i32 %x, 1, !dbg !1\n  %b = sub nuw nsw i64 0, %x\n  \
                    %c = call i32 @llvm.abs.i32(i32 %a, i1 true), !dbg !1\n  %d = add i32 %a, 1\n  %e = fadd double %y, %z\n";
        let changed = with_traps(text);
        let expected = "  %guard.0.both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)\n  \
                        %guard.0 = extractvalue { i32, i1 } %guard.0.both, 1\n  call void @trap.if(i1 %guard.0)\n  \
                        %a = add nsw i32 %x, 1, !dbg !1\n";
        assert!(changed.starts_with(expected), "{changed}");
        assert!(changed.contains("%guard.2 = icmp eq i32 %a, -2147483648\n"), "{changed}");
        assert_eq!(changed.matches("call void @trap.if").count(), 3, "{changed}");
        assert_eq!(changed.matches("declare { i").count(), 2, "{changed}");
        assert!(text.lines().all(|line| changed.lines().any(|other| other == line)));
    }
}
