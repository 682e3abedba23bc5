//! What is wrong with a bad access, worked out after it happened.

use super::{BASE, FIRST_OBJECT, FUNCTION_INDEX, Memory, ObjectKind, address_of, split};
use std::fmt;

/// What was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A read.
    Read,
    /// A write.
    Write,
    /// A `free` or `realloc`.
    Free,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Free => "free",
        })
    }
}

/// A bad access to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryFault {
    /// Through a null pointer, or near one.
    Null {
        /// What was tried.
        access: Access,
        /// The address.
        address: u64,
    },
    /// Outside the object that the pointer belongs to.
    OutOfBounds {
        /// What was tried.
        access: Access,
        /// What the object is.
        kind: ObjectKind,
        /// The address of the object's first byte.
        start: u64,
        /// Where the access begins, from the object's first byte.
        offset: i64,
        /// How many bytes.
        len: u64,
        /// How many bytes the object has.
        size: u64,
    },
    /// In a global that the program declares and nothing defines.
    Undefined {
        /// The global.
        name: String,
    },
    /// In an object that is gone.
    Freed {
        /// What was tried.
        access: Access,
        /// What the object was.
        kind: ObjectKind,
    },
    /// A read of bytes that are marked.
    Marked,
    /// A write to a constant.
    Constant,
    /// Bytes of a function.
    Code {
        /// What was tried.
        access: Access,
    },
    /// `free` of something that `malloc` did not return.
    BadFree {
        /// What the object is.
        kind: ObjectKind,
        /// Where the pointer points, from the object's first byte.
        offset: i64,
    },
    /// At an address that belongs to nothing.
    Wild {
        /// What was tried.
        access: Access,
        /// The address.
        address: u64,
    },
}

impl ObjectKind {
    fn noun(self) -> &'static str {
        match self {
            Self::Global => "a global",
            Self::Stack => "a local variable",
            Self::Heap => "a heap object",
            Self::Host => "an argument",
        }
    }
}

impl MemoryFault {
    /// Whether the access is at or near address zero, where no process has memory.
    pub const fn is_at_null(&self) -> bool {
        matches!(self, Self::Null { .. })
    }
}

impl fmt::Display for MemoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null { access, address: 0 } => write!(f, "null pointer dereference ({access})"),
            Self::Null { access, address } => {
                write!(f, "null pointer dereference ({access} at offset {address} from null)")
            }
            Self::OutOfBounds { access, kind, offset, len, size, start: _ } => {
                write!(
                    f,
                    "out-of-bounds {access} of {len} bytes at offset {offset} of {} of {size} bytes",
                    kind.noun()
                )
            }
            Self::Undefined { name } => write!(f, "access to '{name}', which nothing defines"),
            Self::Freed { access: Access::Free, .. } => f.write_str("double free"),
            Self::Freed { access, kind: ObjectKind::Stack } => {
                write!(f, "{access} of a local variable whose function has returned")
            }
            Self::Freed { access, .. } => write!(f, "use after free ({access})"),
            Self::Marked => f.write_str("read of a byte whose value is not known here"),
            Self::Constant => f.write_str("write to a constant"),
            Self::Code { access } => write!(f, "{access} of the bytes of a function"),
            Self::BadFree { kind, offset } => {
                write!(f, "free of a pointer that malloc did not return (offset {offset} of {})", kind.noun())
            }
            Self::Wild { access, address } => {
                write!(f, "{access} at address {address:#x}, which belongs to no object")
            }
        }
    }
}

impl std::error::Error for MemoryFault {}

pub(super) fn diagnose(memory: &Memory, address: u64, len: u64, access: Access) -> MemoryFault {
    let (index, offset) = split(address);
    if index == 0 {
        return MemoryFault::Null { access, address };
    }
    if index == FUNCTION_INDEX {
        return MemoryFault::Code { access };
    }
    let Some(object) = memory.objects.get(index).filter(|_| index >= FIRST_OBJECT) else {
        return MemoryFault::Wild { access, address };
    };
    if let Some(name) = memory.undefined.get(&index) {
        return MemoryFault::Undefined { name: name.clone() };
    }
    // An offset that wrapped stands for bytes before the object.
    let offset = if offset > u32::MAX - BASE { i64::from(offset) - (1 << 32) } else { i64::from(offset) };
    let kind = object.kind();
    if !object.is_alive() {
        return MemoryFault::Freed { access, kind };
    }
    let size = object.len() as u64;
    let inside = offset >= 0 && (offset as u64).saturating_add(len) <= size;
    match access {
        Access::Free => MemoryFault::BadFree { kind, offset },
        Access::Write if inside => MemoryFault::Constant,
        _ => MemoryFault::OutOfBounds { access, kind, start: address_of(index, 0), offset, len, size },
    }
}
