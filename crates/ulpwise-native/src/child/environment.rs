//! What the program finds under which name: our run time, our heap, our `exit` and `abort` before
//! the C library's own, and what compiled Rust needs of Rust's libraries.

use super::{heap, runtime, shadow, stop};
use ulpwise_externals::{RustRuntime, is_in_rust_library, rust_runtime};
use ulpwise_ir::Module;
use ulpwise_llvm::{SymbolDefinition, UNMODELLED};

/// The functions that replace others, and those of the run time. `missing` are the names that the
/// program lacks.
pub(super) fn definitions(missing: &[String]) -> Vec<SymbolDefinition> {
    let mut definitions = runtime::definitions();
    definitions.extend(heap::definitions());
    definitions.extend(shadow::definitions());
    for name in ["exit", "_exit", "_Exit", "quick_exit"] {
        definitions.push(SymbolDefinition { name, address: stop::exit as *const () as usize });
    }
    definitions.push(SymbolDefinition { name: "abort", address: stop::abort as *const () as usize });
    // Native calls end where the sources of a language's library do not go on.
    definitions.push(SymbolDefinition { name: UNMODELLED, address: stop::abort as *const () as usize });
    // Code that has something to do while a panic unwinds names who says what; other code was
    // compiled with `-C panic=abort`.
    let unwinds = missing.iter().any(|name| rust_runtime(name) == Some(RustRuntime::Personality));
    for name in missing {
        let address = match rust_runtime(name) {
            Some(RustRuntime::Allocate | RustRuntime::AllocateZeroed) => heap::rust_alloc as *const (),
            Some(RustRuntime::Deallocate) => heap::rust_dealloc as *const (),
            Some(RustRuntime::Reallocate) => heap::rust_realloc as *const (),
            Some(RustRuntime::Nothing) => nothing as *const (),
            Some(RustRuntime::Personality) => rust_eh_personality as *const (),
            Some(RustRuntime::CatchPanic) => catch_panic as *const (),
            Some(RustRuntime::Panic) if unwinds => panic as *const (),
            Some(RustRuntime::Panic | RustRuntime::Abort | RustRuntime::OutOfMemory) => {
                stop::abort as *const ()
            }
            // What else compiled code refers to of Rust's libraries writes what a panic says, mostly.
            // A call that comes there ends.
            None if is_in_rust_library(name) => stop::abort as *const (),
            None => continue,
        };
        // A process links one program.
        definitions.push(SymbolDefinition { name: name.clone().leak(), address: address as usize });
    }
    definitions
}

/// Whether native calls may end at what the program lacks: a function, whose source often stands in
/// a file that was not given. Most calls do not reach it. A variable has no such way out.
pub(super) fn may_be_missing(module: &Module, name: &str) -> bool {
    module.function_named(name).is_some_and(|id| module.functions[id].body.is_none())
}

/// What stands for functions that are found nowhere: native calls end there.
pub(super) fn stand_ins<'n>(names: &'n [&str]) -> impl Iterator<Item = SymbolDefinition> + 'n {
    // A process links one program.
    let name = |name: &&str| -> &'static str { (*name).to_owned().leak() };
    names
        .iter()
        .map(move |of| SymbolDefinition { name: name(of), address: stop::abort as *const () as usize })
}

extern "C" fn nothing() {}

unsafe extern "C" {
    /// What unwinding asks at each frame of compiled Rust: that of the library that this program is
    /// linked with.
    fn rust_eh_personality();
}

/// A panic of the program: what it says is not written, and no hook runs.
extern "C-unwind" fn panic() -> ! {
    std::panic::resume_unwind(Box::new(()))
}

/// What `catch_unwind` has of a panic: data and table of an object without a destructor. The panic
/// itself is left behind.
#[repr(C)]
struct CaughtPanic {
    data: usize,
    table: *const PayloadTable,
}

/// A table of virtual functions of an object without bytes: destructor, size, alignment.
#[repr(C)]
struct PayloadTable {
    words: [usize; 3],
    type_id: extern "C" fn() -> !,
}

static PAYLOAD: PayloadTable = PayloadTable { words: [0, 0, 1], type_id: give_up };

extern "C" fn catch_panic(_exception: *const u8) -> CaughtPanic {
    CaughtPanic { data: 1, table: &raw const PAYLOAD }
}

/// Of what type a panic's payload is, is not known here.
extern "C" fn give_up() -> ! {
    std::process::abort()
}
