//! Terminators: which edges can be taken, and what is known on each.

use crate::activation::Activation;
use crate::value::AbstractValue;
use ulpwise_interval::domain::BitVecDomain;
use ulpwise_ir::{EdgeId, Inst, Slot, SlotList, SwitchId};

impl Activation<'_, '_> {
    /// Carries out a terminator.
    pub(crate) fn leave(&mut self, inst: &Inst) {
        match *inst {
            Inst::Jump { edge } => self.take(edge, &[], &[]),
            Inst::Branch { condition, then_edge, else_edge } => {
                self.branch(condition, then_edge, true);
                self.branch(condition, else_edge, false);
            }
            Inst::Switch { value, bits, table } => self.switch(value, bits, table),
            Inst::Return { values } => self.give_back(values),
            // The way on which the call left with an exception was taken with the call.
            Inst::Landing { returned_edge, .. } => self.take(returned_edge, &[], &[]),
            Inst::Unwind { exception } => self.unwind(exception),
            // Nothing goes on from there.
            Inst::Unreachable => {}
            _ => unreachable!("{inst:?} is no terminator"),
        }
    }

    fn branch(&mut self, condition: Slot, edge: EdgeId, answer: bool) {
        if let Some(assumed) = self.assume(condition, &AbstractValue::of_bool(!answer, answer)) {
            self.take(edge, &assumed.narrowed, &assumed.compared);
        }
    }

    fn switch(&mut self, value: Slot, bits: u8, table: SwitchId) {
        let table = &self.body().switches[table];
        let width = u32::from(bits);
        let mut others = self.integer(value);
        for &(case, edge) in &table.cases {
            let wanted = AbstractValue::Int(BitVecDomain::of_bits(width, case.into()));
            if let Some(assumed) = self.assume(value, &wanted) {
                self.take(edge, &assumed.narrowed, &assumed.compared);
            }
            // Cases ascend, so a run of them at the lower end goes; others only if they are at an
            // end.
            others.remove_bits(case.into());
        }
        for &(case, _) in table.cases.iter().rev() {
            others.remove_bits(case.into());
        }
        if !others.is_empty()
            && let Some(assumed) = self.assume(value, &AbstractValue::Int(others))
        {
            self.take(table.default, &assumed.narrowed, &assumed.compared);
        }
    }

    fn give_back(&mut self, values: SlotList) {
        let values = self.body().values(values).map(|(slot, _)| self.value(slot).clone()).collect();
        self.come_back(values);
    }
}
