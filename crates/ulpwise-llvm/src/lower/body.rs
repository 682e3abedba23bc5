//! Lowers the body of one function, block by block.

use super::blocks::reachable;
use super::builder::BodyBuilder;
use super::context::Context;
use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::{LlvmBlock, LlvmType, Value};
use super::unsupported::{Lowered, Unsupported};
use inkwell::llvm_sys::LLVMOpcode;
use std::collections::HashMap;
use ulpwise_base::Id;
use ulpwise_ir::{BlockId, Body, FunctionId, Inst, Slot, Type};

/// The body of a defined function; its sites are not numbered yet.
pub(super) fn lower_body<'m>(context: &mut Context<'m>, function: Value<'m>, id: FunctionId) -> Body {
    let parameters = context.symbols.functions[id].parameters.clone();
    let (build, slots) = BodyBuilder::new(&parameters);
    let mut lowering = FunctionLowering {
        context,
        build,
        has_fma: has_fma(function),
        blocks: HashMap::new(),
        pending_edges: Vec::new(),
        values: HashMap::new(),
        landings: HashMap::new(),
        predecessors: HashMap::new(),
        written: HashMap::new(),
    };
    let order = match lowering.enter_parameters(function, &slots) {
        Ok(()) => lowering.lower_blocks(function, id),
        Err(reason) => {
            lowering.end_unsupported(&reason);
            vec![BlockId::new(0)]
        }
    };
    lowering.build.finish(&order)
}

/// Whether the function is compiled for a machine with fused multiply-add instructions.
fn has_fma(function: Value<'_>) -> bool {
    let features = function.function_attribute("target-features").unwrap_or_default();
    features.split(',').any(|feature| matches!(feature, "+fma" | "+fma4" | "+avx512f"))
}

/// Whether an instruction ends its block.
fn is_terminator(opcode: LLVMOpcode) -> bool {
    matches!(
        opcode,
        LLVMOpcode::LLVMRet
            | LLVMOpcode::LLVMBr
            | LLVMOpcode::LLVMSwitch
            | LLVMOpcode::LLVMIndirectBr
            | LLVMOpcode::LLVMInvoke
            | LLVMOpcode::LLVMUnreachable
            | LLVMOpcode::LLVMCallBr
            | LLVMOpcode::LLVMResume
            | LLVMOpcode::LLVMCleanupRet
            | LLVMOpcode::LLVMCatchRet
            | LLVMOpcode::LLVMCatchSwitch
    )
}

impl<'m> FunctionLowering<'_, 'm> {
    fn enter_parameters(&mut self, function: Value<'m>, slots: &[Slot]) -> Lowered<()> {
        if let Some((_, result, _)) = function.content_type().and_then(LlvmType::signature) {
            self.context.shapes.shape(result)?;
        }
        let mut slots = slots.iter().copied();
        for parameter in function.parameters() {
            let count = self.types(parameter)?.len();
            let lanes: Lanes = slots.by_ref().take(count).collect();
            self.values.insert(parameter, lanes);
        }
        Ok(())
    }

    /// Lowers all blocks that can be reached and returns the order of the result's blocks.
    fn lower_blocks(&mut self, function: Value<'m>, id: FunctionId) -> Vec<BlockId> {
        let reverse_postorder = reachable(function);
        self.open_blocks(&reverse_postorder);
        let mut made: HashMap<LlvmBlock<'m>, Vec<BlockId>> = HashMap::new();
        for &block in &reverse_postorder {
            let first_new = self.build.block_count();
            let start = self.blocks[&block];
            self.build.switch_to(start);
            self.lower_block(block);
            let extra = (first_new..self.build.block_count()).map(BlockId::from_index);
            made.insert(block, std::iter::once(start).chain(extra).collect());
        }
        self.fill_edges();
        let mut order = Vec::new();
        let mut origins = Vec::new();
        for block in function.blocks() {
            let Some(blocks) = made.remove(&block) else { continue };
            order.extend(blocks);
            let written = block.instructions().filter_map(|inst| Some((inst, *self.written.get(&inst)?)));
            origins.extend(written);
        }
        self.context.origins.add_function(id, origins);
        order
    }

    fn lower_block(&mut self, block: LlvmBlock<'m>) {
        for inst in block.instructions() {
            let Some(opcode) = inst.opcode() else { continue };
            if opcode == LLVMOpcode::LLVMPHI {
                continue;
            }
            let location = inst.debug_location().and_then(|node| self.context.locations.lower(node));
            self.build.set_location(location);
            let mark = self.build.mark();
            self.lower_instruction(inst, opcode, block);
            self.written.insert(inst, self.build.written_since(mark));
        }
    }

    fn lower_instruction(&mut self, inst: Value<'m>, opcode: LLVMOpcode, block: LlvmBlock<'m>) {
        let mark = self.build.mark();
        let pending = self.pending_edges.len();
        let ends_block = is_terminator(opcode);
        let outcome = match ends_block {
            true => self.terminator(inst, opcode, block),
            false => self.operation(opcode, inst).map(|lanes| {
                self.values.insert(inst, lanes);
            }),
        };
        let Err(reason) = outcome else { return };
        self.build.rewind(mark);
        self.pending_edges.truncate(pending);
        self.context.expose_operands(inst);
        if ends_block {
            return self.end_unsupported(&reason);
        }
        let Unsupported(what) = reason;
        let what = self.context.messages.id(&what);
        self.build.emit(Inst::Unsupported { what });
        // Nothing after it is executed, but everything after it is still lowered.
        if let Ok(types) = self.types(inst) {
            let lanes = types.into_iter().map(|ty: Type| self.build.undefined(ty)).collect();
            self.values.insert(inst, lanes);
        }
    }
}
