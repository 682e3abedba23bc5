//! The memory of a program under interpretation: byte-addressed, every access checked.
//!
//! An address is a number that names its object: the upper 32 bits are the object's index, the
//! lower ones an offset that begins at `BASE` for the object's first byte. So an access that leaves
//! its object in either direction, by up to 256 MiB below and 3.75 GiB above, is seen as such
//! instead of landing in a neighbour. A freed object keeps its index until `QUARANTINE` others were
//! freed after it; until then a use after free is reported as one.
//!
//! Bytes may be *marked*: another executor knows what they are, and reading them is a fault of its
//! own ([`MemoryFault::Marked`]), with which a symbolic executor takes over.
//!
//! Deliberately absent: alignment faults (x86-64 has none for scalar accesses) and, unless fresh
//! bytes are to be marked, a record of which bytes were initialised (fresh stack and heap memory
//! consists of a byte that the options choose).

mod fault;
mod marks;
mod object;
mod setup;

pub use fault::{Access, MemoryFault};
pub use object::{ObjectKind, ObjectOwner};
pub use setup::ImageError;

use object::MemoryObject;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use ulpwise_ir::{FunctionId, GlobalId};

/// The offset of an object's first byte.
const BASE: u32 = 1 << 28;

/// The largest object: what the lower half of an address leaves above `BASE`.
pub const MAX_OBJECT_BYTES: u64 = u32::MAX as u64 - BASE as u64;

/// What an object costs besides its bytes. A program that allocates single bytes for ever meets its
/// limit before the host's memory is gone.
const OBJECT_COST: u64 = 64;

/// How many younger frees an index waits for before it may be used again.
const QUARANTINE: usize = 1 << 18;

/// The index whose offsets stand for functions; no bytes live there.
const FUNCTION_INDEX: usize = 1;

/// Functions are this many bytes apart, so that their addresses look aligned.
const FUNCTION_STRIDE: u64 = 16;

/// Index 0 holds nothing: addresses below 4 GiB are null with an offset.
const FIRST_OBJECT: usize = 2;

/// The memory of one program.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Vec<MemoryObject>,
    /// Freed indices, oldest first.
    freed: VecDeque<u32>,
    /// How many bytes the live objects have together, with [`OBJECT_COST`] for each that the
    /// program made.
    live_bytes: u64,
    /// How many bytes they may have.
    limit: u64,
    /// What fresh stack and heap objects consist of.
    fresh_byte: u8,
    /// Whether these are marked: their contents are unknown.
    marks_fresh: bool,
    /// Whether an object was refused that a larger machine would have had room for.
    was_refused: bool,
    /// The names of the globals that have no bytes because nothing defines them, by index.
    undefined: BTreeMap<usize, String>,
}

impl Memory {
    /// An empty memory whose objects may hold `limit` bytes together.
    pub fn new(limit: u64) -> Self {
        let unused = MemoryObject::reserved();
        Self {
            objects: vec![unused; FIRST_OBJECT],
            freed: VecDeque::new(),
            live_bytes: 0,
            limit,
            fresh_byte: 0,
            marks_fresh: false,
            was_refused: false,
            undefined: BTreeMap::new(),
        }
    }

    /// Sets what fresh stack and heap objects consist of.
    pub(crate) fn set_fresh_byte(&mut self, byte: u8) {
        self.fresh_byte = byte;
    }

    /// Marks all bytes of stack and heap objects that are made from now on: they are not
    /// initialised. An object that takes the place of one that was freed long ago is spared,
    /// because the executor that knows what marked bytes are may still remember those of the other.
    pub(crate) fn mark_fresh(&mut self) {
        self.marks_fresh = true;
    }

