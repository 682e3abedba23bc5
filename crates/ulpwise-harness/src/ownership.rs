//! Which functions are the user's own to call: those that other files can call and that no library
//! brought in.
//!
//! Headers and generics put library code into the user's object files. Where such code lies is a
//! matter of habit, not of rule, so this only decides what is offered first; `--all` and exact
//! names reach everything.

use std::path::Path;
use ulpwise_ir::{FileId, Function, Module};

/// Folders of libraries.
const LIBRARY_FOLDERS: [&str; 4] = ["/usr/include", "/usr/lib", "/usr/local/include", "/rustc"];

/// Whether a file belongs to a library.
pub fn is_library_file(module: &Module, file: FileId) -> bool {
    module.files.get(file).is_some_and(|file| is_library_path(&file.path()))
}

fn is_library_path(path: &Path) -> bool {
    // rustup keeps the standard library's sources under the toolchain's folder, wherever that is.
    let in_toolchain = path.components().any(|step| step.as_os_str() == "rustlib");
    in_toolchain || LIBRARY_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Whether a function is offered without being asked for.
pub fn is_offered(module: &Module, function: &Function) -> bool {
    let location = function.declaration.as_ref().and_then(|declaration| declaration.location);
    let file = location.and_then(|location| module.locations.get(location)).map(|location| location.file);
    function.body.is_some() && function.exported && !file.is_some_and(|file| is_library_file(module, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_reported_by_their_folders() {
        for path in [
            "/usr/include/c++/12/bits/stl_vector.h",
            "/usr/lib/gcc/x.h",
            "/rustc/5980/library/core/src/f64.rs",
            "/home/a/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/f64.rs",
        ] {
            assert!(is_library_path(Path::new(path)), "{path}");
        }
        for path in ["/home/a/norm.cpp", "norm.cpp", "/usr/src/gsl/zeta.c", "/usr/libexec/x.c"] {
            assert!(!is_library_path(Path::new(path)), "{path}");
        }
    }
}
