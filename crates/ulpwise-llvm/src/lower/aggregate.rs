//! `extractvalue` and `insertvalue`: no instruction is needed, the scalars are already apart.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn extract_value(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let malformed = || Unsupported::malformed("extractvalue");
        let path = inst.aggregate_path().ok_or_else(malformed)?;
        let whole = inst.operand(0).ok_or_else(malformed)?;
        let (start, len, _) = self.context.shapes.part(whole.ty(), path)?;
        let lanes = self.value(whole)?;
        Ok(lanes.get(start..start + len).ok_or_else(malformed)?.iter().copied().collect())
    }

    pub(super) fn insert_value(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let malformed = || Unsupported::malformed("insertvalue");
        let path = inst.aggregate_path().ok_or_else(malformed)?;
        let whole = inst.operand(0).ok_or_else(malformed)?;
        let (start, len, _) = self.context.shapes.part(whole.ty(), path)?;
        let part = self.operand(inst, 1)?;
        let mut lanes = self.value(whole)?.to_vec();
        let range = lanes.get_mut(start..start + len).filter(|range| range.len() == part.len());
        range.ok_or_else(malformed)?.copy_from_slice(&part);
        Ok(lanes.into_iter().collect())
    }
}
