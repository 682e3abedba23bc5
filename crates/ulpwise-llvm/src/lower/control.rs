//! Terminators.

use super::function::FunctionLowering;
use super::raw::{LlvmBlock, Value};
use super::unsupported::{Lowered, Unsupported, unsupported};
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::HashMap;
use ulpwise_ir::{EdgeId, Inst, Type};

impl<'m> FunctionLowering<'_, 'm> {
    /// Lowers the last instruction of LLVM's block `from`.
    pub(super) fn terminator(
        &mut self,
        inst: Value<'m>,
        opcode: LLVMOpcode,
        from: LlvmBlock<'m>,
    ) -> Lowered<()> {
        match opcode {
            LLVMOpcode::LLVMRet => self.return_values(inst),
            LLVMOpcode::LLVMBr => self.branch(inst, from),
            LLVMOpcode::LLVMSwitch => self.switch(inst, from),
            LLVMOpcode::LLVMIndirectBr => self.indirect_branch(inst, from),
            LLVMOpcode::LLVMInvoke => self.invoke(inst, from),
            LLVMOpcode::LLVMUnreachable => {
                self.build.emit(Inst::Unreachable);
                Ok(())
            }
            LLVMOpcode::LLVMResume => self.resume(inst),
            LLVMOpcode::LLVMCallBr => unsupported("asm goto (callbr)"),
            other => unsupported(format!("exception handling ({})", opcode_name(other))),
        }
    }

    fn return_values(&mut self, inst: Value<'m>) -> Lowered<()> {
        let values = match inst.operand(0) {
            Some(value) => self.value(value)?.to_vec(),
            None => Vec::new(),
        };
        let values = self.build.list(&values);
        self.build.emit(Inst::Return { values });
        Ok(())
    }

    fn branch(&mut self, inst: Value<'m>, from: LlvmBlock<'m>) -> Lowered<()> {
        match inst.successors()[..] {
            [target] => {
                let edge = self.edge(from, target)?;
                self.build.emit(Inst::Jump { edge });
            }
            [then_block, else_block] => {
                let condition = self.scalar_operand(inst, 0)?;
                let then_edge = self.edge(from, then_block)?;
                let else_edge = self.edge(from, else_block)?;
                self.build.emit(Inst::Branch { condition, then_edge, else_edge });
            }
            _ => return Err(Unsupported::malformed("br")),
        }
        Ok(())
    }

    fn switch(&mut self, inst: Value<'m>, from: LlvmBlock<'m>) -> Lowered<()> {
        let value = self.scalar_operand(inst, 0)?;
        let bits = self.build.type_of(value).bits();
        if bits > 64 {
            return unsupported("a switch on more than 64 bits");
        }
        let successors = inst.successors();
        let mut edges = EdgesByTarget::default();
        let mut cases = Vec::with_capacity(successors.len());
        let malformed = || Unsupported::malformed("switch");
        for (index, &target) in (0..).zip(&successors).skip(1) {
            let case = inst.switch_case(index).and_then(Value::int_bits).ok_or_else(malformed)?;
            cases.push((case as u64, edges.get(self, from, target)?));
        }
        let default = edges.get(self, from, *successors.first().ok_or_else(malformed)?)?;
        let table = self.build.switch_table(cases, default);
        self.build.emit(Inst::Switch { value, bits, table });
        Ok(())
    }

    /// A jump to an address that was made from a block. The addresses are the numbers that folding
    /// gives them, so a switch on these numbers finds the block.
    fn indirect_branch(&mut self, inst: Value<'m>, from: LlvmBlock<'m>) -> Lowered<()> {
        let address = self.scalar_operand(inst, 0)?;
        let function = from.parent().ok_or_else(|| Unsupported::malformed("indirectbr"))?;
        let mut edges = EdgesByTarget::default();
        let mut cases = Vec::new();
        for target in inst.successors() {
            let position = function.blocks().position(|block| block == target).unwrap_or(0);
            let case = (position as u64 + 1, edges.get(self, from, target)?);
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        let nowhere = self.build.new_block();
        let default = self.build.edge_with(nowhere, &[]);
        let value = self.build.retype(address, Type::Int(64));
        let table = self.build.switch_table(cases, default);
        self.build.emit(Inst::Switch { value, bits: 64, table });
        self.build.switch_to(nowhere);
        self.build.emit(Inst::Unreachable);
        Ok(())
    }
}

/// One edge per target: two cases that lead to the same block bring the same values.
#[derive(Default)]
struct EdgesByTarget<'m>(HashMap<LlvmBlock<'m>, EdgeId>);

impl<'m> EdgesByTarget<'m> {
    fn get(
        &mut self,
        lowering: &mut FunctionLowering<'_, 'm>,
        from: LlvmBlock<'m>,
        target: LlvmBlock<'m>,
    ) -> Lowered<EdgeId> {
        if let Some(&edge) = self.0.get(&target) {
            return Ok(edge);
        }
        let edge = lowering.edge(from, target)?;
        self.0.insert(target, edge);
        Ok(edge)
    }
}

/// The name of an operator as LLVM's text form has it.
pub(super) fn opcode_name(opcode: LLVMOpcode) -> String {
    format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()
}
