//! Debug information: locations, scopes, types, and the variables that debug records mention.
//!
//! The C interface has no accessor for many fields. Those that are operands are read by position,
//! which `DebugInfoMetadata.h` of LLVM 22 fixes; those that are plain numbers inside the node (the
//! encoding of a basic type, the number of a parameter) are read from the printed node.

use super::{RawModule, Value, llvm, text_of};
use inkwell::llvm_sys::core::{
    LLVMDbgRecordGetKind, LLVMDbgVariableRecordGetVariable, LLVMGetFirstDbgRecord, LLVMGetMDNodeNumOperands,
    LLVMGetMDNodeOperands, LLVMGetMDString, LLVMGetNextDbgRecord, LLVMMetadataAsValue, LLVMValueAsMetadata,
};
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFlagBitField, LLVMDIFlagTypePassByReference, LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt,
    LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMDISubprogramGetLine,
    LLVMDITypeGetFlags, LLVMDITypeGetOffsetInBits, LLVMDITypeGetSizeInBits, LLVMGetDINodeTag,
    LLVMGetMetadataKind, LLVMMetadataKind,
};
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use inkwell::llvm_sys::{LLVMDbgRecordKind, LLVMValueKind};
use std::marker::PhantomData;

/// A node of metadata.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::lower) struct Metadata<'m>(LLVMMetadataRef, PhantomData<&'m ()>);

impl<'m> Metadata<'m> {
    pub(super) fn from_nullable(pointer: LLVMMetadataRef) -> Option<Self> {
        (!pointer.is_null()).then_some(Self(pointer, PhantomData))
    }

    fn kind(self) -> LLVMMetadataKind {
        llvm!(LLVMGetMetadataKind(self.0))
    }

    fn as_value(self, module: RawModule<'m>) -> Option<Value<'m>> {
        Value::from_nullable(llvm!(LLVMMetadataAsValue(module.context(), self.0)))
    }

    /// Whether it is a node, which has operands (and not a string or a constant).
    fn is_node(self) -> bool {
        !matches!(
            self.kind(),
            LLVMMetadataKind::LLVMMDStringMetadataKind
                | LLVMMetadataKind::LLVMConstantAsMetadataMetadataKind
                | LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind
                | LLVMMetadataKind::LLVMDistinctMDOperandPlaceholderMetadataKind
                | LLVMMetadataKind::LLVMDIArgListMetadataKind
        )
    }

    /// The operands, `None` where the field is empty.
    fn operand_values(self, module: RawModule<'m>) -> Vec<Option<Value<'m>>> {
        let Some(value) = self.as_value(module).filter(|_| self.is_node()) else { return Vec::new() };
        let count = llvm!(LLVMGetMDNodeNumOperands(value.pointer())) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        llvm!(LLVMGetMDNodeOperands(value.pointer(), operands.as_mut_ptr()));
        operands.into_iter().map(Value::from_nullable).collect()
    }

    /// The operands that are metadata themselves, `None` where the field is empty or a constant.
    pub(in crate::lower) fn operands(self, module: RawModule<'m>) -> Vec<Option<Self>> {
        let as_metadata = |value: Value<'m>| {
            if value.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
                return None;
            }
            Self::from_nullable(llvm!(LLVMValueAsMetadata(value.pointer())))
        };
        self.operand_values(module).into_iter().map(|operand| operand.and_then(as_metadata)).collect()
    }

    /// The operand at a position that holds metadata.
    pub(in crate::lower) fn operand(self, module: RawModule<'m>, index: usize) -> Option<Self> {
        self.operands(module).get(index).copied().flatten()
    }

    /// The operand at a position that holds a text.
    pub(in crate::lower) fn text_operand(self, module: RawModule<'m>, index: usize) -> Option<&'m str> {
        let operand = self.operand(module, index)?;
        if !matches!(operand.kind(), LLVMMetadataKind::LLVMMDStringMetadataKind) {
            return None;
        }
        let value = operand.as_value(module)?;
        let mut len = 0;
        let start = llvm!(LLVMGetMDString(value.pointer(), &raw mut len));
        Some(text_of(start, len as usize))
    }

    /// The operand at a position that holds an integer constant.
    pub(in crate::lower) fn int_operand(self, module: RawModule<'m>, index: usize) -> Option<i64> {
        self.operand_values(module).get(index).copied().flatten()?.int_signed()
    }

    /// The node as LLVM prints it, with references to other nodes as addresses; empty when LLVM's
    /// printer would crash.
    pub(in crate::lower) fn print(self, module: RawModule<'m>) -> String {
        if !self.has_texts_in_place(module) {
            return String::new();
        }
        self.as_value(module).map_or_else(String::new, Value::print)
    }

    /// Whether the operands that must be texts are: LLVM's verifier does not check it, and LLVM's
    /// printer and accessors rely on it.
    fn has_texts_in_place(self, module: RawModule<'m>) -> bool {
        let positions: &[usize] = match self.kind() {
            LLVMMetadataKind::LLVMDILocalVariableMetadataKind => &[1],
            LLVMMetadataKind::LLVMDIEnumeratorMetadataKind => &[0],
            LLVMMetadataKind::LLVMDICompileUnitMetadataKind => &[1, 2, 3, 9, 10],
            LLVMMetadataKind::LLVMDIBasicTypeMetadataKind => &[2],
            _ => return false,
        };
        let operands = self.operand_values(module);
        positions.iter().all(|&position| match operands.get(position) {
            Some(Some(_)) => self.text_operand(module, position).is_some(),
            Some(None) | None => true,
        })
    }

    /// The DWARF tag of a type or member; 0 for other nodes.
    pub(in crate::lower) fn tag(self) -> u16 {
        if self.is_type() { llvm!(LLVMGetDINodeTag(self.0)) } else { 0 }
    }

    pub(in crate::lower) fn is_location(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDILocationMetadataKind)
    }

