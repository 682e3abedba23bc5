//! The only module of the instrumentation that calls LLVM's C interface: finds, inserts and
//! replaces.
//!
//! What holds: values come from the module that the editor was made for, or were made by it; a
//! value that was erased is not used again. Functions demand the kinds of values that their
//! documentation says; the callers look at opcodes and types first.

use crate::coverage::SourceLine;
use inkwell::llvm_sys::core::{
    LLVMAddFunction, LLVMAddIncoming, LLVMBuildBitCast, LLVMBuildCall2, LLVMBuildExtractElement,
    LLVMBuildExtractValue, LLVMBuildFAdd, LLVMBuildFMul, LLVMBuildFPExt, LLVMBuildFreeze, LLVMBuildICmp,
    LLVMBuildLShr, LLVMBuildPhi, LLVMBuildPtrToInt, LLVMBuildSIToFP, LLVMBuildSelect, LLVMBuildTrunc,
    LLVMBuildUIToFP, LLVMBuildZExt, LLVMBuildZExtOrBitCast, LLVMCanValueUseFastMathFlags, LLVMConstInt,
    LLVMConstReal, LLVMCountIncoming, LLVMCountParams, LLVMCreateBuilderInContext, LLVMDisposeBuilder,
    LLVMDisposeMessage, LLVMDoubleTypeInContext, LLVMFloatTypeInContext, LLVMFunctionType,
    LLVMGetBasicBlockTerminator, LLVMGetCalledFunctionType, LLVMGetCalledValue, LLVMGetCondition,
    LLVMGetConstOpcode, LLVMGetDebugLocDirectory, LLVMGetDebugLocFilename, LLVMGetDebugLocLine,
    LLVMGetFCmpPredicate, LLVMGetFastMathFlags, LLVMGetFirstBasicBlock, LLVMGetFirstFunction,
    LLVMGetFirstGlobal, LLVMGetFirstInstruction, LLVMGetFirstUse, LLVMGetIncomingBlock, LLVMGetIncomingValue,
    LLVMGetInstructionOpcode, LLVMGetInstructionParent, LLVMGetIntTypeWidth, LLVMGetIntrinsicID,
    LLVMGetModuleContext, LLVMGetNamedFunction, LLVMGetNextBasicBlock, LLVMGetNextFunction,
    LLVMGetNextGlobal, LLVMGetNextInstruction, LLVMGetNextUse, LLVMGetNumArgOperands, LLVMGetNumOperands,
    LLVMGetNumSuccessors, LLVMGetOperand, LLVMGetParam, LLVMGetSwitchCaseValue, LLVMGetTypeKind, LLVMGetUser,
    LLVMGetValueName2, LLVMGetVectorSize, LLVMGlobalGetValueType, LLVMInstructionEraseFromParent,
    LLVMIntTypeInContext, LLVMIntrinsicGetName, LLVMIsAConstantExpr, LLVMIsAFunction,
    LLVMIsAGetElementPtrInst, LLVMIsAGlobalVariable, LLVMIsAInstruction, LLVMIsDeclaration,
    LLVMIsGlobalConstant, LLVMPositionBuilderBefore, LLVMPrintTypeToString, LLVMRemoveCallSiteEnumAttribute,
    LLVMReplaceAllUsesWith, LLVMSetOperand, LLVMTypeOf, LLVMVoidTypeInContext,
};
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind,
};
use std::ffi::CStr;

/// One call of LLVM's C interface that upholds the rules of this file.
macro_rules! llvm {
    ($call:expr) => {
        // SAFETY: the module outlives the editor; values and types come from it and are of the kind
        // that the function demands, as the documentation of the calling function says; texts end
        // in a zero byte.
        unsafe { $call }
    };
}

mod order;
mod stand_ins;
mod total;

/// The values of one of LLVM's lists.
fn list(first: Value, next: impl Fn(Value) -> Value) -> Vec<Value> {
    let not_null = |value: Value| (!value.is_null()).then_some(value);
    std::iter::successors(not_null(first), |&value| not_null(next(value))).collect()
}

/// An instruction of the module, or another value of it.
pub(crate) type Value = LLVMValueRef;

/// Changes a module.
pub(crate) struct Editor {
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
    pub(crate) fn new(module: LLVMModuleRef) -> Self {
        let context = llvm!(LLVMGetModuleContext(module));
        Self { module, context, builder: llvm!(LLVMCreateBuilderInContext(context)) }
    }

    /// What follows is inserted after that instruction, which is not a terminator.
    pub(crate) fn go_after(&self, instruction: Value) -> bool {
        let next = match self.opcode(instruction) {
            LLVMOpcode::LLVMInvoke => self.where_it_returns(instruction),
            _ => llvm!(LLVMGetNextInstruction(instruction)),
        };
        if next.is_null() {
            return false;
        }
        llvm!(LLVMPositionBuilderBefore(self.builder, next));
        true
    }

