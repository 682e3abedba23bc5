//! The only place of the instrumentation that calls LLVM's C interface: finds, inserts and replaces.
//!
//! What holds: values come from the module that the editor was made for, or were made by it; a value that was erased is not
//! used again. Functions demand the kinds of values that their documentation says; the callers look at
//! opcodes and types first.

use inkwell::llvm_sys::core::{
    LLVMAddFunction, LLVMBuildBitCast, LLVMBuildCall2, LLVMBuildExtractElement, LLVMBuildFAdd, LLVMBuildFMul,
    LLVMBuildFreeze, LLVMBuildLShr, LLVMBuildPtrToInt, LLVMBuildTrunc, LLVMBuildZExt,
    LLVMCanValueUseFastMathFlags, LLVMConstInt, LLVMConstReal, LLVMCreateBuilderInContext,
    LLVMDisposeBuilder, LLVMDisposeMessage, LLVMDoubleTypeInContext, LLVMFloatTypeInContext,
    LLVMFunctionType, LLVMGetCalledFunctionType, LLVMGetCalledValue, LLVMGetFCmpPredicate,
    LLVMGetFastMathFlags, LLVMGetFirstBasicBlock, LLVMGetFirstFunction, LLVMGetFirstGlobal,
    LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetInstructionOpcode, LLVMGetIntTypeWidth,
    LLVMGetIntrinsicID, LLVMGetModuleContext, LLVMGetNamedFunction, LLVMGetNextBasicBlock,
    LLVMGetNextFunction, LLVMGetNextGlobal, LLVMGetNextInstruction, LLVMGetNextUse, LLVMGetNumArgOperands,
    LLVMGetOperand, LLVMGetTypeKind, LLVMGetUser, LLVMGetValueName2, LLVMGetVectorSize,
    LLVMGlobalGetValueType, LLVMInstructionEraseFromParent, LLVMIntTypeInContext, LLVMIntrinsicGetName,
    LLVMIsAFunction, LLVMIsAInstruction, LLVMIsDeclaration, LLVMPositionBuilderBefore, LLVMPrintTypeToString,
    LLVMRemoveCallSiteEnumAttribute, LLVMReplaceAllUsesWith, LLVMSetOperand, LLVMTypeOf,
    LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind};
use std::ffi::CStr;

/// One call of LLVM's C interface that upholds the rules of this file.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: the module outlives the editor; values and types come from it and are of the kind that the function
        // demands, as the documentation of the calling function says; texts end in a zero byte.
        unsafe { $call }
    };
}

/// The values of one of LLVM's lists.
fn list(first: Value, next: impl Fn(Value) -> Value) -> Vec<Value> {
    let not_null = |value: Value| (!value.is_null()).then_some(value);
    std::iter::successors(not_null(first), |&value| not_null(next(value))).collect()
}

/// An instruction of the module, or another value of it.
pub(super) type Value = LLVMValueRef;

/// Changes a module.
pub(super) struct Editor {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    builder: LLVMBuilderRef,
}

impl Drop for Editor {
    fn drop(&mut self) {
        llvm!(LLVMDisposeBuilder(self.builder));
    }
}

impl Editor {
    /// An editor of a module, which must outlive it.
    pub(super) fn new(module: LLVMModuleRef) -> Self {
        let context = llvm!(LLVMGetModuleContext(module));
        Self { module, context, builder: llvm!(LLVMCreateBuilderInContext(context)) }
    }

    /// What follows is inserted after that instruction, which is no terminator.
    pub(super) fn go_after(&self, instruction: Value) -> bool {
        let next = llvm!(LLVMGetNextInstruction(instruction));
        if next.is_null() {
            return false;
        }
        llvm!(LLVMPositionBuilderBefore(self.builder, next));
        true
    }

    /// What follows is inserted before that instruction.
    pub(super) fn go_before(&self, instruction: Value) {
        llvm!(LLVMPositionBuilderBefore(self.builder, instruction));
    }

    pub(super) fn opcode(&self, instruction: Value) -> LLVMOpcode {
        llvm!(LLVMGetInstructionOpcode(instruction))
    }

    pub(super) fn operand(&self, instruction: Value, index: u32) -> Value {
        llvm!(LLVMGetOperand(instruction, index))
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self, call: Value) -> Vec<Value> {
        let count = llvm!(LLVMGetNumArgOperands(call));
        (0..count).map(|index| self.operand(call, index)).collect()
    }

    /// Whether an instruction calls something.
    pub(super) fn is_call(&self, instruction: Value) -> bool {
        matches!(self.opcode(instruction), LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)
    }

