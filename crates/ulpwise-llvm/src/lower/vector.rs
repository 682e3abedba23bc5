//! Single lanes of vectors, and shuffles of them.

use super::function::FunctionLowering;
use super::lanes::Lanes;
use super::raw::Value;
use super::unsupported::{Lowered, Unsupported};
use ulpwise_ir::{IntPredicate, Slot};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn extract_element(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let index = inst.operand(1).ok_or_else(|| Unsupported::malformed("extractelement"))?;
        if let Some(number) = index.int_bits() {
            let lane = usize::try_from(number).ok().and_then(|number| lanes.get(number)).copied();
            return Ok(match lane {
                Some(lane) => Lanes::One(lane),
                // An index beyond the end gives poison.
                None => self.types(inst)?.into_iter().map(|ty| self.build.undefined(ty)).collect(),
            });
        }
        let index = self.scalar(index)?;
        let mut chosen = *lanes.first().ok_or_else(|| Unsupported::malformed("extractelement"))?;
        for (number, &lane) in lanes.iter().enumerate().skip(1) {
            let here = self.is_index(index, number);
            chosen = self.build.select(here, lane, chosen);
        }
        Ok(Lanes::One(chosen))
    }

    pub(super) fn insert_element(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let lanes = self.operand(inst, 0)?;
        let element = self.scalar_operand(inst, 1)?;
        let index = inst.operand(2).ok_or_else(|| Unsupported::malformed("insertelement"))?;
        if let Some(number) = index.int_bits() {
            let replaced =
                |(lane, &slot): (usize, &Slot)| if lane as u128 == number { element } else { slot };
            return Ok(lanes.iter().enumerate().map(replaced).collect());
        }
        let index = self.scalar(index)?;
        let replaced = lanes.iter().enumerate().map(|(number, &lane)| {
            let here = self.is_index(index, number);
            self.build.select(here, element, lane)
        });
        Ok(replaced.collect())
    }

    fn is_index(&mut self, index: Slot, number: usize) -> Slot {
        let number = self.build.bits(self.build.type_of(index), number as u128);
        self.build.compare(IntPredicate::Eq, index, number)
    }

    pub(super) fn shuffle(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let mask = inst.shuffle_mask().ok_or_else(|| Unsupported::malformed("shufflevector"))?;
        let (a, b) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
        let types = self.types(inst)?;
        let shuffled = mask.into_iter().zip(types).map(|(source, ty)| {
            let lane = source.and_then(|lane| a.iter().chain(b.iter()).nth(lane as usize)).copied();
            lane.unwrap_or_else(|| self.build.undefined(ty))
        });
        Ok(shuffled.collect())
    }
}
