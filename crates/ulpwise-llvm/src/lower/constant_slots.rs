//! The provisional slots of constants, and their final slots.

use ulpwise_ir::Slot;

/// The first provisional number of a constant; no function has that many locals.
pub(super) const FIRST_CONSTANT: u32 = 1 << 31;

/// Which provisional slots of constants are used, and their final slots.
pub(super) struct ConstantSlots {
    used: Vec<Option<Slot>>,
}

impl ConstantSlots {
    /// So many provisional numbers, none used.
    pub(super) fn new(count: usize) -> Self {
        Self { used: vec![None; count] }
    }

    fn index(slot: Slot) -> Option<usize> {
        slot.as_u32().checked_sub(FIRST_CONSTANT).map(|index| index as usize)
    }

    /// Notes that a slot, constant or not, is used.
    pub(super) fn mark(&mut self, slot: Slot) {
        if let Some(index) = Self::index(slot) {
            self.used[index] = Some(slot);
        }
    }

    /// Sets the final slot of a constant; false when it is unused.
    pub(super) fn assign(&mut self, slot: Slot, last: Slot) -> bool {
        let entry = Self::index(slot).and_then(|index| self.used.get_mut(index)?.as_mut());
        entry.map(|entry| *entry = last).is_some()
    }

    /// The final number of a slot; that of a local stays.
    pub(super) fn final_slot(&self, slot: Slot) -> Slot {
        Self::index(slot).and_then(|index| self.used[index]).unwrap_or(slot)
    }
}
