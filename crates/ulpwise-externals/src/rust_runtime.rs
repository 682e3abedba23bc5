//! Functions of Rust's own libraries that compiled Rust calls: known by their names, because a
//! program comes without them.
//!
//! Mangled names carry the compiler's own hash, so that they are known by what stands between.

/// What a function of Rust's libraries does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RustRuntime {
    /// `__rust_alloc(size, align)`.
    Allocate,
    /// `__rust_alloc_zeroed(size, align)`.
    AllocateZeroed,
    /// `__rust_dealloc(block, size, align)`.
    Deallocate,
    /// `__rust_realloc(block, old size, align, new size)`.
    Reallocate,
    /// Nothing: it is called for the linker's sake.
    Nothing,
    /// Ends the program with a panic, or unwinds.
    Panic,
    /// Ends the program with a panic that never unwinds.
    Abort,
    /// Takes over what a panic that was caught leaves (`std::panicking::try::cleanup`).
    CatchPanic,
    /// Ends the program because there is no memory left.
    OutOfMemory,
    /// The part of unwinding that is never called where a panic ends the program.
    Personality,
}

const PATTERNS: &[(&str, RustRuntime)] = &[
    ("12___rust_alloc", RustRuntime::Allocate),
    ("19___rust_alloc_zeroed", RustRuntime::AllocateZeroed),
    ("14___rust_dealloc", RustRuntime::Deallocate),
    ("14___rust_realloc", RustRuntime::Reallocate),
    ("35___rust_no_alloc_shim_is_unstable_v2", RustRuntime::Nothing),
    ("3std9panicking12catch_unwind7cleanup", RustRuntime::CatchPanic),
    ("3std9panicking3try7cleanup", RustRuntime::CatchPanic),
    ("3std9panicking20rust_panic_with_hook", RustRuntime::Panic),
    ("4core9panicking", RustRuntime::Panic),
    ("core9panicking", RustRuntime::Panic),
    ("5alloc5alloc18handle_alloc_error", RustRuntime::OutOfMemory),
    ("7raw_vec12handle_error", RustRuntime::OutOfMemory),
    ("17capacity_overflow", RustRuntime::Panic),
    ("4core6option13expect_failed", RustRuntime::Panic),
    ("4core6option13unwrap_failed", RustRuntime::Panic),
    ("4core6result13unwrap_failed", RustRuntime::Panic),
    ("4core5slice5index16slice_index_fail", RustRuntime::Panic),
    ("4core5slice5index22slice_index_order_fail", RustRuntime::Panic),
    ("4core5slice5index24slice_end_index_len_fail", RustRuntime::Panic),
    ("4core5slice5index26slice_start_index_len_fail", RustRuntime::Panic),
    ("4core5slice5index29slice_end_index_overflow_fail", RustRuntime::Panic),
    ("4core5slice5index31slice_start_index_overflow_fail", RustRuntime::Panic),
];

/// What the undefined function of that name does, if it is one of Rust's libraries.
pub fn rust_runtime(name: &str) -> Option<RustRuntime> {
    if name == "rust_eh_personality" {
        return Some(RustRuntime::Personality);
    }
    let mangled = name.starts_with("_R") || name.starts_with("_ZN");
    let role = PATTERNS.iter().find(|(part, _)| mangled && name.contains(part)).map(|&(_, role)| role);
    let aborts = role == Some(RustRuntime::Panic) && ABORTING.iter().any(|part| name.contains(part));
    if aborts { Some(RustRuntime::Abort) } else { role }
}

/// The functions among those that panic that end the program at once.
const ABORTING: &[&str] = &[
    "panic_nounwind",
    "panic_cannot_unwind",
    "panic_in_cleanup",
    "panic_misaligned_pointer_dereference",
    "panic_null_pointer_dereference",
    "panic_null_reference_constructed",
    "panic_invalid_enum_construction",
];

/// The functions that panic with a text that is known when the program is compiled, or with numbers
/// alone.
const PLAIN_PANICS: &[&str] = &[
    "9panicking5panic",
    "9panicking9panic_str",
    "9panicking11panic_const",
    "9panicking14panic_explicit",
    "9panicking18panic_bounds_check",
    "6option13expect_failed",
    "6option13unwrap_failed",
    "5slice5index",
    "17capacity_overflow",
    "18handle_alloc_error",
    "7raw_vec12handle_error",
];

/// Whether an undefined function of that name, which panics, may first have functions of the
/// program write what it says (`Display`, `Debug`).
pub fn formats_message(name: &str) -> bool {
    !PLAIN_PANICS.iter().any(|part| name.contains(part))
}

/// Whether a linker's name is one that rustc made, in either mangling.
pub fn is_rust_symbol(name: &str) -> bool {
    let is_hash = |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hash = name.strip_suffix('E').and_then(|path| path.rsplit_once("17h"));
    name.starts_with("_R") || (name.starts_with("_ZN") && hash.is_some_and(|(_, hash)| is_hash(hash)))
}

/// Whether a function of that name belongs to Rust's own libraries: its mangled path begins with
/// one of them, or it implements something of theirs for a type of theirs.
pub fn is_in_rust_library(name: &str) -> bool {
    let is_new =
        name.starts_with("_R") && ["_4core", "_5alloc", "_3std"].iter().any(|part| name.contains(part));
    let has_hash = name.starts_with("_ZN") && name.contains("17h") && name.ends_with('E');
    let old_parts = ["_ZN4core", "_ZN5alloc", "_ZN3std", "$LT$core..", "$LT$alloc..", "$u20$as$u20$core.."];
    is_new || (has_hash && old_parts.iter().any(|part| name.contains(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_rustc_made_are_distinguished_from_those_of_cpp() {
        assert!(is_rust_symbol("_RNvMsf_NtCs_9hashbrown3rawNtB5_11Fallibility9alloc_err"));
        assert!(is_rust_symbol("_ZN9hashbrown3raw11Fallibility9alloc_err17h0123456789abcdefE"));
        assert!(!is_rust_symbol("_ZNSt11logic_errorC2ERKS_"));
        assert!(!is_rust_symbol("_ZN3one17hurricane_of_sixtE"));
        assert!(!is_rust_symbol("xerbla_"));
    }

    #[test]
    fn names_of_both_manglings_are_known_and_others_are_not() {
        let panic = "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_nounwind_fmt";
        assert_eq!(rust_runtime(panic), Some(RustRuntime::Abort));
        assert_eq!(rust_runtime("_ZN4core9panicking5panic17h0123456789abcdefE"), Some(RustRuntime::Panic));
        assert_eq!(rust_runtime("_RNvCs123_7___rustc12___rust_alloc"), Some(RustRuntime::Allocate));
        assert_eq!(
            rust_runtime("_RNvCs123_7___rustc19___rust_alloc_zeroed"),
            Some(RustRuntime::AllocateZeroed)
        );
        let index = "_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail";
        assert_eq!(rust_runtime(index), Some(RustRuntime::Panic));
        // Names that mention a type, or functions beside those that panic, return.
        let option = "_RINvCs123_3foo3barNtNtCs456_4core6option6OptiondEB2_";
        let range = "_RNvNtNtCsgEmfK2I1SDS_4core5slice5index5range";
        for name in ["4core9panicking", "malloc", "_ZN3foo3barEv", option, range] {
            assert_eq!(rust_runtime(name), None, "{name}");
        }
    }
}
