//! What the program finds under which name: our run time, our heap and our `exit` before the C library's own.

use super::{heap, runtime, shadow, worker};
use std::ffi::CString;
use ulpwise_llvm::Definition;

/// The functions that take the place of others, and those of the run time.
pub(super) fn definitions() -> Vec<Definition> {
    let mut definitions = runtime::definitions();
    definitions.extend(heap::definitions());
    definitions.extend(shadow::definitions());
    for name in ["exit", "_exit", "_Exit", "quick_exit"] {
        definitions.push(Definition { name, address: worker::exit as *const () as usize });
    }
    definitions
}

/// Whether the program finds a name here or in the C library.
pub(super) fn has(definitions: &[Definition], name: &str) -> bool {
    if definitions.iter().any(|definition| definition.name == name) {
        return true;
    }
    let Ok(name) = CString::new(name) else { return false };
    // SAFETY: looks a name up and changes nothing.
    !unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }.is_null()
}
