//! The program's heap: memory that is handed out in order and taken back as a whole after each
//! call, zeroed. What constructors allocated stays, and is put back as they left it.
//!
//! What holds: a block is aligned to 16 bytes and fresh memory is zero, as in the interpreter, so
//! that no call sees what an earlier one left. `free` gives nothing back before the call ends.
//! Blocks that the C library made itself go back to it.

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use ulpwise_llvm::SymbolDefinition;

/// Before each block stands its size.
const HEADER: usize = 16;

/// Up to this many bytes are cleared by writing; more is given back to the kernel, which gives
/// zeroed pages anew.
const CLEARED_BY_HAND: usize = 1 << 20;

const PAGE: usize = 4096;

// The program calls plain C functions, which take no context: these four are the worker's one heap.
static START: AtomicUsize = AtomicUsize::new(0);
/// Where the blocks of constructors end, and those of the call under way begin.
static KEPT: AtomicUsize = AtomicUsize::new(0);
static NEXT: AtomicUsize = AtomicUsize::new(0);
static END: AtomicUsize = AtomicUsize::new(0);

/// The functions of the heap under their names in C.
pub(super) fn definitions() -> [SymbolDefinition; 7] {
    let define = |name, address: *const ()| SymbolDefinition { name, address: address as usize };
    [
        define("malloc", malloc as *const ()),
        define("calloc", calloc as *const ()),
        define("realloc", realloc as *const ()),
        define("free", free as *const ()),
        define("aligned_alloc", aligned_alloc as *const ()),
        define("memalign", aligned_alloc as *const ()),
        define("posix_memalign", posix_memalign as *const ()),
    ]
}

/// Reserves room for the heap; pages are only taken when they are touched.
pub(super) fn reserve(bytes: usize) -> std::io::Result<()> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a fresh mapping at an address of the kernel's choosing.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    START.store(start as usize, Ordering::Relaxed);
    KEPT.store(start as usize, Ordering::Relaxed);
    NEXT.store(start as usize, Ordering::Relaxed);
    END.store(start as usize + bytes, Ordering::Relaxed);
    Ok(())
}

/// Keeps all blocks so far; returns the address and the size of what they take.
pub(super) fn keep() -> (usize, usize) {
    let (start, next) = (START.load(Ordering::Relaxed), NEXT.load(Ordering::Relaxed));
    KEPT.store(next, Ordering::Relaxed);
    (start, next - start)
}

/// Takes all blocks back that are not kept.
#[inline]
pub(super) fn reset() {
    let (kept, next) = (KEPT.load(Ordering::Relaxed), NEXT.load(Ordering::Relaxed));
    if next != kept {
        clear(kept, next - kept);
        NEXT.store(kept, Ordering::Relaxed);
    }
}

#[cold]
fn clear(start: usize, bytes: usize) {
    // SAFETY: the bytes lie in the heap's own mapping, and no call is under way that could hold a
    // block.
    unsafe {
        // The kernel takes whole pages only; the first one may hold blocks that are kept.
        let by_hand = if bytes <= CLEARED_BY_HAND { bytes } else { start.next_multiple_of(PAGE) - start };
        std::ptr::write_bytes(start as *mut u8, 0, by_hand);
        let rest = (start + by_hand) as *mut c_void;
        if bytes > by_hand && libc::madvise(rest, bytes - by_hand, libc::MADV_DONTNEED) != 0 {
            std::ptr::write_bytes(rest.cast::<u8>(), 0, bytes - by_hand);
        }
    }
}

/// A block of zeros; null when there is no room.
fn allocate(bytes: usize, align: usize) -> *mut c_void {
    let align = align.max(HEADER);
    let next = NEXT.load(Ordering::Relaxed);
    let address = || {
        let start = next.checked_add(HEADER)?.checked_next_multiple_of(align)?;
        let end = start.checked_add(bytes)?.checked_next_multiple_of(HEADER)?;
        (end <= END.load(Ordering::Relaxed)).then_some((start, end))
    };
    let Some((start, end)) = address() else {
        // SAFETY: the C library's `errno` of this thread.
        unsafe { *libc::__errno_location() = libc::ENOMEM };
        return std::ptr::null_mut();
    };
    NEXT.store(end, Ordering::Relaxed);
    // SAFETY: the header lies before the block, in the heap's own mapping, and is aligned to 16
    // bytes.
    unsafe { *((start - HEADER) as *mut usize) = bytes };
    start as *mut c_void
}

fn is_ours(block: *mut c_void) -> bool {
    (START.load(Ordering::Relaxed)..END.load(Ordering::Relaxed)).contains(&(block as usize))
}

extern "C" fn malloc(bytes: usize) -> *mut c_void {
    allocate(bytes, HEADER)
}

extern "C" fn calloc(count: usize, bytes: usize) -> *mut c_void {
    match count.checked_mul(bytes) {
        Some(bytes) => allocate(bytes, HEADER),
        None => std::ptr::null_mut(),
    }
}

extern "C" fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    if block.is_null() {
        return malloc(bytes);
    }
    if !is_ours(block) {
        // SAFETY: not from here, so from the C library, if the program keeps its rules.
        return unsafe { libc::realloc(block, bytes) };
    }
    let new = malloc(bytes);
    if !new.is_null() {
        // SAFETY: the size stands before the block; both blocks lie in the heap and do not overlap,
        // the new one being younger. A header that the program overwrote makes this a bad access of
        // the program's own.
        unsafe {
            let old_bytes = *((block as usize - HEADER) as *const usize);
            std::ptr::copy_nonoverlapping(block.cast::<u8>(), new.cast::<u8>(), old_bytes.min(bytes));
        }
    }
    new
}

extern "C" fn free(block: *mut c_void) {
    if !block.is_null() && !is_ours(block) {
        // SAFETY: as in `realloc`.
        unsafe { libc::free(block) };
    }
}

extern "C" fn aligned_alloc(align: usize, bytes: usize) -> *mut c_void {
    if align.is_power_of_two() { allocate(bytes, align) } else { std::ptr::null_mut() }
}

/// Rust's `__rust_alloc` and, because all blocks are of zeros, `__rust_alloc_zeroed`.
pub(super) extern "C" fn rust_alloc(bytes: usize, align: usize) -> *mut c_void {
    aligned_alloc(align, bytes)
}

/// Rust's `__rust_dealloc`.
pub(super) extern "C" fn rust_dealloc(block: *mut c_void, _bytes: usize, _align: usize) {
    // What a caller allocated, an argument then, stays where it is.
    if is_ours(block) {
        free(block);
    }
}

/// Rust's `__rust_realloc`.
pub(super) extern "C" fn rust_realloc(
    block: *mut c_void,
    old: usize,
    align: usize,
    new: usize,
) -> *mut c_void {
    let moved = aligned_alloc(align, new);
    if !moved.is_null() {
        // SAFETY: the program says how large its block is; the new one is younger, so that they do
        // not overlap.
        unsafe { std::ptr::copy_nonoverlapping(block.cast::<u8>(), moved.cast::<u8>(), old.min(new)) };
    }
    moved
}

extern "C" fn posix_memalign(address: *mut *mut c_void, align: usize, bytes: usize) -> libc::c_int {
    if !align.is_power_of_two() || !align.is_multiple_of(size_of::<usize>()) {
        return libc::EINVAL;
    }
    let block = allocate(bytes, align);
    if block.is_null() {
        return libc::ENOMEM;
    }
    // SAFETY: the program gives the address; a bad one is a bad access of its own.
    unsafe { *address = block };
    0
}
