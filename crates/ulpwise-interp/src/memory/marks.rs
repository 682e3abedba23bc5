//! What a symbolic executor does with memory: marks bytes that it knows better, and makes copies
//! that share what neither changes.

use super::{Access, Memory, MemoryFault, range, split};

impl Memory {
    /// Makes copies share its objects until one of them writes.
    pub fn share(&mut self) {
        for object in &mut self.objects {
            object.share();
        }
    }

    /// Marks bytes.
    ///
    /// # Errors
    /// They do not belong to one living, writable object.
    pub fn mark(&mut self, address: u64, len: usize) -> Result<(), MemoryFault> {
        if len == 0 {
            return Ok(());
        }
        let (index, offset) = split(address);
        let range = range(offset, len);
        let fits = self.objects.get(index).is_some_and(|object| range.end <= object.len());
        if fits && self.objects[index].mark(range) {
            return Ok(());
        }
        Err(self.diagnose(address, len as u64, Access::Write))
    }

    /// Whether the byte at an address is marked; `false` where there is none.
    pub fn is_marked(&self, address: u64) -> bool {
        let (index, offset) = split(address);
        let range = range(offset, 1);
        self.objects.get(index).is_some_and(|object| range.end <= object.len() && object.is_marked(range))
    }

    /// `len` bytes at `address`, whatever those that are marked were before.
    ///
    /// # Errors
    /// Some of them do not belong to one living object.
    pub fn read_anyway(&self, address: u64, len: usize) -> Result<&[u8], MemoryFault> {
        let (index, offset) = split(address);
        let bytes = self.objects.get(index).and_then(|object| object.bytes_anyway().get(range(offset, len)));
        bytes.ok_or_else(|| self.diagnose(address, len as u64, Access::Read))
    }

    /// The address of the first byte of the object that an address belongs to, and how many bytes
    /// the object has; `None` if there is no such object, or it is gone.
    pub fn object_at(&self, address: u64) -> Option<(u64, u64)> {
        let (index, _) = split(address);
        let object = self.objects.get(index).filter(|object| object.is_alive())?;
        Some((super::address_of(index, 0), object.len() as u64))
    }

    /// The first and the last of the addresses around one at which so many bytes are not within an
    /// object, as they are not there.
    pub fn gap_at(&self, address: u64, len: u64) -> (u64, u64) {
        let (index, _) = split(address);
        let fits = |index: usize| {
            let object = self.objects.get(index).filter(|object| object.is_alive())?;
            let spare = (object.len() as u64).checked_sub(len)?;
            let base = super::address_of(index, 0);
            Some((base, base + spare))
        };
        let end = self.objects.len();
        let below = (0..end.min(index.saturating_add(1))).rev().find_map(fits);
        let above = (index.saturating_add(1)..end).find_map(fits);
        (below.map_or(0, |(_, last)| last + 1), above.map_or(u64::MAX, |(first, _)| first - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::ObjectKind;

    #[test]
    fn gaps_lie_between_what_can_be_accessed() {
        let mut memory = Memory::new(1 << 20);
        let [small, gone, large] = [8, 64, 64].map(|bytes| memory.allocate(bytes, ObjectKind::Heap).unwrap());
        memory.free(gone, ObjectKind::Heap).unwrap();
        assert_eq!(memory.gap_at(0, 8), (0, small - 1));
        assert_eq!(memory.gap_at(small + 1, 8), (small + 1, large - 1));
        assert_eq!(memory.gap_at(gone + 8, 16), (0, large - 1));
        assert_eq!(memory.gap_at(large + 60, 8), (large + 57, u64::MAX));
        assert_eq!(memory.gap_at(u64::MAX, 65), (0, u64::MAX));
    }

    #[test]
    fn reading_what_is_marked_is_a_fault_until_it_is_overwritten() {
        let mut memory = Memory::new(1 << 20);
        let address = memory.allocate(8, ObjectKind::Heap).unwrap();
        memory.write(address, 8).unwrap().fill(7);
        memory.mark(address + 2, 3).unwrap();
        assert_eq!(memory.read(address, 2).unwrap(), [7, 7]);
        assert_eq!(memory.read(address + 1, 2), Err(MemoryFault::Marked));
        assert!(matches!(memory.read(address + 6, 4), Err(MemoryFault::OutOfBounds { .. })));
        assert_eq!(memory.read_anyway(address, 8).unwrap(), [7; 8]);
        memory.write(address + 2, 1).unwrap()[0] = 1;
        assert!(!memory.is_marked(address + 2) && memory.is_marked(address + 3));
        memory.write(address + 3, 2).unwrap().fill(2);
        assert_eq!(memory.read(address, 8).unwrap(), [7, 7, 1, 2, 2, 7, 7, 7]);
    }

    #[test]
    fn copies_do_not_see_what_others_write() {
        let mut memory = Memory::new(1 << 20);
        let address = memory.allocate(4, ObjectKind::Heap).unwrap();
        memory.share();
        let mut copy = memory.clone();
        memory.write(address, 1).unwrap()[0] = 1;
        copy.mark(address + 1, 1).unwrap();
        copy.share();
        let mut third = copy.clone();
        third.write(address + 1, 1).unwrap()[0] = 3;
        assert_eq!(memory.read(address, 4).unwrap(), [1, 0, 0, 0]);
        assert_eq!(copy.read(address, 1).unwrap(), [0]);
        assert_eq!(copy.read(address, 2), Err(MemoryFault::Marked));
        assert_eq!(third.read(address, 4).unwrap(), [0, 3, 0, 0]);
    }

    #[test]
    fn constants_and_what_is_not_there_cannot_be_marked() {
        let mut memory = Memory::new(1 << 20);
        let address = memory.allocate(4, ObjectKind::Heap).unwrap();
        assert!(memory.mark(address, 5).is_err());
        memory.free(address, ObjectKind::Heap).unwrap();
        assert!(memory.mark(address, 1).is_err());
        assert_eq!(memory.object_at(address), None);
    }
}
