//! What native code finds in the process itself, without files to link.

use std::ffi::CString;

/// Whether the libraries that every child has loaded (those of C, C++ and mathematics) define a
/// name.
pub fn is_provided(name: &str) -> bool {
    let Ok(name) = CString::new(name) else { return false };
    // SAFETY: the name is a C string that outlives the call; the address is only compared.
    unsafe { !libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()).is_null() }
}

#[cfg(test)]
mod tests {
    use super::is_provided;

    #[test]
    fn the_c_library_is_there_and_unknown_names_are_not() {
        assert!(is_provided("strtod") && is_provided("cos"));
        assert!(!is_provided("ulpwise_nowhere") && !is_provided("a\0b"));
    }
}
