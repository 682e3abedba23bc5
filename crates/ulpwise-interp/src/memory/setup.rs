//! Laying out a module's globals, and bringing them back to their first state between runs.

use super::{FIRST_OBJECT, Memory, MemoryObject, ObjectKind, address_of};
use std::fmt;
use std::sync::Arc;
use ulpwise_ir::{Global, Module, Target};

/// Why the globals of a module cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    /// The global that is too large.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the global '{}' has {} bytes, more than the interpreter's memory may hold",
            self.name, self.size
        )
    }
}

impl Memory {
    /// A memory that holds the module's globals with their initial values, one object each, in
    /// order.
    ///
    /// # Errors
    /// A global does not fit below `limit`.
    pub fn with_globals(module: &Module, limit: u64) -> Result<Self, ImageError> {
        let mut memory = Self::new(limit);
        for global in &module.globals {
            let fits = global.size <= super::MAX_OBJECT_BYTES && memory.live_bytes + global.size <= limit;
            if !fits {
                return Err(ImageError { name: global.name.clone(), size: global.size });
            }
            memory.live_bytes += global.size;
            let object = match (&global.initializer, global.name.as_str()) {
                // A stream of the C library is opaque: all that programs do with it is compare it
                // and hand it back. So its own address serves as its value, being neither null nor
                // that of another one.
                (None, "stdin" | "stdout" | "stderr") => {
                    let address = address_of(memory.objects.len(), 0);
                    MemoryObject::new(address.to_le_bytes().to_vec(), ObjectKind::Global)
                }
                (None, name) => {
                    memory.undefined.insert(memory.objects.len(), name.to_owned());
                    MemoryObject::new(Vec::new(), ObjectKind::Global)
                }
                (Some(initializer), _) => global_object(global, initializer),
            };
            memory.objects.push(object);
        }
        Ok(memory)
    }

    /// Gives all objects but the globals back and restores these from `fresh`, the memory as
    /// [`Memory::with_globals`] made it.
    pub fn reset_from(&mut self, fresh: &Self) {
        let globals = fresh.objects.len();
        self.objects.truncate(globals);
        for (object, original) in self.objects.iter_mut().zip(&fresh.objects).skip(FIRST_OBJECT) {
            if original.is_writable() {
                object.clone_from(original);
            }
        }
        self.freed.clear();
        self.live_bytes = fresh.live_bytes;
    }
}

fn global_object(global: &Global, initializer: &[u8]) -> MemoryObject {
    let mut bytes = initializer.to_vec();
    bytes.resize(global.size as usize, 0);
    for relocation in &global.relocations {
        let target = match relocation.target {
            Target::Global(id) => Memory::global_address(id),
            Target::Function(id) => Memory::function_address(id),
        };
        let address = target.wrapping_add_signed(relocation.addend);
        let offset = relocation.offset as usize;
        bytes[offset..offset + 8].copy_from_slice(&address.to_le_bytes());
    }
    if global.constant {
        MemoryObject::constant(Arc::from(bytes))
    } else {
        MemoryObject::new(bytes, ObjectKind::Global)
    }
}
