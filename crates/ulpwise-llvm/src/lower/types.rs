//! LLVM's types as lists of scalars.
//!
//! A vector, array or struct has no value of its own in ulpwise-ir: it is the list of its scalars,
//! in order. A [`TypeShape`] says which these are and where each one lies in memory.

use super::raw::{LlvmType, RawModule};
use super::unsupported::{Lowered, Unsupported, unsupported};
use inkwell::llvm_sys::LLVMTypeKind as Kind;
use std::collections::HashMap;
use std::rc::Rc;
use ulpwise_ir::{FloatFormat, Type};

/// Larger aggregates are only supported in memory, not as values: every element would become a
/// value of its own.
const MAX_LEAVES: usize = 4096;

/// One scalar of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Its type.
    pub(super) ty: Type,
    /// Where it begins in memory, in bits: the lanes of a vector lie bit next to bit.
    pub(super) bit_offset: u64,
}

/// The scalars of a type, in order.
#[derive(Debug)]
pub(super) struct TypeShape {
    /// The scalars.
    pub(super) leaves: Vec<Leaf>,
}

impl TypeShape {
    /// The types alone.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.leaves.iter().map(|leaf| leaf.ty)
    }
}

/// The shapes of the module's types, each computed once.
pub(super) struct Shapes<'m> {
    module: RawModule<'m>,
    known: HashMap<LlvmType<'m>, Lowered<Rc<TypeShape>>>,
}

impl<'m> Shapes<'m> {
    pub(super) fn new(module: RawModule<'m>) -> Self {
        Self { module, known: HashMap::new() }
    }

    /// The shape of a type.
    pub(super) fn shape(&mut self, ty: LlvmType<'m>) -> Lowered<Rc<TypeShape>> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let mut leaves = Vec::new();
        let shape = flatten(self.module, ty, 0, &mut leaves).map(|()| Rc::new(TypeShape { leaves }));
        self.known.insert(ty, shape.clone());
        shape
    }

    /// The type of a value that must be a scalar.
    pub(super) fn scalar(&self, ty: LlvmType<'m>) -> Lowered<Type> {
        match scalar_type(self.module, ty)? {
            Some(scalar) => Ok(scalar),
            None => unsupported(format!("{} where a single value is expected", ty.print())),
        }
    }

    /// The run of scalars that one element of an aggregate takes: the first one, how many, and the
    /// element's type.
    pub(super) fn part(&mut self, ty: LlvmType<'m>, path: &[u32]) -> Lowered<(usize, usize, LlvmType<'m>)> {
        let (mut start, mut ty) = (0, ty);
        for &index in path {
            let index = index as usize;
            if let Some((element, _)) = ty.elements() {
                start += index * self.shape(element)?.leaves.len();
                ty = element;
            } else {
                let fields = ty.fields().ok_or_else(|| Unsupported::ty(ty))?;
                for &field in fields.iter().take(index) {
                    start += self.shape(field)?.leaves.len();
                }
                ty = *fields.get(index).ok_or_else(|| Unsupported::ty(ty))?;
            }
        }
        Ok((start, self.shape(ty)?.leaves.len(), ty))
    }
}

/// The scalar type, `None` when the type is made of several (or no) scalars.
fn scalar_type(module: RawModule<'_>, ty: LlvmType<'_>) -> Lowered<Option<Type>> {
    Ok(Some(match ty.kind() {
        Kind::LLVMIntegerTypeKind => match ty.int_width().and_then(|width| u8::try_from(width).ok()) {
            Some(width) if width <= Type::MAX_INT_BITS => Type::Int(width),
            _ => return unsupported(format!("integers of more than 128 bits ({})", ty.print())),
        },
        Kind::LLVMHalfTypeKind => Type::Float(FloatFormat::F16),
        Kind::LLVMBFloatTypeKind => Type::Float(FloatFormat::BF16),
        Kind::LLVMFloatTypeKind => Type::Float(FloatFormat::F32),
        Kind::LLVMDoubleTypeKind => Type::Float(FloatFormat::F64),
        Kind::LLVMX86_FP80TypeKind => Type::Float(FloatFormat::X87),
        Kind::LLVMFP128TypeKind => Type::Float(FloatFormat::F128),
        Kind::LLVMPointerTypeKind if module.size_in_bits(ty) == 64 => Type::Pointer,
        Kind::LLVMVoidTypeKind
        | Kind::LLVMStructTypeKind
        | Kind::LLVMArrayTypeKind
        | Kind::LLVMVectorTypeKind => {
            return Ok(None);
        }
        _ => return Err(Unsupported::ty(ty)),
    }))
}

/// Appends the scalars of `ty`, which begins `base` bits into the whole.
fn flatten<'m>(module: RawModule<'m>, ty: LlvmType<'m>, base: u64, leaves: &mut Vec<Leaf>) -> Lowered<()> {
    if let Some(scalar) = scalar_type(module, ty)? {
        leaves.push(Leaf { ty: scalar, bit_offset: base });
        return Ok(());
    }
    if let Some((element, count)) = ty.elements() {
        let stride = match ty.is_vector() {
            true => module.size_in_bits(element),
            false => module.allocated_size(element) * 8,
        };
        for index in 0..count {
            let before = leaves.len();
            flatten(module, element, base + index * stride, leaves)?;
            if leaves.len() == before {
                break;
            }
            if leaves.len() > MAX_LEAVES {
                return unsupported(format!("a value of more than {MAX_LEAVES} scalars"));
            }
        }
        return Ok(());
    }
    if ty.kind() == Kind::LLVMVoidTypeKind {
        return Ok(());
    }
    let fields = ty.fields().ok_or_else(|| Unsupported::ty(ty))?;
    for (index, field) in (0..).zip(fields) {
        flatten(module, field, base + module.field_offset(ty, index) * 8, leaves)?;
        if leaves.len() > MAX_LEAVES {
            return unsupported(format!("a value of more than {MAX_LEAVES} scalars"));
        }
    }
    Ok(())
}