    /// Takes an attribute off a call.
    pub(super) fn remove_attribute(&self, call: Value, kind: u32) {
        llvm!(LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind));
    }

    /// How a comparison of floats, which the instruction is, compares.
    pub(super) fn float_predicate(&self, comparison: Value) -> LLVMRealPredicate {
        llvm!(LLVMGetFCmpPredicate(comparison))
    }

    /// Whether an instruction allows LLVM to compute something else.
    pub(super) fn has_fast_math(&self, instruction: Value) -> bool {
        llvm!(LLVMCanValueUseFastMathFlags(instruction)) != 0 && llvm!(LLVMGetFastMathFlags(instruction)) != 0
    }

    /// All functions of the module.
    pub(super) fn functions(&self) -> Vec<Value> {
        let first = llvm!(LLVMGetFirstFunction(self.module));
        list(first, |function| llvm!(LLVMGetNextFunction(function)))
    }

    /// All variables of the module.
    pub(super) fn globals(&self) -> Vec<Value> {
        let first = llvm!(LLVMGetFirstGlobal(self.module));
        list(first, |global| llvm!(LLVMGetNextGlobal(global)))
    }

    /// All instructions of the module.
    pub(super) fn instructions(&self) -> Vec<Value> {
        let mut instructions = Vec::new();
        for function in self.functions() {
            let mut block = llvm!(LLVMGetFirstBasicBlock(function));
            while !block.is_null() {
                let first = llvm!(LLVMGetFirstInstruction(block));
                instructions.extend(list(first, |instruction| llvm!(LLVMGetNextInstruction(instruction))));
                block = llvm!(LLVMGetNextBasicBlock(block));
            }
        }
        instructions
    }

    /// Whether a function or variable is only declared.
    pub(super) fn is_declaration(&self, global: Value) -> bool {
        llvm!(LLVMIsDeclaration(global)) != 0
    }

    pub(super) fn is_used(&self, value: Value) -> bool {
        !llvm!(LLVMGetFirstUse(value)).is_null()
    }

    /// Whether nothing is done with a function but calling it.
    pub(super) fn is_only_called(&self, function: Value) -> bool {
        let mut next = llvm!(LLVMGetFirstUse(function));
        while !next.is_null() {
            let user = llvm!(LLVMGetUser(next));
            let calls = !llvm!(LLVMIsAInstruction(user)).is_null()
                && self.is_call(user)
                && llvm!(LLVMGetCalledValue(user)) == function
                && !self.arguments(user).contains(&function);
            if !calls {
                return false;
            }
            next = llvm!(LLVMGetNextUse(next));
        }
        true
    }

    /// The name of a function or variable.
    pub(super) fn name(&self, value: Value) -> String {
        let mut len = 0;
        let start = llvm!(LLVMGetValueName2(value, &raw mut len));
        // SAFETY: LLVM gives the start and the length of a name that it owns.
        let name = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) };
        String::from_utf8_lossy(name).into_owned()
    }

    /// The function that a call names, if it names one; and whether it is only declared.
    pub(super) fn called_function(&self, call: Value) -> Option<(String, bool)> {
        let callee = llvm!(LLVMGetCalledValue(call));
        if llvm!(LLVMIsAFunction(callee)).is_null() {
            return None;
        }
        let id = llvm!(LLVMGetIntrinsicID(callee));
        let mut len = 0;
        let start = match id {
            0 => llvm!(LLVMGetValueName2(callee, &raw mut len)),
            _ => llvm!(LLVMIntrinsicGetName(id, &raw mut len)),
        };
        // SAFETY: LLVM gives the start and the length of a name that it owns.
        let name = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) };
        Some((String::from_utf8_lossy(name).into_owned(), self.is_declaration(callee)))
    }

    /// How LLVM prints the type of a value.
    pub(super) fn type_text(&self, value: Value) -> String {
        self.print_type(llvm!(LLVMTypeOf(value)))
    }

    /// How LLVM prints the type that a call returns: a function type begins with it.
    pub(super) fn called_type_text(&self, call: Value) -> String {
        self.print_type(llvm!(LLVMGetCalledFunctionType(call)))
    }

    fn print_type(&self, ty: LLVMTypeRef) -> String {
        let text = llvm!(LLVMPrintTypeToString(ty));
        // SAFETY: LLVM returns a string that ends in a zero byte and is ours to free.
        let owned = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        llvm!(LLVMDisposeMessage(text));
        owned
    }

    /// How many lanes a value has; a scalar has one.
    pub(super) fn lanes(&self, value: Value) -> usize {
        let ty = llvm!(LLVMTypeOf(value));
        match llvm!(LLVMGetTypeKind(ty)) {
            LLVMTypeKind::LLVMVectorTypeKind => llvm!(LLVMGetVectorSize(ty)) as usize,
            _ => 1,
        }
    }

    /// A lane of a vector; a scalar is its only lane.
    pub(super) fn lane(&self, value: Value, lane: usize) -> Value {
        if llvm!(LLVMGetTypeKind(LLVMTypeOf(value))) != LLVMTypeKind::LLVMVectorTypeKind {
            return value;
        }
        let index = self.int(32, lane as u64);
        llvm!(LLVMBuildExtractElement(self.builder, value, index, c"".as_ptr()))
    }

    fn int_type(&self, bits: u32) -> LLVMTypeRef {
        llvm!(LLVMIntTypeInContext(self.context, bits))
    }

    pub(super) fn int(&self, bits: u32, value: u64) -> Value {
        llvm!(LLVMConstInt(self.int_type(bits), value, 0))
    }

    /// A constant of type double or float.
    pub(super) fn real(&self, double: bool, value: f64) -> Value {
        let ty = match double {
            true => llvm!(LLVMDoubleTypeInContext(self.context)),
            false => llvm!(LLVMFloatTypeInContext(self.context)),
        };
        llvm!(LLVMConstReal(ty, value))
    }

    /// Calls a function of the module by name; `None` when there is none.
    pub(super) fn call(&self, name: &CStr, arguments: &[Value]) -> Option<Value> {
        let function = llvm!(LLVMGetNamedFunction(self.module, name.as_ptr()));
        if function.is_null() {
            return None;
        }
        let ty = llvm!(LLVMGlobalGetValueType(function));
        let mut arguments = arguments.to_vec();
        let count = arguments.len() as u32;
        Some(llvm!(LLVMBuildCall2(self.builder, ty, function, arguments.as_mut_ptr(), count, c"".as_ptr())))
    }

    /// Makes a function without parameters or result known that is defined later.
    pub(super) fn declare(&self, name: &CStr) {
        if !self.has_function(name) {
            let void = llvm!(LLVMVoidTypeInContext(self.context));
            let ty = llvm!(LLVMFunctionType(void, std::ptr::null_mut(), 0, 0));
            llvm!(LLVMAddFunction(self.module, name.as_ptr(), ty));
        }
    }

    /// Whether the module has a function of that name.
    pub(super) fn has_function(&self, name: &CStr) -> bool {
        !llvm!(LLVMGetNamedFunction(self.module, name.as_ptr())).is_null()
    }

    /// The low and the high 64 bits of a scalar of at most 128 bits.
    pub(super) fn words(&self, value: Value) -> Option<[Value; 2]> {
        let ty = llvm!(LLVMTypeOf(value));
        let as_int = match llvm!(LLVMGetTypeKind(ty)) {
            LLVMTypeKind::LLVMIntegerTypeKind => value,
            LLVMTypeKind::LLVMPointerTypeKind => {
                llvm!(LLVMBuildPtrToInt(self.builder, value, self.int_type(64), c"".as_ptr()))
            }
            kind => {
                let bits = match kind {
                    LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => 16,
                    LLVMTypeKind::LLVMFloatTypeKind => 32,
                    LLVMTypeKind::LLVMDoubleTypeKind => 64,
                    LLVMTypeKind::LLVMX86_FP80TypeKind => 80,
                    LLVMTypeKind::LLVMFP128TypeKind => 128,
                    _ => return None,
                };
                llvm!(LLVMBuildBitCast(self.builder, value, self.int_type(bits), c"".as_ptr()))
            }
        };
        let width = llvm!(LLVMGetIntTypeWidth(LLVMTypeOf(as_int)));
        let word = self.int_type(64);
        if width <= 64 {
            let low = match width {
                64 => as_int,
                _ => llvm!(LLVMBuildZExt(self.builder, as_int, word, c"".as_ptr())),
            };
            return Some([low, self.int(64, 0)]);
        }
        if width > 128 {
            return None;
        }
        let wide = match width {
            128 => as_int,
            _ => llvm!(LLVMBuildZExt(self.builder, as_int, self.int_type(128), c"".as_ptr())),
        };
        let shifted = llvm!(LLVMBuildLShr(self.builder, wide, self.int(128, 64), c"".as_ptr()));
        let low = llvm!(LLVMBuildTrunc(self.builder, wide, word, c"".as_ptr()));
        Some([low, llvm!(LLVMBuildTrunc(self.builder, shifted, word, c"".as_ptr()))])
    }

    /// The product and the sum of three floats of one type, in two steps.
    pub(super) fn multiply_and_add(&self, [a, b, c]: [Value; 3]) -> [Value; 2] {
        let product = llvm!(LLVMBuildFMul(self.builder, a, b, c"".as_ptr()));
        [product, llvm!(LLVMBuildFAdd(self.builder, product, c, c"".as_ptr()))]
    }

    /// Lets all users of an integer see one fixed value of it, even where it is poison.
    pub(super) fn freeze(&self, value: Value) {
        let frozen = llvm!(LLVMBuildFreeze(self.builder, value, c"".as_ptr()));
        llvm!(LLVMReplaceAllUsesWith(value, frozen));
        llvm!(LLVMSetOperand(frozen, 0, value));
    }

    /// Puts another value of the same type in the place of an instruction.
    pub(super) fn replace(&self, instruction: Value, by: Value) {
        llvm!(LLVMReplaceAllUsesWith(instruction, by));
        llvm!(LLVMInstructionEraseFromParent(instruction));
    }
}
