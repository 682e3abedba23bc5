//! What only instructions have. `None` means that the instruction is of another kind.

use super::{LlvmBlock, LlvmType, Metadata, Value, llvm, text_of};
use inkwell::llvm_sys::core::{
    LLVMCanValueUseFastMathFlags, LLVMCountIncoming, LLVMGetAlignment, LLVMGetAllocatedType,
    LLVMGetArgOperand, LLVMGetAtomicRMWBinOp, LLVMGetCallSiteEnumAttribute, LLVMGetCalledFunctionType,
    LLVMGetCalledValue, LLVMGetClause, LLVMGetEnumAttributeKindForName, LLVMGetFCmpPredicate,
    LLVMGetFastMathFlags, LLVMGetGEPSourceElementType, LLVMGetICmpPredicate, LLVMGetIncomingBlock,
    LLVMGetIncomingValue, LLVMGetIndices, LLVMGetInlineAsmAsmString, LLVMGetInlineAsmConstraintString,
    LLVMGetInstructionOpcode, LLVMGetMDString, LLVMGetMaskValue, LLVMGetNumArgOperands, LLVMGetNumClauses,
    LLVMGetNumIndices, LLVMGetNumMaskElements, LLVMGetNumSuccessors, LLVMGetSuccessor,
    LLVMGetSwitchCaseValue, LLVMGetTypeAttributeValue, LLVMGetVolatile, LLVMIsAInstruction, LLVMIsCleanup,
};
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMFastMathAllowReassoc, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate,
    LLVMValueKind,
};

impl<'m> Value<'m> {
    /// The operator of an instruction; `None` when it is not an instruction.
    pub(in crate::lower) fn opcode(self) -> Option<LLVMOpcode> {
        if llvm!(LLVMIsAInstruction(self.pointer())).is_null() {
            return None;
        }
        Some(llvm!(LLVMGetInstructionOpcode(self.pointer())))
    }

    fn is(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }

    fn is_call(self) -> bool {
        matches!(self.opcode(), Some(LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr))
    }

