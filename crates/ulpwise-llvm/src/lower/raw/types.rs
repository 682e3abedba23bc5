//! LLVM's types.

use super::{llvm, owned_text};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType,
    LLVMGetIntTypeWidth, LLVMGetParamTypes, LLVMGetReturnType, LLVMGetTypeKind, LLVMGetVectorSize,
    LLVMIsFunctionVarArg, LLVMIsOpaqueStruct, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
    LLVMTypeIsSized,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use std::marker::PhantomData;

/// A type of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::lower) struct LlvmType<'m>(pub(super) LLVMTypeRef, PhantomData<&'m ()>);

impl<'m> LlvmType<'m> {
    pub(super) fn new(pointer: LLVMTypeRef) -> Self {
        Self(pointer, PhantomData)
    }

    /// What kind of type it is.
    pub(in crate::lower) fn kind(self) -> LLVMTypeKind {
        llvm!(LLVMGetTypeKind(self.0))
    }

    /// The width of an integer type.
    pub(in crate::lower) fn int_width(self) -> Option<u32> {
        (self.kind() == LLVMTypeKind::LLVMIntegerTypeKind).then(|| llvm!(LLVMGetIntTypeWidth(self.0)))
    }

    /// Whether it is a floating-point format, or a vector of one.
    pub(in crate::lower) fn is_float(self) -> bool {
        use LLVMTypeKind::{
            LLVMBFloatTypeKind, LLVMDoubleTypeKind, LLVMFP128TypeKind, LLVMFloatTypeKind, LLVMHalfTypeKind,
            LLVMX86_FP80TypeKind,
        };
        match self.kind() {
            LLVMHalfTypeKind | LLVMBFloatTypeKind | LLVMFloatTypeKind | LLVMDoubleTypeKind
            | LLVMX86_FP80TypeKind | LLVMFP128TypeKind => true,
            LLVMTypeKind::LLVMVectorTypeKind => {
                self.elements().is_some_and(|(element, _)| element.is_float())
            }
            _ => false,
        }
    }

    /// Whether it is a vector of a fixed number of lanes.
    pub(in crate::lower) fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    /// The element type and the number of elements of an array or fixed vector.
    pub(in crate::lower) fn elements(self) -> Option<(Self, u64)> {
        let count = match self.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => llvm!(LLVMGetArrayLength2(self.0)),
            LLVMTypeKind::LLVMVectorTypeKind => u64::from(llvm!(LLVMGetVectorSize(self.0))),
            _ => return None,
        };
        Some((Self::new(llvm!(LLVMGetElementType(self.0))), count))
    }

    /// The types of the fields of a struct.
    pub(in crate::lower) fn fields(self) -> Option<Vec<Self>> {
        if self.kind() != LLVMTypeKind::LLVMStructTypeKind || llvm!(LLVMIsOpaqueStruct(self.0)) != 0 {
            return None;
        }
        let count = llvm!(LLVMCountStructElementTypes(self.0));
        Some((0..count).map(|index| Self::new(llvm!(LLVMStructGetTypeAtIndex(self.0, index)))).collect())
    }

    /// Whether values of it have a size.
    pub(in crate::lower) fn is_sized(self) -> bool {
        llvm!(LLVMTypeIsSized(self.0)) != 0
    }

    /// Parameters, result and whether more arguments may follow, of a function type.
    pub(in crate::lower) fn signature(self) -> Option<(Vec<Self>, Self, bool)> {
        if self.kind() != LLVMTypeKind::LLVMFunctionTypeKind {
            return None;
        }
        let count = llvm!(LLVMCountParamTypes(self.0));
        let mut parameters = vec![std::ptr::null_mut(); count as usize];
        llvm!(LLVMGetParamTypes(self.0, parameters.as_mut_ptr()));
        let result = Self::new(llvm!(LLVMGetReturnType(self.0)));
        let variadic = llvm!(LLVMIsFunctionVarArg(self.0)) != 0;
        Some((parameters.into_iter().map(Self::new).collect(), result, variadic))
    }

    /// The type as LLVM prints it.
    pub(in crate::lower) fn print(self) -> String {
        owned_text(llvm!(LLVMPrintTypeToString(self.0)))
    }
}
