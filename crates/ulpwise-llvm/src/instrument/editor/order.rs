//! The order of a function's blocks, and where its loops begin.

use super::{Editor, Value, list};
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMGetBasicBlockTerminator, LLVMGetEntryBasicBlock, LLVMGetFirstInstruction,
    LLVMGetFirstUse, LLVMGetNextInstruction, LLVMGetNextUse, LLVMGetNormalDest, LLVMGetNumSuccessors,
    LLVMGetSuccessor,
};
use inkwell::llvm_sys::prelude::LLVMBasicBlockRef;
use std::collections::BTreeSet;

impl Editor {
    /// The first instruction of the block that an `invoke` returns to, if it has no other
    /// predecessor; null otherwise.
    pub(super) fn where_it_returns(&self, invoke: Value) -> Value {
        let block = llvm!(LLVMGetNormalDest(invoke));
        let first = llvm!(LLVMGetFirstInstruction(block));
        let usage = llvm!(LLVMGetFirstUse(LLVMBasicBlockAsValue(block)));
        let is_alone = !usage.is_null() && llvm!(LLVMGetNextUse(usage)).is_null();
        if is_alone && self.opcode(first) != LLVMOpcode::LLVMPHI { first } else { std::ptr::null_mut() }
    }

    /// The instructions of a function's reachable blocks, such that a value comes before its uses
    /// but for those in phis.
    pub(crate) fn in_order(&self, function: Value) -> Vec<Vec<Value>> {
        let entry = llvm!(LLVMGetEntryBasicBlock(function));
        let (mut done, mut order) = (BTreeSet::from([entry as usize]), Vec::new());
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.pop() {
            let end = llvm!(LLVMGetBasicBlockTerminator(block));
            if next < llvm!(LLVMGetNumSuccessors(end)) {
                stack.push((block, next + 1));
                let successor = llvm!(LLVMGetSuccessor(end, next));
                if done.insert(successor as usize) {
                    stack.push((successor, 0));
                }
            } else {
                order.push(self.instructions_of(block));
            }
        }
        order.reverse();
        order
    }

    /// The first instruction but phis of each block that a loop comes back to.
    pub(crate) fn loop_heads(&self, function: Value) -> Vec<Value> {
        let entry = llvm!(LLVMGetEntryBasicBlock(function));
        let (mut seen, mut open) = (BTreeSet::from([entry as usize]), BTreeSet::from([entry as usize]));
        let mut heads = BTreeSet::new();
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.pop() {
            let end = llvm!(LLVMGetBasicBlockTerminator(block));
            if next == llvm!(LLVMGetNumSuccessors(end)) {
                open.remove(&(block as usize));
                continue;
            }
            stack.push((block, next + 1));
            let successor = llvm!(LLVMGetSuccessor(end, next));
            if seen.insert(successor as usize) {
                open.insert(successor as usize);
                stack.push((successor, 0));
            } else if open.contains(&(successor as usize)) {
                heads.insert(successor);
            }
        }
        let first = |block| {
            self.instructions_of(block).into_iter().find(|&at| self.opcode(at) != LLVMOpcode::LLVMPHI)
        };
        heads.into_iter().filter_map(first).collect()
    }

    /// The instructions of a block.
    fn instructions_of(&self, block: LLVMBasicBlockRef) -> Vec<Value> {
        list(llvm!(LLVMGetFirstInstruction(block)), |instruction| llvm!(LLVMGetNextInstruction(instruction)))
    }
}
