//! Lowers one function: the state, and the way from LLVM's values to slots.

use super::blocks::PendingEdge;
use super::builder::BodyBuilder;
use super::constants::Folded;
use super::context::Context;
use super::lanes::Lanes;
use super::raw::{LlvmBlock, Value};
use super::unsupported::{Lowered, Unsupported, unsupported};
use inkwell::llvm_sys::LLVMValueKind;
use std::collections::HashMap;
use ulpwise_ir::{BlockId, Constant, FloatFormat, Slot, Target, Type};

/// A function while it is lowered.
pub(super) struct FunctionLowering<'c, 'm> {
    /// What all functions share.
    pub(super) context: &'c mut Context<'m>,
    /// The body so far.
    pub(super) build: BodyBuilder,
    /// Whether the code generator would fuse `llvm.fmuladd`.
    pub(super) has_fma: bool,
    /// The blocks that can be reached.
    pub(super) blocks: HashMap<LlvmBlock<'m>, BlockId>,
    /// The edges whose arguments are not known yet.
    pub(super) pending_edges: Vec<PendingEdge<'m>>,
    pub(super) values: HashMap<Value<'m>, Lanes>,
    /// The exceptions that landing pads get.
    pub(super) landings: HashMap<Value<'m>, Slot>,
    /// The blocks that lead to each block.
    pub(super) predecessors: HashMap<LlvmBlock<'m>, Vec<LlvmBlock<'m>>>,
    /// How many instructions of ours each of LLVM's became.
    pub(super) written: HashMap<Value<'m>, usize>,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The scalars of a value; instructions may be needed to compute a constant expression.
    pub(super) fn value(&mut self, value: Value<'m>) -> Lowered<Lanes> {
        if let Some(lanes) = self.values.get(&value) {
            return Ok(lanes.clone());
        }
        if value.is_constant() {
            return self.constant(value);
        }
        self.context.shapes.shape(value.ty())?;
        unsupported("a value that is used before it is defined")
    }

    /// An operand of an instruction.
    pub(super) fn operand(&mut self, inst: Value<'m>, index: u32) -> Lowered<Lanes> {
        let value = inst.operand(index).ok_or_else(|| Unsupported::malformed("operands"))?;
        self.value(value)
    }

    /// The scalar that a value is.
    pub(super) fn scalar(&mut self, value: Value<'m>) -> Lowered<Slot> {
        let lanes = self.value(value)?;
        match &lanes[..] {
            [slot] => Ok(*slot),
            _ => unsupported(format!("{} where a single value is expected", value.ty().print())),
        }
    }

    /// An operand of an instruction that is a scalar.
    pub(super) fn scalar_operand(&mut self, inst: Value<'m>, index: u32) -> Lowered<Slot> {
        let value = inst.operand(index).ok_or_else(|| Unsupported::malformed("operands"))?;
        self.scalar(value)
    }

    /// The types of the scalars of a value.
    pub(super) fn types(&mut self, value: Value<'m>) -> Lowered<Vec<Type>> {
        Ok(self.context.shapes.shape(value.ty())?.types().collect())
    }

    /// The format of a slot that holds a float.
    pub(super) fn format(&self, slot: Slot) -> Lowered<FloatFormat> {
        match self.build.type_of(slot) {
            Type::Float(format) => Ok(format),
            other => unsupported(format!("{other} where a floating-point number is expected")),
        }
    }

    fn constant(&mut self, value: Value<'m>) -> Lowered<Lanes> {
        let shape = self.context.shapes.shape(value.ty())?;
        if value.is_undefined() {
            return Ok(shape.types().map(|ty| self.build.undefined(ty)).collect());
        }
        if value.kind() == LLVMValueKind::LLVMConstantAggregateZeroValueKind {
            return Ok(shape.types().map(|ty| self.build.bits(ty, 0)).collect());
        }
        if value.may_be_missing() {
            let name = value.name();
            return unsupported(format!("the address of '{name}', which need not be defined anywhere"));
        }
        if let [leaf] = shape.leaves[..]
            && let Some(folded) = self.context.fold(value)
        {
            return Ok(Lanes::One(self.folded(leaf.ty, folded)));
        }
        if let Some(opcode) = value.expression_opcode() {
            return self.operation(opcode, value);
        }
        let count = match value.ty().elements() {
            Some((_, count)) => u32::try_from(count).unwrap_or(u32::MAX),
            None => value.ty().fields().map_or(0, |fields| fields.len() as u32),
        };
        let mut lanes = Vec::with_capacity(shape.leaves.len());
        for index in 0..count {
            let element =
                value.element(index).ok_or_else(|| Unsupported(format!("the constant {}", value.print())))?;
            lanes.extend_from_slice(&self.value(element)?);
        }
        if lanes.len() != shape.leaves.len() {
            return unsupported(format!("the constant {}", value.print()));
        }
        Ok(lanes.into_iter().collect())
    }

    fn folded(&mut self, ty: Type, folded: Folded) -> Slot {
        let (target, offset) = match folded {
            Folded::Bits(bits) => return self.build.bits(ty, bits),
            Folded::Undefined => return self.build.undefined(ty),
            Folded::Address(target, offset) => (target, offset),
        };
        let address = match target {
            Target::Global(global) => {
                self.build.constant(Type::Pointer, Constant::GlobalAddress(global, offset))
            }
            Target::Function(function) => {
                let address = self.build.constant(Type::Pointer, Constant::FunctionAddress(function));
                self.build.add_bytes(address, offset)
            }
        };
        self.build.retype(address, ty)
    }
}
