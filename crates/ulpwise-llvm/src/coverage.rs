//! Counts how often blocks and branches are taken: a counter at the head of each block and one for
//! each way out of a block that has several.
//!
//! What holds: counters lie where the pointer [`COUNTERS`] says, one word each; the program
//! computes what it computed before. Lines are those of the debug information, before anything is
//! optimised.

use crate::compile::Unit;
use crate::error::LlvmError;
use crate::instrument::{Editor, Value};
use crate::load::{Session, link_text, merge};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module as LlvmModule;
use std::collections::BTreeSet;

/// A pointer to the counters, set by the run time.
pub(crate) const COUNTERS: &str = "ulpwise_counters";

/// A line of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLine {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// What a counter counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Calls of a function.
    Function {
        /// The linker's name.
        name: String,
        /// Where it begins.
        at: SourceLine,
    },
    /// Runs of a block.
    Block {
        /// The lines that its instructions come from.
        lines: Vec<SourceLine>,
    },
    /// How often a branch went one way.
    Branch {
        /// Where it branches.
        at: SourceLine,
        /// The number of the branching block among all.
        block: u32,
        /// Which way.
        way: u32,
    },
}

/// Adds counters to the program's own functions that have debug information, and says what each
/// counts.
pub(crate) fn count(session: &Session, module: &LlvmModule<'_>) -> Result<Vec<Probe>, LlvmError> {
    let text = format!(
        "@{COUNTERS} = global ptr null\n\
         define void @ulpwise.count(i32 %index) alwaysinline nounwind {{\n  %start = load ptr, ptr @{COUNTERS}\n  \
         %cell = getelementptr i64, ptr %start, i32 %index
          %old = load i64, ptr %cell
          %new = add i64 %old, 1
          \
         store i64 %new, ptr %cell\n  ret void\n}}\n"
    );
    link_text(session, module, &text)?;
    let mut counter = Counter { editor: Editor::new(module.as_mut_ptr()), table: Vec::new(), blocks: 0 };
    for function in counter.editor.own_functions() {
        counter.function(function);
    }
    Ok(counter.table)
}

/// The bitcode of a program with counters, and what each counts.
pub(crate) fn counting_bitcode(units: &[Unit]) -> Result<(Vec<u8>, Vec<Probe>), LlvmError> {
    let session = Session::new();
    let module = merge(&session, units)?;
    let probes = count(&session, &module)?;
    Ok((module.write_bitcode_to_memory().as_slice().to_vec(), probes))
}

struct Counter {
    editor: Editor,
    table: Vec<Probe>,
    blocks: u32,
}

impl Counter {
    fn function(&mut self, function: Value) {
        let Some(at) = self.editor.source_line(function) else { return };
        let blocks = self.editor.in_order(function);
        for (index, block) in blocks.iter().enumerate() {
            let Some(&first) = block.iter().find(|&&at| self.editor.opcode(at) != LLVMOpcode::LLVMPHI) else {
                continue;
            };
            let Some(&last) = block.last() else { continue };
            // What catches an exception must come first in its block.
            if self.editor.opcode(first) == LLVMOpcode::LLVMLandingPad && !self.editor.go_after(first) {
                continue;
            }
            if self.editor.opcode(first) != LLVMOpcode::LLVMLandingPad {
                self.editor.go_before(first);
            }
            if index == 0 {
                self.add(Probe::Function { name: self.editor.name(function), at: at.clone() });
            }
            let lines: BTreeSet<SourceLine> =
                block.iter().filter_map(|&at| self.editor.source_line(at)).collect();
            self.add(Probe::Block { lines: lines.into_iter().collect() });
            self.branch(last);
        }
    }

    /// A counter that counts where the editor stands.
    fn add(&mut self, counted: Probe) {
        let index = self.editor.int(32, self.table.len() as u64);
        self.editor.call(c"ulpwise.count", &[index]);
        self.table.push(counted);
    }

    /// Counters of the ways out of a block.
    fn branch(&mut self, last: Value) {
        let ways = self.editor.ways(last);
        let Some(at) = self.editor.source_line(last) else { return };
        if ways < 2 {
            return;
        }
        self.editor.go_before(last);
        let first = self.table.len() as u64;
        let Some(index) = self.editor.way_taken(last, first) else { return };
        self.editor.call(c"ulpwise.count", &[index]);
        let block = self.blocks;
        self.blocks += 1;
        self.table.extend((0..ways).map(|way| Probe::Branch { at: at.clone(), block, way }));
    }
}
