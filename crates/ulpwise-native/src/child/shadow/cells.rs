//! The shadow values of memory: cells that know whose they are, chosen by the address. Where two
//! addresses share a cell, the one that was stored last has it; the other one's value is then its
//! own shadow value.

use std::ffi::c_void;
use ulpwise_llvm::{CELL_COUNT, cell_of};

/// Four words: address and epoch, the bits of the value, the two parts of the shadow value.
pub(super) type Cell = [u64; 4];

/// All cells.
pub(super) struct Cells {
    start: *mut Cell,
}

impl Cells {
    /// Reserves them; pages are only taken when they are touched.
    pub(super) fn reserve() -> std::io::Result<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping at an address of the kernel's choosing.
        let start = unsafe {
            libc::mmap(std::ptr::null_mut(), size_of::<Cell>() * CELL_COUNT, protection, flags, -1, 0)
        };
        if start == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error());
        }
        Ok(Self { start: start.cast() })
    }

    pub(super) fn start(&self) -> *mut c_void {
        self.start.cast()
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        // SAFETY: the cells' own mapping; if the kernel refuses, they are cleared by hand.
        unsafe {
            if libc::madvise(self.start(), size_of::<Cell>() * CELL_COUNT, libc::MADV_DONTNEED) != 0 {
                std::ptr::write_bytes(self.start, 0, CELL_COUNT);
            }
        }
    }

    pub(super) fn get(&self, address: u64) -> Cell {
        // SAFETY: `cell_of` is below the number of cells; the worker has one thread.
        unsafe { self.start.add(cell_of(address)).read() }
    }

    fn set(&self, address: u64, cell: Cell) {
        // SAFETY: as above.
        unsafe { self.start.add(cell_of(address)).write(cell) };
    }

    /// Copies the shadow values of so many bytes, in the order that suits overlapping ranges.
    pub(super) fn copy(&self, to: u64, from: u64, bytes: u64, epoch: u64) {
        let count = bytes.div_ceil(4).min(CELL_COUNT as u64);
        let one = |index: u64| {
            let (source, target) = (from.wrapping_add(4 * index), to.wrapping_add(4 * index));
            let [tag, rest @ ..] = self.get(source);
            if tag == epoch | source {
                self.set(target, [epoch | target, rest[0], rest[1], rest[2]]);
            } else {
                self.forget_one(target, epoch);
            }
        };
        if to <= from { (0..count).for_each(one) } else { (0..count).rev().for_each(one) }
    }

    /// Forgets the shadow values of so many bytes.
    pub(super) fn forget(&self, at: u64, bytes: u64, epoch: u64) {
        for index in 0..bytes.div_ceil(4).min(CELL_COUNT as u64) {
            self.forget_one(at.wrapping_add(4 * index), epoch);
        }
    }

    fn forget_one(&self, address: u64, epoch: u64) {
        if self.get(address)[0] == epoch | address {
            self.set(address, [0; 4]);
        }
    }
}
