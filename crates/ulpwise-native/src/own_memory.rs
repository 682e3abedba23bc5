//! The memory of our own process: a limit of the kernel's, and memory that was freed given back.

use crate::child::sandbox::soft_limit_data;

/// Limits the memory that this process can write to and shares with no other one; more is refused
/// by the kernel. Child processes may take the limit off. Where the system knows no such limit,
/// there is none.
pub fn limit_own_memory(bytes: u64) {
    // Without it the limit is kept by the process's own accounting alone.
    let _ = soft_limit_data(bytes);
}

/// Gives memory back to the system that was freed and is kept for later.
pub fn return_free_memory() {
    // SAFETY: may be called at any time, from any thread.
    unsafe { libc::malloc_trim(0) };
}
