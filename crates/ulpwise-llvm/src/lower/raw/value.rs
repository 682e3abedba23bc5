//! What all of LLVM's values have in common; functions and globals; blocks.

use super::{LlvmType, Metadata, llvm, owned_text, text_of};
use inkwell::llvm_sys::core::{
    LLVMAliasGetAliasee, LLVMCountParams, LLVMGetAlignment, LLVMGetBasicBlockParent,
    LLVMGetBasicBlockTerminator, LLVMGetFirstBasicBlock, LLVMGetFirstInstruction, LLVMGetInitializer,
    LLVMGetIntrinsicID, LLVMGetLinkage, LLVMGetNextBasicBlock, LLVMGetNextInstruction, LLVMGetNumOperands,
    LLVMGetOperand, LLVMGetParam, LLVMGetStringAttributeAtIndex, LLVMGetStringAttributeValue,
    LLVMGetValueKind, LLVMGetValueName2, LLVMGetVisibility, LLVMGlobalGetValueType, LLVMIntrinsicGetName,
    LLVMIsAFunction, LLVMIsAGlobalAlias, LLVMIsAGlobalValue, LLVMIsAGlobalVariable, LLVMIsAUser,
    LLVMIsDeclaration, LLVMIsGlobalConstant, LLVMPrintValueToString, LLVMTypeOf,
};
use inkwell::llvm_sys::debuginfo::LLVMGetSubprogram;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMValueKind, LLVMVisibility};
use std::marker::PhantomData;

/// A value of the module: constant, global, function, parameter, instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::lower) struct Value<'m>(LLVMValueRef, PhantomData<&'m ()>);

/// A block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::lower) struct LlvmBlock<'m>(LLVMBasicBlockRef, PhantomData<&'m ()>);

impl<'m> Value<'m> {
    pub(super) fn from_nullable(pointer: LLVMValueRef) -> Option<Self> {
        (!pointer.is_null()).then_some(Self(pointer, PhantomData))
    }

    pub(in crate::lower) fn pointer(self) -> LLVMValueRef {
        self.0
    }