    /// What follows is inserted before that instruction.
    pub(crate) fn go_before(&self, instruction: Value) {
        llvm!(LLVMPositionBuilderBefore(self.builder, instruction));
    }

    pub(crate) fn opcode(&self, instruction: Value) -> LLVMOpcode {
        llvm!(LLVMGetInstructionOpcode(instruction))
    }

    pub(crate) fn operand(&self, instruction: Value, index: u32) -> Value {
        llvm!(LLVMGetOperand(instruction, index))
    }

    pub(crate) fn operand_count(&self, instruction: Value) -> i32 {
        llvm!(LLVMGetNumOperands(instruction))
    }

    /// An integer of at most 64 bits in 64 bits.
    pub(crate) fn as_word(&self, value: Value) -> Value {
        llvm!(LLVMBuildZExtOrBitCast(self.builder, value, self.int_type(64), c"".as_ptr()))
    }

    /// The arguments of a call.
    pub(crate) fn arguments(&self, call: Value) -> Vec<Value> {
        let count = llvm!(LLVMGetNumArgOperands(call));
        (0..count).map(|index| self.operand(call, index)).collect()
    }

    /// Whether an instruction calls something.
    pub(crate) fn is_call(&self, instruction: Value) -> bool {
        matches!(self.opcode(instruction), LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)
    }

