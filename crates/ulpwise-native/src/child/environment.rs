//! What the program finds under which name: our run time, our heap and our `exit` before the C
//! library's own, and what compiled Rust needs of Rust's libraries.

use super::{heap, runtime, shadow, worker};
use ulpwise_externals::{RustRuntime, is_in_rust_library, rust_runtime};
use ulpwise_llvm::SymbolDefinition;

/// The functions that replace others, and those of the run time. `missing` are the names that the
/// program lacks.
pub(super) fn definitions(missing: &[String]) -> Vec<SymbolDefinition> {
    let mut definitions = runtime::definitions();
    definitions.extend(heap::definitions());
    definitions.extend(shadow::definitions());
    for name in ["exit", "_exit", "_Exit", "quick_exit"] {
        definitions.push(SymbolDefinition { name, address: worker::exit as *const () as usize });
    }
    for name in missing {
        let address = match rust_runtime(name) {
            Some(RustRuntime::Allocate | RustRuntime::AllocateZeroed) => heap::rust_alloc as *const (),
            Some(RustRuntime::Deallocate) => heap::rust_dealloc as *const (),
            Some(RustRuntime::Reallocate) => heap::rust_realloc as *const (),
            Some(RustRuntime::Nothing) => nothing as *const (),
            // As in programs that were compiled with `-C panic=abort`.
            Some(
                RustRuntime::Panic
                | RustRuntime::Abort
                | RustRuntime::CatchPanic
                | RustRuntime::OutOfMemory
                | RustRuntime::Personality,
            ) => libc::abort as *const (),
            // What else compiled code refers to of Rust's libraries writes what a panic says, mostly.
            // A call that comes there ends.
            None if is_in_rust_library(name) => libc::abort as *const (),
            None => continue,
        };
        // A process links one program.
        definitions.push(SymbolDefinition { name: name.clone().leak(), address: address as usize });
    }
    definitions
}

extern "C" fn nothing() {}