    /// Its type.
    pub(in crate::lower) fn ty(self) -> LlvmType<'m> {
        LlvmType::new(llvm!(LLVMTypeOf(self.0)))
    }

    /// What kind of value it is. LLVM answers "instruction" for the few kinds its interface does
    /// not know; [`Value::opcode`](Self::opcode) distinguishes them.
    pub(in crate::lower) fn kind(self) -> LLVMValueKind {
        llvm!(LLVMGetValueKind(self.0))
    }

    /// Its name, empty when it has none.
    pub(in crate::lower) fn name(self) -> &'m str {
        let mut len = 0;
        let start = llvm!(LLVMGetValueName2(self.0, &raw mut len));
        text_of(start, len)
    }

    /// How many operands it has.
    pub(in crate::lower) fn operand_count(self) -> u32 {
        if llvm!(LLVMIsAUser(self.0)).is_null() {
            return 0;
        }
        u32::try_from(llvm!(LLVMGetNumOperands(self.0))).unwrap_or(0)
    }

    /// An operand; `None` beyond the last one.
    pub(in crate::lower) fn operand(self, index: u32) -> Option<Self> {
        if index >= self.operand_count() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetOperand(self.0, index)))
    }

    /// The value as LLVM prints it.
    pub(in crate::lower) fn print(self) -> String {
        owned_text(llvm!(LLVMPrintValueToString(self.0)))
    }

    pub(super) fn is_function(self) -> bool {
        !llvm!(LLVMIsAFunction(self.0)).is_null()
    }

    fn is_global_value(self) -> bool {
        !llvm!(LLVMIsAGlobalValue(self.0)).is_null()
    }

    fn is_global_variable(self) -> bool {
        !llvm!(LLVMIsAGlobalVariable(self.0)).is_null()
    }

    /// Whether a global or function has no definition here.
    pub(in crate::lower) fn is_declaration(self) -> bool {
        self.is_global_value() && llvm!(LLVMIsDeclaration(self.0)) != 0
    }

    /// The type of a global's or function's contents.
    pub(in crate::lower) fn content_type(self) -> Option<LlvmType<'m>> {
        self.is_global_value().then(|| LlvmType::new(llvm!(LLVMGlobalGetValueType(self.0))))
    }

    /// Whether other files can name the global or function.
    pub(in crate::lower) fn is_exported(self) -> bool {
        let linkage_exports = |linkage| {
            matches!(
                linkage,
                LLVMLinkage::LLVMExternalLinkage
                    | LLVMLinkage::LLVMWeakAnyLinkage
                    | LLVMLinkage::LLVMWeakODRLinkage
                    // Templates and inline functions.
                    | LLVMLinkage::LLVMLinkOnceAnyLinkage
                    | LLVMLinkage::LLVMLinkOnceODRLinkage
            )
        };
        self.is_global_value()
            && linkage_exports(llvm!(LLVMGetLinkage(self.0)))
            && llvm!(LLVMGetVisibility(self.0)) != LLVMVisibility::LLVMHiddenVisibility
    }

    /// Whether it is declared and need not be defined anywhere: then its address is null.
    pub(in crate::lower) fn may_be_missing(self) -> bool {
        self.is_global_value() && llvm!(LLVMGetLinkage(self.0)) == LLVMLinkage::LLVMExternalWeakLinkage
    }

    /// Whether only the code of its own file can name the global.
    pub(in crate::lower) fn is_internal(self) -> bool {
        let linkage = self.is_global_value().then(|| llvm!(LLVMGetLinkage(self.0)));
        matches!(linkage, Some(LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage))
    }

    /// The initialiser of a global variable.
    pub(in crate::lower) fn initializer(self) -> Option<Self> {
        if !self.is_global_variable() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMGetInitializer(self.0)))
    }

    /// Whether a global variable is never written.
    pub(in crate::lower) fn is_constant_global(self) -> bool {
        self.is_global_variable() && llvm!(LLVMIsGlobalConstant(self.0)) != 0
    }

    /// The alignment given to a global variable; 0 when none is given.
    pub(in crate::lower) fn global_alignment(self) -> u32 {
        if self.is_global_variable() { llvm!(LLVMGetAlignment(self.0)) } else { 0 }
    }

    /// What an alias stands for.
    pub(in crate::lower) fn aliasee(self) -> Option<Self> {
        if llvm!(LLVMIsAGlobalAlias(self.0)).is_null() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMAliasGetAliasee(self.0)))
    }

    /// The parameters of a function.
    pub(in crate::lower) fn parameters(self) -> Vec<Self> {
        if !self.is_function() {
            return Vec::new();
        }
        let count = llvm!(LLVMCountParams(self.0));
        (0..count).filter_map(|index| Self::from_nullable(llvm!(LLVMGetParam(self.0, index)))).collect()
    }

    /// The name of an intrinsic without the types it is overloaded for; `None` for other values.
    pub(in crate::lower) fn intrinsic_name(self) -> Option<&'m str> {
        if !self.is_function() {
            return None;
        }
        let id = llvm!(LLVMGetIntrinsicID(self.0));
        if id == 0 {
            return None;
        }
        let mut len = 0;
        let start = llvm!(LLVMIntrinsicGetName(id, &raw mut len));
        Some(text_of(start, len))
    }

    /// The value of a function's attribute that has a name and a text.
    pub(in crate::lower) fn function_attribute(self, name: &str) -> Option<&'m str> {
        if !self.is_function() {
            return None;
        }
        let len = u32::try_from(name.len()).ok()?;
        let index = LLVMAttributeFunctionIndex;
        let attribute = llvm!(LLVMGetStringAttributeAtIndex(self.0, index, name.as_ptr().cast(), len));
        if attribute.is_null() {
            return None;
        }
        let mut len = 0;
        let start = llvm!(LLVMGetStringAttributeValue(attribute, &raw mut len));
        Some(text_of(start, len as usize))
    }

    /// What the debug information says about a function.
    pub(in crate::lower) fn subprogram(self) -> Option<Metadata<'m>> {
        if !self.is_function() {
            return None;
        }
        Metadata::from_nullable(llvm!(LLVMGetSubprogram(self.0)))
    }

    /// The blocks of a function, in order.
    pub(in crate::lower) fn blocks(self) -> impl Iterator<Item = LlvmBlock<'m>> {
        let first =
            if self.is_function() { llvm!(LLVMGetFirstBasicBlock(self.0)) } else { std::ptr::null_mut() };
        std::iter::successors(LlvmBlock::from_nullable(first), |block| {
            LlvmBlock::from_nullable(llvm!(LLVMGetNextBasicBlock(block.0)))
        })
    }
}

impl<'m> LlvmBlock<'m> {
    pub(super) fn from_nullable(pointer: LLVMBasicBlockRef) -> Option<Self> {
        (!pointer.is_null()).then_some(Self(pointer, PhantomData))
    }

    /// The instructions, in order.
    pub(in crate::lower) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        let first = llvm!(LLVMGetFirstInstruction(self.0));
        std::iter::successors(Value::from_nullable(first), |instruction| {
            Value::from_nullable(llvm!(LLVMGetNextInstruction(instruction.0)))
        })
    }

    /// The function that the block belongs to.
    pub(in crate::lower) fn parent(self) -> Option<Value<'m>> {
        Value::from_nullable(llvm!(LLVMGetBasicBlockParent(self.0)))
    }

    /// The last instruction.
    pub(in crate::lower) fn terminator(self) -> Option<Value<'m>> {
        Value::from_nullable(llvm!(LLVMGetBasicBlockTerminator(self.0)))
    }
}
