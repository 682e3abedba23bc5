//! The program's variables, and the blocks of its constructors, as the constructors left them.

use super::heap;
use ulpwise_llvm::LinkedCode;

/// Variables of at most so many bytes are copied word by word.
const SMALL: usize = 64;

/// Memory and what it held.
pub(super) struct Snapshot {
    ranges: Vec<(*mut u8, Vec<u8>)>,
}

impl Snapshot {
    /// Runs the constructors and takes a copy of the variables.
    pub(super) fn after_constructors(linked: &LinkedCode) -> Self {
        // SAFETY: the address is that of a function without parameters or result in code that stays
        // linked.
        let constructors: extern "C" fn() = unsafe { std::mem::transmute(linked.constructors()) };
        constructors();
        let mut snapshot = Self { ranges: Vec::new() };
        for &(address, size) in linked.writable() {
            snapshot.add(address, size);
        }
        snapshot
    }

    /// Adds the blocks of all constructors that ran.
    pub(super) fn add_heap(&mut self) {
        let (start, size) = heap::keep();
        self.add(start, size);
    }

    fn add(&mut self, address: usize, size: usize) {
        if size > 0 {
            let start = address as *mut u8;
            // SAFETY: a variable of the linked code of that size, or the beginning of the heap; the
            // program is not running.
            self.ranges.push((start, unsafe { std::slice::from_raw_parts(start, size) }.to_vec()));
        }
    }

    /// Puts everything back.
    #[inline]
    pub(super) fn restore(&self) {
        for (start, bytes) in &self.ranges {
            // SAFETY: as above; a part of eight bytes needs no alignment.
            unsafe {
                // Most variables are so small that a call of `memcpy` would take longer than the
                // copy.
                if bytes.len() <= SMALL && bytes.len().is_multiple_of(8) {
                    for at in (0..bytes.len()).step_by(8) {
                        let word: u64 = bytes.as_ptr().add(at).cast::<u64>().read_unaligned();
                        start.add(at).cast::<u64>().write_unaligned(word);
                    }
                } else {
                    std::ptr::copy_nonoverlapping(bytes.as_ptr(), *start, bytes.len());
                }
            }
        }
    }
}
