//! The heap: `malloc` and its kin, `operator new` and `operator delete`.

use super::c;
use crate::effects::{Effects, Environment, MemoryAccess, ReturnedValue};
use crate::names::{External, Family};

const HEAP: Effects = Effects::PURE.depending_on(Environment::HEAP).changing(Environment::HEAP);
/// A new object, or null and `ENOMEM`.
const NEW: Effects = HEAP.changing(Environment::ERRNO).returning(ReturnedValue::NewObject).failing();
/// The same with the contents of an old one, which is gone.
const MOVED: Effects = Effects { returned: ReturnedValue::MovedObject, ..NEW };
/// The object is gone; a debug build may fill it.
const GONE: Effects = HEAP.accessing(MemoryAccess::Nothing, MemoryAccess::Targets(&[0]));
/// A new object, or `std::bad_alloc`. A program may define its own handler for that.
const THROWING: Effects = HEAP.returning(ReturnedValue::NewObject).failing().throwing();

const fn cpp(name: &'static str, effects: Effects) -> External {
    External { family: Family::Language, ..c(name, effects) }
}

pub(super) const TABLE: &[External] = &[
    c("aligned_alloc", NEW),
    c("calloc", NEW),
    c("cfree", GONE),
    c("free", GONE),
    c("malloc", NEW),
    c("memalign", NEW),
    c("posix_memalign", HEAP.writing(&[0]).failing()),
    c("realloc", MOVED.accessing(MemoryAccess::Targets(&[0]), MemoryAccess::Targets(&[0]))),
    c("reallocarray", MOVED.accessing(MemoryAccess::Targets(&[0]), MemoryAccess::Targets(&[0]))),
    cpp("_Znwm", THROWING),
    cpp("_Znam", THROWING),
    cpp("_ZnwmSt11align_val_t", THROWING),
    cpp("_ZnamSt11align_val_t", THROWING),
    cpp("_ZnwmRKSt9nothrow_t", NEW),
    cpp("_ZnamRKSt9nothrow_t", NEW),
    cpp("_ZdlPv", GONE),
    cpp("_ZdaPv", GONE),
    cpp("_ZdlPvm", GONE),
    cpp("_ZdaPvm", GONE),
    cpp("_ZdlPvSt11align_val_t", GONE),
    cpp("_ZdaPvSt11align_val_t", GONE),
    cpp("_ZdlPvmSt11align_val_t", GONE),
];