    /// Makes a new object and returns its address, or `None` when memory is used up. Its bytes are
    /// fresh ones on the stack and the heap, zero elsewhere.
    pub fn allocate(&mut self, bytes: u64, kind: ObjectKind) -> Option<u64> {
        let is_fresh = matches!(kind, ObjectKind::Stack | ObjectKind::Heap);
        let before = self.objects.len();
        let address = self.allocate_filled(bytes, kind, if is_fresh { self.fresh_byte } else { 0 })?;
        if self.marks_fresh && is_fresh && self.objects.len() > before && bytes > 0 {
            self.objects[before].mark(0..bytes as usize);
        }
        Some(address)
    }

    /// Whether an object was refused that a larger machine would have had room for.
    pub fn was_refused(&self) -> bool {
        self.was_refused
    }

    /// As [`Memory::allocate`], with zeros; what is never touched takes none of the host's memory.
    pub fn allocate_zeroed(&mut self, bytes: u64, kind: ObjectKind) -> Option<u64> {
        self.allocate_filled(bytes, kind, 0)
    }

    fn allocate_filled(&mut self, bytes: u64, kind: ObjectKind, byte: u8) -> Option<u64> {
        let cost = bytes.saturating_add(OBJECT_COST);
        if bytes > MAX_OBJECT_BYTES || self.live_bytes + cost > self.limit {
            self.was_refused |= i64::try_from(bytes).is_ok();
            return None;
        }
        self.live_bytes += cost;
        let object = MemoryObject::new(vec![byte; bytes as usize], kind);
        Some(address_of(self.place(object), 0))
    }

    fn place(&mut self, object: MemoryObject) -> usize {
        if self.freed.len() > QUARANTINE
            && let Some(index) = self.freed.pop_front()
        {
            self.objects[index as usize] = object;
            return index as usize;
        }
        self.objects.push(object);
        self.objects.len() - 1
    }

    /// Ends the life of the object that begins at `address`.
    ///
    /// # Errors
    /// The address is not that of a living object of this kind.
    pub fn free(&mut self, address: u64, kind: ObjectKind) -> Result<(), MemoryFault> {
        let (index, offset) = split(address);
        match self.objects.get_mut(index) {
            Some(object) if offset == 0 && object.kind() == kind && object.is_alive() => {
                self.live_bytes -= object.len() as u64 + OBJECT_COST;
                object.kill();
                self.freed.push_back(index as u32);
                Ok(())
            }
            _ => Err(self.diagnose(address, 0, Access::Free)),
        }
    }

    /// How many bytes the heap object that begins at `address` has.
    ///
    /// # Errors
    /// The address is not that of a living heap object.
    pub fn heap_object_len(&self, address: u64) -> Result<u64, MemoryFault> {
        let (index, offset) = split(address);
        match self.objects.get(index) {
            Some(object) if offset == 0 && object.kind() == ObjectKind::Heap && object.is_alive() => {
                Ok(object.len() as u64)
            }
            _ => Err(self.diagnose(address, 0, Access::Free)),
        }
    }

    /// `len` bytes at `address`, to read.
    ///
    /// # Errors
    /// Some of them do not belong to one living object.
    #[inline]
    pub fn read(&self, address: u64, len: usize) -> Result<&[u8], MemoryFault> {
        let (index, offset) = split(address);
        if let Some(object) = self.objects.get(index)
            && let Some(bytes) = object.bytes().get(range(offset, len))
        {
            return Ok(bytes);
        }
        self.read_outside(address, len)
    }

    /// `len` bytes at `address`, to write.
    ///
    /// # Errors
    /// Some of them do not belong to one living, writable object.
    #[inline]
    pub fn write(&mut self, address: u64, len: usize) -> Result<&mut [u8], MemoryFault> {
        let (index, offset) = split(address);
        let range = range(offset, len);
        // Asked twice because the borrow of a failed `get_mut` would last until the diagnosis.
        let fits =
            self.objects.get(index).is_some_and(|object| object.is_writable() && range.end <= object.len());
        if fits {
            return Ok(&mut self.objects[index].bytes_mut()[range]);
        }
        self.write_outside(address, len)
    }

