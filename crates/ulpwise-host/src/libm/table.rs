//! The C shim's table of functions, and the search in it.

use super::signature::{Signature, Type};
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::NonNull;
use std::sync::OnceLock;

/// A row of the C table (`struct entry` of `shim/libm.h`).
#[repr(C)]
pub(super) struct TableRow {
    name: *const c_char,
    shape: u32,
    format: u32,
    library: u32,
}

// SAFETY: the table is constant, and its pointers lead to constant text.
unsafe impl Sync for TableRow {}

unsafe extern "C" {
    fn ulpwise_host_libm_table(count: *mut usize) -> *const TableRow;
    fn ulpwise_host_libm_address(entry: *const TableRow) -> *const c_void;
}

/// At most `N` types.
#[derive(Clone, Copy)]
pub(super) struct FlatTypes<const N: usize> {
    types: [Type; N],
    count: usize,
}

impl<const N: usize> FlatTypes<N> {
    fn new(types: impl Iterator<Item = Type>) -> Self {
        let mut flat = Self { types: [Type::Int; N], count: 0 };
        for ty in types {
            flat.types[flat.count] = ty;
            flat.count += 1;
        }
        flat
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Type] {
        &self.types[..self.count]
    }
}

/// A function of the C library, ready to be called.
#[derive(Clone, Copy)]
pub struct LibmFunction {
    name: &'static str,
    signature: Signature,
    /// The argument and result types of the signature, laid out flat: a call walks them.
    pub(super) arguments: FlatTypes<4>,
    pub(super) results: FlatTypes<2>,
    pub(super) entry: &'static TableRow,
    pub(super) address: NonNull<c_void>,
}

// SAFETY: the address is that of code, which any thread may call.
unsafe impl Send for LibmFunction {}
// SAFETY: as above.
unsafe impl Sync for LibmFunction {}

impl LibmFunction {
    /// The name it has in C.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it takes and gives.
    pub fn signature(&self) -> Signature {
        self.signature
    }
}

impl std::fmt::Debug for LibmFunction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("LibmFunction").field(&self.name).finish()
    }
}

/// The function of that name, with C's suffixes (`sin`, `sinf`, `sinl`), if this machine's
/// libraries have it.
///
/// The search costs about a microsecond: keep what it returns.
pub fn lookup(name: &str) -> Option<LibmFunction> {
    static INDEX: OnceLock<HashMap<&'static str, &'static TableRow>> = OnceLock::new();
    let index = INDEX.get_or_init(|| entries().iter().map(|entry| (entry_name(entry), entry)).collect());
    let (name, entry) = index.get_key_value(name)?;
    // SAFETY: the entry is a row of the shim's own table.
    let address = unsafe { ulpwise_host_libm_address(*entry) };
    let address = NonNull::new(address.cast_mut())?;
    let signature = Signature::from_codes(entry.shape, entry.format);
    let arguments = FlatTypes::new(signature.argument_types());
    let results = FlatTypes::new(signature.result_types());
    Some(LibmFunction { name, signature, arguments, results, entry, address })
}

/// The names of all functions, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().iter().map(entry_name)
}

fn entries() -> &'static [TableRow] {
    let mut count = 0;
    // SAFETY: the shim returns the address of a constant table and stores the number of its rows.
    unsafe {
        let first = ulpwise_host_libm_table(&raw mut count);
        std::slice::from_raw_parts(first, count)
    }
}

fn entry_name(entry: &'static TableRow) -> &'static str {
    // SAFETY: the name is a string literal of the shim.
    let name = unsafe { CStr::from_ptr(entry.name) };
    name.to_str().expect("names of C functions are ASCII")
}