    pub(in crate::lower) fn is_subprogram(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDISubprogramMetadataKind)
    }

    pub(in crate::lower) fn is_type(self) -> bool {
        matches!(
            self.kind(),
            LLVMMetadataKind::LLVMDIBasicTypeMetadataKind
                | LLVMMetadataKind::LLVMDIDerivedTypeMetadataKind
                | LLVMMetadataKind::LLVMDICompositeTypeMetadataKind
                | LLVMMetadataKind::LLVMDISubroutineTypeMetadataKind
                | LLVMMetadataKind::LLVMDIStringTypeMetadataKind
                | LLVMMetadataKind::LLVMDISubrangeTypeMetadataKind
                | LLVMMetadataKind::LLVMDIFixedPointTypeMetadataKind
        )
    }

    pub(in crate::lower) fn is_namespace(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDINamespaceMetadataKind)
    }

    /// Whether it is a scope with nothing named around it.
    pub(in crate::lower) fn is_file_or_unit(self) -> bool {
        matches!(
            self.kind(),
            LLVMMetadataKind::LLVMDIFileMetadataKind | LLVMMetadataKind::LLVMDICompileUnitMetadataKind
        )
    }

    /// Whether a member shares bytes with others.
    pub(in crate::lower) fn is_bit_field(self) -> bool {
        self.is_type() && llvm!(LLVMDITypeGetFlags(self.0)) & LLVMDIFlagBitField != 0
    }

    /// Line and column of a location.
    pub(in crate::lower) fn line_and_column(self) -> Option<(u32, u32)> {
        self.is_location()
            .then(|| (llvm!(LLVMDILocationGetLine(self.0)), llvm!(LLVMDILocationGetColumn(self.0))))
    }

    /// The scope of a location.
    pub(in crate::lower) fn location_scope(self) -> Option<Self> {
        if !self.is_location() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMDILocationGetScope(self.0)))
    }

    /// Where the call stands that was inlined to bring a location here.
    pub(in crate::lower) fn inlined_at(self) -> Option<Self> {
        if !self.is_location() {
            return None;
        }
        Self::from_nullable(llvm!(LLVMDILocationGetInlinedAt(self.0)))
    }

    /// The file of a scope.
    pub(in crate::lower) fn scope_file(self) -> Option<Self> {
        let is_scope = matches!(
            self.kind(),
            LLVMMetadataKind::LLVMDISubprogramMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
                | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
                | LLVMMetadataKind::LLVMDICompileUnitMetadataKind
                | LLVMMetadataKind::LLVMDIFileMetadataKind
        );
        if !is_scope {
            return None;
        }
        Self::from_nullable(llvm!(LLVMDIScopeGetFile(self.0)))
    }

    /// Directory and name of a file.
    pub(in crate::lower) fn file_path(self, module: RawModule<'m>) -> Option<(&'m str, &'m str)> {
        if !matches!(self.kind(), LLVMMetadataKind::LLVMDIFileMetadataKind) {
            return None;
        }
        Some((self.text_operand(module, 1).unwrap_or_default(), self.text_operand(module, 0)?))
    }

    /// The line where a function is defined.
    pub(in crate::lower) fn subprogram_line(self) -> u32 {
        if self.is_subprogram() { llvm!(LLVMDISubprogramGetLine(self.0)) } else { 0 }
    }

    /// The name of a type, empty when it has none.
    pub(in crate::lower) fn type_name(self, module: RawModule<'m>) -> &'m str {
        if self.is_type() { self.text_operand(module, 2).unwrap_or_default() } else { "" }
    }

    /// Whether values of a C++ class are passed by the address of a copy, however small they are.
    pub(in crate::lower) fn is_passed_by_address(self) -> bool {
        self.is_type() && llvm!(LLVMDITypeGetFlags(self.0)) & LLVMDIFlagTypePassByReference != 0
    }

    /// The size of a type.
    pub(in crate::lower) fn type_bits(self) -> u64 {
        if self.is_type() { llvm!(LLVMDITypeGetSizeInBits(self.0)) } else { 0 }
    }

    /// The offset of a member.
    pub(in crate::lower) fn type_offset_bits(self) -> u64 {
        if self.is_type() { llvm!(LLVMDITypeGetOffsetInBits(self.0)) } else { 0 }
    }
}

impl<'m> Value<'m> {
    /// The variables that the debug records before this instruction mention.
    pub(in crate::lower) fn debug_variables(self) -> impl Iterator<Item = Metadata<'m>> {
        let first = match self.opcode() {
            Some(_) => llvm!(LLVMGetFirstDbgRecord(self.pointer())),
            None => std::ptr::null_mut(),
        };
        let records = std::iter::successors((!first.is_null()).then_some(first), |&record| {
            let next = llvm!(LLVMGetNextDbgRecord(record));
            (!next.is_null()).then_some(next)
        });
        records.filter_map(|record| {
            // A label has no variable, and asking it for one is undefined.
            if matches!(llvm!(LLVMDbgRecordGetKind(record)), LLVMDbgRecordKind::LLVMDbgRecordLabel) {
                return None;
            }
            Metadata::from_nullable(llvm!(LLVMDbgVariableRecordGetVariable(record)))
        })
    }
}