    /// C allows an access of no bytes anywhere a pointer may point, and compilers rely on it.
    #[cold]
    fn read_outside(&self, address: u64, len: usize) -> Result<&[u8], MemoryFault> {
        if len == 0 {
            return Ok(&[]);
        }
        let (index, offset) = split(address);
        let range = range(offset, len);
        match self.objects.get(index) {
            Some(object) if range.end <= object.len() && object.is_marked(range.clone()) => {
                Err(MemoryFault::Marked)
            }
            Some(object) if range.end <= object.len() => Ok(&object.bytes_anyway()[range]),
            _ => Err(self.diagnose(address, len as u64, Access::Read)),
        }
    }

    #[cold]
    fn write_outside(&mut self, address: u64, len: usize) -> Result<&mut [u8], MemoryFault> {
        if len == 0 {
            return Ok(&mut []);
        }
        let (index, offset) = split(address);
        let range = range(offset, len);
        let fits = self.objects.get(index).is_some_and(|object| range.end <= object.len());
        if !fits || !self.objects[index].can_be_written() {
            return Err(self.diagnose(address, len as u64, Access::Write));
        }
        Ok(self.objects[index].overwrite(range).expect("it can be written"))
    }

    /// The bytes of the C string at `address`, without the final zero.
    ///
    /// # Errors
    /// The string runs out of its object.
    pub fn c_string(&self, address: u64) -> Result<&[u8], MemoryFault> {
        let (index, offset) = split(address);
        self.objects
            .get(index)
            .and_then(|object| object.bytes_anyway().get(offset as usize..))
            .and_then(|rest| rest.iter().position(|&byte| byte == 0).map(|len| &rest[..len]))
            .ok_or_else(|| {
                let len = self.objects.get(index).map_or(0, MemoryObject::len) as u64;
                self.diagnose(address, len.saturating_sub(u64::from(offset)) + 1, Access::Read)
            })
            .and_then(|text| self.read(address, text.len() + 1).map(|_| text))
    }

    /// How many bytes stand from `address` to the end of its object; 0 when it is no valid address.
    pub fn bytes_until_end(&self, address: u64) -> u64 {
        let (index, offset) = split(address);
        self.objects.get(index).map_or(0, |object| (object.len() as u64).saturating_sub(u64::from(offset)))
    }

    /// How many entries the table of objects has; freed objects keep theirs.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// The address of a function.
    pub fn function_address(function: FunctionId) -> u64 {
        address_of(FUNCTION_INDEX, u64::from(function.as_u32()) * FUNCTION_STRIDE)
    }

    /// The function at an address, if a function begins there; the caller checks that it exists.
    pub fn function_at(address: u64) -> Option<FunctionId> {
        let (index, offset) = split(address);
        let aligned = u64::from(offset).is_multiple_of(FUNCTION_STRIDE);
        (index == FUNCTION_INDEX && aligned).then(|| FunctionId::new(offset / FUNCTION_STRIDE as u32))
    }

    /// The address of a global, once the image of the module has been set up.
    pub fn global_address(global: GlobalId) -> u64 {
        address_of(FIRST_OBJECT + global.as_u32() as usize, 0)
    }

    #[cold]
    fn diagnose(&self, address: u64, len: u64, access: Access) -> MemoryFault {
        fault::diagnose(self, address, len, access)
    }
}

/// The address of a byte.
fn address_of(index: usize, offset: u64) -> u64 {
    ((index as u64) << 32) + u64::from(BASE) + offset
}

/// The object and the offset an address names; an address below the object's first byte gives an
/// offset beyond every object.
#[inline]
fn split(address: u64) -> (usize, u32) {
    ((address >> 32) as usize, (address as u32).wrapping_sub(BASE))
}