    /// Takes an attribute off a call.
    pub(crate) fn remove_attribute(&self, call: Value, kind: u32) {
        llvm!(LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind));
    }

    /// The functions that are defined here and are the program's own.
    pub(crate) fn own_functions(&self) -> Vec<Value> {
        let functions = self.functions().into_iter();
        functions.filter(|&f| !self.is_declaration(f) && !self.name(f).starts_with("ulpwise")).collect()
    }

    /// The parameters of a function.
    pub(crate) fn parameters(&self, function: Value) -> Vec<Value> {
        (0..llvm!(LLVMCountParams(function))).map(|index| llvm!(LLVMGetParam(function, index))).collect()
    }

    /// Whether a value is a scalar of type double (`true`) or float (`false`); `None` for any other
    /// type.
    pub(crate) fn is_double(&self, value: Value) -> Option<bool> {
        match llvm!(LLVMGetTypeKind(LLVMTypeOf(value))) {
            LLVMTypeKind::LLVMDoubleTypeKind => Some(true),
            LLVMTypeKind::LLVMFloatTypeKind => Some(false),
            _ => None,
        }
    }

    /// A float or double as a double.
    pub(crate) fn as_double(&self, value: Value) -> Value {
        let double = llvm!(LLVMDoubleTypeInContext(self.context));
        match self.is_double(value) {
            Some(false) => llvm!(LLVMBuildFPExt(self.builder, value, double, c"".as_ptr())),
            _ => value,
        }
    }

    /// An integer as the double that it is; `None` where there may be none, for it has too many
    /// bits or is not a scalar.
    pub(crate) fn integer_as_double(&self, value: Value, signed: bool) -> Option<Value> {
        let ty = llvm!(LLVMTypeOf(value));
        if llvm!(LLVMGetTypeKind(ty)) != LLVMTypeKind::LLVMIntegerTypeKind
            || llvm!(LLVMGetIntTypeWidth(ty)) > 53
        {
            return None;
        }
        let double = llvm!(LLVMDoubleTypeInContext(self.context));
        Some(match signed {
            true => llvm!(LLVMBuildSIToFP(self.builder, value, double, c"".as_ptr())),
            false => llvm!(LLVMBuildUIToFP(self.builder, value, double, c"".as_ptr())),
        })
    }

    /// A member of a structure in registers.
    pub(crate) fn extract(&self, aggregate: Value, index: u32) -> Value {
        llvm!(LLVMBuildExtractValue(self.builder, aggregate, index, c"".as_ptr()))
    }

    pub(crate) fn select(&self, condition: Value, yes: Value, no: Value) -> Value {
        llvm!(LLVMBuildSelect(self.builder, condition, yes, no, c"".as_ptr()))
    }

    /// A phi of type double without incoming values.
    pub(crate) fn phi(&self) -> Value {
        let double = llvm!(LLVMDoubleTypeInContext(self.context));
        llvm!(LLVMBuildPhi(self.builder, double, c"".as_ptr()))
    }

    /// The incoming values of a phi, each with the last instruction of the block that it comes
    /// from.
    pub(crate) fn incoming(&self, phi: Value) -> Vec<(Value, Value)> {
        let count = llvm!(LLVMCountIncoming(phi));
        let each = (0..count).map(|index| {
            let block = llvm!(LLVMGetIncomingBlock(phi, index));
            (llvm!(LLVMGetIncomingValue(phi, index)), llvm!(LLVMGetBasicBlockTerminator(block)))
        });
        each.collect()
    }

    /// Adds a value to a phi, for the block that ends with an instruction.
    pub(crate) fn add_incoming(&self, phi: Value, value: Value, end: Value) {
        let (mut values, mut blocks) = ([value], [llvm!(LLVMGetInstructionParent(end))]);
        llvm!(LLVMAddIncoming(phi, values.as_mut_ptr(), blocks.as_mut_ptr(), 1));
    }

    /// Whether an address lies in a variable that never changes.
    pub(crate) fn is_in_constant(&self, mut address: Value) -> bool {
        loop {
            if !llvm!(LLVMIsAGlobalVariable(address)).is_null() {
                return llvm!(LLVMIsGlobalConstant(address)) != 0;
            }
            let instruction = !llvm!(LLVMIsAGetElementPtrInst(address)).is_null();
            let constant = !llvm!(LLVMIsAConstantExpr(address)).is_null()
                && llvm!(LLVMGetConstOpcode(address)) == LLVMOpcode::LLVMGetElementPtr;
            if !instruction && !constant {
                return false;
            }
            address = self.operand(address, 0);
        }
    }

    /// Where a function or an instruction stands in the source.
    pub(crate) fn source_line(&self, value: Value) -> Option<SourceLine> {
        let line = llvm!(LLVMGetDebugLocLine(value));
        let (mut folder_len, mut file_len) = (0, 0);
        let folder = llvm!(LLVMGetDebugLocDirectory(value, &raw mut folder_len));
        let file = llvm!(LLVMGetDebugLocFilename(value, &raw mut file_len));
        if line == 0 || file.is_null() {
            return None;
        }
        let text = |start: *const std::ffi::c_char, len: u32| {
            if start.is_null() {
                return String::new();
            }
            // SAFETY: LLVM gives the start and the length of a name that it owns.
            let name = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len as usize) };
            String::from_utf8_lossy(name).into_owned()
        };
        let path = std::path::Path::new(&text(folder, folder_len)).join(text(file, file_len));
        Some(SourceLine { file: path.to_string_lossy().into_owned(), line })
    }

    /// How many ways lead out of a block, by its last instruction, which must be a branch or a
    /// switch; otherwise 0.
    pub(crate) fn ways(&self, last: Value) -> u32 {
        match self.opcode(last) {
            LLVMOpcode::LLVMBr | LLVMOpcode::LLVMSwitch => llvm!(LLVMGetNumSuccessors(last)),
            _ => 0,
        }
    }

    /// `first` plus the number of the way that a branch or switch is about to take.
    pub(crate) fn way_taken(&self, last: Value, first: u64) -> Option<Value> {
        match self.opcode(last) {
            LLVMOpcode::LLVMBr => {
                let condition = llvm!(LLVMGetCondition(last));
                Some(self.select(condition, self.int(32, first), self.int(32, first + 1)))
            }
            LLVMOpcode::LLVMSwitch => {
                let value = self.operand(last, 0);
                let mut way = self.int(32, first);
                for index in 1..self.ways(last) {
                    let case = llvm!(LLVMGetSwitchCaseValue(last, index));
                    let equal = LLVMIntPredicate::LLVMIntEQ;
                    let is_case = llvm!(LLVMBuildICmp(self.builder, equal, value, case, c"".as_ptr()));
                    way = self.select(is_case, self.int(32, first + u64::from(index)), way);
                }
                Some(way)
            }
            _ => None,
        }
    }

    /// How a comparison of floats, which the instruction is, compares.
    pub(crate) fn float_predicate(&self, comparison: Value) -> LLVMRealPredicate {
        llvm!(LLVMGetFCmpPredicate(comparison))
    }

    /// Whether an instruction allows LLVM to compute something else.
    pub(crate) fn has_fast_math(&self, instruction: Value) -> bool {
        llvm!(LLVMCanValueUseFastMathFlags(instruction)) != 0 && llvm!(LLVMGetFastMathFlags(instruction)) != 0
    }

    /// All functions of the module.
    pub(crate) fn functions(&self) -> Vec<Value> {
        let first = llvm!(LLVMGetFirstFunction(self.module));
        list(first, |function| llvm!(LLVMGetNextFunction(function)))
    }

    /// All variables of the module.
    pub(crate) fn globals(&self) -> Vec<Value> {
        let first = llvm!(LLVMGetFirstGlobal(self.module));
        list(first, |global| llvm!(LLVMGetNextGlobal(global)))
    }

    /// All instructions of the module.
    pub(crate) fn instructions(&self) -> Vec<Value> {
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
    pub(crate) fn is_declaration(&self, global: Value) -> bool {
        llvm!(LLVMIsDeclaration(global)) != 0
    }

    pub(crate) fn is_used(&self, value: Value) -> bool {
        !llvm!(LLVMGetFirstUse(value)).is_null()
    }

    /// Whether nothing is done with a function but calling it.
    pub(crate) fn is_only_called(&self, function: Value) -> bool {
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
    pub(crate) fn name(&self, value: Value) -> String {
        let mut len = 0;
        let start = llvm!(LLVMGetValueName2(value, &raw mut len));
        // SAFETY: LLVM gives the start and the length of a name that it owns.
        let name = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) };
        String::from_utf8_lossy(name).into_owned()
    }

    /// The function that a call names, if it names one; and whether it is only declared.
    pub(crate) fn called_function(&self, call: Value) -> Option<(String, bool)> {
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
    pub(crate) fn type_text(&self, value: Value) -> String {
        self.print_type(llvm!(LLVMTypeOf(value)))
    }

    /// How LLVM prints the type that a call returns: a function type begins with it.
    pub(crate) fn called_type_text(&self, call: Value) -> String {
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
    pub(crate) fn lanes(&self, value: Value) -> usize {
        let ty = llvm!(LLVMTypeOf(value));
        match llvm!(LLVMGetTypeKind(ty)) {
            LLVMTypeKind::LLVMVectorTypeKind => llvm!(LLVMGetVectorSize(ty)) as usize,
            _ => 1,
        }
    }

    /// A lane of a vector; a scalar is its only lane.
    pub(crate) fn lane(&self, value: Value, lane: usize) -> Value {
        if llvm!(LLVMGetTypeKind(LLVMTypeOf(value))) != LLVMTypeKind::LLVMVectorTypeKind {
            return value;
        }
        let index = self.int(32, lane as u64);
        llvm!(LLVMBuildExtractElement(self.builder, value, index, c"".as_ptr()))
    }

    fn int_type(&self, bits: u32) -> LLVMTypeRef {
        llvm!(LLVMIntTypeInContext(self.context, bits))
    }

    pub(crate) fn int(&self, bits: u32, value: u64) -> Value {
        llvm!(LLVMConstInt(self.int_type(bits), value, 0))
    }

    /// A constant of type double or float.
    pub(crate) fn real(&self, double: bool, value: f64) -> Value {
        let ty = match double {
            true => llvm!(LLVMDoubleTypeInContext(self.context)),
            false => llvm!(LLVMFloatTypeInContext(self.context)),
        };
        llvm!(LLVMConstReal(ty, value))
    }

    /// Calls a function of the module by name; `None` when there is none.
    pub(crate) fn call(&self, name: &CStr, arguments: &[Value]) -> Option<Value> {
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
    pub(crate) fn declare(&self, name: &CStr) {
        if !self.has_function(name) {
            let void = llvm!(LLVMVoidTypeInContext(self.context));
            let ty = llvm!(LLVMFunctionType(void, std::ptr::null_mut(), 0, 0));
            llvm!(LLVMAddFunction(self.module, name.as_ptr(), ty));
        }
    }

    /// Whether the module has a function of that name.
    pub(crate) fn has_function(&self, name: &CStr) -> bool {
        !llvm!(LLVMGetNamedFunction(self.module, name.as_ptr())).is_null()
    }

    /// The low and the high 64 bits of a scalar of at most 128 bits.
    pub(crate) fn words(&self, value: Value) -> Option<[Value; 2]> {
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
    pub(crate) fn multiply_and_add(&self, [a, b, c]: [Value; 3]) -> [Value; 2] {
        let product = llvm!(LLVMBuildFMul(self.builder, a, b, c"".as_ptr()));
        [product, llvm!(LLVMBuildFAdd(self.builder, product, c, c"".as_ptr()))]
    }

    /// Lets all users of an integer see one fixed value of it, even where it is poison.
    pub(crate) fn freeze(&self, value: Value) {
        let frozen = llvm!(LLVMBuildFreeze(self.builder, value, c"".as_ptr()));
        llvm!(LLVMReplaceAllUsesWith(value, frozen));
        llvm!(LLVMSetOperand(frozen, 0, value));
    }

    /// Replaces an instruction by another value of the same type.
    pub(crate) fn replace(&self, instruction: Value, by: Value) {
        llvm!(LLVMReplaceAllUsesWith(instruction, by));
        llvm!(LLVMInstructionEraseFromParent(instruction));
    }
}