    /// Where the instruction comes from in the source.
    pub(in crate::lower) fn debug_location(self) -> Option<Metadata<'m>> {
        self.opcode()?;
        Metadata::from_nullable(llvm!(LLVMInstructionGetDebugLoc(self.pointer())))
    }

    /// The predicate of an integer comparison.
    pub(in crate::lower) fn int_predicate(self) -> Option<LLVMIntPredicate> {
        self.is(LLVMOpcode::LLVMICmp).then(|| llvm!(LLVMGetICmpPredicate(self.pointer())))
    }

    /// The predicate of a floating-point comparison.
    pub(in crate::lower) fn float_predicate(self) -> Option<LLVMRealPredicate> {
        self.is(LLVMOpcode::LLVMFCmp).then(|| llvm!(LLVMGetFCmpPredicate(self.pointer())))
    }

    /// Whether the order of a chain of operations may change (`reassoc`).
    pub(in crate::lower) fn may_reassociate(self) -> bool {
        self.opcode().is_some()
            && llvm!(LLVMCanValueUseFastMathFlags(self.pointer())) != 0
            && llvm!(LLVMGetFastMathFlags(self.pointer())) & LLVMFastMathAllowReassoc != 0
    }

    /// The blocks a terminator may go to, in order.
    pub(in crate::lower) fn successors(self) -> Vec<LlvmBlock<'m>> {
        let has_successors = matches!(
            self.opcode(),
            Some(
                LLVMOpcode::LLVMBr
                    | LLVMOpcode::LLVMSwitch
                    | LLVMOpcode::LLVMIndirectBr
                    | LLVMOpcode::LLVMInvoke
                    | LLVMOpcode::LLVMCallBr
            )
        );
        let count = if has_successors { llvm!(LLVMGetNumSuccessors(self.pointer())) } else { 0 };
        (0..count)
            .filter_map(|index| LlvmBlock::from_nullable(llvm!(LLVMGetSuccessor(self.pointer(), index))))
            .collect()
    }

    /// The value of the case that leads to successor `index` (from 1) of a switch.
    pub(in crate::lower) fn switch_case(self, index: u32) -> Option<Self> {
        if !self.is(LLVMOpcode::LLVMSwitch) || index == 0 {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetSwitchCaseValue(self.pointer(), index)))
    }

    /// The type of the elements that an `alloca` makes room for, and their alignment.
    pub(in crate::lower) fn allocated(self) -> Option<(LlvmType<'m>, u32)> {
        if !self.is(LLVMOpcode::LLVMAlloca) {
            return None;
        }
        let ty = LlvmType::new(llvm!(LLVMGetAllocatedType(self.pointer())));
        Some((ty, llvm!(LLVMGetAlignment(self.pointer()))))
    }

    /// Whether a load or a copy of memory is volatile, and not of the frame's own memory.
    pub(in crate::lower) fn reads_volatile_memory(self) -> bool {
        let (is_volatile, from) = match self.opcode() {
            Some(LLVMOpcode::LLVMLoad) => (llvm!(LLVMGetVolatile(self.pointer())) != 0, self.operand(0)),
            // The last argument of `llvm.memcpy` says it.
            Some(LLVMOpcode::LLVMCall) => {
                let given = self.arguments();
                let flag = given.get(3).and_then(|flag| flag.int_bits());
                (flag != Some(0), given.get(1).copied())
            }
            _ => return true,
        };
        is_volatile && !from.is_some_and(Value::is_in_frame)
    }

    /// Whether an address is one of an `alloca`'s memory.
    fn is_in_frame(self) -> bool {
        let mut base = self;
        while let (true, Some(next)) = (base.is(LLVMOpcode::LLVMGetElementPtr), base.operand(0)) {
            base = next;
        }
        base.is(LLVMOpcode::LLVMAlloca)
    }

    /// The type that the first index of a `getelementptr` steps over.
    pub(in crate::lower) fn gep_element_type(self) -> Option<LlvmType<'m>> {
        let opcode = self.opcode().or_else(|| self.expression_opcode());
        (opcode == Some(LLVMOpcode::LLVMGetElementPtr))
            .then(|| LlvmType::new(llvm!(LLVMGetGEPSourceElementType(self.pointer()))))
    }

    /// How many incoming values a phi has; 0 for others.
    pub(in crate::lower) fn incoming_count(self) -> u32 {
        if self.is(LLVMOpcode::LLVMPHI) { llvm!(LLVMCountIncoming(self.pointer())) } else { 0 }
    }

    /// The block of an incoming value of a phi.
    pub(in crate::lower) fn incoming_block(self, index: u32) -> Option<LlvmBlock<'m>> {
        if index >= self.incoming_count() {
            return None;
        }
        LlvmBlock::from_nullable(llvm!(LLVMGetIncomingBlock(self.pointer(), index)))
    }

    /// An incoming value of a phi.
    pub(in crate::lower) fn incoming_value(self, index: u32) -> Option<Self> {
        if index >= self.incoming_count() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetIncomingValue(self.pointer(), index)))
    }

    /// The path of an `extractvalue` or `insertvalue`.
    pub(in crate::lower) fn aggregate_path(self) -> Option<&'m [u32]> {
        if !self.is(LLVMOpcode::LLVMExtractValue) && !self.is(LLVMOpcode::LLVMInsertValue) {
            return None;
        }
        let count = llvm!(LLVMGetNumIndices(self.pointer())) as usize;
        let start = llvm!(LLVMGetIndices(self.pointer()));
        // SAFETY: the instruction owns `count` indices from `start` on, at least one.
        Some(unsafe { std::slice::from_raw_parts(start, count) })
    }

    /// The mask of a `shufflevector`; `None` inside stands for a lane of no particular value.
    pub(in crate::lower) fn shuffle_mask(self) -> Option<Vec<Option<u32>>> {
        let opcode = self.opcode().or_else(|| self.expression_opcode());
        if opcode != Some(LLVMOpcode::LLVMShuffleVector) {
            return None;
        }
        let count = llvm!(LLVMGetNumMaskElements(self.pointer()));
        Some(
            (0..count)
                .map(|lane| u32::try_from(llvm!(LLVMGetMaskValue(self.pointer(), lane))).ok())
                .collect(),
        )
    }

    /// The operator of an `atomicrmw`.
    pub(in crate::lower) fn atomic_operator(self) -> Option<LLVMAtomicRMWBinOp> {
        self.is(LLVMOpcode::LLVMAtomicRMW).then(|| llvm!(LLVMGetAtomicRMWBinOp(self.pointer())))
    }

    /// The callee.
    pub(in crate::lower) fn callee(self) -> Option<Self> {
        if !self.is_call() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetCalledValue(self.pointer())))
    }

    /// The arguments of a call.
    pub(in crate::lower) fn arguments(self) -> Vec<Self> {
        let count = if self.is_call() { llvm!(LLVMGetNumArgOperands(self.pointer())) } else { 0 };
        (0..count)
            .filter_map(|index| Self::from_nullable(llvm!(LLVMGetArgOperand(self.pointer(), index))))
            .collect()
    }

    /// From which argument on a call passes what the callee reads with `va_arg`.
    pub(in crate::lower) fn first_variadic_argument(self) -> Option<u32> {
        if !self.is_call() {
            return None;
        }
        let ty = LlvmType::new(llvm!(LLVMGetCalledFunctionType(self.pointer())));
        let (parameters, _, variadic) = ty.signature()?;
        variadic.then_some(parameters.len() as u32)
    }

    /// The type that argument `index` of a call points at when the callee gets its own copy.
    pub(in crate::lower) fn byval_type(self, index: u32) -> Option<LlvmType<'m>> {
        if !self.is_call() {
            return None;
        }
        let kind = llvm!(LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5));
        // Attribute index 0 is the result, the arguments count from 1.
        let attribute = llvm!(LLVMGetCallSiteEnumAttribute(self.pointer(), index + 1, kind));
        if attribute.is_null() {
            return None;
        }
        let ty = llvm!(LLVMGetTypeAttributeValue(attribute));
        (!ty.is_null()).then(|| LlvmType::new(ty))
    }

    /// The clauses of a landing pad, and whether it takes everything besides, to clean up.
    pub(in crate::lower) fn landing_clauses(self) -> (Vec<Self>, bool) {
        if !self.is(LLVMOpcode::LLVMLandingPad) {
            return (Vec::new(), true);
        }
        let count = llvm!(LLVMGetNumClauses(self.pointer()));
        let clauses = (0..count)
            .filter_map(|index| Self::from_nullable(llvm!(LLVMGetClause(self.pointer(), index))))
            .collect();
        (clauses, llvm!(LLVMIsCleanup(self.pointer())) != 0)
    }

    /// Whether the instruction may be a floating-point operation.
    pub(in crate::lower) fn computes_with_floats(self) -> bool {
        use LLVMOpcode::{
            LLVMCall, LLVMFAdd, LLVMFCmp, LLVMFDiv, LLVMFMul, LLVMFPExt, LLVMFPToSI, LLVMFPToUI, LLVMFPTrunc,
            LLVMFRem, LLVMFSub, LLVMInvoke, LLVMSIToFP, LLVMUIToFP,
        };
        match self.opcode() {
            Some(
                LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFCmp | LLVMFPToUI | LLVMFPToSI
                | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt,
            ) => true,
            Some(LLVMCall | LLVMInvoke) => {
                self.ty().is_float() || self.arguments().iter().any(|argument| argument.ty().is_float())
            }
            _ => false,
        }
    }

    /// The text of inline assembly.
    pub(in crate::lower) fn inline_assembly(self) -> Option<&'m str> {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return None;
        }
        let mut len = 0;
        let start = llvm!(LLVMGetInlineAsmAsmString(self.pointer(), &raw mut len));
        Some(text_of(start, len))
    }

    /// The constraints of inline assembly.
    pub(in crate::lower) fn inline_assembly_constraints(self) -> &'m str {
        if self.kind() != LLVMValueKind::LLVMInlineAsmValueKind {
            return "";
        }
        let mut len = 0;
        let start = llvm!(LLVMGetInlineAsmConstraintString(self.pointer(), &raw mut len));
        text_of(start, len)
    }

    /// The text of a metadata operand such as the `"fpexcept.strict"` of a constrained operation.
    pub(in crate::lower) fn metadata_text(self) -> Option<&'m str> {
        if self.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
            return None;
        }
        let mut len = 0;
        let start = llvm!(LLVMGetMDString(self.pointer(), &raw mut len));
        (!start.is_null()).then(|| text_of(start, len as usize))
    }
}