/// The bytes from an offset on; a length that no address can reach ends beyond every object.
#[inline]
fn range(offset: u32, len: usize) -> Range<usize> {
    offset as usize..(offset as usize).saturating_add(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(bytes: u64) -> (Memory, u64) {
        let mut memory = Memory::new(1 << 20);
        let address = memory.allocate(bytes, ObjectKind::Heap).unwrap();
        (memory, address)
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut memory, address) = heap(16);
        memory.write(address + 4, 4).unwrap().copy_from_slice(&[1, 2, 3, 4]);
        assert_eq!(memory.read(address, 8).unwrap(), [0, 0, 0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn both_ends_are_guarded() {
        let (mut memory, address) = heap(16);
        assert!(memory.read(address + 12, 4).is_ok());
        assert!(matches!(
            memory.read(address + 13, 4),
            Err(MemoryFault::OutOfBounds { offset: 13, size: 16, .. })
        ));
        assert!(matches!(memory.write(address - 1, 1), Err(MemoryFault::OutOfBounds { offset: -1, .. })));
        assert!(memory.read(address + 16, 0).is_ok(), "no bytes may be read at the end");
    }

    #[test]
    fn a_length_that_wraps_around_is_out_of_bounds() {
        let (mut memory, address) = heap(16);
        let wrapping = 4usize.wrapping_sub(8);
        assert!(matches!(
            memory.read(address + 8, wrapping),
            Err(MemoryFault::OutOfBounds { offset: 8, .. })
        ));
        assert!(matches!(
            memory.write(address + 8, wrapping),
            Err(MemoryFault::OutOfBounds { offset: 8, .. })
        ));
    }

    #[test]
    fn objects_of_no_bytes_use_memory_up_too() {
        let mut memory = Memory::new(100 * OBJECT_COST);
        let objects = std::iter::from_fn(|| memory.allocate(0, ObjectKind::Heap)).take(1000).count();
        assert_eq!(objects, 100);
    }

    #[test]
    fn null_freed_and_foreign_addresses_are_distinguished() {
        let (mut memory, address) = heap(16);
        assert!(matches!(memory.read(8, 4), Err(MemoryFault::Null { address: 8, .. })));
        memory.free(address, ObjectKind::Heap).unwrap();
        assert!(matches!(memory.read(address, 1), Err(MemoryFault::Freed { .. })));
        assert!(matches!(memory.free(address, ObjectKind::Heap), Err(MemoryFault::Freed { .. })));
        assert!(matches!(memory.read(0xdead_beef_0000_0000, 1), Err(MemoryFault::Wild { .. })));
        let function = Memory::function_address(FunctionId::new(3));
        assert!(matches!(memory.read(function, 1), Err(MemoryFault::Code { .. })));
        assert_eq!(Memory::function_at(function), Some(FunctionId::new(3)));
        assert_eq!(Memory::function_at(function + 1), None);
    }

    #[test]
    fn freeing_what_was_not_allocated_is_a_fault() {
        let (mut memory, address) = heap(16);
        assert!(memory.free(address + 1, ObjectKind::Heap).is_err());
        let local = memory.allocate(8, ObjectKind::Stack).unwrap();
        assert!(matches!(memory.free(local, ObjectKind::Heap), Err(MemoryFault::BadFree { .. })));
    }

    #[test]
    fn memory_is_limited_and_what_is_freed_counts_again() {
        let mut memory = Memory::new(100 + OBJECT_COST);
        let first = memory.allocate(60, ObjectKind::Heap).unwrap();
        assert_eq!(memory.allocate(60, ObjectKind::Heap), None);
        memory.free(first, ObjectKind::Heap).unwrap();
        assert!(memory.allocate(60, ObjectKind::Heap).is_some());
    }

    #[test]
    fn strings_end_at_their_zero_or_are_a_fault() {
        let (mut memory, address) = heap(4);
        memory.write(address, 4).unwrap().copy_from_slice(b"ab\0c");
        assert_eq!(memory.c_string(address).unwrap(), b"ab");
        assert!(matches!(memory.c_string(address + 3), Err(MemoryFault::OutOfBounds { .. })));
    }
}
