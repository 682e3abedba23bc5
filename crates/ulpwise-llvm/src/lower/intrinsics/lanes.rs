//! Lanes of vectors moved around: no instruction is needed.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::Value;
use super::super::unsupported::{Lowered, Unsupported};
use ulpwise_ir::Slot;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` when the name is of another family.
    pub(super) fn lane_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Lanes>> {
        Some(match name {
            "vector.reverse" => self.operand(inst, 0).map(|lanes| lanes.iter().rev().copied().collect()),
            "vector.interleave2" => self.interleave(inst),
            "vector.deinterleave2" => self.operand(inst, 0).map(|lanes| {
                let every_other = |start: usize| lanes.iter().skip(start).step_by(2).copied();
                every_other(0).chain(every_other(1)).collect()
            }),
            "vector.extract" => self.extract_lanes(inst),
            "vector.insert" => self.insert_lanes(inst),
            "stepvector" => self.types(inst).map(|types| {
                types.into_iter().enumerate().map(|(lane, ty)| self.build.bits(ty, lane as u128)).collect()
            }),
            _ => return None,
        })
    }

    fn interleave(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        Ok(a.iter().zip(b.iter()).flat_map(|(&a, &b)| [a, b]).collect())
    }

    /// The lane that a constant operand names.
    fn lane_number(inst: Value<'m>, index: u32) -> Lowered<usize> {
        let number = inst.operand(index).and_then(Value::int_bits);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| Unsupported::malformed("lane number"))
    }

    fn extract_lanes(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let (start, len) = (Self::lane_number(inst, 1)?, self.types(inst)?.len());
        let part = start.checked_add(len).and_then(|end| lanes.get(start..end));
        Ok(part.ok_or_else(|| Unsupported::malformed("llvm.vector.extract"))?.iter().copied().collect())
    }

    fn insert_lanes(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let mut lanes: Vec<Slot> = self.operand(inst, 0)?.to_vec();
        let part = self.operand(inst, 1)?;
        let start = Self::lane_number(inst, 2)?;
        let range = start.checked_add(part.len()).and_then(|end| lanes.get_mut(start..end));
        range.ok_or_else(|| Unsupported::malformed("llvm.vector.insert"))?.copy_from_slice(&part);
        Ok(lanes.into_iter().collect())
    }
}
