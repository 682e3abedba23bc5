//! Constants as values.

use super::body::{BodyBuilder, BuilderValue};
use super::{F32, F64, I1, I32, I64, PTR};
use crate::body::Constant;
use crate::module::{FunctionId, GlobalId};
use crate::types::Type;

impl BodyBuilder<'_> {
    /// These bits as a value of this type.
    pub fn bits(&mut self, ty: Type, bits: u128) -> BuilderValue {
        self.constant(ty, Constant::Bits(bits))
    }

    /// A `double`.
    pub fn f64(&mut self, number: f64) -> BuilderValue {
        self.bits(F64, number.to_bits().into())
    }

    /// A `float`.
    pub fn f32(&mut self, number: f32) -> BuilderValue {
        self.bits(F32, number.to_bits().into())
    }

    /// An integer of 32 bits.
    pub fn i32(&mut self, number: i32) -> BuilderValue {
        self.bits(I32, (number as u32).into())
    }

    /// An integer of 64 bits.
    pub fn i64(&mut self, number: i64) -> BuilderValue {
        self.bits(I64, (number as u64).into())
    }

    /// A truth value.
    pub fn bool(&mut self, truth: bool) -> BuilderValue {
        self.bits(I1, truth.into())
    }

    /// No particular value.
    pub fn undefined(&mut self, ty: Type) -> BuilderValue {
        self.constant(ty, Constant::Undefined)
    }

    /// The address of a global, plus so many bytes.
    pub fn global_address(&mut self, global: GlobalId, offset: i64) -> BuilderValue {
        self.constant(PTR, Constant::GlobalAddress(global, offset))
    }

    /// The address of a function.
    pub fn function_address(&mut self, function: FunctionId) -> BuilderValue {
        self.constant(PTR, Constant::FunctionAddress(function))
    }
}
