//! The provisional numbers of constants, and where the constants end up.

use ulpwise_ir::Slot;

/// The first provisional number of a constant; no function has that many locals.
pub(super) const FIRST_CONSTANT: u32 = 1 << 31;

/// Which provisional numbers of constants are used, and where they end up.
pub(super) struct ConstantPlaces {
    used: Vec<Option<Slot>>,
}

impl ConstantPlaces {
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

    /// Sets the place of a constant; false when nobody uses it.
    pub(super) fn assign(&mut self, slot: Slot, place: Slot) -> bool {
        let entry = Self::index(slot).and_then(|index| self.used.get_mut(index)?.as_mut());
        entry.map(|entry| *entry = place).is_some()
    }

    /// The final number of a slot; that of a local stays.
    pub(super) fn of(&self, slot: Slot) -> Slot {
        Self::index(slot).and_then(|index| self.used[index]).unwrap_or(slot)
    }
}
